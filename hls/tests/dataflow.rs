//! Passes on processes and channels: the files of `tests/kir/dataflow` run alike before and after.

use std::path::PathBuf;

#[path = "../ir/tests/common/cases.rs"]
pub mod cases;

use cases::{Case, cases, files, outcome};
use sycl_hls_compiler::back::{hls_cpp, sw_emu};
use sycl_hls_compiler::pass::{HARDWARE, HARDWARE_EXTERNAL, Pass, REGISTRY, run_all};
use sycl_hls_ir::{check, parse};

/// Runs every case of every file after these passes.
fn agree(passes: &[Pass]) {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    for (path, text) in ["dataflow", "ports"].into_iter().flat_map(|folder| files(&root, folder)) {
        let mut module = parse(&text).unwrap();
        run_all(&mut module, passes);
        let names: Vec<&str> = passes.iter().map(|pass| pass.name).collect();
        assert_eq!(check(&module), Ok(()), "{} after {names:?}", path.display());
        for Case { question, answer } in cases(&text) {
            // Checks say it in other words.
            if !answer.iter().any(|line| line.contains("no defined result")) {
                let found = outcome(&module, question);
                assert_eq!(found, answer.join("\n"), "{}: {question} after {names:?}", path.display());
            }
        }
    }
}

#[test]
fn every_pass_keeps_what_processes_do() {
    for pass in REGISTRY {
        agree(&[*pass]);
    }
}

#[test]
fn the_passes_of_each_target_keep_what_processes_do() {
    let targets = [HARDWARE, HARDWARE_EXTERNAL, hls_cpp::LEGALIZE, sw_emu::CHECKED, sw_emu::UNCHECKED];
    targets.into_iter().for_each(agree);
}
