//! Operations on channels, which are `hls::stream` (UG1399, "HLS Stream Library").
//!
//! Each is a statement of its own: their order is part of what a process does.

use sycl_hls_ir::{ChannelAccess, ChannelId, Op, Place};
use sycl_hls_types::Scalar;

use super::func::Emitter;
use super::lines::Mark;
use super::stmt::{Stmt, StmtKind};
use crate::abi::type_name;

impl Emitter<'_> {
    /// The C++ type of a channel.
    pub(super) fn stream_type(&self, channel: ChannelId) -> String {
        format!("hls::stream<{}>", type_name(self.func.channels[channel].element))
    }

    pub(super) fn access(&mut self, channel: ChannelId, access: &ChannelAccess, op: &Op) {
        let stream = self.channel(channel).to_owned();
        match access {
            ChannelAccess::Read => {
                let element = self.func.channels[channel].element;
                let text = self.defined(op, element, &format!("{stream}.read()"));
                self.out.push(Stmt { kind: StmtKind::Dataflow(text, Mark::Wait), span: op.span });
            }
            ChannelAccess::Write(value) => {
                let text = format!("{stream}.write({});", self.operand(*value).text);
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
        let ty = type_name(self.func.channels[channel].element);
        self.line(format!("{ty} {element} = 0;"), op.span);
        let found = self.local.take("found");
        let call = format!("{}.read_nb({element})", self.channel(channel));
        self.line(format!("const bool {found} = {call};"), op.span);
        let place = self.place(place).text;
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
