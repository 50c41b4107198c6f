//! Arithmetic that knows no denormals: edges of the formats, beside a model that flushes bit by bit.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, noise, subject};
use sycl_hls_types::FaultKind;

use crate::corpus::{any, stops};

subject!(denormals, "denormals.rs", sycl_hls_tests::kernels::denormals::denormals);

/// A zero of its sign in place of a denormal, by its bits.
fn flushed(x: f32) -> f32 {
    let bits = x.to_bits();
    f32::from_bits(if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits })
}

/// The same of `f64`.
fn flushed_f64(x: f64) -> f64 {
    let bits = x.to_bits();
    f64::from_bits(if bits & 0x7ff0_0000_0000_0000 == 0 { bits & (1 << 63) } else { bits })
}

/// Zeros, denormals, what is around the smallest normal, ordinary numbers, infinity; each with both signs.
fn edges() -> Vec<f32> {
    let bits = [0, 1, 0x40_0000, 0x7f_ffff, 0x80_0000, 0x80_0001, 0xff_ffff, 0x100_0000, 0x3f00_0000];
    let more = [
        0x3f7f_ffff,
        0x3f80_0000,
        0x3f80_0001,
        0x2000_0000,
        0x1fff_ffff,
        0x2040_0000,
        0x7f00_0000,
        0x7f80_0000,
    ];
    let positive = bits.into_iter().chain(more);
    positive.flat_map(|bits: u32| [f32::from_bits(bits), -f32::from_bits(bits)]).collect()
}

/// All pairs of edges, and a third one with each.
fn triples() -> (Vec<f32>, Vec<f32>, Vec<f32>) {
    let edges = edges();
    let pairs = edges.iter().flat_map(|a| edges.iter().map(move |b| (*a, *b)));
    let (a, b): (Vec<f32>, Vec<f32>) = pairs.unzip();
    let c = (0..a.len()).map(|i| edges[i * 7 % edges.len()]).collect();
    (a, b, c)
}

#[test]
fn operands_and_results_are_flushed() {
    let (a, b, c) = triples();
    let n = a.len();
    let args = [
        slice(a.clone()),
        slice(b.clone()),
        slice(c.clone()),
        slice_mut(vec![0_f32; n * 14]),
        slice_mut(vec![0_u32; n]),
        slice_mut(vec![0_f64; n]),
    ];
    let y: Vec<f32> = agreed(denormals(), "operations", &args, 3);
    for i in 0..n {
        let (x, z, w) = (flushed(a[i]), flushed(b[i]), flushed(c[i]));
        let expected = [x + z, x - z, x * z, x / z, x.sqrt(), x.mul_add(z, w), x.recip(), x.fract()];
        for (found, expected) in y[i * 14..].iter().zip(expected.map(flushed)) {
            let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
            assert!(same, "{:?}: {found:e} for {expected:e}", (a[i], b[i], c[i]));
        }
        // These know denormals.
        assert_eq!(
            y[i * 14 + 11..i * 14 + 14].iter().map(|it| it.to_bits()).collect::<Vec<_>>(),
            [(-a[i]).to_bits(), a[i].copysign(b[i]).to_bits(), a[i].to_bits()]
        );
    }
}

#[test]
fn just_below_the_smallest_normal() {
    // The exact products are 2^-126 minus a quarter, a half and three quarters of the last bit of a denormal: what rounds up
    // to the smallest normal is none.
    let least = f32::MIN_POSITIVE;
    let half_up = (f32::from_bits(0x1fff_ffff), f32::from_bits(0x2000_0001));
    let pairs = [
        half_up,
        (least * 2.0, 0.5 - f32::EPSILON / 4.0),
        (least, 1.0 - f32::EPSILON / 2.0),
        (least, 1.0 - f32::EPSILON),
    ];
    let (a, b): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
    let n = a.len();
    let args = [
        slice(a.clone()),
        slice(b.clone()),
        slice(vec![0_f32; n]),
        slice_mut(vec![0_f32; n * 14]),
        slice_mut(vec![0_u32; n]),
        slice_mut(vec![0_f64; n]),
    ];
    let y: Vec<f32> = agreed(denormals(), "operations", &args, 3);
    let products: Vec<f32> = y.iter().skip(2).step_by(14).copied().collect();
    let expected: Vec<f32> = a.iter().zip(&b).map(|(a, b)| flushed(a * b)).collect();
    assert_eq!(products, expected);
    assert!(products.contains(&least) && products.contains(&0.0), "{products:?}");
}

#[test]
fn double_precision() {
    let bits =
        [0, 1, (1 << 52) - 1, 1 << 52, (1 << 52) + 1, 1 << 53, 0x1ff8_0000_0000_0000, 0x3fe0_0000_0000_0000];
    let more = [
        0x3fef_ffff_ffff_ffff,
        0x3ff0_0000_0000_0001,
        0x7fe0_0000_0000_0000,
        0x380f_ffff_f000_0000,
        0x3800_0000_0000_0000,
    ];
    let positive = bits.into_iter().chain(more);
    let edges: Vec<f64> =
        positive.flat_map(|bits: u64| [f64::from_bits(bits), -f64::from_bits(bits)]).collect();
    let pairs = edges.iter().flat_map(|a| edges.iter().map(move |b| (*a, *b)));
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.unzip();
    let n = a.len();
    let c: Vec<f64> = (0..n).map(|i| edges[i * 5 % edges.len()]).collect();
    let args = [
        slice(a.clone()),
        slice(b.clone()),
        slice(c.clone()),
        slice_mut(vec![0_f64; n * 8]),
        slice_mut(vec![0_f32; n]),
    ];
    let narrow: Vec<f32> = agreed(denormals(), "operations_f64", &args, 4);
    let y: Vec<f64> = agreed(denormals(), "operations_f64", &args, 3);
    for i in 0..n {
        let (x, z, w) = (flushed_f64(a[i]), flushed_f64(b[i]), flushed_f64(c[i]));
        assert_eq!(narrow[i].to_bits(), flushed(x as f32).to_bits(), "{:e}", a[i]);
        for (found, expected) in
            y[i * 8..].iter().zip([x + z, x - z, x * z, x / z, x.sqrt(), x.mul_add(z, w)].map(flushed_f64))
        {
            let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
            assert!(same, "{:?}: {found:e} for {expected:e}", (a[i], b[i], c[i]));
        }
    }
}

#[test]
fn functions() {
    let (a, b, _) = triples();
    let n = a.len();
    let args = [slice(a), slice(b), scalar(5_u32), slice_mut(vec![0_f32; n * 4]), slice_mut(vec![0_u32; n])];
    any(denormals(), "functions", &args);
}

#[test]
fn forms() {
    let a = edges();
    for len in [0, 1, 6, a.len()] {
        let y: Vec<f32> = a[..len].iter().rev().map(|a| if a.is_finite() { *a } else { 1.0 }).collect();
        any(denormals(), "forms", &[slice(a[..len].to_vec()), slice_mut(y), slice_mut(vec![0_f32; 5])]);
    }
}

#[test]
fn processes() {
    let x = edges();
    let y: Vec<f32> =
        agreed(denormals(), "processes", &[slice(x.clone()), slice_mut(vec![0_f32; x.len()])], 1);
    let expected: Vec<u32> = x.iter().map(|x| flushed(0.5 * flushed(2.0 * flushed(*x))).to_bits()).collect();
    assert_eq!(y.iter().map(|y| y.to_bits()).collect::<Vec<_>>(), expected);
}

#[test]
fn bound() {
    let (a, b, _) = triples();
    agree(denormals(), "bound", &[slice(a.clone()), slice(b), slice_mut(vec![0_f32; a.len()])]);
}

#[test]
fn natural_code() {
    let x: Vec<f32> = noise(24, 3).map(|n| f32::from_bits(n as u32 & 0xbfff_ffff)).collect();
    let impulse: Vec<f32> = (0..40).map(|i| if i == 0 { 1e-35 } else { 0.0 }).collect();
    for (x, k) in [(x, 0.5_f32), (impulse.clone(), 0.25), (impulse, 1e-41)] {
        let y = vec![0_f32; x.len()];
        any(denormals(), "decaying", &[slice(x), slice_mut(y), scalar(k), slice_mut(vec![0_f32])]);
    }
    let edges = edges();
    for (n, a) in edges.windows(5).enumerate() {
        any(denormals(), "mixed", &[slice(a.to_vec()), slice_mut(vec![0_f64; 5]), scalar(n as i32 % 7)]);
    }
}

#[test]
fn operations_between_parentheses() {
    let args = |x: u32| [scalar(x), slice_mut(vec![0.5_f32]), slice_mut(vec![0_u32])];
    stops(denormals(), "parentheses", &args(1), FaultKind::Overflow);
    stops(denormals(), "parentheses", &args(0), FaultKind::Overflow);
}
