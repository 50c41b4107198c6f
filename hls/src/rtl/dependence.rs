//! Memory dependences between the accesses of a block: which two access the same element, and at which distance in iterations
//! (Allen & Kennedy, chapter 2).

use sycl_hls_ir::analysis::wrapped;

use super::affine::Forms;
use super::design::{Block, BlockId, Machine, NodeId, NodeKind, Space};
use super::distance::{Distances, Level, circular_distances, distances};

/// The dependence between two accesses of one memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dependence {
    /// They never access the same element.
    None,
    /// They access the same element where the first one is this many iterations later than the second one.
    Distance(i64),
    /// They do so at several distances, of which these are the shortest.
    Distances(Distances),
    /// Not known: any two iterations may access the same element.
    Unknown,
}

/// An access.
#[derive(Clone, Copy, Debug)]
pub struct MemoryAccess {
    /// The node.
    pub node: NodeId,
    /// The memory of an access.
    pub space: Space,
    /// True for a write, false for a read.
    pub write: bool,
}

/// The memory accesses of a block, in the order of its nodes.
#[must_use]
pub fn accesses(block: &Block) -> Vec<MemoryAccess> {
    let accesses = block.nodes.iter().filter_map(|(node, data)| {
        let (space, write) = match &data.kind {
            NodeKind::Load(memory) => (Space::Memory(*memory), false),
            NodeKind::Store(memory) => (Space::Memory(*memory), true),
            NodeKind::AxiRead(access) => (Space::Slice(access.param), false),
            NodeKind::AxiWrite(access) => (Space::Slice(access.param), true),
            _ => return None,
        };
        Some(MemoryAccess { node, space, write })
    });
    accesses.collect()
}

/// What keeps the iterations of a pipelined loop from overlapping as far as slices are concerned: a write, and a read that may
/// depend on it in the same or a later iteration, because data written through AXI can be read only after the write response.
#[must_use]
pub fn conflict(machine: Machine<'_>, id: BlockId) -> Option<(NodeId, NodeId)> {
    let block = &machine.blocks[id];
    let accesses = accesses(block);
    let slices = || accesses.iter().filter(|access| matches!(access.space, Space::Slice(_)));
    let depends = |read: NodeId, write: NodeId, space: Space| {
        let (behind, promised) = (read.into_raw() > write.into_raw(), block.is_independent(space));
        match dependence(block, read, write) {
            Dependence::None => false,
            Dependence::Distance(0) => behind,
            Dependence::Distance(later) => later > 0 && !promised,
            Dependence::Distances(found) => (found.later.is_some() && !promised) || (found.same && behind),
            Dependence::Unknown => behind || !promised,
        }
    };
    slices().filter(|access| access.write).find_map(|write| {
        let mut reads = slices().filter(|read| !read.write && read.space == write.space);
        reads.find(|read| depends(read.node, write.node, write.space)).map(|read| (write.node, read.node))
    })
}

/// The dependence between two accesses of one memory.
#[must_use]
pub fn dependence(block: &Block, first: NodeId, second: NodeId) -> Dependence {
    let forms = Forms { block };
    if let Some(found) = circular(&forms, first, second) {
        return found;
    }
    let ((a, bits), (b, _)) = (forms.of_access(first), forms.of_access(second));
    if forms.is_varying(&a) || forms.is_varying(&b) {
        return Dependence::Unknown;
    }
    let Some(difference) = b.distance(&a) else { return Dependence::Unknown };
    let difference = wrapped(difference, bits);
    if let Some(nest) = forms.nest_of(&a) {
        return forms.levels(&a, nest).map_or(Dependence::Unknown, |levels| nested(&levels, difference));
    }
    let Some(stride) = forms.stride(&a) else { return Dependence::Unknown };
    match wrapped(stride, bits) {
        0 if difference == 0 => Dependence::Unknown,
        0 => Dependence::None,
        stride if difference % stride != 0 => Dependence::None,
        stride => at(difference / stride, block),
    }
}

/// The dependence at this distance: none beyond the block's iterations.
fn at(distance: i128, block: &Block) -> Dependence {
    let trip_count = block.repeat.as_ref().and_then(|repeat| repeat.trip_count);
    if trip_count.is_some_and(|trip_count| distance.unsigned_abs() >= trip_count.into()) {
        return Dependence::None;
    }
    i64::try_from(distance).map_or(Dependence::None, Dependence::Distance)
}

/// The dependence between accesses of a circular buffer; `None` if it is none, or indices do not grow alike.
fn circular(forms: &Forms<'_>, first: NodeId, second: NodeId) -> Option<Dependence> {
    let ((a, bits), (b, other)) = (forms.of_circular(first)?, forms.of_circular(second)?);
    if bits != other || forms.is_varying(&a) || forms.is_varying(&b) {
        return None;
    }
    let stride = match forms.nest_of(&a) {
        None => forms.stride(&a)?,
        Some(nest) => match forms.levels(&a, nest)?.as_slice() {
            [level] => level.stride,
            _ => return None,
        },
    };
    Some(circular_distances(stride, b.distance(&a)?, 1 << bits).into())
}

/// The dependence between accesses in flattened loops.
fn nested(levels: &[Level], difference: i128) -> Dependence {
    distances(levels, difference).map_or(Dependence::Unknown, Dependence::from)
}

impl From<Distances> for Dependence {
    fn from(found: Distances) -> Self {
        match found {
            Distances { same: false, later: None, earlier: None } => Self::None,
            Distances { same: true, later: None, earlier: None } => Self::Distance(0),
            _ => Self::Distances(found),
        }
    }
}
