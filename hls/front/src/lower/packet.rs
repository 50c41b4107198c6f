//! Packets at a port: a number, of which each signal has some bits.

use sycl_hls_ir::{BinaryOp, ChannelId, CompareOp, Overflow, Span, ValueId};
use sycl_hls_types::{Packet, Scalar};

use super::Lowerer;

/// Types of a packet's fields, which are in the order of the signals.
fn fields(packet: Packet) -> [Scalar; 7] {
    [packet.data, Scalar::U8, Scalar::U8, Scalar::Bool, Scalar::U64, Scalar::U64, Scalar::U64]
}

impl Lowerer<'_, '_, '_> {
    /// The signals of the port with this channel, if its elements are packets.
    pub(super) fn packet_at(&self, channel: ChannelId) -> Option<Packet> {
        self.builder.func().packet_of(channel)
    }

    /// What a channel carries of the scalars of an element: these, or the packet that is made of them.
    pub(super) fn as_sent(&mut self, channel: ChannelId, values: Vec<ValueId>, span: Span) -> Vec<ValueId> {
        match self.packet_at(channel) {
            Some(packet) => vec![self.packed(packet, &values, span)],
            None => values,
        }
    }

    /// The scalars of an element of what came through its channels.
    pub(super) fn as_received(
        &mut self,
        channel: ChannelId,
        values: Vec<ValueId>,
        span: Span,
    ) -> Vec<ValueId> {
        match (self.packet_at(channel), values.as_slice()) {
            (Some(packet), [number]) => self.unpacked(packet, *number, span),
            _ => values,
        }
    }

    /// The number of a packet with these fields.
    fn packed(&mut self, packet: Packet, values: &[ValueId], span: Span) -> ValueId {
        let number = packet.number();
        let (mut sum, mut low) = (self.zero_value(number, span), 0);
        for ((_, bits), value) in packet.signals().into_iter().zip(values) {
            let Some(own) = Scalar::int(false, bits) else { continue };
            let value = match self.builder.func().ty(*value) {
                ty if ty.is_float() => self.builder.bits(*value, own, span),
                _ => self.converted(*value, own, span),
            };
            let value = self.converted(value, number, span);
            let value = self.shifted_by_known(BinaryOp::Shl, value, low, span);
            sum = match low {
                0 => value,
                _ => self.builder.binary(BinaryOp::Or, Overflow::Wrapping, sum, value, span),
            };
            low += bits;
        }
        sum
    }

    /// The fields of the packet with this number.
    fn unpacked(&mut self, packet: Packet, number: ValueId, span: Span) -> Vec<ValueId> {
        let mut low = 0;
        let fields = packet.signals().into_iter().zip(fields(packet)).map(|((_, bits), ty)| {
            let Some(own) = Scalar::int(false, bits) else { return self.zero_value(ty, span) };
            let value = self.shifted_by_known(BinaryOp::Shr, number, low, span);
            let value = self.converted(value, own, span);
            low += bits;
            match ty {
                Scalar::Bool => {
                    let zero = self.zero_value(own, span);
                    self.builder.compare(CompareOp::Ne, value, zero, span)
                }
                ty if ty.is_float() => self.builder.bits(value, ty, span),
                ty => self.converted(value, ty, span),
            }
        });
        fields.collect()
    }
}
