//! The facts of an xclbin for people.

use std::path::Path;

use sycl_hls_boards::size;

use super::{ArgEntry, Info, KernelEntry};
use crate::table::table;

/// The facts as text, with headings that stand out.
pub fn text(path: &Path, info: &Info) -> String {
    let mut blocks = vec![table("", &overview(path, info))];
    let mut block = |title: &str, rows: Vec<Vec<String>>| {
        if !rows.is_empty() {
            blocks.push(format!("{}{}", heading(title), table("  ", &rows)));
        }
    };
    let digests = info.modules.iter().flat_map(|module| {
        let row = |name: &str, digest: &sycl_hls_types::Digest| {
            vec![module.name.clone(), name.to_owned(), digest.as_str().to_owned()]
        };
        [row("abi", &module.abi), row("code", &module.code), row("directives", &module.directives)]
    });
    block("Digests of the modules", digests.collect());
    let values = info.key_values.iter().map(|(key, value)| vec![key.clone(), value.clone()]);
    block("Keys and values", values.collect());
    block("Sections", info.sections.iter().map(section).collect());
    let clock = |clock: &super::ClockEntry| {
        vec![clock.name.clone(), clock.kind.clone(), format!("{} MHz", clock.mhz)]
    };
    block("Clocks", info.clocks.iter().map(clock).collect());
    block("Memory", info.memories.iter().map(memory).collect());
    blocks.extend(info.kernels.iter().map(kernel));
    blocks.join("\n")
}

fn heading(title: &str) -> String {
    format!("\x1b[1m{title}\x1b[0m\n")
}

fn overview(path: &Path, info: &Info) -> Vec<Vec<String>> {
    let mut rows = vec![
        ("File", path.display().to_string()),
        ("UUID", info.uuid.clone()),
        ("Kind", info.mode.clone()),
        ("Platform", info.platform.clone()),
        ("Created", info.created.clone()),
    ];
    rows.extend(info.generated_by.iter().map(|tool| ("Made by", tool.clone())));
    rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect()
}

fn section(section: &super::SectionRow) -> Vec<String> {
    vec![section.kind.clone(), format!("{} B", section.bytes), section.name.clone()]
}

fn memory(memory: &super::MemoryEntry) -> Vec<String> {
    let used = if memory.used { "used" } else { "" };
    vec![
        memory.tag.clone(),
        memory.kind.clone(),
        size(memory.bytes),
        format!("at {:#x}", memory.base),
        used.to_owned(),
    ]
}

fn kernel(kernel: &KernelEntry) -> String {
    let control = if kernel.control.is_empty() { String::new() } else { format!(" ({})", kernel.control) };
    let units = kernel.units.iter().map(|unit| {
        vec![unit.name.clone(), unit.base.map_or_else(String::new, |base| format!("registers at {base:#x}"))]
    });
    let head = ["arg", "name", "type", "port", "offset", "size", "memory"].map(str::to_owned).to_vec();
    let args: Vec<Vec<String>> = [head].into_iter().chain(kernel.args.iter().map(arg)).collect();
    format!(
        "{}{}{}",
        heading(&format!("Kernel {}{control}", kernel.name)),
        table("  ", &args),
        table("  unit ", &units.collect::<Vec<_>>())
    )
}

fn arg(arg: &ArgEntry) -> Vec<String> {
    vec![
        arg.id.map_or_else(|| "-".to_owned(), |id| id.to_string()),
        arg.name.clone(),
        arg.ty.clone(),
        arg.port.clone(),
        format!("{:#x}", arg.offset),
        format!("{} B", arg.bytes),
        arg.memory.join(", "),
    ]
}
