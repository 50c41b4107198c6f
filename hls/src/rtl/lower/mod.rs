//! From KIR without calls to blocks of dataflow.
//!
//! Regions without loops become part of the block at hand: what is conditional gets a predicate, and what variables
//! hold is selected (if-conversion). Loops make blocks; an innermost loop makes one block whose iterations overlap.

mod addressed;
mod banks;
mod blocks;
mod bound;
mod counter;
mod dataflow;
mod dataflow_loop;
mod flat;
mod flow;
mod flush;
mod graph;
mod limits;
mod loops;
mod memory;
mod nest;
mod params;
mod persistent;
mod place;
mod storage;
mod values;

use std::rc::Rc;

use la_arena::{Arena, ArenaMap};
use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::directive::Allocation;
use sycl_hls_ir::{Func, Module, Root, SlotId, Span, ValueId};
use sycl_hls_types::Scalar;

use super::Clock;
use super::cost::Cost;
use super::design::{Block, BlockId, Design, Machine, NodeId, NodeKind, Process, Target, VarId};
use flush::Flushed;
use storage::{ParamStorage, Storage};

/// Why a kernel has no hardware yet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct Unsupported {
    /// What it is.
    pub what: String,
    /// What to write in its place, if that is known.
    pub help: Option<&'static str>,
    /// Where it is.
    pub span: Span,
}

/// What slices are to a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slices {
    /// Memory behind AXI master ports, as a kernel on a card has it.
    Masters,
    /// External memories of two ports, which answer in a cycle: Vitis' `ap_memory`. Their lengths have to be
    /// known, and their elements to be scalars or arrays of them.
    Memories,
}

/// The design of a kernel that calls nothing. Nested loops are flattened where that takes fewer cycles at this clock.
///
/// # Errors
/// When it holds what has no hardware yet.
pub fn lower(module: &Module, func: &Func, slices: Slices, clock: Clock) -> Result<Design, Unsupported> {
    bound::check(func, clock)?;
    let mut builder = Builder::new(module, func, slices, clock)?;
    let done = builder.new_block(func.span);
    builder.done = done;
    let ended = builder.flow_region(func.body)?;
    if !ended {
        builder.block_mut().next = Target::Block(done);
    }
    builder.finish_in(done);
    builder.keep_own_fences();
    let Builder { mut design, process, .. } = builder;
    design.processes[design.root] = process;
    dataflow::owned(&design)?;
    Ok(design)
}

/// What `break` and `continue` count.
#[derive(Clone, Debug)]
enum Frame {
    /// A block that is part of the block at hand.
    Inline,
    /// A loop or a block of blocks: where `break` and `continue` lead.
    Flow { after: BlockId, again: Option<BlockId> },
    /// The pipelined loop whose body is at hand: when it is left.
    Pipelined { breaks: Vec<NodeId> },
}

/// A distance between two values that a variable holds.
#[derive(Clone, Copy, Debug)]
struct Distance {
    from: ValueId,
    to: ValueId,
    /// An unsigned number.
    var: VarId,
}

#[derive(Clone)]
struct Builder<'m> {
    module: &'m Module,
    func: &'m Func,
    cost: Cost,
    design: Design,
    /// The process at hand, which is not part of the design yet.
    process: Process,
    current: BlockId,
    /// The source of the nodes that are added.
    span: Span,
    /// Where values were computed.
    values: ArenaMap<ValueId, (BlockId, NodeId)>,
    /// What is flushed.
    flushed: Rc<Flushed>,
    /// The variables of values that other blocks use.
    value_vars: ArenaMap<ValueId, VarId>,
    /// What variables held when the block began, where that was asked.
    initial: FxHashMap<VarId, NodeId>,
    /// What variables hold now, where that is something else.
    env: FxHashMap<VarId, NodeId>,
    /// What variables hold that were declared and not written: any value will do.
    undefined: FxHashSet<NodeId>,
    /// When control is here; `None`: always.
    active: Option<NodeId>,
    /// True if operations take effect only if `active` is true, although the region is executed.
    guarded: bool,
    frames: Vec<Frame>,
    /// Conditions under which the block at hand was left so far.
    left: Vec<NodeId>,
    /// Those under which only a [`Frame::Inline`] is left, with its position.
    inline_exits: FxHashMap<NodeId, usize>,
    slots: ArenaMap<SlotId, Storage>,
    /// Arrays that stay one memory where a directive would make a register of each element.
    addressed: FxHashSet<SlotId>,
    /// Locals that are memories because processes access them.
    reached: FxHashSet<SlotId>,
    params: Vec<ParamStorage>,
    /// The parameters that the kernel writes.
    written: FxHashSet<usize>,
    tables: FxHashMap<(sycl_hls_ir::GlobalId, usize), super::design::MemoryId>,
    /// What is known of counters.
    courses: FxHashMap<VarId, banks::Course>,
    done: BlockId,
    /// True while a pipelined body is built.
    pipelined: bool,
    /// The distance from the counter of the pipelined loop at hand to its bound.
    distance: Option<Distance>,
    /// What the region at hand has yielded.
    yielded: Option<NodeId>,
    /// In a process of a region: the values that were computed around it, and the variables that have them now.
    captured: Option<dataflow::Captured>,
    channels: ArenaMap<sycl_hls_ir::ChannelId, super::design::ChannelId>,
    /// In a process that repeats a loop around its region by itself.
    dataflow_loop: Option<dataflow_loop::DataflowLoop>,
    /// The limits on operators where control is.
    limits: Vec<&'m Allocation>,
}

impl<'m> Builder<'m> {
    fn new(module: &'m Module, func: &'m Func, slices: Slices, clock: Clock) -> Result<Self, Unsupported> {
        let process = Process::new(&func.name, func.span);
        let entry = process.entry;
        let mut processes = Arena::new();
        let root = processes.alloc(process.clone());
        let design = Design {
            name: func.name.clone(),
            args: Vec::new(),
            bundles: Vec::new(),
            memories: Arena::new(),
            channels: Arena::new(),
            processes,
            root,
        };
        let mut builder = Self {
            module,
            func,
            cost: Cost { clock },
            design,
            process,
            current: entry,
            span: func.span,
            values: ArenaMap::default(),
            flushed: Rc::new(Flushed::of(func)),
            value_vars: ArenaMap::default(),
            initial: FxHashMap::default(),
            env: FxHashMap::default(),
            undefined: FxHashSet::default(),
            active: None,
            guarded: false,
            frames: Vec::new(),
            left: Vec::new(),
            inline_exits: FxHashMap::default(),
            slots: ArenaMap::default(),
            addressed: addressed::addressed(func),
            reached: dataflow::reached_by_processes(func),
            params: Vec::new(),
            written: written(func),
            tables: FxHashMap::default(),
            courses: FxHashMap::default(),
            done: entry,
            pipelined: false,
            distance: None,
            yielded: None,
            captured: None,
            channels: ArenaMap::default(),
            dataflow_loop: None,
            limits: func.directives.allocations.iter().map(|it| &it.value).collect(),
        };
        builder.add_params(slices)?;
        Ok(builder)
    }

    fn unsupported(&self, what: impl Into<String>) -> Unsupported {
        Unsupported { what: what.into(), help: None, span: self.span }
    }

    fn block(&self) -> &Block {
        &self.process.blocks[self.current]
    }

    fn block_mut(&mut self) -> &mut Block {
        &mut self.process.blocks[self.current]
    }

    /// The process at hand with what it can access.
    fn machine(&self) -> Machine<'_> {
        self.design.with(&self.process)
    }

    fn new_block(&mut self, span: Span) -> BlockId {
        self.process.blocks.alloc(Block::new(span))
    }

    /// Ends the block at hand, which goes on at `next` where nothing else was said.
    fn close(&mut self, next: BlockId) {
        self.store_env();
        self.block_mut().next = Target::Block(next);
    }

    fn store_env(&mut self) {
        let mut writes: Vec<(VarId, NodeId)> = self.env.drain().collect();
        writes.retain(|(var, node)| self.initial.get(var) != Some(node));
        writes.sort_by_key(|(var, _)| var.into_raw());
        self.block_mut().writes.extend(writes);
    }

    /// Goes on in another block.
    fn start(&mut self, block: BlockId) {
        self.current = block;
        self.initial.clear();
        self.env.clear();
        self.undefined.clear();
        self.left.clear();
        self.inline_exits.clear();
        self.active = None;
        self.guarded = false;
    }

    /// The last block: waits until everything has arrived in memory, and writes the outputs.
    fn finish_in(&mut self, done: BlockId) {
        self.store_env();
        self.start(done);
        for bundle in 0..self.design.bundles.len() {
            if self.design.bundles[bundle].writes {
                self.node(NodeKind::Fence(bundle), Scalar::Bool, Vec::new());
            }
        }
        let outputs = self.params.iter().filter_map(|param| Some((param.arg, param.output?)));
        for (arg, var) in outputs.collect::<Vec<_>>() {
            let (value, ty) = (self.read_var(var), self.process.vars[var].ty);
            let value = self.cast(value, ty.in_memory());
            self.node(NodeKind::Output(arg), ty.in_memory(), vec![value]);
        }
        self.block_mut().next = Target::Done;
    }

    fn new_var(&mut self, name: impl Into<String>, ty: Scalar) -> VarId {
        self.process.vars.alloc(super::design::Var::new(name, ty))
    }
}

/// The parameters that a kernel writes.
fn written(func: &Func) -> FxHashSet<usize> {
    let mut written = FxHashSet::default();
    for op in func.ops_in_order() {
        func.ops[op].kind.for_each_write(|root| func.is_writable(root), &mut |place| {
            if let Root::Param(param) = place.root {
                written.insert(param);
            }
        });
    }
    written
}
