//! Kernels of PolyBench and MachSuite on every target: host Rust = interpreter = sw_emu with checks = sw_emu --release
//! = what plain Rust computes here in another way.

mod graphs;
mod linear;
mod machine;
mod solvers;
mod sorting;
mod stencils;

use sycl_hls_tests::noise;

/// Integers from `-range` to `range`, which look random.
fn ints(count: usize, seed: u64, range: i64) -> Vec<i64> {
    noise(count, seed).map(|n| (n % (2 * range as u64 + 1)) as i64 - range).collect()
}

/// Quarters from -8 to 8: sums of a few products of them are exact in any order, in `f32` too.
fn quarters(count: usize, seed: u64) -> Vec<f64> {
    ints(count, seed, 32).into_iter().map(|n| n as f64 / 4.0).collect()
}

/// Fails unless all numbers differ by less than a millionth of a millionth of the largest.
fn assert_close(found: &[f64], expected: &[f64]) {
    let largest = expected.iter().fold(1.0_f64, |largest, x| largest.max(x.abs()));
    assert_eq!(found.len(), expected.len());
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() < largest * 1e-12, "element {i}: {found}, not {expected}");
    }
}

/// A matrix as rows.
struct Matrix {
    rows: Vec<Vec<f64>>,
}

impl Matrix {
    fn new(rows: usize, columns: usize, at: impl Fn(usize, usize) -> f64) -> Self {
        let row = |i| (0..columns).map(|j| at(i, j)).collect();
        Self { rows: (0..rows).map(row).collect() }
    }

    fn of(values: &[f64], columns: usize) -> Self {
        Self { rows: values.chunks_exact(columns).map(<[f64]>::to_vec).collect() }
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.rows[i][j]
    }

    fn transposed(&self) -> Self {
        Self::new(self.rows[0].len(), self.rows.len(), |i, j| self.at(j, i))
    }

    fn times(&self, other: &Self) -> Self {
        let dot = |i: usize, j: usize| (0..other.rows.len()).map(|k| self.at(i, k) * other.at(k, j)).sum();
        Self::new(self.rows.len(), other.rows[0].len(), dot)
    }

    fn values(&self) -> Vec<f64> {
        self.rows.concat()
    }
}
