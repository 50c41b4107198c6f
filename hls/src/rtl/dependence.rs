//! Which accesses of a block meet at one element: in one iteration, or how many iterations apart.

use super::affine::{Forms, wrapped};
use super::distance::{Distances, Level, distances};
use super::machine::{Block, BlockId, Machine, MemoryId, NodeId, NodeKind};

/// Where two accesses meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// Nowhere.
    Never,
    /// Where the first one is this many iterations later than the second one.
    Apart(i64),
    /// At several distances, of which these are the shortest.
    Several(Distances),
    /// It is not known.
    Anywhere,
}

/// What is accessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Space {
    /// A local memory.
    Memory(MemoryId),
    /// The slice of the kernel's parameter with this position.
    Slice(usize),
}

/// An access.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// The node.
    pub node: NodeId,
    /// What is accessed.
    pub space: Space,
    /// Is it written?
    pub write: bool,
}

/// The accesses of a block, in order.
#[must_use]
pub fn touches(block: &Block) -> Vec<Touch> {
    let touches = block.nodes.iter().filter_map(|(node, data)| {
        let (space, write) = match &data.kind {
            NodeKind::Load(memory) => (Space::Memory(*memory), false),
            NodeKind::Store(memory) => (Space::Memory(*memory), true),
            NodeKind::AxiRead(access) => (Space::Slice(access.param), false),
            NodeKind::AxiWrite(access) => (Space::Slice(access.param), true),
            _ => return None,
        };
        Some(Touch { node, space, write })
    });
    touches.collect()
}

/// Can the iterations of a pipelined loop overlap, as far as slices are concerned? What is written through AXI is there
/// for a read only when its response has come.
#[must_use]
pub fn can_overlap(machine: &Machine, id: BlockId) -> bool {
    let block = &machine.blocks[id];
    let touches = touches(block);
    let slices = || touches.iter().filter(|touch| matches!(touch.space, Space::Slice(_)));
    slices().filter(|touch| touch.write).all(|write| {
        slices().filter(|read| !read.write && read.space == write.space).all(|read| {
            match meeting(block, read.node, write.node) {
                Meeting::Never => true,
                Meeting::Apart(0) => read.node.into_raw() < write.node.into_raw(),
                Meeting::Apart(later) => later < 0,
                Meeting::Several(found) => {
                    found.later.is_none() && (!found.same || read.node.into_raw() < write.node.into_raw())
                }
                Meeting::Anywhere => false,
            }
        })
    })
}

/// Where two accesses of one memory meet.
#[must_use]
pub fn meeting(block: &Block, first: NodeId, second: NodeId) -> Meeting {
    let forms = Forms { block };
    let ((a, bits), (b, _)) = (forms.of_access(first), forms.of_access(second));
    if forms.is_varying(&a) || forms.is_varying(&b) || a.terms != b.terms {
        return Meeting::Anywhere;
    }
    if let Some(nest) = forms.nest_of(&a) {
        let difference = wrapped(b.constant - a.constant, bits);
        return forms.levels(&a, nest).map_or(Meeting::Anywhere, |levels| nested(&levels, difference));
    }
    let stride = wrapped(forms.stride(&a), bits);
    let difference = wrapped(b.constant - a.constant, bits);
    match stride {
        0 if difference == 0 => Meeting::Anywhere,
        0 => Meeting::Never,
        _ if difference % stride != 0 => Meeting::Never,
        _ => i64::try_from(difference / stride).map_or(Meeting::Never, Meeting::Apart),
    }
}

/// Where accesses meet in loops that became one.
fn nested(levels: &[Level], difference: i128) -> Meeting {
    let Some(found) = distances(levels, difference) else { return Meeting::Anywhere };
    match found {
        Distances { same: false, later: None, earlier: None } => Meeting::Never,
        Distances { same: true, later: None, earlier: None } => Meeting::Apart(0),
        _ => Meeting::Several(found),
    }
}
