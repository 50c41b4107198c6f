//! Structs in memory, wide words, and numbers with a fixed point.

use sycl_hls_tests::kernels::port::records::records as kernels;
use sycl_hls_tests::value::{Records, records as of_structs, scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject, values_agreed};
use sycl_hls_types::{Scalar, ScalarValue};

use super::{ints, words};
use kernels::{Float16, Hsv, Inner, Outer, Reading, Rgb, Wide};

subject!(records, "port/records.rs", kernels);

#[test]
fn aggregation() {
    let numbers = ints(40, 1, 1000);
    let all: Vec<Reading> = numbers
        .chunks_exact(4)
        .map(|part| Reading { samples: [part[0], part[1], part[2]], offset: part[3] })
        .collect();
    let args = [slice(of_structs(&all, &[Scalar::I32; 4])), slice_mut(vec![0])];
    assert_eq!(agreed::<i32>(records(), "aggregation", &args, 1), [numbers.iter().sum::<i32>()]);
}

#[test]
fn nested() {
    const FIELDS: [Scalar; 4] = [Scalar::I32, Scalar::I16, Scalar::U16, Scalar::I32];
    let outers = |seed| {
        let outer = |part: &[i32]| Outer {
            inner: Inner { sum: part[0], difference: part[1] as i16, either: (part[2] % 2 == 0) as u16 },
            copy: 9,
        };
        ints(24, seed, 1000).chunks_exact(3).map(outer).collect::<Vec<Outer>>()
    };
    let (a, b) = (outers(2), outers(3));
    let expected = a.iter().zip(&b).flat_map(|(a, b)| -> [ScalarValue; 4] {
        let (a, b) = (a.inner, b.inner);
        let either = u16::from(a.either + b.either > 0);
        [
            (a.sum + b.sum).into(),
            (a.difference - b.difference).into(),
            either.into(),
            i32::from(a.difference).into(),
        ]
    });
    let args =
        [slice(of_structs(&a, &FIELDS)), slice(of_structs(&b, &FIELDS)), slice_mut(of_structs(&a, &FIELDS))];
    assert_eq!(values_agreed(records(), "nested", &args, 2), expected.collect::<Vec<_>>());
}

#[test]
fn disaggregation() {
    let labels: Vec<i8> = ints(10, 11, 127).into_iter().map(|label| label as i8).collect();
    let numbers = ints(10, 12, 1 << 30);
    let args = [
        slice(labels.clone()),
        slice(numbers.clone()),
        slice_mut(vec![0_i8; 10]),
        slice_mut(vec![0_i32; 10]),
    ];
    assert_eq!(agreed::<i8>(records(), "disaggregation", &args, 2), labels);
    assert_eq!(agreed::<i32>(records(), "disaggregation", &args, 3), numbers);
}

/// The corners of the cube of colours, greys, and what lies between.
#[test]
fn rgb_to_hsv() {
    let corner = |n: u32| [n & 1, n >> 1 & 1, n >> 2 & 1].map(|bit| bit as u8 * 255);
    let random = noise(60, 4).map(|n| (n as u32).to_le_bytes()).map(|[r, g, b, _]| [r, g, b]);
    let colours: Vec<[u8; 3]> = (0..8).map(corner).chain([[7; 3], [200, 199, 200]]).chain(random).collect();
    let image: Vec<Rgb> = colours.iter().map(|[r, g, b]| Rgb { r: *r, g: *g, b: *b, unused: 77 }).collect();
    let expected = colours.iter().flat_map(|colour| {
        let [r, g, b] = colour.map(i32::from);
        let (low, high) = (r.min(g).min(b), r.max(g).max(b));
        let saturation = if high == 0 { 0 } else { 255 * (high - low) / high };
        let towards = |base: i32, x: i32, y: i32| (base + 43 * (x - y) / (high - low)) as u8;
        let hue = match saturation {
            0 => 0,
            _ if high == r => towards(0, g, b),
            _ if high == g => towards(85, b, r),
            _ => towards(171, r, g),
        };
        [hue, saturation as u8, high as u8, 0].map(ScalarValue::from)
    });
    let out = vec![Hsv { h: 1, s: 1, v: 1, unused: 1 }; image.len()];
    let args = [slice(of_structs(&image, &[Scalar::U8; 4])), slice_mut(of_structs(&out, &[Scalar::U8; 4]))];
    assert_eq!(values_agreed(records(), "rgb_to_hsv", &args, 1), expected.collect::<Vec<_>>());
}

fn wide(numbers: &[u32]) -> Records {
    let lanes = |part: &[u32]| std::array::from_fn(|lane| part[lane]);
    let words: Vec<Wide> = numbers.chunks_exact(16).map(|part| Wide { lanes: lanes(part) }).collect();
    of_structs(&words, &[Scalar::U32; 16])
}

#[test]
fn wide_memory() {
    for count in [0_usize, 1, 130] {
        let (a, b) = (words(count * 16, 5), words(count * 16, 6));
        let sum = |(a, b): (&u32, &u32)| ScalarValue::from((u64::from(*a) + u64::from(*b)) as u32);
        let expected: Vec<ScalarValue> = a.iter().zip(&b).map(sum).collect();
        let args = [scalar(count), slice(wide(&a)), slice(wide(&b)), slice_mut(wide(&a))];
        assert_eq!(values_agreed(records(), "wide_memory", &args, 3), expected);
    }
}

#[test]
fn vectors() {
    let numbers = |seed| ints(48, seed, 1000).into_iter().map(|n| n as f32 / 8.0).collect::<Vec<f32>>();
    let vectors = |numbers: &[f32]| {
        let vector = |part: &[f32]| Float16 { lanes: std::array::from_fn(|lane| part[lane]) };
        of_structs(&numbers.chunks_exact(16).map(vector).collect::<Vec<_>>(), &[Scalar::F32; 16])
    };
    let (a, b) = (numbers(7), numbers(8));
    let one = |i: usize| if i / 16 == 1 { a[i] - b[i] } else { a[i] + b[i] };
    let sums: Vec<f32> = (0..48).map(one).collect();
    let largest = sums.iter().copied().fold(f32::MIN, f32::max);
    let args = [slice(vectors(&a)), slice(vectors(&b)), slice_mut(vectors(&a)), slice_mut(vec![0_f32])];
    let expected: Vec<ScalarValue> = sums.into_iter().map(Into::into).collect();
    assert_eq!(values_agreed(records(), "vectors", &args, 2), expected);
    assert_eq!(agreed::<f32>(records(), "vectors", &args, 3), [largest]);
}

/// Widths that are whole words and widths that are not.
#[test]
fn two_banks() {
    for width in [16_usize, 20, 50] {
        let pixels: Vec<u32> = words(16 * 50, 9).into_iter().map(|word| word & 0xff_ffff).collect();
        let marked = |at: usize| {
            let (x, y) = (at % width % 16, at / width % 16);
            (1..15).contains(&x) && (x == y || x + y == 15)
        };
        let brighter = |pixel: u32, by: u32| {
            let [r, g, b, _] = pixel.to_le_bytes().map(|channel| (u32::from(channel) + by).min(255));
            r + 256 * g + 65536 * b
        };
        let one = |(at, pixel): (usize, &u32)| brighter(*pixel, if marked(at) { 15 } else { 0 }).into();
        let expected: Vec<ScalarValue> = pixels.iter().enumerate().map(one).collect();
        let args = [scalar(width), scalar(50_usize), slice(wide(&pixels)), slice_mut(wide(&pixels))];
        assert_eq!(values_agreed(records(), "two_banks", &args, 3), expected);
    }
}

#[test]
fn fixed_point() {
    let a = vec![0.0_f32, 0.124, 0.125, 1.3, 255.8, 300.0, -5.0, 99.99];
    let b = vec![1.0_f32, 1.0, 1.0, -1.9, 3.875, 3.9375, 2.0, -4.1];
    // 3.9375 rounds to 4 and wraps to -4; -4.1 rounds to -4.125 and wraps to 3.875.
    let expected: Vec<f32> =
        [0.0, 0.0, 0.25, 1.25 * -1.875, 255.75 * 3.875, 255.75 * -4.0, 0.0, 100.0 * 3.875].to_vec();
    let args = [slice(a), slice(b), slice_mut(vec![0_f32; 8])];
    assert_eq!(agreed::<f32>(records(), "fixed_point", &args, 2), expected);
}

/// The root's raw bits are the root of the number times 2^16, rounded down.
#[test]
fn fixed_point_sqrt() {
    let values: Vec<u32> = [0, 1, 2, 65535, 65536, u32::MAX].into_iter().chain(words(50, 10)).collect();
    let expected: Vec<u32> = values.iter().map(|value| (u64::from(*value) << 16).isqrt() as u32).collect();
    let count = values.len();
    let args = [slice(values), slice_mut(vec![0_u32; count])];
    assert_eq!(agreed::<u32>(records(), "fixed_point_sqrt", &args, 1), expected);
}

/// Where no number is subnormal, the product is exact.
#[test]
fn float_bits() {
    let x = vec![1.0_f32, -3.5, 1e-30, 1e30, 0.0, -0.0, f32::INFINITY, -1e38, 2e-38, f32::NAN];
    let n = vec![3_i8, -7, 60, -60, 100, 100, -5, 100, -127, 4];
    let exact = |(x, n): (&f32, &i8)| (f64::from(*x) * 2_f64.powi((*n).into())) as f32;
    let flushed = |x: f32| if x.is_subnormal() { 0.0_f32.copysign(x) } else { x };
    let expected: Vec<f32> = x.iter().zip(&n).map(exact).map(flushed).collect();
    let args = [slice(x), slice(n), slice_mut(vec![1_f32; 10])];
    let result: Vec<f32> = agreed(records(), "float_bits", &args, 2);
    assert_eq!(
        result[..9].iter().map(|x| x.to_bits()).collect::<Vec<_>>(),
        expected[..9].iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    );
    assert!(result[9].is_nan());
}
