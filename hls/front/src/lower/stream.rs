//! Streams: channels of KIR, whose ends are known when kernels are translated.

use sycl_hls_ir::{
    Channel, ChannelAccess, ChannelEnd, ChannelId, Diagnostic, Init, Place, Root, Slot, SlotDirectives, Span,
    ValueId,
};

use super::Lowerer;
use super::dataflow::Misuse;
use super::operand::Operand;
use crate::builtin::Builtin;
use crate::codes;
use crate::hir::{ExprId, ExprKind, MethodCall, PatId};
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// The two ends of a new stream. The region whose processes use it declares it.
    pub(super) fn stream(&mut self, element: &Ty, depth: u64, span: Span) -> Option<Operand> {
        let element = self.scalar_type(element)?;
        let channel = Channel { name: "stream".to_owned(), element, depth, span };
        let channel = self.builder.func_mut().channels.alloc(channel);
        self.regions.open(channel);
        Some(Operand::Parts(vec![Operand::End(channel), Operand::End(channel)]))
    }

    /// Names a stream after the variables of its ends.
    pub(super) fn name_stream(&mut self, pat: PatId) {
        let Some((first, name)) = self.body.stream_name(pat) else { return };
        if let Some(Operand::End(channel)) = self.bindings.get(first) {
            let channel = *channel;
            self.builder.func_mut().channels[channel].name = name;
        }
    }

    /// The channel of an end, or of a reference to one.
    pub(super) fn end(&mut self, id: ExprId) -> Option<ChannelId> {
        match self.kind(id) {
            ExprKind::Ref { place, .. } => self.end(*place),
            ExprKind::Deref(reference) => self.end(*reference),
            _ => match self.lvalue(id)? {
                Operand::End(channel) => Some(channel),
                _ => None,
            },
        }
    }

    /// The channel of an operation, which belongs into a process.
    fn accessed(&mut self, call: &MethodCall) -> Option<ChannelId> {
        let channel = self.end(call.receiver)?;
        let Some(misuse) = self.regions.misuse(channel, call.at) else { return Some(channel) };
        if self.regions.is_new(channel) {
            let name = &self.builder.func().channels[channel].name;
            self.program.front.report(misused(name, misuse, call.at));
        }
        None
    }

    /// Complains about streams that no region uses.
    pub(super) fn unused_streams(&mut self) {
        for channel in self.regions.unused() {
            let channel = &self.builder.func().channels[channel];
            let message = format!("the stream `{}` has neither a producer nor a consumer", channel.name);
            let error = Diagnostic::error(codes::STREAM_END, channel.span, message);
            self.program.front.report(error.help("use its ends in two processes, or remove the stream"));
        }
    }

    pub(super) fn send(&mut self, call: &MethodCall) {
        let Some(channel) = self.accessed(call) else { return };
        if let Some(value) = call.args.first().and_then(|value| self.value(*value)) {
            self.builder.write_channel(channel, value, call.at);
        }
    }

    /// A method of an end whose value is a scalar.
    pub(super) fn of_end(&mut self, call: &MethodCall, builtin: Builtin) -> Option<ValueId> {
        let channel = self.accessed(call)?;
        let access = match (builtin, self.types.expr(call.receiver).deref()) {
            (Builtin::Recv, _) => return Some(self.builder.read_channel(channel, call.at)),
            (Builtin::TrySend, _) => ChannelAccess::TryWrite(self.value(*call.args.first()?)?),
            (_, Ty::End(ChannelEnd::Write, _)) => ChannelAccess::Full,
            _ => ChannelAccess::Empty,
        };
        Some(self.builder.query_channel(channel, access, call.at))
    }

    /// An `Option` of what was received.
    pub(super) fn try_recv(&mut self, call: &MethodCall) -> Option<Operand> {
        let channel = self.accessed(call)?;
        let element = self.builder.func().channels[channel].element;
        let directives = SlotDirectives::default();
        let slot = Slot { name: "received".to_owned(), ty: element.into(), mutable: true, directives };
        let zero = self.zero_value(element, call.at);
        let place = Place::whole(Root::Slot(self.builder.declare(slot, Init::Fill(zero), call.at)));
        let some = self.builder.query_channel(channel, ChannelAccess::TryRead(place.clone()), call.at);
        let value = self.builder.read(place, element, call.at);
        Some(Operand::Parts(vec![Operand::Value(some), Operand::Value(value)]))
    }
}

/// A complaint about a use of a stream by an operation at this place.
fn misused(name: &str, misuse: Misuse, operation: Span) -> Diagnostic {
    match misuse {
        Misuse::Outside => {
            let message =
                format!("the stream `{name}` is used outside of the processes of a dataflow region");
            Diagnostic::error(codes::STREAM_END, operation, message)
                .note("its producer and its consumer run at the same time; outside of a region nothing does")
                .help("use it in a loop or call that is a statement of `#[dataflow] { .. }`")
        }
        Misuse::Later { region, at } => {
            let message = format!("the stream `{name}` belongs to an earlier dataflow region");
            Diagnostic::error(codes::STREAM_END, at, message)
                .related(region, "this region uses it")
                .note("a region has the FIFOs between its processes, and they are empty when it ends")
                .help("make another stream for this use")
        }
    }
}
