//! Skips iterations that differ in their counters only.
//!
//! An iteration is followed once with symbols for what has changed since the one before. If every decision is
//! known but those that may leave the loop, if each symbol has grown by one number and if all else is as before, then all
//! iterations are alike until the first of those decisions changes, and `trend` knows when that is.

use super::count::Count;
use super::flow::Flow;
use super::order::{Round, Step};
use super::state::{LoopStatistic, State};
use super::trend::{Stays, Symbol, Trend};
use super::value::{self, Value};
use super::walk::{Stop, Walk};
use crate::rtl::design::{Block, BlockId, NodeId, Target, VarId};

/// A decision that may leave the loop.
pub struct Decision {
    pub block: BlockId,
    values: Vec<Value>,
    /// Conditions with the value that each has as long as control stays in the loop.
    stay: Vec<(NodeId, bool)>,
}

/// What keeps control in a loop at a block's end.
pub struct Staying {
    pub conditions: Vec<(NodeId, bool)>,
    /// The only place where it goes on inside.
    pub only: Option<Target>,
}

impl Walk<'_> {
    /// Skips iterations of a loop; `last` is what variables held at the head one iteration before.
    pub fn skip(&mut self, round: &Round, last: &[Value], state: &mut State) -> Result<(), Stop> {
        let written: Vec<VarId> = self.written(round);
        let known_symbols = self.symbols.len();
        let mut probe = State {
            clock: Count::ZERO,
            loops: vec![LoopStatistic::NONE; state.loops.len()],
            ..state.clone()
        };
        let changed = self.substitute(written.iter().copied(), last, &mut probe.vars);
        let was_probing = std::mem::replace(&mut self.probing, true);
        let probed = self.probe_iteration(round, probe);
        self.probing = was_probing;
        match probed {
            Err(Stop::OutOfFuel) => return Err(Stop::OutOfFuel),
            Ok((after, decisions))
                if alike(state, &after) && self.steady(&changed, &written, state, &after) =>
            {
                let stays = decisions.iter().map(|decision| self.stays(decision));
                let iterations = stays.fold(Stays::ALWAYS, Stays::both).least;
                if iterations < u64::MAX {
                    self.advance(&self.growth(&changed), iterations, &mut state.vars);
                    repeat(state, &after, Count::exactly(iterations));
                }
            }
            _ => {}
        }
        self.symbols.truncate(known_symbols);
        Ok(())
    }

    /// The variables that a loop writes.
    pub fn written(&self, round: &Round) -> Vec<VarId> {
        let all = round.blocks.iter().flat_map(|id| &self.needed[*id].writes);
        let mut written: Vec<VarId> = all.map(|(var, _)| *var).collect();
        written.sort_by_key(|var| var.into_raw());
        written.dedup();
        written
    }

    /// Puts symbols in place of integers that are not what they were; gives each with its symbol.
    pub fn substitute(
        &mut self,
        written: impl Iterator<Item = VarId>,
        last: &[Value],
        vars: &mut [Value],
    ) -> Vec<(VarId, usize)> {
        let mut changed = Vec::new();
        for var in written {
            let (start, ty) = (&vars[value::index(var)], self.machine.vars[var].ty);
            if *start != last[value::index(var)] && value::is_followed(ty) {
                let symbol = self.symbols.len();
                self.symbols.push(Symbol { start: start.clone(), step: 0 });
                vars[value::index(var)] = Value::Moved { symbol, by: 0 };
                changed.push((var, symbol));
            }
        }
        changed
    }

    /// One iteration with symbols: the state at the head again, and the decisions that may leave.
    fn probe_iteration(&mut self, round: &Round, mut state: State) -> Result<(State, Vec<Decision>), Stop> {
        let head = Target::Block(round.head);
        state.loops[self.numbers.loops[round.head]].begin_iteration();
        let mut flow = Flow::of(head, state);
        let mut decisions = Vec::new();
        for step in &round.steps {
            let Some(mut state) = flow.take(Target::Block(step.head())) else { continue };
            match step {
                Step::Round(inner) => self.round(inner, state, &mut flow)?,
                Step::Block(id) => {
                    self.pass(*id, &mut state)?;
                    let Staying { conditions, only } = self.staying(*id, |target| round.holds(target));
                    flow.send(only.ok_or(Stop::Undecided)?, state);
                    if !conditions.is_empty() {
                        decisions.push(self.decision(*id, conditions));
                    }
                }
            }
        }
        let after = flow.take(head).ok_or(Stop::Undecided)?;
        Ok((after, decisions))
    }

    /// The decision at the end of the block at hand.
    pub fn decision(&self, block: BlockId, stay: Vec<(NodeId, bool)>) -> Decision {
        Decision { block, values: self.values.clone(), stay }
    }

    /// What keeps control in a loop at the end of the block at hand, as far as that is not known.
    pub fn staying(&self, id: BlockId, inside: impl Fn(Target) -> bool) -> Staying {
        let Block { exits, next, .. } = &self.machine.blocks[id];
        let decided = exits.iter().position(|(cond, _)| self.value(*cond).truth() == Some(true));
        let last = decided.map_or(*next, |position| exits[position].1);
        let open = exits[..decided.unwrap_or(exits.len())].iter();
        let open: Vec<_> = open.filter(|(cond, _)| self.value(*cond).truth().is_none()).collect();
        let ways = open.iter().map(|(_, target)| *target).chain([last]).filter(|target| inside(*target));
        let only = Some(ways.collect::<Vec<_>>()).filter(|ways| ways.len() == 1).map(|ways| ways[0]);
        let outside = open.iter().take_while(|(_, target)| !inside(*target));
        let mut conditions: Vec<(NodeId, bool)> = outside.map(|(cond, _)| (*cond, false)).collect();
        if only.is_some() {
            conditions.extend(open.get(conditions.len()).map(|(cond, _)| (*cond, true)));
        }
        Staying { conditions, only }
    }

    /// How long a decision keeps control in its loop.
    pub fn stays(&self, decision: &Decision) -> Stays {
        let block = &self.machine.blocks[decision.block];
        let trend = Trend { block, values: &decision.values, symbols: &self.symbols };
        let conditions = decision.stay.iter().map(|(cond, wanted)| trend.stays(*cond, *wanted));
        conditions.fold(Stays::ALWAYS, Stays::both)
    }

    /// True if every symbol has grown by a number, which is kept, and all else is unchanged.
    fn steady(
        &mut self,
        changed: &[(VarId, usize)],
        written: &[VarId],
        state: &State,
        after: &State,
    ) -> bool {
        let grown = self.grow(changed, &after.vars);
        let mut rest = written.iter().filter(|var| !changed.iter().any(|(other, _)| other == *var));
        grown && rest.all(|var| state.vars[value::index(*var)] == after.vars[value::index(*var)])
    }

    /// Keeps by how much symbols have grown; true if that is a number for each.
    pub fn grow(&mut self, changed: &[(VarId, usize)], after: &[Value]) -> bool {
        changed.iter().all(|(var, own)| match after[value::index(*var)] {
            Value::Moved { symbol, by } if symbol == *own => {
                self.symbols[symbol].step = by;
                true
            }
            _ => false,
        })
    }

    /// What the variables of symbols grow by in every iteration.
    pub fn growth(&self, changed: &[(VarId, usize)]) -> Vec<(VarId, u64)> {
        changed.iter().map(|(var, symbol)| (*var, self.symbols[*symbol].step)).collect()
    }

    /// Lets variables grow as in so many iterations, by these steps.
    pub fn advance(&self, steps: &[(VarId, u64)], iterations: u64, vars: &mut [Value]) {
        for (var, step) in steps {
            let (value, ty) = (&mut vars[value::index(*var)], self.machine.vars[*var].ty);
            *value = value.plus(ty, step.wrapping_mul(iterations));
        }
    }
}

/// True if the cycles of an iteration are exact and the ports are as before it.
fn alike(state: &State, after: &State) -> bool {
    state.quiet == after.quiet
        && after.clock.exact().is_some()
        && after.loops.iter().all(LoopStatistic::is_exact)
}

/// The cycles of one iteration pass so many times.
pub fn repeat(state: &mut State, iteration: &State, times: Count) {
    state.clock += iteration.clock.times(times);
    for (own, more) in state.loops.iter_mut().zip(&iteration.loops) {
        *own = own.and(*more, times);
    }
}
