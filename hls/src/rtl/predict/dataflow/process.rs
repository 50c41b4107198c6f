//! A process at work: one of its blocks, with the iterations that are in it.
//!
//! Each iteration is in a cycle of the block. A rigid pipeline goes on only where no iteration has to wait. In one that flushes, an
//! iteration that waits holds back those that are younger, however far behind, and none that is older.

use std::collections::VecDeque;

use la_arena::ArenaMap;
use sycl_hls_ir::Span;

use super::course::Course;
use super::event::{Action, Event, events};
use super::links::Links;
use super::loop_statistics::LoopStatistics;
use crate::rtl::design::{self, BlockId, Design, NodeId, NodeKind, ProcessId, Target};
use crate::rtl::predict::pipelined::Alike;
use crate::rtl::predict::value::{Value, index};
use crate::rtl::predict::walk::{Stop, Walk, place};

/// A process.
pub struct Process<'m> {
    id: ProcessId,
    walk: Walk<'m>,
    data: &'m design::Process,
    events: ArenaMap<BlockId, Vec<Event>>,
    /// What variables hold after the youngest iteration.
    pub vars: Vec<Value>,
    block: BlockId,
    /// How often it has entered a block.
    entered: u64,
    /// How often it has entered each of its blocks.
    pub passed: ArenaMap<BlockId, u64>,
    /// Iterations that have begun.
    pub begun: u64,
    /// The iterations that are in the block, the oldest first. There are none while the process does not run.
    iterations: VecDeque<Iteration>,
    next: Next,
    pub loops: LoopStatistics,
    pub course: Course,
}

/// When a process goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Next {
    /// It does not run.
    Never,
    /// It was started, and begins when others have ended, not before this cycle.
    After(u64),
    /// In this cycle.
    At(u64),
    /// When these operations can happen; it waits from this cycle on.
    When(Vec<Event>, u64),
}

/// What decides what a process does after a cycle, but for what variables hold.
pub struct ProcessState {
    block: BlockId,
    entered: u64,
    /// The cycles of the block that iterations are in, with their next events.
    iterations: Vec<(u32, usize)>,
    /// The conditions of their events.
    conditions: Vec<(NodeId, bool)>,
    next: Next,
    now: u64,
}

/// An iteration of a block.
#[derive(Debug)]
struct Iteration {
    /// The cycle of the block that it is in.
    cycle: u32,
    /// The position of its next event.
    event: usize,
    /// What variables hold before it, if its values depend on operations on channels.
    before: Option<Vec<Value>>,
    /// The results of its operations on channels.
    results: Vec<(NodeId, Value)>,
    values: Vec<Value>,
    is_last: bool,
}

impl Iteration {
    fn value(&self, node: NodeId) -> &Value {
        &self.values[place(node)]
    }

    /// True if a condition is true; no condition always is.
    fn holds(&self, when: Option<NodeId>) -> Option<bool> {
        when.map_or(Some(true), |when| self.value(when).truth())
    }

    /// The events of its cycle that happen, or of which that is not known.
    fn due<'e>(&'e self, events: &'e [Event]) -> impl Iterator<Item = (&'e Event, Option<bool>)> {
        let here = events[self.event..].iter().take_while(|event| event.cycle == self.cycle);
        here.map(|event| (event, self.holds(event.when))).filter(|(_, holds)| *holds != Some(false))
    }
}

impl<'m> Process<'m> {
    pub fn new(design: &'m Design, id: ProcessId, walk: Walk<'m>, loops: LoopStatistics) -> Self {
        let blocks = walk.machine.blocks.iter();
        Self {
            id,
            data: &design.processes[id],
            events: blocks.map(|(id, block)| (id, events(block, &walk.plan.blocks[id]))).collect(),
            vars: vec![Value::Unknown; walk.machine.vars.len()],
            block: walk.machine.entry,
            entered: 0,
            passed: ArenaMap::default(),
            begun: 0,
            iterations: VecDeque::new(),
            next: Next::Never,
            loops,
            course: Course::new(),
            walk,
        }
    }

    /// It is started, and begins its first block in this cycle if it waits for the end of no other process.
    pub fn start(&mut self, values: Vec<Value>, now: u64) -> Result<(), Stop> {
        for (param, value) in self.data.params.iter().zip(values) {
            self.vars[index(*param)] = value;
        }
        self.course.start(now);
        if !self.data.after.is_empty() {
            self.next = Next::After(now);
            return Ok(());
        }
        self.enter(self.walk.machine.entry, now)
    }

    /// The first cycle in which it goes on, by what is known; `None` if it does not run, or waits for another process.
    pub fn next(&self, links: &Links, now: u64) -> Result<Option<u64>, Stop> {
        match &self.next {
            Next::Never => Ok(None),
            Next::At(cycle) => Ok(Some(*cycle)),
            Next::After(first) => all_ready(links, *first, self.ends()),
            Next::When(waiting, _) => all_ready(links, now + 1, waiting.iter().map(|event| event.action)),
        }
    }

    /// The ends of other processes that it waits for before it begins.
    fn ends(&self) -> impl Iterator<Item = Action> {
        self.data.after.iter().map(|process| Action::Follow(*process))
    }

    /// True from its start to its end.
    pub fn is_running(&self) -> bool {
        self.next != Next::Never
    }

    /// What it waits for, if no time ends that, and where.
    pub fn waits_for(&self, links: &Links, now: u64) -> Option<(Span, Action)> {
        let is_stuck = |action: Action| links.ready_at(action, now) == Ok(None);
        match &self.next {
            Next::Never | Next::At(_) => None,
            Next::After(_) => {
                let end = self.ends().find(|end| is_stuck(*end));
                end.map(|end| (self.data.blocks[self.data.entry].span, end))
            }
            Next::When(waiting, _) => {
                let event = waiting.iter().find(|event| is_stuck(event.action));
                event.map(|event| (self.data.blocks[self.block].nodes[event.node].span, event.action))
            }
        }
    }

    /// Accounts for the cycles up to `to` in which it has waited: each for the first operation that cannot happen in it, of the
    /// oldest iteration that has one.
    fn waited(&mut self, links: &Links, now: u64, to: u64) {
        let (waits, since): (Vec<(Action, Span)>, u64) = match &self.next {
            Next::Never | Next::At(_) => return,
            Next::After(since) => {
                let span = self.data.blocks[self.data.entry].span;
                (self.ends().map(|end| (end, span)).collect(), *since)
            }
            Next::When(waiting, since) => {
                let nodes = &self.data.blocks[self.block].nodes;
                (waiting.iter().map(|event| (event.action, nodes[event.node].span)).collect(), *since)
            }
        };
        let (mut from, count) = (since, waits.len());
        for (position, (action, span)) in waits.into_iter().enumerate() {
            let Some(cause) = action.cause() else { continue };
            let ready = links.ready_at(action, now).ok().flatten().unwrap_or(u64::MAX);
            // A process begins in the cycle after the one in which the last of the others has ended.
            let until = if position + 1 == count { to } else { ready.min(to) };
            self.course.wait((cause, span), from, until);
            from = from.max(until);
        }
    }

    /// The run ends with this cycle, whether or not the process has.
    pub fn stop(&mut self, links: &Links, now: u64) {
        if self.is_running() {
            self.waited(links, now, now + 1);
            self.course.work(now + 1);
            self.loops.begin(None, now + 1);
        }
    }

    /// Accounts for all cycles before this one.
    pub fn settle(&mut self, links: &Links, now: u64) {
        self.waited(links, now, now);
        match &mut self.next {
            Next::Never => return,
            Next::After(since) | Next::When(_, since) => *since = now.max(*since),
            Next::At(_) => {}
        }
        self.course.work(now);
    }

    /// Its state after a cycle; `None` if what it does depends on elements.
    pub fn state(&self, now: u64) -> Option<ProcessState> {
        let is_known = self.iterations.is_empty() || !self.depends_on_elements();
        let conditions = self.conditions().filter(|_| is_known)?;
        Some(ProcessState {
            block: self.block,
            entered: self.entered,
            iterations: self.iterations.iter().map(|it| (it.cycle, it.event)).collect(),
            conditions,
            next: self.next.clone(),
            now,
        })
    }

    /// True if what the block at hand does depends on elements, and not only on whether more of them come: they do until their
    /// producer ends, which is not in the same state again.
    fn depends_on_elements(&self) -> bool {
        let nodes = &self.data.blocks[self.block].nodes;
        let mut needed = self.walk.needed[self.block].nodes.iter().map(|node| &nodes[*node].kind);
        needed.any(|kind| kind.end().is_some() && !matches!(kind, NodeKind::More(_)))
    }

    /// The conditions of the events of all iterations at hand, which are equal and known.
    fn conditions(&self) -> Option<Vec<(NodeId, bool)>> {
        let whens = || self.events[self.block].iter().filter_map(|event| event.when);
        let mut all = self.iterations.iter().map(|iteration| {
            whens().map(|when| Some((when, iteration.value(when).truth()?))).collect::<Option<Vec<_>>>()
        });
        let Some(first) = all.next() else { return Some(Vec::new()) };
        let first = first?;
        all.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// True if it is in a state as it was in before.
    pub fn is_in(&self, state: &ProcessState, now: u64) -> bool {
        let same_next = match (&self.next, &state.next) {
            (Next::Never, Next::Never) | (Next::After(_), Next::After(_)) => true,
            (Next::At(own), Next::At(other)) => own - now == other - state.now,
            (Next::When(own, _), Next::When(other, _)) => own == other,
            _ => false,
        };
        let same_block = (self.block, self.entered) == (state.block, state.entered);
        let own = self.iterations.iter().map(|it| (it.cycle, it.event));
        let same_iterations = same_next && same_block && own.eq(state.iterations.iter().copied());
        same_iterations && self.conditions().as_ref() == Some(&state.conditions)
    }

    /// How many iterations differ in counters only from the one that begins next, as the last ones did, so many, before which
    /// variables held this.
    pub fn alike(&mut self, before: &[Value], each: u64) -> Alike {
        let Some(repeat) = &self.walk.machine.blocks[self.block].repeat else { return Alike::NONE };
        let Some(mut holding) = self.conditions() else { return Alike::NONE };
        if self.iterations.iter().any(|it| it.value(repeat.again).truth() != Some(true)) {
            return Alike::NONE;
        }
        holding.push((repeat.again, true));
        let last = self.walk.alike(self.block, repeat.again, &holding, (&self.vars, before));
        if last.iterations < each {
            return Alike::NONE;
        }
        self.walk.alike(self.block, repeat.again, &holding, (before, &self.vars))
    }

    /// So many iterations pass, and so many cycles.
    pub fn pass(&mut self, alike: &Alike, iterations: u64, cycles: u64) {
        self.walk.advance(&alike.steps, iterations, &mut self.vars);
        self.begun += iterations;
        self.loops.pass(self.block, iterations, cycles);
    }

    /// What happens in this cycle.
    pub fn step(&mut self, now: u64, links: &mut Links) -> Result<(), Stop> {
        self.walk.spend()?;
        let all = self.iterations.len();
        match &self.next {
            // The first block begins in the next cycle.
            Next::After(_) => {
                self.waited(links, now, now + 1);
                return self.enter(self.walk.machine.entry, now + 1);
            }
            Next::When(..) => self.waited(links, now, now),
            Next::Never | Next::At(_) => {}
        }
        let (moving, waiting) = self.moving(now, links)?;
        if 0 < moving && moving < all {
            self.next = Next::When(waiting.clone(), now);
            self.waited(links, now, now + 1);
        }
        for position in 0..moving {
            self.act(position, now, links)?;
        }
        self.advance(moving, now, links)?;
        self.next = match (moving, self.iterations.is_empty()) {
            (_, true) => Next::Never,
            (0, _) => Next::When(waiting, now),
            (moving, _) if moving < all => Next::At(now + 1),
            _ => Next::At(now + 1 + u64::from(self.skip_idle())),
        };
        Ok(())
    }

    /// How many iterations go on in this cycle, the oldest first, and what the others wait for.
    fn moving(&self, now: u64, links: &Links) -> Result<(usize, Vec<Event>), Stop> {
        let (events, flushes) = (&self.events[self.block], self.walk.plan.blocks[self.block].flushes);
        let mut waiting = Vec::new();
        for (position, iteration) in self.iterations.iter().enumerate() {
            for (event, holds) in iteration.due(events) {
                // What does not wait may depend on what happens in this cycle.
                if holds.is_none() && event.action.cause().is_some() {
                    return Err(Stop::Undecided);
                }
                let waits = links.ready_at(event.action, now)?.is_none_or(|ready| ready > now);
                if waits {
                    waiting.push(*event);
                }
                // The rest of the iteration happens only if more comes.
                if let Action::More(channel) = event.action
                    && (waits || links.fifos[channel].is_empty(now))
                {
                    break;
                }
            }
            if flushes && !waiting.is_empty() {
                return Ok((position, waiting));
            }
        }
        Ok((if waiting.is_empty() { self.iterations.len() } else { 0 }, waiting))
    }

    /// What an iteration does in its cycle.
    fn act(&mut self, position: usize, now: u64, links: &mut Links) -> Result<(), Stop> {
        let (first, cycle) = (self.iterations[position].event, self.iterations[position].cycle);
        let count = self.events[self.block][first..].iter().take_while(|it| it.cycle == cycle).count();
        for number in first..first + count {
            let event = self.events[self.block][number];
            let iteration = &self.iterations[position];
            let holds = iteration.holds(event.when);
            if holds == Some(false) {
                continue;
            }
            if holds.is_none() && !matches!(event.action, Action::Write(_)) {
                return Err(Stop::Undecided);
            }
            let node = &self.walk.machine.blocks[self.block].nodes[event.node];
            let value = || node.args.first().map_or(Value::Unknown, |arg| iteration.value(*arg).clone());
            let values = || node.args.iter().map(|arg| iteration.value(*arg).clone());
            let mut found = None;
            let mut result = |value: Value| found = Some((event.node, value));
            match event.action {
                Action::Receive(channel) => result(links.fifos[channel].receive(now)),
                Action::Send(channel) => links.fifos[channel].send(value(), now),
                Action::TryReceive(channel) => result(links.fifos[channel].try_receive(node.ty, now)),
                Action::TrySend(channel) => {
                    let is_full = links.fifos[channel].is_full(now);
                    if !is_full {
                        links.fifos[channel].send(value(), now);
                    }
                    result((!is_full).into());
                }
                Action::Empty(channel) => result(links.fifos[channel].is_empty(now).into()),
                Action::Full(channel) => result(links.fifos[channel].is_full(now).into()),
                Action::More(channel) => result((!links.fifos[channel].is_empty(now)).into()),
                Action::Unread(channel) => links.fifos[channel].unread(),
                Action::Start(process) => links.start(process, values().collect()),
                Action::Write(bundle) => links.write(bundle, now, holds == Some(true)),
                Action::Follow(_) | Action::Join(_) | Action::Fence(_) => {}
            }
            if let Some(found) = found.filter(|_| self.iterations[position].before.is_some()) {
                self.iterations[position].results.push(found);
                self.renew(position);
            }
        }
        self.iterations[position].event += count;
        Ok(())
    }

    /// Computes an iteration again that has results of operations on channels, and those behind it.
    fn renew(&mut self, from: usize) {
        for position in from..self.iterations.len() {
            let iteration = &self.iterations[position];
            let Some(mut vars) = iteration.before.clone() else { return };
            self.walk.assumed.clone_from(&iteration.results);
            self.assume_more();
            self.walk.evaluate(self.block, &vars);
            self.walk.assumed.clear();
            self.walk.write(self.block, &mut vars);
            std::mem::swap(&mut self.iterations[position].values, &mut self.walk.values);
            match self.iterations.get_mut(position + 1) {
                Some(next) => next.before = Some(vars),
                None => self.vars = vars,
            }
        }
    }

    /// The oldest iterations, so many, go on to their next cycle; the block goes on to its next iteration, or is left.
    fn advance(&mut self, moving: usize, now: u64, links: &mut Links) -> Result<(), Stop> {
        let plan = &self.walk.plan.blocks[self.block];
        let repeat = self.walk.machine.blocks[self.block].repeat.as_ref();
        let interval = plan.schedule.ii.unwrap_or(plan.depth);
        let mut is_followed = false;
        for iteration in self.iterations.iter_mut().take(moving) {
            iteration.cycle += 1;
            if let Some(repeat) = repeat.filter(|_| iteration.cycle == interval) {
                is_followed = iteration.value(repeat.again).truth().ok_or(Stop::Undecided)?;
                iteration.is_last = !is_followed;
            }
        }
        let is_over = |iteration: &Iteration| iteration.cycle == plan.depth;
        let ended =
            self.iterations.front().is_some_and(is_over).then(|| self.iterations.pop_front()).flatten();
        let block = self.block;
        if is_followed {
            self.loops.iterate(self.block);
            self.begin_iteration()?;
        }
        let Some(ended) = ended else { return Ok(()) };
        self.write_slices(block, &ended, links);
        if ended.is_last { self.leave(ended, now, links) } else { Ok(()) }
    }

    /// What an iteration of a block has written, when it ends: that of one process is in order.
    fn write_slices(&self, block: BlockId, ended: &Iteration, links: &mut Links) {
        if links.slices.is_empty() {
            return;
        }
        let machine = self.walk.machine;
        for (_, node) in machine.blocks[block].nodes.iter() {
            let holds = ended.holds(node.when);
            links.slices.write(machine, node, holds, |node| ended.value(node));
        }
    }

    /// The block's last iteration has ended.
    fn leave(&mut self, ended: Iteration, now: u64, links: &mut Links) -> Result<(), Stop> {
        self.walk.values = ended.values;
        match self.walk.targets(self.block)[..] {
            [Target::Block(next)] => self.enter(next, now + 1),
            [Target::Done] => {
                self.loops.begin(None, now + 1);
                self.course.work(now + 1);
                links.end(self.id, now);
                Ok(())
            }
            _ => Err(Stop::Undecided),
        }
    }

    fn enter(&mut self, block: BlockId, now: u64) -> Result<(), Stop> {
        self.block = block;
        self.entered += 1;
        *self.passed.entry(block).or_insert(0) += 1;
        self.loops.begin(Some(block), now);
        self.next = Next::At(now);
        self.begin_iteration()
    }

    /// Until it is known, more is assumed to come: nothing that depends on it happens before.
    fn assume_more(&mut self) {
        let nodes = &self.data.blocks[self.block].nodes;
        let needed = self.walk.needed[self.block].nodes.iter();
        let more = needed.filter(|node| matches!(nodes[**node].kind, NodeKind::More(_)));
        self.walk.assumed.extend(more.map(|node| (*node, Value::from(true))));
    }

    /// An iteration of the block begins in the next cycle.
    fn begin_iteration(&mut self) -> Result<(), Stop> {
        self.walk.spend()?;
        self.begun += 1;
        let needed = &self.walk.needed[self.block];
        let block = &self.walk.machine.blocks[self.block];
        let has_end = |node: &NodeId| block.nodes[*node].kind.end().is_some();
        let before = needed.nodes.iter().any(has_end).then(|| self.vars.clone());
        self.assume_more();
        self.walk.evaluate(self.block, &self.vars);
        self.walk.assumed.clear();
        self.walk.write(self.block, &mut self.vars);
        self.iterations.push_back(Iteration {
            cycle: 0,
            event: 0,
            before,
            results: Vec::new(),
            values: std::mem::take(&mut self.walk.values),
            is_last: block.repeat.is_none(),
        });
        Ok(())
    }

    /// Passes cycles in which nothing happens but that iterations go on; how many.
    fn skip_idle(&mut self) -> u32 {
        let plan = &self.walk.plan.blocks[self.block];
        let interval = plan.schedule.ii.unwrap_or(plan.depth);
        let events = &self.events[self.block];
        let idle = |iteration: &Iteration| {
            let next = events.get(iteration.event).map(|event| event.cycle);
            let again = (iteration.cycle < interval).then(|| interval - 1);
            next.into_iter()
                .chain(again)
                .chain([plan.depth - 1])
                .min()
                .map_or(0, |next| next - iteration.cycle)
        };
        let idle = self.iterations.iter().map(idle).min().unwrap_or(0);
        self.iterations.iter_mut().for_each(|iteration| iteration.cycle += idle);
        idle
    }
}

/// The first cycle, not before `first`, in which all of these can happen; `None` if another process has to do something first.
fn all_ready(
    links: &Links,
    first: u64,
    actions: impl IntoIterator<Item = Action>,
) -> Result<Option<u64>, Stop> {
    let mut ready = first;
    for action in actions {
        let Some(cycle) = links.ready_at(action, first)? else { return Ok(None) };
        ready = ready.max(cycle);
    }
    Ok(Some(ready))
}
