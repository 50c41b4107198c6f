//! PolyBench: linear algebra.

use sycl_hls_tests::kernels::suites::linear::linear as kernels;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, subject};

use super::{Matrix, ints, quarters};

subject!(linear, "suites/linear.rs", kernels);

const N: usize = 12;
const M: usize = 10;
const K: usize = 8;

fn singles(values: &[f64]) -> Vec<f32> {
    values.iter().map(|value| *value as f32).collect()
}

fn whole(values: &[f64]) -> Vec<i64> {
    values.iter().map(|value| *value as i64).collect()
}

fn integers(count: usize, seed: u64) -> Vec<f64> {
    ints(count, seed, 50).into_iter().map(|n| n as f64).collect()
}

/// `x a + y b`, element by element.
fn combined(x: f64, a: &Matrix, y: f64, b: &Matrix) -> Vec<f64> {
    a.values().iter().zip(b.values()).map(|(a, b)| x * a + y * b).collect()
}

#[test]
fn gemm() {
    let (a, b, c) = (quarters(N * K, 1), quarters(K * M, 2), quarters(N * M, 3));
    let product = Matrix::of(&a, K).times(&Matrix::of(&b, M));
    let expected = combined(1.5, &product, -2.0, &Matrix::of(&c, M));
    let args = [scalar(1.5_f64), scalar(-2.0_f64), slice(a), slice(b), slice_mut(c)];
    assert_eq!(agreed::<f64>(linear(), "gemm", &args, 4), expected);
}

#[test]
fn two_products() {
    let [a, b, c, d] = [(N * K, 4), (K * M, 5), (M * N, 6), (N * N, 7)].map(|(n, seed)| integers(n, seed));
    let product = Matrix::of(&a, K).times(&Matrix::of(&b, M)).times(&Matrix::of(&c, N));
    let expected = combined(3.0, &product, -7.0, &Matrix::of(&d, N));
    let matrices = [slice(whole(&a)), slice(whole(&b)), slice(whole(&c)), slice_mut(whole(&d))];
    let args = [[scalar(3_i64), scalar(-7_i64)].as_slice(), &matrices].concat();
    assert_eq!(agreed::<i64>(linear(), "two_products", &args, 5), whole(&expected));
}

#[test]
fn atax() {
    let (a, x) = (quarters(N * M, 8), quarters(M, 9));
    let matrix = Matrix::of(&a, M);
    let expected = matrix.transposed().times(&matrix.times(&Matrix::of(&x, 1))).values();
    let args = [slice(a), slice(x), slice_mut(vec![1.0_f64; M])];
    assert_eq!(agreed::<f64>(linear(), "atax", &args, 2), expected);
}

#[test]
fn bicg() {
    let (a, p, r) = (quarters(N * M, 10), quarters(M, 11), quarters(N, 12));
    let matrix = Matrix::of(&a, M);
    let s = matrix.transposed().times(&Matrix::of(&r, 1)).values();
    let q = matrix.times(&Matrix::of(&p, 1)).values();
    let inputs = [&a, &p, &r].map(|values| slice(singles(values)));
    let args = [inputs.as_slice(), &[slice_mut(vec![1_f32; M]), slice_mut(vec![1_f32; N])]].concat();
    assert_eq!(agreed::<f32>(linear(), "bicg", &args, 3), singles(&s));
    assert_eq!(agreed::<f32>(linear(), "bicg", &args, 4), singles(&q));
}

#[test]
fn gemver() {
    let (alpha, beta) = (0.5, -1.5);
    let (a, uv) = (quarters(N * N, 13), quarters(4 * N, 14));
    let [y, z, x, w] = [15, 16, 17, 18].map(|seed| quarters(N, seed));
    let outer = |i: usize, j: usize| uv[i] * uv[N + j] + uv[2 * N + i] * uv[3 * N + j];
    let updated = Matrix::new(N, N, |i, j| a[i * N + j] + outer(i, j));
    let back = updated.transposed().times(&Matrix::of(&y, 1)).values();
    let solution: Vec<f64> = (0..N).map(|i| x[i] + beta * back[i] + z[i]).collect();
    let forth = updated.times(&Matrix::of(&solution, 1)).values();
    let sums: Vec<f64> = (0..N).map(|i| w[i] + alpha * forth[i]).collect();
    let args = [
        scalar(alpha),
        scalar(beta),
        slice_mut(a),
        slice(uv),
        slice(y),
        slice(z),
        slice_mut(x),
        slice_mut(w),
    ];
    for (argument, expected) in [(2, updated.values()), (6, solution), (7, sums)] {
        assert_eq!(agreed::<f64>(linear(), "gemver", &args, argument), expected);
    }
}

/// Above the diagonal nothing changes.
#[test]
fn syrk() {
    let (a, c) = (quarters(N * M, 19), quarters(N * N, 20));
    let factor = Matrix::of(&a, M);
    let square = factor.times(&factor.transposed());
    let at =
        |i: usize, j: usize| if j > i { c[i * N + j] } else { 0.5 * square.at(i, j) + 2.0 * c[i * N + j] };
    let expected = Matrix::new(N, N, at).values();
    let args = [scalar(0.5_f32), scalar(2_f32), slice(singles(&a)), slice_mut(singles(&c))];
    assert_eq!(agreed::<f32>(linear(), "syrk", &args, 3), singles(&expected));
}

#[test]
fn trmm() {
    let (a, b) = (integers(N * N, 21), integers(N * M, 22));
    let triangle = Matrix::new(N, N, |i, j| match j {
        _ if j < i => a[i * N + j],
        _ if j == i => 1.0,
        _ => 0.0,
    });
    let product = triangle.transposed().times(&Matrix::of(&b, M));
    let expected = combined(-3.0, &product, 0.0, &product);
    let args = [scalar(-3_i64), slice(whole(&a)), slice_mut(whole(&b))];
    assert_eq!(agreed::<i64>(linear(), "trmm", &args, 2), whole(&expected));
}

#[test]
fn symm() {
    let [a, b, c] = [(N * N, 23), (N * M, 24), (N * M, 25)].map(|(n, seed)| integers(n, seed));
    let symmetric = Matrix::new(N, N, |i, j| a[i.max(j) * N + i.min(j)]);
    let product = symmetric.times(&Matrix::of(&b, M));
    let expected = combined(2.0, &product, 5.0, &Matrix::of(&c, M));
    let args = [scalar(2_i64), scalar(5_i64), slice(whole(&a)), slice(whole(&b)), slice_mut(whole(&c))];
    assert_eq!(agreed::<i64>(linear(), "symm", &args, 4), whole(&expected));
}
