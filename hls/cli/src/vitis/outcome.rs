//! What became of a build, by the reports of its tools: a summary, and what must not be passed over.

use std::collections::BTreeSet;
use std::path::Path;

use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_ir::{Module, OpKind};
use sycl_hls_types::Target;
use sycl_hls_vitis::design::{Design, Kernel, source_of};
use sycl_hls_vitis::flow::{LINK, compile_step};
use sycl_hls_vitis::report::{
    Harvest, Implementation, Loop, Resources, Synthesis, Verdict, Wanted, harvest, judge_implementation,
    judge_synthesis,
};
use sycl_hls_vitis::runner::REPORTS;
use sycl_hls_vitis::source_map::{cpp_line_of_loop, rust_line};

use crate::failure::{Failure, Place, show};
use crate::progress::Progress;

/// The first version whose reports tell what became of pragmas.
const REPORTS_PRAGMAS: Version = Version::V2021_1;

/// Shows what the reports in a build's folder tell.
///
/// # Errors
/// When a pragma was dropped, a strict pipeline or a clock is missed: all of it is shown, in the user's own source.
pub fn judge(
    folder: &Path,
    design: &Design,
    modules: &[Module],
    min_mhz: Option<f64>,
    progress: &Progress,
) -> anyhow::Result<()> {
    let mut said: BTreeSet<(String, Option<usize>)> = BTreeSet::new();
    let mut errors = 0;
    let mut say = |verdict: &Verdict, place: Option<Place>| {
        // Helpers are compiled for each kernel that calls them.
        if !said.insert((verdict.to_string(), place.as_ref().map(|place| place.range.start))) {
            return;
        }
        match verdict {
            Verdict::PragmaUnseen { .. } | Verdict::IntervalUnknown { .. } | Verdict::Unknown { .. } => {
                progress.note("Unknown", &verdict.to_string());
            }
            _ => {
                let failure = Failure::user(verdict.to_string());
                show(&place.into_iter().fold(failure, Failure::at));
                errors += 1;
            }
        }
    };
    for kernel in &design.kernels {
        let found = harvest(&folder.join(REPORTS).join(compile_step(kernel)));
        let (cpp, module) = text_and_module(design, kernel, modules);
        let wanted = wanted(cpp, module, design.version);
        for synthesis in &found.syntheses {
            summarize(kernel, synthesis.value(), progress);
            for verdict in judge_synthesis(synthesis, &wanted) {
                let line = verdict.line().and_then(|line| rust_line(cpp, line));
                say(&verdict, line.and_then(|line| place(module?, line)));
            }
        }
    }
    if design.target == Target::Hw {
        let Harvest { implementation, .. } = harvest(&folder.join(REPORTS).join(LINK));
        summarize_implementation(&implementation, progress);
        for verdict in judge_implementation(&implementation, min_mhz) {
            say(&verdict, None);
        }
    }
    match errors {
        0 => Ok(()),
        _ => Err(Failure::user("the build is not what was asked for, and was not put in its place")
            .help("change what the messages above name; what was compiled is kept")
            .into()),
    }
}

fn text_and_module<'d>(
    design: &'d Design,
    kernel: &Kernel,
    modules: &'d [Module],
) -> (&'d str, Option<&'d Module>) {
    let text = design.sources.get(&kernel.source).map_or("", String::as_str);
    let module = modules.iter().find(|module| kernel.source == source_of(module));
    (text, module)
}

/// What was asked for: pragmas by their lines, where reports tell of them, and the intervals of strict pipelines.
fn wanted(cpp: &str, module: Option<&Module>, version: Version) -> Wanted {
    let pragmas = if version >= REPORTS_PRAGMAS { Wanted::pragmas_of(cpp) } else { Wanted::default() };
    let mut wanted = Wanted { intervals: Vec::new(), ..pragmas };
    for (_, func) in module.into_iter().flat_map(|module| module.funcs.iter()) {
        for op in func.ops_in_order() {
            let op = &func.ops[op];
            let directives = match &op.kind {
                OpKind::For(for_loop) => &for_loop.directives,
                OpKind::While { directives, .. } => directives,
                _ => continue,
            };
            let Some(asked) = directives.pipeline.as_ref().filter(|asked| asked.strict) else { continue };
            let line = cpp_line_of_loop(cpp, op.span.start.line);
            wanted.intervals.extend(line.map(|line| (line, u64::from(asked.ii.unwrap_or(1)))));
        }
    }
    wanted
}

/// A line of the user's source.
fn place(module: &Module, line: u32) -> Option<Place> {
    let text = module.source.text.as_deref()?;
    let start: usize = text.split_inclusive('\n').take(line.checked_sub(1)? as usize).map(str::len).sum();
    let rest = text.get(start..)?;
    let code = rest.lines().next()?;
    let indent = code.len() - code.trim_start().len();
    let range = start + indent..start + code.trim_end().len();
    Some(Place { path: module.source.file.clone(), text: text.to_owned(), range })
}

fn summarize(kernel: &Kernel, synthesis: Option<&Synthesis>, progress: &Progress) {
    let Some(synthesis) = synthesis else { return };
    let clock = match (synthesis.clock.estimated_ns, synthesis.clock.target_ns) {
        (Some(estimated), Some(target)) => format!("{estimated} ns of {target} ns expected, "),
        _ => String::new(),
    };
    progress.note("Reports", &format!("{}: {clock}{}", kernel.name, used(&synthesis.used)));
    for each in synthesis.modules.iter().flat_map(|module| &module.loops) {
        loops(each, 1, progress);
    }
}

fn loops(each: &Loop, depth: usize, progress: &Progress) {
    let interval = match (each.ii, each.wanted_ii) {
        (Some(ii), Some(wanted)) => format!("interval {ii}, {wanted} wanted"),
        (Some(ii), None) => format!("interval {ii}"),
        (None, _) => "not pipelined".to_owned(),
    };
    progress.note("", &format!("{}{}: {interval}", "  ".repeat(depth), each.name));
    each.inner.iter().for_each(|inner| loops(inner, depth + 1, progress));
}

fn summarize_implementation(implementation: &Implementation, progress: &Progress) {
    if let Some(used_now) = implementation.used() {
        progress.note("Reports", &format!("kernels on the device: {}", used(&used_now)));
    }
    let mhz = match (implementation.achieved_mhz(), implementation.requested_mhz()) {
        (Some(achieved), Some(requested)) => format!("kernels run at {achieved} MHz of {requested} MHz"),
        (Some(achieved), None) => format!("kernels run at {achieved} MHz"),
        (None, _) => return,
    };
    let slack = implementation.wns_ns().map_or_else(String::new, |wns| format!(", worst slack {wns} ns"));
    progress.note("Reports", &format!("{mhz}{slack}"));
}

fn used(resources: &Resources) -> String {
    let Resources { lut, ff, bram_18k, uram, dsp } = resources;
    let all = [("LUT", lut), ("FF", ff), ("BRAM18", bram_18k), ("URAM", uram), ("DSP", dsp)];
    let count = |count: &Option<u64>| count.map_or_else(|| "?".to_owned(), |count| count.to_string());
    let shown = all.map(|(name, it)| format!("{name} {}", count(it)));
    shown.join(", ")
}
