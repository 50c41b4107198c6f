//! Bursts: where a pipelined loop reads or writes one element after the other, one request asks for many of them.
//!
//! An access stays where it is in the schedule, and its cycles are the same. It asks in the first iteration, and after
//! each [`CHUNK`] of them again, for as many elements as are left; in the others it only takes or gives its element.

use sycl_hls_ir::{BinaryOp, CompareOp};
use sycl_hls_types::{Scalar, ScalarValue};

use super::affine::Forms;
use super::copy::{Adder, Copy};
use super::counted::Counted;
use super::machine::{Access, Block, BlockId, Machine, NodeId, NodeKind, Var, VarId};

/// The most elements that are asked for at once.
const CHUNK: u64 = 1024;

/// Makes requests for many elements wherever a loop's accesses follow each other.
pub(super) fn stream(machine: &mut Machine) {
    let ids: Vec<BlockId> = machine.blocks.iter().map(|(id, _)| id).collect();
    for id in ids {
        let block = &machine.blocks[id];
        let Some(counted) = Counted::of(block).filter(|counted| counted.step == 1) else { continue };
        let streams = streams(machine, block, counted);
        if streams.is_empty() {
            continue;
        }
        let turn = machine.vars.alloc(Var { name: "request_turn".into(), ty: Scalar::U16 });
        machine.blocks[id] = streamed(&machine.blocks[id], counted, &streams, turn);
        machine.write_before(id, turn, ScalarValue::from_bits(Scalar::U16, 0));
    }
}

/// The accesses that go through their bundle alone, in every iteration, each to the element behind the last one.
fn streams(machine: &Machine, block: &Block, counted: Counted) -> Vec<NodeId> {
    let forms = Forms { block };
    let mut streams = Vec::new();
    for bundle in 0..machine.bundles.len() {
        let of = |write: bool| -> Vec<NodeId> {
            let is = |kind: &NodeKind| match kind {
                NodeKind::AxiRead(access) => !write && access.bundle == bundle,
                NodeKind::AxiWrite(access) => write && access.bundle == bundle,
                NodeKind::Fence(fence) => *fence == bundle,
                _ => false,
            };
            block.nodes.iter().filter(|(_, node)| is(&node.kind)).map(|(id, _)| id).collect()
        };
        let alone = [of(false), of(true)].into_iter().filter(|accesses| accesses.len() == 1).flatten();
        streams.extend(alone.filter(|access| {
            let node = &block.nodes[*access];
            let (form, _) = forms.of_access(*access);
            let follows = forms.stride(&form) == node.ty.bytes() as i128;
            let is_access = matches!(
                node.kind,
                NodeKind::AxiRead(Access { lanes: 1, .. }) | NodeKind::AxiWrite(Access { lanes: 1, .. })
            );
            is_access && node.when.is_none() && follows && !forms.is_varying(&form) && counted.left < *access
        }));
    }
    streams
}

/// The block, with what is asked and for how many elements as operands of the streams.
fn streamed(block: &Block, counted: Counted, streams: &[NodeId], turn: VarId) -> Block {
    let mut copy = Copy::new(block);
    let mut adder = Adder { copy: &mut copy, span: block.span };
    let now = adder.add(NodeKind::Var(turn), Scalar::U16, Vec::new());
    let one = adder.number(Scalar::U16, 1);
    let sum = adder.add(NodeKind::Binary(BinaryOp::Add), Scalar::U16, vec![now, one]);
    let most = adder.number(Scalar::U16, CHUNK - 1);
    let next = adder.add(NodeKind::Binary(BinaryOp::And), Scalar::U16, vec![sum, most]);
    let first = adder.number(Scalar::U16, 0);
    let asks = adder.add(NodeKind::Compare(CompareOp::Eq), Scalar::Bool, vec![now, first]);
    let mut count = None;
    for (id, _) in block.nodes.iter() {
        let new = copy.take(id);
        if id == counted.left {
            let mut adder = Adder { copy: &mut copy, span: block.span };
            count = Some(elements(&mut adder, new, counted.inclusive));
        }
        if let Some(count) = count.filter(|_| streams.contains(&id)) {
            copy.also(new, [asks, count]);
        }
    }
    let mut block = copy.finish();
    block.writes.push((turn, next));
    block
}

/// How many elements are asked for where so much is left (`u32`).
fn elements(adder: &mut Adder<'_, '_>, left: NodeId, inclusive: bool) -> NodeId {
    let ty = adder.copy.block().nodes[left].ty;
    let mut count = adder.cast(left, Scalar::U32);
    if inclusive {
        let one = adder.number(Scalar::U32, 1);
        count = adder.add(NodeKind::Binary(BinaryOp::Add), Scalar::U32, vec![count, one]);
    }
    let most = CHUNK - u64::from(inclusive);
    if ty.mask() < most {
        return count;
    }
    let most = adder.number(ty, most);
    let few = adder.add(NodeKind::Compare(CompareOp::Lt), Scalar::Bool, vec![left, most]);
    let chunk = adder.number(Scalar::U32, CHUNK);
    adder.add(NodeKind::Select, Scalar::U32, vec![few, count, chunk])
}
