//! Derives every constraint of a schedule anew.

use rustc_hash::FxHashMap;

use super::{Edge, Problem, Schedule, TaskId};

/// A constraint that a schedule breaks.
#[derive(Clone, PartialEq, Debug)]
pub enum Violation {
    /// A task starts before what it waits for has come.
    Early {
        /// What it waits for.
        edge: Edge,
    },
    /// A signal takes longer than a cycle, in ns.
    Slow {
        /// The task.
        task: TaskId,
        /// From a register through it.
        ns: f64,
    },
    /// More tasks use a resource in one cycle than can.
    Shared {
        /// The resource.
        resource: usize,
        /// The cycle, of the interval in a pipeline.
        cycle: u32,
    },
    /// A result comes too late.
    Late {
        /// The task.
        task: TaskId,
    },
}

/// All that is wrong with a schedule; nothing, if it is right.
#[must_use]
pub fn check(problem: &Problem, schedule: &Schedule) -> Vec<Violation> {
    let mut violations = Vec::new();
    check_edges(problem, schedule, &mut violations);
    check_resources(problem, schedule, &mut violations);
    for (task, data) in problem.tasks.iter().enumerate() {
        let ns = schedule.offset_ns[task] + data.delay_ns;
        // What takes longer by itself stands alone in its cycle.
        if ns > problem.period_ns && schedule.offset_ns[task] > 0.0 {
            violations.push(Violation::Slow { task, ns });
        }
        if data.deadline.is_some_and(|deadline| schedule.start[task] + data.latency > deadline) {
            violations.push(Violation::Late { task });
        }
    }
    violations
}

fn check_edges(problem: &Problem, schedule: &Schedule, violations: &mut Vec<Violation>) {
    for edge in &problem.edges {
        let kept = match *edge {
            Edge::Data { from, to } => {
                let (end, start) = (schedule.start[from] + problem.tasks[from].latency, schedule.start[to]);
                end < start
                    || (end == start && schedule.end_ns(problem, from) <= schedule.offset_ns[to] + 1e-9)
            }
            Edge::Order { from, to, cycles, distance } => {
                let later = u64::from(schedule.ii.unwrap_or(0)) * u64::from(distance);
                let single = schedule.ii.is_none() && distance > 0;
                single
                    || u64::from(schedule.start[to]) + later
                        >= u64::from(schedule.start[from]) + u64::from(cycles)
            }
        };
        if !kept {
            violations.push(Violation::Early { edge: *edge });
        }
    }
}

fn check_resources(problem: &Problem, schedule: &Schedule, violations: &mut Vec<Violation>) {
    let mut used: FxHashMap<(usize, u32), u32> = FxHashMap::default();
    for (task, data) in problem.tasks.iter().enumerate() {
        for taken in &data.uses {
            let cycle = schedule.start[task] + taken.after;
            let slot = schedule.ii.map_or(cycle, |ii| cycle % ii);
            *used.entry((taken.resource, slot)).or_default() += 1;
        }
    }
    for ((resource, cycle), count) in used {
        if count > problem.capacities[resource] {
            violations.push(Violation::Shared { resource, cycle });
        }
    }
}
