//! The text of cores.

use std::process::Command;

use sycl_hls_compiler::back::verilog::core;
use sycl_hls_compiler::pass::{HARDWARE, run_all};
use sycl_hls_compiler::rtl::operators::library;
use sycl_hls_compiler::rtl::{Clock, hardware};
use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::{Module, Source};

/// The cores of a file's kernels.
fn cores(text: &str) -> Vec<String> {
    let mut item = find_modules(text).unwrap().remove(0);
    let mut module: Module = translate(&mut item, Source::new("m.rs", None)).module.unwrap();
    run_all(&mut module, HARDWARE);
    let cores = module.kernels().map(|(_, func)| {
        let (design, plan) = hardware(&module, func, Clock::of_vitis(300.0)).unwrap();
        core(&design, &plan)
    });
    cores.collect()
}

/// Simulators are kept by what their Verilog is.
#[test]
fn a_kernel_has_the_same_text_each_time() {
    let text = include_str!("../../../tests/kernels/memories.rs");
    assert!(cores(text) == cores(text));
}

/// The registers between the cycles, those of operators among them, have copies of the enable; the longest operators have several.
#[test]
fn enables_of_many_registers_have_copies() {
    let text = "#[sycl_hls::kernels] mod m {
        #[kernel] fn short(x: &[u32], y: &mut [u32]) { for i in 0..y.len() { y[i] = x[i] + 1; } }
        #[kernel] fn long(x: &[f64], y: &mut [f64]) { for i in 0..y.len() { y[i] = x[i] * 2.5 / (x[i] + 3.5); } } }";
    let [short, long] = cores(text).try_into().unwrap();
    assert!(!short.contains("sh_enable"), "{short}");
    let copies = long.matches("sh_enable #(.TERMS(").count();
    assert!((4..10).contains(&copies), "{long}");
    let divider = long.lines().find(|line| line.contains("sh_fdiv")).unwrap();
    assert!(divider.contains(".ENABLES(4)) ") && divider.contains(".ce({ce"), "{divider}");
}

#[test]
fn yosys_takes_tables_of_few_elements() {
    let text = "#[sycl_hls::kernels] mod m {
        const ROUNDS: [u32; 16] = [3, 14, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26, 43, 38, 32, 79];
        #[kernel] fn mixed(x: &mut [u32]) {
            #[pipeline] for i in 0..x.len() { x[i] = x[i] ^ ROUNDS[i % 16]; }
        } }";
    let core = cores(text).remove(0);
    assert!(core.contains("rom_style = \"distributed\""), "{core}");
    for (index, value) in [3, 14, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26, 43, 38, 32, 79].iter().enumerate() {
        assert!(core.contains(&format!("[{index}] = 32'h{value:x};")), "{index}: {core}");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("core.v"), core).unwrap();
    for name in ["sh_delay.v", "sh_line.v"] {
        let (_, module) = library().iter().find(|(known, _)| *known == name).unwrap();
        std::fs::write(folder.path().join(name), module).unwrap();
    }
    let script = "read_verilog core.v sh_delay.v sh_line.v; synth_xilinx -family xcup -flatten -top mixed_core -run begin:map_ffram";
    let output =
        Command::new("yosys").current_dir(folder.path()).args(["-q", "-p", script]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
