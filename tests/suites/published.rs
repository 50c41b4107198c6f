//! The eleven designs by which published simulators of dataflow are judged, on all targets: results that their descriptions allow,
//! and in hardware the cycles that are predicted from the elements of their slices.

use sycl_hls_tests::outcome::values;
use sycl_hls_tests::published::{DESIGNS, Design};
use sycl_hls_tests::{is_all, subject};
use sycl_hls_types::{FaultKind, ScalarValue};

subject!(published, "published.rs", sycl_hls_tests::kernels::published::published);

fn results(design: &Design, values: &[Vec<ScalarValue>]) -> Vec<i64> {
    let number = |value: &ScalarValue| value.to_integer().unwrap() as i64;
    design.results(values.iter().map(|slice| slice.iter().map(number).collect()))
}

fn check(design: &Design, target: &str, values: &[Vec<ScalarValue>]) {
    let results = results(design, values);
    println!("{} on {target}: {results:?}", design.name);
    assert!(design.holds(&results), "{} on {target}: {results:?}", design.name);
}

/// The designs that end.
fn ending() -> impl Iterator<Item = &'static Design> {
    DESIGNS.iter().filter(|design| design.cycles.is_some())
}

#[test]
fn software_targets_run_a_legal_schedule() {
    for design in ending() {
        let outcomes = published().run(design.kernel, &design.args());
        let host = values(&outcomes.host).unwrap_or_else(|fault| panic!("{}: {fault}", design.name));
        check(design, "host", &host);
        for (target, outcome) in &outcomes.others {
            let values =
                outcome.as_ref().unwrap_or_else(|fault| panic!("{} on {target}: {fault}", design.name));
            check(design, target, values);
        }
        if !design.is_timed {
            let _ = outcomes.agree(design.kernel);
        }
    }
}

/// Each way of a branch, of a loop's end, of an operation that does not wait is predicted.
#[test]
fn hardware_takes_the_predicted_cycles() {
    // `make test` takes every other one, without that of 33 processes.
    let step = if is_all() { 1 } else { 2 };
    let is_sampled = |design: &&Design| is_all() || design.kernel != "multicore";
    for design in ending().filter(is_sampled).step_by(step) {
        for (target, run) in published().simulated_runs(design.kernel, &design.args()) {
            check(design, target, &run.values);
            assert!(run.predicted.cycles.exact().is_some(), "{}: {}", design.name, run.predicted.cycles);
        }
    }
}

#[test]
fn all_targets_see_the_deadlock() {
    let design = DESIGNS.iter().find(|design| design.cycles.is_none()).unwrap();
    let outcomes = published().run(design.kernel, &design.args());
    let faults = outcomes.others.iter().map(|(_, outcome)| outcome.as_ref().unwrap_err());
    let host = outcomes.host.as_ref().unwrap_err();
    for fault in faults.chain([host]) {
        assert_eq!(fault.kind, FaultKind::Dataflow, "{fault}");
        assert!(fault.message.contains("`await_first` waits to read from channel `back`"), "{fault}");
        assert!(fault.message.contains("`double` waits to read from channel `there`"), "{fault}");
    }
}
