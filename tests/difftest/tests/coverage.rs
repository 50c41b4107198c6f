//! What random programs exercise, as far as the interpreter says how they end.

use std::collections::BTreeMap;

use sycl_hls_compiler::pass::{CHECKS, run_all};
use sycl_hls_difftest::case::Case;
use sycl_hls_difftest::coverage::{Coverage, coverage, of_network};
use sycl_hls_difftest::generate;
use sycl_hls_difftest::network::network;
use sycl_hls_difftest::operators::{Operators, operators};
use sycl_hls_ir::interp::Error;
use sycl_hls_tests::serve::End;

use crate::hardware::outcome;

/// Programs that are run.
const PROGRAMS: u64 = 300;

/// What they exercise at least, in code that every run executes which ends normally. Far below what they do
/// now, and far above chance.
const EXERCISED: [(&str, u64); 78] = [
    ("array", 40),
    ("nested array", 15),
    ("integers of 128 bits", 20),
    ("numbers of any width", 20),
    ("array_partition", 10),
    ("block with a value", 30),
    ("call", 20),
    ("&mut argument", 3),
    ("cast between floats", 3),
    ("cast of a bool", 10),
    ("cast of one width", 10),
    ("cast to a float", 10),
    ("narrowing cast", 15),
    ("saturating cast", 20),
    ("widening cast", 100),
    ("comparison", 60),
    ("compound assignment", 60),
    ("division", 100),
    ("effect behind a lazy operator", 2),
    ("effect in an index", 3),
    ("hidden length", 100),
    ("stated length", 100),
    ("if", 20),
    ("if with a value", 40),
    ("index", 300),
    ("loop with known bounds", 50),
    ("loop with one iteration", 10),
    ("loop with variable bounds", 20),
    ("loop without iterations", 8),
    ("other directive of a loop", 5),
    ("pipeline", 5),
    ("unroll", 5),
    ("shadowing", 15),
    ("shift", 20),
    ("shift by another type", 30),
    ("wrapping method", 100),
    ("struct as an argument", 10),
    ("struct in a slice", 30),
    ("array in a slice", 10),
    ("type of an instance", 20),
    ("number of an instance", 20),
    ("array of a generic length", 3),
    ("any", 1),
    ("block with a label", 1),
    ("checked_add", 1),
    ("clamp", 1),
    ("compared parts", 1),
    ("deferred let", 1),
    ("destructuring assignment", 5),
    ("fill", 1),
    ("fold", 1),
    ("for over an array", 1),
    ("for over an iterator", 1),
    ("from_bits", 1),
    ("if let", 1),
    ("let else", 1),
    ("let pattern", 1),
    ("let reference", 1),
    ("loop", 1),
    ("loop with a value", 1),
    ("match", 1),
    ("method", 1),
    ("math", 3),
    ("mul_add", 1),
    ("overflowing_add", 1),
    ("part of a slice", 1),
    ("pow", 1),
    ("rotate_left", 1),
    ("struct", 1),
    ("sum", 1),
    ("?", 1),
    ("result", 3),
    ("generic method", 1),
    ("get", 1),
    ("if let of an element", 1),
    ("split_at", 1),
    ("while", 1),
    ("while let", 1),
];

/// Percent of the uses of operators that are seen, at least.
const LEAST_OPERATORS: usize = 25;

/// Runs that end so, at least.
const ENDS: [(End, u64); 5] =
    [(End::Normal, 400), (End::Index, 10), (End::Overflow, 3), (End::Division, 3), (End::Shift, 2)];

#[test]
fn programs_exercise_the_language_and_end_in_every_way() {
    let mut exercised = Coverage::default();
    let mut used = Operators::default();
    let mut ends: BTreeMap<End, u64> = BTreeMap::new();
    for number in 0..PROGRAMS {
        let program = generate::program(0, number);
        let case = Case::from(&program);
        let mut module = case.translate().expect("the program translates");
        run_all(&mut module, &[CHECKS]);
        let ended: Vec<End> = case.jobs.iter().map(|job| end(outcome(&module, job))).collect();
        if ended.contains(&End::Normal) {
            exercised.add(&coverage(&program));
            used.add(&Operators::of_counts(&operators(&program).counts()));
        }
        ended.into_iter().for_each(|end| *ends.entry(end).or_default() += 1);
    }
    let counts = EXERCISED.map(|(feature, least)| (feature, least, exercised.count(feature)));
    counts.iter().for_each(|(feature, _, count)| println!("{count:6} {feature}"));
    let rare: Vec<&str> =
        counts.iter().filter(|(_, least, count)| count < least).map(|(feature, ..)| *feature).collect();
    assert_eq!(rare, [""; 0], "exercised too rarely");
    println!("{used}");
    let (seen, whole) = used.seen();
    assert!(seen * 100 >= whole * LEAST_OPERATORS, "{used}");
    for (end, least) in ENDS {
        assert!(ends.get(&end).is_some_and(|count| *count >= least), "{end:?}: {ends:?}");
    }
}

/// Far below what they do now.
#[test]
fn random_networks_have_all_kinds_of_processes() {
    let mut covered = Coverage::default();
    (0..300).for_each(|number| covered.add(&of_network(&network(3, number).text)));
    for (feature, least) in [
        ("task", 30),
        ("free-running kernel", 20),
        ("kernel between links that is started", 8),
        ("array as a result", 8),
        ("array by reference", 6),
        ("blocks", 40),
        ("streams of blocks in an array", 15),
        ("task of blocks", 10),
        ("scalar in a task", 15),
        ("block that is handed over by an exit", 10),
        ("blocks in several memories", 15),
        ("block that is dropped under a condition", 15),
        ("nested region", 12),
        ("region in a loop", 60),
        ("initial tokens", 20),
        ("loop with a bound from data", 60),
    ] {
        assert!(covered.count(feature) >= least, "{feature}: {covered}");
    }
}

fn end<T>(outcome: Result<T, Error>) -> End {
    match outcome {
        Ok(_) => End::Normal,
        Err(Error::Fault(fault)) => fault.kind.into(),
        Err(_) => End::Other,
    }
}
