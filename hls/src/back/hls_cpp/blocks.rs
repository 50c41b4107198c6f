//! Streams of blocks, which are `hls::stream_of_blocks` (UG1399, "Stream-of-Blocks Modeling Style").
//!
//! A process has a `hls::write_buf` or `hls::read_buf` for its end, which acquires and releases: the locks of AMD's header release
//! at the end of a C++ scope, and `drop` may come before, also under a condition.

use sycl_hls_ir::{
    ChannelAccess, ChannelEnd, ChannelId, OpKind, RegionId, Root, SlotId, Span, Token, TokenKind,
};

use super::declared;
use super::func::Emitter;
use super::lines::Mark;
use super::prelude::Helper;
use super::stmt::{Stmt, StmtKind};
use crate::abi::declarator;

impl Emitter<'_> {
    /// The C++ type of a block: `int32_t[16]`.
    fn block_type(&self, blocks: SlotId) -> String {
        let ty = &self.func.slots[blocks].ty;
        format!("{}{}", declared::base(self.declared_slot(blocks), ty, self.names), declarator("", ty))
    }

    /// The C++ type of the stream of blocks with these tokens.
    pub(super) fn stream_of_blocks(&self, blocks: SlotId, held: ChannelId) -> String {
        let depth = self.func.channels[held].depth;
        format!("hls::stream_of_blocks<{}, {depth}>", self.block_type(blocks))
    }

    /// Declares what a process acquires blocks with.
    pub(super) fn declare_ends_of_blocks(&mut self, process: RegionId, span: Span) {
        for (channel, end) in self.ends_of_blocks(process) {
            let Some(Token { blocks, kind: TokenKind::Held }) = self.func.channels[channel].token else {
                continue;
            };
            self.output.helpers.insert(Helper::Blocks);
            let class = if end == ChannelEnd::Write { "write_buf" } else { "read_buf" };
            let stream = self.channel(channel).to_owned();
            let name = self.name_slot_as(blocks, &format!("{stream}_block"));
            self.line(format!("hls::{class}<{}> {name}({stream});", self.block_type(blocks)), span);
        }
    }

    /// The channels of tokens that a process itself accesses, in order.
    fn ends_of_blocks(&self, region: RegionId) -> Vec<(ChannelId, ChannelEnd)> {
        let mut ends = Vec::new();
        for op in &self.func.regions[region].ops {
            let found = match &self.func.ops[*op].kind {
                OpKind::Process { .. } => continue,
                OpKind::Channel { channel, access } => vec![(*channel, access.end())],
                kind => kind.regions().flat_map(|inner| self.ends_of_blocks(inner)).collect(),
            };
            for end in found {
                if self.func.channels[end.0].token.is_some() && !ends.contains(&end) {
                    ends.push(end);
                }
            }
        }
        ends
    }

    /// The name of the stream that a channel belongs to.
    pub(super) fn stream_with(&self, channel: ChannelId) -> &str {
        let token = self.func.channels[channel].token;
        let held = token.and_then(|token| self.func.token_of(token.blocks, TokenKind::Held));
        self.channel(held.unwrap_or(channel))
    }

    /// An operation on a token: a block is acquired, or released.
    pub(super) fn on_token(&mut self, token: Token, access: &ChannelAccess, span: Span) {
        let block = self.root(Root::Slot(token.blocks));
        self.flush(|root| root == Root::Slot(token.blocks));
        let acquires = (token.kind == TokenKind::Held) == (access.end() == ChannelEnd::Write);
        if acquires {
            let kind = StmtKind::Dataflow(format!("{block}.acquire();"), Mark::Wait);
            self.out.push(Stmt { kind, span });
        } else {
            self.line(format!("{block}.release();"), span);
        }
    }
}
