//! Bursts of our own RTL: one request for many elements of a slice.

use std::sync::OnceLock;

use sycl_hls_emulation::simulator::{BankModel, Configuration, RunStatus};
use sycl_hls_tests::kernels::bursts::bursts::__SYCL_HLS_MODULE as MODULE;
use sycl_hls_tests::subject::board_memory;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Subject, noise};

fn bursts() -> &'static Subject {
    static SUBJECT: OnceLock<Subject> = OnceLock::new();
    SUBJECT.get_or_init(|| Subject::interpreted("bursts.rs", &MODULE))
}

fn words(len: usize, seed: u64) -> Vec<u32> {
    noise(len, seed).map(|n| n as u32 % 1_000_000 + 8).collect()
}

/// Around the lengths of bursts, of what is asked for at once and of pages; from elements on that begin no word.
#[test]
fn lengths_and_first_elements() {
    let lens = [0_u32, 1, 2, 15, 16, 17, 255, 256, 257, 1023, 1024, 1025, 2049, 0, 1];
    let first = [3_u32, 1000, 7, 1020, 1024, 5, 11, 770, 1, 2, 1025, 1023, 1, 5000, 5003];
    let args =
        [slice(first.to_vec()), slice(lens.to_vec()), slice(words(5100, 1)), slice_mut(words(5100, 2))];
    bursts().cycles("parts", &args);
}

/// Words of 64 bytes: first, last and narrow ones are written in part, and the bytes beside them are kept.
#[test]
fn narrow_elements_in_wide_words() {
    for (first, len) in [(0_usize, 200_usize), (37, 1), (63, 2), (1, 130), (5, 0)] {
        let bytes: Vec<u8> = words(256, 3).into_iter().map(|n| n as u8).collect();
        let halves: Vec<i16> = words(256, 4).into_iter().map(|n| n as i16).collect();
        let doubles: Vec<f64> = words(256, 5).into_iter().map(f64::from).collect();
        let args = [scalar(first), scalar(len), slice(bytes), slice_mut(halves), slice_mut(doubles)];
        bursts().cycles("narrow", &args);
    }
}

/// Around what is asked for at once.
#[test]
fn bounds_that_are_reached() {
    for to in [0_u32, 1022, 1023, 1024, 1025, 2047, 2048] {
        bursts().cycles("reached", &[scalar(to), slice(words(2100, 7)), slice_mut(words(2100, 8))]);
    }
}

#[test]
fn loops_of_all_kinds() {
    for n in [0_u8, 17, 255] {
        let mut x = words(4100, 6);
        x[600 + usize::from(n)] = 7;
        bursts().cycles("turns", &[scalar(n), slice(x), slice_mut(vec![0_u32; 4100])]);
    }
}

/// A request for many elements takes no more cycles than one for each: an element a cycle.
#[test]
fn streams_have_no_gaps() {
    let cycles = |len: u32| {
        let args = [slice(vec![1_u32]), slice(vec![len]), slice(words(5100, 1)), slice_mut(words(5100, 2))];
        bursts().cycles("parts", &args)
    };
    assert_eq!(cycles(5000) - cycles(1000), 4000);
}

/// A nest is as fast as one loop: its requests go across rows.
#[test]
fn rows_of_nests() {
    for n in [0_usize, 1, 9, 10, 11, 48] {
        let args = [scalar(n), slice(words(5100, 1)), slice_mut(words(5600, 2)), slice_mut(words(4900, 3))];
        bursts().cycles("rows", &args);
    }
    let [x, y, v, w] = [3, 4, 5, 6].map(|seed| words(300, seed));
    bursts().cycles("unequal", &[slice(x), slice_mut(y), slice(v), slice_mut(w)]);
    bursts().cycles("parts_of_rows", &[slice(words(400, 1)), slice_mut(words(900, 2))]);
}

/// Loops that read ahead write, and read what has a narrower window, later than they begin: around what is asked for at once.
#[test]
fn windows_of_neighbours() {
    for n in [0_usize, 2, 3, 4, 1025, 1026, 1027, 2051] {
        let args = [scalar(n), slice(words(2100, 1)), slice(words(2100, 2)), slice_mut(words(2100, 3))];
        bursts().cycles("windows", &args);
    }
}

/// Their requests are for many elements: with the memory of a board, 2,000 elements take 2,638 cycles.
#[test]
fn windows_of_neighbours_on_a_board() {
    let memory = BankModel::Board(board_memory("u280", "DDR[0]"));
    let mut device = bursts().device("windows");
    device.configure(&Configuration::of(memory));
    let args = [scalar(2000_usize), slice(words(2100, 1)), slice(words(2100, 2)), slice_mut(words(2100, 3))];
    let passed = device.pass(&args, 0);
    let report = device.run(1_000_000);
    assert_eq!(report.status, RunStatus::Done, "{report:?}");
    bursts().check("windows", &args, &device.values(&passed));
    println!("{} cycles", report.cycles);
    assert!(report.cycles < 3000, "{} cycles", report.cycles);
}

/// With the memory of a board, too: requests for single elements took 13 times as long.
#[test]
fn rows_of_nests_on_a_board() {
    let memory = BankModel::Board(board_memory("u280", "DDR[0]"));
    let mut device = bursts().device("copied");
    device.configure(&Configuration::of(memory));
    let mut cycles = |by_rows: bool| {
        let args = [scalar(by_rows), slice(words(256, 1)), slice_mut(words(256, 2))];
        let passed = device.pass(&args, 0);
        let report = device.run(1_000_000);
        assert_eq!(report.status, RunStatus::Done, "{report:?}");
        bursts().check("copied", &args, &device.values(&passed));
        report.cycles
    };
    let [once, by_rows] = [false, true].map(&mut cycles);
    println!("{by_rows} cycles by rows, {once} at once");
    assert!(by_rows <= once + 2, "{by_rows} cycles by rows, {once} at once");
}
