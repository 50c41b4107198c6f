//! The text of emitted Verilog: other tools read it without a complaint, and people as well.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::pass;
use sycl_hls_tests::images::{sources, translated};
use sycl_hls_tests::is_all;

/// Every which source is in the sample.
const SAMPLE: usize = 16;

/// The kernels of a sample of the corpus, or of all of it in `make test-all`, each with what it is found by.
fn kernels() -> Vec<(String, hw_emu::Kernel)> {
    let step = if is_all() { 1 } else { SAMPLE };
    let mut kernels = Vec::new();
    for mut module in sources().into_iter().step_by(step).flat_map(translated) {
        pass::run_all(&mut module, hw_emu::LEGALIZE);
        let hardware = module.kernels().filter_map(|(_, func)| hw_emu::kernel(&module, func, 300).ok());
        kernels.extend(hardware.map(|kernel| (format!("{}::{}", module.name, kernel.top()), kernel)));
    }
    kernels
}

/// What Icarus says of files, read as a generation of the language, with warnings of nets that nobody declared.
fn said_by_icarus(generation: &str, files: &[PathBuf]) -> String {
    let mut icarus = Command::new("iverilog");
    let output = icarus.args([generation, "-Wimplicit", "-t", "null"]).args(files).output().unwrap();
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Nets that are not declared are an error under `default_nettype none`, and in SystemVerilog more words are keywords. What a
/// kernel instantiates is among its files, and each file of the library among them is wanted.
#[test]
fn icarus_reads_every_kernel_as_verilog_and_as_systemverilog() {
    let mut used = HashMap::new();
    let kernels = kernels();
    for (name, kernel) in &kernels {
        let folder = tempfile::tempdir().unwrap();
        let own = kernel.verilog();
        let files = hw_emu::files(&own).into_iter().filter(|(name, _)| *name != hw_emu::DPI);
        let files: Vec<PathBuf> = files
            .map(|(name, text)| {
                let path = folder.path().join(name);
                fs::write(&path, text).unwrap();
                *used.entry(name.to_owned()).or_insert(0) += 1;
                path
            })
            .collect();
        for generation in ["-g2005", "-g2012"] {
            assert_eq!(said_by_icarus(generation, &files), "", "{name} {generation}");
        }
    }
    println!("{} kernels; files by kernels that have them: {used:?}", kernels.len());
    assert!(kernels.len() > if is_all() { 200 } else { 15 }, "{}", kernels.len());
    assert!(used["sh_fdiv.v"] < kernels.len(), "a kernel without divisions has no divider");
}

const AXPY: &str = "#[sycl_hls::kernels]
mod k {
    #[kernel]
    fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
        for i in 0..y.len() {
            let scaled = a * x[i];
            y[i] = scaled - 2.5;
        }
    }
}
";

/// Values are called as in Rust, what is computed stands behind its line, and what is known is not computed.
#[test]
fn text_leads_to_the_rust_source() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("k.rs");
    fs::write(&path, AXPY).unwrap();
    let mut module = translated(&path).remove(0);
    pass::run_all(&mut module, hw_emu::LEGALIZE);
    let (_, func) = module.kernels().next().unwrap();
    let [(_, core), (_, top)] = hw_emu::kernel(&module, func, 300).unwrap().verilog();
    let lines: Vec<&str> = core.lines().collect();
    let multiplies = lines.iter().position(|line| line.trim_start().starts_with("sh_fmul")).unwrap();
    let place = lines[..multiplies].iter().rfind(|line| line.contains("// Line")).unwrap();
    assert!(place.contains("// Line 6, cycle "), "{place}");
    assert!(lines[multiplies].contains(".q(scaled_b"), "{}", lines[multiplies]);
    // Less 2.5 is more by -2.5, and both accesses of a beat are of one length.
    assert!(core.contains(".b(32'hc0200000)") && !core.contains("? 2'h2 :"), "{core}");
    for told in ["Resets: ", "Stalls: "] {
        assert!(core.contains(told), "{told}");
    }
    for told in ["ap_ctrl_chain", "reset", "Stalls: ", "0x10 to 0x13  a, 32 bits"] {
        assert!(top.contains(told), "{told}");
    }
}
