//! A block with groups in the place of their accesses.

use sycl_hls_ir::{BinaryOp, Span};
use sycl_hls_types::Scalar;

use super::Group;
use crate::rtl::copy::{Adder, Copy};
use crate::rtl::counted::Counted;
use crate::rtl::machine::{Block, Node, NodeId, NodeKind, VarId};

/// The block with one access for each group; `first` says whether an iteration is the first one.
pub(super) fn rewritten(block: &Block, counted: Counted, groups: &[Group], first: VarId) -> Block {
    let mut copy = Copy::new(block);
    let mut adder = Adder { copy: &mut copy, span: block.span };
    let asks = adder.add(NodeKind::Var(first), Scalar::Bool, Vec::new());
    let off = adder.number(Scalar::Bool, 0);
    let mut writer = Writer { copy, asks, counts: Vec::new(), read: vec![None; groups.len()] };
    for (old, node) in block.nodes.iter() {
        let lane_of = |group: &Group| group.lanes.iter().position(|lane| *lane == old);
        let found = groups.iter().enumerate().find_map(|(number, group)| Some((number, lane_of(group)?)));
        match found {
            None => _ = writer.copy.take(old),
            Some((number, lane)) if !groups[number].is_write => {
                let read = writer.read(number, &groups[number], node);
                writer.lane(read, lane, old, node);
            }
            // All values are there with the last one.
            Some((number, lane)) if lane + 1 == groups[number].lanes.len() => {
                writer.store(block, number, &groups[number], node.span);
            }
            Some(_) => {}
        }
        if old == counted.left {
            writer.counts =
                groups.iter().map(|group| bytes(&mut writer.adder(node.span), group, counted, old)).collect();
        }
    }
    let mut block = writer.copy.finish();
    block.writes.push((first, off));
    block
}

struct Writer<'b> {
    copy: Copy<'b>,
    /// Is it the first iteration?
    asks: NodeId,
    /// The bytes of each group, of all iterations from the one at hand on.
    counts: Vec<NodeId>,
    /// What each group has read.
    read: Vec<Option<NodeId>>,
}

impl<'b> Writer<'b> {
    fn adder(&mut self, span: Span) -> Adder<'_, 'b> {
        Adder { copy: &mut self.copy, span }
    }

    /// What a group reads: the first lane's node reads all.
    fn read(&mut self, number: usize, group: &Group, first: &Node) -> NodeId {
        if let Some(read) = self.read[number] {
            return read;
        }
        let args = vec![self.copy.of(first.args[0]), self.asks, self.counts[number]];
        let read = self.adder(first.span).add(NodeKind::AxiRead(group.access), group.ty, args);
        self.read[number] = Some(read);
        read
    }

    fn lane(&mut self, read: NodeId, lane: usize, old: NodeId, node: &Node) {
        let kind = NodeKind::Lane(lane as u32);
        let new = self.copy.add(Node { kind, args: vec![read], when: None, ..node.clone() });
        self.copy.replace(old, new);
    }

    fn store(&mut self, block: &Block, number: usize, group: &Group, span: Span) {
        let arg = |lane: NodeId, place: usize| block.nodes[lane].args[place];
        let values = group.lanes.iter().map(|lane| arg(*lane, 1));
        let operands = std::iter::once(arg(group.lanes[0], 0)).chain(values);
        let mut args: Vec<NodeId> = operands.map(|old| self.copy.of(old)).collect();
        args.extend([self.asks, self.counts[number]]);
        self.adder(span).add(NodeKind::AxiWrite(group.access), group.ty, args);
    }
}

/// The bytes of a group from the iteration at hand on, where `left` of the old block is left (`u64`).
fn bytes(adder: &mut Adder<'_, '_>, group: &Group, counted: Counted, left: NodeId) -> NodeId {
    let left = adder.copy.of(left);
    let left = adder.cast(left, Scalar::U64);
    let step = if group.is_cut { 1 } else { counted.step };
    let each = if group.is_cut { group.ty.bytes() as u64 } else { group.bytes() };
    // What is left is at least one, unless the bound is reached, too.
    let turns = match (step, counted.inclusive) {
        (1, false) => left,
        (1, true) => plus(adder, left, 1),
        (_, inclusive) => {
            let last = if inclusive { left } else { plus(adder, left, u64::MAX) };
            let whole = shifted(adder, BinaryOp::Shr, last, step.trailing_zeros());
            plus(adder, whole, 1)
        }
    };
    if each.is_power_of_two() {
        return shifted(adder, BinaryOp::Shl, turns, each.trailing_zeros());
    }
    let each = adder.number(Scalar::U64, each);
    adder.add(NodeKind::Binary(BinaryOp::Mul), Scalar::U64, vec![turns, each])
}

fn plus(adder: &mut Adder<'_, '_>, value: NodeId, number: u64) -> NodeId {
    let number = adder.number(Scalar::U64, number);
    adder.add(NodeKind::Binary(BinaryOp::Add), Scalar::U64, vec![value, number])
}

fn shifted(adder: &mut Adder<'_, '_>, op: BinaryOp, value: NodeId, by: u32) -> NodeId {
    if by == 0 {
        return value;
    }
    let by = adder.number(Scalar::U32, by.into());
    adder.add(NodeKind::Binary(op), Scalar::U64, vec![value, by])
}
