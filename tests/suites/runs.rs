//! Runs of our own RTL as a host sees them: resets, starts, what starts at random, where slices lie, and the order of
//! reads and writes.

use std::sync::OnceLock;

use sycl_hls_emulation::simulator::{BankModel, Configuration, RunStatus};
use sycl_hls_tests::kernels::bursts::bursts::__SYCL_HLS_MODULE as BURSTS;
use sycl_hls_tests::kernels::runs::runs::__SYCL_HLS_MODULE as RUNS;
use sycl_hls_tests::simulated::Device;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Subject, Value, noise};

fn runs() -> &'static Subject {
    static SUBJECT: OnceLock<Subject> = OnceLock::new();
    SUBJECT.get_or_init(|| Subject::interpreted("runs.rs", &RUNS))
}

fn ideal(seed: u64) -> Configuration {
    Configuration { seed, ..Configuration::of(BankModel::Ideal) }
}

fn random(seed: u64) -> Configuration {
    Configuration { seed, ..Configuration::of(BankModel::Random) }
}

/// Arguments of `count`.
fn counted(step: u32) -> [Value; 3] {
    let x: Vec<u32> = noise(40, step.into()).map(|n| n as u32 % 1000).collect();
    [scalar(step), slice(x), slice_mut(vec![0_u32; 65])]
}

/// A run with these arguments does what the host does; gives its cycles.
fn does(device: &mut Device, kernel: &str, args: &[Value], first: u64) -> u64 {
    let passed = device.pass(args, first);
    let report = device.run(10_000_000);
    assert_eq!(report.status, RunStatus::Done, "{report:?}");
    runs().check(kernel, args, &device.values(&passed));
    report.cycles
}

/// Whatever the kernel and its bridges were doing: registers of control and arguments are as at first, data is not.
#[test]
fn reset_in_the_middle_of_a_run() {
    let mut device = runs().device("count");
    for (round, memory) in [ideal(1), random(2), random(3), random(4)].into_iter().enumerate() {
        device.configure(&memory);
        let whole = does(&mut device, "count", &counted(1), 0);
        for part in 0..40 {
            device.pass(&counted(2), 0);
            let report = device.run(part * whole / 40 + round as u64);
            assert_ne!(report.status, RunStatus::Violation, "{report:?}");
            device.simulator.reset(3).unwrap();
            assert_eq!(device.simulator.read_register(0).unwrap(), 0b100, "idle");
            assert!(device.arguments_are_zero());
            let cycles = does(&mut device, "count", &counted(3 + part as u32), 0);
            if round == 0 {
                assert_eq!(cycles, whole);
            }
        }
    }
}

/// Memories, and registers without a reset: whatever they hold, nothing of a run depends on it.
#[test]
fn what_starts_at_random_is_never_seen() {
    let mut device = runs().device("count");
    let zero = Configuration { random_reset: false, ..ideal(0) };
    let cycles = (0..8).map(ideal).chain([zero]).map(|memory| {
        device.configure(&memory);
        does(&mut device, "count", &counted(5), 0)
    });
    let mut cycles: Vec<u64> = cycles.collect();
    cycles.dedup();
    assert_eq!(cycles.len(), 1, "{cycles:?}");
}

#[test]
fn arguments_are_latched_at_start() {
    let mut device = runs().device("count");
    device.configure(&ideal(1));
    let first = device.pass(&counted(6), 0);
    assert_eq!(device.run(3).status, RunStatus::Timeout);
    // Another step, and other slices, for the next run.
    let second = device.pass(&counted(7), 0);
    assert_eq!(device.resume().status, RunStatus::Done);
    runs().check("count", &counted(6), &device.values(&first));
    device.run(u64::MAX);
    runs().check("count", &counted(7), &device.values(&second));
}

/// The runs that there were: the first element.
fn runs_of(values: &[Value]) -> u32 {
    values[2].values()[0].low_bits() as u32
}

/// A start in any cycle of a run or behind it is another run: the kernel has taken the arguments of the first one by then.
#[test]
fn a_start_in_any_cycle_is_a_run() {
    let mut device = runs().device("count");
    device.configure(&ideal(1));
    let whole = does(&mut device, "count", &counted(8), 0);
    for before in (0..3).chain(whole - 8..whole + 5) {
        let passed = device.pass(&counted(8), 0);
        device.simulator.write_register(0, 1).unwrap();
        device.simulator.step(before).unwrap();
        device.simulator.write_register(0, 1).unwrap();
        for _ in 0..2 {
            device.simulator.step(2 * whole).unwrap();
            device.simulator.write_register(0, 1 << 4).unwrap();
        }
        assert_eq!(runs_of(&device.values(&passed)), 2, "{before}");
    }
}

/// The next run has its arguments and its start while the first one is on. It begins behind it, before a host has seen the end of
/// the first one, whose `ap_done` waits for `ap_continue`, and so does that of the second one then.
#[test]
fn a_run_begins_in_the_cycle_behind_the_last_one() {
    let mut device = runs().device("count");
    device.configure(&ideal(1));
    let whole = does(&mut device, "count", &counted(10), 0);
    let first = device.pass(&counted(11), 0);
    device.simulator.write_register(0, 1).unwrap();
    assert_eq!(device.simulator.read_register(0).unwrap(), 0b1000, "ready");
    let second = device.pass(&counted(10), 0);
    device.simulator.write_register(0, 1).unwrap();
    assert_eq!(device.simulator.read_register(0).unwrap() & 0b1111, 1, "started, and not ready");
    let mut ends = Vec::new();
    for runs in [&first, &second] {
        loop {
            let edges = device.simulator.step(1).unwrap().edges;
            if runs_of(&device.values(runs)) == 1 {
                break ends.push(edges);
            }
        }
    }
    assert_eq!(ends[1] - ends[0], whole + 1);
    device.simulator.step(whole).unwrap();
    for status in [0b1010, 0b0110, 0b0100] {
        assert_eq!(device.simulator.read_register(0).unwrap(), status, "one waits, then both are idle");
        device.simulator.write_register(0, 1 << 4).unwrap();
        device.simulator.step(1).unwrap();
    }
    runs().check("count", &counted(11), &device.values(&first));
    runs().check("count", &counted(10), &device.values(&second));
}

#[test]
fn auto_restart_starts_the_next_run() {
    let mut device = runs().device("count");
    device.configure(&ideal(1));
    let whole = does(&mut device, "count", &counted(9), 0);
    let passed = device.pass(&counted(9), 0);
    device.simulator.write_register(0, 0x81).unwrap();
    device.simulator.step(10 * whole).unwrap();
    assert_eq!(device.simulator.read_register(0).unwrap() & 0x86, 0x80, "runs on");
    device.simulator.write_register(0, 0).unwrap();
    device.simulator.step(3 * whole).unwrap();
    assert_eq!(device.simulator.read_register(0).unwrap() & 0x87, 0b110, "done once, and idle");
    let runs = runs_of(&device.values(&passed));
    assert!((9..13).contains(&runs), "{runs}");
}

/// Words of 64 bytes, and slices that begin in the middle of one: first and last words are written in part, and so are
/// pages. What lies beside the slices is kept.
#[test]
fn bases_are_aligned_to_elements() {
    let bursts = Subject::interpreted("bursts.rs", &BURSTS);
    let mut device = bursts.device("narrow");
    let bytes: Vec<u8> = noise(256, 3).map(|n| n as u8).collect();
    let halves: Vec<i16> = noise(256, 4).map(|n| n as i16).collect();
    let doubles: Vec<f64> = noise(256, 5).map(|n| n as f64).collect();
    for (seed, first) in (0..).zip([1, 3, 7, 31, 32, 33, 63, 250, 4095]) {
        device.configure(&random(seed));
        for (from, len) in [(0_usize, 256_usize), (first as usize % 100, 1), (2, 130)] {
            let slices = [slice(bytes.clone()), slice_mut(halves.clone()), slice_mut(doubles.clone())];
            let args = [vec![scalar(from), scalar(len)], slices.to_vec()].concat();
            let passed = device.pass(&args, first);
            let report = device.run(10_000_000);
            assert_eq!(report.status, RunStatus::Done, "{report:?}");
            bursts.check("narrow", &args, &device.values(&passed));
        }
    }
}

/// Memory that takes writes when it answers them, and reads when they are asked for: a read that did not wait for the
/// response to an overlapping write, or was asked for ahead of it, would be seen.
#[test]
fn a_read_waits_for_the_response_to_an_overlapping_write() {
    let mut device = runs().device("behind");
    for (seed, distance) in (0..).zip([0_usize, 1, 2, 3, 5, 8, 16, 17, 63, 64, 65, 69]) {
        let args = [
            scalar(distance),
            slice_mut(noise(70, 1).map(|n| n as u32).collect::<Vec<_>>()),
            slice_mut(noise(70, 2).map(|n| n as u16).collect::<Vec<_>>()),
        ];
        for memory in [ideal(seed), random(seed), random(seed + 100), random(seed + 200)] {
            device.configure(&memory);
            does(&mut device, "behind", &args, seed);
        }
    }
}

/// Also in memory that does some writes at their response.
#[test]
fn the_last_write_to_an_element_stays() {
    let mut device = runs().device("scattered");
    let at: Vec<u8> = noise(400, 3).map(|n| (n % 3) as u8).chain([0, 0, 1, 1, 2, 2]).collect();
    for seed in 0..16 {
        device.configure(&random(seed));
        does(&mut device, "scattered", &[slice(at.clone()), slice_mut(vec![9_u32; 4])], seed);
    }
}
