//! What the passes for hardware leave of every kernel that the tests have. That it means the same, `corpus`, `port`,
//! `suites` and the random programs show: the interpreter of its result is one of their targets.
#![allow(missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sycl_hls_compiler::pass;
use sycl_hls_ir::{Func, Module, OpKind, RegionId, check};
use sycl_hls_tests::images::translated;

/// The files with kernels below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if fs::read_to_string(&path).unwrap().contains("#[sycl_hls::kernels]") {
            found.push(path);
        }
    }
}

fn modules() -> Vec<Module> {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels"), &mut files);
    files.sort();
    files.into_iter().flat_map(translated).collect()
}

/// Are there loops in a region, or in regions inside?
fn has_loops(func: &Func, region: RegionId) -> bool {
    func.regions[region].ops.iter().any(|op| {
        let kind = &func.ops[*op].kind;
        matches!(kind, OpKind::For(_) | OpKind::While { .. })
            || kind.regions().any(|inner| has_loops(func, inner))
    })
}

fn assert_lowered(func: &Func) {
    for op in func.ops_in_order() {
        match &func.ops[op].kind {
            OpKind::Call { .. } => panic!("{} has a call", func.name),
            OpKind::Declare { slot, .. } => {
                let slot = &func.slots[*slot];
                assert!(slot.ty.leaf().is_some(), "{}: {} is a {}", func.name, slot.name, slot.ty);
            }
            OpKind::For(for_loop) if for_loop.directives.is_pipelined() => {
                assert!(!has_loops(func, for_loop.body), "{} has a loop in a pipeline", func.name);
            }
            OpKind::For(for_loop) => {
                assert!(!for_loop.directives.is_unrolled_fully(), "{} has a loop to unroll", func.name);
            }
            _ => {}
        }
    }
    assert!(!func.directives.is_pipelined() || !has_loops(func, func.body), "{}", func.name);
}

#[test]
fn kernels_are_lowered() {
    let (mut kernels, mut before, mut after, mut longest) = (0, 0, 0, (Duration::ZERO, String::new()));
    for mut module in modules() {
        before += module.kernels().map(|(_, func)| func.ops_in_order().len()).sum::<usize>();
        let start = Instant::now();
        pass::run_all(&mut module, pass::HARDWARE);
        longest = longest.max((start.elapsed(), module.name.clone()));
        assert_eq!(check(&module), Ok(()), "{}", module.name);
        for (_, func) in module.kernels() {
            kernels += 1;
            after += func.ops_in_order().len();
            assert_lowered(func);
        }
    }
    println!("{kernels} kernels, {before} operations without helpers become {after}; longest: {longest:?}");
    assert!(kernels > 200, "{kernels}");
}
