//! Units of our own RTL that have several things to do, simulated with memory that never lets them wait and with memory that
//! answers whenever AXI allows it to.

use std::sync::OnceLock;

use sycl_hls_tests::kernels::denormals::denormals::__SYCL_HLS_MODULE as DENORMALS;
use sycl_hls_tests::kernels::units::units::__SYCL_HLS_MODULE as MODULE;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Subject, Value, noise};

fn units() -> &'static Subject {
    static SUBJECT: OnceLock<Subject> = OnceLock::new();
    SUBJECT.get_or_init(|| Subject::interpreted("units.rs", &MODULE))
}

/// Numbers between -32 and 32, none of them 0.
fn floats(len: usize, seed: u64) -> Vec<f64> {
    noise(len, seed).map(|n| (n % 4096) as f64 / 64.0 - 32.0 + 1.0 / 256.0).collect()
}

#[test]
fn loops_after_each_other_share_units() {
    for len in [0_usize, 1, 2, 40] {
        let of = |seed: u64| floats(len, seed).into_iter().map(|it| it as f32).collect::<Vec<_>>();
        units().cycles("sequence", &[scalar(1.75_f32), slice(of(1)), slice_mut(of(2)), slice_mut(of(3))]);
    }
}

#[test]
fn cycles_of_an_interval_share_units() {
    for len in [0_usize, 1, 2, 3, 40] {
        let z: Vec<u64> = noise(len, 6).collect();
        let args: [Value; 5] = [
            scalar(0.3_f64),
            scalar(0x1234_5678_9abc_u64),
            slice(floats(len, 4)),
            slice_mut(floats(len, 5)),
            slice_mut(z),
        ];
        units().cycles("intervals", &args);
    }
}

#[test]
fn what_runs_once_shares_units() {
    let x: Vec<i32> = noise(30, 7).map(|n| n as i32).collect();
    units().cycles("steps", &[scalar(-77_i32), slice(x), slice_mut(vec![0_i32; 30])]);
}

/// Gate by gate: elsewhere the simulator computes floats itself.
#[test]
fn operators_that_are_asked_for() {
    let units = Subject::interpreted("units.rs", &MODULE).at_gate_level();
    for len in [0_usize, 1, 40] {
        let x: Vec<f32> =
            noise(len, 8).map(|n| f32::from_bits((n as u32 & 0x83ff_ffff) | 0x3c00_0000)).collect();
        let k: Vec<u32> = noise(len, 9).map(|n| n as u32).collect();
        let args = [
            scalar(1.0_f32 / 3.0),
            slice(x),
            slice(k),
            slice_mut(vec![0_f32; len]),
            slice_mut(vec![0_u32; len]),
        ];
        units.cycles("bound", &args);
    }
}

/// Gate by gate, around the smallest normal; the denormals of operands are zeros to the operators, and so are those of results.
#[test]
fn operators_without_denormals() {
    let denormals = Subject::interpreted("denormals.rs", &DENORMALS).at_gate_level();
    let near_least = |n: u64| f32::from_bits((n as u32 & 0x8000_0003) | ((n >> 40) as u32 & 0x01ff_ffff));
    let of = |seed| noise(60, seed).map(near_least).collect::<Vec<f32>>();
    let by =
        noise(60, 12).map(|n| f32::from_bits(0x3f00_0000 | n as u32 & 0x00ff_ffff)).collect::<Vec<f32>>();
    for b in [of(11), by] {
        let args = [
            slice(of(10)),
            slice(b),
            slice(of(13)),
            slice_mut(vec![0_f32; 60 * 14]),
            slice_mut(vec![0_u32; 60]),
            slice_mut(vec![0_f64; 60]),
        ];
        denormals.cycles("operations", &args);
    }
}

#[test]
fn loops_and_processes_without_denormals() {
    let denormals = Subject::interpreted("denormals.rs", &DENORMALS);
    let x: Vec<f32> = noise(30, 14).map(|n| f32::from_bits(n as u32 & 0x81ff_ffff)).collect();
    denormals.cycles("forms", &[slice(x.clone()), slice_mut(x.clone()), slice_mut(vec![0_f32; 5])]);
    denormals.cycles("processes", &[slice(x), slice_mut(vec![0_f32; 30])]);
}
