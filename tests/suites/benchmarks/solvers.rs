//! PolyBench: solvers and dynamic programming, by what makes a solution one.

use sycl_hls_tests::kernels::suites::solvers::solvers as kernels;
use sycl_hls_tests::value::{slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject};

use super::{Matrix, assert_close, quarters};

subject!(solvers, "suites/solvers.rs", kernels);

const N: usize = 10;

/// A matrix with a large diagonal, which every solver can take.
fn dominant(seed: u64) -> Matrix {
    let values = quarters(N * N, seed);
    Matrix::new(N, N, |i, j| values[i * N + j] + if i == j { 90.0 } else { 0.0 })
}

#[test]
fn lu() {
    let matrix = dominant(1);
    let factors = Matrix::of(&agreed(solvers(), "lu", &[slice_mut(matrix.values())], 0), N);
    let lower = Matrix::new(N, N, |i, j| if i == j { 1.0 } else { factors.at(i, j) * f64::from(j < i) });
    let upper = Matrix::new(N, N, |i, j| factors.at(i, j) * f64::from(j >= i));
    assert_close(&lower.times(&upper).values(), &matrix.values());
}

#[test]
fn cholesky() {
    let factor = dominant(2);
    let matrix = factor.times(&factor.transposed());
    let args = [slice_mut(matrix.values()), slice_mut(vec![9_u8])];
    assert_eq!(agreed::<u8>(solvers(), "cholesky", &args, 1), [1]);
    let root = Matrix::of(&agreed(solvers(), "cholesky", &args, 0), N);
    let lower = Matrix::new(N, N, |i, j| if j <= i { root.at(i, j) } else { 0.0 });
    assert_close(&lower.times(&lower.transposed()).values(), &matrix.values());
}

/// No root: the matrix stays as it is.
#[test]
fn cholesky_of_an_indefinite_matrix() {
    let matrix = Matrix::new(N, N, |i, j| f64::from(i == j) * if i == 6 { -1.0 } else { 4.0 });
    let args = [slice_mut(matrix.values()), slice_mut(vec![9_u8])];
    assert_eq!(agreed::<u8>(solvers(), "cholesky", &args, 1), [0]);
    assert_eq!(agreed::<f64>(solvers(), "cholesky", &args, 0), matrix.values());
}

/// The Toeplitz matrix of 1 and `r`, times the solution, is `-r`.
#[test]
fn durbin() {
    let r: Vec<f64> = quarters(N, 3).iter().map(|value| value / 100.0).collect();
    let y: Vec<f64> = agreed(solvers(), "durbin", &[slice(r.clone()), slice_mut(vec![0_f64; N])], 1);
    let toeplitz = Matrix::new(N, N, |i, j| if i == j { 1.0 } else { r[i.abs_diff(j) - 1] });
    let negated: Vec<f64> = r.iter().map(|value| -value).collect();
    assert_close(&toeplitz.times(&Matrix::of(&y, 1)).values(), &negated);
}

/// Against Bellman and Ford from every node.
#[test]
fn floyd_warshall() {
    let length = |n: u64| if n.is_multiple_of(3) { (n / 3 % 100) as u32 + 1 } else { u32::MAX };
    let mut edges: Vec<u32> = noise(N * N, 4).map(length).collect();
    for i in 0..N {
        edges[i * N + i] = 0;
    }
    let distances = |from: usize| {
        let mut best = vec![u64::MAX; N];
        best[from] = 0;
        for _ in 0..N {
            for (at, length) in edges.iter().enumerate().filter(|(_, length)| **length != u32::MAX) {
                best[at % N] = best[at % N].min(best[at / N].saturating_add(u64::from(*length)));
            }
        }
        best.into_iter().map(|best| best.try_into().unwrap_or(u32::MAX)).collect::<Vec<u32>>()
    };
    let expected = (0..N).flat_map(distances).collect::<Vec<u32>>();
    assert!(expected.contains(&u32::MAX) || expected.iter().zip(&edges).any(|(best, edge)| best < edge));
    assert_eq!(agreed::<u32>(solvers(), "floyd_warshall", &[slice_mut(edges)], 0), expected);
}

/// The most pairs in `strand`, by trying all partners of its first base.
fn pairs(strand: &[u8], known: &mut std::collections::HashMap<Vec<u8>, i32>) -> i32 {
    let [first, rest @ ..] = strand else { return 0 };
    if let Some(known) = known.get(strand) {
        return *known;
    }
    let mut most = pairs(rest, known);
    for (at, other) in rest.iter().enumerate() {
        let matches = matches!((first, other), (0, 3) | (3, 0) | (1, 2) | (2, 1));
        if matches {
            most = most.max(1 + pairs(&rest[..at], known) + pairs(&rest[at + 1..], known));
        }
    }
    known.insert(strand.to_vec(), most);
    most
}

#[test]
fn nussinov() {
    for seed in 5..8 {
        let strand: Vec<u8> = noise(24, seed).map(|n| (n % 4) as u8).collect();
        let args = [slice(strand.clone()), slice_mut(vec![0; 24 * 24])];
        let table: Vec<i32> = agreed(solvers(), "nussinov", &args, 1);
        for (from, to) in [(0, 23), (3, 17), (5, 6)] {
            assert_eq!(table[from * 24 + to], pairs(&strand[from..=to], &mut Default::default()));
        }
    }
}
