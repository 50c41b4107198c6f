//! Where a walk through the machine stands.

use super::count::Count;
use super::timeline::{Event, Quiet};
use super::value::Value;

/// What is known when control is at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What each variable holds.
    pub vars: Vec<Value>,
    /// Cycles so far.
    pub clock: Count,
    /// How long nothing was written through each bundle.
    pub quiet: Vec<Quiet>,
    /// What each loop has done so far, and each block that is counted.
    pub loops: Vec<LoopStatistic>,
}

/// What a loop does in all of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopStatistic {
    /// How often it is entered.
    pub entries: Count,
    /// Iterations, of all entries together.
    pub iterations: Count,
    /// Cycles, likewise.
    pub cycles: Count,
    /// Iterations of one entry; `None` before the first one.
    pub trips: Option<Count>,
    /// Iterations of the entry at hand.
    pub current: Count,
}

impl State {
    /// A run begins: nothing was written, nothing has been done.
    pub fn start(vars: usize, bundles: usize, loops: usize) -> Self {
        Self {
            vars: vec![Value::Unknown; vars],
            clock: Count::ZERO,
            quiet: vec![Quiet::LONG; bundles],
            loops: vec![LoopStatistic::NONE; loops],
        }
    }

    /// One of the two.
    pub fn or(mut self, other: &Self) -> Self {
        self.vars.iter_mut().zip(&other.vars).for_each(|(own, other)| own.meet(other));
        self.quiet.iter_mut().zip(&other.quiet).for_each(|(own, other)| *own = own.or(*other));
        self.loops.iter_mut().zip(&other.loops).for_each(|(own, other)| *own = own.or(*other));
        self.clock = self.clock.or(other.clock);
        self
    }

    /// So many cycles pass.
    pub fn pass(&mut self, cycles: Count) {
        self.clock += cycles;
        self.quiet.iter_mut().for_each(|quiet| *quiet = quiet.after(cycles));
    }

    /// The iterations of a loop have no bound that is known; `inside` are its number and those of the loops in it.
    pub fn unbind(&mut self, number: usize, inside: &[usize]) {
        let unbound = |count: &mut Count| count.most = None;
        unbound(&mut self.clock);
        unbound(&mut self.loops[number].current);
        for number in inside {
            let statistic = &mut self.loops[*number];
            [&mut statistic.entries, &mut statistic.iterations, &mut statistic.cycles]
                .into_iter()
                .for_each(unbound);
        }
    }

    /// A block's cycles pass, with what happens in them; `holds` says whether a condition of an event is true.
    pub fn pass_block(&mut self, events: &[Event], depth: u32, holds: impl Fn(&Event) -> Option<bool>) {
        let mut now = 0;
        for together in events.chunk_by(|a, b| a.cycle == b.cycle) {
            let cycle = together[0].cycle;
            self.pass(Count::exactly(u64::from(cycle - now)));
            now = cycle;
            self.fences(together, &holds);
            for event in together.iter().filter(|event| !event.waits) {
                let quiet = &mut self.quiet[event.bundle];
                *quiet = quiet.written(holds(event));
            }
        }
        self.pass(Count::exactly(u64::from(depth - now)));
    }

    /// Fences of one cycle wait together.
    fn fences(&mut self, together: &[Event], holds: &impl Fn(&Event) -> Option<bool>) {
        let waiting = together.iter().filter(|event| event.waits).map(|event| (event, holds(event)));
        let waiting: Vec<_> = waiting.filter(|(_, holds)| *holds != Some(false)).collect();
        let mut wait = Count::ZERO;
        for (event, holds) in &waiting {
            let own = self.quiet[event.bundle].wait();
            let least = if holds.is_some() { own.least } else { 0 };
            wait = Count { least: wait.least.max(least), most: wait.most.max(own.most) };
        }
        self.pass(wait);
        for (event, _) in waiting.iter().filter(|(_, holds)| *holds == Some(true)) {
            self.quiet[event.bundle] = Quiet::LONG;
        }
    }
}

impl LoopStatistic {
    /// Nothing yet.
    pub const NONE: Self = Self {
        entries: Count::ZERO,
        iterations: Count::ZERO,
        cycles: Count::ZERO,
        trips: None,
        current: Count::ZERO,
    };

    /// One of the two.
    fn or(self, other: Self) -> Self {
        Self {
            entries: self.entries.or(other.entries),
            iterations: self.iterations.or(other.iterations),
            cycles: self.cycles.or(other.cycles),
            trips: either(self.trips, other.trips),
            current: self.current.or(other.current),
        }
    }

    /// What was done before, and `more` so many times.
    pub fn and(self, more: Self, times: Count) -> Self {
        Self {
            entries: self.entries + more.entries.times(times),
            iterations: self.iterations + more.iterations.times(times),
            cycles: self.cycles + more.cycles.times(times),
            trips: either(self.trips, more.trips),
            current: self.current + more.current.times(times),
        }
    }

    /// It is entered.
    pub fn enter(&mut self) {
        self.entries += Count::exactly(1);
        self.current = Count::ZERO;
    }

    /// An iteration begins.
    pub fn begin_iteration(&mut self) {
        self.iterate(Count::exactly(1));
    }

    /// So many iterations.
    pub fn iterate(&mut self, iterations: Count) {
        self.iterations += iterations;
        self.current += iterations;
    }

    /// An entry has ended that took so many cycles.
    pub fn ended(&mut self, cycles: Count) {
        self.cycles += cycles;
        self.trips = either(self.trips, Some(self.current));
    }

    /// True if all of it is exact.
    pub fn is_exact(&self) -> bool {
        [self.entries, self.iterations, self.cycles].into_iter().all(|count| count.exact().is_some())
    }
}

fn either(a: Option<Count>, b: Option<Count>) -> Option<Count> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.or(b)),
        (a, b) => a.or(b),
    }
}
