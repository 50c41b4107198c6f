//! A process that crashes, hangs or is killed.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use sycl_hls_emulation::simulator::{RunLimits, RunStatus, Simulator, SimulatorError};

use crate::simulator::vadd::{A, B, C, DIE, N, SILENT, SPIN, Vadd};

/// No run of these ends by itself.
const FOR_EVER: RunLimits = RunLimits { max_cycles: u64::MAX, hang_cycles: 0, wall: None };

#[test]
fn a_killed_process_is_an_error() {
    let mut vadd = Vadd::ideal();
    vadd.arguments(A, B, C, N, SILENT);
    let process = vadd.0.process_id().to_string();
    let killer = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        assert!(Command::new("kill").args(["-9", &process]).status().unwrap().success());
    });
    let error = vadd.try_run(&FOR_EVER).unwrap_err();
    killer.join().unwrap();
    assert_eq!(error.to_string(), "the simulator ended unexpectedly (signal 9)");
    // It stays one.
    assert!(matches!(vadd.0.read(A, &mut [0]), Err(SimulatorError::Died { .. })));
}

#[test]
fn a_crash_is_an_error_with_its_last_words() {
    let mut vadd = Vadd::ideal();
    vadd.arguments(A, B, C, N, DIE);
    let error = vadd.try_run(&FOR_EVER).unwrap_err().to_string();
    assert!(error.contains("signal 6") && error.contains("a mistake of the design"), "{error}");
}

#[test]
fn an_endless_loop_ends_at_the_time_limit() {
    let mut vadd = Vadd::ideal();
    vadd.arguments(A, B, C, N, SPIN);
    vadd.0.set_timeout(Duration::from_secs(2));
    let error = vadd.try_run(&FOR_EVER).unwrap_err();
    assert!(matches!(error, SimulatorError::Silent { .. }), "{error}");
}

#[test]
fn a_run_ends_with_its_time_and_tells_of_its_progress() {
    let mut vadd = Vadd::ideal();
    vadd.arguments(A, B, C, N, SILENT);
    let limits = RunLimits { wall: Some(Duration::from_millis(1700)), ..FOR_EVER };
    let mut progress = Vec::new();
    let start = Instant::now();
    let report = vadd.0.run(&limits, &mut |cycles| progress.push(cycles)).unwrap();
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(report.status, RunStatus::Timeout);
    assert!(Some(&report.cycles) >= progress.last(), "{report:?}");
    assert!(progress.is_sorted() && progress.first().is_some_and(|&cycles| cycles > 1000), "{progress:?}");
}

/// It does not even look at its clock any more.
#[test]
fn a_process_that_cannot_end_a_run_is_killed() {
    let mut vadd = Vadd::ideal();
    vadd.arguments(A, B, C, N, SPIN);
    let limits = RunLimits { wall: Some(Duration::from_millis(1)), ..FOR_EVER };
    let error = vadd.try_run(&limits).unwrap_err();
    assert!(matches!(error, SimulatorError::Timeout { .. }), "{error}");
}

#[test]
fn a_dropped_simulator_leaves_no_process() {
    let vadd = Vadd::ideal();
    let folder = format!("/proc/{}", vadd.0.process_id());
    assert!(Path::new(&folder).exists());
    drop(vadd);
    assert!(!Path::new(&folder).exists());
}

#[test]
fn a_host_that_goes_takes_a_running_simulator_along() {
    let frame = |command: u8, payload: &[u8]| {
        [&u32::try_from(payload.len()).unwrap().to_le_bytes()[..], &[command], payload].concat()
    };
    let mut process = Command::new(crate::simulator::build::vadd())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take().unwrap();
    // Ideal memory, the kernel that does nothing, and a run without limits.
    let (seed_reset_clock, bank, ports) =
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0], [2, 0, 0, 0, 0, 0]);
    input.write_all(&frame(2, &[&seed_reset_clock[..], &bank, &ports].concat())).unwrap();
    input.write_all(&frame(7, &[0x38, 0, 0, 0, SILENT as u8, 0, 0, 0, 0xf])).unwrap();
    input.write_all(&frame(9, &[&[0xff; 8][..], &[0; 16], &[1]].concat())).unwrap();
    thread::sleep(Duration::from_millis(300));
    assert!(process.try_wait().unwrap().is_none(), "it runs");
    drop(input);
    let start = Instant::now();
    while process.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(30));
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn what_is_no_simulator_is_an_error() {
    let error = Simulator::start(Path::new("/nowhere/simulator")).unwrap_err();
    assert!(error.to_string().starts_with("the simulator /nowhere/simulator cannot be started"), "{error}");
    assert!(matches!(Simulator::start(Path::new("/bin/true")), Err(SimulatorError::Died { .. })));
    assert!(matches!(Simulator::start(Path::new("/bin/cat")), Err(SimulatorError::Malformed)));
}

/// As while another thread starts a process that still has the file open.
#[test]
fn a_program_that_is_written_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("simulator");
    std::fs::copy("/bin/true", &program).unwrap();
    let written = std::fs::File::options().append(true).open(&program).unwrap();
    let waiting = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        drop(written);
    });
    let start = Instant::now();
    assert!(matches!(Simulator::start(&program), Err(SimulatorError::Died { .. })), "it was started");
    assert!(start.elapsed() >= Duration::from_millis(150));
    waiting.join().unwrap();
}
