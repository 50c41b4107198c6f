//! The schedule of each block, and what computes.

mod channels;
mod responses;

use la_arena::ArenaMap;

use super::dependence::{Dependence, MemoryAccess, accesses, dependence};
use sycl_hls_ir::Span;

use super::design::{Block, BlockId, Design, Machine, MemoryId, NodeId, NodeKind, ProcessId, Space, VarId};
use super::ports::{self, MemoryPlan};
use super::resource_sharing::{self, Share, Sharing};
use super::timing::{self, AXI_READ, Clock};
use crate::sched::{Choice, Edge, Problem, Schedule, Task, Use, pipeline, solve};

/// When a design does what: a plan for each process.
#[derive(Clone, Debug)]
pub struct Plan {
    /// One for each process.
    pub processes: ArenaMap<ProcessId, ProcessPlan>,
    root: ProcessId,
}

impl Plan {
    /// The plan of [`Design::root`].
    #[must_use]
    pub fn root(&self) -> &ProcessPlan {
        &self.processes[self.root]
    }
}

/// The schedules of a process's blocks, and the sharing of functional units.
#[derive(Clone, Debug)]
pub struct ProcessPlan {
    /// One for each block.
    pub blocks: ArenaMap<BlockId, BlockPlan>,
    /// One for each memory of the design; those that other processes access have ports without accesses.
    pub memories: ArenaMap<MemoryId, MemoryPlan>,
    /// Which computations share a functional unit.
    pub sharing: Sharing,
}

/// When a block does what.
#[derive(Clone, Debug)]
pub struct BlockPlan {
    /// The constraints. Task `n` is node `n`; one more is the iteration's start.
    pub problem: Problem,
    /// Their solution.
    pub schedule: Schedule,
    /// Cycles that an iteration takes.
    pub depth: u32,
    /// The cycle in which each variable is written.
    pub writes: Vec<(VarId, NodeId, u32)>,
    /// The nodes that shared functional units compute.
    pub shared: ArenaMap<NodeId, Share>,
    /// True if each cycle of the pipeline waits by itself: where an operation on a channel has to wait, its cycle and those
    /// before it do, and those behind it go on. Otherwise the whole process waits.
    pub flushes: bool,
}

impl BlockPlan {
    pub(super) fn new(block: &Block, problem: Problem, schedule: Schedule) -> Self {
        let writes = writes(block, &problem, &schedule);
        let depth = depth(block, &problem, &schedule);
        Self { problem, schedule, depth, writes, shared: ArenaMap::default(), flushes: false }
    }

    /// The cycle in which a node starts: that in which its operands are looked at.
    #[must_use]
    pub fn start(&self, node: NodeId) -> u32 {
        self.schedule.start[index(node)]
    }

    /// The cycle in which an operand of a node is looked at: that in which the node starts, or the one before if there is a
    /// register for it.
    #[must_use]
    pub fn taken(&self, node: NodeId, operand: usize) -> u32 {
        let choice = self.shared.get(node).and_then(|share| share.choices.get(operand));
        match choice {
            Some(Choice::Before) => self.start(node).saturating_sub(1),
            Some(Choice::Here) | None => self.start(node),
        }
    }

    /// The cycle in which a node's result is there.
    #[must_use]
    pub fn end(&self, node: NodeId) -> u32 {
        self.schedule.end(&self.problem, index(node))
    }

    /// Where in that cycle it is there, in ns.
    #[must_use]
    pub fn end_ns(&self, node: NodeId) -> f64 {
        self.schedule.end_ns(&self.problem, index(node))
    }

    /// A node's constraints.
    #[must_use]
    pub fn task(&self, node: NodeId) -> &Task {
        &self.problem.tasks[index(node)]
    }

    /// The cycles from one to the other.
    #[must_use]
    pub fn latency(&self, node: NodeId) -> u32 {
        self.task(node).latency
    }

    /// The cycle of the interval in which a node starts; without one, the cycle.
    #[must_use]
    pub fn slot(&self, node: NodeId) -> u32 {
        self.schedule.slot(index(node))
    }
}

/// Schedules every block of every process, and binds its computations to functional units.
///
/// # Errors
/// Where the block begins for which there is no schedule, which would be a mistake of ours.
pub fn plan(design: &Design, clock: Clock) -> Result<Plan, Span> {
    let plan_each = |(id, _)| Ok((id, plan_process(design.machine(id), clock, &ArenaMap::default())?));
    let mut processes: ArenaMap<ProcessId, ProcessPlan> =
        design.processes.iter().map(plan_each).collect::<Result<_, Span>>()?;
    for (id, _) in design.processes.iter() {
        let responses = responses::responses(design, id, &processes);
        if responses.iter().next().is_some() {
            processes.insert(id, plan_process(design.machine(id), clock, &responses)?);
        }
    }
    Ok(Plan { processes, root: design.root })
}

/// Schedules the blocks of a process, those that wait for responses with these distances from their requests.
fn plan_process(
    machine: Machine<'_>,
    clock: Clock,
    responses: &ArenaMap<BlockId, Vec<Edge>>,
) -> Result<ProcessPlan, Span> {
    let mut blocks = ArenaMap::default();
    for (id, block) in machine.blocks.iter() {
        let plan = plan_block(machine, block, clock).ok_or(block.span)?;
        let plan = match responses.get(id) {
            Some(edges) => responses::apart(block, plan, edges),
            None => plan,
        };
        blocks.insert(id, plan);
    }
    // The units of a pipeline that flushes wait apart from those of other blocks.
    let shares = blocks.iter().all(|(_, plan): (_, &BlockPlan)| !plan.flushes);
    if shares {
        resource_sharing::spread(machine, &mut blocks, clock);
    }
    let memories = ports::assign(machine, &blocks);
    let sharing = if shares {
        resource_sharing::share(machine, &mut blocks, &memories, clock)
    } else {
        resource_sharing::Sharing::default()
    };
    Ok(ProcessPlan { blocks, memories, sharing })
}

pub(super) fn plan_block(machine: Machine<'_>, block: &Block, clock: Clock) -> Option<BlockPlan> {
    let problem = problem(machine, block, clock);
    let plan = solved(block, problem.clone())?;
    if channels::is_safe(block, &plan) {
        return Some(plan);
    }
    if channels::can_flush(machine, block, &plan) {
        return Some(BlockPlan { flushes: true, ..plan });
    }
    let mut serial = problem;
    channels::order_iterations(block, &mut serial);
    solved(block, serial)
}

fn solved(block: &Block, problem: Problem) -> Option<BlockPlan> {
    let single = solve(&problem)?;
    let schedule = match &block.repeat {
        None => single,
        Some(repeat) => {
            let longest = depth(block, &problem, &single).max(1) + AXI_READ;
            let shortest = repeat.ii.unwrap_or(1).min(longest);
            pipeline(&problem, shortest..=longest)?
        }
    };
    Some(BlockPlan::new(block, problem, schedule))
}

/// The task of a node.
pub(super) fn index(node: NodeId) -> usize {
    node.into_raw().into_u32() as usize
}

/// The node that a variable that the block writes is read by.
fn reader(block: &Block, var: VarId) -> Option<NodeId> {
    block.nodes.iter().find(|(_, node)| node.kind == NodeKind::Var(var)).map(|(id, _)| id)
}

fn problem(machine: Machine<'_>, block: &Block, clock: Clock) -> Problem {
    let mut problem = Problem { period_ns: clock.budget_ns(), ..Problem::default() };
    let ports = Ports::new(machine, &mut problem);
    for (_, node) in block.nodes.iter() {
        let timing = timing::of(machine, block, node, clock);
        problem.add(Task {
            latency: timing.latency,
            delay_ns: timing.delay_ns,
            output_ns: timing.output_ns,
            uses: ports.of(&node.kind, timing.latency),
            deadline: None,
        });
    }
    for (id, node) in block.nodes.iter() {
        for from in node.args.iter().copied().chain(node.when) {
            problem.edges.push(Edge::Data { from: index(from), to: index(id) });
        }
    }
    resource_sharing::limit(machine, block, clock, &mut problem);
    order_accesses(block, &mut problem);
    order_fences(block, &mut problem);
    channels::order(block, &mut problem);
    channels::order_buffers(machine, block, &mut problem);
    order_wide_accesses(machine, block, &mut problem);
    if let Some(repeat) = &block.repeat {
        carry(block, repeat.again, &mut problem);
    }
    problem
}

/// What one iteration leaves for the next.
fn carry(block: &Block, again: NodeId, problem: &mut Problem) {
    let start = problem.add(Task { deadline: Some(0), ..Task::default() });
    let after = |problem: &Problem, node: NodeId| problem.tasks[index(node)].latency + 1;
    let cycles = after(problem, again);
    problem.edges.push(Edge::Order { from: index(again), to: start, cycles, distance: 1 });
    for (var, node) in &block.writes {
        if let Some(reader) = reader(block, *var) {
            let cycles = after(problem, *node);
            problem.edges.push(Edge::Order { from: index(*node), to: index(reader), cycles, distance: 1 });
        }
    }
}

fn order_accesses(block: &Block, problem: &mut Problem) {
    let accesses = accesses(block);
    for (position, first) in accesses.iter().enumerate() {
        for second in &accesses[position + 1..] {
            if first.space == second.space && (first.write || second.write) {
                order_pair(block, first, second, problem);
            }
        }
    }
}

fn order_pair(block: &Block, first: &MemoryAccess, second: &MemoryAccess, problem: &mut Problem) {
    let memory = match first.space {
        Space::Memory(memory) => Some(memory),
        Space::Slice(_) => None,
    };
    let repeat = block.repeat.as_ref();
    let promised = block.is_independent(first.space);
    let window = memory.zip(repeat).and_then(|(memory, repeat)| repeat.window(memory));
    let mut order = |from: &MemoryAccess, to: &MemoryAccess, distance: u32| {
        let cycles = gap(from, to, problem.tasks[index(from.node)].latency);
        problem.edges.push(Edge::Order { from: index(from.node), to: index(to.node), cycles, distance });
    };
    // What a load sees by itself it does not wait for.
    let seen = |from: &MemoryAccess, to: &MemoryAccess| window.filter(|_| from.write && !to.write);
    let mut exactly = |from: &MemoryAccess, to: &MemoryAccess, distance: u32| {
        if seen(from, to).is_none_or(|window| distance > window) {
            order(from, to, distance);
        }
    };
    let distance = |distance: i64| u32::try_from(distance).unwrap_or(u32::MAX);
    match dependence(block, first.node, second.node) {
        Dependence::None => {}
        Dependence::Distance(0) => exactly(first, second, 0),
        Dependence::Distance(_) if promised => {}
        Dependence::Distance(later @ 1..) => exactly(second, first, distance(later)),
        Dependence::Distance(earlier) => exactly(first, second, distance(-earlier)),
        Dependence::Distances(found) => {
            let distance = |distance: u64| u32::try_from(distance).unwrap_or(u32::MAX);
            if found.same {
                exactly(first, second, 0);
            }
            if let Some(later) = found.later.filter(|_| !promised) {
                exactly(second, first, distance(later));
            }
            if let Some(earlier) = found.earlier.filter(|_| !promised) {
                exactly(first, second, distance(earlier));
            }
        }
        Dependence::Unknown => {
            let unseen = |from: &MemoryAccess, to: &MemoryAccess| seen(from, to).map(|window| window + 1);
            order(first, second, unseen(first, second).unwrap_or(0));
            if !promised && block.repeat.is_some() {
                order(second, first, unseen(second, first).unwrap_or(1));
            }
        }
    }
}

/// Cycles from one access, of this latency, to the next of the same element.
fn gap(from: &MemoryAccess, to: &MemoryAccess, latency: u32) -> u32 {
    match (from.space, from.write, to.write) {
        // A write does not overtake a read: the two have channels of their own.
        (Space::Slice(_), false, true) => latency,
        _ => 1,
    }
}

/// A fence waits for the writes before it, and what comes after waits for the fence.
fn order_fences(block: &Block, problem: &mut Problem) {
    let mut before: Vec<(usize, NodeId)> = Vec::new();
    let mut fences: Vec<(usize, NodeId)> = Vec::new();
    for (id, node) in block.nodes.iter() {
        let bundle = match &node.kind {
            NodeKind::AxiRead(access) | NodeKind::AxiWrite(access) => access.bundle,
            NodeKind::Fence(bundle) => *bundle,
            _ => continue,
        };
        let waits = if matches!(node.kind, NodeKind::Fence(_)) { &before } else { &fences };
        for (_, from) in waits.iter().filter(|(it, _)| *it == bundle) {
            let is_write = matches!(block.nodes[*from].kind, NodeKind::AxiWrite(_));
            let cycles = if is_write { problem.tasks[index(*from)].latency + 1 } else { 1 };
            problem.edges.push(Edge::Order { from: index(*from), to: index(id), cycles, distance: 0 });
        }
        let list = if matches!(node.kind, NodeKind::Fence(_)) { &mut fences } else { &mut before };
        list.push((bundle, id));
    }
}

/// Wide accesses of a bundle come in the order of their addresses.
fn order_wide_accesses(machine: Machine<'_>, block: &Block, problem: &mut Problem) {
    for bundle in 0..machine.bundles.len() {
        for is_write in [false, true] {
            let parts = block.nodes.iter().filter(|(_, node)| match node.kind {
                NodeKind::AxiRead(access) => !is_write && access.elements > 1 && access.bundle == bundle,
                NodeKind::AxiWrite(access) => is_write && access.elements > 1 && access.bundle == bundle,
                _ => false,
            });
            let parts: Vec<NodeId> = parts.map(|(id, _)| id).collect();
            let mut order = |from: NodeId, to: NodeId, distance: u32| {
                problem.edges.push(Edge::Order { from: index(from), to: index(to), cycles: 1, distance });
            };
            parts.windows(2).for_each(|pair| order(pair[0], pair[1], 0));
            if let [first, .., last] = parts[..] {
                order(last, first, 1);
            }
        }
    }
}

/// The resources of memories and bundles.
struct Ports {
    /// All ports, those that read, those that write.
    memories: ArenaMap<MemoryId, [usize; 3]>,
    /// Requests, elements that come, elements that go.
    bundles: Vec<[usize; 3]>,
}

impl Ports {
    fn new(machine: Machine<'_>, problem: &mut Problem) -> Self {
        let memories = machine.memories.iter().map(|(id, memory)| {
            let reading = memory.ports.iter().filter(|port| port.reads).count();
            let writing = memory.ports.iter().filter(|port| port.writes).count();
            (id, [memory.ports.len(), reading, writing].map(|count| problem.resource(count as u32)))
        });
        let memories = memories.collect();
        let bundles = machine.bundles.iter().map(|_| [(); 3].map(|()| problem.resource(1))).collect();
        Self { memories, bundles }
    }

    fn of(&self, kind: &NodeKind, latency: u32) -> Vec<Use> {
        let once = |resource: usize| vec![Use { resource, after: 0 }];
        match kind {
            NodeKind::Load(memory) | NodeKind::Store(memory) => {
                let [any, reading, writing] = self.memories[*memory];
                let own = if matches!(kind, NodeKind::Load(_)) { reading } else { writing };
                [any, own].map(|resource| Use { resource, after: 0 }).to_vec()
            }
            NodeKind::AxiRead(access) => {
                let [requests, elements, _] = self.bundles[access.bundle];
                vec![Use { resource: requests, after: 0 }, Use { resource: elements, after: latency }]
            }
            NodeKind::AxiWrite(access) => once(self.bundles[access.bundle][2]),
            NodeKind::Fence(bundle) => once(self.bundles[*bundle][2]),
            _ => Vec::new(),
        }
    }
}

/// When each variable is written: when its value is there, and not before its old one was read.
fn writes(block: &Block, problem: &Problem, schedule: &Schedule) -> Vec<(VarId, NodeId, u32)> {
    let writes = block.writes.iter().map(|(var, node)| {
        let read = reader(block, *var).map_or(0, |reader| schedule.start[index(reader)]);
        (*var, *node, schedule.end(problem, index(*node)).max(read))
    });
    writes.collect()
}

fn depth(block: &Block, problem: &Problem, schedule: &Schedule) -> u32 {
    let effects = block.nodes.iter().filter(|(_, node)| node.has_effect());
    let ends = effects.map(|(id, _)| schedule.end(problem, index(id)));
    let written = writes(block, problem, schedule).into_iter().map(|(_, _, cycle)| cycle);
    let decided = block.exits.iter().map(|(node, _)| schedule.end(problem, index(*node)));
    let again = block.repeat.iter().map(|repeat| schedule.end(problem, index(repeat.again)));
    let last = ends.chain(written).chain(decided).chain(again).max().unwrap_or(0);
    (last + 1).max(schedule.ii.unwrap_or(0))
}
