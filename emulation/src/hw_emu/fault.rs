//! What went wrong in a run, in words of the user's source.

use sycl_hls_types::{AccessSite, Fault, FaultKind, Location, ParamKind, SimulatedKernel};

use super::run::{Place, other};
use crate::simulator::{Channel, Record, RecordKind, RunReport, RunStatus};

/// The error of a run that did not succeed.
pub(super) fn of_report(kernel: &SimulatedKernel, report: &RunReport, places: &[Place]) -> Fault {
    let first = |kind| report.records.iter().find(|record| record.kind == kind);
    match report.status {
        RunStatus::BusError => match first(RecordKind::BusError) {
            Some(record) => bus_error(kernel, record, places),
            None => other(&kernel.interface.name, "it accessed what is no memory".to_owned()),
        },
        RunStatus::Violation => {
            let what = first(RecordKind::Violation).map_or("?", |record| record.text.as_str());
            let message = format!(
                "its hardware broke a rule of AXI4 in cycle {}: {what}; please report this as a bug of sycl-hls",
                report.cycles
            );
            other(&kernel.interface.name, message)
        }
        RunStatus::Hang => deadlock(kernel, report).unwrap_or_else(|| unfinished(kernel, report, "it hangs")),
        RunStatus::Timeout | RunStatus::Done => unfinished(kernel, report, "it was still running"),
    }
}

/// The processes that wait for one another, if no memory port is what they wait for.
fn deadlock(kernel: &SimulatedKernel, report: &RunReport) -> Option<Fault> {
    let waits_for_memory = report.records.iter().any(waits_for_memory);
    let error = kernel.dataflow.error(&report.blocks).filter(|_| !waits_for_memory)?;
    Some(error.fault(&kernel.interface.name))
}

/// True if a memory port waits for memory, and not memory for the kernel.
fn waits_for_memory(record: &Record) -> bool {
    let waits = match record.channel {
        Channel::B => false,
        Channel::R => !record.text.contains("for the kernel"),
        Channel::Ar | Channel::Aw | Channel::W => true,
    };
    waits && record.kind == RecordKind::Hang
}

/// The run did not end.
fn unfinished(kernel: &SimulatedKernel, report: &RunReport, what: &str) -> Fault {
    let blocks = report.blocks.iter().filter_map(|block| kernel.blocks.get(usize::try_from(*block).ok()?));
    // Code of the compiler's own has no place.
    let mut places: Vec<&Location> = blocks.filter(|at| at.line > 0).collect();
    places.dedup();
    let state = others(&places);
    let message = format!("{what} in cycle {}{}{state}", report.cycles, waiting(report));
    let at = places.first().map(|at| (*at).clone());
    Fault { kind: FaultKind::Lost, at, ..other(&kernel.interface.name, message) }
}

/// What memory ports were waiting for.
fn waiting(report: &RunReport) -> String {
    let hangs = report.records.iter().filter(|record| record.kind == RecordKind::Hang);
    let texts: Vec<String> = hangs
        .map(|record| {
            format!("{} of port {} at {:#x}: {}", record.channel, record.bundle, record.address, record.text)
        })
        .collect();
    if texts.is_empty() { String::new() } else { format!(" ({})", texts.join("; ")) }
}

/// An access outside of every slice.
fn bus_error(kernel: &SimulatedKernel, record: &Record, places: &[Place]) -> Fault {
    let bundle = kernel.bundles.iter().position(|name| *name == record.bundle);
    let of_port = |site: &&AccessSite| Some(site.bundle) == bundle && site.write != record.channel.reads();
    let sites: Vec<&AccessSite> = kernel.accesses.iter().filter(of_port).collect();
    let verb = if record.channel.reads() { "read" } else { "write" };
    // A port may serve several slices: the one that is nearest is the one that was meant.
    let candidates = places.iter().filter(|place| sites.iter().any(|site| site.param == place.param));
    let nearest = candidates.min_by_key(|place| distance(place, record.address));
    let Some(place) = nearest else {
        let message = format!(
            "{verb} outside of every buffer, at address {:#x} through port {}",
            record.address, record.bundle
        );
        return other(&kernel.interface.name, message);
    };
    let lines: Vec<&Location> =
        sites.iter().filter(|site| site.param == place.param).map(|site| &site.at).collect();
    let message = format!(
        "{verb} outside of every buffer: {}, at address {:#x}{}",
        element(kernel, place, record.address),
        record.address,
        others(&lines)
    );
    let at = lines.first().map(|at| (*at).clone());
    Fault { kernel: kernel.interface.name.clone(), kind: FaultKind::Index, message, at }
}

fn distance(place: &Place, address: u64) -> u64 {
    place.address.saturating_sub(address).max(address.saturating_sub(place.address + place.bytes))
}

/// The element that an address is of: `x[7]`, and how long `x` is.
fn element(kernel: &SimulatedKernel, place: &Place, address: u64) -> String {
    let param = kernel.interface.params.get(place.param);
    let Some((name, ParamKind::Slice { element, .. })) = param.map(|it| (&it.name, &it.kind)) else {
        return "?".to_owned();
    };
    let size = i128::from(element.size().max(1));
    let index = (i128::from(address) - i128::from(place.address)).div_euclid(size);
    format!("the length of `{name}` is {} but the index is {index}", i128::from(place.bytes) / size)
}

/// The places besides the first that it may have been.
fn others(lines: &[&Location]) -> String {
    let rest: Vec<String> = lines.iter().skip(1).map(ToString::to_string).collect();
    if rest.is_empty() { String::new() } else { format!(" (or at {})", rest.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_types::{KernelInterface, Length, ObservedDataflow, Param, Scalar};

    fn kernel() -> SimulatedKernel {
        let slice = |name: &str, mutable| Param {
            name: name.into(),
            kind: ParamKind::Slice { element: Scalar::F32.into(), mutable, length: Length::Argument },
        };
        let interface = KernelInterface::new("k", vec![slice("x", false), slice("y", true)]);
        let site = |param, write, line| AccessSite {
            bundle: 0,
            param,
            write,
            at: Location { file: "k.rs".into(), line, column: 9 },
        };
        SimulatedKernel {
            interface,
            symbol: "k".into(),
            clock_mhz: 300,
            registers: vec![],
            chained: false,
            restart: sycl_hls_types::Restart::Never,
            persistent: false,
            bundles: vec!["gmem".into()],
            memory_errors: None,
            accesses: vec![site(0, false, 3), site(1, false, 4), site(1, true, 5), site(1, true, 6)],
            blocks: vec![],
            dataflow: ObservedDataflow::default(),
            units: vec![],
        }
    }

    fn fault(channel: Channel, address: u64) -> Fault {
        let record = Record {
            kind: RecordKind::BusError,
            bundle: "gmem".into(),
            channel,
            address,
            cycle: 1,
            text: String::new(),
        };
        let report = RunReport {
            status: RunStatus::BusError,
            cycles: 9,
            edges: 9,
            interrupt: false,
            blocks: vec![],
            bundles: vec![],
            records: vec![record],
            left_out: 0,
        };
        let places = [(0, 0x1000), (1, 0x9000)].map(|(param, address)| Place { param, address, bytes: 40 });
        of_report(&kernel(), &report, &places)
    }

    #[test]
    fn a_run_that_does_not_end_names_channel_and_line() {
        let mut kernel = kernel();
        let at = |line| Location { file: "k.rs".into(), line, column: 5 };
        kernel.blocks = vec![at(2), at(0), at(8)];
        let record = |kind, channel, text: &str| Record {
            kind,
            bundle: "gmem".into(),
            channel,
            address: 0x1000,
            cycle: 1,
            text: text.into(),
        };
        let waits = |channel, text| waits_for_memory(&record(RecordKind::Hang, channel, text));
        assert!(waits(Channel::R, "1 reads await data") && waits(Channel::W, "write data waits for memory"));
        assert!(!waits(Channel::R, "1 reads: data waits for the kernel"));
        assert!(!waits(Channel::B, "2 writes are incomplete"));
        let mut report = RunReport {
            status: RunStatus::Hang,
            cycles: 70,
            edges: 80,
            interrupt: false,
            blocks: vec![1, 2],
            bundles: vec![],
            records: vec![record(RecordKind::Hang, Channel::R, "1 reads await data")],
            left_out: 0,
        };
        let hang = of_report(&kernel, &report, &[]);
        let waiting = "it hangs in cycle 70 (R of port gmem at 0x1000: 1 reads await data), at k.rs:8:5";
        assert_eq!(hang.to_string(), format!("kernel `k`: {waiting}"));
        assert_eq!(hang.kind, FaultKind::Lost);
        report.status = RunStatus::Timeout;
        report.records.clear();
        report.blocks = vec![0, 2];
        assert_eq!(
            of_report(&kernel, &report, &[]).to_string(),
            "kernel `k`: it was still running in cycle 70 (or at k.rs:8:5), at k.rs:2:5"
        );
    }

    #[test]
    fn an_access_names_argument_index_address_and_line() {
        assert_eq!(
            fault(Channel::Ar, 0x1028).to_string(),
            "kernel `k`: read outside of every buffer: the length of `x` is 10 but the index is 10, at address 0x1028, \
             at k.rs:3:9"
        );
        assert!(fault(Channel::Ar, 0x8ffc).to_string().contains("of `y` is 10 but the index is -1"));
        let write = fault(Channel::Aw, 0x1028);
        assert!(write.message.contains("write outside") && write.message.contains("of `y`"), "{write}");
        assert!(write.to_string().ends_with("(or at k.rs:6:9), at k.rs:5:9"), "{write}");
        assert_eq!(write.kind, FaultKind::Index);
    }
}
