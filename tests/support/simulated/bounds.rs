//! What is predicted of runs with any memory.

use sycl_hls_cli::board_memory::bank;
use sycl_hls_compiler::rtl::design::Design;
use sycl_hls_compiler::rtl::predict::{
    Count, Memory, Moved, Prediction, is_time_dependent, on_board, traffic,
};
use sycl_hls_emulation::simulator::{BankModel, BoardMemory, Configuration, RunReport};

/// The cycles of a run with this memory: of memory that answers by chance, nothing is known.
pub fn of(design: &Design, prediction: &Prediction, memory: &Configuration) -> Count {
    if memory.banks.contains(&BankModel::Random) {
        return Count::at_least(0);
    }
    let boards: Vec<&BoardMemory> = memory.banks.iter().filter_map(board).collect();
    let Some(first) = boards.first() else { return prediction.cycles };
    let position = |bundle: usize| {
        let bank = usize::from(memory.bank_of_bundle.get(bundle).copied().unwrap_or(0));
        boards.iter().position(|it| Some(*it) == board(&memory.banks[bank]))
    };
    let memory = Memory {
        kernel_khz: first.kernel_khz,
        banks: boards.iter().map(|it| bank(&it.timing)).collect(),
        of_bundle: (0..design.bundles.len()).map(position).collect(),
    };
    on_board(design, prediction, &memory)
}

const fn board(model: &BankModel) -> Option<&BoardMemory> {
    match model {
        BankModel::Board(memory) => Some(memory),
        BankModel::Ideal | BankModel::Random => None,
    }
}

/// Fails unless as many bursts and beats went through each port as are predicted, whatever memory did, where that does not matter.
pub fn check_traffic(kernel: &str, design: &Design, prediction: &Prediction, report: &RunReport) {
    if is_time_dependent(design) {
        return;
    }
    for (port, found) in traffic(design, prediction).iter().zip(&report.bundles) {
        let of = &found.statistics;
        check(kernel, &found.name, &port.reads, (of.read_bursts, of.read_beats));
        check(kernel, &found.name, &port.writes, (of.write_bursts, of.write_beats));
    }
}

fn check(kernel: &str, port: &str, moved: &Moved, (bursts, beats): (u64, u64)) {
    let right = moved.bursts.contains(bursts) && moved.beats.contains(beats);
    assert!(right, "{kernel}, {port}: {bursts} bursts, {beats} beats instead of {moved:?}");
    assert!(bursts == 0 || moved.longest * bursts >= beats, "{kernel}, {port}: {beats} beats, {moved:?}");
    assert!(moved.shortest * bursts <= beats, "{kernel}, {port}: {beats} beats, {moved:?}");
}
