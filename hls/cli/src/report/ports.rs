//! How well a run used its memory ports.

use crate::figures::{Run, Transfers};

/// A head, and a row for each direction in which a port moved anything.
///
/// A channel moves data in the cycles that have a beat: what is missing to 100 % is bandwidth that the kernel left. It waits
/// where data that was asked for is not there, or memory has no room.
pub fn rows(run: &Run) -> Vec<Vec<String>> {
    let head = ["port", "bytes", "bursts", "beats per burst", "moving data", "waiting"];
    let ports = run.ports.iter().flat_map(|port| {
        let waits = [port.stalls.waiting_for_data + port.stalls.ar, port.stalls.w + port.stalls.aw];
        let ways = [("reads", port.read), ("writes", port.write)].into_iter().zip(waits);
        ways.filter(|((_, moved), _)| moved.beats > 0).map(|((way, moved), waits)| {
            let shares = [moved.beats, waits].map(|cycles| share(cycles, run.cycles));
            [vec![format!("{} {way}", port.name)], numbers(moved), shares.to_vec()].concat()
        })
    });
    std::iter::once(head.map(str::to_owned).to_vec()).chain(ports).collect()
}

fn numbers(moved: Transfers) -> Vec<String> {
    let length = format!("{:.1}", moved.beats_per_burst());
    vec![moved.bytes.to_string(), moved.bursts.to_string(), length]
}

/// Percent of a run.
fn share(cycles: u64, all: u64) -> String {
    format!("{:.0} %", cycles as f64 * 100.0 / all.max(1) as f64)
}

/// What the rows are of.
pub fn title(run: &Run) -> String {
    format!("ports of {} in {} cycles of simulation ({})", run.unit, run.cycles, run.status)
}
