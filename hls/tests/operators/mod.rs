//! The operators of our hardware compute what the interpreter computes, to the bit: gates and the host's floats alike.
//!
//! `SYCL_HLS_VECTORS` is the number of vectors for each operator, format and latency. `SYCL_HLS_OPERATORS`, names of
//! modules with commas between them, leaves out the others.

#![allow(clippy::print_stdout)]

mod bench;
mod checks;
mod table;
mod tools;
mod vectors;

use std::env;

use bench::{Bench, Bodies};

use crate::is_all;

/// As many as the corners and a sample of random ones, unless all are asked for.
fn wanted() -> usize {
    let number = |text: String| text.parse().expect("SYCL_HLS_VECTORS is a number");
    env::var("SYCL_HLS_VECTORS").map_or(if is_all() { 100_000 } else { 15_000 }, number)
}

fn agree(bodies: Bodies) {
    let checks = checks::all();
    let bench = Bench::build(&checks, bodies);
    let seed = 4;
    println!("seed {seed}, {} vectors", wanted());
    let result = bench.run(&checks, vectors::vectors(seed).take(wanted()), 0);
    assert!(result.is_ok(), "{}", result.unwrap_err());
    // Random ones: the corners are the first.
    let stalled = bench.run(&checks, vectors::vectors(seed + 1).skip(25_000).take(wanted() / 10), 40);
    assert!(stalled.is_ok(), "with stalls: {}", stalled.unwrap_err());
    println!("{} modules: {}, with stalls {}", checks.len(), result.unwrap(), stalled.unwrap());
}

#[test]
fn gates_give_the_interpreters_bits_also_when_stalled() {
    agree(Bodies::Gates);
}

#[test]
fn host_floats_give_the_interpreters_bits_also_when_stalled() {
    agree(Bodies::Host);
}
