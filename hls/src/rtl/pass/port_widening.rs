//! Port widening: where each iteration of a loop accesses several consecutive elements of a slice, it does so in one cycle,
//! through a port that is as wide as all of them (UG1399, "Automatic Port Width Resizing").
//!
//! The first iteration requests the elements of all iterations. Bridges take wide accesses at any address and in the same number
//! of cycles, so that nothing has to be known of the alignment of slices. The last iteration may lack some elements, as it does
//! after `unroll(factor = ..)`; the number of elements then comes from the loop's counter.

mod rewrite;

use sycl_hls_ir::CompareOp;
use sycl_hls_types::Scalar;

use super::prune::without_dead;
use crate::rtl::affine::{Form, Forms};
use crate::rtl::cost::Cost;
use crate::rtl::counted::Counted;
use crate::rtl::design::{Access, Block, BlockId, Bundle, Design, NodeId, NodeKind, Process, Var};

/// Makes wide accesses wherever that lowers the initiation interval of a loop.
pub(in crate::rtl) fn widen_ports(design: &mut Design, process: &mut Process, cost: Cost) {
    for id in process.block_ids() {
        if let Some(widened) = gain(design, process, id, cost) {
            (*design, *process) = widened;
        }
    }
}

fn gain(design: &Design, process: &Process, id: BlockId, cost: Cost) -> Option<(Design, Process)> {
    let block = &process.blocks[id];
    let counted = Counted::of(block)?;
    let wanted = block.repeat.as_ref()?.ii.unwrap_or(1);
    let wide_accesses = wide_accesses(&design.bundles, block, counted);
    if wide_accesses.is_empty() {
        return None;
    }
    let interval =
        |design: &Design, process: &Process| cost.interval(design.with(process), &process.blocks[id]);
    let now = interval(design, process)?;
    if now <= wanted {
        return None;
    }
    let (with_ports, widened) = widened(design, process, id, counted, &wide_accesses);
    (interval(&with_ports, &widened)? < now).then_some((with_ports, widened))
}

/// The accesses of a bundle in one direction, in the order of their addresses, which are consecutive.
struct WideAccess {
    /// One of the accesses that replace them; several, where the elements do not fit into the widest port.
    access: Access,
    is_write: bool,
    ty: Scalar,
    elements: Vec<NodeId>,
    /// The address of the first element.
    form: Form,
    /// True if the last iteration may have fewer elements: as many as the loop's counter says.
    is_cut: bool,
}

impl WideAccess {
    /// Bytes of all elements of an iteration.
    fn bytes(&self) -> u64 {
        (self.ty.bytes() * self.elements.len()) as u64
    }

    /// Bytes of one access.
    fn bytes_at_once(&self) -> u32 {
        self.ty.bytes() as u32 * self.access.elements
    }
}

/// The most of `elements` elements that one access through a port of `widest_bits` bits can have: a divisor of their number.
fn at_once(elements: u32, bytes: u32, widest_bits: u32) -> Option<u32> {
    let fits = |part: u32| (part * bytes).next_power_of_two() * 8 <= widest_bits;
    (2..=elements).rev().find(|part| elements.is_multiple_of(*part) && fits(*part))
}

/// The accesses of a block that can be wide: no other access of the block has a dependence with them.
fn wide_accesses(bundles: &[Bundle], block: &Block, counted: Counted) -> Vec<WideAccess> {
    let ways = (0..bundles.len()).flat_map(|bundle| [(bundle, false), (bundle, true)]);
    let mut wide_accesses: Vec<WideAccess> = ways
        .filter_map(|(bundle, is_write)| wide_access_of(bundles, block, counted, bundle, is_write))
        .collect();
    let alone = |wide: &WideAccess| {
        accesses(block, wide.access.bundle, !wide.is_write).iter().all(|(other, access)| {
            let same = |it: &WideAccess| {
                it.elements.contains(other)
                    && it.form == wide.form
                    && it.elements.len() == wide.elements.len()
            };
            access.param != wide.access.param || wide_accesses.iter().any(same)
        })
    };
    // A wide access has all elements of its bundle in its direction: two of one slice stay or go together.
    let mut kept = wide_accesses.iter().map(alone).collect::<Vec<_>>().into_iter();
    wide_accesses.retain(|_| kept.next().unwrap_or(false));
    wide_accesses
}

/// The AXI accesses of a bundle in one direction.
fn accesses(block: &Block, bundle: usize, is_write: bool) -> Vec<(NodeId, Access)> {
    let accesses = block.nodes.iter().filter_map(|(id, node)| match node.kind {
        NodeKind::AxiRead(access) if !is_write => Some((id, access)),
        NodeKind::AxiWrite(access) if is_write => Some((id, access)),
        _ => None,
    });
    accesses.filter(|(_, access)| access.bundle == bundle).collect()
}

fn wide_access_of(
    bundles: &[Bundle],
    block: &Block,
    counted: Counted,
    bundle: usize,
    is_write: bool,
) -> Option<WideAccess> {
    let waits = block.nodes.iter().any(|(_, node)| node.kind == NodeKind::Fence(bundle));
    let accesses = accesses(block, bundle, is_write);
    let (first, access) = accesses.first().copied().filter(|_| accesses.len() > 1 && !waits)?;
    let elements: Vec<NodeId> = accesses.into_iter().map(|(id, _)| id).collect();
    let count = elements.len() as u64;
    let forms = Forms { block };
    let (form, _) = forms.of_access(first);
    let ty = block.nodes[first].ty;
    let in_row = elements.iter().enumerate().all(|(number, element)| {
        let (own, _) = forms.of_access(*element);
        own.distance(&form) == Some((number * ty.bytes()) as i128) && block.nodes[*element].ty == ty
    });
    let elements_at_once = at_once(count as u32, ty.bytes() as u32, bundles[bundle].widest_bits)?;
    let access = Access { elements: elements_at_once, ..access };
    let wide = WideAccess { access, is_write, ty, elements, form, is_cut: false };
    let goes_on = forms.stride(&wide.form) == Some(wide.bytes().into()) && !forms.is_varying(&wide.form);
    let is_known = counted.left < first && ty != Scalar::Bool;
    if !in_row || !goes_on || !is_known {
        return None;
    }
    let whens: Vec<Option<NodeId>> = wide.elements.iter().map(|element| block.nodes[*element].when).collect();
    let is_whole = whens.iter().all(Option::is_none) && counted.step.is_power_of_two();
    let is_cut = counted.step == count
        && whens.iter().enumerate().all(|(number, when)| is_within(block, counted, *when, number as u64));
    (is_whole || is_cut).then_some(WideAccess { is_cut, ..wide })
}

/// True if the condition says that the counter plus `steps` has not passed the bound.
fn is_within(block: &Block, counted: Counted, when: Option<NodeId>, steps: u64) -> bool {
    let Some(when) = when else { return steps == 0 };
    let data = &block.nodes[when];
    let op = if counted.inclusive { CompareOp::Ge } else { CompareOp::Gt };
    let [left, bound] = data.args[..] else { return false };
    let is_bound = matches!(&block.nodes[bound].kind, NodeKind::Const(value) if value.bits() == Some(steps));
    data.kind == NodeKind::Compare(op) && is_bound && same_bits(block, left) == counted.left
}

/// The value behind conversions that keep all bits, or give an unsigned number more of them.
fn same_bits(block: &Block, mut id: NodeId) -> NodeId {
    while let NodeKind::Bits | NodeKind::Cast = block.nodes[id].kind {
        let inner = block.nodes[id].args[0];
        let [from, to] = [inner, id].map(|node| block.nodes[node].ty);
        let grows = !from.is_signed() && from.bits() < to.bits();
        if !from.is_integer() || !to.is_integer() || !(grows || from.bits() == to.bits()) {
            break;
        }
        id = inner;
    }
    id
}

/// The process with wide accesses in place of their elements' own, in a design with ports that are wide enough.
fn widened(
    design: &Design,
    process: &Process,
    id: BlockId,
    counted: Counted,
    wide_accesses: &[WideAccess],
) -> (Design, Process) {
    let (mut design, mut widened) = (design.clone(), process.clone());
    let first = widened.vars.alloc(Var::new("request_first", Scalar::Bool));
    let block = &process.blocks[id];
    widened.blocks[id] = without_dead(&rewrite::rewritten(block, counted, wide_accesses, first));
    widened.write_before(id, first, true.into());
    for wide in wide_accesses {
        let bundle = &mut design.bundles[wide.access.bundle];
        let bytes = wide.bytes_at_once();
        bundle.widened = true;
        bundle.element_bytes = bundle.element_bytes.max(bytes);
        bundle.data_bits = bundle.data_bits.max(bytes.next_power_of_two() * 8);
    }
    (design, widened)
}
