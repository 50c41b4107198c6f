//! Random nests of loops, blocks, choices and exits.

use std::fmt::Write as _;

use sycl_hls_compiler::back::hls_cpp;
use sycl_hls_compiler::pass::EXIT_LOWERING;
use sycl_hls_ir::interp::{self, Arg, Options};
use sycl_hls_ir::{OpKind, check, parse, print};

use crate::emitted::harness::{Job, after, agree, slice};
use crate::emitted::nest::Nest;
use crate::is_all;

fn run(module: &sycl_hls_ir::Module) -> Vec<Arg> {
    let mut args = vec![slice([1_u32, 0])];
    let options = Options { steps: 1_000_000, ..Options::default() };
    interp::call(module, module.func("k").unwrap(), &mut args, options).unwrap();
    args
}

/// The number of levels that the exits of a kernel skip, added up.
fn skipped(module: &sycl_hls_ir::Module) -> u32 {
    let func = &module.funcs[module.func("k").unwrap()];
    let levels = |kind: &OpKind| match kind {
        OpKind::Break(levels) | OpKind::Continue(levels) => *levels,
        _ => 0,
    };
    func.ops_in_order().into_iter().map(|op| levels(&func.ops[op].kind)).sum()
}

#[test]
fn leaving_one_level_at_a_time_means_the_same() {
    let mut exits = 0;
    for seed in 1..if is_all() { 3000 } else { 600 } {
        let text = format!("module m\n{}", Nest::kernel("k", seed));
        let module = parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(check(&module), Ok(()), "{text}");
        exits += skipped(&module);
        let expected = run(&module);
        for passes in [&[EXIT_LOWERING][..], hls_cpp::LEGALIZE] {
            let legal = after(&module, passes);
            assert_eq!(run(&legal), expected, "seed {seed}:\n{text}\n{}", print(&legal));
            assert_eq!(skipped(&legal), 0, "seed {seed}:\n{}", print(&legal));
        }
    }
    assert!(exits > 200, "{exits}");
}

#[test]
fn compilers_agree() {
    let mut text = String::from("module m\n");
    let names: Vec<&'static str> = (0..40).map(|index| &*String::leak(format!("k{index}"))).collect();
    for (name, seed) in names.iter().zip(5000..) {
        write!(text, "{}", Nest::kernel(name, seed)).unwrap();
    }
    let jobs: Vec<Job> = names.into_iter().map(|name| (name, vec![slice([1_u32, 0])])).collect();
    agree(&text, &jobs);
}
