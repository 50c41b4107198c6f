//! Public examples of Vitis on every target: host Rust = interpreter = sw_emu with checks = sw_emu --release = what
//! plain Rust computes here, from what the example is about and not from its kernel.

mod arrays;
mod loops;
mod memory;
mod records;
mod system;

use sycl_hls_tests::noise;

/// Integers from `-range` to `range`, which look random.
fn ints(count: usize, seed: u64, range: i64) -> Vec<i32> {
    let in_range = |n: u64| (n % (2 * range as u64 + 1)) as i64 - range;
    noise(count, seed).map(|n| in_range(n) as i32).collect()
}

/// Any integers of 32 bits.
fn words(count: usize, seed: u64) -> Vec<u32> {
    noise(count, seed).map(|n| n as u32).collect()
}

/// The product of two matrices of whole numbers, row by row.
fn product(a: &[i32], b: &[i32], depth: usize, columns: usize) -> Vec<i32> {
    let element =
        |row: &[i32], j: usize| row.iter().zip(b.iter().skip(j).step_by(columns)).map(|(x, y)| x * y).sum();
    a.chunks_exact(depth).flat_map(|row| (0..columns).map(move |j| element(row, j))).collect()
}
