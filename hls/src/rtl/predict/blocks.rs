//! How often the blocks are passed that access memory ports.

use la_arena::ArenaMap;

use super::LoopCount;
use super::count::Count;
use super::state::State;
use crate::rtl::design::{Block, BlockId, Design, Machine, NodeKind, ProcessId};

/// How often a block is passed in all of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockCount {
    /// Its process.
    pub process: ProcessId,
    /// The block.
    pub block: BlockId,
    /// How often it is entered.
    pub entries: Count,
    /// Its iterations, of all entries together: as many as entries, if it is no pipelined loop.
    pub iterations: Count,
    /// Iterations of one entry; `None` if it is never entered.
    pub trips: Option<Count>,
    /// Its cycles, with ideal memory; `None` if it is no pipelined loop.
    pub cycles: Option<Count>,
}

/// Where a walk counts loops and blocks.
#[derive(Debug, Default)]
pub struct Numbers {
    /// The number of each loop, by its head.
    pub loops: ArenaMap<BlockId, usize>,
    /// The number of each other block that accesses a port.
    pub blocks: ArenaMap<BlockId, usize>,
}

impl Numbers {
    /// The numbers of loops, in this order, and of blocks.
    pub fn new(machine: Machine<'_>, heads: &[BlockId]) -> Self {
        let loops = heads.iter().enumerate().map(|(number, head)| (*head, number)).collect();
        let counted = machine.blocks.iter().filter(|(_, block)| block.repeat.is_none() && has_ports(block));
        let blocks = counted.enumerate().map(|(number, (id, _))| (id, heads.len() + number)).collect();
        Self { loops, blocks }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.loops.iter().count() + self.blocks.iter().count()
    }
}

/// True if a block reads or writes through a port, or waits for writes.
fn has_ports(block: &Block) -> bool {
    let is =
        |kind: &NodeKind| matches!(kind, NodeKind::AxiRead(_) | NodeKind::AxiWrite(_) | NodeKind::Fence(_));
    block.nodes.iter().any(|(_, node)| is(&node.kind))
}

/// The blocks of a kernel's only process; nothing is known of a run that never ends.
pub fn of_root(design: &Design, numbers: &Numbers, end: Option<&State>) -> Vec<BlockCount> {
    let statistic = |number: Option<&usize>| end.zip(number).map(|(end, number)| end.loops[*number]);
    let loops: Vec<LoopCount> = numbers
        .loops
        .iter()
        .filter_map(|(head, number)| {
            let statistic = statistic(Some(number))?;
            Some(LoopCount {
                head,
                entries: statistic.entries,
                trips: statistic.trips,
                iterations: statistic.iterations,
                cycles: statistic.cycles,
            })
        })
        .collect();
    let passes = |block| {
        statistic(numbers.blocks.get(block)).map_or(Count::at_least(0), |statistic| statistic.iterations)
    };
    of_process(design.root(), design.root, &loops, passes)
}

/// The blocks of a process, whose loops do this; `passes` tells it of other blocks.
pub fn of_process(
    machine: Machine<'_>,
    process: ProcessId,
    loops: &[LoopCount],
    passes: impl Fn(BlockId) -> Count,
) -> Vec<BlockCount> {
    let counted = machine.blocks.iter().filter(|(_, block)| has_ports(block));
    let count = |(id, block): (BlockId, &Block)| {
        if block.repeat.is_none() {
            let entries = passes(id);
            let trips = Some(Count::exactly(1));
            return BlockCount { process, block: id, entries, iterations: entries, trips, cycles: None };
        }
        let own = loops.iter().find(|it| it.head == id);
        let of = |field: fn(&LoopCount) -> Count| own.map_or(Count::at_least(0), field);
        BlockCount {
            process,
            block: id,
            entries: of(|it| it.entries),
            iterations: of(|it| it.iterations),
            trips: own.and_then(|it| it.trips),
            cycles: Some(of(|it| it.cycles)),
        }
    };
    counted.map(count).collect()
}
