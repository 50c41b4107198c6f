//! `Packet<T, USER, ID, DEST>`: the elements of AXI-stream ports with signals beside their data.
//!
//! The library has the type once, without parameters; each `Packet<..>` that a module names is a struct of its own, made of it.

use sycl_hls_ir::{Diagnostic, FuncKind, Span};
use sycl_hls_types::Packet;
use syn::{File, GenericArgument, ImplItem, ImplItemFn, PathArguments, PathSegment};

use crate::adt::word;
use crate::codes;
use crate::front::{AdtItem, AdtSyn, Env, Front, Item, Unit};
use crate::ids::AdtId;
use crate::names::plain_name;
use crate::packet_kind::{Kind, PACKET};
use crate::span::span_of;
use crate::ty::{Prim, Ty};
use crate::written::field_names;

/// The library's text of it.
pub(crate) const TEXT: &str = include_str!("library/packet.rs");

const EXAMPLE: &str =
    "write `Packet<u32>`, or `Packet<u32, USER, ID, DEST>` with the bits of TUSER, TID and TDEST";

impl<'a> Front<'a> {
    /// Registers the type of packets, which the module names.
    pub fn add_packets(&mut self, file: &'a File) {
        let (mut data, mut members) = (None, None);
        for item in &file.items {
            match item {
                syn::Item::Struct(item) => data = Some(item),
                syn::Item::Impl(item) => members = Some(item),
                _ => {}
            }
        }
        self.packets.unit = self.add_unit(Unit { is_library: true, ..Unit::named(&PACKET.to_lowercase()) });
        self.packets.source = data.zip(members);
    }

    /// True if a path begins with the type of packets, and not one of the module with its name.
    pub fn names_packet(&self, segment: &PathSegment) -> bool {
        segment.ident == PACKET && self.packets.source.is_some() && self.item(PACKET).is_none()
    }

    /// The signals of a port with elements of this type, if they are packets.
    pub fn packet_of(&self, ty: &Ty) -> Option<Packet> {
        let Ty::Adt(adt) = ty else { return None };
        self.packets.made.iter().find(|(_, id)| **id == adt.id).map(|(kind, _)| kind.packet())
    }

    /// The functions of packets.
    fn functions_of_packets(&self) -> impl Iterator<Item = &'a ImplItemFn> {
        let items = self.packets.source.map_or(&[][..], |(_, members)| &members.items);
        items.iter().filter_map(|member| match member {
            ImplItem::Fn(func) => Some(func),
            _ => None,
        })
    }

    /// A method of packets by its name.
    pub fn packet_method(&self, name: &str) -> Option<&'a ImplItemFn> {
        self.functions_of_packets().find(|func| func.sig.ident == name)
    }

    /// The names of all methods of packets.
    pub fn packet_methods(&self) -> Vec<String> {
        let methods = self.functions_of_packets().filter(|func| func.sig.receiver().is_some());
        methods.map(|func| func.sig.ident.to_string()).collect()
    }

    /// The position of a field of packets.
    pub fn packet_field(&self, name: &str) -> Option<usize> {
        let (data, _) = self.packets.source?;
        field_names(&data.fields).iter().position(|field| field == name)
    }

    /// `Packet<u32, 8>`, in a type or a path.
    pub fn packet_type(&mut self, segment: &PathSegment) -> Ty {
        let arguments: Vec<&GenericArgument> = match &segment.arguments {
            PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
            _ => Vec::new(),
        };
        let at = span_of(segment);
        let [GenericArgument::Type(data), widths @ ..] = arguments.as_slice() else {
            return self.no_packet(at, "a packet lacks the type of its data".to_owned(), EXAMPLE);
        };
        if widths.len() > 3 {
            return self.no_packet(at, "a packet has no such parameters".to_owned(), EXAMPLE);
        }
        let data = match self.ty(data) {
            Ty::Error => return Ty::Error,
            Ty::Prim(data) if data != Prim::Bool => data,
            other => {
                let message = format!("the data of a packet cannot be a `{other}`");
                let help = "TDATA has a native integer or float: convert other values to one";
                return self.no_packet(at, message, help);
            }
        };
        let mut kind = Kind { data, widths: [0; 3] };
        for (bits, argument) in kind.widths.iter_mut().zip(widths) {
            let Some(width) = self.packet_width(argument, at) else { return Ty::Error };
            *bits = width;
        }
        let bits = kind.packet().number().bits();
        if bits > Packet::WIDEST {
            let message = format!("a `{}` has {bits} bits, more than {}", kind.name(), Packet::WIDEST);
            return self.no_packet(at, message, "give TUSER, TID and TDEST fewer bits");
        }
        let known = self.packets.made.get(&kind).copied();
        known.or_else(|| self.make_packet(kind)).map_or(Ty::Error, |id| self.adt_ty(id))
    }

    /// The bits of TUSER, TID or TDEST.
    fn packet_width(&mut self, argument: &GenericArgument, at: Span) -> Option<u32> {
        if !self.is_constant(argument) {
            self.no_packet(at, "the bits of a packet's signals are numbers".to_owned(), EXAMPLE);
            return None;
        }
        let width =
            self.generic_constant(argument, Prim::U32)?.bits().and_then(|bits| u32::try_from(bits).ok());
        let width = width.filter(|bits| *bits <= Packet::MOST);
        if width.is_none() {
            let message = format!("a signal of a packet has more than {} bits", Packet::MOST);
            self.no_packet(at, message, "use fewer bits, and send what is larger as data");
        }
        width
    }

    fn no_packet(&mut self, at: Span, message: String, help: &str) -> Ty {
        self.report(Diagnostic::error(codes::STREAM, at, message).help(help));
        Ty::Error
    }

    /// The struct of such packets.
    fn make_packet(&mut self, kind: Kind) -> Option<AdtId> {
        let (data, members) = self.packets.source?;
        let id = AdtId(self.adts.len());
        self.adts.push(AdtItem {
            name: kind.name(),
            unit: self.packets.unit,
            syn: AdtSyn::Struct(data),
            params: Vec::new(),
            generics: kind.generics(),
            span: Span::NONE,
        });
        self.packets.made.insert(kind, id);
        let ty = self.adt_ty(id);
        let env = Env { unit: self.packets.unit, self_ty: Some(ty.clone()), ..Env::default() };
        self.within(env, |front| {
            for member in &members.items {
                let ImplItem::Fn(func) = member else { continue };
                let name = plain_name(&func.sig.ident);
                let full = format!("{}_{name}", word(&kind.name()));
                let made = front.new_fn(full, FuncKind::Helper, Some(ty.clone()), &func.sig, &func.block);
                front.members.entry(ty.clone()).or_default().insert(name, Item::Fn(made));
            }
        });
        Some(id)
    }
}
