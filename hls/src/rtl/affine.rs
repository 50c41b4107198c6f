//! Indices and addresses as sums.

use std::collections::{BTreeMap, HashSet};

use sycl_hls_ir::BinaryOp;

use super::design::{Block, LoopCounter, NodeId, NodeKind, VarId};
use super::distance::Level;

/// A sum of symbols with factors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Form {
    pub terms: BTreeMap<Symbol, i128>,
    pub constant: i128,
}

/// What a sum holds that is no number.

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Symbol {
    /// What the variable of this number holds when the iteration begins.
    Var(u32),
    /// Bits of an argument.
    Arg(usize, u32),
    /// Whatever the node of this number computes.
    Node(u32),
}

/// The sums that a block's nodes are.
pub(super) struct Forms<'b> {
    pub block: &'b Block,
}

impl Forms<'_> {
    /// The element, or the address, of an access; and the bits that its arithmetic wraps in.
    pub fn of_access(&self, access: NodeId) -> (Form, u32) {
        let data = &self.block.nodes[access];
        // Elements of local memories have numbers of 32 bits, in which all arithmetic may wrap.
        let narrow = matches!(data.kind, NodeKind::Load(_) | NodeKind::Store(_));
        let bits = if narrow { 32 } else { 64 };
        let form = data.args.first().map_or_else(Form::default, |index| self.of(*index, narrow));
        (form.wrapped(bits), bits)
    }

    /// The sum that a node is. `narrow`: as far as its lower 32 bits are concerned.
    pub fn of(&self, id: NodeId, narrow: bool) -> Form {
        let node = &self.block.nodes[id];
        let opaque = || Form::symbol(Symbol::Node(id.into_raw().into_u32()));
        if !node.ty.is_integer() || node.ty.is_wide() || (narrow && node.ty.bits() < 32) {
            return match &node.kind {
                NodeKind::Const(value) => value.to_integer().map_or_else(opaque, Form::number),
                _ => opaque(),
            };
        }
        match (&node.kind, node.args.as_slice()) {
            (NodeKind::Const(value), _) => value.to_integer().map_or_else(opaque, Form::number),
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
                let narrowed = !inner.ty.is_integer() || inner.ty.is_wide();
                let same = !narrowed && (narrow || whole || inner.ty.bits() == node.ty.bits());
                if same { self.of(*a, narrow) } else { opaque() }
            }
            _ => opaque(),
        }
    }

    /// True if a form contains a value that changes from one iteration to the next in an unknown way.
    pub fn is_varying(&self, form: &Form) -> bool {
        form.terms.keys().any(|symbol| match symbol {
            Symbol::Arg(..) => false,
            Symbol::Var(var) => !self.is_counter(*var) && self.step(*var).is_none(),
            Symbol::Node(node) => !self.is_steady(NodeId::from_raw((*node).into())),
        })
    }

    /// True if a node computes the same in every iteration. Reads of memory are excluded.
    fn is_steady(&self, node: NodeId) -> bool {
        let (mut seen, mut open) = (HashSet::from([node]), vec![node]);
        while let Some(id) = open.pop() {
            let data = &self.block.nodes[id];
            match data.kind {
                NodeKind::Var(var) if self.block.writes.iter().any(|(written, _)| *written == var) => {
                    return false;
                }
                NodeKind::Load(_) | NodeKind::AxiRead(_) => return false,
                _ => open.extend(data.args.iter().copied().filter(|arg| seen.insert(*arg))),
            }
        }
        true
    }

    fn nests(&self) -> &[Vec<LoopCounter>] {
        self.block.repeat.as_ref().map_or(&[], |repeat| &repeat.counters)
    }

    fn is_counter(&self, var: u32) -> bool {
        self.nests().iter().any(|nest| counts(nest, var))
    }

    /// The counters of the nest that a form has one of.
    pub fn nest_of(&self, form: &Form) -> Option<&[LoopCounter]> {
        let has = |nest: &&Vec<LoopCounter>| {
            form.terms.keys().any(|symbol| matches!(symbol, Symbol::Var(var) if counts(nest, *var)))
        };
        self.nests().iter().find(has).map(Vec::as_slice)
    }

    /// What a form grows by in an iteration of each loop of a nest; `None` where other symbols of it change as well.
    pub fn levels(&self, form: &Form, nest: &[LoopCounter]) -> Option<Vec<Level>> {
        let besides = |symbol: &Symbol| match symbol {
            Symbol::Var(var) => !counts(nest, *var) && self.step(*var) != Some(0),
            Symbol::Arg(..) | Symbol::Node(_) => false,
        };
        if form.terms.keys().any(besides) {
            return None;
        }
        let levels = nest.iter().map(|counter| {
            let factor =
                |var: VarId| form.terms.get(&Symbol::Var(var.into_raw().into_u32())).copied().unwrap_or(0);
            let by_iteration = counter.iteration.map_or(0, factor);
            let stride = factor(counter.var) * i128::from(counter.step) + by_iteration;
            Level { stride, trip_count: counter.trip_count }
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

    /// What a form grows by from one iteration to the next.
    pub fn stride(&self, form: &Form) -> i128 {
        form.terms.iter().map(|(symbol, factor)| factor * self.advance(*symbol)).sum()
    }

    /// What a variable grows by in each iteration; `None` if that is not one number.
    pub fn step(&self, var: u32) -> Option<i128> {
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

    /// The number that it is.
    pub fn as_number(&self) -> Option<i128> {
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

    /// The same modulo 2^bits, with the smallest numbers: what was added as 2^bits - 1 is subtracted as 1.
    pub fn wrapped(mut self, bits: u32) -> Self {
        self.constant = wrapped(self.constant, bits);
        self.terms.values_mut().for_each(|factor| *factor = wrapped(*factor, bits));
        self.terms.retain(|_, factor| *factor != 0);
        self
    }
}

/// A number modulo 2^bits, by its smallest representative.
pub(super) fn wrapped(number: i128, bits: u32) -> i128 {
    let half = 1_i128 << (bits - 1);
    (number + half).rem_euclid(1 << bits) - half
}

/// True if this variable is a loop counter of the nest.
fn counts(nest: &[LoopCounter], var: u32) -> bool {
    let is = |counter: VarId| counter.into_raw().into_u32() == var;
    nest.iter().any(|counter| is(counter.var) || counter.iteration.is_some_and(is))
}
