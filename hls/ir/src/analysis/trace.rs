//! A kernel run on symbols.

mod access;
mod call;
mod loops;

use std::collections::BTreeMap;
use std::rc::Rc;

use la_arena::ArenaMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::directive::LoopDirectives;
use crate::{ChannelAccess, Func, FuncId, Module, OpId, OpKind, RegionId, Root, Span, ValueId};

use super::alias::{Content, Location, Parted, Store, Symbol, either};
use super::compute::compute;
use super::latency::{ClockSpeed, Work};
use super::recurrence::{Carried, Promise};
use super::{Access, Atoms, Memory, MemoryId, Poly};

/// Operations that one kernel may take, copies of unrolled bodies included; what lies behind is not looked at.
const FUEL: usize = 100_000;

/// What a kernel and the helpers that it calls do.
#[derive(Debug)]
pub struct Trace<'m> {
    /// The memories that they access.
    pub memories: Vec<Memory>,
    /// The symbols of indices.
    pub atoms: Atoms,
    /// Every loop that stays one, inner before outer.
    pub loops: Vec<LoopTrace<'m>>,
    /// The accesses outside of loops.
    pub outside: Vec<Access>,
    /// The clock that latencies are given for.
    pub clock: ClockSpeed,
}

/// One iteration of a loop.
#[derive(Debug)]
pub struct LoopTrace<'m> {
    /// The loop.
    pub span: Span,
    /// What the user asks of it.
    pub directives: &'m LoopDirectives,
    /// The number of loops around it, itself included.
    pub level: usize,
    /// The number of iterations, where it is known.
    pub iterations: Option<u64>,
    /// The accesses of an iteration, those in loops inside left out.
    pub accesses: Vec<Access>,
    /// What iterations pass on.
    pub carried: Vec<Carried>,
    /// What the user promises of the accesses of different iterations.
    pub promises: Vec<Promise>,
    /// Objects that an iteration writes.
    pub written: FxHashSet<u32>,
    /// True if nothing is left out.
    pub complete: bool,
    /// True if there is no loop inside that stays one.
    pub innermost: bool,
}

/// Runs a kernel on symbols.
#[must_use]
pub fn trace(module: &Module, kernel: FuncId) -> Trace<'_> {
    let func = &module.funcs[kernel];
    let mhz = func.directives.clock.as_ref().map(|clock| clock.mhz);
    let mut walk = Walk {
        module,
        clock: mhz.map_or(ClockSpeed::Mhz300, ClockSpeed::of_mhz),
        memories: Vec::new(),
        objects: Vec::new(),
        interned: BTreeMap::new(),
        globals: FxHashMap::default(),
        atoms: Atoms::default(),
        sources: Vec::new(),
        store: Store::default(),
        open: vec![OpenLoop { pipelined: func.directives.is_pipelined(), ..OpenLoop::default() }],
        loops: Vec::new(),
        fuel: FUEL,
    };
    let mut frame = walk.kernel_frame(func);
    walk.region(&mut frame, func.body);
    let outside = walk.open.pop().map(|body| body.accesses).unwrap_or_default();
    Trace { memories: walk.memories, atoms: walk.atoms, loops: walk.loops, outside, clock: walk.clock }
}

/// A function that is being run.
struct Frame<'m> {
    func: &'m Func,
    values: ArenaMap<ValueId, Symbol>,
    /// What roots of places mean.
    views: FxHashMap<Root, View>,
    returned: Option<Symbol>,
}

/// An object, or a part of one, as a function sees it.
#[derive(Clone)]
struct View {
    object: u32,
    fields: Vec<usize>,
    /// The indices that lead to it.
    prefix: Vec<Poly>,
    /// Of a part of a slice: where it begins.
    offset: Option<Poly>,
    /// Of a slice: its length.
    len: Option<Symbol>,
}

/// A loop that is being run; the first one is the kernel's body.
#[derive(Default)]
struct OpenLoop {
    pipelined: bool,
    written: FxHashSet<u32>,
    accesses: Vec<Access>,
    has_inner: bool,
    incomplete: bool,
}

/// What an iteration may find that an earlier one wrote.
struct Source {
    location: Location,
    level: usize,
    span: Span,
}

struct Walk<'m> {
    module: &'m Module,
    clock: ClockSpeed,
    memories: Vec<Memory>,
    /// Each object as a memory without a field.
    objects: Vec<Memory>,
    interned: BTreeMap<(u32, Vec<usize>), MemoryId>,
    globals: FxHashMap<Root, View>,
    atoms: Atoms,
    sources: Vec<Source>,
    store: Store,
    open: Vec<OpenLoop>,
    loops: Vec<LoopTrace<'m>>,
    fuel: usize,
}

impl<'m> Walk<'m> {
    /// The level of the innermost loop.
    fn level(&self) -> usize {
        self.open.len().saturating_sub(1)
    }

    fn is_pipelined(&self) -> bool {
        self.open.iter().any(|open| open.pipelined)
    }

    /// Takes fuel; false when there is no more.
    fn burn(&mut self, amount: usize) -> bool {
        self.fuel = self.fuel.saturating_sub(amount);
        if self.fuel == 0 {
            self.open.iter_mut().for_each(|open| open.incomplete = true);
        }
        self.fuel > 0
    }

    /// Runs a region and gives what it yields.
    fn region(&mut self, frame: &mut Frame<'m>, region: RegionId) -> Option<Symbol> {
        let mut yielded = None;
        for &op in &frame.func.regions[region].ops {
            if !self.burn(1) {
                return None;
            }
            if let OpKind::Yield(value) = &frame.func.ops[op].kind {
                yielded = Some(self.value(frame, *value));
            } else {
                self.op(frame, op);
            }
        }
        yielded
    }

    fn op(&mut self, frame: &mut Frame<'m>, id: OpId) {
        let op = &frame.func.ops[id];
        let symbol = match &op.kind {
            OpKind::Read(place) => Some(self.read(frame, place, op.span)),
            OpKind::Write(place, value) => {
                let symbol = self.value(frame, *value);
                self.write(frame, place, symbol, op.span);
                None
            }
            OpKind::Fill(place, _) | OpKind::Copy { to: place, .. } => {
                self.overwrite(frame, place);
                None
            }
            OpKind::Declare { slot, init } => {
                self.declare(frame, *slot, init, op.span);
                None
            }
            OpKind::Len(param) => Some(self.len(frame, *param)),
            OpKind::Call { func, args } => self.call(frame, *func, args),
            OpKind::For(for_loop) => {
                self.for_loop(frame, for_loop, op.span);
                None
            }
            OpKind::While { cond, body, directives } => {
                self.while_loop(frame, *cond, *body, directives, op.span);
                None
            }
            OpKind::Block { body }
            | OpKind::Scope { body, .. }
            | OpKind::Dataflow { body, .. }
            | OpKind::Process { body, .. } => self.region(frame, *body),
            OpKind::Channel { access, .. } => {
                if let ChannelAccess::TryRead(place) = access {
                    self.overwrite(frame, place);
                }
                op.result.map(|result| self.received(frame.func.ty(result).is_integer()))
            }
            OpKind::If { cond, then, otherwise } => self.branches(frame, *cond, *then, *otherwise),
            OpKind::Return(Some(value)) => {
                let symbol = self.value(frame, *value);
                let earlier = frame.returned.take();
                frame.returned = Some(match earlier {
                    Some(earlier) => either(&earlier, &symbol, &mut self.atoms),
                    None => symbol,
                });
                None
            }
            OpKind::Const(value) => Some(Symbol::invariant(value.to_integer().map(Poly::constant))),
            OpKind::Global(global) => {
                let value = self.module.globals[*global].leaves.first();
                Some(Symbol::invariant(value.and_then(|value| value.to_integer()).map(Poly::constant)))
            }
            kind if kind.is_pure() => Some(self.compute(frame, id)),
            _ => None,
        };
        if let (Some(result), Some(symbol)) = (op.result, symbol) {
            frame.values.insert(result, symbol);
        }
    }

    fn value(&self, frame: &Frame<'m>, value: ValueId) -> Symbol {
        frame.values.get(value).cloned().unwrap_or_default()
    }

    /// What comes out of a channel, as little known as what lies in a slice.
    fn received(&mut self, is_integer: bool) -> Symbol {
        let level = self.level();
        let index = is_integer.then(|| Poly::atom(self.atoms.fresh(level, true)));
        Symbol { index, level, fetched: true, ..Symbol::default() }
    }

    fn compute(&mut self, frame: &Frame<'m>, id: OpId) -> Symbol {
        let op = &frame.func.ops[id];
        let mut operands = Vec::new();
        op.kind.for_each_operand(&mut |value| operands.push(self.value(frame, value)));
        compute(frame.func, op, &operands, self.clock, &mut self.atoms)
    }

    /// Both branches, from the same memory.
    fn branches(
        &mut self,
        frame: &mut Frame<'m>,
        cond: ValueId,
        then: RegionId,
        otherwise: RegionId,
    ) -> Option<Symbol> {
        let cond = self.value(frame, cond);
        if let Some(truth) = cond.as_constant() {
            return self.region(frame, if truth == 0 { otherwise } else { then });
        }
        if !self.burn(self.store.len()) {
            return None;
        }
        let start = self.store.clone();
        let (yes, yes_accesses) = self.branch(frame, then);
        let after_yes = std::mem::replace(&mut self.store, start);
        let (no, no_accesses) = self.branch(frame, otherwise);
        let after_no = std::mem::take(&mut self.store);
        self.store = self.joined(&cond, after_yes, &after_no);
        let accesses = exclusive(yes_accesses, no_accesses);
        self.innermost().accesses.extend(accesses);
        match (yes, no) {
            (Some(yes), Some(no)) => Some(self.chosen(&cond, &yes, &no)),
            (one, other) => one.or(other),
        }
    }

    fn branch(&mut self, frame: &mut Frame<'m>, region: RegionId) -> (Option<Symbol>, Vec<Access>) {
        let before = self.innermost().accesses.len();
        let yielded = self.region(frame, region);
        (yielded, self.innermost().accesses.split_off(before))
    }

    fn innermost(&mut self) -> &mut OpenLoop {
        if self.open.is_empty() {
            self.open.push(OpenLoop::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn chosen(&mut self, cond: &Symbol, yes: &Symbol, no: &Symbol) -> Symbol {
        let mut chosen = either(yes, no, &mut self.atoms);
        chosen.depend_on(cond);
        chosen.flow = chosen.flow.through(Work::select().cost, None, None);
        chosen
    }

    /// Memory after one of two branches.
    fn joined(&mut self, cond: &Symbol, yes: Store, no: &Store) -> Store {
        let (mut joined, parted) = yes.meet(no);
        for Parted { location, after } in parted {
            let content = if self.is_registers(location.memory) {
                self.held(cond, &location, &after)
            } else {
                self.enabled(cond, after)
            };
            if let Some(content) = content {
                joined.write(location, content);
            }
        }
        joined
    }

    /// A register after one of two branches: where a branch leaves it alone, it takes what it had.
    fn held(
        &mut self,
        cond: &Symbol,
        location: &Location,
        after: &[Option<Rc<Content>>; 2],
    ) -> Option<Content> {
        let [yes, no] = after;
        let span = yes.as_ref().or(no.as_ref())?.span;
        let before = self.before(location, span);
        let [yes, no] = [yes, no].map(|content| content.as_ref().map_or(&before, |content| &content.symbol));
        Some(Content::written(self.chosen(cond, yes, no), span))
    }

    /// An element of a memory after one of two branches: where a branch leaves it alone, nothing is written, and nothing
    /// was read for that.
    fn enabled(&mut self, cond: &Symbol, after: [Option<Rc<Content>>; 2]) -> Option<Content> {
        match after.map(|content| content.filter(|content| content.written.is_some())) {
            [Some(yes), Some(no)] => {
                let written = yes.written.as_ref().zip(no.written.as_ref());
                Some(Content {
                    symbol: self.chosen(cond, &yes.symbol, &no.symbol),
                    written: written.map(|(yes, no)| self.chosen(cond, yes, no)),
                    whole: yes.whole && no.whole,
                    span: yes.span,
                })
            }
            [Some(one), None] | [None, Some(one)] => {
                let mut one = Rc::unwrap_or_clone(one);
                one.symbol.depend_on(cond);
                one.written.iter_mut().for_each(|written| written.depend_on(cond));
                Some(Content { whole: false, ..one })
            }
            [None, None] => None,
        }
    }
}

/// The accesses of the branch that has more of them, for each memory: only one of the two runs. What both access is accessed
/// in any case.
fn exclusive(yes: Vec<Access>, no: Vec<Access>) -> Vec<Access> {
    let count = |accesses: &[Access], memory| accesses.iter().filter(|it| it.memory == memory).count();
    let memories: std::collections::BTreeSet<MemoryId> = yes.iter().chain(&no).map(|it| it.memory).collect();
    let more: FxHashMap<MemoryId, bool> =
        memories.into_iter().map(|memory| (memory, count(&yes, memory) >= count(&no, memory))).collect();
    let of = |own: &[Access], other: &[Access], side: bool| {
        let chosen = own.iter().filter(|it| more.get(&it.memory) == Some(&side));
        let marked =
            chosen.map(|it| Access { conditional: !other.iter().any(|is| same(it, is)), ..it.clone() });
        marked.collect::<Vec<_>>()
    };
    let mut chosen = of(&yes, &no, true);
    chosen.extend(of(&no, &yes, false));
    chosen
}

/// True if two branches access one element, each in any case.
fn same(one: &Access, other: &Access) -> bool {
    let is_equal = (one.memory, &one.path, one.write) == (other.memory, &other.path, other.write);
    is_equal && !one.conditional && !other.conditional
}
