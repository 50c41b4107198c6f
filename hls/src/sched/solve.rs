//! List scheduling, and modulo scheduling for pipelines.
//!
//! Tasks are placed in order, each as early as what it waits for and what it shares allow. What waits for an earlier
//! iteration may turn out to be too early; then it is placed again, late enough, with all that follows. A recurrence
//! that does not fit pushes itself on and on, and the next interval is tried.

use rustc_hash::FxHashMap;

use super::{Edge, Problem, Schedule, TaskId};

/// How many times what waits for an earlier iteration is moved before a longer interval is tried.
const ROUNDS: usize = 64;

/// The schedule of what runs once at a time.
#[must_use]
pub fn solve(problem: &Problem) -> Option<Schedule> {
    Solver::new(problem, None).run()
}

/// The schedule of a pipeline with the shortest interval in `intervals` for which one is found.
#[must_use]
pub fn pipeline(problem: &Problem, intervals: std::ops::RangeInclusive<u32>) -> Option<Schedule> {
    intervals.into_iter().find_map(|ii| Solver::new(problem, Some(ii)).run())
}

pub(super) struct Solver<'p> {
    pub problem: &'p Problem,
    ii: Option<u32>,
    /// What each task waits for in its own iteration.
    pub before: Vec<Vec<Edge>>,
    /// No task starts before this cycle.
    pub earliest: Vec<u32>,
    pub schedule: Schedule,
    /// How often each resource is used in each cycle of the interval.
    pub used: FxHashMap<(usize, u32), u32>,
}

impl<'p> Solver<'p> {
    pub fn new(problem: &'p Problem, ii: Option<u32>) -> Self {
        let count = problem.tasks.len();
        let mut before = vec![Vec::new(); count];
        for edge in &problem.edges {
            match *edge {
                Edge::Data { to, .. } | Edge::Order { to, distance: 0, .. } => before[to].push(*edge),
                Edge::Order { .. } => {}
            }
        }
        Self {
            problem,
            ii,
            before,
            earliest: vec![0; count],
            schedule: Schedule { ii, start: vec![0; count], offset_ns: vec![0.0; count] },
            used: FxHashMap::default(),
        }
    }

    fn run(mut self) -> Option<Schedule> {
        for _ in 0..ROUNDS {
            self.used.clear();
            for task in 0..self.problem.tasks.len() {
                self.place(task)?;
            }
            if (0..self.problem.tasks.len()).any(|task| self.is_late(task)) {
                return None;
            }
            let moves = self.too_early();
            if moves.is_empty() {
                return Some(self.schedule);
            }
            for (to, _, needed) in moves {
                self.earliest[to] = self.earliest[to].max(needed);
            }
        }
        None
    }

    /// True if a task ends after its deadline.
    pub fn is_late(&self, task: TaskId) -> bool {
        let deadline = self.problem.tasks[task].deadline;
        deadline.is_some_and(|deadline| self.schedule.end(self.problem, task) > deadline)
    }

    pub fn place(&mut self, task: TaskId) -> Option<()> {
        let data = &self.problem.tasks[task];
        let mut cycle = self.earliest[task];
        for edge in &self.before[task] {
            cycle = cycle.max(match *edge {
                Edge::Data { from, .. } => self.schedule.end(self.problem, from),
                Edge::Order { from, cycles, .. } => self.schedule.start[from] + cycles,
            });
        }
        let mut offset = self.offset(task, cycle);
        if offset > 0.0 && offset + data.delay_ns > self.problem.period_ns {
            (cycle, offset) = (cycle + 1, 0.0);
        }
        let free = (cycle..).take(self.ii.unwrap_or(u32::MAX) as usize).find(|&at| self.is_free(task, at))?;
        if free > cycle {
            offset = 0.0;
        }
        self.schedule.start[task] = free;
        self.schedule.offset_ns[task] = offset;
        for taken in &data.uses {
            *self.used.entry((taken.resource, self.slot(free + taken.after))).or_default() += 1;
        }
        Some(())
    }

    /// Where in a cycle the operands are there.
    fn offset(&self, task: TaskId, cycle: u32) -> f64 {
        let operands = self.before[task].iter().filter_map(|edge| match *edge {
            Edge::Data { from, .. } if self.schedule.end(self.problem, from) == cycle => {
                Some(self.schedule.end_ns(self.problem, from))
            }
            _ => None,
        });
        operands.fold(0.0, f64::max)
    }

    fn slot(&self, cycle: u32) -> u32 {
        self.ii.map_or(cycle, |ii| cycle % ii)
    }

    fn is_free(&self, task: TaskId, cycle: u32) -> bool {
        let uses = &self.problem.tasks[task].uses;
        uses.iter().all(|wanted| {
            let slot = self.slot(cycle + wanted.after);
            let own = uses
                .iter()
                .filter(|it| it.resource == wanted.resource && self.slot(cycle + it.after) == slot);
            let others = self.used.get(&(wanted.resource, slot)).copied().unwrap_or(0);
            others as usize + own.count() <= self.problem.capacities[wanted.resource] as usize
        })
    }

    /// What starts too early after an earlier iteration: the task, what it waits for, and when it may start.
    pub fn too_early(&self) -> Vec<(TaskId, TaskId, u32)> {
        let Some(ii) = self.ii else { return Vec::new() };
        let early = self.problem.edges.iter().filter_map(|edge| match *edge {
            Edge::Order { from, to, cycles, distance: distance @ 1.. } => {
                let needed = (self.schedule.start[from] + cycles).saturating_sub(ii.saturating_mul(distance));
                (needed > self.schedule.start[to]).then_some((to, from, needed))
            }
            _ => None,
        });
        early.collect()
    }
}
