//! Bounds of loops that take too long to walk through.
//!
//! What a variable holds in any iteration is guessed: what it held at first; else that and what it grows by; else anything.
//! An iteration from such a state leads to such a state, or the guess was wrong and a wider one is tried.

use super::count::Count;
use super::flow::Flow;
use super::order::{Round, Step, successors};
use super::skip::{Decision, Staying, repeat};
use super::state::{LoopStatistic, State};
use super::timeline::Quiet;
use super::trend::{Stays, Symbol};
use super::value::{self, Value};
use super::walk::{Stop, Walk, leave, send};
use crate::rtl::design::{BlockId, Target, VarId};

/// What a variable holds at the head of a loop in any iteration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guess {
    Same,
    Grows,
    Any,
}

/// Any iteration of a loop.
struct Iteration {
    /// At the head again, if control comes back.
    back: Option<State>,
    decisions: Vec<Decision>,
    /// True if control may leave it in other ways, too.
    otherwise: bool,
}

impl Walk<'_> {
    /// Bounds the iterations of a loop by what is the same in all of them.
    pub fn bounded(&mut self, round: &Round, mut state: State, flow: &mut Flow) -> Result<(), Stop> {
        let number = self.numbers.loops[round.head];
        let before = std::mem::replace(&mut state.clock, Count::ZERO);
        state.loops[number].enter();
        let known_symbols = self.symbols.len();
        let mut guesses: Vec<(VarId, Guess)> =
            self.written(round).into_iter().map(|var| (var, Guess::Same)).collect();
        let iteration = loop {
            self.symbols.truncate(known_symbols);
            let mut head = State {
                clock: Count::ZERO,
                loops: vec![LoopStatistic::NONE; state.loops.len()],
                ..state.clone()
            };
            let symbols = self.guess(&guesses, &mut head.vars);
            let iteration = self.guessed_iteration(round, head)?;
            let Some(back) = &iteration.back else { break iteration };
            let quiet: Vec<Quiet> = state.quiet.iter().zip(&back.quiet).map(|(a, b)| a.or(*b)).collect();
            let right = self.widen(&mut guesses, &symbols, &state.vars, &back.vars);
            if right && quiet == state.quiet {
                break iteration;
            }
            state.quiet = quiet;
        };
        if let Some(back) = &iteration.back {
            let iterations = self.iterations(round, &iteration);
            repeat(&mut state, back, iterations);
        }
        self.symbols.truncate(known_symbols);
        for (var, _) in guesses.iter().filter(|(_, guess)| *guess != Guess::Same) {
            state.vars[value::index(*var)] = Value::Unknown;
        }
        state.loops[number].begin_iteration();
        let mut exits = Flow::of(Target::Block(round.head), state);
        self.steps(&round.steps, &mut exits)?;
        exits.take(Target::Block(round.head));
        leave(exits, number, before, flow);
        Ok(())
    }

    /// Puts guesses in place of variables; gives the symbol of each that has one.
    fn guess(&mut self, guesses: &[(VarId, Guess)], vars: &mut [Value]) -> Vec<Option<usize>> {
        let mut put = |(var, guess): &(VarId, Guess)| {
            let place = &mut vars[value::index(*var)];
            match guess {
                Guess::Same => None,
                Guess::Grows => {
                    let symbol = self.symbols.len();
                    self.symbols.push(Symbol { start: place.clone(), step: 0 });
                    *place = Value::Moved { symbol, by: 0 };
                    Some(symbol)
                }
                Guess::Any => {
                    *place = Value::Unknown;
                    None
                }
            }
        };
        guesses.iter().map(&mut put).collect()
    }

    /// Widens the guesses that an iteration has shown to be wrong; true if there were none.
    fn widen(
        &mut self,
        guesses: &mut [(VarId, Guess)],
        symbols: &[Option<usize>],
        before: &[Value],
        after: &[Value],
    ) -> bool {
        let mut right = true;
        for ((var, guess), symbol) in guesses.iter_mut().zip(symbols) {
            let wider = match (&guess, symbol) {
                (Guess::Any, _) => continue,
                (Guess::Same, _) if after[value::index(*var)] == before[value::index(*var)] => continue,
                (Guess::Grows, Some(symbol)) if self.grow(&[(*var, *symbol)], after) => continue,
                (Guess::Same, _) if value::is_followed(self.machine.vars[*var].ty) => Guess::Grows,
                _ => Guess::Any,
            };
            (*guess, right) = (wider, false);
        }
        right
    }

    fn guessed_iteration(&mut self, round: &Round, mut state: State) -> Result<Iteration, Stop> {
        let head = Target::Block(round.head);
        state.loops[self.numbers.loops[round.head]].begin_iteration();
        let mut flow = Flow::of(head, state);
        let mut iteration = Iteration { back: None, decisions: Vec::new(), otherwise: false };
        for step in &round.steps {
            let Some(mut state) = flow.take(Target::Block(step.head())) else { continue };
            match step {
                Step::Round(inner) => {
                    let mut exits = Flow::default();
                    self.bounded(inner, state, &mut exits)?;
                    for (target, state) in exits {
                        iteration.otherwise |= !round.holds(target);
                        flow.send(target, state);
                    }
                }
                Step::Block(id) => {
                    self.pass(*id, &mut state)?;
                    let Staying { conditions, only } = self.staying(*id, |target| round.holds(target));
                    let targets = self.targets(*id);
                    iteration.otherwise |=
                        only.is_none() && targets.iter().any(|target| !round.holds(*target));
                    if !conditions.is_empty() {
                        iteration.decisions.push(self.decision(*id, conditions));
                    }
                    send(targets, state, &mut flow);
                }
            }
        }
        iteration.back = flow.take(head);
        Ok(iteration)
    }

    /// The number of iterations before the one in which the loop is left.
    fn iterations(&self, round: &Round, iteration: &Iteration) -> Count {
        let all = iteration.decisions.iter().map(|decision| self.stays(decision));
        let least = if iteration.otherwise { 0 } else { all.fold(Stays::ALWAYS, Stays::both).least };
        let certain =
            iteration.decisions.iter().filter(|decision| is_on_every_way(self, round, decision.block));
        let bounds = certain.map(|decision| self.stays(decision));
        let most = bounds.fold(Stays::ALWAYS, Stays::both).most;
        Count { least: most.map_or(least, |most| most.min(least)), most }
    }
}

/// True if every path around a loop goes through a block.
fn is_on_every_way(walk: &Walk<'_>, round: &Round, block: BlockId) -> bool {
    let mut seen = vec![round.head];
    let mut open = vec![round.head];
    while let Some(id) = open.pop().filter(|_| block != round.head) {
        for next in successors(&walk.machine.blocks[id]).filter(|next| round.blocks.contains(next)) {
            if next == round.head {
                return false;
            }
            if next != block && !seen.contains(&next) {
                seen.push(next);
                open.push(next);
            }
        }
    }
    true
}
