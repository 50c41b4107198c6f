//! Which port of its memory an access has, and what memories are made of.

use la_arena::ArenaMap;

use super::design::{BlockId, Machine, MadeOf, Memory, MemoryId, NodeId, NodeKind};
use super::plan::BlockPlan;

/// What became of a memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryPlan {
    /// The accesses of each port.
    pub ports: Vec<PortPlan>,
    /// What it is made of.
    pub made_of: MadeOf,
}

/// The accesses of a port: no two of a block are in the same cycle of its interval.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PortPlan {
    /// Those that read.
    pub loads: Vec<(BlockId, NodeId)>,
    /// Those that write.
    pub stores: Vec<(BlockId, NodeId)>,
}

/// Memories of at most so many elements are made of look-up tables: one of them has 64 bits.
const FEW_ELEMENTS: u64 = 64;
/// So are those of at most so many bits; a block RAM has 36,864.
const FEW_BITS: u64 = 2048;
/// Memories of at least so many bits are made of ultra RAM, of which one has 294,912.
const MANY_BITS: u64 = 1 << 20;

/// Gives each access a port that no other access of its cycle has.
pub(super) fn assign(
    machine: Machine<'_>,
    blocks: &ArenaMap<BlockId, BlockPlan>,
) -> ArenaMap<MemoryId, MemoryPlan> {
    let mut taken: ArenaMap<MemoryId, Vec<PortPlan>> = machine
        .memories
        .iter()
        .map(|(id, memory)| (id, vec![PortPlan::default(); memory.ports.len()]))
        .collect();
    for (id, block) in machine.blocks.iter() {
        let slot = |node: NodeId| blocks[id].slot(node);
        for (node, data) in block.nodes.iter() {
            let (NodeKind::Load(memory) | NodeKind::Store(memory)) = data.kind else { continue };
            let is_load = matches!(data.kind, NodeKind::Load(_));
            let order = order(&machine.memories[memory], is_load);
            let ports = &mut taken[memory];
            let free = |port: &PortPlan| {
                let mut others = port.loads.iter().chain(&port.stores);
                others.all(|(block, other)| *block != id || slot(*other) != slot(node))
            };
            // The schedule has seen to it that there is one.
            let port = order.iter().copied().find(|port| free(&ports[*port])).unwrap_or(order[0]);
            let list = if is_load { &mut ports[port].loads } else { &mut ports[port].stores };
            list.push((id, node));
        }
    }
    let plans = taken.into_iter().map(|(id, ports)| {
        let made_of = made_of(&machine.memories[id], writing(&ports));
        (id, MemoryPlan { ports, made_of })
    });
    plans.collect()
}

/// The ports that an access can have, the best one first: loads leave those alone that can write, so that as few as
/// possible do both.
fn order(memory: &Memory, is_load: bool) -> Vec<usize> {
    let can = |port: &usize| if is_load { memory.ports[*port].reads } else { memory.ports[*port].writes };
    let mut ports: Vec<usize> = (0..memory.ports.len()).filter(can).collect();
    if is_load && memory.external.is_none() {
        ports.sort_by_key(|port| (memory.ports[*port].writes, *port == 0, *port));
    }
    ports
}

/// True if a memory with one port that writes is made of look-up tables.
pub(super) fn fits_luts(depth: u64, bits: u32) -> bool {
    depth <= FEW_ELEMENTS || depth * u64::from(bits) <= FEW_BITS
}

/// How many ports write.
fn writing(ports: &[PortPlan]) -> usize {
    ports.iter().filter(|port| !port.stores.is_empty()).count()
}

/// What a memory is made of if so many of its ports write.
pub(super) fn made_of(memory: &Memory, writing: usize) -> MadeOf {
    let bits = memory.depth * u64::from(memory.ty.bits());
    let default = if writing <= 1 && fits_luts(memory.depth, memory.ty.bits()) {
        MadeOf::Luts
    } else if bits >= MANY_BITS && memory.contents.is_none() {
        MadeOf::Ultra
    } else {
        MadeOf::Block
    };
    memory.made_of.unwrap_or(default)
}

impl MemoryPlan {
    /// The plan of a memory that several processes access, one after another, of those of each.
    #[must_use]
    pub fn together(memory: &Memory, plans: &[&Self]) -> Self {
        let mut ports = vec![PortPlan::default(); memory.ports.len()];
        for (port, own) in plans.iter().flat_map(|plan| plan.ports.iter().enumerate()) {
            ports[port].loads.extend(&own.loads);
            ports[port].stores.extend(&own.stores);
        }
        Self { made_of: made_of(memory, writing(&ports)), ports }
    }

    /// The ports that read.
    #[must_use]
    pub fn reading(&self) -> Vec<usize> {
        self.those(|port| !port.loads.is_empty())
    }

    /// The ports that write.
    #[must_use]
    pub fn writing(&self) -> Vec<usize> {
        self.those(|port| !port.stores.is_empty())
    }

    /// True if each port that reads has a copy of the elements. A block RAM has two ports.
    #[must_use]
    pub fn has_copies(&self) -> bool {
        let used = self.those(|port| !port.loads.is_empty() || !port.stores.is_empty());
        used.len() > 2 && self.made_of != MadeOf::Luts
    }

    fn those(&self, is_one: impl Fn(&PortPlan) -> bool) -> Vec<usize> {
        self.ports.iter().enumerate().filter(|(_, port)| is_one(port)).map(|(number, _)| number).collect()
    }

    /// The port of an access.
    #[must_use]
    pub fn port_of(&self, block: BlockId, node: NodeId) -> usize {
        let has =
            |port: &PortPlan| port.loads.contains(&(block, node)) || port.stores.contains(&(block, node));
        self.ports.iter().position(has).unwrap_or(0)
    }
}
