//! Every kernel of the corpus on every target: host Rust = interpreter = sw_emu with checks = sw_emu --release.

use sycl_hls_tests::kernels::instances::instances::Sample;
use sycl_hls_tests::kernels::types::types::{Particle, Point};
use sycl_hls_tests::kernels::{
    algorithms, arithmetic, box_filter, control, directives, instances, iterators, language, math, methods,
    parallel, patterns, traps, types,
};
use sycl_hls_tests::value::{records, scalar, slice, slice_mut};
use sycl_hls_tests::{Subject, Value, agree, agreed, noise, subject};
use sycl_hls_types::{FaultKind, Scalar};

subject!(algorithms, "algorithms.rs", algorithms::algorithms);
subject!(arithmetic, "arithmetic.rs", arithmetic::arithmetic);
subject!(box_filter, "../../examples/box-filter/src/kernels.rs", box_filter::box_filter);
subject!(control, "control.rs", control::control);
subject!(directives, "directives.rs", directives::directives);
subject!(instances, "instances.rs", instances::instances);
subject!(iterators, "iterators.rs", iterators::iterators);
subject!(language, "language.rs", language::language);
subject!(math, "math.rs", math::math);
subject!(methods, "methods.rs", methods::methods);
subject!(parallel, "parallel.rs", parallel::parallel);
subject!(patterns, "patterns.rs", patterns::patterns);
subject!(traps, "traps.rs", traps::traps);
subject!(types, "types.rs", types::types);

/// All targets agree, whether the run succeeds or stops.
fn any(subject: &Subject, kernel: &str, args: &[Value]) {
    let _ = subject.run(kernel, args).agree(kernel);
}

/// All targets stop at this line with this kind of fault.
fn stops(subject: &Subject, kernel: &str, args: &[Value], kind: FaultKind) -> String {
    let fault = subject.run(kernel, args).agree(kernel).expect_err("the run stops");
    assert_eq!(fault.kind, kind, "{fault}");
    fault.message
}

/// Every pair of the corners, and others.
fn pairs<T: Copy>(corners: &[T], make: impl Fn(u64) -> T) -> (Vec<T>, Vec<T>) {
    let mut pairs: Vec<(T, T)> = corners.iter().flat_map(|a| corners.iter().map(|b| (*a, *b))).collect();
    pairs.truncate(256);
    let missing = 256 - pairs.len();
    pairs.extend(noise(missing, 3).zip(noise(missing, 4)).map(|(a, b)| (make(a), make(b))));
    pairs.into_iter().unzip()
}

/// Directives change no result.
mod directives_agree {
    use super::*;

    fn words(seed: u64) -> Vec<u32> {
        noise(64, seed).map(|n| n as u32).collect()
    }

    fn signed(seed: u64) -> Vec<i32> {
        noise(64, seed).map(|n| n as i32).collect()
    }

    #[test]
    fn loops() {
        let x = signed(1);
        let y: Vec<i32> = agreed(directives(), "loops", &[slice(x.clone()), slice_mut(vec![0; 64])], 1);
        assert!(y[4..].iter().zip(&x[4..]).all(|(y, x)| *y == x.wrapping_mul(3).wrapping_add(1)));
        let sum = x[..16].iter().fold(0_i32, |sum, x| sum.wrapping_add(*x));
        assert_eq!(y[0], sum.wrapping_mul(sum));
        let y: Vec<u32> = agreed(directives(), "rewound", &[slice(words(2)), slice_mut(vec![0_u32; 64])], 1);
        assert!(y.iter().zip(words(2)).all(|(y, x)| *y == x ^ 255));
    }

    #[test]
    fn dependences() {
        let args = [slice(vec![3_u8, 3, 7, 3]), slice_mut(vec![0_u32; 256])];
        let counts: Vec<u32> = agreed(directives(), "dependences", &args, 1);
        assert_eq!((counts[3], counts[7], counts.iter().sum::<u32>()), (3, 1, 4));
    }

    #[test]
    fn arrays() {
        let y: Vec<i32> = agreed(directives(), "arrays", &[slice(signed(3)), slice_mut(vec![0; 64])], 1);
        assert_eq!(y[5], signed(3)[5].wrapping_mul(2).wrapping_add(6));
    }

    #[test]
    fn operators() {
        let args = [scalar(7), scalar(-6), scalar(1.5_f32), scalar(2.5_f64), slice_mut(vec![0.0_f64])];
        assert_eq!(agreed::<f64>(directives(), "operators", &args, 4), [9.0 - 42.0 + 0.5 + 3.0]);
    }

    #[test]
    fn functions() {
        for mode in [0_u32, 1] {
            let args = [scalar(mode), slice(words(4)), slice_mut(vec![0_u32; 64])];
            let y: Vec<u32> = agreed(directives(), "functions", &args, 2);
            let apart = |x: u32| (x >> 3) ^ (x >> 5) ^ (x >> 7);
            let x = words(4)[9];
            let weighted = x.wrapping_mul(if mode == 1 { 5 } else { 9 });
            assert_eq!(y[9], weighted.wrapping_add(apart(x)).wrapping_add(apart(x) | 1));
        }
    }

    #[test]
    fn blocks() {
        let x: Vec<i32> = (0..8).collect();
        let y: Vec<i32> = agreed(directives(), "blocks", &[slice(x), slice_mut(vec![0; 8])], 1);
        assert_eq!(y, [12, 2, 2, 2, 4, 4, 4, 4]);
    }

    #[test]
    fn ports_and_places() {
        let (a, b, table) = (words(5), words(6), words(7));
        let args = [
            scalar(64_u32),
            slice(a.clone()),
            slice(b.clone()),
            slice_mut(vec![0_u32; 64]),
            slice(table.clone()),
        ];
        let y: Vec<u32> = agreed(directives(), "ports", &args, 3);
        assert_eq!(y[2], a[2].wrapping_add(b[2]) ^ table[(a[2] % 16) as usize]);
        let args = [slice(a.clone()), slice_mut(vec![0_u32; 64]), slice(b.clone()), slice(table.clone())];
        let y: Vec<u32> = agreed(directives(), "placed", &args, 1);
        assert_eq!(y[2], a[2].wrapping_add(b[2]).wrapping_add(table[2]));
    }
}

mod algorithms_agree {
    use super::*;

    /// Thesis, 3.4: x = i, y = 2i, a = 42.
    #[test]
    fn axpy() {
        let x: Vec<i32> = (0..1024).collect();
        let y: Vec<i32> = (0..1024).map(|i| 2 * i).collect();
        let result: Vec<i32> = agreed(algorithms(), "axpy", &[scalar(42), slice(x), slice_mut(y)], 2);
        assert!(result.iter().zip(0..).all(|(y, i)| *y == 44 * i));
        assert_eq!(result.iter().sum::<i32>(), 23_046_144);
    }

    #[test]
    fn axpy_of_other_lengths() {
        for len in [0_usize, 1, 7] {
            let args = [scalar(-3), slice(vec![5; len]), slice_mut(vec![1; len])];
            assert_eq!(agreed::<i32>(algorithms(), "axpy", &args, 2), vec![-14; len]);
        }
    }

    #[test]
    fn saxpy() {
        let x: Vec<f32> = (0..100).map(|i| i as f32 * 0.1).collect();
        let args = [scalar(100_usize), scalar(0.3_f32), slice(x.clone()), slice_mut(vec![1.5_f32; 100])];
        let result: Vec<f32> = agreed(algorithms(), "saxpy", &args, 3);
        assert!(result.iter().zip(x).all(|(y, x)| *y == 0.3 * x + 1.5));
    }

    /// Segments shorter than the image's width, too.
    #[test]
    fn box_filters() {
        let (width, height) = (19_usize, 5_usize);
        for chunk in [1_usize, 8, 19, 64] {
            let sizes = [scalar(width), scalar(height), scalar(chunk)];
            let pixels: Vec<i32> = noise(width * height, 3).map(|n| n as i32 % 100_000).collect();
            let args = [[slice(pixels), slice_mut(vec![0_i32; width * height])].as_slice(), &sizes].concat();
            agree(box_filter(), "box_filter_i32", &args);
            let pixels: Vec<f32> = noise(width * height, 4).map(|n| n as i32 as f32 * 1e-3).collect();
            let args = [[slice(pixels), slice_mut(vec![0_f32; width * height])].as_slice(), &sizes].concat();
            agree(box_filter(), "box_filter_f32", &args);
        }
    }

    #[test]
    fn fir() {
        let x: Vec<i32> = noise(64, 1).map(|n| n as i32 % 1000).collect();
        let result: Vec<i32> = agreed(algorithms(), "fir", &[slice(x.clone()), slice_mut(vec![0; 64])], 1);
        let at = |i: isize| usize::try_from(i).map_or(0, |i| x[i]);
        for (i, y) in (0..).zip(result) {
            assert_eq!(y, at(i) - 4 * at(i - 1) + 6 * at(i - 2) - 4 * at(i - 3) + at(i - 4));
        }
    }

    #[test]
    fn matmul() {
        let a: Vec<f32> = (0..64).map(|i| i as f32).collect();
        let b: Vec<f32> = (0..64).map(|i| (i % 8) as f32 - 3.5).collect();
        let args = [slice(a.clone()), slice(b.clone()), slice_mut(vec![0.0_f32; 64])];
        let c: Vec<f32> = agreed(algorithms(), "matmul", &args, 2);
        for (i, value) in c.iter().enumerate() {
            let exact: f32 = (0..8).map(|k| a[i / 8 * 8 + k] * b[k * 8 + i % 8]).sum();
            assert_eq!(*value, exact);
        }
    }

    #[test]
    fn histogram() {
        let data: Vec<u8> = noise(1000, 2).map(|n| n as u8).collect();
        let counts: Vec<u32> =
            agreed(algorithms(), "histogram", &[slice(data.clone()), slice_mut(vec![0_u32; 256])], 1);
        for (byte, count) in counts.iter().enumerate() {
            assert_eq!(*count as usize, data.iter().filter(|b| usize::from(**b) == byte).count());
        }
    }

    /// The check value of CRC-32/ISO-HDLC.
    #[test]
    fn crc32() {
        let args = [slice(b"123456789".to_vec()), slice_mut(vec![0_u32])];
        assert_eq!(agreed::<u32>(algorithms(), "crc32", &args, 1), [0xcbf4_3926]);
    }

    #[test]
    fn mandelbrot() {
        let args = [scalar(24_usize), scalar(12_usize), scalar(50_u32), slice_mut(vec![0_u32; 24 * 12])];
        let steps: Vec<u32> = agreed(algorithms(), "mandelbrot", &args, 3);
        assert!(steps.contains(&50) && steps.contains(&0));
    }

    #[test]
    fn bitonic_sort() {
        for seed in 0..20 {
            let data: Vec<i32> = noise(16, seed).map(|n| n as i32 % 10).collect();
            let mut sorted = data.clone();
            sorted.sort_unstable();
            assert_eq!(agreed::<i32>(algorithms(), "bitonic_sort", &[slice_mut(data)], 0), sorted);
        }
    }

    #[test]
    fn prefix_sum() {
        let result: Vec<i64> =
            agreed(algorithms(), "prefix_sum", &[slice_mut(vec![3_i64, -5, 10, 1 << 40])], 0);
        assert_eq!(result, [3, -2, 8, 8 + (1 << 40)]);
    }

    #[test]
    fn transpose() {
        let from: Vec<f64> = (0..6).map(f64::from).collect();
        let args = [scalar(2_u32), scalar(3_u32), slice(from), slice_mut(vec![0.0_f64; 6])];
        assert_eq!(agreed::<f64>(algorithms(), "transpose", &args, 3), [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]);
    }

    #[test]
    fn argmax() {
        let values = vec![1.0_f32, f32::NAN, 7.5, -2.0, 7.5];
        let args = [slice(values), slice_mut(vec![0_u64]), slice_mut(vec![0.0_f32])];
        assert_eq!(agreed::<u64>(algorithms(), "argmax", &args, 1), [2]);
        assert_eq!(agreed::<f32>(algorithms(), "argmax", &args, 2), [7.5]);
    }

    #[test]
    fn gcd() {
        let args = [
            slice(vec![12_u64, 0, 17, 1_000_000_007 * 6]),
            slice(vec![18_u64, 5, 0, 1_000_000_007 * 15]),
            slice_mut(vec![0_u64; 4]),
        ];
        assert_eq!(agreed::<u64>(algorithms(), "gcd", &args, 2), [6, 5, 17, 3_000_000_021]);
    }
}

mod arithmetic_agrees {
    use super::*;

    /// All pairs of corner values, then noise: 256 pairs.
    const FLOATS: [f64; 16] = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MIN_POSITIVE,
        5e-324,
        1e308,
        2147483647.5,
        -2147483648.9,
        4294967296.0,
        9.3e18,
        1.9e19,
        0.1,
    ];

    #[test]
    fn i32s() {
        let corners = [
            0,
            1,
            -1,
            2,
            9,
            31,
            32,
            63,
            -9,
            i32::MAX,
            i32::MIN,
            i32::MAX - 1,
            i32::MIN + 1,
            1 << 16,
            -7,
            100,
        ];
        let (a, b) = pairs(&corners, |n| n as i32);
        agree(arithmetic(), "ints_i32", &[slice(a), slice(b), slice_mut(vec![0; 4096])]);
    }

    #[test]
    fn u64s() {
        let corners =
            [0, 1, 2, 9, 63, 64, 65, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 32, 10, 255, 1 << 31, 3, 1000];
        let (a, b) = pairs(&corners, |n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        agree(arithmetic(), "ints_u64", &[slice(a), slice(b), slice_mut(vec![0_u64; 4096])]);
    }

    #[test]
    fn u8s() {
        let (a, b) = pairs(&[0, 1, 2, 3, 7, 8, 9, 127, 128, 254, 255, 16, 17, 85, 170, 100], |n| n as u8);
        agree(arithmetic(), "ints_u8", &[slice(a), slice(b), slice_mut(vec![0_u8; 4096])]);
    }

    #[test]
    fn mixed_integers() {
        let a = [0, 1, -1, i64::MAX, i64::MIN + 1, 1 << 40, -77, 63];
        let b = [0_u32, 1, 2, 31, 32, 63, u32::MAX - 1, 1000];
        let (a, b): (Vec<i64>, Vec<u32>) = a.iter().flat_map(|a| b.iter().map(|b| (*a, *b))).unzip();
        let args = [slice(a), slice(b), slice_mut(vec![0_i64; 2048]), slice_mut(vec![0_u32; 2048])];
        agree(arithmetic(), "ints_mixed", &args);
    }

    #[test]
    fn integer_casts() {
        let mut values =
            vec![0, 1, -1, 255, 256, -256, i64::MAX, i64::MIN, 1 << 31, -(1 << 31), u32::MAX.into(), 1 << 32];
        values.extend(noise(100, 5).map(|n| n as i64));
        agree(arithmetic(), "int_casts", &[slice(values), slice_mut(vec![0_i64; 2048])]);
    }

    #[test]
    fn float_casts() {
        let mut values = FLOATS.to_vec();
        values.extend([
            254.999,
            255.0,
            255.5,
            -0.99,
            4294967295.9,
            1.8446744073709552e19,
            -9.223372036854776e18,
        ]);
        values.extend([16777217.0, 9007199254740993.0, 4.5, 5.5, 2147483520.0, 3.4028235e38, 3.5e38]);
        values.extend(noise(100, 6).map(|n| f64::from_bits(n.wrapping_mul(0x9e37_79b9_7f4a_7c15))));
        let args = [slice(values), slice_mut(vec![0_i64; 2048]), slice_mut(vec![0.0_f64; 1024])];
        agree(arithmetic(), "float_casts", &args);
    }

    #[test]
    fn f32s() {
        let corners = FLOATS.map(|x| x as f32);
        let (a, b) = pairs(&corners, |n| f32::from_bits(n as u32));
        agree(arithmetic(), "floats_f32", &[slice(a), slice(b), slice_mut(vec![0.0_f32; 2048])]);
    }

    #[test]
    fn f64s() {
        let (a, b) = pairs(&FLOATS, |n| f64::from_bits(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        agree(arithmetic(), "floats_f64", &[slice(a), slice(b), slice_mut(vec![0.0_f64; 2048])]);
    }

    #[test]
    fn bools() {
        agree(arithmetic(), "bools", &[slice(vec![0_u8, 1, 2, 3]), slice_mut(vec![0_u8; 256])]);
    }
}

mod language_agrees {
    use super::*;

    #[test]
    fn constants() {
        let out: Vec<i64> = agreed(language(), "constants", &[slice_mut(vec![0_i64; 16])], 0);
        let big = u64::MAX / 3;
        let expected = [10, -3, 15, 6, 2, big as i64, i32::MIN.into(), i64::MIN, u32::MAX.into(), 8];
        assert_eq!(out[..10], expected);
        assert_eq!(out[10..], [i32::MIN.into(), 275, 97, -1, 1, 0]);
    }

    #[test]
    fn scalars_of_every_type() {
        let args = [
            scalar(true),
            scalar(200_u8),
            scalar(-5_i32),
            scalar(u32::MAX),
            scalar(i64::MIN),
            scalar(u64::MAX),
            scalar(7_usize),
            scalar(0.1_f32),
            scalar(-1e300_f64),
            slice_mut(vec![0.0_f64; 9]),
        ];
        let out: Vec<f64> = agreed(language(), "scalars", &args, 9);
        let expected = [
            1.0,
            200.0,
            -5.0,
            4294967295.0,
            i64::MIN as f64,
            u64::MAX as f64,
            7.0,
            f64::from(0.1_f32),
            -1e300,
        ];
        assert_eq!(out, expected);
    }

    #[test]
    fn ranges() {
        for (n, m) in [(3, 253), (0, 255), (-7, 0), (1000, 250)] {
            agree(language(), "ranges", &[scalar(n), scalar(m as u8), slice_mut(vec![0_i64; 16])]);
        }
    }

    #[test]
    fn shadowing() {
        for n in [1, 5] {
            agree(language(), "shadowing", &[scalar(n), slice_mut(vec![0; 8])]);
        }
    }

    #[test]
    fn mutable_arguments() {
        let args = [scalar(3_usize), scalar(41), slice_mut(vec![0; 3])];
        assert_eq!(agreed::<i32>(language(), "mutable_arguments", &args, 2), [3, 0, 42]);
    }

    #[test]
    fn conditions() {
        let values = vec![-9, 0, 3, 60, 1, 0, 51, -1, 2];
        agree(language(), "conditions", &[slice(values), slice_mut(vec![0; 9])]);
    }

    #[test]
    fn evaluation_order() {
        agree(language(), "evaluation_order", &[slice_mut(vec![0; 12])]);
    }

    #[test]
    fn arrays() {
        for n in [0, 3, -8] {
            agree(language(), "arrays", &[scalar(n), slice_mut(vec![0; 24])]);
        }
    }

    #[test]
    fn helpers() {
        for len in [0_i32, 2, 6] {
            let input: Vec<i32> = (10..10 + len).collect();
            agree(language(), "helpers", &[slice(input), slice_mut(vec![0; 8])]);
        }
    }

    #[test]
    fn reserved_names() {
        let args = [slice(vec![1, 2, 3]), slice_mut(vec![0; 3]), scalar(10), scalar(4_u32)];
        agree(language(), "reserved_names", &args);
    }

    #[test]
    fn kernels_without_memory_and_with_unused_parts() {
        agree(language(), "nothing", &[scalar(1)]);
        agree(language(), "unused", &[scalar(1), slice(vec![1.0_f32]), slice_mut(vec![0])]);
    }

    #[test]
    fn inference() {
        for n in [0_usize, 1, 5] {
            let args = [scalar(n), slice(vec![0.25_f32; 5]), slice_mut(vec![0.0_f64; 8])];
            agree(language(), "inference", &args);
        }
    }
}

mod faults_agree {
    use super::*;

    #[test]
    fn index_beyond_a_slice() {
        let args = |at: usize| [scalar(at), slice(vec![1, 2, 3, 4]), slice_mut(vec![0; 3])];
        agree(traps(), "slice_index", &args(1));
        for at in [2, 4, 1000] {
            stops(traps(), "slice_index", &args(at), FaultKind::Index);
        }
        // Element 0 fails already: nothing is added to the index yet.
        stops(traps(), "slice_index", &args(usize::MAX), FaultKind::Index);
    }

    #[test]
    fn index_beyond_arrays() {
        agree(traps(), "array_index", &[scalar(2_usize), slice_mut(vec![0])]);
        stops(traps(), "array_index", &[scalar(3_usize), slice_mut(vec![0])], FaultKind::Index);
        stops(traps(), "array_index", &[scalar(4_usize), slice_mut(vec![0])], FaultKind::Index);
        for (row, column) in [(2, 0), (0, 3), (7, 7)] {
            let args = [scalar(row as usize), scalar(column as usize), slice_mut(vec![0])];
            stops(traps(), "row_index", &args, FaultKind::Index);
        }
    }

    #[test]
    fn overflow_in_a_loop() {
        let mut a: Vec<i32> = (0..100).collect();
        let b = vec![1; 100];
        agree(traps(), "add_in_loop", &[slice(a.clone()), slice(b.clone()), slice_mut(vec![0; 100])]);
        a[41] = i32::MAX;
        a[73] = i32::MAX;
        stops(traps(), "add_in_loop", &[slice(a), slice(b), slice_mut(vec![0; 100])], FaultKind::Overflow);
    }

    #[test]
    fn the_first_failure_counts_whatever_its_kind() {
        // The overflow is in element 2, the end of `b` comes at element 3.
        let args = [slice(vec![0, 1, i32::MAX, 5, 6]), slice(vec![1, 1, 1]), slice_mut(vec![0; 5])];
        stops(traps(), "add_in_loop", &args, FaultKind::Overflow);
        let args = [slice(vec![0, 1, 2, i32::MAX, 6]), slice(vec![1, 1]), slice_mut(vec![0; 5])];
        stops(traps(), "add_in_loop", &args, FaultKind::Index);
    }

    #[test]
    fn overflow_of_an_accumulator() {
        agree(traps(), "accumulate", &[slice(vec![u32::MAX - 1, 1]), slice_mut(vec![0_u32])]);
        stops(
            traps(),
            "accumulate",
            &[slice(vec![5, u32::MAX - 1, 1]), slice_mut(vec![0_u32])],
            FaultKind::Overflow,
        );
    }

    #[test]
    fn every_operator() {
        let args =
            |kind: u32, a: i64, b: i64| [scalar(kind), scalar(a), scalar(b), slice_mut(vec![i64::MAX])];
        let cases = [
            (0, i64::MAX, 1, FaultKind::Overflow),
            (1, i64::MIN, 1, FaultKind::Overflow),
            (2, i64::MAX, 2, FaultKind::Overflow),
            (3, 5, 0, FaultKind::Division),
            (3, i64::MIN, -1, FaultKind::Overflow),
            (4, 5, 0, FaultKind::Division),
            (4, i64::MIN, -1, FaultKind::Overflow),
            (5, i64::MIN, 0, FaultKind::Overflow),
            (6, 1, 64, FaultKind::Shift),
            (6, 1, -1, FaultKind::Shift),
            (7, 1, 99, FaultKind::Shift),
            (8, 200, 100, FaultKind::Overflow),
            (9, 3, 4, FaultKind::Overflow),
            (10, 1 << 20, 1 << 20, FaultKind::Overflow),
            (11, 5, 0, FaultKind::Division),
            (12, 5, 1 << 32, FaultKind::Division),
            (13, 1, 1, FaultKind::Overflow),
            (13, -1, 3, FaultKind::Overflow),
        ];
        for (kind, a, b, fault) in cases {
            stops(traps(), "arithmetic", &args(kind, a, b), fault);
        }
        for kind in 0..13 {
            agree(traps(), "arithmetic", &args(kind, 9, 3));
        }
        agree(traps(), "arithmetic", &args(11, i64::MIN, -1));
    }

    #[test]
    fn a_failure_in_a_helper() {
        agree(traps(), "in_helper", &[scalar(7), slice_mut(vec![0])]);
        let message = stops(traps(), "in_helper", &[scalar(0), slice_mut(vec![0])], FaultKind::Division);
        assert_eq!(message, "attempt to divide by zero");
    }

    #[test]
    fn data_as_an_index() {
        let args =
            |indices: &[u32]| [slice(indices.to_vec()), slice(vec![1, 2, i32::MAX]), slice_mut(vec![0; 3])];
        agree(traps(), "gather", &args(&[0, 1]));
        stops(traps(), "gather", &args(&[0, 3, 0]), FaultKind::Index);
        stops(traps(), "gather", &args(&[0, 1, 2]), FaultKind::Overflow);
    }
}

mod types_agree {
    use super::*;

    fn floats(count: usize, seed: u64) -> Vec<f32> {
        noise(count, seed).map(|n| (n % 64) as f32 / 4.0 - 8.0).collect()
    }

    fn points(count: usize) -> Vec<Point> {
        floats(2 * count, 7).chunks_exact(2).map(|xy| Point { x: xy[0], y: xy[1] }).collect()
    }

    #[test]
    fn structs_in_slices_and_by_value() {
        const FIELDS: [Scalar; 2] = [Scalar::F32; 2];
        let origin = Value::Struct(records(&[Point { x: 0.5, y: -1.0 }], &FIELDS));
        let args = [origin, slice(records(&points(9), &FIELDS)), slice_mut(records(&points(9), &FIELDS))];
        agree(types(), "points", &args);
        let (f, u) = (Scalar::F32, Scalar::U32);
        let particle =
            |(id, pos): (usize, Point)| Particle { pos, vel: [pos.y, 1.0], id: id as u32, flags: 7 };
        let particles: Vec<Particle> = points(5).into_iter().enumerate().map(particle).collect();
        let all = slice_mut(records(&particles, &[f, f, f, f, u, u]));
        agree(types(), "particles", &[scalar(0.25_f32), all]);
    }

    #[test]
    fn tuples() {
        let y: Vec<i32> = agreed(types(), "tuples", &[slice(vec![4, -7, 9]), slice_mut(vec![0; 4])], 1);
        assert_eq!(y, [-7, 8, 3, 12]);
    }

    #[test]
    fn states() {
        let x: Vec<i32> = noise(20, 3).map(|n| n as i32 % 1000).collect();
        agree(types(), "states", &[slice(x), slice_mut(vec![0_i64; 4])]);
    }

    #[test]
    fn enums() {
        for steps in 0..6_u32 {
            agree(types(), "enums", &[scalar(steps), slice_mut(vec![0; 3])]);
        }
        let y: Vec<i32> = agreed(types(), "enums", &[scalar(3_u32), slice_mut(vec![0; 3])], 1);
        assert_eq!(y, [-1, 1, 1]);
    }

    #[test]
    fn shapes() {
        let kinds: Vec<u32> = (0..9).map(|i| i % 5).collect();
        for a in floats(4, 9) {
            agree(types(), "shapes", &[slice(kinds.clone()), scalar(a), slice_mut(vec![0_f32; 9])]);
        }
    }

    #[test]
    fn options() {
        let x = vec![5, 1, i32::MAX, -3, 8, 8];
        for wanted in [5, 1, 8, 77, i32::MAX, i32::MIN] {
            agree(types(), "options", &[slice(x.clone()), scalar(wanted), slice_mut(vec![0; 4])]);
        }
    }

    #[test]
    fn assembled() {
        let x = vec![1, 2, 3, 4, 5, 6, 7, 8, 9];
        agree(types(), "assembled", &[slice(x), slice_mut(vec![0; 9])]);
    }

    #[test]
    fn references() {
        agree(types(), "references", &[slice(vec![3, 4, 5, 6, 7]), slice_mut(vec![0; 9])]);
        let message =
            stops(types(), "references", &[slice(vec![3]), slice_mut(vec![0; 9])], FaultKind::Index);
        assert_eq!(message, "slice index starts at 1 but ends at 0");
        stops(types(), "references", &[slice(vec![3, 4]), slice_mut(vec![0; 9])], FaultKind::Index);
    }
}

mod control_agrees {
    use super::*;

    #[test]
    fn whiles() {
        let (a, b) = (vec![12_u32, 0, 7, 100], vec![18_u32, 5, 0, 75]);
        let y: Vec<u32> = agreed(control(), "whiles", &[slice(a), slice(b), slice_mut(vec![0_u32; 4])], 2);
        assert_eq!(y, [6, 5, 7, 25]);
    }

    #[test]
    fn returns() {
        for (x, limit) in [(vec![], 1), (vec![1, 2, 3], 1), (vec![1], 4)] {
            agree(control(), "returns", &[slice(x), scalar(limit), slice_mut(vec![0; 2])]);
        }
    }

    #[test]
    fn matches() {
        let x: Vec<i32> = (-3..20).chain([i32::MIN, i32::MAX]).collect();
        let len = x.len();
        agree(control(), "matches", &[slice(x), slice_mut(vec![0; len])]);
    }

    #[test]
    fn loops() {
        let x: Vec<u64> = (0..30).collect();
        agree(control(), "loops", &[slice(x), slice_mut(vec![0_u32; 30])]);
    }

    #[test]
    fn labels() {
        let m = vec![1, 2, 3, -1, 5, 6, 7, 8, 9, 4, 4, 4];
        for wanted in [1, 5, 8, 4, 77] {
            agree(
                control(),
                "labels",
                &[slice(m.clone()), scalar(3_usize), scalar(wanted), slice_mut(vec![0; 4])],
            );
        }
    }

    #[test]
    fn inclusive() {
        for (from, to) in [(0_u8, 255_u8), (3, 3), (9, 2), (200, 255), (250, 255)] {
            agree(control(), "inclusive", &[scalar(from), scalar(to), slice_mut(vec![0_u32; 4])]);
        }
    }

    #[test]
    fn deferred() {
        let x = vec![0, -1, 12, 345, -999_999, i32::MAX];
        agree(control(), "deferred", &[slice(x), slice_mut(vec![0; 6])]);
    }
}

mod patterns_agree {
    use super::*;

    #[test]
    fn assignments() {
        let y: Vec<i32> = agreed(patterns(), "assignments", &[slice(vec![3, 4]), slice_mut(vec![0; 10])], 1);
        assert_eq!(y, [43, 34, 34, 43, -1, 0, 200, 4, 3, 13]);
    }

    #[test]
    fn alternatives() {
        let x = vec![0, 5, -6, 7, 3, 0, 12, -1, 9, 4, 3, 0];
        agree(patterns(), "alternatives", &[slice(x.clone()), slice_mut(vec![0; x.len()])]);
    }

    #[test]
    fn arrays() {
        for x in [[0, 1, 2, 2, 2, 1], [7, 7, 7, 7, 8, 9], [-4, 11, 12, 13, 5, 0]] {
            agree(patterns(), "arrays", &[slice(x.to_vec()), slice_mut(vec![0; 10])]);
        }
    }

    #[test]
    fn comparisons() {
        let x = vec![0, 0, 1, 1, 5, 9, 2, 2, 6, 3, 1 << 29, 1 << 28, i32::MIN, i32::MIN];
        agree(patterns(), "comparisons", &[slice(x.clone()), slice_mut(vec![0; x.len() - 1])]);
    }
}

mod iterators_agree {
    use super::*;

    #[test]
    fn sums() {
        let x: Vec<i32> = noise(17, 5).map(|n| n as i32 % 100).collect();
        let f: Vec<f32> = noise(11, 6).map(|n| (n % 1000) as f32 / 7.0).collect();
        agree(iterators(), "sums", &[slice(x), slice(f), slice_mut(vec![0; 8]), slice_mut(vec![0_f32; 3])]);
        agree(
            iterators(),
            "sums",
            &[
                slice(Vec::<i32>::new()),
                slice(Vec::<f32>::new()),
                slice_mut(vec![0; 8]),
                slice_mut(vec![0_f32; 3]),
            ],
        );
    }

    #[test]
    fn loops() {
        let x: Vec<i32> = noise(13, 8).map(|n| n as i32 % 1000).collect();
        agree(iterators(), "loops", &[slice(x), slice_mut(vec![0; 13])]);
    }

    #[test]
    fn generic() {
        let a = vec![1.5_f32, -2.0, 3.25, 4.0];
        agree(iterators(), "generic", &[slice(a), slice(vec![7_i64, 300, -5]), slice_mut(vec![0_f64; 5])]);
    }

    #[test]
    fn tables() {
        let y: Vec<u32> = agreed(iterators(), "tables", &[slice_mut(vec![0_u32; 16])], 0);
        assert_eq!((y[0], y[15]), (25, 250));
    }
}

mod methods_agree {
    use super::*;

    macro_rules! integers {
        ($($test:ident: $ty:ident, $all:literal, $strict:literal;)*) => {$(
            #[test]
            fn $test() {
                const MAX: $ty = $ty::MAX;
                const MIN: $ty = $ty::MIN;
                let corners = [0, 1, 2, 3, 7, 100, MAX, MAX - 1, MIN, MIN + 1, MAX / 2, 12, 85, 10, 64, 33];
                let (a, b) = pairs(&corners, |n| n as $ty);
                let (values, counts) = (vec![0 as $ty; 24 * 256], vec![0_u32; 9 * 256]);
                let args = [slice(a.clone()), slice(b.clone()), slice_mut(values), slice_mut(counts)];
                agree(methods(), $all, &args);
                for (a, b) in a.into_iter().zip(b).step_by(5) {
                    for which in 0..10_u32 {
                        any(methods(), $strict, &[scalar(a), scalar(b), scalar(which), slice_mut(vec![0 as $ty])]);
                    }
                }
            }
        )*};
    }

    integers! {
        u8s: u8, "ints_u8", "strict_u8";
        u16s: u16, "ints_u16", "strict_u16";
        u32s: u32, "ints_u32", "strict_u32";
        u64s: u64, "ints_u64", "strict_u64";
        i8s: i8, "ints_i8", "strict_i8";
        i16s: i16, "ints_i16", "strict_i16";
        i32s: i32, "ints_i32", "strict_i32";
        i64s: i64, "ints_i64", "strict_i64";
    }

    macro_rules! floats {
        ($($test:ident: $ty:ident, $bits:ident, $all:literal;)*) => {$(
            #[test]
            fn $test() {
                const MAX: $ty = $ty::MAX;
                const INF: $ty = $ty::INFINITY;
                let corners =
                    [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e-40, 3e-38, MAX, INF, -INF, $ty::NAN, 3.75, 8388609.0, -1e10];
                let (a, b) = pairs(&corners, |n| n as $ty);
                let (values, bits) = (vec![0 as $ty; 16 * 256], vec![0 as $bits; 256]);
                agree(methods(), $all, &[slice(a), slice(b), slice_mut(values), slice_mut(bits)]);
            }
        )*};
    }

    floats! {
        f32s: f32, u32, "floats_f32";
        f64s: f64, u64, "floats_f64";
    }
}

mod math_agrees {
    use super::*;

    macro_rules! functions {
        ($($test:ident: $ty:ident, $bits:ident, $kernel:literal;)*) => {$(
            #[test]
            fn $test() {
                const CORNERS: [$ty; 16] = [
                    0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.0, 1e-40, 1e-3, 88.0, -100.0, 1e10, 3.0e38,
                    $ty::INFINITY, $ty::NEG_INFINITY, $ty::NAN,
                ];
                let numbers = |seed| {
                    let small = noise(100, seed).map(|n| (n % 20_000) as $ty / 1000.0 - 10.0);
                    let any = noise(100, seed + 1).map(|n| $ty::from_bits(n as $bits));
                    CORNERS.into_iter().chain(small).chain(any)
                };
                let x: Vec<$ty> = numbers(11).chain(CORNERS.iter().flat_map(|x| [*x; 16])).collect();
                let z: Vec<$ty> = numbers(21).chain(CORNERS.iter().cycle().take(256).copied()).collect();
                let y = vec![0 as $ty; 28 * x.len()];
                agree(math(), $kernel, &[slice(x), slice(z), slice_mut(y)]);
            }
        )*};
    }

    functions! {
        singles: f32, u32, "functions_f32";
        doubles: f64, u64, "functions_f64";
    }

    /// Random123's known answer for the counter and the key 0 is among the package's own tests.
    #[test]
    fn random_numbers() {
        let args = [
            scalar(5_u32),
            slice_mut(vec![0_u32; 40]),
            slice_mut(vec![0_f32; 10]),
            slice_mut(vec![0_f64; 10]),
        ];
        let singles: Vec<f32> = agreed(math(), "random", &args, 2);
        assert!(singles.iter().all(|x| (0.0..1.0).contains(x)));
    }
}

mod parallel_agrees {
    use super::*;

    #[test]
    fn one_dimension() {
        let args = [scalar(7_u64), scalar(3), slice(vec![1, 2, 3, 4]), slice_mut(vec![10; 8])];
        let y: Vec<i32> = agreed(parallel(), "scale", &args, 3);
        assert_eq!(y, [13, 16, 19, 22, 10, 10, 10, 10]);
        let args = [scalar(7_u64), scalar(3), slice(vec![1, 2, 3, 4]), slice_mut(vec![10; 3])];
        stops(parallel(), "scale", &args, FaultKind::Index);
        agree(parallel(), "scale", &[scalar(0_u64), scalar(3), slice(vec![1]), slice_mut(vec![10])]);
    }

    #[test]
    fn two_dimensions() {
        let x: Vec<f32> = (0..24).map(|i| i as f32).collect();
        let args = [scalar(4_u64), scalar(6_u64), slice(x), scalar(3_usize), slice_mut(vec![0_f32; 24])];
        let y: Vec<f32> = agreed(parallel(), "transpose", &args, 4);
        assert_eq!(y[..5], [0.0, 6.0, 12.0, 18.0, 1.0]);
    }

    #[test]
    fn three_dimensions() {
        let x: Vec<u32> = noise(24, 2).map(|n| n as u32 % 1000).collect();
        let args = [scalar(2_u64), scalar(3_u64), scalar(4_u64), slice(x), slice_mut(vec![0_u32; 24])];
        agree(parallel(), "volume", &args);
    }
}

/// Each instance of a kernel is a kernel.
mod instances_agree {
    use super::*;

    #[test]
    fn numbers() {
        for (kernel, taps) in [("moving_sum_2", 2), ("moving_sum_8", 8)] {
            let x: Vec<i32> = noise(40, 7).map(|n| n as i32 % 1000).collect();
            let y: Vec<i32> = agreed(instances(), kernel, &[slice(x.clone()), slice_mut(vec![0; 40])], 1);
            for (i, y) in y.iter().enumerate() {
                assert_eq!(*y, x[(i + 1_usize).saturating_sub(taps)..=i].iter().sum::<i32>(), "{kernel}");
            }
        }
        let message =
            stops(instances(), "moving_sum_8", &[slice(vec![1]), slice_mut(vec![0, 0])], FaultKind::Index);
        assert!(message.contains('1'), "{message}");
    }

    #[test]
    fn types() {
        let args = [scalar(1.5_f32), slice(vec![2.0_f32]), scalar(0.25_f32), slice_mut(vec![0.0_f32])];
        assert_eq!(agreed::<f32>(instances(), "affine_f32", &args, 3), [3.25]);
        let args = [scalar(0.1_f64), slice(vec![3.0_f64]), scalar(0.0_f64), slice_mut(vec![0.0_f64])];
        assert_eq!(agreed::<f64>(instances(), "affine_f64", &args, 3), [0.1 * 3.0]);
        let args = [scalar(3_u16), slice(vec![20_000_u16]), scalar(9_u16), slice_mut(vec![0_u16])];
        assert_eq!(agreed::<u16>(instances(), "affine_u16", &args, 3), [60_009]);
        let args = [scalar(4_u16), slice(vec![20_000_u16]), scalar(9_u16), slice_mut(vec![0_u16])];
        stops(instances(), "affine_u16", &args, FaultKind::Overflow);
    }

    #[test]
    fn several_parameters() {
        let rows = slice(vec![7_i64, 2, -9, -8, 5, -1]);
        let limits = slice(vec![-3_i16, -4, 0, 0]);
        let args = [scalar(1_i64), rows, limits, slice_mut(vec![0_i64; 3])];
        assert_eq!(agreed::<i64>(instances(), "first_i64_2_m3_false", &args, 3), [7, 1, 5]);
        let rows = slice(vec![7_i8, 2, 1, -9, -8, -7]);
        let limits = slice(vec![5_i16, 4, 5, 0, 0, 0]);
        let args = [scalar(1_i8), rows, limits, slice_mut(vec![0_i8; 2])];
        assert_eq!(agreed::<i8>(instances(), "first_i8_3_5_true", &args, 3), [7, -7]);
    }

    #[test]
    fn records_and_arrays() {
        let sample = |value: i32, weight: i32| Sample { value, weight };
        let fields = [Scalar::I32, Scalar::I32];
        for (kernel, sign, width) in [("weighted_1_1", 1, 1), ("weighted_3_m1", -1, 3)] {
            let x: Vec<Sample> = (0..6).map(|i| sample(i, 3)).collect();
            let first = Value::Struct(records(&[sample(100, 1)], &fields));
            let args = [first, slice(records(&x, &fields)), slice_mut(vec![0_i32; 6 / width * width])];
            let y: Vec<i32> = agreed(instances(), kernel, &args, 2);
            assert!(y.iter().zip(0..).all(|(y, i)| *y == 100 + sign * 3 * i), "{kernel}: {y:?}");
        }
    }

    #[test]
    fn items_of_a_range() {
        let args = [scalar(3_u64), scalar(7_u32), slice_mut(vec![1_u32; 4])];
        assert_eq!(agreed::<u32>(instances(), "step_1_u32", &args, 2), [8, 8, 8, 1]);
        let args = [scalar(1_u64), scalar(2_u64), scalar(2_u64), scalar(7_u8), slice_mut(vec![1_u8; 5])];
        assert_eq!(agreed::<u8>(instances(), "step_3_u8", &args, 4), [22, 22, 22, 22, 1]);
    }

    #[test]
    fn zeros() {
        let signs = |x: [f32; 2]| {
            let args = [slice(x.to_vec()), slice_mut(vec![1.0_f32; 2])];
            let y: Vec<f32> = agreed(instances(), "bounds_1", &args, 1);
            y.iter().map(|y| y.is_sign_negative()).collect::<Vec<_>>()
        };
        assert_eq!(signs([0.0, -0.0]), [true, false]);
        assert_eq!(signs([-0.0, 0.0]), [true, false]);
    }

    #[test]
    fn lifetimes() {
        let args = [slice(vec![4_u8, 5]), slice_mut(vec![0_u8; 2])];
        assert_eq!(agreed::<u8>(instances(), "copy", &args, 1), [4, 5]);
    }
}
