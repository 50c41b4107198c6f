//! The steps that make an image of a design.
//!
//! Sources: UG1393 (2020.2 to 2023.2) and UG1702 (2024.2 to 2026.1), "v++ Command"; the makefiles of Vitis_Accel_Examples,
//! branches 2022.2 and 2025.2.

use std::collections::BTreeMap;

use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_types::Target;

use crate::design::{Design, Hls, Kernel};
use crate::open::PACKAGER;
use crate::plan::{Plan, Step};
use crate::restart;
use crate::settings::OF_COMPILER;

/// What the platform itself says of its clocks, regions and banks; it overrides what the board's file says.
pub const PLATFORM: &str = "platform.txt";

/// The linker's configuration.
pub const LINK_CONFIG: &str = "link.cfg";

/// The configuration of `v++ -c -k`, one for all kernels.
const COMPILE_CONFIG: &str = "compile.cfg";

/// What emulated devices are like, for the host of an emulation.
pub const EMULATED_DEVICES: &str = "emconfig.json";

/// The name of the step that links.
pub const LINK: &str = "link";

/// The name of the step that compiles a kernel.
#[must_use]
pub fn compile_step(kernel: &Kernel) -> String {
    compile_folder(&kernel.name)
}

/// The folder of that step: it has the step's name.
pub(crate) fn compile_folder(kernel: &str) -> String {
    format!("compile-{kernel}")
}

/// The plan that makes `<name>.xclbin` of a design.
#[must_use]
pub fn plan(design: &Design) -> Plan {
    let Design { name, board, target, .. } = design;
    let mut files: BTreeMap<String, String> =
        design.sources.iter().map(|(name, text)| (source(name), text.clone())).collect();
    files.extend(design.options.inputs.texts.clone());
    files.extend(link_config(design).map(|text| (LINK_CONFIG.to_owned(), text)));
    match design.hls {
        Hls::Classic => {
            files.extend(compile_config(design).map(|text| (COMPILE_CONFIG.to_owned(), text)));
            let scripts = design.kernels.iter();
            files.extend(scripts.filter_map(|it| Some((restart_script(it), restart::commands(it.restart)?))));
        }
        Hls::Unified => files
            .extend(design.kernels.iter().map(|kernel| (hls_config(kernel), unified_config(design, kernel)))),
        Hls::Open => {}
    }
    let mut steps = vec![ask_platform(&design.platform)];
    steps.extend(design.kernels.iter().map(|kernel| match design.hls {
        Hls::Classic => compile(design, kernel),
        Hls::Unified => compile_unified(design, kernel),
        Hls::Open => package_kernel(design, kernel),
    }));
    steps.extend([link(design), package(design)]);
    if *target == Target::HwEmu {
        steps.push(emulated_devices(design));
    }
    Plan {
        schema: Plan::SCHEMA,
        title: format!("{name} for {board}, {target}"),
        vitis: design.version.name().to_owned(),
        platform: design.platform.clone(),
        files,
        inputs: design.options.inputs.files.clone(),
        steps,
        image: image(design),
    }
}

/// The part of all plans for a platform that asks what it is like.
#[must_use]
pub fn ask(platform: &str, version: Version) -> Plan {
    Plan {
        schema: Plan::SCHEMA,
        title: format!("what {platform} is like"),
        vitis: version.name().to_owned(),
        platform: platform.to_owned(),
        files: BTreeMap::new(),
        inputs: BTreeMap::new(),
        steps: vec![ask_platform(platform)],
        image: PLATFORM.to_owned(),
    }
}

/// `platforminfo`, which has written to a file since before 2020.2 (UG1393, "platforminfo Utility").
fn ask_platform(platform: &str) -> Step {
    Step {
        name: "platform".to_owned(),
        program: "platforminfo".to_owned(),
        args: words(&["--platform", platform, "--output", PLATFORM]),
        inputs: Vec::new(),
        outputs: vec![PLATFORM.to_owned()],
        scratch: None,
    }
}

fn compile(design: &Design, kernel: &Kernel) -> Step {
    let scratch = compile_step(kernel);
    let mut args = words(&["-c", "-t", design.target.name(), "--platform", &design.platform]);
    args.extend(words(&["-k", &kernel.name]));
    args.extend(kept(&scratch));
    if let Some(hertz) = kernel.hertz {
        args.extend(words(&["--hls.clock", &format!("{hertz}:{}", kernel.name)]));
    }
    let (object, source) = (object(design, kernel), source(&kernel.source));
    let mut inputs = vec![source.clone()];
    if compile_config(design).is_some() {
        args.extend(words(&["--config", COMPILE_CONFIG]));
        inputs.push(COMPILE_CONFIG.to_owned());
        inputs.extend(design.options.inputs.of_compiler.iter().cloned());
    }
    if kernel.restart.is_counted() {
        let script = restart_script(kernel);
        args.extend(words(&["--hls.pre_tcl", &script]));
        inputs.push(script);
    }
    let export = design.options.settings.export_folder().map(|folder| format!("{folder}/{}", kernel.name));
    if let Some(folder) = &export {
        args.extend(words(&["--hls.export_project", folder]));
    }
    args.extend(words(&["-o", &object, &source]));
    let mut step = step(scratch, args, inputs, object);
    step.outputs.extend(export);
    step
}

/// What `v++ -c -k` is told, if there is something to tell.
fn compile_config(design: &Design) -> Option<String> {
    let lines = design.options.settings.for_compiler();
    (!lines.is_empty()).then(|| format!("[{OF_COMPILER}]\n{lines}"))
}

fn compile_unified(design: &Design, kernel: &Kernel) -> Step {
    let scratch = compile_step(kernel);
    let config = hls_config(kernel);
    let args = words(&["-c", "--mode", "hls", "--config", &config, "--work_dir", &scratch]);
    let own = design.options.inputs.of_compiler.iter().cloned();
    let inputs = [source(&kernel.source), config].into_iter().chain(own).collect();
    step(scratch, args, inputs, object(design, kernel))
}

/// Packages a kernel of our own hardware (UG835, "Tcl Batch Mode"). Its messages are this step's output: several of these run
/// in one folder, and Vivado's logs would have one name.
fn package_kernel(design: &Design, kernel: &Kernel) -> Step {
    let (script, parts) = (source(&kernel.source), kernel.parts.iter().map(|part| source(part)));
    let args = words(&["-mode", "batch", "-nolog", "-nojournal", "-source", &script]);
    let inputs = parts.chain([script]).collect();
    Step { program: PACKAGER.to_owned(), ..step(compile_step(kernel), args, inputs, object(design, kernel)) }
}

/// The configuration of one kernel (UG1702, "v++ Mode HLS"). Paths in it are right from the plan's folder, where it lies
/// and where v++ runs: the documents do not say which of the two counts.
fn unified_config(design: &Design, kernel: &Kernel) -> String {
    let mut text = format!("platform={}\n", design.platform);
    if let Some(hertz) = kernel.hertz {
        text += &format!("freqhz={hertz}\n");
    }
    let (source, name) = (source(&kernel.source), &kernel.name);
    text + &format!(
        "[hls]\nflow_target=vitis\nsyn.file={source}\nsyn.top={name}\npackage.output.format=xo\npackage.output.syn=1\n"
    ) + &restart::settings(kernel.restart)
        + &design.options.settings.for_compiler()
}

fn link(design: &Design) -> Step {
    let scratch = LINK.to_owned();
    let objects: Vec<String> = design.kernels.iter().map(|kernel| object(design, kernel)).collect();
    let mut args = words(&["-l", "-t", design.target.name(), "--platform", &design.platform]);
    args.extend(kept(&scratch));
    let config = link_config(design).map(|_| LINK_CONFIG.to_owned());
    if let Some(config) = &config {
        args.extend(words(&["--config", config]));
    }
    if let (Target::Hw, Some(jobs)) = (design.target, design.options.jobs) {
        args.extend(words(&["--jobs", &jobs.to_string()]));
    }
    args.extend(design.options.vpp_args.iter().cloned());
    args.extend(words(&["-o", &linked(design)]));
    args.extend(objects.iter().cloned());
    let own = design.options.inputs.of_linker.iter().cloned();
    let inputs = objects.into_iter().chain(config).chain(own).collect();
    step(scratch, args, inputs, linked(design))
}

/// What the linker is told, if there is something to tell.
fn link_config(design: &Design) -> Option<String> {
    let text = design.link_config.clone() + &design.options.settings.for_linker();
    (!text.is_empty()).then_some(text)
}

fn package(design: &Design) -> Step {
    let scratch = "package".to_owned();
    let (linked, image) = (linked(design), image(design));
    let mut args = words(&["-p", &linked, "-t", design.target.name(), "--platform", &design.platform]);
    args.extend(kept(&scratch));
    args.extend(words(&["--package.out_dir", &format!("{scratch}/out"), "-o", &image]));
    step(scratch, args, vec![linked], image)
}

/// `emconfigutil` (UG1393, "emconfigutil Utility").
fn emulated_devices(design: &Design) -> Step {
    Step {
        name: "devices".to_owned(),
        program: "emconfigutil".to_owned(),
        args: words(&["--platform", &design.platform, "--od", "."]),
        inputs: vec![PLATFORM.to_owned()],
        outputs: vec![EMULATED_DEVICES.to_owned()],
        scratch: None,
    }
}

/// A step of v++. Each waits for what the platform says of itself: where that is not there, nothing else begins.
fn step(scratch: String, args: Vec<String>, mut inputs: Vec<String>, output: String) -> Step {
    inputs.push(PLATFORM.to_owned());
    Step {
        name: scratch.clone(),
        program: "v++".to_owned(),
        args,
        inputs,
        outputs: vec![output],
        scratch: Some(scratch),
    }
}

/// Keep what the tools write on their way, in a step's own folder: reports are read from there. Logs and reports lie where
/// they do by default.
fn kept(scratch: &str) -> Vec<String> {
    let (logs, reports) = (format!("{scratch}/logs"), format!("{scratch}/reports"));
    words(&["--save-temps", "--temp_dir", scratch, "--log_dir", &logs, "--report_dir", &reports])
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

/// Where a file of [`Design::sources`] is.
pub(crate) fn source(name: &str) -> String {
    format!("src/{name}")
}

/// The Tcl that Vitis HLS runs before it compiles a kernel that starts itself again.
fn restart_script(kernel: &Kernel) -> String {
    format!("{}.hls.tcl", kernel.name)
}

fn hls_config(kernel: &Kernel) -> String {
    format!("{}.hls.cfg", kernel.name)
}

/// Where a kernel's object is: the unified compiler chooses by itself, and Vivado has a folder for it.
fn object(design: &Design, kernel: &Kernel) -> String {
    match design.hls {
        Hls::Classic => format!("{}.xo", kernel.name),
        Hls::Unified | Hls::Open => packaged(&kernel.name),
    }
}

/// A kernel's object in its step's folder.
pub(crate) fn packaged(kernel: &str) -> String {
    format!("{}/{kernel}.xo", compile_folder(kernel))
}

/// True if the linker of this version writes the hardware's description for Versal (UG1393, "Linking the Kernels").
pub(crate) fn links_xsa(version: Version) -> bool {
    version >= Version::V2022_1
}

/// What the linker writes.
fn linked(design: &Design) -> String {
    let xsa = design.family.links_xsa() && links_xsa(design.version);
    let form = if xsa { "xsa" } else { "link.xclbin" };
    format!("{}.{form}", design.name)
}

fn image(design: &Design) -> String {
    format!("{}.xclbin", design.name)
}
