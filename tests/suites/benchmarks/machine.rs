//! MachSuite: ciphers, transforms, molecules, sparse matrices.

use std::f64::consts::TAU;

use sycl_hls_tests::kernels::suites::machine::machine as kernels;
use sycl_hls_tests::value::{Records, records, scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject, values_agreed};
use sycl_hls_types::{Scalar, ScalarValue};

use super::{Matrix, assert_close, ints, quarters};
use kernels::{Complex, Vector};

subject!(machine, "suites/machine.rs", kernels);

/// FIPS 197, C.3, and the second block of NIST SP 800-38A, F.1.5 under its own key.
#[test]
fn aes() {
    let bytes = |hex: &str| {
        let pair = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("two digits");
        (0..hex.len()).step_by(2).map(pair).collect::<Vec<u8>>()
    };
    let key: Vec<u8> = (0..32).collect();
    let text = bytes("00112233445566778899aabbccddeeff");
    let args = [slice(key), slice_mut(text)];
    assert_eq!(agreed::<u8>(machine(), "aes", &args, 1), bytes("8ea2b7ca516745bfeafc49904b496089"));
    let key = bytes("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
    let text = bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51");
    let expected = bytes("f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870");
    assert_eq!(agreed::<u8>(machine(), "aes", &[slice(key), slice_mut(text)], 1), expected);
}

fn floats(values: &[ScalarValue]) -> Vec<f64> {
    values.iter().map(|value| value.to_f64()).collect()
}

fn complex(values: &[(f64, f64)]) -> Records {
    let values: Vec<Complex> = values.iter().map(|(re, im)| Complex { re: *re, im: *im }).collect();
    records(&values, &[Scalar::F64; 2])
}

/// Against the sum that defines the transform; the order is that of the reversed bits.
#[test]
fn fft() {
    let turn = |k: usize| (TAU * k as f64 / 64.0).sin_cos();
    let twiddles: Vec<(f64, f64)> = (0..32).map(turn).map(|(sin, cos)| (cos, -sin)).collect();
    let data: Vec<(f64, f64)> = quarters(128, 1).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    let frequency = |k: usize| {
        let turned = data.iter().enumerate().map(|(n, (re, im))| {
            let (sin, cos) = turn(k * n % 64);
            (re * cos + im * sin, im * cos - re * sin)
        });
        turned.fold((0.0, 0.0), |sum, (re, im)| (sum.0 + re, sum.1 + im))
    };
    let reversed = |at: usize| usize::from((at as u8).reverse_bits() >> 2);
    let expected: Vec<f64> = (0..64).map(reversed).map(frequency).flat_map(|(re, im)| [re, im]).collect();
    let args = [slice(complex(&twiddles)), slice_mut(complex(&data))];
    assert_close(&floats(&values_agreed(machine(), "fft", &args, 1)), &expected);
}

#[test]
fn gemm_blocked() {
    let [a, b, c] = [2, 3, 4].map(|seed| ints(256, seed, 1000));
    let product = |i: usize, j: usize| (0..16).map(|k| a[i * 16 + k] * b[k * 16 + j]).sum::<i64>();
    let expected: Vec<i32> = (0..256).map(|at| (c[at] + product(at / 16, at % 16)) as i32).collect();
    let [a, b, c] = [a, b, c].map(|values| values.into_iter().map(|n| n as i32).collect::<Vec<i32>>());
    let args = [slice(a), slice(b), slice_mut(c)];
    assert_eq!(agreed::<i32>(machine(), "gemm_blocked", &args, 2), expected);
}

/// The force is the negated gradient of the potential `r^-12 / 8 - r^-6 / 3`.
#[test]
fn md_knn() {
    let coordinates: Vec<f64> = (0..48).map(|n| (n / 3 * (n % 3 + 2) % 7) as f64 + n as f64 / 16.0).collect();
    let atoms: Vec<[f64; 3]> = coordinates.chunks_exact(3).map(|part| [part[0], part[1], part[2]]).collect();
    let near: Vec<u8> = (0..80_u8).map(|n| (n / 5 + n % 5 * 3 + 1) % 16).collect();
    let potential = |at: [f64; 3], other: [f64; 3]| {
        let distance: f64 = (0..3).map(|axis| (at[axis] - other[axis]).powi(2)).sum();
        distance.powi(-6) / 8.0 - distance.powi(-3) / 3.0
    };
    let force = |atom: usize, axis: usize| {
        let near = near[atom * 5..][..5].iter().map(|other| atoms[usize::from(*other)]);
        let moved = |by: f64| std::array::from_fn(|a| atoms[atom][a] + if a == axis { by } else { 0.0 });
        near.map(|other| (potential(moved(-1e-5), other) - potential(moved(1e-5), other)) / 2e-5).sum::<f64>()
    };
    let vectors = |values: &[[f64; 3]]| {
        let vectors: Vec<Vector> = values.iter().map(|[x, y, z]| Vector { x: *x, y: *y, z: *z }).collect();
        records(&vectors, &[Scalar::F64; 3])
    };
    let args = [slice(vectors(&atoms)), slice(near.clone()), slice_mut(vectors(&atoms))];
    let forces = floats(&values_agreed(machine(), "md_knn", &args, 2));
    for (at, found) in forces.iter().enumerate() {
        let expected = force(at / 3, at % 3);
        assert!((found - expected).abs() <= 1e-6 * (1.0 + expected.abs()), "{at}: {found}, not {expected}");
    }
}

/// A matrix of which a part is zeros, in both forms.
#[test]
fn sparse_products() {
    let (rows, columns) = (9, 11);
    let position = |row: usize, k: usize| (row * 3 + k * 2) % columns;
    let (numbers, vector) = (quarters(rows * 4, 5), quarters(columns, 6));
    let mut matrix = Matrix::new(rows, columns, |_, _| 0.0);
    for (at, number) in numbers.iter().enumerate() {
        matrix.rows[at / 4][position(at / 4, at % 4)] = *number;
    }
    let expected = matrix.times(&Matrix::of(&vector, 1)).values();

    let places: Vec<u32> = (0..rows * 4).map(|at| position(at / 4, at % 4) as u32).collect();
    let out = || slice_mut(vec![0_f64; rows]);
    let args = [scalar(rows), slice(numbers), slice(places), slice(vector.clone()), out()];
    assert_eq!(agreed::<f64>(machine(), "spmv_ellpack", &args, 4), expected);

    let nonzero = |row: &Vec<f64>| {
        row.iter().enumerate().filter(|(_, x)| **x != 0.0).map(|(j, x)| (j as u32, *x)).collect::<Vec<_>>()
    };
    let stored: Vec<Vec<(u32, f64)>> = matrix.rows.iter().map(nonzero).collect();
    let ends = stored.iter().scan(0, |end, row| {
        *end += row.len() as u32;
        Some(*end)
    });
    let ends: Vec<u32> = ends.collect();
    let (places, values): (Vec<u32>, Vec<f64>) = stored.concat().into_iter().unzip();
    let args = [slice(values), slice(places), slice(ends), slice(vector), out()];
    assert_eq!(agreed::<f64>(machine(), "spmv_crs", &args, 4), expected);
}

/// The tables of the kernel are right for every byte: one block of each.
#[test]
fn aes_of_every_byte() {
    let key = vec![0_u8; 32];
    let text: Vec<u8> = (0..=255).chain(noise(256, 7).map(|n| n as u8)).collect();
    let result: Vec<u8> = agreed(machine(), "aes", &[slice(key), slice_mut(text)], 1);
    let mut blocks: Vec<&[u8]> = result.chunks_exact(16).collect();
    blocks.sort_unstable();
    blocks.dedup();
    assert_eq!(blocks.len(), 32, "a cipher maps no two blocks to one");
}
