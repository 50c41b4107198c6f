//! The designs of `kernels/published.rs`: their arguments, what is known of their results, and published figures.

use crate::Value;
use crate::value::{slice, slice_mut};

/// A design that a simulator of dataflow was judged by.
pub struct Design {
    /// Its name in the publication.
    pub name: &'static str,
    /// The name of our kernel.
    pub kernel: &'static str,
    /// Published cycles of AMD's hardware (Vitis HLS 2021.1, 200 MHz, co-simulation); `None`: a deadlock.
    pub cycles: Option<u64>,
    /// Published results, as far as there are any.
    pub results: &'static [i64],
    /// True if results depend on time, so that each schedule has its own.
    pub is_timed: bool,
    args: fn() -> Vec<Value>,
    holds: fn(&[i64]) -> bool,
}

/// Elements that are sent.
const N: i64 = 2025;
/// The sum of 1, 2, .. N.
const SUM: i64 = N * (N + 1) / 2;
/// Elements of the longer arrays.
const ROOM: usize = 4096;

/// All of them.
pub const DESIGNS: [Design; 11] = [
    Design {
        name: "ex2",
        kernel: "retried",
        cycles: Some(4055),
        results: &[SUM],
        // The sum is the same in each schedule.
        is_timed: false,
        args: || vec![slice(series(ROOM, 1)), slice_mut(vec![0_i32; 1])],
        holds: |results| results == [SUM],
    },
    Design {
        name: "ex3",
        kernel: "doubled",
        cycles: Some(4053),
        results: &[2 * (SUM - N)],
        is_timed: false,
        args: || vec![slice((0..N as i32).collect::<Vec<i32>>()), slice_mut(vec![0_i32; 1])],
        holds: |results| results == [2 * (SUM - N)],
    },
    Design {
        name: "ex4a",
        kernel: "offered",
        cycles: Some(2039),
        results: &[684_453],
        is_timed: true,
        args: || vec![slice(series(N as usize, 3)), slice_mut(vec![0_i32; 1])],
        holds: |results| (1..=SUM).contains(&results[0]),
    },
    Design {
        name: "ex4a_d",
        kernel: "offered_until_done",
        cycles: Some(2038),
        results: &[684_453],
        is_timed: true,
        args: || vec![slice(series(ROOM, 3)), slice_mut(vec![0_i32; 1])],
        holds: |results| (1..=SUM).contains(&results[0]),
    },
    Design {
        name: "ex4b",
        kernel: "dropped",
        cycles: Some(2039),
        results: &[684_453, 1348],
        is_timed: true,
        args: || vec![slice(series(N as usize, 3)), slice_mut(vec![0_i32; 1]), slice_mut(vec![0_i32; 1])],
        holds: |results| is_sum_of(results[0], N - results[1]),
    },
    Design {
        name: "ex4b_d",
        kernel: "dropped_until_done",
        cycles: Some(2041),
        results: &[684_453, 1358],
        is_timed: true,
        args: || vec![slice(series(ROOM, 3)), slice_mut(vec![0_i32; 1]), slice_mut(vec![0_i32; 1])],
        // Zeros behind the first one are dropped, too.
        holds: |results| (1..=SUM).contains(&results[0]) && (0..ROOM as i64).contains(&results[1]),
    },
    Design {
        name: "ex5",
        kernel: "shared",
        cycles: Some(4062),
        results: &[1351, 674, 1_366_878, 684_447],
        is_timed: true,
        args: || {
            let (counts, sum) = (slice_mut(vec![0_i32; 2]), slice_mut(vec![0_i32; 1]));
            vec![slice(series(N as usize, 3)), counts, sum.clone(), sum]
        },
        holds: |results| {
            let [first, second, sum, other] = results[..] else { return false };
            first + second == N && sum + other == SUM && is_sum_of(sum, first)
        },
    },
    Design {
        name: "timer",
        kernel: "timer",
        cycles: Some(16_203),
        results: &[],
        is_timed: true,
        args: || vec![slice_mut(vec![0_u32; 1]), slice_mut(vec![0_i32; 1])],
        holds: |results| {
            let thirds = (1..=N as i32).map(|number| (number << 16) / 3);
            i64::from(thirds.fold(0, i32::wrapping_add)) == results[1]
        },
    },
    Design {
        name: "deadlock",
        kernel: "awaited",
        cycles: None,
        results: &[],
        is_timed: false,
        args: || vec![slice((0..N as i32).collect::<Vec<i32>>()), slice_mut(vec![0_i32; 1])],
        holds: |_| false,
    },
    Design {
        name: "branch",
        kernel: "branch",
        cycles: Some(960),
        results: &[955, 51],
        is_timed: true,
        args: || vec![slice(code()), slice_mut(vec![0_i32; 1]), slice_mut(vec![0_i32; 1])],
        holds: |results| (1..=results[0]).contains(&results[1]),
    },
    Design {
        name: "multicore",
        kernel: "multicore",
        cycles: Some(990),
        results: &[15_519, 614],
        is_timed: true,
        args: || {
            let codes = (0..16).map(|_| slice(code()));
            codes.chain([slice_mut(vec![0_i32; 2])]).collect()
        },
        holds: |results| (16..=results[0]).contains(&results[1]),
    },
];

impl Design {
    /// What its kernel is called with.
    #[must_use]
    pub fn args(&self) -> Vec<Value> {
        (self.args)()
    }

    /// True if these results come from a legal schedule, as far as that is known.
    #[must_use]
    pub fn holds(&self, results: &[i64]) -> bool {
        (self.holds)(results)
    }

    /// The results among arguments after a run: what is in the slices that the kernel writes.
    #[must_use]
    pub fn results(&self, slices: impl IntoIterator<Item = Vec<i64>>) -> Vec<i64> {
        let args = self.args().into_iter().zip(slices);
        args.filter(|(arg, _)| matches!(arg, Value::SliceMut(_))).flat_map(|(_, slice)| slice).collect()
    }
}

/// 1, 2, .. N, each times `factor`, and zeros.
fn series(length: usize, factor: i32) -> Vec<i32> {
    let numbers = (1..=N as i32).map(|number| factor * number);
    numbers.chain(std::iter::repeat(0)).take(length).collect()
}

/// Every twentieth instruction jumps.
fn code() -> Vec<i32> {
    (0..N as i32).map(|at| if at % 20 == 0 { at + 25 } else { 0 }).collect()
}

/// True if so many of the numbers 1, 2, .. N can have this sum.
fn is_sum_of(sum: i64, count: i64) -> bool {
    let least = count * (count + 1) / 2;
    (least..=least + count * (N - count)).contains(&sum)
}
