//! Random nests of loops, blocks, choices and exits.

use sycl_hls_compiler::pass::{FOLD, HARDWARE, INLINE, Pass, UNROLL};
use sycl_hls_ir::directive::Unroll;
use sycl_hls_ir::interp::Arg;
use sycl_hls_ir::{Module, OpKind, print};

use crate::emitted::nest::Nest;
use crate::hardware::subject::{after, kir, run, slice};

fn start() -> Vec<Arg> {
    vec![slice(&[1_u32, 0])]
}

/// A kernel that calls a nest in a loop, and uses what it returns.
fn called(seed: u64) -> Module {
    let nest =
        Nest::kernel("f", seed).replace("kernel @f", "fn @f").replace(" bundle \"g\") {", ") -> u32 {");
    let returning = nest.replace("return\n", "%9001 = read &0[%5]: u32\nreturn %9001\n");
    // Each value has a number of its own.
    let mut parts = returning.split("%9001 = read &0[%5]: u32\nreturn %9001\n");
    let mut text = parts.next().unwrap().to_owned();
    for (number, part) in (9001..).zip(parts) {
        text += &format!("%{number} = read &0[%5]: u32\nreturn %{number}\n{part}");
    }
    kir(&format!(
        "kernel @k(&0.out: mut [u32] bundle \"g\") {{\n%0 = const 0: u32\n%1 = const 3: u32\n%2 = const 1: u64\n\
         for %3 in %0..%1 {{\n%4 = call @f(&0): u32\n%5 = call @f(&0): u32\n%6 = add.wrapping %4, %5: u32\n\
         write &0[%2], %6\n}}\nreturn\n}}\n{text}"
    ))
}

/// A module means the same after each list of passes.
fn unchanged(module: &Module, seed: u64, lists: &[&[Pass]]) {
    let expected = run(module, &start()).unwrap();
    for passes in lists {
        let lowered = after(module, passes);
        assert_eq!(run(&lowered, &start()).unwrap(), expected, "seed {seed}:\n{}", print(&lowered));
    }
}

#[test]
fn inlined_nests_mean_the_same() {
    for seed in 1..100 {
        unchanged(&called(seed), seed, &[&[INLINE], HARDWARE]);
    }
}

/// Every second loop of a nest is unrolled fully, the others by a factor.
fn unrolled(seed: u64) -> Module {
    let mut module = kir(&Nest::kernel("k", seed));
    for (_, func) in module.funcs.iter_mut() {
        for (number, op) in func.ops_in_order().into_iter().enumerate() {
            if let OpKind::For(for_loop) = &mut func.ops[op].kind {
                let factor = Some(2).filter(|_| (number as u64 + seed).is_multiple_of(2));
                for_loop.directives.unroll = Some(Unroll { factor, ..Unroll::default() }.into());
            }
        }
    }
    module
}

#[test]
fn unrolled_nests_mean_the_same() {
    for seed in 1..100 {
        unchanged(&unrolled(seed), seed, &[&[UNROLL], &[UNROLL, FOLD], HARDWARE]);
    }
}

#[test]
fn folded_nests_mean_the_same() {
    for seed in 1..300 {
        unchanged(&kir(&Nest::kernel("k", seed)), seed, &[&[FOLD]]);
    }
}
