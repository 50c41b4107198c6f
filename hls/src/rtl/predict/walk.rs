//! Follows control through the blocks.

use rustc_hash::FxHashSet;

use super::blocks::Numbers;
use super::count::Count;
use super::flow::Flow;
use super::known::Known;
use super::needed::NeededBlocks;
use super::order::{Round, Step};
use super::state::State;
use super::trend::Symbol;
use super::value::{self, Value};
use crate::rtl::ProcessPlan;
use crate::rtl::design::{BlockId, Machine, NodeId, Target};

/// Fuel: blocks and iterations that are followed before loops are bounded instead.
pub const FUEL: u64 = 500_000;

/// Why a walk ends early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// It takes too long.
    OutOfFuel,
    /// It depends on what is not known where control goes on.
    Undecided,
}

/// A walk through a machine.
pub struct Walk<'m> {
    pub machine: Machine<'m>,
    pub plan: &'m ProcessPlan,
    pub known: &'m Known<'m>,
    pub needed: &'m NeededBlocks,
    /// Of loops and blocks that are counted.
    pub numbers: &'m Numbers,
    /// What the nodes of the block at hand compute.
    pub values: Vec<Value>,
    pub symbols: Vec<Symbol>,
    /// Values of the block at hand that are known although they cannot be computed: conditions that are taken for granted, and
    /// elements that were received.
    pub assumed: Vec<(NodeId, Value)>,
    /// True if every decision must be known.
    pub probing: bool,
    /// True if loops are bounded instead of being followed.
    pub bounding: bool,
    /// Blocks and iterations that may still be followed.
    pub fuel: u64,
}

impl<'m> Walk<'m> {
    /// A walk that is at its beginning.
    pub fn new(
        (machine, plan): (Machine<'m>, &'m ProcessPlan),
        known: &'m Known<'m>,
        needed: &'m NeededBlocks,
        numbers: &'m Numbers,
    ) -> Self {
        Self {
            machine,
            plan,
            known,
            needed,
            numbers,
            values: Vec::new(),
            symbols: Vec::new(),
            assumed: Vec::new(),
            probing: false,
            bounding: false,
            fuel: FUEL,
        }
    }
}

impl Walk<'_> {
    /// Follows control through these steps.
    pub fn steps(&mut self, steps: &[Step], flow: &mut Flow) -> Result<(), Stop> {
        for step in steps {
            let Some(state) = flow.take(Target::Block(step.head())) else { continue };
            match step {
                Step::Block(id) => self.block(*id, state, flow)?,
                Step::Round(round) if self.bounding => self.bounded(round, state, flow)?,
                Step::Round(round) => self.round(round, state, flow)?,
            }
        }
        Ok(())
    }

    fn block(&mut self, id: BlockId, mut state: State, flow: &mut Flow) -> Result<(), Stop> {
        self.pass(id, &mut state)?;
        let targets = self.targets(id);
        if targets.len() > 1 && self.probing {
            return Err(Stop::Undecided);
        }
        send(targets, state, flow);
        Ok(())
    }

    /// A block from its first to its last cycle; `values` are those of its last iteration.
    pub fn pass(&mut self, id: BlockId, state: &mut State) -> Result<(), Stop> {
        self.spend()?;
        if self.machine.blocks[id].repeat.is_some() {
            return self.pipelined(id, state);
        }
        if let Some(number) = self.numbers.blocks.get(id) {
            state.loops[*number].begin_iteration();
        }
        self.evaluate(id, &state.vars);
        let (needed, depth) = (self.needed, self.plan.blocks[id].depth);
        state.pass_block(&needed[id].events, depth, |event| self.holds(event.when));
        self.write(id, &mut state.vars);
        Ok(())
    }

    /// Uses up fuel for one step.
    pub fn spend(&mut self) -> Result<(), Stop> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::OutOfFuel)?;
        Ok(())
    }

    /// Computes the nodes of a block.
    pub fn evaluate(&mut self, id: BlockId, vars: &[Value]) {
        let (machine, needed) = (self.machine, self.needed);
        let block = &machine.blocks[id];
        self.values.clear();
        self.values.resize(block.nodes.len(), Value::Unknown);
        for node in &needed[id].nodes {
            let data = &block.nodes[*node];
            let mut args = [&Value::Unknown; 3];
            let count = data.args.len().min(args.len());
            for (value, arg) in args.iter_mut().zip(&data.args) {
                *value = self.value(*arg);
            }
            let computed = value::of((machine, block), self.known, data, &args[..count], vars);
            let assumed = self.assumed.iter().find(|(other, _)| computed == Value::Unknown && other == node);
            self.values[place(*node)] = assumed.map_or(computed, |(_, value)| value.clone());
        }
    }

    /// What variables hold after an iteration that is not the last one. The values that are left are those without this
    /// being known.
    pub fn one_of_many(&mut self, id: BlockId, again: NodeId, vars: &[Value]) -> Vec<Value> {
        self.evaluate(id, vars);
        let values = self.values.clone();
        self.assumed =
            self.follows(id, again).into_iter().map(|(node, truth)| (node, truth.into())).collect();
        self.evaluate(id, vars);
        self.assumed.clear();
        let mut after = vars.to_vec();
        self.write(id, &mut after);
        self.values = values;
        after
    }

    /// What the block at hand leaves in variables.
    pub fn write(&self, id: BlockId, vars: &mut [Value]) {
        for (var, node) in &self.needed[id].writes {
            vars[value::index(*var)] = self.value(*node).clone();
        }
    }

    /// The value of a node of the block at hand.
    pub fn value(&self, node: NodeId) -> &Value {
        &self.values[place(node)]
    }

    /// True if a condition is true; no condition always is.
    pub fn holds(&self, when: Option<NodeId>) -> Option<bool> {
        when.map_or(Some(true), |when| self.value(when).truth())
    }

    /// Where the block at hand may lead.
    pub fn targets(&self, id: BlockId) -> Vec<Target> {
        let block = &self.machine.blocks[id];
        let mut targets = Vec::new();
        for (cond, target) in &block.exits {
            match self.value(*cond).truth() {
                Some(false) => continue,
                Some(true) => {
                    targets.push(*target);
                    return targets;
                }
                None => targets.push(*target),
            }
        }
        targets.push(block.next);
        targets
    }

    /// Goes round in a loop until it is left.
    pub fn round(&mut self, round: &Round, mut state: State, flow: &mut Flow) -> Result<(), Stop> {
        let number = self.numbers.loops[round.head];
        let before = std::mem::replace(&mut state.clock, Count::ZERO);
        state.loops[number].enter();
        let mut exits = Flow::default();
        let (mut iterations, mut skip_at) = (0_u64, 1);
        let mut last = Vec::new();
        loop {
            if iterations == skip_at {
                skip_at *= 2;
                self.skip(round, &last, &mut state)?;
            }
            let head = state.clone();
            state.loops[number].begin_iteration();
            let mut inner = Flow::of(Target::Block(round.head), state);
            self.steps(&round.steps, &mut inner)?;
            let back = inner.take(Target::Block(round.head));
            let left = !inner.is_empty();
            inner.into_iter().for_each(|(target, state)| exits.send(target, state));
            let Some(next) = back else { break };
            // What is the same again goes on so for nobody knows how long.
            if left && next.vars == head.vars && next.quiet == head.quiet {
                let inside = self.counted_in(&round.blocks);
                exits.states_mut().for_each(|state| state.unbind(number, &inside));
                break;
            }
            (last, state, iterations) = (head.vars, next, iterations + 1);
        }
        leave(exits, number, before, flow);
        Ok(())
    }

    /// The numbers of the loops with these heads, and of these blocks.
    fn counted_in(&self, blocks: &FxHashSet<BlockId>) -> Vec<usize> {
        let Numbers { loops, blocks: others } = self.numbers;
        blocks.iter().flat_map(|id| [loops.get(*id), others.get(*id)]).flatten().copied().collect()
    }
}

/// A loop that was entered at `before` is left.
pub fn leave(exits: Flow, number: usize, before: Count, flow: &mut Flow) {
    for (target, mut state) in exits {
        state.loops[number].ended(state.clock);
        state.clock += before;
        flow.send(target, state);
    }
}

/// Control goes on at one of these targets.
pub fn send(targets: Vec<Target>, state: State, flow: &mut Flow) {
    let mut targets = targets.into_iter();
    let last = targets.next_back();
    targets.for_each(|target| flow.send(target, state.clone()));
    if let Some(last) = last {
        flow.send(last, state);
    }
}

/// A node's place in its block.
pub fn place(node: NodeId) -> usize {
    node.into_raw().into_u32() as usize
}
