//! Local memories of our own RTL, simulated with memory that never lets them wait and with memory that answers whenever
//! AXI allows it to.

use std::sync::OnceLock;

use sycl_hls_emulation::simulator::Configuration;
use sycl_hls_tests::kernels::memories::memories::__SYCL_HLS_MODULE as MODULE;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Subject, noise};

fn memories() -> &'static Subject {
    static SUBJECT: OnceLock<Subject> = OnceLock::new();
    SUBJECT.get_or_init(|| Subject::interpreted("memories.rs", &MODULE))
}

/// Elements that come back after 1, 2, .. iterations, longer than any operator takes, and all mixed.
#[test]
fn loads_see_stores_that_have_not_landed() {
    let mut at: Vec<u8> = (1..14).flat_map(|distance| (0..3 * distance).map(move |i| i % distance)).collect();
    at.extend(noise(400, 3).map(|n| (n % 5) as u8));
    at.extend(noise(100, 4).map(|n| n as u8));
    let x: Vec<u32> = noise(at.len(), 5).map(|n| n as u32).collect();
    memories().cycles("anywhere", &[slice(at), slice(x), slice_mut(vec![0_u32; 1024])]);
}

/// What a loop has stored when it was entered before is not what its elements are now.
#[test]
fn loads_see_no_stores_of_an_earlier_execution() {
    for len in [1, 2, 3, 9] {
        memories().cycles("entered", &[slice(vec![5_u8; len]), slice_mut(vec![0_u32; 256])]);
    }
}

/// Indices that come back at once, and others; data; and where it goes.
fn indexed(len: usize) -> [sycl_hls_tests::Value; 3] {
    let at: Vec<u8> = noise(len, 7).map(|n| if n & 256 == 0 { n as u8 & 3 } else { n as u8 }).collect();
    let x: Vec<u32> = noise(len.max(256), 8).map(|n| n as u32).collect();
    [slice(at), slice(x), slice_mut(vec![0_u32; 1024])]
}

#[test]
fn split_arrays_keep_their_elements() {
    memories().cycles("split", &indexed(300));
}

#[test]
fn memories_of_all_kinds_keep_their_elements() {
    memories().cycles("bound", &indexed(300));
}

/// What the first run has left in the arrays the second one does not see.
#[test]
fn initialisers_run_at_every_start() {
    for kernel in ["bound", "split"] {
        let mut device = memories().device(kernel);
        device.configure(&Configuration::default());
        for args in [indexed(300), indexed(40)] {
            let passed = device.pass(&args, 0);
            device.run(u64::MAX);
            memories().check(kernel, &args, &device.values(&passed));
        }
    }
}

#[test]
fn recurrences_through_arrays() {
    let x: Vec<u32> = noise(256, 6).map(|n| n as u32).collect();
    memories().cycles("apart", &[slice(x), slice_mut(vec![0_u32; 1024])]);
}

/// Slices end where the last iteration reads: nothing is read that lies beyond.
#[test]
fn elements_that_are_read_once() {
    for n in [0_usize, 1, 2, 3, 17, 300] {
        let x: Vec<u32> = noise(n + 2, 9).map(|n| n as u32).collect();
        let z: Vec<u32> = noise(n + 1, 10).map(|n| n as u32).collect();
        let args = [scalar(n), slice(x), slice(z), slice_mut(vec![0_u32; 2100])];
        memories().cycles("stencils", &args);
    }
}

/// Banks that are chosen by index: each read finds the element of its own iteration.
#[test]
fn arrays_in_banks_keep_their_elements() {
    let x: Vec<u32> = noise(1024, 11).map(|n| n as u32).collect();
    for n in [0_usize, 3, 100] {
        memories().cycles("banks", &[scalar(n), slice(x.clone()), slice_mut(vec![0_u32; 4096])]);
    }
}
