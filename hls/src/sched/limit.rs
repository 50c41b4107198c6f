//! Why a pipeline has no shorter interval.

use super::solve::Solver;
use super::{Edge, Problem, TaskId, pipeline};

/// What keeps a pipeline from starting its iterations more often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Tasks that wait for each other around iterations, or for the next iteration's start: in order, each for the one
    /// before it, the first for the last one.
    Recurrence(Vec<TaskId>),
    /// Tasks that share a resource which has too few places for all of them.
    Resource {
        /// Its number in [`Problem::capacities`].
        resource: usize,
        /// Those that use it.
        tasks: Vec<TaskId>,
    },
    /// Neither of the two alone: tasks wait for each other, and share too few places in the cycles that are left.
    Together,
}

/// Why no schedule was found for an interval; `None` if there is one.
#[must_use]
pub fn limit(problem: &Problem, ii: u32) -> Option<Limit> {
    if let Some((resource, tasks)) = (0..problem.capacities.len()).find_map(|it| crowded(problem, it, ii)) {
        return Some(Limit::Resource { resource, tasks });
    }
    if let Some(tasks) = Solver::new(&without(problem, |_| true), Some(ii)).recurrence() {
        return Some(Limit::Recurrence(tasks));
    }
    pipeline(problem, ii..=ii).is_none().then(|| {
        let one = (0..problem.capacities.len())
            .find(|resource| pipeline(&without(problem, |other| other == *resource), ii..=ii).is_some());
        one.map_or(Limit::Together, |resource| Limit::Resource { resource, tasks: users(problem, resource) })
    })
}

/// The users of a resource, if they are too many for an interval.
fn crowded(problem: &Problem, resource: usize, ii: u32) -> Option<(usize, Vec<TaskId>)> {
    let uses = problem.tasks.iter().flat_map(|task| &task.uses);
    let count = uses.filter(|taken| taken.resource == resource).count() as u64;
    let places = u64::from(problem.capacities[resource]) * u64::from(ii);
    (count > places).then(|| (resource, users(problem, resource)))
}

fn users(problem: &Problem, resource: usize) -> Vec<TaskId> {
    let uses = |task: TaskId| problem.tasks[task].uses.iter().any(|taken| taken.resource == resource);
    (0..problem.tasks.len()).filter(|task| uses(*task)).collect()
}

/// The problem with as much of some resources as anyone asks for.
fn without(problem: &Problem, plenty: impl Fn(usize) -> bool) -> Problem {
    let mut problem = problem.clone();
    for task in &mut problem.tasks {
        task.uses.retain(|taken| !plenty(taken.resource));
    }
    problem
}

impl Solver<'_> {
    /// The tasks that push each other on and on, or past a deadline; `None` if there is a schedule.
    fn recurrence(mut self) -> Option<Vec<TaskId>> {
        let count = self.problem.tasks.len();
        // What pushed each task last, of an earlier iteration.
        let mut pushed: Vec<Option<TaskId>> = vec![None; count];
        for _ in 0..=count {
            self.used.clear();
            for task in 0..count {
                self.place(task)?;
            }
            if let Some(late) = (0..count).find(|task| self.is_late(*task)) {
                return Some(self.chain(late, &pushed));
            }
            let moves = self.too_early();
            if moves.is_empty() {
                return None;
            }
            for (to, from, needed) in &moves {
                if *needed > self.earliest[*to] {
                    (self.earliest[*to], pushed[*to]) = (*needed, Some(*from));
                }
            }
            if let Some(cycle) = moves.iter().find_map(|(to, ..)| self.cycle(*to, &pushed)) {
                return Some(cycle);
            }
        }
        None
    }

    /// Tasks from where nothing holds them on, to this one, each after what it waits for.
    fn chain(&self, to: TaskId, pushed: &[Option<TaskId>]) -> Vec<TaskId> {
        let mut chain = vec![to];
        while let Some(before) = chain.last().and_then(|last| self.cause(*last, pushed)) {
            if chain.contains(&before) {
                break;
            }
            chain.push(before);
        }
        chain.reverse();
        chain
    }

    /// The tasks from one that starts too early back to itself, each after what it waits for, if it pushes itself.
    fn cycle(&self, from: TaskId, pushed: &[Option<TaskId>]) -> Option<Vec<TaskId>> {
        let mut way = vec![from];
        loop {
            let before = self.cause(*way.last()?, pushed)?;
            if before == from {
                way.reverse();
                return Some(way);
            }
            if way.contains(&before) {
                return None;
            }
            way.push(before);
        }
    }

    /// The task for which this one starts no earlier.
    fn cause(&self, task: TaskId, pushed: &[Option<TaskId>]) -> Option<TaskId> {
        let start = self.schedule.start[task];
        if pushed[task].is_some() && self.earliest[task] >= start {
            return pushed[task];
        }
        let ready = self.before[task].iter().map(|edge| match *edge {
            Edge::Data { from, .. } => {
                (self.schedule.end(self.problem, from), self.schedule.end_ns(self.problem, from), from)
            }
            Edge::Order { from, cycles, .. } => (self.schedule.start[from] + cycles, 0.0, from),
        });
        let latest =
            ready.max_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap_or(std::cmp::Ordering::Equal))?;
        (latest.0 > 0 || latest.1 > 0.0).then_some(latest.2)
    }
}
