//! How well a run used its memory ports, as predicted and as simulated.

use sycl_hls_compiler::report::{Bounds, Kernel, Port, Traffic};

use super::rows::count;
use crate::run_statistics::{Run, Stalls, Transfers};

/// A head, and a row for each direction in which a port moved anything.
///
/// A channel moves data in the cycles that have a beat: what is missing to 100 % is bandwidth that the kernel left. It waits
/// for data where data that was asked for is not there, or memory has no room for what is written; and for addresses where
/// memory does not accept a request. Both may happen in one cycle, so each has its own share.
pub fn rows(run: &Run) -> Vec<Vec<String>> {
    let head =
        ["port", "bytes", "bursts", "beats per burst", "moving data", "waiting for data", "for addresses"];
    let ports = run.ports.iter().flat_map(|port| {
        let Stalls { ar, aw, w, waiting_for_data, .. } = port.stalls;
        let waits = [[waiting_for_data, ar], [w, aw]];
        let ways = [("reads", port.read), ("writes", port.write)].into_iter().zip(waits);
        ways.filter(|((_, moved), _)| moved.beats > 0).map(|((way, moved), waits)| {
            let shares = [moved.beats, waits[0], waits[1]].map(|cycles| share(cycles, run.cycles));
            [vec![format!("{} {way}", port.name)], numbers(moved), shares.to_vec()].concat()
        })
    });
    std::iter::once(head.map(str::to_owned).to_vec()).chain(ports).collect()
}

fn numbers(moved: Transfers) -> Vec<String> {
    let length = format!("{:.1}", moved.beats_per_burst());
    vec![moved.bytes.to_string(), moved.bursts.to_string(), length]
}

/// What is predicted of a kernel's ports: a head, and a row for each direction; empty where nothing is known.
pub fn predicted(kernel: &Kernel) -> Vec<Vec<String>> {
    let is_known = |traffic: &Traffic| traffic.bytes.most.is_some();
    if !kernel.ports.iter().flat_map(Port::directions).any(|(_, traffic)| is_known(traffic)) {
        return Vec::new();
    }
    let has_banks = kernel.ports.iter().any(|port| port.bank.is_some());
    let bank = |text: &str| has_banks.then(|| text.to_owned());
    let rest = ["bytes", "bursts", "beats per burst", "GB/s", "of the port"].map(str::to_owned);
    let head = std::iter::once("port".to_owned()).chain(bank("bank")).chain(rest).collect();
    let rows = kernel.ports.iter().flat_map(|port| port.directions().map(move |it| (port, it)));
    let rows = rows.map(|(port, (way, traffic))| {
        let name = format!("{} {way}", port.name);
        let own = port.bank.as_deref().and_then(bank);
        std::iter::once(name).chain(own).chain(figures(traffic)).collect()
    });
    std::iter::once(head).chain(rows).collect()
}

fn figures(traffic: &Traffic) -> [String; 5] {
    let Traffic { shortest, longest, mean, .. } = traffic;
    let lengths = if traffic.bursts.most == Some(0) {
        "-".to_owned()
    } else if shortest == longest {
        longest.to_string()
    } else {
        format!("{shortest} to {longest}, mean {}", between(*mean, 1))
    };
    let share = format!("{} %", between(traffic.share, 0));
    [count(traffic.bytes), count(traffic.bursts), lengths, between(traffic.gb_per_s, 2), share]
}

/// Both bounds, if they differ with so many digits behind the point.
fn between(bounds: Bounds, digits: usize) -> String {
    let [least, most] = [bounds.least, bounds.most].map(|bound| format!("{bound:.digits$}"));
    if least == most { most } else { format!("{least} to {most}") }
}

/// Percent of a run.
fn share(cycles: u64, all: u64) -> String {
    format!("{:.0} %", cycles as f64 * 100.0 / all.max(1) as f64)
}

/// What the rows are of.
pub fn title(run: &Run) -> String {
    format!("ports of {} in {} cycles of simulation ({})", run.unit, run.cycles, run.status)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In each cycle of a run a port may wait for data and for an address at once.
    #[test]
    fn no_share_is_above_all_of_the_run() {
        let text = r#"[{
            "kernel": "k", "unit": "k_1", "status": "done", "cycles": 100, "clock_mhz": 300, "microseconds": 0.3,
            "simulation_seconds": 0.01, "cycles_per_second": 10000.0, "records": [], "records_left_out": 0,
            "ports": [{
                "name": "gmem",
                "read": { "bursts": 10, "beats": 20, "bytes": 80 },
                "write": { "bursts": 10, "beats": 10, "bytes": 40 },
                "stalls": { "ar": 90, "r": 0, "aw": 70, "w": 80, "b": 0, "waiting_for_data": 78 }
            }]
        }]"#;
        let runs: Vec<Run> = serde_json::from_str(text).unwrap();
        let rows = rows(&runs[0]);
        assert_eq!(rows[0][4..], ["moving data", "waiting for data", "for addresses"]);
        assert_eq!(rows[1][4..], ["20 %", "78 %", "90 %"]);
        assert_eq!(rows[2][4..], ["10 %", "80 %", "70 %"]);
    }
}
