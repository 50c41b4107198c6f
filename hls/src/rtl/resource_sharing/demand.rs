//! What is computed when, and of what.

use la_arena::ArenaMap;
use rustc_hash::FxHashMap;
use sycl_hls_types::ScalarValue;

use crate::rtl::area;
use crate::rtl::design::{Block, BlockId, Machine, MemoryId, Node, NodeId, NodeKind, VarId};
use crate::rtl::instance::{Module, is_negated, module};
use crate::rtl::lifetime::{is_steady, registers_until};
use crate::rtl::operators::Operator;
use crate::rtl::plan::BlockPlan;
use crate::rtl::ports::MemoryPlan;
use crate::rtl::timing::{Clock, constant, operator};
use crate::sched::{Demand, Operand, OperandKind, Ready, Request, RequestId, Signal, UnitKind};

/// Look-up tables that a DSP slice is worth: the boards have 140 to 170 for each.
const LUTS_OF_DSP: f64 = 150.0;

/// All computations that units of the library do.
#[derive(Default)]
pub(super) struct Computed {
    pub demand: Demand,
    /// The nodes of each request: more than one where they compute the same.
    pub nodes: Vec<Vec<(BlockId, NodeId)>>,
    /// What the kinds of units are.
    pub kinds: Vec<Kind>,
}

/// A kind of unit.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    pub operator: Operator,
    pub module: Module,
    pub latency: u32,
}

/// What requests ask for, block by block.
pub(super) fn collect(
    machine: Machine<'_>,
    blocks: &ArenaMap<BlockId, BlockPlan>,
    memories: &ArenaMap<MemoryId, MemoryPlan>,
    clock: Clock,
) -> Computed {
    let mut computed = Computed::default();
    computed.demand.period_ns = clock.budget_ns();
    let (mut kinds, mut wires) = (FxHashMap::default(), FxHashMap::default());
    for (region, (id, block)) in machine.blocks.iter().enumerate() {
        let plan = &blocks[id];
        let mut collector = Collector {
            clock,
            region,
            id,
            block,
            plan,
            memories,
            computed: &mut computed,
            kinds: &mut kinds,
            wires: &mut wires,
            requests: FxHashMap::default(),
            same: FxHashMap::default(),
        };
        for (node, data) in block.nodes.iter() {
            collector.node(node, data);
        }
    }
    computed
}

/// The kind of unit that computes a node, and which of its outputs is the result; `None` for what is computed without a
/// unit, or for nobody: it ends behind its block. A multiplier by a constant is smaller than one of two values, and shared on
/// request only.
pub(super) fn kind_of(block: &Block, plan: &BlockPlan, id: NodeId) -> Option<(Kind, &'static str)> {
    let node = &block.nodes[id];
    let (module, output) = module(block, node)?;
    let operator = operator(block, node)?;
    if matches!(operator, Operator::Mul(_)) && node.limit.is_none() && constant(block, node).is_some() {
        return None;
    }
    (plan.end(id) < plan.depth).then(|| (Kind { operator, module, latency: plan.latency(id) }, output))
}

/// What a kind of unit that computes a node costs.
pub(super) fn unit_of(block: &Block, plan: &BlockPlan, clock: Clock, id: NodeId, kind: &Kind) -> UnitKind {
    let unit = area::unit(kind.operator, kind.latency);
    let operands = block.nodes[id].args.iter().map(|arg| {
        let bits = block.nodes[*arg].ty.bits();
        OperandKind {
            choice: f64::from(area::choice(bits, 2).luts),
            choice_ns: Operator::Select(bits).characteristics(clock.mhz).delay_ns,
        }
    });
    UnitKind {
        cost: f64::from(unit.luts) + f64::from(unit.dsps) * LUTS_OF_DSP,
        delay_ns: plan.task(id).delay_ns,
        is_clocked: kind.latency > 0,
        operands: operands.collect(),
    }
}

/// What the same signal is, wherever it is looked at.
#[derive(PartialEq, Eq, Hash)]
enum Wire {
    /// A constant's bits, whatever its type is.
    Known(ScalarValue),
    /// Bits of an argument.
    Arg(usize, u32),
    /// A variable.
    Var(VarId),
    /// What a port of a memory reads.
    Port(MemoryId, usize),
    /// What comes through a bundle.
    Bundle(usize),
    /// A value behind so many registers.
    Value(BlockId, NodeId, u32),
}

struct Collector<'c> {
    clock: Clock,
    region: usize,
    id: BlockId,
    block: &'c Block,
    plan: &'c BlockPlan,
    memories: &'c ArenaMap<MemoryId, MemoryPlan>,
    computed: &'c mut Computed,
    kinds: &'c mut FxHashMap<Kind, usize>,
    /// The numbers of signals, and of signals whose sign is turned.
    wires: &'c mut FxHashMap<(Wire, bool), usize>,
    /// The block's nodes that units compute, with the output that is the result.
    requests: FxHashMap<NodeId, (RequestId, &'static str)>,
    /// What the block has of a unit in a cycle: a second node that wants the same has it, too.
    same: FxHashMap<(usize, u32, Vec<Signal>), RequestId>,
}

impl Collector<'_> {
    fn node(&mut self, id: NodeId, node: &Node) {
        let Some((kind, output)) = kind_of(self.block, self.plan, id) else { return };
        let kind = self.kind(kind, id);
        let operands: Vec<Operand> =
            (0..node.args.len()).map(|position| self.operand(id, node, position)).collect();
        let signals = operands.iter().map(|operand| operand.here.signal).collect();
        let next = self.computed.nodes.len();
        let request = *self.same.entry((kind, self.plan.start(id), signals)).or_insert(next);
        self.requests.insert(id, (request, output));
        if request < next {
            self.computed.nodes[request].push((self.id, id));
            return;
        }
        self.computed.nodes.push(vec![(self.id, id)]);
        let slot = self.plan.slot(id);
        self.computed.demand.requests.push(Request { kind, region: self.region, slot, operands });
    }

    fn kind(&mut self, kind: Kind, id: NodeId) -> usize {
        if let Some(known) = self.kinds.get(&kind) {
            return *known;
        }
        self.computed.demand.kinds.push(unit_of(self.block, self.plan, self.clock, id, &kind));
        self.computed.kinds.push(kind.clone());
        *self.kinds.entry(kind).or_insert(self.computed.kinds.len() - 1)
    }

    fn operand(&mut self, id: NodeId, node: &Node, position: usize) -> Operand {
        let (arg, start) = (node.args[position], self.plan.start(id));
        let negated = is_negated(self.block, node, position);
        let here = self.ready(arg, start, negated);
        let is_there = |cycle: u32| is_steady(self.block, arg) || self.plan.end(arg) <= cycle;
        let before = start.checked_sub(1).filter(|cycle| is_there(*cycle));
        Operand { here, before: before.map(|cycle| self.ready(arg, cycle, negated)) }
    }

    /// A value in a cycle.
    fn ready(&mut self, node: NodeId, cycle: u32, negated: bool) -> Ready {
        let registers = registers_until(self.block, self.plan, node, cycle);
        let is_new = !is_steady(self.block, node) && self.plan.end(node) == cycle;
        let ns = if is_new { self.plan.end_ns(node) } else { 0.0 };
        if let Some((of, output)) = self.requests.get(&node).filter(|_| registers == 0) {
            let form = usize::from(negated) + 2 * usize::from(*output == "remainder");
            return Ready { signal: Signal::Result { of: *of, form }, ns };
        }
        let wire = match &self.block.nodes[node].kind {
            NodeKind::Const(value) => Wire::Known(value.bits().map_or_else(|| value.clone(), Into::into)),
            NodeKind::Arg(arg, low) => Wire::Arg(*arg, *low),
            NodeKind::Var(var) if registers == 0 => Wire::Var(*var),
            NodeKind::Load(memory) if registers == 0 => {
                Wire::Port(*memory, self.memories[*memory].port_of(self.id, node))
            }
            NodeKind::AxiRead(access) if registers == 0 => Wire::Bundle(access.bundle),
            _ => Wire::Value(self.id, node, registers),
        };
        let next = self.wires.len();
        Ready { signal: Signal::Wire(*self.wires.entry((wire, negated)).or_insert(next)), ns }
    }
}
