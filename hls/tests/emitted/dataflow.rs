//! Processes and channels: the files of `tests/kir/dataflow` as emulation runs them, with channels of several depths.

use std::fmt::Write as _;
use std::path::Path;

use sycl_hls_ir::parse;

use super::harness::{Compiler, Job, agree_with};
use crate::dataflow::cases::{arguments, cases, files};
use crate::is_all;

/// The depths of all channels; `None` for those that the files declare.
const DEPTHS: &[Option<u32>] = &[None, Some(1), Some(2), Some(3), Some(20)];

/// The depths of a sample: a channel that is full after each element, and those that the files declare.
const SAMPLE: &[Option<u32>] = &[None, Some(1)];

/// AddressSanitizer follows from stack to stack; what switches them where there is no code for the processor is tested, too.
const COMPILERS: [Compiler; 3] = [
    ("g++", &["-Wno-unknown-pragmas", "-fno-sanitize-recover=all", "-fsanitize=address"]),
    ("g++", &["-Wno-unknown-pragmas", "-fno-sanitize-recover=all", "-DSYCL_HLS_UCONTEXT"]),
    ("clang++", &["-fsanitize-trap=undefined", "-O3"]),
];

/// The functions of a file with this depth, under names that end with `suffix`.
fn variant(text: &str, depth: Option<u32>, suffix: &str) -> String {
    let module = parse(text).unwrap();
    let mut variant = String::new();
    for line in text.lines().filter(|line| !line.starts_with("//") && !line.starts_with("module ")) {
        let (before, declared) = line.split_once(" depth ").unwrap_or((line, ""));
        let rest = declared.trim_start_matches(|c: char| c.is_ascii_digit());
        match depth {
            Some(depth) if !declared.is_empty() => _ = writeln!(variant, "{before} depth {depth}{rest}"),
            _ => _ = writeln!(variant, "{line}"),
        }
    }
    for (_, func) in module.funcs.iter() {
        variant = variant.replace(&format!("@{}(", func.name), &format!("@{}_{suffix}(", func.name));
    }
    variant
}

/// The runs of all cases of all files with each of these depths, and the functions that they call.
fn jobs(depths: &[Option<u32>]) -> (String, Vec<Job>) {
    let mut text = String::from("module m from \"m.rs\"\n");
    let mut jobs: Vec<Job> = Vec::new();
    for (path, file) in files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")), "dataflow") {
        let module = parse(&file).unwrap();
        let (_, kernel) = module.kernels().next().unwrap();
        for depth in depths {
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let suffix = format!("{stem}_{}", depth.map_or("own".to_owned(), |depth| depth.to_string()));
            text += &variant(&file, *depth, &suffix);
            let name: &'static str = format!("{}_{suffix}", kernel.name).leak();
            for case in cases(&file) {
                jobs.push((name, arguments(kernel, case.question.strip_prefix("call").unwrap())));
            }
        }
    }
    (text, jobs)
}

#[test]
fn processes_run_as_in_the_interpreter() {
    let (text, jobs) = jobs(if is_all() { DEPTHS } else { SAMPLE });
    let outcomes = agree_with(&COMPILERS, &text, &jobs);
    let faults: Vec<String> =
        outcomes.iter().filter_map(|outcome| Some(outcome.as_ref().err()?.to_string())).collect();
    for words in ["deadlock", "which has ended, wrote", "are left when", "index out of bounds", "overflow"] {
        assert!(faults.iter().any(|fault| fault.contains(words)), "no run ends with `{words}`");
    }
}
