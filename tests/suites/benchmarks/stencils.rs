//! PolyBench and MachSuite: stencils.

use sycl_hls_tests::kernels::suites::stencils::stencils as kernels;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, subject};

use super::{Matrix, assert_close, ints, quarters};

subject!(stencils, "suites/stencils.rs", kernels);

const N: usize = 14;

fn inner(i: usize) -> bool {
    (1..N - 1).contains(&i)
}

#[test]
fn jacobi_2d() {
    for steps in [0, 1, 5] {
        let mut field = Matrix::of(&quarters(N * N, 1), N);
        let args = [scalar(steps as u32), slice_mut(field.values())];
        for _ in 0..2 * steps {
            field = Matrix::new(N, N, |i, j| match inner(i) && inner(j) {
                true => [(i, j), (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
                    .map(|(i, j)| field.at(i, j) / 5.0)
                    .iter()
                    .sum(),
                false => field.at(i, j),
            });
        }
        assert_close(&agreed(stencils(), "jacobi_2d", &args, 1), &field.values());
    }
}

#[test]
fn seidel_2d() {
    let mut field = quarters(N * N, 2);
    let args = [scalar(3_u32), slice_mut(field.clone())];
    for at in (0..3).flat_map(|_| 0..N * N).filter(|at| inner(at / N) && inner(at % N)) {
        let around = [at - N, at, at + N].map(|centre| field[centre - 1..=centre + 1].iter().sum::<f64>());
        field[at] = around.iter().sum::<f64>() / 9.0;
    }
    assert_close(&agreed(stencils(), "seidel_2d", &args, 1), &field);
}

/// What changes is a difference of the neighbours, which a border has on one side only.
#[test]
fn fdtd_2d() {
    let source = quarters(6, 3);
    let fields = [4, 5, 6].map(|seed| Matrix::of(&quarters(N * N, seed), N));
    let values = fields.each_ref().map(|field| slice_mut(field.values()));
    let args = [[slice(source.clone())].as_slice(), &values].concat();
    let [mut ex, mut ey, mut hz] = fields;
    for value in source {
        ey = Matrix::new(N, N, |i, j| match i {
            0 => value,
            _ => ey.at(i, j) - (hz.at(i, j) - hz.at(i - 1, j)) / 2.0,
        });
        ex = Matrix::new(N, N, |i, j| match j {
            0 => ex.at(i, j),
            _ => ex.at(i, j) - (hz.at(i, j) - hz.at(i, j - 1)) / 2.0,
        });
        hz = Matrix::new(N, N, |i, j| match i.max(j) == N - 1 {
            true => hz.at(i, j),
            false => {
                let curl = (ex.at(i, j + 1) - ex.at(i, j)) + (ey.at(i + 1, j) - ey.at(i, j));
                hz.at(i, j) - 0.7 * curl
            }
        });
    }
    for (argument, field) in [(1, ex), (2, ey), (3, hz)] {
        assert_close(&agreed(stencils(), "fdtd_2d", &args, argument), &field.values());
    }
}

fn small(count: usize, seed: u64) -> Vec<i32> {
    ints(count, seed, 1000).into_iter().map(|n| n as i32).collect()
}

#[test]
fn stencil_2d() {
    let (filter, image) = (small(9, 7), small(108, 8));
    let mut expected = vec![-1; 108];
    for (at, out) in expected.iter_mut().enumerate().filter(|(at, _)| at / 12 < 7 && at % 12 < 10) {
        *out = (0..9).map(|k| filter[k] * image[at + k / 3 * 12 + k % 3]).sum();
    }
    let args = [slice(filter), slice(image), slice_mut(vec![-1; 108])];
    assert_eq!(agreed::<i32>(stencils(), "stencil_2d", &args, 2), expected);
}

#[test]
fn stencil_3d() {
    let cube = ints(216, 9, 1000);
    let one = |at: usize| {
        let inside = [at / 36, at / 6 % 6, at % 6].iter().all(|index| (1..5).contains(index));
        let neighbours = || [1, 6, 36].iter().map(|by| cube[at - by] + cube[at + by]).sum::<i64>();
        if inside { 7 * cube[at] - 2 * neighbours() } else { cube[at] }
    };
    let expected: Vec<i64> = (0..216).map(one).collect();
    let args = [scalar(7_i64), scalar(-2_i64), slice(cube.clone()), slice_mut(vec![0_i64; 216])];
    assert_eq!(agreed::<i64>(stencils(), "stencil_3d", &args, 3), expected);
}
