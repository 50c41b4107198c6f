//! The block with wide accesses in place of their elements' own.

use rustc_hash::FxHashMap;
use sycl_hls_ir::{BinaryOp, Span};
use sycl_hls_types::Scalar;

use super::WideAccess;
use crate::rtl::cloning::{Adder, Cloner};
use crate::rtl::counted::Counted;
use crate::rtl::design::{Block, Node, NodeId, NodeKind, VarId};

/// The block with its wide accesses; the variable `first` is true in the first iteration.
pub(super) fn rewritten(
    block: &Block,
    counted: Counted,
    wide_accesses: &[WideAccess],
    first: VarId,
) -> Block {
    let mut cloner = Cloner::new(block);
    let mut adder = Adder { cloner: &mut cloner, span: block.span };
    let asks = adder.add(NodeKind::Var(first), Scalar::Bool, Vec::new());
    let off = adder.number(Scalar::Bool, 0);
    let none = adder.number(Scalar::U64, 0);
    let mut writer =
        Writer { cloner, asks: [asks, off], none, counts: Vec::new(), read: FxHashMap::default() };
    for (old, node) in block.nodes.iter() {
        let element_of = |wide: &WideAccess| wide.elements.iter().position(|element| *element == old);
        let found =
            wide_accesses.iter().enumerate().find_map(|(number, wide)| Some((number, element_of(wide)?)));
        match found {
            None => _ = writer.cloner.clone_node(old),
            Some((number, element)) if !wide_accesses[number].is_write => {
                writer.load(number, &wide_accesses[number], element, (old, node));
            }
            Some((number, element)) => writer.store(block, number, &wide_accesses[number], element),
        }
        if old == counted.left {
            writer.counts = wide_accesses
                .iter()
                .map(|wide| bytes(&mut writer.adder(node.span), wide, counted, old))
                .collect();
        }
    }
    let mut block = writer.cloner.finish();
    block.writes.push((first, off));
    block
}

struct Writer<'b> {
    cloner: Cloner<'b>,
    /// Whether the iteration sends requests (the first one does), and `false`.
    asks: [NodeId; 2],
    none: NodeId,
    /// The bytes of each wide access in the current and all later iterations.
    counts: Vec<NodeId>,
    /// The nodes that read, by wide access and position of the access in it.
    read: FxHashMap<(usize, usize), NodeId>,
}

impl<'b> Writer<'b> {
    fn adder(&mut self, span: Span) -> Adder<'_, 'b> {
        Adder { cloner: &mut self.cloner, span }
    }

    /// Whether an access sends a request, and for how many bytes: the first one requests those of all.
    fn request(&self, number: usize, access: usize) -> [NodeId; 2] {
        if access == 0 { [self.asks[0], self.counts[number]] } else { [self.asks[1], self.none] }
    }

    /// An access in place of those of some elements, under the condition of the first of them.
    fn access(&mut self, kind: NodeKind, wide: &WideAccess, first: &Node, args: Vec<NodeId>) -> NodeId {
        let when = first.when.map(|when| self.cloner.of(when));
        self.cloner.add(Node { when, ..Node::new(kind, wide.ty, args, first.span) })
    }

    /// The first element of an access reads all of them.
    fn load(&mut self, number: usize, wide: &WideAccess, element: usize, (old, node): (NodeId, &Node)) {
        let [access, element] =
            [element / wide.access.elements as usize, element % wide.access.elements as usize];
        let read = match self.read.get(&(number, access)) {
            Some(read) => *read,
            None => {
                let [asks, count] = self.request(number, access);
                let args = vec![self.cloner.of(node.args[0]), asks, count];
                self.access(NodeKind::AxiRead(wide.access), wide, node, args)
            }
        };
        self.read.insert((number, access), read);
        let kind = NodeKind::Element(element as u32);
        let new = self.cloner.add(Node { kind, args: vec![read], when: None, ..node.clone() });
        self.cloner.replace(old, new);
    }

    /// The last element of an access writes all of them.
    fn store(&mut self, block: &Block, number: usize, wide: &WideAccess, element: usize) {
        let count = wide.access.elements as usize;
        if !(element + 1).is_multiple_of(count) {
            return;
        }
        let elements = &wide.elements[element + 1 - count..=element];
        let first = &block.nodes[elements[0]];
        let values = elements.iter().map(|element| block.nodes[*element].args[1]);
        let operands = std::iter::once(first.args[0]).chain(values);
        let mut args: Vec<NodeId> = operands.map(|old| self.cloner.of(old)).collect();
        args.extend(self.request(number, element / count));
        self.access(NodeKind::AxiWrite(wide.access), wide, first, args);
    }
}

/// The bytes of a wide access in the current and all later iterations (`u64`); `left` is the old block's node for what the
/// counter has to go.
fn bytes(adder: &mut Adder<'_, '_>, wide: &WideAccess, counted: Counted, left: NodeId) -> NodeId {
    let left = adder.cloner.of(left);
    let left = adder.cast(left, Scalar::U64);
    let step = if wide.is_cut { 1 } else { counted.step };
    let each = if wide.is_cut { wide.ty.bytes() as u64 } else { wide.bytes() };
    // What is left is at least one, unless the bound is reached, too.
    let iterations = match (step, counted.inclusive) {
        (1, false) => left,
        (1, true) => plus(adder, left, 1),
        (_, inclusive) => {
            let last = if inclusive { left } else { plus(adder, left, u64::MAX) };
            let whole = shifted(adder, BinaryOp::Shr, last, step.trailing_zeros());
            plus(adder, whole, 1)
        }
    };
    if each.is_power_of_two() {
        return shifted(adder, BinaryOp::Shl, iterations, each.trailing_zeros());
    }
    let each = adder.number(Scalar::U64, each);
    adder.add(NodeKind::Binary(BinaryOp::Mul), Scalar::U64, vec![iterations, each])
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
