//! Reuse of what earlier iterations of a pipelined loop have read: of `x[i - 1] + x[i] + x[i + 1]` only the last element
//! is read, and the other two come from registers (scalar replacement across iterations; Allen & Kennedy, section 8.3).
//!
//! Such registers are a line buffer (a window) of the array. A prologue fills the registers: iterations before the first one that only read. Counters begin that many steps earlier
//! ([`Repeat::prologue`](crate::rtl::design::Repeat)), and everything else waits. Each of these elements lies between
//! two that the first iteration reads, so it is part of the same slice.

mod ahead;

use super::prune::without_dead;
use crate::rtl::affine::{Form, Forms, Symbol};
use crate::rtl::cost::Cost;
use crate::rtl::counted::Counted;
use crate::rtl::design::{Block, BlockId, Design, Node, NodeId, NodeKind, Process, Space, VarId};

/// What is read is kept for at most so many iterations.
const FARTHEST: i128 = 16;

/// Keeps what is read for later iterations wherever they can start more often then.
pub(super) fn reuse(design: &mut Design, process: &mut Process, cost: Cost) {
    for id in process.block_ids() {
        if let Some(ahead) = gain(design, process, id, cost) {
            ahead.put(process, id);
        }
    }
    process.blocks.iter_mut().for_each(|(_, block)| block.reads.clear());
}

fn gain(design: &Design, process: &Process, id: BlockId, cost: Cost) -> Option<ahead::Ahead> {
    let block = &process.blocks[id];
    let counted = Counted::of(block).filter(|_| !block.has_wide_accesses())?;
    let chains = chains(process, block);
    let interval = |block: &Block| cost.interval(design.with(process), block);
    let wanted = block.repeat.as_ref()?.ii.unwrap_or(1);
    if chains.is_empty() {
        return None;
    }
    let now = interval(block)?;
    if now <= wanted {
        return None;
    }
    let mut ahead = ahead::Ahead::new(process, id, counted, &chains)?;
    ahead.block = without_dead(&ahead.block);
    (interval(&ahead.block)? < now).then_some(ahead)
}

/// What is read again in later iterations.
struct Chain {
    /// What is read first.
    leader: NodeId,
    /// The others, and how many iterations later.
    followers: Vec<(NodeId, usize)>,
    /// The variables of their index or address.
    vars: Vec<VarId>,
}

/// A read, of which every iteration has one.
struct Read {
    node: NodeId,
    space: Space,
    form: Form,
    stride: i128,
}

fn chains(process: &Process, block: &Block) -> Vec<Chain> {
    let mut reads = reads(process, block);
    // What is first in memory, in the direction of the loop, is last here.
    reads.sort_by_key(|read| (-read.form.offset() * read.stride.signum(), read.node.into_raw()));
    let mut chains: Vec<(Read, Chain)> = Vec::new();
    for read in reads {
        let later = |leader: &Read| {
            let difference = leader.form.distance(&read.form)?;
            let same = leader.space == read.space
                && block.nodes[leader.node].ty == block.nodes[read.node].ty
                && difference % read.stride == 0;
            let distance = difference / read.stride;
            (same && distance <= FARTHEST).then_some(distance as usize)
        };
        let found = chains.iter_mut().find_map(|(leader, chain)| Some((later(leader)?, chain)));
        match found {
            Some((distance, chain)) => chain.followers.push((read.node, distance)),
            None => {
                let vars = read.form.symbols().filter_map(|symbol| match symbol {
                    Symbol::Var(var) => Some(*var),
                    Symbol::Arg(..) | Symbol::Node(_) => None,
                });
                let chain = Chain { leader: read.node, followers: Vec::new(), vars: vars.collect() };
                chains.push((read, chain));
            }
        }
    }
    let chains = chains.into_iter().map(|(_, chain)| chain);
    chains.filter(|chain| !chain.followers.is_empty()).collect()
}

/// The reads of what the loop does not write, at places that move by the same distance in every iteration.
fn reads(process: &Process, block: &Block) -> Vec<Read> {
    let forms = Forms { block };
    let written = |space: Space| {
        block.nodes.iter().any(|(_, node)| match &node.kind {
            NodeKind::Store(memory) => space == Space::Memory(*memory),
            NodeKind::AxiWrite(access) => space == Space::Slice(access.param),
            _ => false,
        })
    };
    let mut reads = Vec::new();
    let mut note = |node: NodeId, space: Space, (form, _): (Form, u32)| {
        let stride = forms.stride(&form).filter(|stride| *stride != 0 && !forms.is_varying(&form));
        if let Some(stride) = stride {
            reads.push(Read { node, space, form, stride });
        }
    };
    for (id, node) in block.nodes.iter().filter(|(_, node)| node.when.is_none()) {
        let (space, is_whole) = match &node.kind {
            NodeKind::Load(memory) => (Space::Memory(*memory), !has_buffers(block, node)),
            // A counter of fewer bits would not go below 0 as the address does.
            NodeKind::AxiRead(access) => (Space::Slice(access.param), has_wide_counters(process, &forms, id)),
            _ => continue,
        };
        if is_whole && !written(space) {
            note(id, space, forms.of_access(id));
        }
    }
    for read in &block.reads {
        let of_it = |node: &Node| node.kind.memory().is_some_and(|memory| read.memories.contains(&memory));
        let is_steady = !block.nodes.iter().any(|(_, node)| of_it(node) && has_buffers(block, node));
        if is_steady && read.memories.iter().all(|memory| !written(Space::Memory(*memory))) {
            note(
                read.value,
                Space::Memory(read.memories[0]),
                (forms.of(read.index, Some(32)).wrapped(32), 32),
            );
        }
    }
    reads
}

/// True for a load of a memory whose next buffer a block goes on to, which has other elements.
fn has_buffers(block: &Block, load: &Node) -> bool {
    match load.args.get(1).map(|buffer| &block.nodes[*buffer].kind) {
        Some(NodeKind::Var(var)) => block.writes.iter().any(|(written, _)| *written == *var),
        Some(_) => true,
        None => false,
    }
}

/// True if the counters in an address count on below 0: those of 64 bits, and those with a sign.
fn has_wide_counters(process: &Process, forms: &Forms<'_>, access: NodeId) -> bool {
    forms.of_access(access).0.symbols().all(|symbol| match symbol {
        Symbol::Var(var) => {
            let ty = process.vars[*var].ty;
            ty.bits() == 64 || ty.is_signed()
        }
        _ => true,
    })
}
