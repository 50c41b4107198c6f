//! Groups: where each iteration of a loop reads or writes several elements in a row, it does so at once, through a port that
//! is as wide as all of them (UG1399, "Automatic Port Width Resizing").
//!
//! The first iteration asks for the elements of all of them. Bridges give and take groups wherever they begin, and in the
//! same cycles: nothing has to be known of where slices lie. The last iteration may lack some elements, as it does after
//! `unroll(factor = ..)`; then there are as many as the loop's counter says.

mod rewrite;

use sycl_hls_ir::CompareOp;
use sycl_hls_types::Scalar;

use super::affine::{Form, Forms};
use super::counted::Counted;
use super::lower::without_dead;
use super::machine::{Access, Block, BlockId, Machine, NodeId, NodeKind, Var};
use super::plan::plan_block;
use super::timing::Clock;

/// Makes groups wherever the iterations of a loop can start more often then.
pub(super) fn group(machine: &mut Machine, clock: Clock) {
    let ids: Vec<BlockId> = machine.blocks.iter().map(|(id, _)| id).collect();
    for id in ids {
        if let Some(grouped) = gain(machine, id, clock) {
            *machine = grouped;
        }
    }
}

fn gain(machine: &Machine, id: BlockId, clock: Clock) -> Option<Machine> {
    let block = &machine.blocks[id];
    let counted = Counted::of(block)?;
    let wanted = block.repeat.as_ref()?.ii.unwrap_or(1);
    let groups = groups(machine, block, counted);
    if groups.is_empty() {
        return None;
    }
    let interval = |machine: &Machine| plan_block(machine, &machine.blocks[id], clock)?.schedule.ii;
    let now = interval(machine)?;
    if now <= wanted {
        return None;
    }
    let grouped = grouped(machine, id, counted, &groups);
    (interval(&grouped)? < now).then_some(grouped)
}

/// The accesses of a bundle in one direction, each to the element behind the last one.
struct Group {
    /// One of those that come in their place, one after the other where there are too many elements for a port.
    access: Access,
    is_write: bool,
    ty: Scalar,
    lanes: Vec<NodeId>,
    /// The address of the first one.
    form: Form,
    /// Does the last iteration have only as many elements as the counter says?
    is_cut: bool,
}

impl Group {
    /// All bytes of an iteration.
    fn bytes(&self) -> u64 {
        (self.ty.bytes() * self.lanes.len()) as u64
    }

    /// Those of one access.
    fn bytes_at_once(&self) -> u32 {
        self.ty.bytes() as u32 * self.access.lanes
    }
}

/// How many of so many elements can be accessed at once through a port of so many bits: all, or a part.
fn at_once(elements: u32, bytes: u32, widest_bits: u32) -> Option<u32> {
    let fits = |lanes: u32| (lanes * bytes).next_power_of_two() * 8 <= widest_bits;
    (2..=elements).rev().find(|lanes| elements.is_multiple_of(*lanes) && fits(*lanes))
}

/// The groups of a block. No other access of it meets their elements.
fn groups(machine: &Machine, block: &Block, counted: Counted) -> Vec<Group> {
    let ways = (0..machine.bundles.len()).flat_map(|bundle| [(bundle, false), (bundle, true)]);
    let mut groups: Vec<Group> =
        ways.filter_map(|(bundle, is_write)| group_of(machine, block, counted, bundle, is_write)).collect();
    loop {
        let alone = |group: &Group| {
            accesses(block, group.access.bundle, !group.is_write).iter().all(|(other, access)| {
                let same = |it: &Group| {
                    it.lanes.contains(other) && it.form == group.form && it.lanes.len() == group.lanes.len()
                };
                access.param != group.access.param || groups.iter().any(same)
            })
        };
        let kept: Vec<bool> = groups.iter().map(alone).collect();
        let before = groups.len();
        let mut kept = kept.into_iter();
        groups.retain(|_| kept.next().unwrap_or(false));
        if groups.len() == before {
            return groups;
        }
    }
}

/// The accesses of a bundle in one direction.
fn accesses(block: &Block, bundle: usize, is_write: bool) -> Vec<(NodeId, Access)> {
    let accesses = block.nodes.iter().filter_map(|(id, node)| match node.kind {
        NodeKind::AxiRead(access) if !is_write => Some((id, access)),
        NodeKind::AxiWrite(access) if is_write => Some((id, access)),
        _ => None,
    });
    accesses.filter(|(_, access)| access.bundle == bundle).collect()
}

fn group_of(
    machine: &Machine,
    block: &Block,
    counted: Counted,
    bundle: usize,
    is_write: bool,
) -> Option<Group> {
    let waits = block.nodes.iter().any(|(_, node)| node.kind == NodeKind::Fence(bundle));
    let accesses = accesses(block, bundle, is_write);
    let (first, access) = accesses.first().copied().filter(|_| accesses.len() > 1 && !waits)?;
    let lanes: Vec<NodeId> = accesses.into_iter().map(|(id, _)| id).collect();
    let count = lanes.len() as u64;
    let forms = Forms { block };
    let (form, _) = forms.of_access(first);
    let ty = block.nodes[first].ty;
    let in_row = lanes.iter().enumerate().all(|(number, lane)| {
        let (own, _) = forms.of_access(*lane);
        let apart = own.constant - form.constant;
        own.terms == form.terms && apart == (number * ty.bytes()) as i128 && block.nodes[*lane].ty == ty
    });
    let lanes_at_once = at_once(count as u32, ty.bytes() as u32, machine.bundles[bundle].widest_bits)?;
    let access = Access { lanes: lanes_at_once, ..access };
    let group = Group { access, is_write, ty, lanes, form, is_cut: false };
    let goes_on = forms.stride(&group.form) == i128::from(group.bytes()) && !forms.is_varying(&group.form);
    let is_known = counted.left < first && ty != Scalar::Bool;
    if !in_row || !goes_on || !is_known {
        return None;
    }
    let whens: Vec<Option<NodeId>> = group.lanes.iter().map(|lane| block.nodes[*lane].when).collect();
    let is_whole = whens.iter().all(Option::is_none) && counted.step.is_power_of_two();
    let is_cut = counted.step == count
        && whens.iter().enumerate().all(|(number, when)| is_within(block, counted, *when, number as u64));
    (is_whole || is_cut).then_some(Group { is_cut, ..group })
}

/// Does a condition say that so many steps of one from the counter on the bound is not passed?
fn is_within(block: &Block, counted: Counted, when: Option<NodeId>, steps: u64) -> bool {
    let Some(when) = when else { return steps == 0 };
    let data = &block.nodes[when];
    let op = if counted.inclusive { CompareOp::Ge } else { CompareOp::Gt };
    let [left, bound] = data.args[..] else { return false };
    let is_bound = matches!(block.nodes[bound].kind, NodeKind::Const(value) if value.bits() == steps);
    data.kind == NodeKind::Compare(op) && is_bound && same_bits(block, left) == counted.left
}

/// What has the same bits, and is no conversion.
fn same_bits(block: &Block, mut id: NodeId) -> NodeId {
    while let NodeKind::Bits | NodeKind::Cast = block.nodes[id].kind {
        let inner = block.nodes[id].args[0];
        let [from, to] = [inner, id].map(|node| block.nodes[node].ty);
        if !from.is_integer() || !to.is_integer() || from.bits() != to.bits() {
            break;
        }
        id = inner;
    }
    id
}

/// The machine with groups in the place of their accesses.
fn grouped(machine: &Machine, id: BlockId, counted: Counted, groups: &[Group]) -> Machine {
    let mut grouped = machine.clone();
    let first = grouped.vars.alloc(Var { name: "request_first".into(), ty: Scalar::Bool });
    let block = &machine.blocks[id];
    grouped.blocks[id] = without_dead(&rewrite::rewritten(block, counted, groups, first));
    grouped.write_before(id, first, true.into());
    for group in groups {
        let bundle = &mut grouped.bundles[group.access.bundle];
        let bytes = group.bytes_at_once();
        bundle.grouped = true;
        bundle.element_bytes = bundle.element_bytes.max(bytes);
        bundle.data_bits = bundle.data_bits.max(bytes.next_power_of_two() * 8);
    }
    grouped
}
