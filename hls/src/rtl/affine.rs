//! The affine forms of a block's nodes: indices and addresses as sums of variables, arguments and other nodes.

use rustc_hash::FxHashSet;
use sycl_hls_ir::BinaryOp;
use sycl_hls_ir::analysis::Affine;

use super::design::{Block, LoopCounter, NodeId, NodeKind, VarId};
use super::distance::Level;

/// A sum of symbols.
pub(super) type Form = Affine<Symbol>;

/// Distances in circular buffers of more elements, as a power of two, are not looked for.
const LARGEST_CIRCLE: u32 = 12;

/// What a sum holds that is no number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Symbol {
    /// What the variable holds when the iteration begins.
    Var(VarId),
    /// The argument at this position, from this bit on.
    Arg(usize, u32),
    /// Whatever the node computes.
    Node(NodeId),
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
        let low = matches!(data.kind, NodeKind::Load(_) | NodeKind::Store(_)).then_some(32);
        let bits = low.unwrap_or(64);
        let form = data.args.first().map_or_else(|| Form::constant(0), |index| self.of(*index, low));
        (form.wrapped(bits), bits)
    }

    /// The element of an access whose index is the remainder by a power of two, as that of a circular buffer: the dividend, and the
    /// number of its lower bits that count.
    pub fn of_circular(&self, access: NodeId) -> Option<(Form, u32)> {
        let mut index = *self.block.nodes[access].args.first()?;
        let mut narrowest = u32::MAX;
        loop {
            let node = &self.block.nodes[index];
            match (&node.kind, node.args.as_slice()) {
                (NodeKind::Cast | NodeKind::Bits, [inner]) if self.is_number(*inner) => {
                    (index, narrowest) = (*inner, narrowest.min(node.ty.bits()));
                }
                (NodeKind::Binary(BinaryOp::And), [dividend, mask]) => {
                    // Conversions keep what has fewer bits.
                    let most = LARGEST_CIRCLE.min(narrowest - 1);
                    let bits = self.low_bits(*mask).filter(|bits| *bits <= most)?;
                    return Some((self.of(*dividend, Some(bits)).wrapped(bits), bits));
                }
                _ => return None,
            }
        }
    }

    /// The number of bits of a constant whose lowest bits alone are set.
    fn low_bits(&self, mask: NodeId) -> Option<u32> {
        let NodeKind::Const(value) = &self.block.nodes[mask].kind else { return None };
        let size = u64::try_from(value.to_integer()?).ok()?.checked_add(1)?;
        size.is_power_of_two().then(|| size.trailing_zeros())
    }

    fn is_number(&self, id: NodeId) -> bool {
        let ty = self.block.nodes[id].ty;
        ty.is_integer() && !ty.is_wide()
    }

    /// The sum that a node is, at least of itself. `low`: as far as so many of its lowest bits are concerned.
    pub fn of(&self, id: NodeId, low: Option<u32>) -> Form {
        self.computed(id, low).unwrap_or_else(|| Form::symbol(Symbol::Node(id)))
    }

    /// The sum of what a node is computed of.
    fn computed(&self, id: NodeId, low: Option<u32>) -> Option<Form> {
        let node = &self.block.nodes[id];
        let bits = node.ty.bits();
        let is_opaque = !self.is_number(id) || low.is_some_and(|low| bits < low);
        match (&node.kind, node.args.as_slice()) {
            (NodeKind::Const(value), _) => value.to_integer().map(Form::constant),
            _ if is_opaque => None,
            (NodeKind::Var(var), _) => Some(Form::symbol(Symbol::Var(*var))),
            (NodeKind::Arg(arg, bit), _) => Some(Form::symbol(Symbol::Arg(*arg, *bit))),
            (NodeKind::Binary(op), [a, b]) => Form::binary(*op, bits, &self.of(*a, low), &self.of(*b, low)),
            (NodeKind::Cast | NodeKind::Bits, [a]) => {
                let inner = &self.block.nodes[*a];
                // A counter does not wrap; other sums of fewer bits may.
                let whole = matches!(inner.kind, NodeKind::Var(_) | NodeKind::Arg(..));
                let same = self.is_number(*a) && (low.is_some() || whole || inner.ty.bits() == bits);
                same.then(|| self.of(*a, low))
            }
            _ => None,
        }
    }

    /// True if a form contains a value that changes from one iteration to the next in an unknown way.
    pub fn is_varying(&self, form: &Form) -> bool {
        form.symbols().any(|symbol| match symbol {
            Symbol::Arg(..) => false,
            Symbol::Var(var) => !self.is_counter(*var) && self.step(*var).is_none(),
            Symbol::Node(node) => !self.is_steady(*node),
        })
    }

    /// True if a node computes the same in every iteration. Reads of memory are excluded.
    fn is_steady(&self, node: NodeId) -> bool {
        let (mut seen, mut open) = (FxHashSet::from_iter([node]), vec![node]);
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

    fn is_counter(&self, var: VarId) -> bool {
        self.nests().iter().any(|nest| counts(nest, var))
    }

    /// The counters of the nest that a form has one of.
    pub fn nest_of(&self, form: &Form) -> Option<&[LoopCounter]> {
        let has = |nest: &&Vec<LoopCounter>| {
            form.symbols().any(|symbol| matches!(symbol, Symbol::Var(var) if counts(nest, *var)))
        };
        self.nests().iter().find(has).map(Vec::as_slice)
    }

    /// What a form grows by in an iteration of each loop of a nest; `None` where other symbols of it change as well.
    pub fn levels(&self, form: &Form, nest: &[LoopCounter]) -> Option<Vec<Level>> {
        let besides = |symbol: &Symbol| match symbol {
            Symbol::Var(var) => !counts(nest, *var) && self.step(*var) != Some(0),
            Symbol::Arg(..) | Symbol::Node(_) => false,
        };
        if form.symbols().any(besides) {
            return None;
        }
        let levels = nest.iter().map(|counter| {
            let factor = |var: VarId| form.coefficient(&Symbol::Var(var));
            let by_counter = factor(counter.var).checked_mul(counter.step.into())?;
            let stride = by_counter.checked_add(counter.iteration.map_or(0, factor))?;
            Some(Level { stride, trip_count: counter.trip_count })
        });
        levels.collect()
    }

    /// What a symbol grows by from one iteration to the next.
    fn advance(&self, symbol: Symbol) -> i128 {
        match symbol {
            Symbol::Var(var) => self.step(var).unwrap_or(0),
            Symbol::Arg(..) | Symbol::Node(_) => 0,
        }
    }

    /// What a form grows by from one iteration to the next; `None` where that does not fit.
    pub fn stride(&self, form: &Form) -> Option<i128> {
        form.terms().try_fold(0_i128, |sum, (symbol, factor)| {
            sum.checked_add(factor.checked_mul(self.advance(*symbol))?)
        })
    }

    /// What a variable grows by in each iteration; `None` if that is not one number.
    pub fn step(&self, var: VarId) -> Option<i128> {
        let Some((_, node)) = self.block.writes.iter().find(|(written, _)| *written == var) else {
            return Some(0);
        };
        self.of(*node, None).distance(&Form::symbol(Symbol::Var(var)))
    }
}

/// True if this variable is a loop counter of the nest.
fn counts(nest: &[LoopCounter], var: VarId) -> bool {
    let is = |counter: VarId| counter == var;
    nest.iter().any(|counter| is(counter.var) || counter.iteration.is_some_and(is))
}
