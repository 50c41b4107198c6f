//! Burst inference: where a pipelined loop reads or writes consecutive elements, one AXI request covers many of them
//! (UG1399, "AXI Burst Transfers").
//!
//! An access keeps its place in the schedule, and its cycles. The first iteration requests as many elements as are
//! left, at most [`CHUNK`] of them, and so does every [`CHUNK`]th one after it; the other iterations only take or
//! give their element. In flattened loops, a request covers a part of a row, a row, or several of them: [`rows`]. A
//! loop that reads ahead makes its requests for writes from the iteration on that is the first behind its prologue.

mod rows;

use sycl_hls_ir::{BinaryOp, CompareOp};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::rtl::affine::Forms;
use crate::rtl::cloning::{Adder, Cloner};
use crate::rtl::cost::Cost;
use crate::rtl::counted::Counted;
use crate::rtl::design::{Block, BlockId, Design, NodeId, NodeKind, Process, Var, VarId};

/// The most elements of one request.
const CHUNK: u64 = 1024;

/// Makes one request for many elements wherever the accesses of a loop are consecutive.
pub(super) fn infer_bursts(design: &mut Design, process: &mut Process, _: Cost) {
    for id in process.block_ids() {
        let bursts = bursts(design.bundles.len(), &process.blocks[id], &lasting(process, id));
        let mut positions: Vec<(Requests, VarId)> = Vec::new();
        for (_, requests) in &bursts {
            if positions.iter().all(|(known, _)| known != requests) {
                let position = Var::new("request_phase", Scalar::U16);
                positions.push((*requests, process.vars.alloc(position)));
            }
        }
        if bursts.is_empty() {
            continue;
        }
        process.blocks[id] = with_bursts(&process.blocks[id], &bursts, &positions);
        for (_, position) in positions {
            process.write_before(id, position, ScalarValue::from_bits(Scalar::U16, 0));
        }
    }
}

/// How many accesses of slices in a block request every element by itself.
pub(in crate::rtl) fn single_requests(bundles: usize, block: &Block) -> usize {
    let accesses = block.nodes.iter().filter(
        |(_, node)| matches!(&node.kind, NodeKind::AxiRead(it) | NodeKind::AxiWrite(it) if it.elements == 1),
    );
    accesses.count() - bursts(bundles, block, &[]).len()
}

/// The variables that are false at first, and from some iteration of a loop on true: what the prologue of a loop counts by.
fn lasting(process: &Process, id: BlockId) -> Vec<VarId> {
    let block = &process.blocks[id];
    let before = process.before(id);
    let is =
        |block: &Block, node: NodeId, value: bool| block.nodes[node].kind == NodeKind::Const(value.into());
    let begins = |var: VarId| {
        let first = |other: &BlockId| {
            let other = &process.blocks[*other];
            other
                .writes
                .iter()
                .rfind(|(written, _)| *written == var)
                .is_some_and(|(_, node)| is(other, *node, false))
        };
        before.iter().all(first)
    };
    let mut lasting: Vec<VarId> = Vec::new();
    let follows = |lasting: &[VarId], node: NodeId| match block.nodes[node].kind {
        NodeKind::Var(var) => lasting.contains(&var),
        _ => is(block, node, true),
    };
    while let Some((var, _)) = block
        .writes
        .iter()
        .find(|(var, node)| !lasting.contains(var) && follows(&lasting, *node) && begins(*var))
    {
        lasting.push(*var);
    }
    lasting
}

/// When an access requests elements, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Requests {
    /// Iterations from one request to the next, with an element each.
    every: u64,
    /// What is left of the loop, where that may be less; there are always so many elements otherwise.
    rest: Option<Rest>,
    /// True from the first iteration on that accesses an element; otherwise every one does.
    from: Option<NodeId>,
}

/// What is left of a loop, or of the outermost one of a nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rest {
    /// The distance from the counter to the bound.
    left: NodeId,
    /// True if the loop runs once more where that is 0.
    inclusive: bool,
    /// Elements in an iteration of this loop.
    elements: u64,
}

/// The accesses that become bursts: the only one of their bundle and direction, with consecutive elements,
/// unconditional or from some iteration on, as these variables tell.
fn bursts(bundles: usize, block: &Block, lasting: &[VarId]) -> Vec<(NodeId, Requests)> {
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
        bursts.extend(alone.filter_map(|access| Some((access, requests(block, access, lasting)?))));
    }
    bursts
}

/// The requests of an access; `None` where each element needs its own.
fn requests(block: &Block, access: NodeId, lasting: &[VarId]) -> Option<Requests> {
    let node = &block.nodes[access];
    let is_single = matches!(&node.kind, NodeKind::AxiRead(it) | NodeKind::AxiWrite(it) if it.elements == 1);
    let forms = Forms { block };
    let (form, _) = forms.of_access(access);
    let lasts =
        |when: &NodeId| matches!(block.nodes[*when].kind, NodeKind::Var(var) if lasting.contains(&var));
    if !is_single || !node.when.iter().all(lasts) || forms.is_varying(&form) {
        return None;
    }
    let Some(counted) = Counted::of(block) else {
        return rows::requests(block, access).filter(|_| node.when.is_none());
    };
    let follows = counted.step == 1 && forms.stride(&form) == Some(node.ty.bytes() as i128);
    let rest = Rest { left: counted.left, inclusive: counted.inclusive, elements: 1 };
    (follows && counted.left < access).then_some(Requests { every: CHUNK, rest: Some(rest), from: node.when })
}

/// The block in which every access of `bursts` has two operands more: whether it sends a request, and for how many elements.
/// `positions` count the iterations from one request to the next.
fn with_bursts(block: &Block, bursts: &[(NodeId, Requests)], positions: &[(Requests, VarId)]) -> Block {
    let mut cloner = Cloner::new(block);
    let mut adder = Adder { cloner: &mut cloner, span: block.span };
    let first = positions.iter().map(|(requests, position)| phase(&mut adder, requests.every, *position));
    let mut phases: Vec<Phase> = first.collect();
    let mut counts: Vec<Option<NodeId>> = positions
        .iter()
        .map(|(requests, _)| requests.rest.is_none().then(|| adder.number(Scalar::U32, requests.every)))
        .collect();
    for (id, _) in block.nodes.iter() {
        let new = cloner.clone_node(id);
        for (phase, _) in
            phases.iter_mut().zip(positions).filter(|(_, (requests, _))| requests.from == Some(id))
        {
            *phase = only_from(&mut Adder { cloner: &mut cloner, span: block.span }, new, phase);
        }
        for ((requests, _), count) in positions.iter().zip(&mut counts) {
            if let Some(rest) = requests.rest.filter(|rest| rest.left == id) {
                let mut adder = Adder { cloner: &mut cloner, span: block.span };
                *count = Some(elements(&mut adder, new, requests.every, rest));
            }
        }
        let own = bursts.iter().find(|(access, _)| *access == id);
        let own = own.and_then(|(_, own)| positions.iter().position(|(requests, _)| requests == own));
        if let Some(own) = own
            && let Some(count) = counts[own]
        {
            cloner.also(new, [phases[own].asks, count]);
        }
    }
    let mut block = cloner.finish();
    block.writes.extend(positions.iter().zip(phases).map(|((_, position), phase)| (*position, phase.next)));
    block
}

/// The same from the first iteration on in which a variable is true.
fn only_from(adder: &mut Adder<'_, '_>, from: NodeId, phase: &Phase) -> Phase {
    let asks = adder.add(NodeKind::Binary(BinaryOp::And), Scalar::Bool, vec![from, phase.asks]);
    let next = adder.add(NodeKind::Select, Scalar::U16, vec![from, phase.next, phase.now]);
    Phase { now: phase.now, asks, next }
}

/// The position of an iteration, whether it sends a request, and the position after it.
struct Phase {
    now: NodeId,
    asks: NodeId,
    next: NodeId,
}

/// The position from one request to the next, so many iterations later.
fn phase(adder: &mut Adder<'_, '_>, every: u64, position: VarId) -> Phase {
    let now = adder.add(NodeKind::Var(position), Scalar::U16, Vec::new());
    let one = adder.number(Scalar::U16, 1);
    let sum = adder.add(NodeKind::Binary(BinaryOp::Add), Scalar::U16, vec![now, one]);
    let last = adder.number(Scalar::U16, every - 1);
    let next = if every.is_power_of_two() {
        adder.add(NodeKind::Binary(BinaryOp::And), Scalar::U16, vec![sum, last])
    } else {
        let ends = adder.add(NodeKind::Compare(CompareOp::Eq), Scalar::Bool, vec![now, last]);
        let none = adder.number(Scalar::U16, 0);
        adder.add(NodeKind::Select, Scalar::U16, vec![ends, none, sum])
    };
    let first = adder.number(Scalar::U16, 0);
    let asks = adder.add(NodeKind::Compare(CompareOp::Eq), Scalar::Bool, vec![now, first]);
    Phase { now, asks, next }
}

/// The number of elements to request where the loop's counter has `left` to go (`u32`).
fn elements(adder: &mut Adder<'_, '_>, left: NodeId, every: u64, rest: Rest) -> NodeId {
    let ty = adder.cloner.block().nodes[left].ty;
    let mut count = adder.cast(left, Scalar::U32);
    if rest.inclusive {
        let one = adder.number(Scalar::U32, 1);
        count = adder.add(NodeKind::Binary(BinaryOp::Add), Scalar::U32, vec![count, one]);
    }
    if rest.elements > 1 {
        let elements = adder.number(Scalar::U32, rest.elements);
        count = adder.add(NodeKind::Binary(BinaryOp::Mul), Scalar::U32, vec![count, elements]);
    }
    let most = every / rest.elements - u64::from(rest.inclusive);
    if ty.mask() < most {
        return count;
    }
    let most = adder.number(ty, most);
    let few = adder.add(NodeKind::Compare(CompareOp::Lt), Scalar::Bool, vec![left, most]);
    let chunk = adder.number(Scalar::U32, every);
    adder.add(NodeKind::Select, Scalar::U32, vec![few, count, chunk])
}
