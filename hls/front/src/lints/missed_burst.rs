//! Consecutive elements that are accessed in a way of which no bursts are made (UG1448, 214-231 and 214-232; UG1399,
//! "Preconditions and Limitations of Burst Transfer").

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;
use sycl_hls_ir::analysis::ports::demands;
use sycl_hls_ir::analysis::{Access, LoopTrace, Memory, MemoryKind, Trace, Variation};

use super::burst::{groups, loops};
use super::{Finding, MISSED_BURST, keyword};

/// Accesses to the elements of a slice, one after the other.
struct Stream<'t> {
    memory: &'t Memory,
    bundle: &'t str,
    write: bool,
    accesses: Vec<&'t Access>,
    /// Elements of an iteration.
    elements: usize,
    /// Elements from one iteration to the next.
    step: i128,
}

/// Checks the innermost loops of a kernel.
pub(super) fn check(trace: &Trace<'_>, findings: &mut Vec<Finding>) {
    for one in loops(trace) {
        let streams = groups(trace, one).into_iter();
        let streams = streams.filter_map(|(memory, group)| Stream::of(trace, one, memory, group)).collect();
        let mut of_loop = OfLoop { trace, one, streams };
        findings.extend(of_loop.conditional());
        findings.extend(of_loop.overlapping());
        findings.extend(of_loop.crowded());
    }
}

impl<'t> Stream<'t> {
    /// The accesses of a loop to one slice in one direction.
    fn of(
        trace: &Trace<'_>,
        one: &LoopTrace<'_>,
        memory: &'t Memory,
        accesses: Vec<&'t Access>,
    ) -> Option<Self> {
        let MemoryKind::Port { bundle, .. } = &memory.kind else { return None };
        let first = *accesses.first()?;
        let Variation::Step(step) = Variation::of(first.path.first()?, one.level, &trace.atoms) else {
            return None;
        };
        let offsets: BTreeSet<i128> =
            accesses.iter().filter_map(|access| Some(access.path.first()?.split().1)).collect();
        let elements = offsets.len();
        let (first_offset, last_offset) = (*offsets.first()?, *offsets.last()?);
        let follows = last_offset.checked_sub(first_offset)? < elements as i128;
        let is_stream = step > 0 && follows && step <= elements as i128;
        is_stream.then_some(Self { memory, bundle, write: first.write, accesses, elements, step })
    }

    const fn verb(&self) -> &'static str {
        if self.write { "written" } else { "read" }
    }
}

/// What is said of a port with several streams.
struct Crowd {
    message: String,
    /// Whose hardware makes no bursts.
    whose: &'static str,
    help: &'static str,
}

/// The streams of a loop of which nothing has been said.
struct OfLoop<'t> {
    trace: &'t Trace<'t>,
    one: &'t LoopTrace<'t>,
    streams: Vec<Stream<'t>>,
}

impl OfLoop<'_> {
    /// The warning at an access.
    fn finding(&self, at: &Access, memory: &Memory, message: String) -> Finding {
        let finding = Finding::new(MISSED_BURST, at.span, message);
        finding.related(keyword(self.one.span), "in this loop").site(self.one.span).site(memory.span)
    }

    /// Accesses that not every iteration has.
    fn conditional(&mut self) -> Vec<Finding> {
        let mut said = FxHashSet::default();
        let mut findings = Vec::new();
        for stream in &self.streams {
            let Some(access) = stream.accesses.iter().find(|access| access.conditional) else { continue };
            if !said.insert(stream.memory.object) {
                continue;
            }
            let (name, verb) = (&stream.memory.name, stream.verb());
            let message = format!("`{name}` is {verb} under a condition, so that no bursts are made of it");
            let note = "one request is for many elements where each iteration accesses the next one (UG1448, 214-232); \
                        here each access is a request of its own, in Vitis' hardware and in ours";
            let finding = self.finding(access, stream.memory, message).note(note);
            findings.push(finding.help(
                "put the loop inside of a condition that is the same in all iterations; otherwise access the slice in \
                 every iteration, and let the condition choose the value",
            ));
        }
        self.streams.retain(|stream| !said.contains(&stream.memory.object));
        findings
    }

    /// Slices that are read and written.
    fn overlapping(&mut self) -> Vec<Finding> {
        let mut said = FxHashSet::default();
        let mut findings = Vec::new();
        for stream in self.streams.iter().filter(|stream| stream.write) {
            let of_it = |other: &&Stream<'_>| !other.write && other.memory.object == stream.memory.object;
            let read = self.streams.iter().find(of_it).and_then(|read| read.accesses.first());
            let (Some(read), Some(write)) = (read, stream.accesses.first()) else { continue };
            if !said.insert(stream.memory.object) {
                continue;
            }
            let name = &stream.memory.name;
            let message =
                format!("`{name}` is read and written in one loop, so that Vitis makes no bursts of it");
            let finding = self.finding(write, stream.memory, message);
            let finding = if read.span == write.span { finding } else { finding.related(read.span, "read") };
            let note = "Vitis' hardware reads nothing ahead of a write to the same slice (UG1448, 214-231), so each access is a \
                        request of its own; our own hardware makes bursts where no iteration reads what another one writes";
            findings.push(finding.note(note).help(
                "write the results to another slice, or copy a block into a local array, change it there, and copy it back",
            ));
        }
        self.streams.retain(|stream| !said.contains(&stream.memory.object));
        findings
    }

    /// Ports with several streams in one direction. Those that keep a pipeline from its interval are said by
    /// `pipeline_ports`.
    fn crowded(&self) -> Vec<Finding> {
        let mut ports: BTreeMap<(&str, bool), Vec<&Stream<'_>>> = BTreeMap::new();
        for stream in &self.streams {
            ports.entry((stream.bundle, stream.write)).or_default().push(stream);
        }
        let crowded = ports.into_iter().filter(|((bundle, write), _)| !self.is_too_slow(bundle, *write));
        crowded.filter_map(|((bundle, _), streams)| self.one_port(bundle, &streams)).collect()
    }

    /// The warning about several slices that share a port in a loop.
    fn one_port(&self, bundle: &str, streams: &[&Stream<'_>]) -> Option<Finding> {
        let (first, last) = (*streams.first()?, *streams.last()?);
        let names: BTreeSet<&str> = streams.iter().map(|stream| stream.memory.name.as_str()).collect();
        let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
        let Crowd { message, whose, help } = match (streams, &names[..]) {
            ([one], [name]) if one.elements as i128 > one.step => Crowd {
                message: format!(
                    "neighbouring iterations {} the same elements of {name}, so that Vitis makes no bursts of them",
                    if one.write { "write" } else { "read" }
                ),
                whose: "in Vitis' hardware",
                help: "access each element once, and keep it in a variable for the next iteration",
            },
            ([_], _) => return None,
            (_, [name]) => Crowd {
                message: format!(
                    "{name} is {} at several places through the port `{bundle}` in one loop",
                    first.verb()
                ),
                whose: "in Vitis' hardware and in ours",
                help: "copy the elements of each place into a local array first, in a loop of their own",
            },
            _ => Crowd {
                message: format!(
                    "{} are {} through the port `{bundle}` in one loop",
                    names.join(" and "),
                    first.verb()
                ),
                whose: "in Vitis' hardware and in ours",
                help: "give each slice a port of its own: `#[m_axi(bundle = \"gmem1\")]`",
            },
        };
        let (other, at) = (first.accesses.first()?, last.accesses.last()?);
        let finding = Finding::new(MISSED_BURST, at.span, message);
        let finding = if other.span == at.span { finding } else { finding.related(other.span, "and here") };
        let finding = finding.related(keyword(self.one.span), "in this loop").site(self.one.span);
        let finding = streams.iter().fold(finding, |finding, stream| finding.site(stream.memory.span));
        let note = format!(
            "a port makes bursts of one series of consecutive elements in each direction (UG1399, \"Preconditions and \
             Limitations of Burst Transfer\"); here each access is a request of its own, {whose}"
        );
        Some(finding.note(note).help(help))
    }

    /// True if the lint of ports speaks of this port.
    fn is_too_slow(&self, bundle: &str, write: bool) -> bool {
        let pipeline = self.one.directives.pipeline.as_ref().filter(|it| it.is_on() && self.one.complete);
        let Some(wanted) = pipeline.map(|pipeline| u64::from(pipeline.ii.unwrap_or(1))) else { return false };
        demands(self.trace, self.one).iter().any(|demand| {
            let is_it = demand.bundle == Some(bundle) && demand.accesses.iter().any(|it| it.write == write);
            is_it && demand.interval > wanted
        })
    }
}
