//! Blocks that processes hand over: each is a buffer of a memory with a [`Handover`].
//!
//! A process counts the blocks that it has handed over, modulo their number: that is the buffer that it accesses.

use sycl_hls_ir::dataflow::ProcessAccesses;
use sycl_hls_ir::{
    BinaryOp, ChannelAccess, ChannelEnd, ChannelId, OpKind, RegionId, SlotId, Token, TokenKind,
};
use sycl_hls_types::Scalar;

use super::storage::Kept;
use super::{Builder, Unsupported};
use crate::rtl::design::{Handover, NodeId};

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

    /// An operation on a channel. With some tokens the process has handed a block over.
    pub(super) fn token_or_element(
        &mut self,
        channel: ChannelId,
        access: &ChannelAccess,
    ) -> Result<Option<NodeId>, Unsupported> {
        let node = self.channel(channel, access)?;
        let Some(Token { blocks, kind }) = self.func.channels[channel].token else { return Ok(node) };
        if matches!(
            (kind, access.end()),
            (TokenKind::Filled, ChannelEnd::Write) | (TokenKind::Held, ChannelEnd::Read)
        ) {
            self.next_buffer(blocks);
        }
        Ok(node)
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
        self.write_var(buffer, next);
    }
}
