//! Random nests of loops, blocks, choices and exits.

use sycl_hls_compiler::pass::INLINE;
use sycl_hls_ir::interp::Arg;
use sycl_hls_ir::{Module, print};

use crate::nest::Nest;
use crate::subject::{after, kir, run, slice};

fn start() -> Vec<Arg> {
    vec![slice(&[1_u32, 0])]
}

/// A kernel that calls a nest in a loop, and uses what it returns.
fn called(seed: u64) -> Module {
    let nest =
        Nest::kernel("f", seed).replace("kernel @f", "fn @f").replace(" bundle \"g\") {", ") -> u32 {");
    let returning = nest.replace("return\n", "%9001 = read &0[%5]: u32\nreturn %9001\n");
    // Each value has a number of its own.
    let mut number = 9001;
    let mut parts = returning.split("%9001 = read &0[%5]: u32\nreturn %9001\n");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        text += &format!("%{number} = read &0[%5]: u32\nreturn %{number}\n{part}");
        number += 1;
    }
    kir(&format!(
        "kernel @k(&0.out: mut [u32] bundle \"g\") {{\n%0 = const 0: u32\n%1 = const 3: u32\n%2 = const 1: u64\n\
         for %3 in %0..%1 {{\n%4 = call @f(&0): u32\n%5 = call @f(&0): u32\n%6 = add.wrapping %4, %5: u32\n\
         write &0[%2], %6\n}}\nreturn\n}}\n{text}"
    ))
}

#[test]
fn inlined_nests_mean_the_same() {
    for seed in 1..300 {
        let module = called(seed);
        let expected = run(&module, &start()).unwrap();
        let inlined = after(&module, &[INLINE]);
        assert_eq!(run(&inlined, &start()).unwrap(), expected, "seed {seed}:\n{}", print(&inlined));
    }
}
