//! Several elements in one cycle, through ports as wide as all of them: wherever slices are entered, in as many cycles as the
//! schedule says, with memory that answers at once and with memory that makes the kernel wait.

use std::sync::OnceLock;

use sycl_hls_tests::kernels::wide::wide::__SYCL_HLS_MODULE as MODULE;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Subject, noise};

fn wide() -> &'static Subject {
    static SUBJECT: OnceLock<Subject> = OnceLock::new();
    SUBJECT.get_or_init(|| Subject::interpreted("wide.rs", &MODULE))
}

fn words(len: usize, seed: u64) -> Vec<i32> {
    noise(len, seed).map(|n| n as i32).collect()
}

/// Around groups of 16, from elements on that begin no word.
#[test]
fn lengths_and_first_elements() {
    for len in [0_usize, 1, 2, 15, 16, 17, 31, 32, 33, 257, 2000] {
        for first in [0_usize, 1, 15, 16, 1021] {
            let args = [
                scalar(first),
                scalar(len),
                slice(words(3100, 1)),
                slice(words(3100, 2)),
                slice_mut(words(3100, 3)),
            ];
            wide().cycles("sixteen", &args);
        }
    }
}

/// A group a cycle, wherever it lies.
#[test]
fn a_cycle_for_each_group() {
    let cycles = |first: usize, len: usize| {
        let x = slice(words(4200, 4));
        wide().cycles("sixteen", &[scalar(first), scalar(len), x.clone(), x, slice_mut(words(4200, 5))])
    };
    for first in [0, 3] {
        assert_eq!(cycles(first, 4096) - cycles(first, 96), (4096 - 96) / 16);
    }
    assert_eq!(cycles(0, 4096), cycles(3, 4096));
}

#[test]
fn what_is_read_is_written_and_read_again() {
    for (first, len) in [(0_usize, 0_usize), (1, 1), (2, 3), (3, 4), (5, 5), (1023, 1025), (6, 70)] {
        let floats: Vec<f32> = words(2100, 6).into_iter().map(|n| n as f32 / 1e4).collect();
        wide().cycles("four", &[scalar(first), scalar(len), slice_mut(floats), slice_mut(vec![0_f32; 2])]);
    }
}

#[test]
fn bytes_are_read() {
    let bytes: Vec<u8> = words(9000, 7).into_iter().map(|n| n as u8).collect();
    for (first, len) in [(0_usize, 0_u16), (1, 1), (2, 7), (3, 8), (4, 9), (63, 65), (4095, 4097)] {
        let args = [scalar(first), scalar(len), slice(bytes.clone()), slice_mut(vec![0_u32; 3])];
        wide().cycles("bytes", &args);
    }
}

#[test]
fn elements_are_written() {
    for (first, len) in [(1_usize, 0_usize), (2, 1), (3, 7), (4, 8), (8, 9), (511, 64), (5, 300)] {
        wide().cycles("fills", &[scalar(first), scalar(len), slice_mut(vec![9.0_f64; 900])]);
    }
}

/// Three are a group, too.
#[test]
fn groups_have_any_length() {
    for (first, pixels) in [(0_usize, 0_usize), (1, 1), (2, 5), (3, 100), (61, 2000)] {
        let bytes: Vec<u8> = words(6200, 8).into_iter().map(|n| n as u8).collect();
        wide().cycles("gray", &[scalar(first), scalar(pixels), slice(bytes), slice_mut(vec![7_u8; 2100])]);
    }
    for (first, len) in [(0_usize, 0_usize), (1, 1), (2, 3), (3, 4), (1, 5), (1022, 1030)] {
        let x: Vec<u32> = words(2100, 9).into_iter().map(|n| n as u32).collect();
        wide().cycles("steps", &[scalar(first), scalar(len), slice(x.clone()), slice_mut(x)]);
    }
}

/// Groups of which each is several accesses.
#[test]
fn more_than_a_port_has() {
    for (first, len) in [(0_usize, 0_usize), (1, 1), (2, 8), (3, 9), (4, 16), (5, 17), (7, 25), (9, 700)] {
        let floats = |seed| words(800, seed).into_iter().map(f64::from).collect::<Vec<_>>();
        wide().cycles("parts", &[scalar(first), scalar(len), slice(floats(11)), slice_mut(floats(12))]);
    }
}

#[test]
fn loops_that_are_entered_again() {
    for (first, width) in [(0_usize, 40_usize), (1, 41), (5, 64), (3, 77)] {
        let x: Vec<u16> = words(700, 10).into_iter().map(|n| n as u16 / 4).collect();
        wide().cycles("rows", &[scalar(first), scalar(width), slice(x.clone()), slice_mut(x)]);
    }
}
