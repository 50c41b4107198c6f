//! Counters of loops.

use sycl_hls_ir::{BinaryOp, CompareOp, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Builder;
use super::banks::Course;
use crate::rtl::design::{BlockId, NodeId, Target, VarId};

/// The variables of a counted loop.
#[derive(Clone, Copy)]
pub(super) struct Counter {
    /// The induction variable.
    pub index: VarId,
    /// How far it is to the bound.
    pub left: VarId,
    /// The number of the iteration from 0, where the induction variable does not say it.
    iteration: Option<VarId>,
    step: u64,
    inclusive: bool,
}

impl Counter {
    /// All of them.
    pub fn vars(self) -> impl Iterator<Item = VarId> {
        [Some(self.index), Some(self.left), self.iteration].into_iter().flatten()
    }
}

/// The bounds of a loop with 64-bit numbers, in 32 bits where its counter has no others. They are signed: in a prologue a
/// counter goes below 0.
pub(super) fn narrowed(lo: &ScalarValue, hi: &ScalarValue, step: u64) -> (ScalarValue, ScalarValue) {
    let most = i128::from(i32::MAX) - i128::from(step);
    let fits = |value: &ScalarValue| value.to_integer().is_some_and(|value| (0..=most).contains(&value));
    let narrow =
        |value: &ScalarValue| value.to_integer().map(|value| ScalarValue::wrapping(Scalar::I32, value));
    match (narrow(lo), narrow(hi)) {
        (Some(low), Some(high)) if lo.ty().bits() == 64 && fits(lo) && fits(hi) => (low, high),
        _ => (lo.clone(), hi.clone()),
    }
}

impl Builder<'_> {
    pub(super) fn counter(
        &mut self,
        name: &str,
        lo: NodeId,
        hi: NodeId,
        step: u64,
        inclusive: bool,
    ) -> Counter {
        let (lo, hi) = match (self.known(lo), self.known(hi)) {
            (Some(lo), Some(hi)) => {
                let (lo, hi) = narrowed(&lo, &hi, step);
                (self.constant(lo), self.constant(hi))
            }
            _ => (lo, hi),
        };
        let ty = self.ty(lo);
        let unsigned = ty.unsigned();
        let (from, to) = (self.bits_as(lo, unsigned), self.bits_as(hi, unsigned));
        let distance = self.binary(BinaryOp::Sub, to, from);
        let index = self.new_var(name, ty);
        let left = self.new_var(format!("{name}_left"), unsigned);
        self.set_var(index, lo);
        self.set_var(left, distance);
        let iteration = self.course(index, (lo, hi), step, inclusive);
        Counter { index, left, iteration, step, inclusive }
    }

    /// Notes what is known of a counter that begins with a constant; gives the variable that counts its iterations.
    fn course(
        &mut self,
        index: VarId,
        (lo, hi): (NodeId, NodeId),
        step: u64,
        inclusive: bool,
    ) -> Option<VarId> {
        let first = self.known(lo)?.to_integer()?;
        let end = self.known(hi).and_then(|hi| hi.to_integer());
        let last = end.map(|end| if inclusive { end } else { end - 1 });
        self.known_course(index, first, step, last)
    }

    /// Notes what is known of a counter; gives the variable that counts its iterations.
    pub(super) fn known_course(
        &mut self,
        index: VarId,
        first: i128,
        step: u64,
        last: Option<i128>,
    ) -> Option<VarId> {
        // With a step of 1 it counts itself.
        let iteration = (step > 1).then(|| {
            let iteration = self.new_var("iteration", Scalar::U32);
            let none = self.number(Scalar::U32, 0);
            self.set_var(iteration, none);
            iteration
        });
        self.courses.insert(index, Course { iteration, first, step: step.into(), last });
        iteration
    }

    /// Advances the counter; the result is true if there is another iteration.
    pub(super) fn advance(&mut self, counter: Counter) -> NodeId {
        let (index, left) = (self.read_var(counter.index), self.read_var(counter.left));
        let (ty, unsigned) = (self.ty(index), self.ty(left));
        if counter.step > unsigned.mask() {
            return self.truth(false);
        }
        let step = self.number(unsigned, counter.step);
        let op = if counter.inclusive { CompareOp::Ge } else { CompareOp::Gt };
        let more = self.compare(op, left, step);
        let rest = self.binary(BinaryOp::Sub, left, step);
        let step = self.number(ty, counter.step);
        let next = self.binary(BinaryOp::Add, index, step);
        self.set_var(counter.index, next);
        self.set_var(counter.left, rest);
        if let Some(iteration) = counter.iteration {
            let (count, one) = (self.read_var(iteration), self.number(Scalar::U32, 1));
            let count = self.binary(BinaryOp::Add, count, one);
            self.set_var(iteration, count);
        }
        more
    }

    /// The body's parameter is what the induction variable is in this iteration.
    pub(super) fn bind(&mut self, index: VarId, param: Option<ValueId>) {
        let index = self.read_var(index);
        if let Some(param) = param {
            let index = self.cast(index, self.func.ty(param));
            self.define(param, index);
        }
    }

    /// Ends an iteration in the current block: control goes on with another one, or after the loop.
    pub(super) fn end_iteration(&mut self, counter: Counter, body: BlockId, after: BlockId) {
        let more = self.advance(counter);
        self.leave_if(more, Target::Block(body));
        self.close(after);
        self.start(after);
    }
}
