//! Operations on channels, which are `hls::stream` (UG1399, "HLS Stream Library").
//!
//! Each is a statement of its own: their order is part of what a process does.

use sycl_hls_ir::{ChannelAccess, ChannelId, Op, Place};
use sycl_hls_types::Scalar;

use super::func::Emitter;
use super::lines::Mark;
use super::prelude::Helper;
use super::stmt::{Stmt, StmtKind};
use crate::abi::type_name;

impl Emitter<'_> {
    /// The C++ type of a channel.
    pub(super) fn stream_type(&self, channel: ChannelId) -> String {
        if let Some(token) = self.func.channels[channel].token {
            return self.stream_of_blocks(token.blocks, channel);
        }
        let element = match self.func.packet_of(channel) {
            Some(packet) => Helper::Packet(packet).name(),
            None => type_name(self.func.channels[channel].element).to_owned(),
        };
        format!("hls::stream<{element}>")
    }

    /// What was read from a channel as a number.
    fn as_number(&self, channel: ChannelId, element: &str) -> String {
        match self.func.packet_of(channel) {
            Some(packet) => format!("{}_bits({element})", Helper::Packet(packet).name()),
            None => element.to_owned(),
        }
    }

    pub(super) fn access(&mut self, channel: ChannelId, access: &ChannelAccess, op: &Op) {
        if let Some(token) = self.func.channels[channel].token {
            return self.on_token(token, access, op.span);
        }
        let stream = self.channel(channel).to_owned();
        match access {
            ChannelAccess::Read => {
                let element = self.func.channels[channel].element;
                let read = self.as_number(channel, &format!("{stream}.read()"));
                let text = self.defined(op, element, &read);
                self.out.push(Stmt { kind: StmtKind::Dataflow(text, Mark::Wait), span: op.span });
            }
            ChannelAccess::Write(value) => {
                let value = self.operand(*value).text;
                let element = match self.func.packet_of(channel) {
                    Some(packet) => format!("{}_of({value})", Helper::Packet(packet).name()),
                    None => value,
                };
                let text = format!("{stream}.write({element});");
                self.out.push(Stmt { kind: StmtKind::Dataflow(text, Mark::Wait), span: op.span });
            }
            ChannelAccess::Unread => self.line(format!("UNREAD({stream});"), op.span),
            ChannelAccess::TryRead(place) => self.try_read(channel, place, op),
            ChannelAccess::TryWrite(value) => {
                let call = format!("{stream}.write_nb({})", self.operand(*value).text);
                self.answer(op, &call);
            }
            ChannelAccess::Empty => self.answer(op, &format!("{stream}.empty()")),
            ChannelAccess::More => {
                let text = self.defined(op, Scalar::Bool, &format!("MORE({stream})"));
                self.out.push(Stmt { kind: StmtKind::Dataflow(text, Mark::Wait), span: op.span });
            }
            ChannelAccess::Full => self.answer(op, &format!("{stream}.full()")),
        }
    }

    /// A scalar keeps its value where there is no element; a failed `read_nb` of AMD's headers overwrites it.
    fn try_read(&mut self, channel: ChannelId, place: &Place, op: &Op) {
        self.flush(|root| root == place.root);
        let element = self.local.take("element");
        let declaration = match self.func.packet_of(channel) {
            Some(packet) => format!("{} {element};", Helper::Packet(packet).name()),
            None => format!("{} {element} = 0;", type_name(self.func.channels[channel].element)),
        };
        self.line(declaration, op.span);
        let found = self.local.take("found");
        let call = format!("{}.read_nb({element})", self.channel(channel));
        self.line(format!("const bool {found} = {call};"), op.span);
        let (place, element) = (self.place(place).text, self.as_number(channel, &element));
        self.line(format!("{place} = {found} ? {element} : {place};"), op.span);
        if let Some(result) = op.result {
            self.set_value(result, &found);
        }
    }

    /// An operation that does not wait and tells something.
    fn answer(&mut self, op: &Op, call: &str) {
        let text = self.defined(op, Scalar::Bool, call);
        self.line(text, op.span);
    }

    /// A call whose result gets a variable, if anything uses it.
    fn defined(&mut self, op: &Op, ty: Scalar, call: &str) -> String {
        let Some(result) = op.result.filter(|result| self.is_used(*result)) else {
            return format!("{call};");
        };
        let name = self.local.take(self.func.values[result].name.as_deref().unwrap_or("t"));
        self.set_value(result, &name);
        format!("const {} {name} = {call};", type_name(ty))
    }
}
