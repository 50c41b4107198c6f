//! What goes through memory ports in a run, and how long the run takes with the memory of a board.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sycl_hls_ir::Func;

use crate::rtl::design::{Design, Node, NodeKind};
use crate::rtl::predict::{Bank, Count, Memory, Moved, Prediction, is_time_dependent, on_board, traffic};

/// The memory of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardMemory {
    /// The board.
    pub board: String,
    /// The banks of which is known when they answer, by their tags: `DDR[1]`. Others are taken for ideal memory.
    pub banks: BTreeMap<String, Bank>,
    /// The bank of slices for which the source names none.
    pub default_bank: String,
}

/// A run with the memory of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardRun {
    /// The board.
    pub board: String,
    /// Its cycles.
    pub cycles: Count,
}

/// A memory port.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Port {
    /// The name of its bundle.
    pub name: String,
    /// The bank behind it, if a board is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<String>,
    /// What it can move in each direction: its width in every cycle of the kernel.
    pub peak_gb_per_s: f64,
    /// What is read, if anything can be.
    pub reads: Option<Traffic>,
    /// What is written, if anything can be.
    pub writes: Option<Traffic>,
}

/// What goes through a port in one direction.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Traffic {
    /// Bursts: how many there are depends on where slices begin, too.
    pub bursts: Count,
    /// Beats of all bursts.
    pub beats: Count,
    /// Beats of the shortest burst that there may be.
    pub shortest: u64,
    /// Beats of the longest burst that there may be.
    pub longest: u64,
    /// Beats of a burst, on the average.
    pub mean: Bounds,
    /// Bytes of elements.
    pub bytes: Count,
    /// Elements' bytes in a second of the run, in 10^9: with the board's memory, if one is named.
    pub gb_per_s: Bounds,
    /// That of the port's peak, in percent.
    pub share: Bounds,
}

/// A figure of which bounds are known.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bounds {
    /// It is not less.
    pub least: f64,
    /// It is not more.
    pub most: f64,
}

/// The ports of a kernel at `mhz`, and a run with the memory of a board, if one is named; nothing of a run that never ends,
/// or of one that does something else when memory is slower.
pub(super) fn ports(
    (design, func): (&Design, &Func),
    prediction: &Prediction,
    mhz: u32,
    memory: Option<&BoardMemory>,
) -> (Vec<Port>, Option<BoardRun>) {
    // In a deadlock, requests are made of which not all elements are used.
    if prediction.deadlock.is_some() || (memory.is_some() && is_time_dependent(design)) {
        return (Vec::new(), None);
    }
    let run = memory.map(|memory| BoardRun {
        board: memory.board.clone(),
        cycles: on_board(design, prediction, &of_ports(design, func, mhz, memory)),
    });
    let cycles = run.as_ref().map_or(prediction.cycles, |run| run.cycles);
    let ports = design.bundles.iter().zip(traffic(design, prediction)).enumerate();
    let ports = ports.map(|(number, (bundle, moved))| {
        let peak = f64::from(bundle.data_bits / 8) * f64::from(mhz) / 1000.0;
        let of = |is_used: bool, moved: Moved| is_used.then(|| Traffic::of(moved, cycles, mhz, peak));
        Port {
            name: bundle.name.clone(),
            bank: memory.map(|memory| bank_of(design, func, number, memory)),
            peak_gb_per_s: peak,
            reads: of(bundle.reads, moved.reads),
            writes: of(bundle.writes, moved.writes),
        }
    });
    (ports.collect(), run)
}

/// The banks behind the ports.
fn of_ports(design: &Design, func: &Func, mhz: u32, memory: &BoardMemory) -> Memory {
    let position = |tag: &String| memory.banks.keys().position(|known| known == tag);
    let ports = (0..design.bundles.len()).map(|bundle| position(&bank_of(design, func, bundle, memory)));
    Memory {
        kernel_khz: mhz.saturating_mul(1000),
        banks: memory.banks.values().copied().collect(),
        of_bundle: ports.collect(),
    }
}

/// The bank behind a port: that of the first slice that uses it, for the first compute unit, as hardware emulation has it.
fn bank_of(design: &Design, func: &Func, bundle: usize, memory: &BoardMemory) -> String {
    let nodes = design.processes.iter().flat_map(|(_, process)| process.blocks.iter());
    let nodes = nodes.flat_map(|(_, block)| block.nodes.iter().map(|(_, node)| node));
    let first = nodes.filter_map(|node: &Node| match node.kind {
        NodeKind::AxiRead(access) | NodeKind::AxiWrite(access) if access.bundle == bundle => {
            Some(access.param)
        }
        _ => None,
    });
    let param = first.into_iter().next().and_then(|param| func.params.get(param));
    let bank = param.and_then(|param| param.directives.banks.first());
    bank.and_then(|bank| bank.tags().next()).unwrap_or_else(|| memory.default_bank.clone())
}

impl Traffic {
    fn of(moved: Moved, cycles: Count, mhz: u32, peak: f64) -> Self {
        let gb_per_s = rate(moved.bytes, cycles, f64::from(mhz) / 1000.0, peak);
        let of_peak = |rate: f64| rounded(rate * 100.0 / peak);
        Self {
            bursts: moved.bursts,
            beats: moved.beats,
            shortest: moved.shortest,
            longest: moved.longest,
            mean: rate(moved.beats, moved.bursts, 1.0, moved.longest as f64),
            bytes: moved.bytes,
            gb_per_s,
            share: Bounds { least: of_peak(gb_per_s.least), most: of_peak(gb_per_s.most) },
        }
    }
}

/// With four digits behind the point.
fn rounded(figure: f64) -> f64 {
    (figure * 10_000.0).round() / 10_000.0
}

/// So many for each of those, times `unit`, and never above `limit`.
fn rate(many: Count, each: Count, unit: f64, limit: f64) -> Bounds {
    let of = |many: u64, each: u64| rounded((many as f64 / each.max(1) as f64 * unit).min(limit));
    Bounds {
        least: each.most.map_or(0.0, |each| of(many.least, each)),
        most: many.most.map_or(limit, |many| of(many, each.least)),
    }
}

impl Port {
    /// What goes through it, by direction.
    pub fn directions(&self) -> impl Iterator<Item = (&'static str, &Traffic)> {
        let both = [("reads", self.reads.as_ref()), ("writes", self.writes.as_ref())];
        both.into_iter().filter_map(|(way, traffic)| Some((way, traffic?)))
    }
}
