//! What processes and channels do in a run with ideal memory, predicted and simulated.

use std::collections::BTreeMap;

use sycl_hls_compiler::rtl::design::{Cause, Design};
use sycl_hls_compiler::rtl::predict::{ChannelCount, Prediction, ProcessCount};
use sycl_hls_emulation::simulator::{BankModel, Configuration};
use sycl_hls_types::{ChannelStatistics, DataflowStatistics, ProcessStatistics, WaitCause};

/// Cycles of waiting, by what for and in which line.
type Waits = BTreeMap<(WaitCause, u32), u64>;

/// Fails unless a simulation counts what is predicted, where that is all of the run and memory is ideal.
///
/// # Panics
/// With the first difference.
pub fn check(
    kernel: &str,
    design: &Design,
    prediction: &Prediction,
    memory: &Configuration,
    figures: &DataflowStatistics,
) {
    let is_ideal = memory.banks.iter().all(|bank| *bank == BankModel::Ideal);
    if !is_ideal || prediction.cycles.exact().is_none() {
        return;
    }
    assert_eq!(figures.processes.len(), prediction.processes.len(), "{kernel}");
    for (predicted, found) in prediction.processes.iter().zip(&figures.processes) {
        check_process(kernel, design, predicted, found);
    }
    assert_eq!(figures.channels.len(), prediction.channels.len(), "{kernel}");
    for (predicted, found) in prediction.channels.iter().zip(&figures.channels) {
        check_channel(kernel, (design, prediction), *predicted, found);
    }
}

fn check_process(kernel: &str, design: &Design, predicted: &ProcessCount, found: &ProcessStatistics) {
    let name = &design.processes[predicted.process].name;
    let mut waits = Waits::new();
    for wait in &predicted.waits {
        *waits.entry((design.named(wait.cause), wait.span.start.line)).or_default() += wait.cycles;
    }
    let mut simulated = Waits::new();
    for wait in &found.waits {
        *simulated.entry((wait.what.clone(), wait.line)).or_default() += wait.cycles;
    }
    assert_eq!((&found.name, found.ports), (name, 0), "{kernel}");
    assert_eq!(simulated, waits, "{kernel}: what `{name}` waits for");
    let counts = [predicted.starts, predicted.cycles].map(|count| count.exact());
    assert_eq!([found.starts, found.cycles].map(Some), counts, "{kernel}: starts and cycles of `{name}`");
}

fn check_channel(
    kernel: &str,
    (design, prediction): (&Design, &Prediction),
    predicted: ChannelCount,
    found: &ChannelStatistics,
) {
    let name = &design.channels[predicted.channel].name;
    let waits = |cause: Cause| -> u64 {
        let waits = prediction.processes.iter().flat_map(|process| &process.waits);
        waits.filter(|wait| wait.cause == cause).map(|wait| wait.cycles).sum()
    };
    let waits = [waits(Cause::Empty(predicted.channel)), waits(Cause::Full(predicted.channel))];
    assert_eq!((&found.name, [found.empty, found.full]), (name, waits), "{kernel}");
    let counts = [predicted.elements, predicted.most].map(|count| count.exact());
    assert_eq!([found.elements, found.most].map(Some), counts, "{kernel}: elements and places of `{name}`");
}
