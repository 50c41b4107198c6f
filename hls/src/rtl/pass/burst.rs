//! Burst inference: where a pipelined loop reads or writes consecutive elements, one AXI request covers many of them
//! (UG1399, "AXI Burst Transfers").
//!
//! An access keeps its place in the schedule, and its cycles. The first iteration requests as many elements as are left, at most
//! [`CHUNK`] of them, and so does every [`CHUNK`]th one after it; the other iterations only take or give their element.

use sycl_hls_ir::{BinaryOp, CompareOp};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::rtl::affine::Forms;
use crate::rtl::cloning::{Adder, Cloner};
use crate::rtl::cost::Cost;
use crate::rtl::counted::Counted;
use crate::rtl::design::{Access, Block, Design, NodeId, NodeKind, Process, Var, VarId};

/// The most elements of one request.
const CHUNK: u64 = 1024;

/// Makes one request for many elements wherever the accesses of a loop are consecutive.
pub(super) fn infer_bursts(design: &mut Design, process: &mut Process, _: Cost) {
    for id in process.block_ids() {
        let block = &process.blocks[id];
        let Some(counted) = Counted::of(block).filter(|counted| counted.step == 1) else { continue };
        let bursts = bursts(design.bundles.len(), block, counted);
        if bursts.is_empty() {
            continue;
        }
        let position = process.vars.alloc(Var { name: "request_turn".into(), ty: Scalar::U16 });
        process.blocks[id] = with_bursts(&process.blocks[id], counted, &bursts, position);
        process.write_before(id, position, ScalarValue::from_bits(Scalar::U16, 0));
    }
}

/// The accesses that become bursts: the only one of their bundle and direction, unconditional, with a stride of one element.
fn bursts(bundles: usize, block: &Block, counted: Counted) -> Vec<NodeId> {
    let forms = Forms { block };
    let mut bursts = Vec::new();
    for bundle in 0..bundles {
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
        bursts.extend(alone.filter(|access| {
            let node = &block.nodes[*access];
            let (form, _) = forms.of_access(*access);
            let follows = forms.stride(&form) == Some(node.ty.bytes() as i128);
            let is_access = matches!(
                node.kind,
                NodeKind::AxiRead(Access { elements: 1, .. })
                    | NodeKind::AxiWrite(Access { elements: 1, .. })
            );
            is_access && node.when.is_none() && follows && !forms.is_varying(&form) && counted.left < *access
        }));
    }
    bursts
}

/// The block in which every access of `bursts` has two operands more: whether it sends a request, and for how many elements.
/// `position` counts iterations modulo [`CHUNK`].
fn with_bursts(block: &Block, counted: Counted, bursts: &[NodeId], position: VarId) -> Block {
    let mut cloner = Cloner::new(block);
    let mut adder = Adder { cloner: &mut cloner, span: block.span };
    let now = adder.add(NodeKind::Var(position), Scalar::U16, Vec::new());
    let one = adder.number(Scalar::U16, 1);
    let sum = adder.add(NodeKind::Binary(BinaryOp::Add), Scalar::U16, vec![now, one]);
    let most = adder.number(Scalar::U16, CHUNK - 1);
    let next = adder.add(NodeKind::Binary(BinaryOp::And), Scalar::U16, vec![sum, most]);
    let first = adder.number(Scalar::U16, 0);
    let asks = adder.add(NodeKind::Compare(CompareOp::Eq), Scalar::Bool, vec![now, first]);
    let mut count = None;
    for (id, _) in block.nodes.iter() {
        let new = cloner.clone_node(id);
        if id == counted.left {
            let mut adder = Adder { cloner: &mut cloner, span: block.span };
            count = Some(elements(&mut adder, new, counted.inclusive));
        }
        if let Some(count) = count.filter(|_| bursts.contains(&id)) {
            cloner.also(new, [asks, count]);
        }
    }
    let mut block = cloner.finish();
    block.writes.push((position, next));
    block
}

/// The number of elements to request where the loop's counter has `left` to go (`u32`).
fn elements(adder: &mut Adder<'_, '_>, left: NodeId, inclusive: bool) -> NodeId {
    let ty = adder.cloner.block().nodes[left].ty;
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
