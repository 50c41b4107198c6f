//! Flattened loops: the values of their counters in any iteration.

use super::pipelined::TAIL;
use super::value::{self, Value};
use super::walk::Walk;
use crate::rtl::design::{BlockId, LoopCounter, Repeat, VarId};

impl Walk<'_> {
    /// Goes on to the last few iterations of a nest, and gives how many were skipped; nothing, where more than its
    /// counters is followed.
    pub fn skip_nest(&mut self, id: BlockId, repeat: &Repeat, vars: &mut [Value]) -> u64 {
        let length =
            |nest: &[LoopCounter]| nest.iter().try_fold(1_u64, |all, it| all.checked_mul(it.trip_count?));
        // Fused loops may begin or end within a nest; there, nothing is skipped.
        let whole =
            repeat.prologue == 0 && repeat.counters.iter().all(|nest| length(nest) == repeat.trip_count);
        let Some(nest) = repeat.counters.first().filter(|_| whole) else { return 0 };
        let counters = || repeat.counters.iter().flatten();
        let of_counters = |var: VarId| {
            counters().any(|it| {
                let others = [it.iteration, it.first].into_iter().flatten();
                [it.var, it.left].into_iter().chain(others).any(|own| own == var)
            })
        };
        let others = self.needed[id].writes.iter().any(|(var, _)| !of_counters(*var));
        let trips = self.trips_of_nest(id, repeat, nest, vars).filter(|_| !others);
        let skipped = trips.and_then(|trips| trips.checked_sub(TAIL)).unwrap_or(0);
        repeat.counters.iter().for_each(|nest| self.jump(nest, skipped, vars));
        skipped
    }

    fn trips_of_nest(
        &mut self,
        id: BlockId,
        repeat: &Repeat,
        nest: &[LoopCounter],
        vars: &[Value],
    ) -> Option<u64> {
        let (outer, inner) = nest.split_first()?;
        let inner = inner.iter().try_fold(1_u64, |all, it| all.checked_mul(it.trip_count?))?;
        if let Some(trip_count) = outer.trip_count {
            return trip_count.checked_mul(inner);
        }
        let Value::Known(left) = &vars[value::index(outer.left)] else { return None };
        let left = left.bits()?;
        let whole = left / outer.step;
        let trips = whole.checked_mul(inner)?;
        // A bound that is met is, or is not, one of the counter's values: the block knows.
        if left % outer.step == 0 && trips > 0 {
            let mut there = vars.to_vec();
            self.jump(nest, trips - 1, &mut there);
            self.evaluate(id, &there);
            if self.value(repeat.again).truth()? {
                return trips.checked_add(inner);
            }
            return Some(trips);
        }
        trips.checked_add(inner)
    }

    /// The counters after so many iterations.
    fn jump(&self, counters: &[LoopCounter], iterations: u64, vars: &mut [Value]) {
        let mut rest = iterations;
        let mut is_first = true;
        for counter in counters.iter().rev() {
            let trip_count = counter.trip_count.unwrap_or(u64::MAX);
            let done = rest % trip_count;
            rest /= trip_count;
            is_first &= done == 0;
            let moved = done.wrapping_mul(counter.step);
            for (var, by) in [(counter.var, moved), (counter.left, moved.wrapping_neg())] {
                let place = &mut vars[value::index(var)];
                *place = place.plus(self.machine.vars[var].ty, by);
            }
            if let Some(iteration) = counter.iteration {
                let place = &mut vars[value::index(iteration)];
                *place = place.plus(self.machine.vars[iteration].ty, done);
            }
            if let Some(first) = counter.first {
                vars[value::index(first)] = is_first.into();
            }
        }
    }
}
