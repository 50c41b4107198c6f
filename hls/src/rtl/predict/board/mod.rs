//! Bounds of a run's cycles with the memory of a board, and what goes through its ports.
//!
//! They follow from the model that the simulator has of a bank (`simulator/timing.hpp`), whatever the addresses are. A bank's
//! data path moves one burst after another, in the order of arrival; a burst that finds another row open waits for that.
//!
//! **Not less.** A process keeps its schedule, and waits no less for data than with ideal memory; only a response to a write may come
//! earlier, which counts for each fence. A pipelined loop takes what its reads keep a data path busy, because each element is
//! requested and used in it; and it takes a latency for as many bursts, or beats, as the port may have under way (`under_way.rs`). So does
//! a run with all of its bursts.
//!
//! **Not more.** The end of a run is the end of a longest path through what waits for what. With the memory of a board, the path has
//! the same steps as with ideal memory, but for those from a request to its answer. While the path is in one of these, the bank is at
//! work without a pause from the request to the end of the burst, and no other step of the path happens at that time. So no
//! event is later than with ideal memory by more than
//!
//! - the work of all banks up to it, each burst in the worst place: it opens a row, and begins within a word;
//! - what the bank's latency is above the ideal one, if it is, for as many answers as come one after the other in a run with ideal memory;
//! - where a bank accepts no more than so many bursts, for as many bursts what its latency is above their beats.
//!
//! With ideal memory, too, a port moves a beat in a cycle, one after the other. Where one port alone uses a bank in one direction, a burst
//! that waits for the one before it waits for it with ideal memory as well, so that of the work only what is above a cycle for each beat counts.
//!
//! A kernel that asks whether a channel is empty or full may do anything else when memory is slower: nothing is known of it.

mod bank;
mod moved;
mod requests;
mod under_way;

use super::Prediction;
use super::blocks::BlockCount;
use super::count::Count;
use crate::rtl::design::{Access, Block, BlockId, Design, Node, NodeKind, ProcessId};
pub use bank::Bank;
use bank::{Beside, Clocked, whole};
pub use moved::Moved;
use moved::{beat, moved};
use requests::requests;

/// The banks behind a kernel's ports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The kernel's clock in kHz.
    pub kernel_khz: u32,
    /// The banks.
    pub banks: Vec<Bank>,
    /// The bank of each port, by its position; `None`: ideal memory.
    pub of_bundle: Vec<Option<usize>>,
}

/// What goes through a port in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnBoard {
    /// What is read.
    pub reads: Moved,
    /// What is written.
    pub writes: Moved,
}

/// An access, and what it moves.
struct Stream {
    process: ProcessId,
    block: BlockId,
    bundle: usize,
    is_write: bool,
    moved: Vec<Moved>,
}

impl Stream {
    fn all(&self) -> Moved {
        self.moved.iter().fold(Moved::NONE, |all, it| all.and(*it))
    }
}

/// What goes through each port in a run; if what a kernel does depends on time, in one with ideal memory.
#[must_use]
pub fn traffic(design: &Design, prediction: &Prediction) -> Vec<OnBoard> {
    let streams = streams(design, prediction);
    let of = |bundle: usize, is_write: bool| {
        let own = streams.iter().filter(|it| (it.bundle, it.is_write) == (bundle, is_write));
        own.fold(Moved::NONE, |all, it| all.and(it.all()))
    };
    (0..design.bundles.len())
        .map(|bundle| OnBoard { reads: of(bundle, false), writes: of(bundle, true) })
        .collect()
}

/// The cycles of a run with this memory.
#[must_use]
pub fn on_board(design: &Design, prediction: &Prediction, memory: &Memory) -> Count {
    if is_time_dependent(design) {
        return Count::at_least(0);
    }
    let streams = streams(design, prediction);
    let bounds = Bounds { design, prediction, memory, streams: &streams };
    Count { least: bounds.least().max(bounds.least_moved(1, |_| true)), most: bounds.most() }
}

fn streams(design: &Design, prediction: &Prediction) -> Vec<Stream> {
    prediction.blocks.iter().flat_map(|count| streams_of(design, count)).collect()
}

fn streams_of<'d>(design: &'d Design, count: &'d BlockCount) -> impl Iterator<Item = Stream> + 'd {
    let block = &design.processes[count.process].blocks[count.block];
    block.nodes.iter().filter_map(move |(_, node)| {
        let (access, is_write) = access(node)?;
        let bundle = &design.bundles[access.bundle];
        let element = node.ty.bytes() as u64;
        let requests = requests(block, node, access, count);
        Some(Stream {
            process: count.process,
            block: count.block,
            bundle: access.bundle,
            is_write,
            moved: requests.iter().map(|requests| moved(bundle, is_write, element, requests)).collect(),
        })
    })
}

/// An access, and whether it writes.
const fn access(node: &Node) -> Option<(Access, bool)> {
    match node.kind {
        NodeKind::AxiRead(access) => Some((access, false)),
        NodeKind::AxiWrite(access) => Some((access, true)),
        _ => None,
    }
}

/// True if what a kernel does depends on when something happens.
#[must_use]
pub fn is_time_dependent(design: &Design) -> bool {
    let asks = |kind: &NodeKind| {
        matches!(
            kind,
            NodeKind::TryReceive(_) | NodeKind::TrySend(_) | NodeKind::Empty(_) | NodeKind::Full(_)
        )
    };
    !design.processes_with(asks).is_empty()
}

/// What ideal memory takes (`IdealTiming` of the simulator): from an address to its data, and from the last data to the response.
const IDEAL_READ: u64 = 64;
const IDEAL_WRITE: u64 = 8;

/// Words that a bank moves.
#[derive(Clone, Copy, Default)]
struct Work {
    words: u64,
    /// Those of the last burst of writes, at most.
    last: u64,
}

struct Bounds<'b> {
    design: &'b Design,
    prediction: &'b Prediction,
    memory: &'b Memory,
    streams: &'b [Stream],
}

impl Bounds<'_> {
    /// The bank of a stream, at the kernel's clock.
    fn bank(&self, stream: &Stream) -> Option<(usize, Clocked<'_>)> {
        let bank = self.memory.of_bundle.get(stream.bundle).copied().flatten()?;
        Some((bank, Clocked::new(self.memory.banks.get(bank)?, self.memory.kernel_khz)))
    }

    fn beat(&self, stream: &Stream) -> u64 {
        beat(&self.design.bundles[stream.bundle])
    }

    /// Cycles from the first address to the last answer of what these streams have, at least; they begin and end so many times.
    fn least_moved(&self, times: u64, is_one: impl Fn(&Stream) -> bool + Copy) -> u64 {
        self.least_work(is_one).max(self.least_under_way(times, is_one))
    }

    /// Cycles in which some bank moves what these streams have, at least. A response may come before the last words of its burst
    /// are moved, so that the last burst of writes may end later.
    fn least_work(&self, is_one: impl Fn(&Stream) -> bool) -> u64 {
        let mut work = vec![Work::default(); self.memory.banks.len()];
        for stream in self.streams.iter().filter(|stream| is_one(stream)) {
            let Some((number, bank)) = self.bank(stream) else { continue };
            for moved in &stream.moved {
                let own = &mut work[number];
                own.words = own.words.saturating_add(bank.least_work(moved, self.beat(stream)));
                if stream.is_write {
                    own.last = own.last.max(bank.words(moved.longest, self.beat(stream)));
                }
            }
        }
        let banks = self.memory.banks.iter().zip(work);
        let cycles = banks.map(|(bank, Work { words, last })| {
            Clocked::new(bank, self.memory.kernel_khz).cycles(words.saturating_sub(last))
        });
        cycles.max().unwrap_or(0)
    }

    /// Not less, by the schedule.
    fn least(&self) -> u64 {
        let loops = self.prediction.blocks.iter().filter_map(|count| {
            let cycles = count.cycles?.exact().filter(|_| self.design.processes.len() == 1)?;
            let reads = |it: &Stream| (it.process, it.block) == (count.process, count.block) && !it.is_write;
            // Every entry has as many iterations.
            let is_entered = count.trips.and_then(Count::exact).is_some_and(|trips| trips > 0);
            let times = if is_entered { count.entries.least } else { 1 };
            Some(self.least_moved(times, reads).saturating_sub(cycles))
        });
        let ideal = match self.sooner() {
            0 => self.prediction.cycles.least,
            sooner => {
                let fences = self.fences().unwrap_or(u64::MAX);
                self.prediction.cycles.least.saturating_sub(fences.saturating_mul(sooner))
            }
        };
        loops.fold(ideal, u64::saturating_add)
    }

    /// How much sooner a response may come than with ideal memory.
    fn sooner(&self) -> u64 {
        let writes = self.streams.iter().filter(|stream| stream.is_write);
        let latencies = writes.filter_map(|stream| Some(self.bank(stream)?.1.least_write_latency()));
        latencies.map(|latency| IDEAL_WRITE.saturating_sub(latency)).max().unwrap_or(0)
    }

    /// How often something waits for responses, at most.
    fn fences(&self) -> Option<u64> {
        let of_block = |count: &BlockCount| {
            let block: &Block = &self.design.processes[count.process].blocks[count.block];
            let fences = block.nodes.iter().filter(|(_, node)| matches!(node.kind, NodeKind::Fence(_)));
            count.iterations.times(Count::exactly(fences.count() as u64)).most
        };
        self.prediction.blocks.iter().map(of_block).try_fold(0_u64, |all, own| all.checked_add(own?))
    }

    /// Not more.
    fn most(&self) -> Option<u64> {
        let mut work = vec![0_u64; self.memory.banks.len()];
        let ideal = self.prediction.cycles.most?;
        for stream in self.streams {
            let Some((number, bank)) = self.bank(stream) else { continue };
            for moved in &stream.moved {
                let own = bank.most_work(moved, self.beat(stream), self.beside(stream, number))?;
                work[number] = work[number].checked_add(own)?;
            }
        }
        let all = ideal.checked_add(self.latencies(ideal)?)?;
        work.into_iter().try_fold(all, |all, work| all.checked_add(whole(work)))
    }

    /// What uses a stream's bank besides it.
    fn beside(&self, stream: &Stream, number: usize) -> Beside {
        let of_bank = |it: &&Stream| self.bank(it).is_some_and(|(other, _)| other == number);
        let mut users = self.streams.iter().filter(of_bank);
        let port = |it: &Stream| (it.process, it.bundle, it.is_write);
        match users.clone().count() {
            1 => Beside::Nothing,
            _ if users.all(|it| port(it) == port(stream)) => Beside::ItsPort,
            _ => Beside::Others,
        }
    }

    /// What answers take beyond ideal memory, but for the work of banks, in a run that takes so many cycles with ideal memory.
    fn latencies(&self, cycles: u64) -> Option<u64> {
        let reads = self.answers(false, (cycles, IDEAL_READ), |bank| bank.read_latency())?;
        let writes = self.answers(true, (cycles, IDEAL_WRITE), |bank| bank.write_latency())?;
        reads.checked_add(writes)?.checked_add(self.most_queued()?)
    }

    /// What answers in one direction take. With ideal memory the path takes as long for each of them as that does.
    fn answers(
        &self,
        is_write: bool,
        (cycles, ideal): (u64, u64),
        latency: impl Fn(&Clocked<'_>) -> u64,
    ) -> Option<u64> {
        let mut bursts = 0_u64;
        let mut above = 0;
        for stream in self.streams.iter().filter(|stream| stream.is_write == is_write) {
            let Some((_, bank)) = self.bank(stream) else { continue };
            bursts = bursts.checked_add(stream.all().bursts.most?)?;
            above = above.max(latency(&bank).saturating_sub(ideal));
        }
        // Only fences wait for responses, besides the queues of banks.
        let fences = if is_write { self.fences().and_then(|fences| fences.checked_add(1)) } else { None };
        bursts.min(cycles / ideal + 1).min(fences.unwrap_or(u64::MAX)).checked_mul(above)
    }
}
