//! Dataflow regions: statements become processes.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::directive::DirectiveSet as _;
use sycl_hls_ir::{ChannelId, Diagnostic, Init, OpKind, RegionId, Span, Token, TokenKind};

use super::Lowerer;
use super::choose::Sink;
use super::operand::Operand;
use super::peek::Holding;
use crate::codes;
use crate::hir::{
    Block, DataflowAttribute, ExprId, ExprKind, ForExpr, Iter, LetStmt, LocalId, PatKind, Stmt,
};

/// The processes around the code at hand, and what they share.
#[derive(Default)]
pub(super) struct Regions {
    /// The statements of the processes around the code, outermost first.
    processes: Vec<Span>,
    /// Streams that no region declares yet, with the number of processes around their `let`.
    open: BTreeMap<u32, (ChannelId, usize)>,
    /// Streams that a region declares, with its `#[dataflow]` and the number of processes around it.
    claimed: FxHashMap<ChannelId, (Span, usize)>,
    /// Streams about which there was a complaint.
    wrong: FxHashSet<ChannelId>,
    /// First values of memory that a region declares: the first process that names the variable writes them. With the
    /// number of processes around the region.
    first_values: BTreeMap<u32, (LocalId, ExprId, usize)>,
    /// The registers of the process at hand that hold elements which were taken ahead.
    pub holding: Vec<Holding>,
    /// The blocks that the process at hand has, by the tokens for those that are held, and where it has acquired them.
    pub held: FxHashMap<ChannelId, Span>,
    /// Variables that the code named.
    touched: FxHashSet<LocalId>,
}

impl Regions {
    /// Notes a stream.
    pub fn open(&mut self, channel: ChannelId) {
        self.open.insert(channel.into_raw().into_u32(), (channel, self.level()));
    }

    /// The number of processes around the code.
    const fn level(&self) -> usize {
        self.processes.len()
    }

    /// What is wrong with a use of a stream by an operation at this place.
    pub fn misuse(&self, channel: ChannelId, at: Span) -> Option<Misuse> {
        if let Some((region, level)) = self.claimed.get(&channel) {
            let at =
                self.processes.get(*level).filter(|process| !process.contains(at)).copied().unwrap_or(at);
            return Some(Misuse::Later { region: *region, at });
        }
        let is_outside = |(open, level): &(ChannelId, usize)| *open == channel && *level == self.level();
        self.open.values().any(is_outside).then_some(Misuse::Outside)
    }

    /// Notes a complaint about a stream; false if there was one.
    pub fn is_new(&mut self, channel: ChannelId) -> bool {
        self.wrong.insert(channel)
    }

    /// Streams that no region uses, and about which there was no complaint.
    pub fn unused(&self) -> Vec<ChannelId> {
        let open = self.open.values().map(|(channel, _)| *channel);
        open.filter(|channel| !self.wrong.contains(channel)).collect()
    }

    /// Takes over the streams of another body's regions, and the number of processes around it; variables are each body's own.
    pub fn share(&mut self, other: &mut Self) {
        self.processes.clone_from(&other.processes);
        self.open.append(&mut other.open);
        self.claimed.extend(other.claimed.drain());
        self.wrong.extend(other.wrong.drain());
        self.holding.append(&mut other.holding);
        self.held.extend(other.held.drain());
    }

    /// Notes a variable that the code names.
    pub fn touch(&mut self, local: LocalId) {
        self.touched.insert(local);
    }
}

/// A wrong use of a stream.
#[derive(Clone, Copy)]
pub(super) enum Misuse {
    /// No process is around it that was not around the stream's `let`.
    Outside,
    /// After the region that uses the stream, whose `#[dataflow]` this is.
    Later { region: Span, at: Span },
}

impl Lowerer<'_, '_, '_> {
    /// A block whose statements are processes.
    pub(super) fn dataflow(&mut self, block: &Block, attribute: DataflowAttribute) {
        let DataflowAttribute { at, start_propagation } = attribute;
        self.no_block_across(at);
        let body = self.with_region(|lowerer| {
            for stmt in &block.stmts {
                match stmt {
                    Stmt::Let(stmt) => lowerer.shared(stmt),
                    Stmt::Expr(id) => lowerer.process_of(*id),
                }
            }
        });
        self.declare_streams(body, at);
        self.builder.push(OpKind::Dataflow { start_propagation, body }, at);
    }

    /// Declares the streams that the region's processes use, or that stand in it.
    fn declare_streams(&mut self, body: RegionId, region: Span) {
        let used: FxHashSet<ChannelId> = self.channels_in(body).into_iter().collect();
        let level = self.regions.level();
        let (claimed, open) = std::mem::take(&mut self.regions.open)
            .into_iter()
            .partition(|(_, (channel, at))| *at == level && used.contains(channel));
        self.regions.open = open;
        let front = self.with_region(|lowerer| {
            for (_, (channel, _)) in claimed {
                lowerer.regions.claimed.insert(channel, (region, level));
                let span = lowerer.builder.func().channels[channel].span;
                if let Some(Token { blocks, kind: TokenKind::Held }) =
                    lowerer.builder.func().channels[channel].token
                {
                    lowerer.builder.push(OpKind::Declare { slot: blocks, init: Init::Uninit }, span);
                }
                lowerer.builder.push(OpKind::DeclareChannel(channel), span);
            }
        });
        self.prepend(front, body);
    }

    /// The channels that the operations of a region access, inner regions included; one may appear several times.
    fn channels_in(&self, region: RegionId) -> Vec<ChannelId> {
        let func = self.builder.func();
        let ops = func.regions[region].ops.iter().map(|op| &func.ops[*op].kind);
        ops.flat_map(|kind| match kind {
            OpKind::Channel { channel, .. } => vec![*channel],
            kind => kind.regions().flat_map(|inner| self.channels_in(inner)).collect(),
        })
        .collect()
    }

    /// Moves all operations of `front` to the beginning of `region`.
    pub(super) fn prepend(&mut self, front: RegionId, region: RegionId) {
        let func = self.builder.func_mut();
        let ops = std::mem::take(&mut func.regions[front].ops);
        func.regions[region].ops.splice(0..0, ops);
    }

    /// A variable of the region.
    fn shared(&mut self, stmt: &LetStmt) {
        let (PatKind::Bind(local, None), Some(init)) = (&self.body.pats[stmt.pat].kind, stmt.init) else {
            return self.let_stmt(stmt);
        };
        let Some(place) = self.declare_slot(*local, Init::Uninit, true, stmt.span) else { return };
        if matches!(self.kind(init), ExprKind::Call { .. }) {
            return self
                .process(self.called(init), stmt.span, |lowerer| lowerer.store(&place, init, stmt.span));
        }
        let key = local.into_raw().into_u32();
        self.regions.first_values.insert(key, (*local, init, self.regions.level()));
    }

    /// A statement of a region as a process.
    fn process_of(&mut self, id: ExprId) {
        if let ExprKind::For(each) = self.kind(id)
            && let Some(count) = self.types.ends_given(&each.iter)
        {
            self.processes_of(id, each, count);
        } else if !matches!(self.kind(id), ExprKind::Unit | ExprKind::Error) {
            self.process(self.called(id), self.span(id), |lowerer| lowerer.effect(id));
        }
    }

    /// A loop over ends: each iteration is a process of its own.
    fn processes_of(&mut self, id: ExprId, each: &ForExpr, count: u64) {
        let span = self.span(id);
        if let Some(wrong) = self.not_over_ends(each) {
            return self.program.front.report(wrong);
        }
        for index in 0..count {
            self.process(self.called(id), span, |lowerer| lowerer.iteration(each, index, span));
        }
    }

    /// A loop over ends in a process: the iterations one after the other, since each has other streams.
    pub(super) fn each_end(&mut self, each: &ForExpr, count: u64, span: Span) {
        if let Some(wrong) = self.not_over_ends(each) {
            return self.program.front.report(wrong);
        }
        (0..count).for_each(|index| self.iteration(each, index, span));
    }

    /// One iteration of a loop over ends: a process of its own.
    fn iteration(&mut self, each: &ForExpr, index: u64, span: Span) {
        if let Some(item) = self.given(&each.iter, index, span) {
            self.bind(&item, each.pat);
            self.block(&each.body, &Sink::Effect);
        }
    }

    /// What a loop over ends cannot have.
    fn not_over_ends(&self, each: &ForExpr) -> Option<Diagnostic> {
        let leaves = |kind: &ExprKind| match kind {
            ExprKind::Break(target, _) | ExprKind::Continue(target) => *target == each.id,
            _ => false,
        };
        let (at, message, help) = match self.body.exprs.iter().find(|(_, expr)| leaves(&expr.kind)) {
            Some((_, exit)) => (exit.span, "a loop over ends of streams is not left early", "use `if`"),
            None => {
                let directive = each.directives.set.entries().into_iter().next()?;
                let message = "directives of a loop over ends of streams have no effect";
                (directive.span, message, "put them on the loops in it")
            }
        };
        let error = Diagnostic::error(codes::STREAM_END, at, message)
            .note("each of its iterations is hardware of its own, with streams of its own");
        Some(error.help(help))
    }

    /// What an iterator over ends gives to the process with this index.
    fn given(&mut self, iter: &Iter, index: u64, span: Span) -> Option<Operand> {
        match iter {
            Iter::Items { base, .. } => {
                let ends = self.lvalue(*base)?;
                self.part(&ends, usize::try_from(index).ok()?)
            }
            Iter::Zip(a, b) => {
                Some(Operand::Parts(vec![self.given(a, index, span)?, self.given(b, index, span)?]))
            }
            Iter::Enumerate(inner) => {
                let number = Operand::Value(self.constant(index, span));
                Some(Operand::Parts(vec![number, self.given(inner, index, span)?]))
            }
            _ => None,
        }
    }

    fn called(&self, id: ExprId) -> String {
        self.program.front.called(self.body, self.types, id)
    }

    /// A process with a body.
    fn process(&mut self, name: String, span: Span, fill: impl FnOnce(&mut Self)) {
        let levels = std::mem::take(&mut self.levels);
        self.regions.processes.push(span);
        let outer = std::mem::take(&mut self.regions.holding);
        let body = self.with_region(fill);
        let holding = std::mem::replace(&mut self.regions.holding, outer);
        self.regions.processes.pop();
        for holding in &holding {
            self.hold(body, holding);
        }
        self.levels = levels;
        let front = self.with_region(Self::first_values);
        self.prepend(front, body);
        self.builder.push(OpKind::Process { name, body }, span);
    }

    /// Writes the first values of the region's memory that a process named as the first one.
    fn first_values(&mut self) {
        let level = self.regions.level();
        let touched = std::mem::take(&mut self.regions.touched);
        let (first, later) = std::mem::take(&mut self.regions.first_values)
            .into_iter()
            .partition(|(_, (local, _, at))| *at == level && touched.contains(local));
        self.regions.first_values = later;
        for (local, init, _) in BTreeMap::into_values(first) {
            if let Some(Operand::Place(place)) = self.bindings.get(local).cloned() {
                let span = self.span(init);
                self.store(&place, init, span);
            }
        }
        self.regions.touched = touched;
    }
}
