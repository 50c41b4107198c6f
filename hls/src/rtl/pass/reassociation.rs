//! Reassociation: in a chain of one associative operation on integers, what comes around a recurrence is taken in last, so that
//! iterations can start more often (height reduction; Kuck, *The Structure of Computers and Computations*, section 2.3).
//!
//! Sums and products wrap, and minima, maxima and bitwise operations are exact, so each order has the same bits. Floats keep
//! the order of the program.

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::BinaryOp;

use crate::rtl::cloning::Cloner;
use crate::rtl::cost::Cost;
use crate::rtl::design::{Block, Design, Machine, Node, NodeId, NodeKind, Process};
use crate::rtl::plan::{BlockPlan, index};
use crate::sched::{Edge, Problem};

/// The way from an operation around the recurrence is followed into so many later iterations' operations.
const SWEEPS: usize = 4;

/// The lateness of what is part of no recurrence, in ns: earlier than everything else.
const INDEPENDENT: f64 = -1e9;

/// Orders chains anew wherever that lets iterations start more often.
pub(super) fn reassociate(design: &mut Design, process: &mut Process, cost: Cost) {
    for id in process.block_ids() {
        while let Some(block) = gain(design.with(process), &process.blocks[id], cost) {
            process.blocks[id] = block;
        }
    }
}

/// The block with other chains, if its interval is shorter then.
fn gain(machine: Machine<'_>, block: &Block, cost: Cost) -> Option<Block> {
    let wanted = block.repeat.as_ref()?.ii.unwrap_or(1);
    let mut chains = chains(block);
    if chains.is_empty() {
        return None;
    }
    let plan = cost.plan(machine, block)?;
    let now = plan.schedule.ii.filter(|now| *now > wanted)?;
    chains.iter_mut().for_each(|chain| chain.measure(&plan.problem, wanted));
    chains.retain(|chain| chain.leaves.iter().any(|(late, _)| *late > INDEPENDENT));
    let ordered = with_order(block, &chains, &plan);
    (cost.interval(machine, &ordered)? < now).then_some(ordered)
}

/// Operations of one kind, of which only the next one takes the result of each.
struct Chain {
    /// The last operation.
    root: NodeId,
    /// The others.
    inner: Vec<NodeId>,
    /// What is combined, with its lateness in ns.
    leaves: Vec<(f64, NodeId)>,
}

impl Chain {
    /// Finds how late each operand is at an interval.
    fn measure(&mut self, problem: &Problem, interval: u32) {
        let lateness = lateness(problem, index(self.root), interval);
        self.leaves.iter_mut().for_each(|(late, leaf)| *late = lateness[index(*leaf)]);
    }
}

/// The chains of more than two operands.
fn chains(block: &Block) -> Vec<Chain> {
    let uses = uses(block);
    let mut chains = Vec::new();
    let mut known: FxHashSet<NodeId> = FxHashSet::default();
    for (root, node) in block.nodes.iter().rev().filter(|(_, node)| is_associative(node)) {
        if known.contains(&root) {
            continue;
        }
        let (mut inner, mut leaves, mut open) = (Vec::new(), Vec::new(), node.args.clone());
        while let Some(arg) = open.pop() {
            let other = &block.nodes[arg];
            let same = is_associative(other) && other.kind == node.kind && other.ty == node.ty;
            if same && uses[index(arg)] == 1 {
                inner.push(arg);
                open.extend(&other.args);
            } else {
                leaves.push((INDEPENDENT, arg));
            }
        }
        if !inner.is_empty() {
            known.extend(&inner);
            chains.push(Chain { root, inner, leaves });
        }
    }
    chains
}

/// How often each node's result is taken.
fn uses(block: &Block) -> Vec<usize> {
    let operands = block.nodes.iter().flat_map(|(_, node)| node.args.iter().copied().chain(node.when));
    let written = block.writes.iter().map(|(_, node)| *node);
    let decided = block.exits.iter().map(|(node, _)| *node).chain(block.repeat.iter().map(|it| it.again));
    let mut uses = vec![0; block.nodes.len()];
    operands.chain(written).chain(decided).for_each(|used| uses[index(used)] += 1);
    uses
}

/// True if operations of this kind give the same bits in each order, and share no functional unit on request.
fn is_associative(node: &Node) -> bool {
    use BinaryOp::{Add, And, Max, Min, Mul, Or, Xor};
    let is_kind = matches!(node.kind, NodeKind::Binary(Add | Mul | And | Or | Xor | Min | Max));
    is_kind && !node.ty.is_float() && node.limit.is_none()
}

/// The block whose chains combine what comes latest last.
fn with_order(block: &Block, chains: &[Chain], plan: &BlockPlan) -> Block {
    let mut cloner = Cloner::new(block);
    let roots: FxHashMap<NodeId, &Chain> = chains.iter().map(|chain| (chain.root, chain)).collect();
    let inner: FxHashSet<NodeId> = chains.iter().flat_map(|chain| &chain.inner).copied().collect();
    for (id, node) in block.nodes.iter() {
        match roots.get(&id) {
            Some(chain) => {
                let leaves = chain.leaves.iter().map(|(late, leaf)| (*late, cloner.of(*leaf))).collect();
                combine(&mut cloner, id, node, leaves, plan.task(id).delay_ns);
            }
            None if inner.contains(&id) => {}
            None => {
                cloner.clone_node(id);
            }
        }
    }
    cloner.finish()
}

/// Combines values with their lateness, the latest first, to stand for a node: of those that are left always the two that come
/// first.
fn combine(cloner: &mut Cloner<'_>, root: NodeId, node: &Node, mut open: Vec<(f64, NodeId)>, delay_ns: f64) {
    while let (Some((first, a)), Some((second, b))) = (next(&mut open), next(&mut open)) {
        let name = node.name.clone().filter(|_| open.is_empty());
        let both = cloner.add(Node { args: vec![a, b], name, ..node.clone() });
        open.insert(0, (first.max(second) + delay_ns, both));
        cloner.replace(root, both);
    }
}

/// Takes out the value that comes first; of equals, the last one.
fn next(open: &mut Vec<(f64, NodeId)>) -> Option<(f64, NodeId)> {
    open.sort_by(|a, b| b.0.total_cmp(&a.0));
    open.pop()
}

/// How long after a task's result each other task can give its own, in ns, where the iterations of a pipeline start at this
/// interval: by the longest way from one to the other.
fn lateness(problem: &Problem, from: usize, interval: u32) -> Vec<f64> {
    let mut ends = vec![INDEPENDENT; problem.tasks.len()];
    ends[from] = 0.0;
    let period = problem.period_ns;
    let takes = |task: usize| {
        let data = &problem.tasks[task];
        if data.latency == 0 { data.delay_ns } else { f64::from(data.latency) * period + data.output_ns }
    };
    for _ in 0..SWEEPS {
        let before = ends.clone();
        for edge in &problem.edges {
            let (source, to, begins) = match *edge {
                Edge::Data { from, to } => (from, to, ends[from]),
                Edge::Order { from, to, cycles, distance } => {
                    let cycles = f64::from(cycles) - f64::from(interval) * f64::from(distance);
                    (from, to, ends[from] - takes(from) + cycles * period)
                }
            };
            if to != from && ends[source] > INDEPENDENT {
                ends[to] = ends[to].max(begins + takes(to));
            }
        }
        if ends == before {
            break;
        }
    }
    ends
}
