//! Loops whose iterations overlap.

use std::collections::VecDeque;

use super::count::Count;
use super::state::State;
use super::timeline::Event;
use super::trend::{Stays, Trend};
use super::value::{self, Value};
use super::walk::{Stop, Walk};
use crate::rtl::design::{BlockId, NodeId, VarId};
use crate::rtl::timing::AXI_WRITE;

/// How many iterations at a loop's end are looked at one by one: a fence behind the loop waits for no earlier writes.
pub const TAIL: u64 = AXI_WRITE as u64 + 2;
/// How many iterations are looked at one by one where loops are bounded.
const FEW: u64 = 64;

/// Iterations that differ in counters only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alike {
    /// How many.
    pub iterations: u64,
    /// What each counter grows by in every one of them.
    pub steps: Vec<(VarId, u64)>,
}

impl Alike {
    /// None.
    pub const NONE: Self = Self { iterations: 0, steps: Vec::new() };
}

/// The last iterations' events, with what is known of their conditions.
type Recent = VecDeque<Vec<Option<bool>>>;

impl Walk<'_> {
    /// All iterations of a pipelined loop.
    pub fn pipelined(&mut self, id: BlockId, state: &mut State) -> Result<(), Stop> {
        let Some(repeat) = &self.machine.blocks[id].repeat else { return Ok(()) };
        let mut recent = Recent::new();
        let mut iterations = self.skip_nest(id, repeat, &mut state.vars);
        let mut skip_at = if iterations == 0 { 1 } else { u64::MAX };
        let mut last = Vec::new();
        let trips = loop {
            if iterations >= skip_at {
                skip_at *= 2;
                iterations += self.skip_iterations(id, repeat.again, &last, &mut state.vars);
            }
            self.spend()?;
            self.evaluate(id, &state.vars);
            self.remember(id, &mut recent);
            last.clone_from(&state.vars);
            self.write(id, &mut state.vars);
            iterations += 1;
            match self.value(repeat.again).truth() {
                Some(false) => break Count::exactly(iterations),
                Some(true) if !self.bounding || iterations < FEW => {}
                _ if self.probing => return Err(Stop::Undecided),
                _ => break self.any_iteration(id, repeat.again, iterations, &last, &mut state.vars),
            }
        };
        self.pass_pipelined(id, trips, &recent, state)
    }

    /// How many iterations from `vars` on, at least, differ in counters only and have these conditions; `last` is what variables
    /// held some iterations before.
    pub fn alike(
        &mut self,
        id: BlockId,
        again: NodeId,
        holding: &[(NodeId, bool)],
        (last, vars): (&[Value], &[Value]),
    ) -> Alike {
        let known_symbols = self.symbols.len();
        let written: Vec<VarId> = self.needed[id].writes.iter().map(|(var, _)| *var).collect();
        let mut head = vars.to_vec();
        let changed = self.substitute(written.iter().copied(), last, &mut head);
        let after = self.one_of_many(id, again, &head);
        let grown = self.grow(&changed, &after);
        let others = written.iter().filter(|var| !changed.iter().any(|(other, _)| other == *var));
        let same = others.map(|var| value::index(*var)).all(|var| head[var] == after[var]);
        let mut alike = Alike::NONE;
        if grown && same {
            let conditions = holding.iter().map(|(cond, wanted)| self.trend(id).stays(*cond, *wanted));
            let stays = conditions.fold(Stays::ALWAYS, Stays::both).least;
            // What no counter ends is not skipped.
            alike.iterations = if stays == u64::MAX { 0 } else { stays };
            alike.steps = self.growth(&changed);
        }
        self.symbols.truncate(known_symbols);
        alike
    }

    /// Skips iterations that differ in counters only, up to the last few; gives how many.
    fn skip_iterations(&mut self, id: BlockId, again: NodeId, last: &[Value], vars: &mut [Value]) -> u64 {
        let alike = self.alike(id, again, &[(again, true)], (last, vars));
        let skipped = alike.iterations.saturating_sub(TAIL);
        self.advance(&alike.steps, skipped, vars);
        skipped
    }

    fn trend(&self, id: BlockId) -> Trend<'_> {
        Trend { block: &self.machine.blocks[id], values: &self.values, symbols: &self.symbols }
    }

    /// It is not known whether an iteration is the last one: how many there may be. The block at hand is left with what
    /// is known of any iteration; `last` is what variables held at the last one's beginning.
    fn any_iteration(
        &mut self,
        id: BlockId,
        again: NodeId,
        iterations: u64,
        last: &[Value],
        vars: &mut [Value],
    ) -> Count {
        let known_symbols = self.symbols.len();
        let written: Vec<VarId> = self.needed[id].writes.iter().map(|(var, _)| *var).collect();
        let mut head = last.to_vec();
        let mut changed = self.substitute(written.iter().copied(), vars, &mut head);
        let stays = loop {
            for var in written.iter().filter(|var| !changed.iter().any(|(other, _)| other == *var)) {
                head[value::index(*var)] = Value::Unknown;
            }
            let after = self.one_of_many(id, again, &head);
            let before = changed.len();
            let grows = |walk: &mut Self, one: &(VarId, usize)| walk.grow(&[*one], &after);
            changed.retain(|one| grows(self, one));
            if changed.len() == before {
                break self.trend(id).stays(again, true);
            }
        };
        self.symbols.truncate(known_symbols);
        for var in &written {
            vars[value::index(*var)] = Value::Unknown;
        }
        self.evaluate(id, vars);
        let Stays { most, .. } = stays;
        Count { least: iterations, most: most.and_then(|more| iterations.checked_add(more)) }
    }

    fn remember(&self, id: BlockId, recent: &mut Recent) {
        let events = &self.needed[id].events;
        recent.push_back(events.iter().map(|event| self.holds(event.when)).collect());
        if recent.len() as u64 > TAIL {
            recent.pop_front();
        }
    }

    /// The cycles of so many iterations pass.
    fn pass_pipelined(
        &self,
        id: BlockId,
        trips: Count,
        recent: &Recent,
        state: &mut State,
    ) -> Result<(), Stop> {
        let (events, plan) = (&self.needed[id].events, &self.plan.blocks[id]);
        let ii = u64::from(plan.schedule.ii.unwrap_or(plan.depth));
        let waits = self.waits(events, trips)?;
        let cycles = Count::exactly(plan.depth.into()) + less_one(trips).times(Count::exactly(ii)) + waits;
        let statistic = &mut state.loops[self.numbers.loops[id]];
        statistic.enter();
        statistic.iterate(trips);
        statistic.ended(cycles);
        state.pass(cycles);
        // If it is not known which iteration is the last one, only its unconditional writes are known.
        let is_last_known = trips.exact().is_some() && waits == Count::ZERO;
        let known = if is_last_known { recent.len() } else { 1 };
        for (ago, holds) in recent.iter().rev().take(known).enumerate() {
            for (event, holds) in events.iter().zip(holds).filter(|(event, _)| !event.waits) {
                let holds = if is_last_known || event.when.is_none() { *holds } else { None };
                let since = ago as u64 * ii + u64::from(plan.depth - event.cycle);
                let quiet = &mut state.quiet[event.bundle];
                *quiet = quiet.written_before(since, holds);
            }
        }
        Ok(())
    }

    /// How long fences in all iterations wait. The schedule has none, and nothing is known of them.
    fn waits(&self, events: &[Event], trips: Count) -> Result<Count, Stop> {
        let fences = events.iter().filter(|event| event.waits).count() as u64;
        if fences > 0 && self.probing {
            return Err(Stop::Undecided);
        }
        Ok(Count { least: 0, most: Some(fences * u64::from(AXI_WRITE)) }.times(trips))
    }
}

fn less_one(count: Count) -> Count {
    Count { least: count.least.saturating_sub(1), most: count.most.map(|most| most.saturating_sub(1)) }
}
