//! Every kernel of the corpus on every target: host Rust = interpreter = sw_emu with checks = sw_emu --release.

mod accessors;
mod algorithms;
mod arithmetic;
mod array_arguments;
mod attempts;
mod blocks;
mod choices;
mod closures;
mod control;
mod cooperative;
mod dataflow;
mod denormals;
mod directives;
mod exact;
mod faults;
mod fixed;
mod generics;
mod instances;
mod integers;
mod integers128;
mod items;
mod iterators;
mod language;
mod libraries;
mod limits;
mod links;
mod local_types;
mod math;
mod methods;
mod on_xrt;
mod options;
mod orders;
mod own_elements;
mod parallel;
mod patterns;
mod persistent;
mod ports;
mod powers;
mod reductions;
mod results;
mod slice_patterns;
mod streams;
mod texts;
mod traits;
mod types;

use sycl_hls_tests::{Subject, Value, noise};
use sycl_hls_types::{FaultKind, ScalarValue};

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

/// What the arguments are afterwards, on which all targets agree: simulated hardware too, whose cycles are the predicted ones.
/// With those.
fn everywhere(subject: &Subject, kernel: &str, args: &[Value]) -> (Vec<Vec<ScalarValue>>, u64) {
    let cycles = subject.cycles(kernel, args);
    let values = subject.run(kernel, args).agree(kernel).expect("the run ends");
    (values.iter().map(Value::values).collect(), cycles)
}

fn values<T: Copy + Into<ScalarValue>>(of: &[T]) -> Vec<ScalarValue> {
    of.iter().map(|value| (*value).into()).collect()
}

/// Every pair of the corners, and others.
fn pairs<T: Copy>(corners: &[T], make: impl Fn(u64) -> T) -> (Vec<T>, Vec<T>) {
    let mut pairs: Vec<(T, T)> = corners.iter().flat_map(|a| corners.iter().map(|b| (*a, *b))).collect();
    pairs.truncate(256);
    let missing = 256 - pairs.len();
    pairs.extend(noise(missing, 3).zip(noise(missing, 4)).map(|(a, b)| (make(a), make(b))));
    pairs.into_iter().unzip()
}
