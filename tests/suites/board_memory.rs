//! Cycles with the memory of boards: those of simulation lie within the bounds that are predicted. So do those of every other suite
//! that runs kernels in hardware; here are kernels of all kinds, with banks of all kinds.

use sycl_hls_tests::kernels::algorithms::algorithms::__SYCL_HLS_MODULE as ALGORITHMS;
use sycl_hls_tests::kernels::bursts::bursts::__SYCL_HLS_MODULE as BURSTS;
use sycl_hls_tests::kernels::memories::memories::__SYCL_HLS_MODULE as MEMORIES;
use sycl_hls_tests::kernels::wide::wide::__SYCL_HLS_MODULE as WIDE;
use sycl_hls_tests::subject::board_memory;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Subject, Value, is_all, noise};

/// Memory in the package, on the card, in the logic, and of the host.
const BANKS: [(&str, &str); 4] =
    [("u280", "HBM[0]"), ("u280", "DDR[0]"), ("u280", "PLRAM[0]"), ("u200", "HOST[0]")];

/// Kernels that `make test` leaves out: others are alike.
const LONG: [&str; 3] = ["fir", "matmul", "copied"];

/// Integers from 0 to 63.
fn words(len: usize, seed: u64) -> Vec<i32> {
    noise(len, seed).map(|n| n as i32 & 63).collect()
}

fn unsigned(len: usize, seed: u64) -> Vec<u32> {
    noise(len, seed).map(|n| n as u32).collect()
}

/// What is known of the cycles of one run.
struct Figure {
    kernel: &'static str,
    bank: &'static str,
    cycles: u64,
    least: u64,
    most: u64,
}

impl Figure {
    fn ratio(&self) -> f64 {
        self.most as f64 / self.least.max(1) as f64
    }
}

fn figures(file: &str, subject: &Subject, runs: &[(&'static str, Vec<Value>)]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (kernel, args) in runs.iter().filter(|(kernel, _)| is_all() || !LONG.contains(kernel)) {
        for (board, bank) in BANKS {
            let run = subject.on_board(kernel, args, board_memory(board, bank));
            // Control of these depends on scalars and lengths alone.
            let most = run.bounds.most.unwrap_or_else(|| panic!("{file}, {kernel}: {}", run.bounds));
            figures.push(Figure { kernel, bank, cycles: run.cycles, least: run.bounds.least, most });
        }
    }
    figures
}

fn algorithms() -> Vec<Figure> {
    let floats = |seed| noise(64, seed).map(|n| (n % 100) as f32 * 0.25).collect::<Vec<f32>>();
    let bytes: Vec<u8> = noise(500, 2).map(|n| (n % 7) as u8).collect();
    let runs = [
        ("axpy", vec![scalar(42), slice(words(2000, 1)), slice_mut(words(2000, 2))]),
        ("fir", vec![slice(words(500, 3)), slice_mut(words(500, 4))]),
        ("matmul", vec![slice(floats(1)), slice(floats(2)), slice_mut(vec![0_f32; 64])]),
        ("histogram", vec![slice(bytes), slice_mut(vec![0_u32; 256])]),
        ("prefix_sum", vec![slice_mut(noise(50, 5).map(|n| n as i64 >> 20).collect::<Vec<_>>())]),
    ];
    figures("algorithms.rs", &Subject::interpreted("algorithms.rs", &ALGORITHMS), &runs)
}

fn bursts() -> Vec<Figure> {
    let slices = || [slice(unsigned(5100, 1)), slice_mut(unsigned(5600, 2))];
    let runs = [
        ("rows", [vec![scalar(48_usize)], slices().to_vec(), vec![slice_mut(unsigned(4900, 3))]].concat()),
        ("copied", [vec![scalar(false)], slices().to_vec()].concat()),
        ("reached", [vec![scalar(2047_u32)], slices().to_vec()].concat()),
    ];
    figures("bursts.rs", &Subject::interpreted("bursts.rs", &BURSTS), &runs)
}

fn wide() -> Vec<Figure> {
    let args = |first: usize| {
        let slices = [slice(words(4200, 1)), slice(words(4200, 2)), slice_mut(words(4200, 3))];
        [vec![scalar(first), scalar(4000_usize)], slices.to_vec()].concat()
    };
    figures("wide.rs", &Subject::interpreted("wide.rs", &WIDE), &[("sixteen", args(0)), ("sixteen", args(3))])
}

fn stencils() -> Vec<Figure> {
    let slices = [slice(unsigned(302, 1)), slice(unsigned(301, 2)), slice_mut(unsigned(2100, 3))];
    let args = [vec![scalar(300_usize)], slices.to_vec()].concat();
    figures("memories.rs", &Subject::interpreted("memories.rs", &MEMORIES), &[("stencils", args)])
}

/// `--nocapture` shows the figures of `docs/qor.md`.
#[test]
fn cycles_lie_within_bounds() {
    let mut figures: Vec<Figure> =
        [algorithms(), bursts(), wide(), stencils()].into_iter().flatten().collect();
    for it in &figures {
        let Figure { kernel, bank, cycles, least, most } = it;
        println!("| {kernel} | {bank} | {least} | {cycles} | {most} | {:.2} |", it.ratio());
    }
    figures.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let worst = figures.last().unwrap();
    let median = figures[figures.len() / 2].ratio();
    println!(
        "{} runs: median {median:.2}, worst {:.2} ({}, {})",
        figures.len(),
        worst.ratio(),
        worst.kernel,
        worst.bank
    );
}
