//! Bursts, local buffers and the width of ports.

use sycl_hls_tests::kernels::port::memory::memory as kernels;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, subject};

use super::{ints, words};

subject!(memory, "port/memory.rs", kernels);

fn sums(a: &[i32], b: &[i32]) -> Vec<i32> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

#[test]
fn copy_buffer() {
    let (a, b) = (ints(77, 1, 1 << 30), ints(77, 2, 1 << 30));
    let args = [scalar(77_u32), slice(a.clone()), slice(b.clone()), slice_mut(vec![0; 77])];
    assert_eq!(agreed::<i32>(memory(), "copy_buffer", &args, 3), sums(&a, &b));
}

/// Lengths below, at and above whole chunks.
#[test]
fn sums_through_local_memory() {
    for n in [0_usize, 1, 63, 64, 65, 200] {
        let half = |seed| words(n, seed).iter().map(|word| word / 2).collect::<Vec<u32>>();
        let (a, b) = (half(3), half(4));
        let expected: Vec<u32> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
        let args = [scalar(n), slice(a), slice(b), slice_mut(vec![0_u32; n])];
        assert_eq!(agreed::<u32>(memory(), "host_memory", &args, 3), expected);
        assert_eq!(agreed::<u32>(memory(), "lmem_2rw", &args, 3), expected);
    }
}

/// One way and the other; what is only read stays.
#[test]
fn host_memory_copy() {
    let (a, b) = (ints(70, 14, 1 << 30), ints(70, 15, 1 << 30));
    for (back, expected) in [(0_u32, &a), (1, &b)] {
        let args = [slice_mut(a.clone()), slice_mut(b.clone()), scalar(70_u32), scalar(back)];
        for argument in 0..2 {
            assert_eq!(agreed::<i32>(memory(), "host_memory_copy", &args, argument), *expected);
        }
    }
}

#[test]
fn axi_master() {
    let a = ints(50, 5, 1 << 20);
    let expected: Vec<i32> = a.iter().map(|a| a + 100).collect();
    assert_eq!(agreed::<i32>(memory(), "axi_master", &[slice_mut(a)], 0), expected);
}

#[test]
fn axi_lite() {
    for (a, b, c) in [(1_i8, 2_i8, 3_i8), (127, 1, 0), (-128, -128, -1), (100, 100, 100)] {
        let exact = i32::from(a) + i32::from(b) + i32::from(c);
        let args = [scalar(a), scalar(b), slice_mut(vec![c])];
        assert_eq!(agreed::<i8>(memory(), "axi_lite", &args, 2), [exact as i8]);
    }
}

#[test]
fn burst_rw() {
    for n in [0, 256, 300] {
        let data = ints(n, 6, 1000);
        let expected: Vec<i32> = data.iter().map(|value| value - 7).collect();
        assert_eq!(agreed::<i32>(memory(), "burst_rw", &[scalar(-7), slice_mut(data)], 1), expected);
    }
}

#[test]
fn loop_pipeline() {
    let (a, b) = (ints(256, 7, 1 << 30), ints(256, 8, 1 << 30));
    for (repetitions, expected) in [(0_u32, vec![0; 256]), (1, sums(&a, &b)), (3, sums(&a, &b))] {
        let args = [
            scalar(repetitions),
            scalar(2_usize),
            slice(a.clone()),
            slice(b.clone()),
            slice_mut(vec![0; 256]),
        ];
        assert_eq!(agreed::<i32>(memory(), "loop_pipeline", &args, 4), expected);
    }
}

#[test]
fn widen_port() {
    let a = ints(64, 9, 1000);
    let expected: Vec<i32> = a.iter().map(|a| a + 100).collect();
    assert_eq!(agreed::<i32>(memory(), "widen_port", &[slice(a), slice_mut(vec![0; 64])], 1), expected);
}

#[test]
fn port_width() {
    let (a, b) = (words(48, 10), words(48, 11));
    let expected: Vec<u64> = a.iter().zip(&b).map(|(a, b)| u64::from(*a) * u64::from(*b)).collect();
    let args = [scalar(3_u32), slice(a), slice(b), slice_mut(vec![0_u64; 48])];
    assert_eq!(agreed::<u64>(memory(), "port_width", &args, 3), expected);
}

/// Each element counts as often as it is in a group of three.
#[test]
fn bottleneck() {
    let values = ints(40, 12, 1000);
    let last = values.len() - 1;
    let groups = |at: usize| (at.min(last - at) + 1).min(3) as i32;
    let expected: i32 = values.iter().enumerate().map(|(at, value)| groups(at) * value).sum();
    for kernel in ["bottleneck", "bottleneck_resolved"] {
        let args = [slice(values.clone()), slice_mut(vec![0])];
        assert_eq!(agreed::<i32>(memory(), kernel, &args, 1), [expected], "{kernel}");
    }
}

#[test]
fn cache_locality() {
    let values: Vec<f64> = ints(31, 13, 1000).into_iter().map(f64::from).collect();
    let expected: Vec<f64> = values.windows(2).map(|pair| pair[0] + pair[1]).collect();
    let args = [scalar(30_usize), slice(values), slice_mut(vec![0.0_f64; 30])];
    assert_eq!(agreed::<f64>(memory(), "cache_locality", &args, 2), expected);
}
