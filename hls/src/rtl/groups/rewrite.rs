//! A block with groups in the place of their accesses.

use std::collections::HashMap;

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
    let none = adder.number(Scalar::U64, 0);
    let mut writer = Writer { copy, asks: [asks, off], none, counts: Vec::new(), read: HashMap::new() };
    for (old, node) in block.nodes.iter() {
        let lane_of = |group: &Group| group.lanes.iter().position(|lane| *lane == old);
        let found = groups.iter().enumerate().find_map(|(number, group)| Some((number, lane_of(group)?)));
        match found {
            None => _ = writer.copy.take(old),
            Some((number, lane)) if !groups[number].is_write => {
                writer.load(number, &groups[number], lane, (old, node));
            }
            Some((number, lane)) => writer.store(block, number, &groups[number], lane),
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
    /// Is it the first iteration? And never.
    asks: [NodeId; 2],
    none: NodeId,
    /// The bytes of each group, of all iterations from the one at hand on.
    counts: Vec<NodeId>,
    /// What each access of a group has read.
    read: HashMap<(usize, usize), NodeId>,
}

impl<'b> Writer<'b> {
    fn adder(&mut self, span: Span) -> Adder<'_, 'b> {
        Adder { copy: &mut self.copy, span }
    }

    /// Whether an access of a group asks for elements, and for how many bytes: its first one asks for all.
    fn request(&self, number: usize, access: usize) -> [NodeId; 2] {
        if access == 0 { [self.asks[0], self.counts[number]] } else { [self.asks[1], self.none] }
    }

    /// An access of a group in the place of some of its lanes, with the condition of the first of them.
    fn access(&mut self, kind: NodeKind, group: &Group, first: &Node, args: Vec<NodeId>) -> NodeId {
        let when = first.when.map(|when| self.copy.of(when));
        self.copy.add(Node { when, ..Node::new(kind, group.ty, args, first.span) })
    }

    /// The first lane of an access reads all of them.
    fn load(&mut self, number: usize, group: &Group, lane: usize, (old, node): (NodeId, &Node)) {
        let [access, lane] = [lane / group.access.lanes as usize, lane % group.access.lanes as usize];
        let read = match self.read.get(&(number, access)) {
            Some(read) => *read,
            None => {
                let [asks, count] = self.request(number, access);
                let args = vec![self.copy.of(node.args[0]), asks, count];
                self.access(NodeKind::AxiRead(group.access), group, node, args)
            }
        };
        self.read.insert((number, access), read);
        let kind = NodeKind::Lane(lane as u32);
        let new = self.copy.add(Node { kind, args: vec![read], when: None, ..node.clone() });
        self.copy.replace(old, new);
    }

    /// The last lane of an access writes all of them.
    fn store(&mut self, block: &Block, number: usize, group: &Group, lane: usize) {
        let count = group.access.lanes as usize;
        if !(lane + 1).is_multiple_of(count) {
            return;
        }
        let lanes = &group.lanes[lane + 1 - count..=lane];
        let first = &block.nodes[lanes[0]];
        let values = lanes.iter().map(|lane| block.nodes[*lane].args[1]);
        let operands = std::iter::once(first.args[0]).chain(values);
        let mut args: Vec<NodeId> = operands.map(|old| self.copy.of(old)).collect();
        args.extend(self.request(number, lane / count));
        self.access(NodeKind::AxiWrite(group.access), group, first, args);
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
