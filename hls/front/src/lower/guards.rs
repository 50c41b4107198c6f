//! Blocks that a process has: `let mut block = tx.acquire();`, until the scope of the variable ends.
//!
//! A stream of blocks is two channels of tokens ([`Token`]): a producer sends one for the block that it holds and one when the block
//! is filled; a consumer receives them in the other order. Where control leaves a scope, the blocks of its variables are handed
//! over; what `drop` hands over under a condition has a flag.

use sycl_hls_ir::{
    Channel, ChannelEnd, ChannelId, Diagnostic, Init, OpKind, Place, Root, Slot, SlotId, Span, Token,
    TokenKind,
};
use sycl_hls_types::Scalar;

use super::Lowerer;
use super::operand::{Operand, Stream};
use crate::builtin::Builtin;
use crate::codes;
use crate::hir::{ExprId, ExprKind, LocalId, MethodCall, PatKind, Stmt};
use crate::ty::Ty;
use crate::typed::Callee;

/// A variable that has a block.
#[derive(Clone)]
pub(super) struct Guard {
    local: LocalId,
    end: ChannelEnd,
    held: ChannelId,
    filled: ChannelId,
    /// The loops and blocks of KIR around it.
    levels: usize,
    /// True while it has the block, where that depends on a condition.
    flag: Option<Place>,
    span: Span,
}

impl Lowerer<'_, '_, '_> {
    /// The two channels of a new stream of blocks.
    pub(super) fn blocks(&mut self, array: &Ty, depth: u64, span: Span) -> Option<Stream> {
        let ty = self.ir_type(array)?;
        let name = "blocks".to_owned();
        let blocks = self.builder.func_mut().slots.alloc(Slot::variable(name.clone(), ty));
        let channels = [TokenKind::Held, TokenKind::Filled].map(|kind| {
            let token = Some(Token { blocks, kind });
            let channel = Channel { name: name.clone(), element: Scalar::Bool, depth, span, token };
            let channel = self.builder.func_mut().channels.alloc(channel);
            self.regions.open(channel);
            channel
        });
        Some(Stream::from(channels))
    }

    /// The slot of the blocks that a channel has tokens of.
    pub(super) fn blocks_of(&self, channel: ChannelId) -> Option<SlotId> {
        self.builder.func().channels[channel].token.map(|token| token.blocks)
    }

    /// `let block = end.acquire();`
    pub(super) fn acquire(&mut self, local: LocalId, call: &MethodCall, span: Span) -> Option<()> {
        let stream = self.accessed(call)?;
        let Ty::End(end, _) = *self.types.expr(call.receiver).deref() else { return None };
        let &[held, filled] = &*stream else { return None };
        let name = self.builder.func().channels[held].name.clone();
        if let Some(before) = self.regions.held.get(&held) {
            let message = format!("a second block of `{name}` is acquired while the first one is held");
            let error = Diagnostic::error(codes::STREAM_END, call.at, message)
                .related(*before, "this block is held")
                .note("an end of a stream has one block at a time (E0499 of rustc; UG1399: no nested locks)");
            self.program.front.report(error.help("let its scope end before, or hand it over: `drop(block)`"));
            return None;
        }
        self.regions.held.insert(held, span);
        match end {
            ChannelEnd::Write => self.send_token(held, call.at),
            ChannelEnd::Read => _ = self.builder.read_channel(filled, call.at),
        }
        let blocks = self.blocks_of(held)?;
        self.bindings.insert(local, Operand::Ref(Place::whole(Root::Slot(blocks))));
        let flag = self.is_dropped_inside(local).then(|| {
            let name = format!("{}_held", self.body.locals[local].name);
            let slot = Slot::variable(name, Scalar::Bool);
            let held = self.constant(true, span);
            Place::whole(Root::Slot(self.builder.declare(slot, Init::Fill(held), span)))
        });
        self.guards.push(Guard { local, end, held, filled, levels: self.levels.len(), flag, span: call.at });
        Some(())
    }

    fn send_token(&mut self, channel: ChannelId, span: Span) {
        let token = self.constant(true, span);
        self.builder.write_channel(channel, token, span);
    }

    /// True if some `drop` of a block stands deeper than the variable, so that control decides about it.
    fn is_dropped_inside(&self, local: LocalId) -> bool {
        let is_drop = |id: ExprId| {
            let ExprKind::Method(call) = &self.body.exprs[id].kind else { return false };
            let is_it = matches!(self.body.exprs[call.receiver].kind, ExprKind::Local(it) if it == local);
            is_it && matches!(self.types.callee(id), Some(Callee::Builtin(Builtin::HandOver)))
        };
        let is_let = |stmt: &Stmt| match stmt {
            Stmt::Let(stmt) => {
                matches!(self.body.pats[stmt.pat].kind, PatKind::Bind(it, None) if it == local)
            }
            Stmt::Expr(_) => false,
        };
        let blocks = self.body.blocks();
        let own = blocks.iter().find(|block| block.stmts.iter().any(is_let));
        let beside = own.map_or(0, |own| {
            own.stmts.iter().filter(|stmt| matches!(stmt, Stmt::Expr(id) if is_drop(*id))).count()
        });
        self.body.exprs.iter().filter(|(id, _)| is_drop(*id)).count() > beside
    }

    /// `drop(block)`
    pub(super) fn hand_over(&mut self, call: &MethodCall) {
        let ExprKind::Local(local) = *self.kind(call.receiver) else { return };
        let Some(position) = self.guards.iter().rposition(|guard| guard.local == local) else { return };
        let guard = self.guards[position].clone();
        self.release(&guard, call.at);
        match &guard.flag {
            Some(flag) => {
                let gone = self.constant(false, call.at);
                self.builder.push(OpKind::Write(flag.clone(), gone), call.at);
            }
            None => {
                self.guards.remove(position);
                self.regions.held.remove(&guard.held);
            }
        }
    }

    /// Hands a block over.
    fn release(&mut self, guard: &Guard, span: Span) {
        match guard.end {
            ChannelEnd::Write => self.send_token(guard.filled, span),
            ChannelEnd::Read => _ = self.builder.read_channel(guard.held, span),
        }
    }

    /// Hands a block over at the end of its scope, unless that was done.
    fn release_at_end(&mut self, guard: &Guard) {
        let Some(flag) = guard.flag.clone() else { return self.release(guard, guard.span) };
        let cond = self.builder.read(flag, Scalar::Bool, guard.span);
        let then = self.with_region(|lowerer| lowerer.release(guard, guard.span));
        let otherwise = self.with_region(|_| ());
        self.builder.push(OpKind::If { cond, then, otherwise }, guard.span);
    }

    /// Lowers the code of a scope; what its variables have is handed over then.
    pub(super) fn scope<R>(&mut self, fill: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.guards.len();
        let result = fill(self);
        while self.guards.len() > before
            && let Some(guard) = self.guards.pop()
        {
            if self.reachable {
                self.release_at_end(&guard);
            }
            self.regions.held.remove(&guard.held);
        }
        result
    }

    /// Control leaves all loops and blocks from this one on, with the scopes in them.
    pub(super) fn leave_scopes(&mut self, level: usize) {
        let guards: Vec<Guard> = self.guards.iter().filter(|guard| guard.levels > level).cloned().collect();
        guards.iter().rev().for_each(|guard| self.release_at_end(guard));
    }

    /// Complains about `acquire` that no variable has the block of.
    pub(super) fn unnamed_block(&mut self, call: &MethodCall) {
        let error =
            Diagnostic::error(codes::STREAM_END, call.at, "no variable has the block that is acquired")
                .note("the block is handed over where the scope of its variable ends");
        self.program.front.report(error.help("write `let mut block = tx.acquire();`, and use `block`"));
    }

    /// Complains about a region that a process enters while it has a block.
    pub(super) fn no_block_across(&mut self, region: Span) {
        if let Some(held) = self.regions.held.values().next().copied() {
            let message = "a block is held while the processes of a region run";
            let error = Diagnostic::error(codes::STREAM_END, region, message)
                .related(held, "it is acquired here")
                .note("a block belongs to the process that has acquired it");
            self.program
                .front
                .report(error.help("hand it over before, or acquire it in a process of the region"));
        }
    }
}
