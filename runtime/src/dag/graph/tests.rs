//! The graph against a model: a command may run when no earlier unfinished command conflicts with it.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

const BUFFERS: usize = 4;

/// All of a buffer.
const WHOLE: Range<usize> = 0..8;

/// The requirements of a command: buffers, which part of each, and whether it is written.
type Requirements = Vec<(usize, Range<usize>, bool)>;

/// A graph whose commands are known by number.
struct Commands {
    graph: Graph<usize>,
    uses: Vec<Uses>,
    ids: Vec<NodeId>,
    requirements: Vec<Requirements>,
    finished: Vec<bool>,
}

impl Commands {
    fn new() -> Self {
        let uses = (0..BUFFERS).map(|_| Uses::default()).collect();
        Self { graph: Graph::new(), uses, ids: vec![], requirements: vec![], finished: vec![] }
    }

    fn of(groups: &[Requirements]) -> Self {
        let mut commands = Self::new();
        groups.iter().for_each(|requirements| commands.add(requirements.clone()));
        commands
    }

    fn add(&mut self, requirements: Requirements) {
        let id = self.graph.next_id();
        let mut dependencies = vec![];
        for (buffer, part, writes) in &requirements {
            self.uses[*buffer].record(&self.graph, id, part, *writes, &mut dependencies);
        }
        let number = self.ids.len();
        assert_eq!(self.graph.insert(Stage::Queued(number), dependencies), id);
        self.ids.push(id);
        self.requirements.push(requirements);
        self.finished.push(false);
    }

    fn finish(&mut self, number: usize) {
        assert!(!self.graph.finish(self.ids[number]), "nobody waits");
        self.finished[number] = true;
    }

    /// The earlier commands that a command conflicts with, in the model.
    fn conflicts(&self, number: usize) -> impl Iterator<Item = usize> {
        (0..number).filter(move |&earlier| {
            self.requirements[earlier].iter().any(|(a, a_part, a_writes)| {
                self.requirements[number].iter().any(|(b, b_part, b_writes)| {
                    let common = a_part.clone().any(|byte| b_part.contains(&byte));
                    a == b && common && (*a_writes || *b_writes)
                })
            })
        })
    }

    /// Whether the model lets a command start.
    fn may_start(&self, number: usize) -> bool {
        self.conflicts(number).all(|earlier| self.finished[earlier])
    }

    /// What the model says a command needs, itself included.
    fn needed_by(&self, number: usize) -> HashSet<usize> {
        let mut needed = HashSet::from([number]);
        let mut open = vec![number];
        while let Some(next) = open.pop() {
            open.extend(self.conflicts(next).filter(|&earlier| needed.insert(earlier)));
        }
        needed
    }

    /// Takes every ready command.
    fn take_all(&mut self) -> Vec<usize> {
        std::iter::from_fn(|| self.graph.take_ready()).map(|(_, number)| number).collect()
    }
}

/// Half of the parts are whole buffers.
fn requirements() -> impl Strategy<Value = Requirements> {
    let part = (0..7_usize, 1..8_usize, any::<bool>());
    let part = part.prop_map(|(start, len, part)| if part { start..(start + len).min(8) } else { WHOLE });
    vec((0..BUFFERS, part, any::<bool>()), 0..5)
}

/// Submissions, mixed with the ends of running commands.
fn actions() -> impl Strategy<Value = Vec<Result<Requirements, usize>>> {
    vec(prop_oneof![requirements().prop_map(Ok), any::<usize>().prop_map(Err)], 1..60)
}

proptest! {
    #[test]
    fn commands_start_exactly_when_nothing_earlier_conflicts(actions in actions()) {
        let mut commands = Commands::new();
        let mut running: Vec<usize> = vec![];
        let mut started: HashSet<usize> = HashSet::new();
        for action in actions {
            match action {
                Ok(requirements) => commands.add(requirements),
                Err(_) if running.is_empty() => continue,
                Err(choice) => {
                    let number = running.swap_remove(choice % running.len());
                    commands.finish(number);
                }
            }
            let due: Vec<usize> = (0..commands.ids.len())
                .filter(|&number| !started.contains(&number) && commands.may_start(number))
                .collect();
            // Oldest first.
            let taken = commands.take_all();
            prop_assert_eq!(&taken, &due);
            running.extend(&taken);
            started.extend(taken);
        }
    }

    #[test]
    fn a_waiting_thread_runs_what_it_needs_and_nothing_else(
        groups in vec(requirements(), 1..30),
        target: prop::sample::Index,
    ) {
        let mut commands = Commands::of(&groups);
        let target = target.index(groups.len());
        let mut path = vec![commands.ids[target]];
        let mut ran = HashSet::new();
        loop {
            match commands.graph.advance(&mut path) {
                Step::Finished => break,
                Step::Blocked | Step::Held(_) => prop_assert!(false, "nobody else runs anything"),
                Step::Run(id, number) => {
                    prop_assert_eq!(id, commands.ids[number]);
                    prop_assert!(commands.may_start(number));
                    prop_assert!(ran.insert(number));
                    commands.finish(number);
                }
            }
        }
        prop_assert_eq!(ran, commands.needed_by(target));
        // What others need is still there to be run.
        let rest = commands.graph.has_ready();
        prop_assert_eq!(rest, commands.finished.contains(&false));
    }

    #[test]
    fn dependencies_are_found_directly_or_not(
        groups in vec(requirements(), 1..20),
        wanted: prop::sample::Index,
    ) {
        let commands = Commands::of(&groups);
        let wanted = wanted.index(groups.len());
        for target in 0..groups.len() {
            let found = commands.graph.find_dependency(commands.ids[target], |id| id == commands.ids[wanted]);
            let expected = commands.needed_by(target).contains(&wanted).then_some(commands.ids[wanted]);
            prop_assert_eq!(found, expected);
        }
    }
}

/// One buffer, written by each command.
fn chain(length: usize) -> Commands {
    Commands::of(&vec![vec![(0, WHOLE, true)]; length])
}

#[test]
fn a_waiting_thread_is_blocked_by_a_running_command_until_it_ends() {
    let mut commands = chain(3);
    assert_eq!(commands.graph.take_ready().map(|(_, number)| number), Some(0));
    let mut path = vec![commands.ids[2]];
    assert!(matches!(commands.graph.advance(&mut path), Step::Blocked));
    assert!(matches!(commands.graph.advance(&mut path), Step::Blocked));
    commands.finish(0);
    assert!(matches!(commands.graph.advance(&mut path), Step::Run(_, 1)));
    assert!(matches!(commands.graph.advance(&mut path), Step::Blocked));
    commands.finish(1);
    assert!(matches!(commands.graph.advance(&mut path), Step::Run(_, 2)));
    commands.finish(2);
    assert!(matches!(commands.graph.advance(&mut path), Step::Finished));
}

#[test]
fn guards_hold_writers_back_and_are_not_run() {
    let mut commands = chain(1);
    let guard = commands.graph.next_id();
    let mut dependencies = vec![];
    commands.uses[0].record(&commands.graph, guard, &WHOLE, false, &mut dependencies);
    commands.graph.insert(Stage::Guard, dependencies);
    assert_eq!(commands.uses[0].commands(&commands.graph), [commands.ids[0]]);
    commands.add(vec![(0, WHOLE, true)]);
    assert!(commands.graph.is_guard(guard) && !commands.graph.is_guard(commands.ids[0]));

    assert_eq!(commands.take_all(), [0]);
    commands.finish(0);
    assert!(!commands.graph.has_ready());
    let mut path = vec![commands.ids[1]];
    assert!(matches!(commands.graph.advance(&mut path), Step::Blocked));
    assert!(!commands.graph.finish(guard));
    assert!(matches!(commands.graph.advance(&mut path), Step::Run(_, 1)));
}

#[test]
fn finishing_tells_whether_somebody_waits_for_exactly_this_node() {
    let mut commands = chain(2);
    commands.graph.await_finish(commands.ids[1]);
    assert!(!commands.graph.finish(commands.ids[0]));
    assert!(commands.graph.finish(commands.ids[1]));
    // Gone: neither can finish twice, nor be waited for.
    assert!(!commands.graph.finish(commands.ids[1]));
    commands.graph.await_finish(commands.ids[1]);
}

#[test]
fn slots_are_used_again_under_new_ids() {
    let mut commands = chain(1);
    let old = commands.ids[0];
    commands.finish(0);
    commands.add(vec![]);
    let new = commands.ids[1];
    assert_eq!((old.slot, commands.graph.slots.len()), (new.slot, 1));
    assert!(old < new && !commands.graph.is_live(old) && commands.graph.is_live(new));
    assert!(!commands.graph.finish(old) && commands.graph.is_live(new));
}

#[test]
fn an_empty_graph_gives_its_memory_back() {
    let length = Graph::<usize>::KEPT_SLOTS + 1;
    let mut commands = chain(length);
    for number in (0..length).rev() {
        commands.finish(number);
        let kept = commands.graph.slots.len();
        assert_eq!(kept, if number == 0 { 0 } else { length });
    }
    commands.add(vec![]);
    assert!(commands.graph.is_live(commands.ids[length]));
}

#[test]
fn lists_forget_finished_nodes_as_they_grow() {
    let mut graph = Graph::<()>::new();
    let mut list = NodeList::default();
    let live = graph.insert(Stage::Queued(()), vec![]);
    list.push(&graph, live);
    for _ in 0..10_000 {
        let id = graph.insert(Stage::Queued(()), vec![]);
        list.push(&graph, id);
        graph.finish(id);
    }
    assert!(list.as_slice().len() <= 8, "{} nodes kept", list.as_slice().len());
    assert_eq!(list.as_slice()[0], live);
}

#[test]
fn a_node_that_is_held_runs_when_it_is_released_and_what_it_needs_is_finished() {
    let mut graph = Graph::new();
    let [first, second] = [1, 2].map(|number| graph.insert(Stage::Queued(number), vec![]));
    let held = graph.insert(Stage::Queued(3), vec![first]);
    graph.hold(held);
    let last = graph.insert(Stage::Queued(4), vec![held]);
    let mut path = vec![last];
    assert!(matches!(graph.advance(&mut path), Step::Run(id, 1) if id == first));
    graph.finish(first);
    assert!(matches!(graph.advance(&mut path), Step::Held(id) if id == held));
    assert_eq!(graph.held_mut(held), Some(&mut 3));
    graph.extend(held, vec![second]);
    graph.release(held);
    assert_eq!(graph.held_mut(held), None);
    assert!(matches!(graph.take_ready(), Some((id, 2)) if id == second));
    assert!(graph.take_ready().is_none());
    graph.finish(second);
    assert!(matches!(graph.advance(&mut path), Step::Run(id, 3) if id == held));
}

#[test]
fn a_node_that_is_held_can_be_taken_as_it_is() {
    let mut graph = Graph::new();
    let held = graph.insert(Stage::Queued(1), vec![]);
    graph.hold(held);
    assert!(graph.take_ready().is_none());
    assert_eq!(graph.take_held(held), Some(1));
    assert!(!graph.finish(held) && !graph.is_live(held));
}

/// Lists of users are tidied while a command is recorded.
#[test]
fn a_command_keeps_all_of_its_parts() {
    for finished in 0..8 {
        let mut commands = Commands::new();
        for number in 0..finished {
            commands.add(vec![(0, WHOLE, false)]);
            assert_eq!(commands.take_all(), [number]);
            commands.finish(number);
        }
        commands.add(vec![(0, WHOLE, false), (0, 0..1, false)]);
        commands.add(vec![(0, 1..2, true)]);
        assert_eq!(commands.take_all(), [finished]);
        commands.finish(finished);
        assert_eq!(commands.take_all(), [finished + 1]);
    }
}
