//! Elements with several scalars, and `peek`: the same values on all targets, and the predicted cycles in hardware.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Value, agreed, subject};
use sycl_hls_types::Fault;

subject!(streams, "streams.rs", sycl_hls_tests::kernels::streams::streams);

/// The argument on which all targets agree, simulated hardware included, whose cycles are the predicted ones.
fn everywhere(kernel: &str, args: &[Value], argument: usize) -> Vec<u32> {
    streams().cycles(kernel, args);
    agreed(streams(), kernel, args, argument)
}

#[test]
fn a_consumer_looks_at_both_elements_before_it_takes_one() {
    let (a, b) = ([1_u32, 4, 4, 9, 30], [2_u32, 3, 8, 31]);
    let mut sorted: Vec<u32> = a.iter().chain(&b).copied().collect();
    sorted.sort_unstable();
    let args = [slice(a.to_vec()), slice(b.to_vec()), slice_mut(vec![0_u32; 9])];
    assert_eq!(everywhere("merge", &args, 2), sorted);
}

#[test]
fn elements_are_structs_of_arrays_tuples_and_enums() {
    let x = vec![5_u32, 300, 12, 999];
    let next = [300, 12, 999, 7];
    let expected: Vec<u32> = (0..4)
        .map(|i| {
            let odd = if x[i] % 2 == 1 { 1000 } else { 0 };
            let hundreds = if x[i] > 100 { 10_000 * (x[i] / 100) } else { 0 };
            x[i] + 1 + i as u32 + odd + hundreds + next[i]
        })
        .collect();
    let args = [slice(x), slice_mut(vec![0_u32; 4]), slice_mut(vec![0_f32; 4])];
    assert_eq!(everywhere("samples", &args, 1), expected);
    let weights: Vec<f32> = agreed(streams(), "samples", &args, 2);
    assert_eq!(weights, [2.5, 150.0, 6.0, 499.5]);
}

#[test]
fn a_part_of_the_next_element_decides() {
    let args = [slice(vec![3_u32, 3, 3, 8, 1, 1]), slice_mut(vec![0_u32; 4])];
    assert_eq!(everywhere("runs", &args, 1), [3, 1, 2, 0]);
}

#[test]
fn elements_with_parts_are_polled() {
    let args = [slice(vec![10_u32, 20, 30, 40, 50]), slice_mut(vec![0_u32; 5])];
    assert_eq!(everywhere("polled", &args, 1), [10, 21, 32, 43, 54]);
}

#[test]
fn arrays_of_ends_make_processes() {
    let x: Vec<u32> = (1..=8).collect();
    let expected: Vec<u32> = x.iter().zip(0..).map(|(x, i)| 10 * x + i % 4).collect();
    let args = [slice(x.clone()), slice_mut(vec![0_u32; 8])];
    assert_eq!(everywhere("workers", &args, 1), expected);
    let doubled: Vec<u32> = x.iter().map(|x| 2 * x).collect();
    let args = [slice(x), slice_mut(vec![0_u32; 8]), scalar(8_usize)];
    assert_eq!(everywhere("chain", &args, 1), doubled);
}

#[test]
fn elements_are_split_and_merged_in_turn() {
    let x: Vec<u32> = (1..=12).collect();
    let expected: Vec<u32> = x.iter().zip(0..).map(|(x, i)| 10 * x + i % 3).collect();
    let args = [slice(x), slice_mut(vec![0_u32; 12])];
    assert_eq!(everywhere("in_turn", &args, 1), expected);
}

/// Who gets which element depends on time, and the results do not.
#[test]
fn elements_go_to_whoever_has_time() {
    let x: Vec<u32> = vec![27, 1, 2, 3, 97, 5, 6, 7, 1, 1, 1, 8, 9];
    let steps = |start: u32| {
        let next = |value: &u32| match value {
            1 => None,
            value => Some(if value % 2 == 0 { value / 2 } else { 3 * value + 1 }),
        };
        std::iter::successors(Some(start), next).count() as u32 - 1
    };
    let expected: Vec<u32> = x.iter().map(|x| steps(*x)).collect();
    let args = [slice(x), slice_mut(vec![0_u32; 13])];
    assert_eq!(everywhere("balanced", &args, 1), expected);
}

/// A process of the library has its name, and the place of its call.
#[test]
fn processes_of_the_library_are_named() {
    let fault = fault("in_turn", &[slice(vec![1_u32; 4]), slice_mut(vec![0_u32; 4])]);
    let expected = "process `merge::round_robin` reads from channel `out_0` more than process `work`, which has ended, wrote: 1 written, 2 read";
    assert!(states(&fault).contains(&expected), "{fault}");
}

#[test]
fn processes_of_arrays_are_named_in_the_same_words() {
    let fault = fault("workers", &[slice(vec![1_u32, 2, 3, 4]), slice_mut(vec![0_u32; 8])]);
    let expected = "process `collect` reads from channel `out_0` more than process `work`, which has ended, wrote: 1 written, 2 read";
    assert_eq!(states(&fault), [expected], "{fault}");
}

#[test]
fn tasks_run_until_nothing_comes() {
    let args = |n: u32, sums: usize| {
        let numbers: Vec<u32> = (0..n).map(|i| 10 * i).collect();
        [slice(numbers), slice_mut(vec![0_u32; sums]), scalar(3_u32)]
    };
    assert_eq!(everywhere("tasks", &args(8, 4), 1), [80, 142, 328, 390]);
    assert!(everywhere("tasks", &args(0, 0), 1).is_empty());
    let half = fault("tasks", &args(6, 2));
    let asks = "process `sums_of_pairs` reads from channel `in_0` more than process `split::round_robin`, which has ended, wrote: 3 written, 4 read";
    assert_eq!(states(&half)[0], asks, "{half}");
}

#[test]
fn an_element_that_is_only_looked_at_is_left() {
    assert_eq!(left(2), "2 of the elements in channel `tx` are left when its dataflow region ends");
    // The register is a place of its own while the process runs.
    assert_eq!(left(3), "3 of the elements in channel `tx` are left when its dataflow region ends");
    let stuck = left(4);
    assert!(stuck.contains("which is full: depth 2, 3 written, 0 read"), "{stuck}");
}

/// What all targets say when so many elements are sent, and the consumer looks at the first one.
fn left(sent: u32) -> String {
    fault("looks", &[slice((0..sent).collect::<Vec<u32>>()), slice_mut(vec![0_u32; 1])]).message
}

/// The fault of a run, which says the same of channels on all targets.
fn fault(kernel: &str, args: &[Value]) -> Fault {
    let outcomes = streams().run(kernel, args);
    let host = outcomes.host.expect_err("the run stops");
    for (target, other) in outcomes.others {
        let other = other.expect_err("the run stops");
        assert_eq!(states(&host), states(&other), "{target}");
    }
    host
}

/// What a message says of channels, without the places in files and the depths that only the interpreter searches for.
fn states(fault: &Fault) -> Vec<&str> {
    let lines = fault.reason().lines().filter(|line| line.contains("channel"));
    let state = |(place, state): (&str, _)| place.contains(".rs:").then_some(state);
    lines.map(|line| line.split_once(": ").and_then(state).unwrap_or(line)).collect()
}
