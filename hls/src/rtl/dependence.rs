//! Which accesses of a block meet at one element: in one iteration, or how many iterations apart.

use std::collections::BTreeMap;

use sycl_hls_ir::BinaryOp;

use super::distance::{Distances, Level, distances};
use super::machine::{Block, BlockId, Machine, MemoryId, NodeId, NodeKind, Turns, VarId};

/// Where two accesses meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// Nowhere.
    Never,
    /// Where the first one is this many iterations later than the second one.
    Apart(i64),
    /// At several distances, of which these are the shortest.
    Several(Distances),
    /// It is not known.
    Anywhere,
}

/// What is accessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Space {
    /// A local memory.
    Memory(MemoryId),
    /// The slice of the kernel's parameter with this position.
    Slice(usize),
}

/// An access.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// The node.
    pub node: NodeId,
    /// What is accessed.
    pub space: Space,
    /// Is it written?
    pub write: bool,
}

/// The accesses of a block, in order.
#[must_use]
pub fn touches(block: &Block) -> Vec<Touch> {
    let touches = block.nodes.iter().filter_map(|(node, data)| {
        let (space, write) = match &data.kind {
            NodeKind::Load(memory) => (Space::Memory(*memory), false),
            NodeKind::Store(memory) => (Space::Memory(*memory), true),
            NodeKind::AxiRead(access) => (Space::Slice(access.param), false),
            NodeKind::AxiWrite(access) => (Space::Slice(access.param), true),
            _ => return None,
        };
        Some(Touch { node, space, write })
    });
    touches.collect()
}

/// Can the iterations of a pipelined loop overlap, as far as slices are concerned? What is written through AXI is there
/// for a read only when its response has come.
#[must_use]
pub fn can_overlap(machine: &Machine, id: BlockId) -> bool {
    let block = &machine.blocks[id];
    let touches = touches(block);
    let slices = || touches.iter().filter(|touch| matches!(touch.space, Space::Slice(_)));
    slices().filter(|touch| touch.write).all(|write| {
        slices().filter(|read| !read.write && read.space == write.space).all(|read| {
            match meeting(block, read.node, write.node) {
                Meeting::Never => true,
                Meeting::Apart(0) => read.node.into_raw() < write.node.into_raw(),
                Meeting::Apart(later) => later < 0,
                Meeting::Several(found) => {
                    found.later.is_none() && (!found.same || read.node.into_raw() < write.node.into_raw())
                }
                Meeting::Anywhere => false,
            }
        })
    })
}

/// Where two accesses of one memory meet.
#[must_use]
pub fn meeting(block: &Block, first: NodeId, second: NodeId) -> Meeting {
    let forms = Forms { block };
    let (a, b) = (forms.of_access(first), forms.of_access(second));
    if forms.is_varying(&a) || forms.is_varying(&b) || a.terms != b.terms {
        return Meeting::Anywhere;
    }
    if let Some(nest) = forms.nest_of(&a) {
        let levels = forms.levels(&a, nest);
        return levels.map_or(Meeting::Anywhere, |levels| nested(&levels, b.constant - a.constant));
    }
    let stride: i128 = a.terms.iter().map(|(symbol, factor)| factor * forms.advance(*symbol)).sum();
    let difference = b.constant - a.constant;
    match stride {
        0 if difference == 0 => Meeting::Anywhere,
        0 => Meeting::Never,
        _ if difference % stride != 0 => Meeting::Never,
        _ => i64::try_from(difference / stride).map_or(Meeting::Never, Meeting::Apart),
    }
}

/// Where accesses meet in loops that became one.
fn nested(levels: &[Level], difference: i128) -> Meeting {
    let Some(found) = distances(levels, difference) else { return Meeting::Anywhere };
    match found {
        Distances { same: false, later: None, earlier: None } => Meeting::Never,
        Distances { same: true, later: None, earlier: None } => Meeting::Apart(0),
        _ => Meeting::Several(found),
    }
}

fn counts(nest: &[Turns], var: VarKey) -> bool {
    nest.iter().any(|counter| counter.var.into_raw().into_u32() == var)
}

/// A sum of symbols with factors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Form {
    terms: BTreeMap<Symbol, i128>,
    constant: i128,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Symbol {
    Var(VarKey),
    Arg(usize, u32),
    /// Whatever a node computes.
    Node(u32),
}

type VarKey = u32;

struct Forms<'b> {
    block: &'b Block,
}

impl Forms<'_> {
    fn of_access(&self, access: NodeId) -> Form {
        let data = &self.block.nodes[access];
        // Elements of local memories have numbers of 32 bits, in which all arithmetic may wrap.
        let narrow = matches!(data.kind, NodeKind::Load(_) | NodeKind::Store(_));
        data.args.first().map_or_else(Form::default, |index| self.of(*index, narrow))
    }

    fn of(&self, id: NodeId, narrow: bool) -> Form {
        let node = &self.block.nodes[id];
        let opaque = || Form::symbol(Symbol::Node(id.into_raw().into_u32()));
        if !node.ty.is_integer() || (narrow && node.ty.bits() < 32) {
            return match node.kind {
                NodeKind::Const(value) => Form::number(value.to_integer().unwrap_or(0)),
                _ => opaque(),
            };
        }
        match (&node.kind, node.args.as_slice()) {
            (NodeKind::Const(value), _) => Form::number(value.to_integer().unwrap_or(0)),
            (NodeKind::Var(var), _) => Form::symbol(Symbol::Var(var.into_raw().into_u32())),
            (NodeKind::Arg(arg, bit), _) => Form::symbol(Symbol::Arg(*arg, *bit)),
            (NodeKind::Binary(BinaryOp::Add), [a, b]) => self.of(*a, narrow).plus(&self.of(*b, narrow), 1),
            (NodeKind::Binary(BinaryOp::Sub), [a, b]) => self.of(*a, narrow).plus(&self.of(*b, narrow), -1),
            (NodeKind::Binary(BinaryOp::Mul), [a, b]) => {
                let (a, b) = (self.of(*a, narrow), self.of(*b, narrow));
                match (a.as_number(), b.as_number()) {
                    (_, Some(factor)) => Form::default().plus(&a, factor),
                    (Some(factor), _) => Form::default().plus(&b, factor),
                    _ => opaque(),
                }
            }
            (NodeKind::Binary(BinaryOp::Shl), [a, b]) => match self.of(*b, narrow).as_number() {
                Some(by @ 0..=31) => Form::default().plus(&self.of(*a, narrow), 1 << by),
                _ => opaque(),
            },
            (NodeKind::Cast | NodeKind::Bits, [a]) => {
                let inner = &self.block.nodes[*a];
                // A counter does not wrap; other sums of fewer bits may.
                let whole = matches!(inner.kind, NodeKind::Var(_) | NodeKind::Arg(..));
                let same = inner.ty.is_integer() && (narrow || whole || inner.ty.bits() == node.ty.bits());
                if same { self.of(*a, narrow) } else { opaque() }
            }
            _ => opaque(),
        }
    }

    /// Does a form hold what changes from one iteration to the next in an unknown way?
    fn is_varying(&self, form: &Form) -> bool {
        form.terms.keys().any(|symbol| match symbol {
            Symbol::Arg(..) => false,
            Symbol::Var(var) => !self.is_counter(*var) && self.step(*var).is_none(),
            Symbol::Node(_) => true,
        })
    }

    fn nests(&self) -> &[Vec<Turns>] {
        self.block.repeat.as_ref().map_or(&[], |repeat| &repeat.counters)
    }

    fn is_counter(&self, var: VarKey) -> bool {
        self.nests().iter().any(|nest| counts(nest, var))
    }

    /// The counters of the nest that a form has one of.
    fn nest_of(&self, form: &Form) -> Option<&[Turns]> {
        let has = |nest: &&Vec<Turns>| {
            form.terms.keys().any(|symbol| matches!(symbol, Symbol::Var(var) if counts(nest, *var)))
        };
        self.nests().iter().find(has).map(Vec::as_slice)
    }

    /// What a form grows by in each loop of a nest; `None` where it changes besides.
    fn levels(&self, form: &Form, nest: &[Turns]) -> Option<Vec<Level>> {
        let besides = |symbol: &Symbol| match symbol {
            Symbol::Var(var) => !counts(nest, *var) && self.step(*var) != Some(0),
            Symbol::Arg(..) | Symbol::Node(_) => false,
        };
        if form.terms.keys().any(besides) {
            return None;
        }
        let levels = nest.iter().map(|counter| {
            let symbol = Symbol::Var(counter.var.into_raw().into_u32());
            let factor = form.terms.get(&symbol).copied().unwrap_or(0);
            Level { stride: factor * i128::from(counter.step), turns: counter.turns }
        });
        Some(levels.collect())
    }

    /// What a symbol grows by from one iteration to the next.
    fn advance(&self, symbol: Symbol) -> i128 {
        match symbol {
            Symbol::Var(var) => self.step(var).unwrap_or(0),
            Symbol::Arg(..) | Symbol::Node(_) => 0,
        }
    }

    /// What a variable grows by in each iteration; `None` if that is not one number.
    fn step(&self, var: VarKey) -> Option<i128> {
        let var = VarId::from_raw(var.into());
        let Some((_, node)) = self.block.writes.iter().find(|(written, _)| *written == var) else {
            return Some(0);
        };
        let next = self.of(*node, false);
        let rest = next.plus(&Form::symbol(Symbol::Var(var.into_raw().into_u32())), -1);
        rest.as_number()
    }
}

impl Form {
    fn number(constant: i128) -> Self {
        Self { terms: BTreeMap::new(), constant }
    }

    fn symbol(symbol: Symbol) -> Self {
        Self { terms: BTreeMap::from([(symbol, 1)]), constant: 0 }
    }

    fn as_number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    fn plus(&self, other: &Self, factor: i128) -> Self {
        let mut sum = self.clone();
        sum.constant += other.constant * factor;
        for (symbol, count) in &other.terms {
            *sum.terms.entry(*symbol).or_default() += count * factor;
        }
        sum.terms.retain(|_, count| *count != 0);
        sum
    }
}
