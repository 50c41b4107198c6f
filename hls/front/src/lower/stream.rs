//! Streams: channels of KIR, whose ends are known when kernels are translated.
//!
//! A stream has a channel for each scalar of its elements. Their operations stand together, in the order of the scalars, so
//! that all of them are as full; operations that do not wait ask the last one, which is written and read after the others.

use std::rc::Rc;

use sycl_hls_ir::{
    Channel, ChannelAccess, ChannelEnd, ChannelId, Diagnostic, Init, OpKind, PORT_DEPTH, Place, Root, Slot,
    Span, Step, Type, ValueId,
};
use sycl_hls_types::{Packet, Scalar};

use super::Lowerer;
use super::dataflow::Misuse;
use super::operand::{Operand, Stream};
use crate::builtin::Builtin;
use crate::codes;
use crate::hir::{ExprId, ExprKind, MethodCall, PatId};
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// The two ends of a new stream, or two arrays of them. The region whose processes use it declares it.
    pub(super) fn streams(
        &mut self,
        element: &Ty,
        depth: u64,
        count: Option<u64>,
        span: Span,
    ) -> Option<Operand> {
        let Some(count) = count else {
            let stream = self.stream(element, depth, span)?;
            return Some(Operand::Parts(vec![Operand::End(Rc::clone(&stream)), Operand::End(stream)]));
        };
        let mut ends = Vec::new();
        for _ in 0..count {
            ends.push(Operand::End(self.stream(element, depth, span)?));
        }
        Some(Operand::Parts(vec![Operand::Parts(ends.clone()), Operand::Parts(ends)]))
    }

    /// A channel for each scalar of an element.
    fn stream(&mut self, element: &Ty, depth: u64, span: Span) -> Option<Stream> {
        if let Ty::Block(array) = element {
            return self.blocks(array, depth, span);
        }
        let mut scalars = Vec::new();
        scalars_of(&self.element_type(element)?, &mut scalars);
        let channels = scalars.into_iter().map(|element| {
            let channel = Channel { name: "stream".to_owned(), element, depth, span, token: None };
            let channel = self.builder.func_mut().channels.alloc(channel);
            self.regions.open(channel);
            channel
        });
        Some(channels.collect())
    }

    /// The channel of a stream that a kernel takes.
    pub(super) fn port(&mut self, element: &Ty, name: &str, span: Span) -> Option<ChannelId> {
        let packet = self.program.front.packet_of(element);
        let element = packet.map(Packet::number).or_else(|| self.scalar_type(element))?;
        let channel = Channel { name: name.to_owned(), element, depth: PORT_DEPTH, span, token: None };
        Some(self.builder.func_mut().channels.alloc(channel))
    }

    /// The type of an element in KIR.
    fn element_type(&mut self, element: &Ty) -> Option<Type> {
        match self.scalar_type(element) {
            Some(scalar) => Some(scalar.into()),
            None => self.ir_type(element),
        }
    }

    /// Names a stream after the variables of its ends.
    pub(super) fn name_stream(&mut self, pat: PatId) {
        let Some((first, name)) = self.body.stream_name(pat) else { return };
        let named = match self.bindings.get(first) {
            Some(Operand::End(stream)) => vec![(name, Rc::clone(stream))],
            Some(Operand::Parts(ends)) => {
                let streams = ends.iter().enumerate().filter_map(|(index, end)| match end {
                    Operand::End(stream) => Some((format!("{name}_{index}"), Rc::clone(stream))),
                    _ => None,
                });
                streams.collect()
            }
            _ => return,
        };
        let directives = self.body.locals[first].directives.of_slot(self.body, self.types);
        for (name, stream) in named {
            for channel in &*stream {
                self.builder.func_mut().channels[*channel].name.clone_from(&name);
                if let Some(blocks) = self.blocks_of(*channel) {
                    let slot = &mut self.builder.func_mut().slots[blocks];
                    slot.name.clone_from(&name);
                    slot.directives.clone_from(&directives);
                }
            }
        }
    }

    /// The stream of an end, or of a reference to one.
    pub(super) fn end(&mut self, id: ExprId) -> Option<Stream> {
        match self.kind(id) {
            ExprKind::Ref { place, .. } => self.end(*place),
            ExprKind::Deref(reference) => self.end(*reference),
            _ => match self.lvalue(id)? {
                Operand::End(stream) => Some(stream),
                _ => None,
            },
        }
    }

    /// The stream of an operation, which belongs into a process.
    pub(super) fn accessed(&mut self, call: &MethodCall) -> Option<Stream> {
        let stream = self.end(call.receiver)?;
        let first = *stream.first()?;
        let Some(misuse) = self.regions.misuse(first, call.at) else { return Some(stream) };
        if stream.iter().all(|channel| self.regions.is_new(*channel)) {
            let name = &self.builder.func().channels[first].name;
            self.program.front.report(misused(name, misuse, call.at));
        }
        None
    }

    /// Complains about streams that no region uses.
    pub(super) fn unused_streams(&mut self) {
        let mut before = None;
        for channel in self.regions.unused() {
            let channel = &self.builder.func().channels[channel];
            // The channels of a stream stand at one place.
            if before.replace(channel.span) == Some(channel.span) {
                continue;
            }
            let message = format!("the stream `{}` has neither a producer nor a consumer", channel.name);
            let error = Diagnostic::error(codes::STREAM_END, channel.span, message);
            self.program.front.report(error.help("use its ends in two processes, or remove the stream"));
        }
    }

    /// `tx.send(v)`.
    pub(super) fn send(&mut self, call: &MethodCall) {
        let Some(stream) = self.accessed(call) else { return };
        let (Some(values), Some(first)) = (self.sent(call), stream.first()) else { return };
        let values = self.as_sent(*first, values, call.at);
        for (channel, value) in stream.iter().zip(values) {
            self.builder.write_channel(*channel, value, call.at);
        }
    }

    /// The scalars of the element that a call sends.
    fn sent(&mut self, call: &MethodCall) -> Option<Vec<ValueId>> {
        let element = *call.args.first()?;
        let types = self.types;
        let ty = self.element_type(types.expr(element))?;
        let operand = self.kept(element)?;
        let mut values = Vec::new();
        self.scalars(&operand, &ty, call.at, &mut values)?;
        Some(values)
    }

    /// The scalars of a value, in order.
    fn scalars(&mut self, operand: &Operand, ty: &Type, span: Span, into: &mut Vec<ValueId>) -> Option<()> {
        match ty {
            Type::Scalar(_) => into.push(self.scalar(operand, span)?),
            Type::Struct(data) => {
                for (index, field) in data.fields.iter().enumerate() {
                    let part = self.part(operand, index)?;
                    self.scalars(&part, &field.ty, span, into)?;
                }
            }
            Type::Array(element, len) => {
                let (Operand::Place(place) | Operand::Ref(place)) = operand else { return None };
                for index in 0..*len {
                    let index = self.constant(index, span);
                    let place = Operand::Place(place.then(Step::Index(index)));
                    self.scalars(&place, element, span, into)?;
                }
            }
        }
        Some(())
    }

    /// A method of an end whose value is a scalar.
    pub(super) fn of_end(&mut self, call: &MethodCall, builtin: Builtin) -> Option<ValueId> {
        let stream = self.accessed(call)?;
        let last = *stream.last()?;
        self.ports_lack(last, call, builtin)?;
        match (builtin, self.types.expr(call.receiver).deref()) {
            (Builtin::Recv, _) => Some(self.builder.read_channel(last, call.at)),
            (Builtin::Peek, _) => Some(self.peek(last, call.at)),
            (Builtin::More, _) => Some(self.builder.query_channel(last, ChannelAccess::More, call.at)),
            (Builtin::TrySend, _) => self.try_send(&stream, call),
            (_, Ty::End(ChannelEnd::Write, _)) => {
                Some(self.builder.query_channel(last, ChannelAccess::Full, call.at))
            }
            _ => Some(self.builder.query_channel(last, ChannelAccess::Empty, call.at)),
        }
    }

    /// Complains of an operation that ports do not have.
    fn ports_lack(&mut self, channel: ChannelId, call: &MethodCall, builtin: Builtin) -> Option<()> {
        let Some(end) = self.builder.func().port_end(channel) else { return Some(()) };
        let (what, note, help) = match (builtin, end) {
            (Builtin::TrySend, _) => (
                "try_send",
                "a master that has asserted TVALID must keep the element until TREADY takes it (AXI4-Stream, 2.2.1)",
                "use `send`, which waits",
            ),
            (Builtin::Peek, _) => (
                "peek",
                "an element that a port has handed over is not in the stream any more when the kernel ends",
                "use `recv`, and keep the element in a variable",
            ),
            (Builtin::CannotGoOn, ChannelEnd::Write) => (
                "is_full",
                "whether TREADY is asserted may depend on TVALID, so that it tells nothing before (AXI4-Stream, 2.2.1)",
                "use `send`, which waits",
            ),
            _ => return Some(()),
        };
        let name = self.builder.func().channels[channel].name.clone();
        let message = format!("the kernel's stream `{name}` has no `{what}`");
        let error = Diagnostic::error(codes::STREAM_END, call.at, message).note(note);
        self.program.front.report(error.help(help));
        None
    }

    /// `tx.try_send(v)`: the last part asks for a place; if it has one, the other parts have one as well.
    fn try_send(&mut self, stream: &Stream, call: &MethodCall) -> Option<ValueId> {
        let values = self.sent(call)?;
        let (last, others) = stream.split_last()?;
        let sent = self.builder.query_channel(*last, ChannelAccess::TryWrite(*values.last()?), call.at);
        self.if_done(sent, others, call.at, |lowerer, index, channel| {
            lowerer.builder.write_channel(channel, values[index], call.at);
        });
        Some(sent)
    }

    /// Does the same with the other channels of a stream after the last one has answered that something is done.
    fn if_done(
        &mut self,
        done: ValueId,
        others: &[ChannelId],
        span: Span,
        each: impl Fn(&mut Self, usize, ChannelId),
    ) {
        if others.is_empty() {
            return;
        }
        let then = self.with_region(|lowerer| {
            for (index, channel) in others.iter().enumerate() {
                each(lowerer, index, *channel);
            }
        });
        let otherwise = self.with_region(|_| ());
        self.push_control(OpKind::If { cond: done, then, otherwise }, span);
    }

    /// An element that is no scalar.
    pub(super) fn recv(&mut self, call: &MethodCall, builtin: Builtin) -> Option<Operand> {
        let stream = self.accessed(call)?;
        let values = stream.iter().map(|channel| match builtin {
            Builtin::Peek => self.peek(*channel, call.at),
            _ => self.builder.read_channel(*channel, call.at),
        });
        let values = values.collect();
        let values = self.as_received(*stream.first()?, values, call.at);
        self.received(call, values)
    }

    /// An element of these scalars.
    fn received(&mut self, call: &MethodCall, values: Vec<ValueId>) -> Option<Operand> {
        let Ty::End(_, element) = self.types.expr(call.receiver).deref() else { return None };
        let ty = self.ir_type(element)?;
        Some(Operand::Place(self.temporary("received", ty, Init::List(values), call.at)))
    }

    /// An `Option` of what was received.
    pub(super) fn try_recv(&mut self, call: &MethodCall) -> Option<Operand> {
        let stream = self.accessed(call)?;
        let (last, others) = stream.split_last()?;
        let slots = stream.iter().map(|channel| self.received_slot(*channel, call.at)).collect::<Vec<_>>();
        let access = ChannelAccess::TryRead(slots.last()?.0.clone());
        let some = self.builder.query_channel(*last, access, call.at);
        self.if_done(some, others, call.at, |lowerer, index, channel| {
            let value = lowerer.builder.read_channel(channel, call.at);
            lowerer.builder.push(OpKind::Write(slots[index].0.clone(), value), call.at);
        });
        let read = slots.into_iter().map(|(place, ty)| self.builder.read(place, ty, call.at));
        let values: Vec<ValueId> = read.collect();
        let values = self.as_received(*last, values, call.at);
        let Ty::End(_, element) = self.types.expr(call.receiver).deref() else { return None };
        let value = match (self.scalar_type(element), values.as_slice()) {
            (Some(_), [value]) => Operand::Value(*value),
            _ => self.received(call, values)?,
        };
        Some(Operand::Parts(vec![Operand::Value(some), value]))
    }

    /// Memory for a scalar that may be received; zero until then.
    fn received_slot(&mut self, channel: ChannelId, span: Span) -> (Place, Scalar) {
        let element = self.builder.func().channels[channel].element;
        let slot = Slot::variable("received", element);
        let zero = self.zero_value(element, span);
        (Place::whole(Root::Slot(self.builder.declare(slot, Init::Fill(zero), span))), element)
    }
}

/// The types of the scalars of a value, in order.
fn scalars_of(ty: &Type, into: &mut Vec<Scalar>) {
    match ty {
        Type::Scalar(scalar) => into.push(*scalar),
        Type::Array(element, len) => (0..*len).for_each(|_| scalars_of(element, into)),
        Type::Struct(data) => data.fields.iter().for_each(|field| scalars_of(&field.ty, into)),
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
