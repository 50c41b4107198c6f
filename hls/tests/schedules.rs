//! Schedules: of small problems with known answers, and of random ones, whose every constraint is derived anew.

use sycl_hls_compiler::sched::{
    Edge, Limit, Problem, Schedule, Task, Use, Violation, check, limit, pipeline, solve,
};

const PERIOD_NS: f64 = 3.0;

fn wires(delay_ns: f64) -> Task {
    Task { delay_ns, ..Task::default() }
}

fn cycles(latency: u32) -> Task {
    Task { latency, delay_ns: 1.0, output_ns: 1.0, ..Task::default() }
}

fn problem() -> Problem {
    Problem { period_ns: PERIOD_NS, ..Problem::default() }
}

#[test]
fn what_fits_in_a_cycle_is_chained() {
    let mut problem = problem();
    let chain: Vec<usize> = (0..5).map(|_| problem.add(wires(1.0))).collect();
    problem.edges.extend(chain.windows(2).map(|pair| Edge::Data { from: pair[0], to: pair[1] }));
    let schedule = solve(&problem).unwrap();
    assert_eq!(schedule.start, [0, 0, 0, 1, 1]);
    assert_eq!(schedule.offset_ns, [0.0, 1.0, 2.0, 0.0, 1.0]);
    assert_eq!(check(&problem, &schedule), []);
}

#[test]
fn what_takes_longer_than_a_cycle_stands_alone() {
    let mut problem = problem();
    let [before, slow, after] = [wires(0.5), wires(4.0), wires(0.5)].map(|task| problem.add(task));
    problem.edges = vec![Edge::Data { from: before, to: slow }, Edge::Data { from: slow, to: after }];
    let schedule = solve(&problem).unwrap();
    assert_eq!(schedule.start, [0, 1, 2]);
    assert_eq!(check(&problem, &schedule), []);
}

/// Three accesses of a memory with two ports.
#[test]
fn ports_limit_the_interval() {
    let mut problem = problem();
    let memory = problem.resource(2);
    for _ in 0..3 {
        let uses = vec![Use { resource: memory, after: 0 }];
        problem.add(Task { uses, ..cycles(1) });
    }
    let schedule = pipeline(&problem, 1..=9).unwrap();
    assert_eq!(schedule.ii, Some(2));
    assert_eq!(check(&problem, &schedule), []);
}

/// `sum += x[i]`: the sum and the addition, and an element that comes late.
fn accumulation() -> (Problem, [usize; 2]) {
    let mut problem = problem();
    let [sum, element, add] = [wires(0.0), cycles(66), cycles(4)].map(|task| problem.add(task));
    problem.edges = vec![
        Edge::Data { from: sum, to: add },
        Edge::Data { from: element, to: add },
        Edge::Order { from: add, to: sum, cycles: 5, distance: 1 },
    ];
    (problem, [sum, add])
}

/// The sum waits for the one before, and not for the element, however late that comes.
#[test]
fn a_recurrence_limits_the_interval_and_latency_before_it_does_not() {
    let (problem, [sum, add]) = accumulation();
    let schedule = pipeline(&problem, 1..=99).unwrap();
    assert_eq!(schedule.ii, Some(5));
    assert_eq!((schedule.start[add], schedule.start[sum]), (66, 66));
    assert_eq!(check(&problem, &schedule), []);
    assert_eq!(pipeline(&problem, 1..=4), None);
}

/// Why an interval is no shorter: the operations around the recurrence, or the users of a resource.
#[test]
fn limits_are_named() {
    let (mut problem, [sum, add]) = accumulation();
    let Some(Limit::Recurrence(mut tasks)) = limit(&problem, 4) else { panic!("{:?}", limit(&problem, 4)) };
    tasks.sort_unstable();
    assert_eq!(tasks, [sum, add]);
    assert_eq!(limit(&problem, 5), None);
    let memory = problem.resource(2);
    for _ in 0..11 {
        let uses = vec![Use { resource: memory, after: 0 }];
        problem.add(Task { uses, ..cycles(1) });
    }
    let Some(Limit::Resource { resource, tasks }) = limit(&problem, 5) else {
        panic!("{:?}", limit(&problem, 5))
    };
    assert_eq!((resource, tasks.len()), (memory, 11));
    assert_eq!(limit(&problem, 6), None);
}

/// The next iteration starts when it is known that there is one.
#[test]
fn a_late_decision_is_named() {
    let mut problem = problem();
    let [counter, decides] = [wires(0.0), cycles(3)].map(|task| problem.add(task));
    let start = problem.add(Task { deadline: Some(0), ..Task::default() });
    problem.edges = vec![
        Edge::Data { from: counter, to: decides },
        Edge::Order { from: decides, to: start, cycles: 4, distance: 1 },
    ];
    let Some(Limit::Recurrence(tasks)) = limit(&problem, 3) else { panic!("{:?}", limit(&problem, 3)) };
    assert_eq!(tasks.last(), Some(&start));
    assert!(tasks.contains(&decides));
    assert_eq!(limit(&problem, 4), None);
}

#[test]
fn a_deadline_is_kept_or_there_is_no_schedule() {
    let mut problem = problem();
    let [first, second] = [cycles(3), wires(0.0)].map(|task| problem.add(task));
    problem.edges = vec![Edge::Data { from: first, to: second }];
    problem.tasks[second].deadline = Some(3);
    assert_eq!(solve(&problem).unwrap().start, [0, 3]);
    problem.tasks[second].deadline = Some(2);
    assert_eq!(solve(&problem), None);
}

/// Numbers that look random and are the same in every run (an LCG; Knuth, MMIX).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn random(seed: u64) -> Problem {
    let mut dice = Dice(seed);
    let mut problem = problem();
    let resources = [problem.resource(1), problem.resource(2)];
    for _ in 0..2 + dice.below(30) {
        let mut task = match dice.below(3) {
            0 => cycles(dice.below(8) as u32 + 1),
            _ => wires(dice.below(20) as f64 * 0.1),
        };
        if dice.below(3) == 0 {
            let resource = resources[dice.below(2) as usize];
            task.uses.push(Use { resource, after: 0 });
            if dice.below(2) == 0 {
                task.uses.push(Use { resource, after: dice.below(5) as u32 + 1 });
            }
        }
        let to = problem.add(task);
        for _ in 0..dice.below(3).min(to as u64) {
            problem.edges.push(Edge::Data { from: dice.below(to as u64) as usize, to });
        }
        if dice.below(4) == 0 {
            let other = dice.below(to as u64 + 1) as usize;
            let (cycles, distance) = (dice.below(6) as u32, dice.below(3) as u32 + 1);
            problem.edges.push(Edge::Order { from: to, to: other, cycles, distance });
        }
    }
    problem
}

#[test]
fn random_problems_have_schedules_without_violations() {
    let mut intervals = std::collections::BTreeSet::new();
    for seed in 0..2000 {
        let problem = random(seed);
        let single = solve(&problem).unwrap();
        assert_eq!(check(&problem, &single), [], "seed {seed}");
        let overlapped = pipeline(&problem, 1..=400).unwrap();
        assert_eq!(check(&problem, &overlapped), [], "seed {seed}");
        intervals.insert(overlapped.ii);
    }
    assert!(intervals.len() > 5, "{intervals:?}");
}

/// The checker sees each kind of mistake.
#[test]
fn mistakes_are_found() {
    let mut problem = problem();
    let port = problem.resource(1);
    let uses = || vec![Use { resource: port, after: 0 }];
    let [a, b, c] = [
        Task { uses: uses(), ..cycles(2) },
        Task { uses: uses(), ..wires(2.0) },
        Task { deadline: Some(5), ..wires(2.0) },
    ]
    .map(|task| problem.add(task));
    problem.edges = vec![
        Edge::Data { from: a, to: b },
        Edge::Data { from: b, to: c },
        Edge::Order { from: c, to: a, cycles: 1, distance: 1 },
    ];
    let right = pipeline(&problem, 1..=9).unwrap();
    assert_eq!(check(&problem, &right), []);
    let with = |change: &dyn Fn(&mut Schedule)| {
        let mut wrong = right.clone();
        change(&mut wrong);
        check(&problem, &wrong)
    };
    assert!(with(&|it| it.start[b] = 1).contains(&Violation::Early { edge: problem.edges[0] }));
    assert!(with(&|it| it.ii = Some(1)).contains(&Violation::Early { edge: problem.edges[2] }));
    assert!(with(&|it| it.start[c] = 9).contains(&Violation::Late { task: c }));
    assert!(
        with(&|it| it.offset_ns[c] = 1.5)
            .iter()
            .any(|it| matches!(it, Violation::Slow { task, .. } if *task == c))
    );
    assert!(with(&|it| it.offset_ns[b] = 0.0).contains(&Violation::Early { edge: problem.edges[0] }));
    let shared = with(&|it| (it.ii, it.start[b]) = (Some(2), 2));
    assert!(shared.contains(&Violation::Shared { resource: port, cycle: 0 }), "{shared:?}");
}
