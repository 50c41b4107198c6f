//! What each tool leaves behind.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use serde::{Deserialize, Serialize};
use sycl_hls_compiler::back::hls_cpp::Version;
use xclbin_tools::{Builder, Mode as ImageMode, SectionKind, Uuid};

use crate::options::{CommandLine, Mode};
use crate::reports;
use crate::script::Script;

/// What is in a replay's objects: what the real ones must agree on, too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Object {
    target: String,
    platform: String,
    kernels: Vec<String>,
    /// What they are made of.
    sources: Vec<String>,
}

/// v++.
pub fn vpp(line: &CommandLine, version: Version) -> anyhow::Result<()> {
    for input in &line.inputs {
        is_there(input)?;
    }
    for config in line.values("--config") {
        let text = read(config)?;
        if let Some(script) = text.lines().find_map(|line| line.strip_prefix("pre_tcl=")) {
            is_there(script)?;
        }
        // The keys of `--mode hls` are others, and not all known.
        if line.mode != Mode::CompileHls {
            line.check_config(&text, version)?;
        }
    }
    say(&format!("INFO: [v++ 60-1548] Creating build summary session: {:?}", line.mode));
    if !Script::read()?.play(line.mode)? {
        return Ok(());
    }
    match line.mode {
        Mode::Compile => compile(line),
        Mode::CompileHls => compile_hls(line),
        Mode::Link => link(line),
        Mode::Package => package(line),
    }
}

fn compile(line: &CommandLine) -> anyhow::Result<()> {
    let kernel = line.required("-k")?;
    let [source] = line.inputs.as_slice() else { bail!("one source is compiled at a time") };
    has_function(source, kernel)?;
    let object = Object {
        target: line.required("-t")?.to_owned(),
        platform: line.required("-f")?.to_owned(),
        kernels: vec![kernel.to_owned()],
        sources: vec![read(source)?],
    };
    if let Some(folder) = line.value("--hls.export_project") {
        write(&format!("{folder}/{kernel}.tcl"), "open_project\n")?;
    }
    let (reports, temp) = (line.required("--report_dir")?, line.required("--temp_dir")?);
    if !Script::read()?.silent {
        write(&format!("{reports}/{kernel}/hls_reports/{kernel}_csynth.rpt"), "")?;
    }
    write(&format!("{temp}/{kernel}/{kernel}/{kernel}.tcl"), "")?;
    let folder = format!("{temp}/{kernel}/{kernel}/{kernel}/solution/syn/report");
    synthesis_reports(&folder, kernel, source)?;
    write_object(line.required("-o")?, &object)
}

fn compile_hls(line: &CommandLine) -> anyhow::Result<()> {
    let config = read(line.required("--config")?)?;
    let key = |name: &str| {
        let value = config.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        value.with_context(|| format!("the configuration has no {name}"))
    };
    let (top, source, folder) = (key("syn.top")?, key("syn.file")?, line.required("--work_dir")?);
    if key("package.output.format")? != "xo" {
        bail!("the linker takes objects only");
    }
    has_function(source, top)?;
    synthesis_reports(&format!("{folder}/hls/syn/report"), top, source)?;
    let object = Object {
        target: String::new(),
        platform: key("platform")?.to_owned(),
        kernels: vec![top.to_owned()],
        sources: vec![read(source)?],
    };
    write_object(&format!("{folder}/{top}.xo"), &object)
}

fn synthesis_reports(folder: &str, kernel: &str, source: &str) -> anyhow::Result<()> {
    let (text, script) = (read(source)?, Script::read()?);
    if script.silent {
        return Ok(());
    }
    write(&format!("{folder}/csynth.xml"), reports::xml(kernel))?;
    write(&format!("{folder}/csynth.rpt"), reports::summary(kernel, source, &text, &script))
}

fn link(line: &CommandLine) -> anyhow::Result<()> {
    for phase in ["Run vpl: Step synth: Started", "Starting logic placement..", "Starting logic routing.."] {
        say(&format!("[10:05:00] {phase}"));
    }
    let mut linked = Object {
        target: line.required("-t")?.to_owned(),
        platform: line.required("-f")?.to_owned(),
        kernels: Vec::new(),
        sources: Vec::new(),
    };
    for input in &line.inputs {
        let object = read_object(input)?;
        // Objects of `--mode hls` are for every target, and those of Vivado for every platform, too.
        let differs = |of: &str, wanted: &str| !of.is_empty() && of != wanted;
        if differs(&object.target, &linked.target) || differs(&object.platform, &linked.platform) {
            bail!("{input} is for {} of {}", object.target, object.platform);
        }
        linked.kernels.extend(object.kernels);
        linked.sources.extend(object.sources);
    }
    if linked.kernels.is_empty() {
        bail!("there is nothing to link");
    }
    for read_too in line.values("--config").chain(line.hooks()) {
        linked.sources.push(read(read_too)?);
    }
    link_reports(line, &linked.kernels)?;
    write_object(line.required("-o")?, &linked)
}

fn link_reports(line: &CommandLine, kernels: &[String]) -> anyhow::Result<()> {
    let script = Script::read()?;
    if script.silent {
        return Ok(());
    }
    let run = format!("{}/link/vivado/vpl/prj/prj.runs/impl_1", line.required("--temp_dir")?);
    write(&format!("{run}/runme.log"), "Command: route_design\n")?;
    write(&format!("{run}/_new_clk_freq"), reports::frequencies(&script))?;
    let folder = format!("{}/link/imp", line.required("--report_dir")?);
    write(&format!("{folder}/impl_1_hw_bb_locked_timing_summary_routed.rpt"), reports::timing(&script))?;
    write(&format!("{folder}/impl_1_kernel_util_routed.rpt"), reports::kernels_use(kernels))?;
    write(&format!("{folder}/impl_1_slr_util_routed.rpt"), reports::regions_use())?;
    write(&format!("{folder}/impl_1_full_util_routed.rpt"), reports::regions_use())
}

fn package(line: &CommandLine) -> anyhow::Result<()> {
    let [input] = line.inputs.as_slice() else { bail!("one file is packaged at a time") };
    let object = read_object(input)?;
    let (target, platform) = (line.required("-t")?, line.required("-f")?);
    if object.target != target || object.platform != platform {
        bail!("{input} is for {} of {}", object.target, object.platform);
    }
    let mode = if target == "hw" { ImageMode::Flat } else { ImageMode::HwEmu };
    let vbnv = Path::new(platform).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let image = Builder::new(mode, vbnv, Uuid::from_u128(0x5e91a7), 0)
        .raw(SectionKind::BITSTREAM, object.sources.concat())
        .to_bytes()?;
    std::fs::create_dir_all(line.required("--package.out_dir")?)?;
    write(line.required("-o")?, image)
}

/// platforminfo: UG1393, "platforminfo Utility".
pub fn platforminfo(args: &[String]) -> anyhow::Result<()> {
    let [platform, name, output, file] = args else {
        bail!("--platform P --output F is expected");
    };
    if (platform.as_str(), output.as_str()) != ("--platform", "--output") {
        bail!("--platform P --output F is expected");
    }
    let said = Script::read()?.platform;
    let device = if said.contains("FPGA Device") { String::new() } else { device(name) };
    write(file, format!("Platform: {name}\n{device}{said}"))
}

/// The line about the FPGA of an Alveo card, whose name begins with `u`: `xilinx_u200_xdma_201830_2`.
fn device(platform: &str) -> String {
    let card = platform.split('_').nth(1).filter(|card| card.starts_with('u'));
    card.map_or_else(String::new, |card| format!("FPGA Device: xc{card}\n"))
}

/// emconfigutil: UG1393, "emconfigutil Utility".
pub fn emconfigutil(args: &[String]) -> anyhow::Result<()> {
    let [platform, name, folder, path] = args else {
        bail!("--platform P --od D is expected");
    };
    if (platform.as_str(), folder.as_str()) != ("--platform", "--od") {
        bail!("--platform P --od D is expected");
    }
    write(&format!("{path}/emconfig.json"), format!("{{\"Platform\": \"{name}\"}}\n"))
}

fn say(line: &str) {
    use std::io::Write as _;
    // A reader that has gone is no concern of a tool's.
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn is_there(path: &str) -> anyhow::Result<()> {
    if Path::new(path).is_file() { Ok(()) } else { Err(anyhow!("{path} does not exist")) }
}

fn has_function(source: &str, name: &str) -> anyhow::Result<()> {
    let text = read(source)?;
    let is_it = |line: &str| line.starts_with("extern \"C\"") && line.contains(&format!(" {name}("));
    if text.lines().any(is_it) { Ok(()) } else { Err(anyhow!("{source} has no kernel {name}")) }
}

fn read(path: &str) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| path.to_owned())
}

fn write(path: &str, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, content))
        .with_context(|| path.to_owned())
}

fn read_object(path: &str) -> anyhow::Result<Object> {
    serde_json::from_str(&read(path)?).with_context(|| path.to_owned())
}

fn write_object(path: &str, object: &Object) -> anyhow::Result<()> {
    write(path, serde_json::to_string(object)?)
}
