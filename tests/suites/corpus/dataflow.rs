//! Processes and streams: what they give, and the words in which they end early.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Subject, Value, agreed, subject};
use sycl_hls_types::{Fault, FaultKind};

subject!(dataflow, "dataflow.rs", sycl_hls_tests::kernels::dataflow::dataflow);

fn numbers(count: u32) -> Vec<u32> {
    (0..count).map(|i| i * i * 7 % 1000).collect()
}

/// The fault of a run, which is the same on all targets, whatever the path of the file is.
fn fault(subject: &Subject, kernel: &str, args: &[Value]) -> String {
    let outcomes = subject.run(kernel, args);
    let text = |fault: &Fault| {
        assert_eq!(fault.kind, FaultKind::Dataflow, "{fault}");
        let line = |line: &str| line.rsplit_once('/').map_or(line, |(_, name)| name.trim()).to_owned();
        fault.reason().lines().map(line).collect::<Vec<_>>().join("\n")
    };
    let host = text(outcomes.host.as_ref().expect_err("the run stops"));
    let place = |fault: &Fault| fault.at.as_ref().map(|at| (at.line, at.column));
    for (target, other) in &outcomes.others {
        let other = other.as_ref().expect_err("the run stops");
        assert_eq!(host, text(other), "{target}");
        assert_eq!(place(outcomes.host.as_ref().unwrap_err()), place(other), "{target}");
    }
    host
}

#[test]
fn three_processes() {
    let (a, b) = (numbers(50), numbers(50));
    let args = [slice(a.clone()), slice(b.clone()), slice_mut(vec![0_u32; 50])];
    let sums: Vec<u32> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    assert_eq!(agreed::<u32>(dataflow(), "vadd", &args, 2), sums);
}

#[test]
fn memory_of_regions() {
    let args = [slice((0..12_u32).collect::<Vec<u32>>()), slice_mut(vec![0_u32; 12])];
    let sums = [6, 6, 6, 6, 22, 22, 22, 22, 38, 38, 38, 38];
    assert_eq!(agreed::<u32>(dataflow(), "blocks", &args, 1), sums);
    let args = [slice(vec![1_u32, 3, 4, 5, 2, 2, 2, 2]), slice_mut(vec![0_u32; 4])];
    assert_eq!(agreed::<u32>(dataflow(), "histograms", &args, 1), [1, 3, 4, 0]);
    let args = [slice(numbers(9)), slice_mut(vec![0_u32; 9]), scalar(9_usize)];
    let sum: u32 = numbers(9).iter().sum();
    let expected: Vec<u32> = numbers(9).iter().map(|x| sum - x).collect();
    assert_eq!(agreed::<u32>(dataflow(), "normalized", &args, 1), expected);
}

#[test]
fn processes_that_poll() {
    let args = [slice(vec![1_u32, 2, 7, 4, 5, 6]), slice_mut(vec![0_u32; 4])];
    assert_eq!(agreed::<u32>(dataflow(), "poll", &args, 1), [7, 4, 5, 6]);
}

#[test]
fn nested_and_entered_again() {
    let args = [slice(numbers(12)), slice_mut(vec![0_u32; 12])];
    let expected: Vec<u32> = numbers(12).iter().zip(0..).map(|(x, i)| x + i % 3).collect();
    assert_eq!(agreed::<u32>(dataflow(), "nested", &args, 1), expected);
    let args = [slice(numbers(5)), slice_mut(vec![0_u32; 5]), scalar(3_usize)];
    assert_eq!(agreed::<u32>(dataflow(), "copies", &args, 1), numbers(5));
}

#[test]
fn methods_and_generic_functions_with_ends() {
    let args = [slice(vec![0_u32, 1, 2, 3]), slice_mut(vec![0_u32; 4])];
    assert_eq!(agreed::<u32>(dataflow(), "lines", &args, 1), [7, 22, 37, 52]);
}

#[test]
fn a_deadlock_is_told_in_the_same_words() {
    let args = |count: u32| [slice(numbers(count)), slice_mut(vec![0_u32; count as usize])];
    let sums: Vec<u32> = numbers(4).iter().map(|x| x / 256 + x % 256).collect();
    assert_eq!(agreed::<u32>(dataflow(), "diamond", &args(4), 1), sums);
    let text = fault(dataflow(), "diamond", &args(5));
    assert!(text.starts_with("deadlock: no process can go on\n"), "{text}");
    assert!(
        text.contains(
            "process `split` waits to write to channel `tx_low`, which is full: depth 4, 4 written, 0 read"
        ),
        "{text}"
    );
    let outcomes = dataflow().run("diamond", &args(5));
    let mut interpreters = outcomes.others.iter().filter(|(target, _)| *target == "interpreter");
    let depth = "\n  help: depth 5 instead of 4 for channel `tx_low` (";
    let tells = |fault: &Fault| fault.message.contains(depth);
    assert!(interpreters.all(|(_, outcome)| outcome.as_ref().is_err_and(tells)), "{outcomes:?}");
}

#[test]
fn what_is_left_and_what_is_missing_is_told_in_the_same_words() {
    let args = |sent: u32, taken| [slice(numbers(sent)), slice_mut(vec![0_u32; taken]), scalar(1_usize)];
    let text = fault(dataflow(), "copies", &args(5, 3));
    assert_eq!(text, "2 of the elements in channel `tx` are left when its dataflow region ends");
    let text = fault(dataflow(), "copies", &args(5, 7));
    assert!(text.ends_with("wrote: 5 written, 6 read"), "{text}");
}

#[test]
fn a_process_that_has_not_started_is_told_in_the_same_words() {
    let text = fault(dataflow(), "circle", &[slice_mut(vec![0_u32; 1])]);
    let waits: Vec<&str> =
        text.lines().filter_map(|line| line.split_once(": ").map(|(_, what)| what)).collect();
    let expected = [
        "no process can go on",
        "a process without a name waits for the end of process `next`, which writes what it reads",
        "process `answer` waits to read from channel `back`, which is empty: depth 1, 0 written, 0 read",
        "process `next` waits to read from channel `there`, which is empty: depth 1, 0 written, 0 read",
    ];
    assert_eq!(waits, expected, "{text}");
    // A result that never comes.
    let args = [slice(numbers(4)), slice_mut(vec![0_u32; 4]), scalar(5_usize)];
    let text = fault(dataflow(), "normalized", &args);
    assert!(
        text.starts_with("process `kept_sum` reads from channel `tx` more than a process without a name"),
        "{text}"
    );
}
