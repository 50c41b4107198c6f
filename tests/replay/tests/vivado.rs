//! Kernels of our own hardware are packaged, with a replay in the place of Vivado; what is packaged stands alone.

use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Output};

use sycl_hls_boards::{Board, Family};
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_compiler::back::hw_emu::{self, Kernel};
use sycl_hls_compiler::pass;
use sycl_hls_ir::Source;
use sycl_hls_types::Target;
use sycl_hls_vitis::design::{Design, Hls, Options};
use sycl_hls_vitis::flow;
use sycl_hls_vitis::plan::Plan;

/// Both protocols, every kind of argument, ports that are shared, wide, and of bytes, operators on floats, local memory; and a
/// kernel without memory.
const KERNELS: &str = r#"
#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    #[ap_ctrl_hs]
    pub fn mixed(k: u8, x: &[f32], #[m_axi(bundle = "both")] n: &[u8], #[m_axi(bundle = "both")] y: &mut [f64]) {
        let mut kept = [0_f32; 64];
        for i in 0..64 {
            kept[i] = x[i] / 3.0;
        }
        for i in 0..64 {
            y[i] = (kept[63 - i] * kept[i] + x[i]).sqrt() as f64 * n[i] as f64 + k as f64;
        }
    }

    #[kernel]
    pub fn wide(#[m_axi(max_widen_bitwidth = 512)] x: &[u32], y: &mut [u64]) {
        for i in 0..y.len() {
            y[i] = x[i] as u64 / 7;
        }
    }

    #[kernel]
    pub fn nothing(_k: u32) {}
}
"#;

fn kernels() -> Vec<Kernel> {
    let mut modules = sycl_hls_front::find_modules(KERNELS).unwrap();
    let source = Source::new("kernels.rs", Some(KERNELS.into()));
    let translation = sycl_hls_front::translate(&mut modules[0], source);
    let mut module = translation.module.unwrap_or_else(|| panic!("{:?}", translation.diagnostics));
    pass::run_all(&mut module, hw_emu::LEGALIZE);
    module.kernels().map(|(_, func)| hw_emu::kernel(&module, func, 300).unwrap()).collect()
}

fn plan(kernels: &[Kernel], board: &Board, version: Version) -> Plan {
    let design = Design {
        name: "app".to_owned(),
        board: board.name.clone(),
        platform: board.platform.clone(),
        family: Family::UltraScalePlus,
        target: Target::Hw,
        version,
        hls: Hls::Open,
        kernels: Vec::new(),
        sources: BTreeMap::new(),
        link_config: String::new(),
        options: Options::default(),
    };
    let plan = flow::plan(&design.with_hardware(kernels, &[], &board.part));
    plan.check().unwrap();
    plan
}

/// A folder with a plan's files in it, and Vivado beside it. Its name has a space.
struct Bench {
    _folder: tempfile::TempDir,
    vivado: PathBuf,
    work: PathBuf,
}

impl Bench {
    fn new(plan: &Plan) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("a b/Vivado").join(&plan.vitis).join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        let (vivado, work) = (bin.join("vivado"), folder.path().join("a b/work"));
        symlink(env!("CARGO_BIN_EXE_sycl-hls-replay"), &vivado).unwrap();
        for (path, text) in &plan.files {
            let path = work.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self { _folder: folder, vivado, work }
    }

    /// Packages a kernel, with the plan's very command.
    fn package(&self, plan: &Plan, kernel: &str) -> Output {
        let step = plan.steps.iter().find(|step| step.name == format!("compile-{kernel}")).unwrap();
        assert_eq!(step.program, "vivado");
        Command::new(&self.vivado).args(&step.args).current_dir(&self.work).output().unwrap()
    }

    fn packaged(&self, plan: &Plan, kernel: &str) {
        let output = self.package(plan, kernel);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(self.work.join(format!("compile-{kernel}/{kernel}.xo")).is_file());
    }

    /// The Verilog in the packaged kernel.
    fn verilog(&self, kernel: &str) -> Vec<PathBuf> {
        let folder = self.work.join(format!("compile-{kernel}/ip/src"));
        let mut files: Vec<PathBuf> = folder.read_dir().unwrap().map(|it| it.unwrap().path()).collect();
        files.sort();
        files
    }
}

#[test]
fn every_version_and_part_packages_every_kernel() {
    let kernels = kernels();
    let boards: Vec<&Board> = Board::all().iter().collect();
    for (version, board) in Version::ALL.into_iter().zip(boards.iter().cycle()) {
        let plan = plan(&kernels, board, version);
        let bench = Bench::new(&plan);
        for kernel in &kernels {
            bench.packaged(&plan, kernel.top());
        }
    }
}

/// What is packaged has all that it needs: yosys finds each module and what drives each signal, and Icarus elaborates it; no macro
/// is defined.
#[test]
fn what_is_packaged_stands_alone() {
    let kernels = kernels();
    let plan = plan(&kernels, &Board::all()[0], Version::V2022_2);
    let bench = Bench::new(&plan);
    for kernel in &kernels {
        let top = kernel.top();
        bench.packaged(&plan, top);
        let files = bench.verilog(top);
        let step = plan.steps.iter().find(|step| step.name == format!("compile-{top}")).unwrap();
        let inputs = step.inputs.iter().filter(|input| input.ends_with(".v"));
        assert_eq!(files.len(), inputs.count(), "what is packaged is what the step says");
        let simulated = kernel.verilog();
        for (name, text) in hw_emu::files(&simulated).into_iter().filter(|(name, _)| *name != hw_emu::DPI) {
            let packaged = files.iter().find(|file| file.ends_with(name)).unwrap();
            assert_eq!(std::fs::read_to_string(packaged).unwrap(), text, "what hw_emu simulates");
        }
        elaborate(&files, top).unwrap_or_else(|why| panic!("{top}: {why}"));
    }
    let files = bench.verilog("mixed");
    let without = |name: &str| {
        let left: Vec<PathBuf> = files.iter().filter(|file| !file.ends_with(name)).cloned().collect();
        assert!(left.len() < files.len() && elaborate(&left, "mixed").is_err(), "{name} is not missed");
    };
    ["core.v", "fifo.v", "axi_read.v", "control.v", "sh_fdiv.v", "sh_pack.v"].into_iter().for_each(without);
}

fn elaborate(files: &[PathBuf], top: &str) -> Result<(), String> {
    let files: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    let read: String = files.iter().map(|file| format!("read_verilog \"{file}\"\n")).collect();
    let script = format!("{read}hierarchy -check -top {top}\nproc\ncheck -assert\n");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("check.ys");
    std::fs::write(&path, script).unwrap();
    run("yosys", &["-q", "-s", path.to_str().unwrap()])?;
    run("iverilog", &[&["-g2001", "-t", "null", "-s", top][..], &files].concat())
}

fn run(program: &str, args: &[&str]) -> Result<(), String> {
    let output = Command::new(program).args(args).output().map_err(|error| format!("{program}: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// A script or description that is wrong in one place is refused, so those that are accepted are not by chance.
#[test]
fn what_vivado_or_vitis_would_refuse_is_refused() {
    let kernels = kernels();
    let mut plan = plan(&kernels, &Board::all()[0], Version::V2020_2);
    plan.steps.retain(|step| step.name == "compile-mixed");
    let script = "src/mixed/package.tcl";
    let description = "src/mixed/kernel.xml";
    let top = "src/mixed/top.v";
    for (file, from, to, says) in [
        (script, "create_project -force", "create_projekt -force", "invalid command name"),
        (script, "package_xo -force", "package_xo -fast", "Unknown option '-fast'"),
        (script, "src/library/fifo.v", "src/library/lifo.v", "'src/library/lifo.v' does not exist"),
        (script, "set checks 0", "set checks 1", "'vitis_drc' came with 2021.1"),
        (script, "set_property range", "set_property reach", "'reach' is no property of a address_block"),
        (script, "ipx::save_core $core", "", "the core was not saved"),
        (script, "-clock ap_clk -reset ap_rst_n", "-clock ap_clk", "ap_clk has no reset"),
        (
            script,
            "[child bus_parameter FREQ_HZ",
            "[child bus_parameter FREQ",
            "FREQ_HZ bus parameter is missing",
        ),
        (
            script,
            "xilinx.com:signal:${kind}_rtl:1.0",
            "xilinx.com:signal:${kind}:1.0",
            "there is no definition",
        ),
        (script, "set kernel mixed", "set kernel other", "no file has the module other"),
        (script, "k 0x10 32 {}", "k 0x18 32 {}", "the register of k is another one"),
        (script, "set control s_axi_control", "set control s_axi", "has not inferred the interface s_axi"),
        (description, "name=\"m_axi_both\"", "name=\"m_axi_one\"", "there is no port m_axi_one"),
        (description, "kernel:mixed:1.0", "kernel:mixed:2.0", "vlnv in kernel.xml is"),
        (description, "port=\"m_axi_both\"", "port=\"m_axi_gmem0\"", "and behind m_axi_gmem0 in kernel.xml"),
        (top, "output wire interrupt\n)", "output wire irq\n)", "there is no port interrupt"),
        (
            top,
            "output wire interrupt\n)",
            "output wire interrupt, output wire more\n)",
            "pins that are not part",
        ),
        (top, "output wire [63:0] m_axi_both_ARADDR", "output wire [63:0] m_axi_both_AR", "has no ARADDR"),
    ] {
        let mut plan = plan.clone();
        let text = plan.files.get_mut(file).unwrap();
        assert!(text.contains(from), "{from}");
        *text = text.replacen(from, to, 1);
        let output = Bench::new(&plan).package(&plan, "mixed");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(says), "{to}: {said}");
    }
}
