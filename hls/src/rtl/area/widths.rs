//! How many bits of each value hardware computes: those that something depends on, and that are not always zero.
//!
//! Tools drop all others, through registers, too: an address of 10 bits that is computed in 64 costs as much as one of 10.

use la_arena::ArenaMap;
use sycl_hls_ir::{BinaryOp, UnaryOp};
use sycl_hls_types::ScalarValue;

use crate::rtl::design::{Block, BlockId, Machine, Node, NodeId, NodeKind, Var, VarId};

/// Rounds in which what variables hold at most is found out. More would find narrower ones that tools do not.
const ROUNDS: usize = 3;

type Bits = ArenaMap<NodeId, u32>;

/// The widths of a machine's values, from the lowest bit.
pub(super) struct Widths {
    nodes: ArenaMap<BlockId, Bits>,
    /// Bits that can be set.
    set: ArenaMap<BlockId, Bits>,
    vars: ArenaMap<VarId, u32>,
}

impl Widths {
    pub fn of(machine: Machine<'_>) -> Self {
        let (set, set_vars) = set(machine);
        let (needed, needed_vars) = needed(machine);
        let least = |a: u32, b: u32| a.min(b);
        let nodes = machine.blocks.iter().map(|(id, block)| {
            let nodes = block.nodes.iter();
            (id, nodes.map(|(node, _)| (node, least(set[id][node], needed[id][node]))).collect())
        });
        let vars = machine.vars.iter().map(|(var, _)| (var, least(set_vars[var], needed_vars[var])));
        Self { nodes: nodes.collect(), vars: vars.collect(), set }
    }

    /// Bits of a value that are computed.
    pub fn node(&self, block: BlockId, node: NodeId) -> u32 {
        self.nodes[block][node]
    }

    /// Bits of a value that can be set, whether or not anything depends on them.
    pub fn set(&self, block: BlockId, node: NodeId) -> u32 {
        self.set[block][node]
    }

    /// Bits of a variable.
    pub fn var(&self, var: VarId) -> u32 {
        self.vars[var]
    }
}

/// The constant that a node is.
pub(super) fn constant(block: &Block, node: NodeId) -> Option<ScalarValue> {
    match &block.nodes[node].kind {
        NodeKind::Const(value) => Some(value.clone()),
        _ => None,
    }
}

/// The distance of a shift, if it is constant.
fn distance(block: &Block, node: &Node) -> Option<u32> {
    let distance = constant(block, *node.args.get(1)?)?;
    Some((distance.low_bits() & node.ty.distance_mask()) as u32)
}

/// Which bits can be set, of values and of variables.
fn set(machine: Machine<'_>) -> (ArenaMap<BlockId, Bits>, ArenaMap<VarId, u32>) {
    let mut vars: ArenaMap<VarId, u32> = machine.vars.iter().map(|(id, var)| (id, var.ty.bits())).collect();
    let mut all = ArenaMap::default();
    for _ in 0..ROUNDS {
        let first = |var: &Var| var.initial.as_ref().map_or(0, ScalarValue::bit_length);
        let mut next: ArenaMap<VarId, u32> = machine.vars.iter().map(|(id, var)| (id, first(var))).collect();
        for (id, block) in machine.blocks.iter() {
            let mut bits = Bits::default();
            for (node, data) in block.nodes.iter() {
                let own = set_in(block, data, &bits, &vars).min(data.bits());
                bits.insert(node, own);
            }
            for (var, node) in &block.writes {
                next[*var] = next[*var].max(bits[*node]);
            }
            all.insert(id, bits);
        }
        vars = next;
    }
    (all, vars)
}

fn set_in(block: &Block, node: &Node, bits: &Bits, vars: &ArenaMap<VarId, u32>) -> u32 {
    let full = node.bits();
    let arg = |index: usize| node.args.get(index).and_then(|arg| bits.get(*arg)).copied().unwrap_or(full);
    let by = || distance(block, node);
    match &node.kind {
        NodeKind::Const(value) => value.bit_length(),
        NodeKind::Var(var) => vars[*var],
        // Copies of the sign are one bit.
        NodeKind::Cast if node.ty.is_integer() && node.args.iter().all(|arg| is_integer(block, *arg)) => {
            arg(0)
        }
        NodeKind::Bits => arg(0),
        NodeKind::Select => arg(1).max(arg(2)),
        NodeKind::Unary(UnaryOp::CountOnes | UnaryOp::LeadingZeros | UnaryOp::TrailingZeros) => {
            let of = block.nodes[node.args[0]].bits();
            (u32::BITS - of.leading_zeros()).max(7)
        }
        NodeKind::Binary(op) if !node.ty.is_float() => match op {
            BinaryOp::And if !node.ty.is_signed() => arg(0).min(arg(1)),
            BinaryOp::Or | BinaryOp::Xor | BinaryOp::Min | BinaryOp::Max => arg(0).max(arg(1)),
            BinaryOp::Mul if !node.ty.is_signed() => arg(0) + arg(1),
            BinaryOp::Div if !node.ty.is_signed() => arg(0),
            BinaryOp::Rem if !node.ty.is_signed() => arg(0).min(arg(1)),
            BinaryOp::Shr if !node.ty.is_signed() => arg(0).saturating_sub(by().unwrap_or(0)),
            BinaryOp::Shl => by().map_or(full, |by| arg(0) + by),
            _ => full,
        },
        _ => full,
    }
}

fn is_integer(block: &Block, node: NodeId) -> bool {
    !block.nodes[node].ty.is_float()
}

/// On which bits something depends, of values and of variables.
fn needed(machine: Machine<'_>) -> (ArenaMap<BlockId, Bits>, ArenaMap<VarId, u32>) {
    let mut vars: ArenaMap<VarId, u32> = machine.vars.iter().map(|(id, _)| (id, 0)).collect();
    let mut all = ArenaMap::default();
    loop {
        let before = vars.clone();
        for (id, block) in machine.blocks.iter() {
            let bits = needed_in(machine, block, &vars);
            for (node, data) in block.nodes.iter() {
                if let NodeKind::Var(var) = data.kind {
                    vars[var] = vars[var].max(bits[node]);
                }
            }
            all.insert(id, bits);
        }
        if vars == before {
            return (all, vars);
        }
    }
}

fn needed_in(machine: Machine<'_>, block: &Block, vars: &ArenaMap<VarId, u32>) -> Bits {
    let mut bits: Bits = block.nodes.iter().map(|(id, _)| (id, 0)).collect();
    let need = |bits: &mut Bits, node: NodeId, count: u32| {
        bits[node] = bits[node].max(count.min(block.nodes[node].bits()));
    };
    for (var, node) in &block.writes {
        need(&mut bits, *node, vars[*var]);
    }
    let conditions = block.exits.iter().map(|(cond, _)| *cond).chain(block.repeat.iter().map(|it| it.again));
    conditions.for_each(|cond| need(&mut bits, cond, 1));
    for (id, node) in block.nodes.iter().rev() {
        if bits[id] == 0 && !node.has_effect() {
            continue;
        }
        if let Some(when) = node.when {
            need(&mut bits, when, 1);
        }
        for (position, arg) in node.args.iter().enumerate() {
            let count = needed_of(machine, block, node, position, bits[id]);
            need(&mut bits, *arg, count);
        }
    }
    bits
}

/// Bits that a node needs of an operand, if `own` bits are needed of itself.
fn needed_of(machine: Machine<'_>, block: &Block, node: &Node, position: usize, own: u32) -> u32 {
    let by = || distance(block, node);
    let all = u32::MAX;
    match &node.kind {
        NodeKind::Load(memory) | NodeKind::Store(memory) if position == 0 => {
            machine.memories[*memory].address_bits()
        }
        NodeKind::Select => own,
        NodeKind::Bits => own,
        NodeKind::Cast if !node.ty.is_float() && is_integer(block, node.args[position]) => own,
        NodeKind::Unary(UnaryOp::Neg | UnaryOp::Not) if !node.ty.is_float() => own,
        NodeKind::Binary(op) if !node.ty.is_float() => match (op, position) {
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Or | BinaryOp::Xor, _) => own,
            (BinaryOp::And, _) => {
                let other = constant(block, node.args[1 - position]).map_or(all, |mask| mask.bit_length());
                own.min(other)
            }
            (BinaryOp::Shl, 0) => own.saturating_sub(by().unwrap_or(0)),
            (BinaryOp::Shr, 0) if !node.ty.is_signed() => by().map_or(all, |by| own + by),
            (BinaryOp::Shl | BinaryOp::Shr, 1) => node.ty.distance_bits(),
            _ => all,
        },
        _ => all,
    }
}
