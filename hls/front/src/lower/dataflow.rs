//! Dataflow regions: statements become processes.

use std::collections::{BTreeMap, HashSet};

use sycl_hls_ir::{ChannelId, Init, OpKind, RegionId, Span};

use super::Lowerer;
use crate::hir::{Block, ExprId, ExprKind, LetStmt, LocalId, PatKind, Stmt};

/// The processes around the code at hand, and what they share.
#[derive(Default)]
pub(super) struct Regions {
    /// The number of processes around the code.
    level: usize,
    /// Streams that no region declares yet, with the number of processes around their `let`.
    open: BTreeMap<u32, (ChannelId, usize)>,
    /// First values of memory that a region declares: the first process that names the variable writes them. With the
    /// number of processes around the region.
    first_values: BTreeMap<u32, (LocalId, ExprId, usize)>,
    /// Variables that the code named.
    touched: HashSet<LocalId>,
}

impl Regions {
    /// Notes a stream.
    pub fn open(&mut self, channel: ChannelId) {
        self.open.insert(channel.into_raw().into_u32(), (channel, self.level));
    }

    /// True if no process is around the code that was not around the stream's `let`.
    pub fn is_outside(&self, channel: ChannelId) -> bool {
        self.open.values().any(|(open, level)| *open == channel && *level == self.level)
    }

    /// Takes over the streams of another body's regions, and the number of processes around it; variables are each body's own.
    pub fn share(&mut self, other: &mut Self) {
        self.level = other.level;
        self.open.append(&mut other.open);
    }

    /// Notes a variable that the code names.
    pub fn touch(&mut self, local: LocalId) {
        self.touched.insert(local);
    }
}

impl Lowerer<'_, '_, '_> {
    /// A block whose statements are processes.
    pub(super) fn dataflow(&mut self, block: &Block, at: Span) {
        let body = self.with_region(|lowerer| {
            for stmt in &block.stmts {
                match stmt {
                    Stmt::Let(stmt) => lowerer.shared(stmt),
                    Stmt::Expr(id) => lowerer.process_of(*id),
                }
            }
        });
        self.declare_streams(body);
        self.builder.push(OpKind::Dataflow { body }, at);
    }

    /// Declares the streams that the region's processes use, or that stand in it.
    fn declare_streams(&mut self, body: RegionId) {
        let used: HashSet<ChannelId> = self.channels_in(body).into_iter().collect();
        let level = self.regions.level;
        let (claimed, open) = std::mem::take(&mut self.regions.open)
            .into_iter()
            .partition(|(_, (channel, at))| *at == level && used.contains(channel));
        self.regions.open = open;
        let front = self.with_region(|lowerer| {
            for (_, (channel, _)) in claimed {
                let span = lowerer.builder.func().channels[channel].span;
                lowerer.builder.push(OpKind::DeclareChannel(channel), span);
            }
        });
        self.prepend(front, body);
    }

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
    fn prepend(&mut self, front: RegionId, region: RegionId) {
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
        self.regions.first_values.insert(key, (*local, init, self.regions.level));
    }

    fn process_of(&mut self, id: ExprId) {
        if !matches!(self.kind(id), ExprKind::Unit | ExprKind::Error) {
            self.process(self.called(id), self.span(id), |lowerer| lowerer.effect(id));
        }
    }

    fn called(&self, id: ExprId) -> String {
        self.program.front.called(self.types, id)
    }

    fn process(&mut self, name: String, span: Span, fill: impl FnOnce(&mut Self)) {
        let levels = std::mem::take(&mut self.levels);
        self.regions.level += 1;
        let body = self.with_region(fill);
        self.regions.level -= 1;
        self.levels = levels;
        let front = self.with_region(Self::first_values);
        self.prepend(front, body);
        self.builder.push(OpKind::Process { name, body }, span);
    }

    /// Writes the first values of the region's memory that a process named as the first one.
    fn first_values(&mut self) {
        let level = self.regions.level;
        let touched = std::mem::take(&mut self.regions.touched);
        let (first, later) = std::mem::take(&mut self.regions.first_values)
            .into_iter()
            .partition(|(_, (local, _, at))| *at == level && touched.contains(local));
        self.regions.first_values = later;
        for (local, init, _) in BTreeMap::into_values(first) {
            if let Some(super::operand::Operand::Place(place)) = self.bindings.get(local).cloned() {
                let span = self.span(init);
                self.store(&place, init, span);
            }
        }
        self.regions.touched = touched;
    }
}
