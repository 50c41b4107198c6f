//! Packets whose parameters nothing has decided yet: what `Packet::new(data)` gives, until it meets a port, a parameter or a declared
//! type.

use sycl_hls_ir::{Diagnostic, Span};
use syn::ReturnType;

use super::Infer;
use crate::codes;
use crate::front::Item;
use crate::hir::{ExprId, MethodCall};
use crate::lacking::nearest;
use crate::names::plain_type;
use crate::ty::Ty;

/// A packet of some kind.
pub(super) struct OpenPacket {
    /// A variable.
    ty: Ty,
    data: Ty,
}

/// A call of which only the packet's kind is not known.
pub(super) struct OpenCall<'b> {
    id: ExprId,
    packet: Ty,
    of: OpenCallOf<'b>,
    /// The arguments, without the packet.
    args: Vec<(Ty, Span)>,
    ret: Ty,
}

enum OpenCallOf<'b> {
    New,
    Method(&'b MethodCall),
}

impl<'b> Infer<'b, '_> {
    /// `Packet::new(data)`
    pub(super) fn new_packet(&mut self, id: ExprId, data: ExprId) -> Ty {
        let args = vec![(self.expr(data), self.value_span(data))];
        let ty = self.table.new_any();
        self.open_packets.push(OpenPacket { ty: ty.clone(), data: args[0].0.clone() });
        let of = OpenCallOf::New;
        self.open_calls.push(OpenCall { id, packet: ty.clone(), of, args, ret: ty.clone() });
        ty
    }

    /// The type of a packet's data, where the packet's is not known.
    fn open_packet(&self, ty: &Ty) -> Option<&Ty> {
        let ty = self.table.resolve(ty);
        let mut open = self.open_packets.iter();
        open.find(|packet| self.table.resolve(&packet.ty) == ty).map(|packet| &packet.data)
    }

    /// A method of a packet whose type is not known: what it takes and gives is the same for all packets.
    pub(super) fn method_of_open_packet(
        &mut self,
        id: ExprId,
        packet: &Ty,
        call: &'b MethodCall,
        args: &[(Ty, Span)],
    ) -> Option<Ty> {
        self.open_packet(packet)?;
        let Some(method) = self.front.packet_method(&call.name) else {
            let message = format!("packets have no method `{}`", call.name);
            let error = Diagnostic::error(codes::METHOD, call.at, message);
            let known = self.front.packet_methods();
            self.front.report(error.help(match nearest(&call.name, known.iter()) {
                Some(other) => format!("there is `{other}`"),
                None => format!("its methods are {}", known.join(", ")),
            }));
            return Some(Ty::Error);
        };
        let ret = match &method.sig.output {
            ReturnType::Type(_, ty) if plain_type(ty).as_deref() != Some("Self") => self.front.ty(ty),
            _ => packet.clone(),
        };
        let (packet, of) = (packet.clone(), OpenCallOf::Method(call));
        self.open_calls.push(OpenCall { id, packet, of, args: args.to_vec(), ret: ret.clone() });
        Some(ret)
    }

    /// The position and the type of a field of a packet whose type is not known.
    pub(super) fn field_of_open_packet(&mut self, packet: &Ty, name: &str) -> Option<(usize, Ty)> {
        let data = self.open_packet(packet)?.clone();
        match name {
            "data" => Some((self.front.packet_field(name)?, data)),
            "last" => Some((self.front.packet_field(name)?, Ty::BOOL)),
            _ => None,
        }
    }

    /// All types are known that will be: the functions of packets are those of their kinds. `complete`: nothing was complained about
    /// that could leave one open.
    pub(super) fn decide_packets(&mut self, complete: bool) {
        for OpenCall { id, packet, of, args, ret } in std::mem::take(&mut self.open_calls) {
            let packet = self.table.resolve(&packet);
            if self.front.packet_of(&packet).is_none() {
                if complete {
                    self.no_packet(id, &packet);
                }
                return;
            }
            let found = match of {
                OpenCallOf::New => match self.front.member(&packet, "new") {
                    Some(Item::Fn(func)) => self.call_with(id, func, &[], &args, None),
                    _ => Ty::Error,
                },
                OpenCallOf::Method(call) => match self.front.member(&packet, &call.name) {
                    Some(Item::Fn(func)) => self.own_method(id, func, &packet, call, &args),
                    _ => Ty::Error,
                },
            };
            self.table.unify(&found, &ret);
        }
    }

    /// Reports a packet that is none, or whose kind nothing decides.
    fn no_packet(&mut self, id: ExprId, ty: &Ty) {
        let at = self.body.exprs[id].span;
        let error = match ty {
            Ty::Error | Ty::Never => return,
            Ty::Var(_) => {
                Diagnostic::error(codes::ANNOTATE, at, "nothing decides which signals this packet has")
                    .help("write its type: `Packet::<u32, 8>::new(..)`, or annotate the variable")
            }
            other => {
                let message = format!("expected `{}`, found a packet", self.table.show(other));
                Diagnostic::error(codes::MISMATCH, at, message).help("`.data` is what the packet carries")
            }
        };
        self.front.report(error);
    }
}
