//! Blocks that processes hand over: each is a buffer of a memory with a [`Handover`].
//!
//! A process counts the blocks that it has handed over, modulo their number: that is the buffer that it accesses. What it does
//! with tokens has blocks of its own, so that it waits, and the count changes, with no access under way.

use sycl_hls_ir::dataflow::ProcessAccesses;
use sycl_hls_ir::{
    BinaryOp, ChannelAccess, ChannelEnd, ChannelId, OpId, OpKind, RegionId, SlotId, Token, TokenKind,
};
use sycl_hls_types::Scalar;

use super::storage::Kept;
use super::{Builder, Unsupported};
use crate::rtl::design::{self, Handover, NodeKind};

impl Builder<'_> {
    /// The memories of the blocks of a region are handed over by their tokens.
    pub(super) fn hand_blocks_over(&mut self, region: RegionId) {
        let func = self.func;
        for op in &func.regions[region].ops {
            let OpKind::DeclareChannel(held) = func.ops[*op].kind else { continue };
            let Some(Token { blocks, kind: TokenKind::Held }) = func.channels[held].token else { continue };
            let filled = func.token_of(blocks, TokenKind::Filled);
            let tokens = self.channels.get(held).zip(filled.and_then(|filled| self.channels.get(filled)));
            let handover = tokens.map(|(held, filled)| Handover { held: *held, filled: *filled });
            let leaves = self.slots.get(blocks).into_iter().flat_map(|storage| &storage.leaves);
            for (_, kept) in leaves {
                if let Kept::Banks(banks) = kept {
                    banks.memories.iter().for_each(|it| self.design.memories[*it].handover = handover);
                }
            }
        }
    }

    /// A process that has ends of streams of blocks begins with the first buffer of each.
    pub(super) fn begin_blocks(
        &mut self,
        body: RegionId,
        accesses: &ProcessAccesses,
    ) -> Result<(), Unsupported> {
        let mut known = Vec::new();
        for access in accesses.channels.iter().filter(|access| access.process == body) {
            let channel = &self.func.channels[access.channel];
            if !matches!(channel.token, Some(Token { kind: TokenKind::Held, .. }))
                || known.contains(&access.channel)
            {
                continue;
            }
            known.push(access.channel);
            let Some(&held) = self.channels.get(access.channel) else { continue };
            let ty = Scalar::int(false, (channel.depth.max(2) - 1).ilog2() + 1);
            let ty = ty.ok_or_else(|| self.unsupported("so many blocks"))?;
            let (buffer, first) = (self.new_var(format!("{}_block", channel.name), ty), self.number(ty, 0));
            self.set_var(buffer, first);
            self.process.buffers.push((held, buffer));
        }
        Ok(())
    }

    /// An operation on a token, and the first one behind it that is none, begin a block where that separates accesses of buffers
    /// from tokens.
    pub(super) fn apart(&mut self, op: OpId) {
        if self.process.buffers.is_empty() || self.func.ops[op].kind.is_pure() {
            return;
        }
        let is_token = self.is_on_token(op);
        let separate = |kind: &NodeKind| match kind {
            NodeKind::Load(memory) | NodeKind::Store(memory) => {
                is_token && self.design.memories[*memory].handover.is_some()
            }
            kind => !is_token && kind.end().is_some_and(|(channel, _)| self.is_of_blocks(channel)),
        };
        if self.block().nodes.iter().any(|(_, node)| separate(&node.kind)) {
            self.next_block();
        }
    }

    fn is_on_token(&self, op: OpId) -> bool {
        let func = self.func;
        matches!(func.ops[op].kind, OpKind::Channel { channel, .. } if func.channels[channel].token.is_some())
    }

    /// True for the tokens of blocks.
    fn is_of_blocks(&self, channel: design::ChannelId) -> bool {
        let handovers = self.design.memories.iter().filter_map(|(_, memory)| memory.handover);
        let mut tokens = handovers.flat_map(|handover| [handover.held, handover.filled]);
        tokens.any(|token| token == channel)
    }

    /// Sends or receives a token of blocks.
    pub(super) fn block_token(
        &mut self,
        channel: ChannelId,
        access: &ChannelAccess,
    ) -> Result<(), Unsupported> {
        self.channel(channel, access)?;
        let Some(Token { blocks, kind }) = self.func.channels[channel].token else { return Ok(()) };
        if matches!(
            (kind, access.end()),
            (TokenKind::Filled, ChannelEnd::Write) | (TokenKind::Held, ChannelEnd::Read)
        ) {
            self.next_buffer(blocks);
        }
        Ok(())
    }

    /// The process has handed a block over: it accesses the next buffer from now on.
    fn next_buffer(&mut self, blocks: SlotId) {
        let held = self.func.token_of(blocks, TokenKind::Held);
        let Some(&held) = held.and_then(|held| self.channels.get(held)) else { return };
        let Some(buffer) = self.process.buffer(held) else { return };
        let (ty, last) = (self.process.vars[buffer].ty, self.design.channels[held].depth - 1);
        let now = self.read_var(buffer);
        let (one, first) = (self.number(ty, 1), self.number(ty, 0));
        let (next, is_last) = (self.binary(BinaryOp::Add, now, one), self.equals(now, last));
        let next = self.select(is_last, first, next);
        self.set_var(buffer, next);
    }

    /// Goes on in a new block.
    pub(super) fn next_block(&mut self) {
        let next = self.new_block(self.span);
        self.close(next);
        self.start(next);
    }
}
