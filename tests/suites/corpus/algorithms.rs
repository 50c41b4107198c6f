//! Algorithms, held against their values computed otherwise.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, noise, subject};

subject!(algorithms, "algorithms.rs", sycl_hls_tests::kernels::algorithms::algorithms);
subject!(
    box_filter,
    "../../examples/box-filter/src/kernels.rs",
    sycl_hls_tests::kernels::box_filter::box_filter
);

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
    let result: Vec<i64> = agreed(algorithms(), "prefix_sum", &[slice_mut(vec![3_i64, -5, 10, 1 << 40])], 0);
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
