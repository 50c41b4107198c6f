//! Pipelined loops that wait for the ports of memories.

use rustc_hash::FxHashSet;
use sycl_hls_ir::Span;
use sycl_hls_ir::analysis::ports::{Demand, Ports, demands, interval};
use sycl_hls_ir::analysis::{Access, Banks, Memory, MemoryKind, Trace};
use sycl_hls_ir::directive::{ArrayPartition, PartitionKind};

use super::requested::Requested;
use super::{Finding, PIPELINE_PORTS, every, times};

/// More places than a message shows.
const MAX_PLACES: usize = 6;

/// Checks one pipelined loop.
pub(super) fn check(requested: &Requested<'_>, findings: &mut Vec<Finding>) {
    let demands = demands(requested.trace, requested.one).into_iter();
    let too_many = demands.filter(|demand| demand.interval > requested.interval);
    findings.extend(too_many.filter_map(|demand| requested.ports(&demand)));
}

impl Requested<'_> {
    /// The warning about more accesses in an iteration than there are ports.
    fn ports(&self, demand: &Demand<'_>) -> Option<Finding> {
        let memory = self.trace.memories.get(demand.memory.0 as usize)?;
        let finding = match (&memory.kind, demand.bundle) {
            (MemoryKind::Local { banks, directives }, _) => {
                let ports = Ports::of(directives);
                let reason = format!("{} in one iteration", accessed(memory, &demand.accesses));
                let finding = self.finding(PIPELINE_PORTS, &reason);
                let finding = places(finding, memory, &demand.accesses);
                self.local(finding.site(memory.span), demand, banks, ports)
            }
            (_, Some(bundle)) => {
                let reason = format!(
                    "the port `{bundle}` passes one element at a time, and {} in one iteration",
                    all_accessed(self.trace, &demand.accesses)
                );
                let finding = self.finding(PIPELINE_PORTS, &reason);
                self.bundle(places(finding, memory, &demand.accesses), demand)
            }
            _ => return None,
        };
        Some(finding.help(format!("or ask for what Vitis can do: `#[pipeline(ii = {})]`", demand.interval)))
    }

    /// Advice about a local array: partition it, or choose another memory.
    fn local(&self, finding: Finding, demand: &Demand<'_>, banks: &Banks, ports: Ports) -> Finding {
        let split = match banks.count() {
            1 => "one memory".to_owned(),
            count => format!("{count} memories"),
        };
        let most = if ports.total == 1 {
            "1 access".to_owned()
        } else {
            format!("{} accesses", ports.total.min(99))
        };
        let note = format!(
            "the array is {split}; one has ports for {most} in a cycle, so iterations start {} at best",
            every(demand.interval)
        );
        let finding = finding.note(note);
        if self.are_words(demand, banks, ports) {
            return finding
                .help("make each struct one wide word, where the array is declared: `#[aggregate]`");
        }
        match self.partition(demand, banks, ports) {
            Some(partition) => finding.help(format!("split it where it is declared: `{partition}`")),
            None => finding.help("read each element once, and keep it in a variable for the next iteration"),
        }
    }

    /// True if the ports would be enough if all of a struct were read or written at once.
    fn are_words(&self, demand: &Demand<'_>, banks: &Banks, ports: Ports) -> bool {
        let mut words = FxHashSet::default();
        let accesses = demand.accesses.iter().copied();
        let accesses: Vec<&Access> = accesses
            .filter(|&access| words.insert((access.path.get(..banks.dims().len()), access.write)))
            .collect();
        accesses.len() < demand.accesses.len() && interval(&accesses, banks, ports) <= self.interval
    }

    /// The smallest partition with which the ports are enough.
    fn partition(&self, demand: &Demand<'_>, banks: &Banks, ports: Ports) -> Option<String> {
        let wanted = |kind, factor: Option<u32>, index: usize| {
            let dim = u32::try_from(index + 1).ok()?;
            let split = banks.with(&ArrayPartition { kind, factor, dim: Some(dim) });
            let enough = split.are_registers() || interval(&demand.accesses, &split, ports) <= self.interval;
            let factor = factor.map_or_else(String::new, |factor| format!(", factor = {factor}"));
            let dim = if banks.dims().len() > 1 { format!(", dim = {dim}") } else { String::new() };
            enough.then(|| format!("#[array_partition(type = {}{factor}{dim})]", kind.name()))
        };
        let dims = || 0..banks.dims().len();
        let fits =
            |factor: u32, index: usize| banks.dims().get(index).is_some_and(|len| u64::from(factor) < *len);
        let cyclic = (1..=6).map(|power| 1_u32 << power).find_map(|factor| {
            let mut dims = dims().filter(|index| fits(factor, *index));
            dims.find_map(|index| wanted(PartitionKind::Cyclic, Some(factor), index))
        });
        cyclic.or_else(|| {
            let mut small = dims().filter(|index| banks.dims().get(*index).is_some_and(|len| *len <= 64));
            small.find_map(|index| wanted(PartitionKind::Complete, None, index))
        })
    }

    /// Advice about slices that share a bundle.
    fn bundle(&self, finding: Finding, demand: &Demand<'_>) -> Finding {
        let note = format!(
            "an AXI master port has one channel to read and one to write, so iterations start {} at best",
            every(demand.interval)
        );
        let shared = demand.accesses.iter().any(|access| access.memory != demand.memory);
        finding.note(note).help(if shared {
            "give each slice a port of its own: `#[m_axi(bundle = \"gmem1\")]`"
        } else {
            "read each element once, and keep what later iterations need in local variables, or copy a block of it into \
             a local array first"
        })
    }
}

/// `` `a` is read 3 times and written once ``
fn accessed(memory: &Memory, accesses: &[&Access]) -> String {
    let writes = accesses.iter().filter(|access| access.write).count();
    let name = &memory.name;
    match (accesses.len() - writes, writes) {
        (reads, 0) => format!("`{name}` is read {}", times(reads)),
        (0, writes) => format!("`{name}` is written {}", times(writes)),
        (reads, writes) => format!("`{name}` is read {} and written {}", times(reads), times(writes)),
    }
}

/// The same for each of the slices of a port.
fn all_accessed(trace: &Trace<'_>, accesses: &[&Access]) -> String {
    let mut slices: Vec<(&Memory, Vec<&Access>)> = Vec::new();
    for access in accesses {
        let Some(memory) = trace.memories.get(access.memory.0 as usize) else { continue };
        match slices.iter_mut().find(|(known, _)| known.object == memory.object) {
            Some((_, accesses)) => accesses.push(access),
            None => slices.push((memory, vec![access])),
        }
    }
    let texts: Vec<String> = slices.iter().map(|(memory, accesses)| accessed(memory, accesses)).collect();
    texts.join(", ")
}

/// The accesses as places of the message; those of one expression once.
fn places(mut finding: Finding, memory: &Memory, accesses: &[&Access]) -> Finding {
    let mut shown: Vec<Span> = Vec::new();
    for access in accesses {
        if shown.contains(&access.span) || shown.len() >= MAX_PLACES {
            continue;
        }
        shown.push(access.span);
        let same = |other: &&&Access| other.span == access.span && other.write == access.write;
        let count = accesses.iter().filter(same).count();
        let verb = if access.write { "written" } else { "read" };
        let often = if count == 1 { String::new() } else { format!(" {}", times(count)) };
        finding = finding.related(access.span, format!("{verb}{often}"));
    }
    finding.site(memory.span)
}
