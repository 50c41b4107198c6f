//! Persistent variables: several runs in a row, on all targets.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Value, noise, subject};

use super::values;

subject!(persistent, "persistent.rs", sycl_hls_tests::kernels::persistent::persistent);

/// What an argument is behind each of several runs, with the cycles of the last one.
fn behind(
    kernel: &str,
    argument: usize,
    runs: &[Vec<Value>],
) -> (Vec<Vec<sycl_hls_types::ScalarValue>>, u64) {
    let results = persistent().in_a_row(kernel, runs);
    let cycles = results.last().map_or(0, |(_, cycles)| *cycles);
    (results.iter().map(|(args, _)| args[argument].values()).collect(), cycles)
}

#[test]
fn scalars_are_kept_also_where_a_run_returns_early() {
    let run = |x: &[u32]| vec![slice(x.to_vec()), slice_mut(vec![0_u32; 3])];
    let runs = [run(&[u32::MAX, 2]), run(&[]), run(&[u32::MAX; 3]), run(&[1])];
    let (results, _) = behind("counted", 1, &runs);
    let sum = 4 * u64::from(u32::MAX) + 2;
    let split = |sum: u64, runs: u32| values(&[runs, sum as u32, (sum >> 32) as u32]);
    assert_eq!(results[0], split(u64::from(u32::MAX) + 2, 6));
    assert_eq!(results[1], values(&[7_u32, 0, 0]));
    assert_eq!(results[2..], [split(sum, 8), split(sum + 1, 9)]);
}

#[test]
fn a_delay_line_is_registers() {
    let x: Vec<i32> = (0..184).map(|i| i * 7 - 3).collect();
    let run = |part: &[i32]| vec![slice(part.to_vec()), slice_mut(vec![0; part.len()])];
    let results = persistent().in_a_row("filtered", &[&x[..3], &x[3..4], &[], &x[4..84], &x[84..]].map(run));
    let line: Vec<i32> = [4, 3, 2, 1].into_iter().chain(x).collect();
    let filtered = line.windows(5).map(|part| 3 * part[4] - part[3] + 4 * part[2] + 2 * part[1]);
    let found: Vec<_> = results.iter().flat_map(|(args, _)| args[1].values()).collect();
    assert_eq!(found, values(&filtered.collect::<Vec<i32>>()));
    // XRT's emulation has no cycles.
    let [(_, short), (_, long)] = &results[3..] else { panic!("five runs") };
    assert!(*long == 0 || long - short == 20, "an element in a cycle");
}

#[test]
fn memories_are_kept() {
    let run = |seed| {
        vec![slice(noise(60, seed).map(|it| it as u8).collect::<Vec<_>>()), slice_mut(vec![0_u32; 256])]
    };
    let (results, _) = behind("histogram", 1, &[run(1), run(2), run(3)]);
    let sum = |values: &[sycl_hls_types::ScalarValue]| values.iter().filter_map(|it| it.bits()).sum::<u64>();
    assert_eq!(results.iter().map(|it| sum(it)).collect::<Vec<_>>(), [60, 120, 180]);
}

#[test]
fn banks_begin_with_their_elements() {
    let run = |from: u16, count: u16| {
        vec![slice((from..from + count).collect::<Vec<_>>()), slice_mut(vec![0_u16; count.into()])]
    };
    let (results, _) = behind("ring", 1, &[run(0, 33), run(33, 50), run(83, 80)]);
    let expected: Vec<u16> = (1000..1070).chain(0..93).collect();
    assert_eq!(results.concat(), values(&expected));
}

#[test]
fn structs_are_kept_by_field() {
    let x: Vec<f32> = (0..9).map(|i| i as f32 * 0.5 - 1.0).collect();
    let run = |on| vec![slice(x.clone()), slice_mut(vec![0.0_f32; 9]), scalar(on)];
    behind("cascade", 1, &[false, true, false, true, false].map(run));
}

#[test]
fn enums_and_options_are_kept() {
    let run = |x: &[u32]| vec![slice(x.to_vec()), slice_mut(vec![0_u32; 4])];
    let runs = [run(&[5]), run(&[4, 8]), run(&[]), run(&[1, 2, 3]), run(&[u32::MAX - 2])];
    let (results, _) = behind("modes", 1, &runs);
    let expected = [[2, 9, 77, 78], [1, 5, 6, 7], [2, 8, 9, 10], [0, 0, 9, 10], [0, 0, 9, 10_u32]];
    assert_eq!(results, expected.map(|it| values(&it)));
}

#[test]
fn variables_are_lent_to_functions_and_closures() {
    let run = |x: &[u32], more: usize| vec![slice(x.to_vec()), slice_mut(vec![0_u32; x.len() + more])];
    let x: Vec<u32> = noise(40, 3).map(|it| it as u32 % 5).collect();
    behind("lent", 1, &[run(&x[..9], 3), run(&x[9..30], 0), run(&[], 3), run(&x[30..], 3)]);
}

#[test]
fn integers_of_any_width_are_kept() {
    let run = |x: &[u64]| vec![slice(x.to_vec()), slice_mut(vec![0_u64; 5])];
    behind("wide", 1, &[run(&[u64::MAX; 5]), run(&[1]), run(&[u64::MAX; 7])]);
}

#[test]
fn instances_have_variables_of_their_own() {
    let run = |x: &[u32]| vec![slice(x.to_vec()), slice_mut(vec![0_u32; x.len()])];
    let (two, _) = behind("averaged_2", 1, &[run(&[4, 8]), run(&[10])]);
    assert_eq!(two, [values(&[3_u32, 6]), values(&[9_u32])]);
    let (five, _) = behind("averaged_5", 1, &[run(&[10, 10]), run(&[10])]);
    assert_eq!(five, [values(&[6_u32, 7]), values(&[8_u32])]);
}
