//! Types as the user writes them.

use std::rc::Rc;

use sycl_hls_ir::{ChannelEnd, Diagnostic, Span};
use syn::{Expr, Type};

use crate::callable;
use crate::codes;
use crate::derive::COPY;
use crate::extent::type_span;
use crate::front::{AliasItem, Front, GenericParam, Item, State};
use crate::ids::AliasId;
use crate::lacking::{TYPES, macro_call, never, unknown_type};
use crate::library::segments;
use crate::names::{counted, path_text, plain_name};
use crate::span::span_of;
use crate::ty::{AdtRef, GenericArg, Prim, Ty, Var};

/// Arrays above this are no local memory of any device (1 Gi elements; an U280 has 42 MB on chip).
pub(crate) const MAX_ARRAY_LEN: u64 = 1 << 30;

/// Scalars of an element of a stream above which it is data for an array: a port of 512 bits has 64 bytes.
const MAX_ELEMENT: u64 = 64;

impl Front<'_> {
    /// The type that a syntax tree denotes; [`Ty::Error`] after an error.
    pub fn ty(&mut self, syn: &Type) -> Ty {
        let ty = self.spelled(syn);
        self.bounded(ty, type_span(syn))
    }

    /// The type of a variable, in which `_` stands for what follows from its value.
    pub fn ty_with_holes(&mut self, syn: &Type, holes: &mut usize) -> Ty {
        self.holes = Some(*holes);
        let ty = self.ty(syn);
        *holes = self.holes.take().unwrap_or(*holes);
        ty
    }

    /// The type that is written.
    fn spelled(&mut self, syn: &Type) -> Ty {
        match syn {
            Type::Path(path) => self.path_type(path, syn),
            Type::Array(array) => {
                let element = self.ty(&array.elem);
                let Some(len) = self.array_length(&array.len) else { return Ty::Error };
                match element {
                    Ty::Error => Ty::Error,
                    element @ Ty::End(..) => Ty::array(element, len),
                    element if element.holds_ref() || element == Ty::Unit => {
                        let help = "elements are scalars, arrays, tuples, structs or enums";
                        self.no_type(syn, &format!("an array of `{element}`"), help)
                    }
                    element => self.array_type(element, len, span_of(syn)),
                }
            }
            Type::Slice(slice) => match self.ty(&slice.elem) {
                Ty::Error => Ty::Error,
                element => Ty::Slice(Box::new(element)),
            },
            Type::Reference(reference) => match self.ty(&reference.elem) {
                Ty::Error => Ty::Error,
                Ty::Ref { .. } => self.no_type(syn, "a reference to a reference", "use one `&`"),
                // To what a closure is lent, it is the same one.
                closure @ Ty::Fn(..) => closure,
                inner => Ty::reference(reference.mutability.is_some(), inner),
            },
            Type::Paren(paren) => self.ty(&paren.elem),
            Type::Group(group) => self.ty(&group.elem),
            Type::Tuple(tuple) if tuple.elems.is_empty() => Ty::Unit,
            Type::Tuple(tuple) => {
                let parts: Vec<Ty> = tuple.elems.iter().map(|part| self.ty(part)).collect();
                if parts.iter().any(Ty::is_wrong) { Ty::Error } else { Ty::Tuple(parts) }
            }
            Type::Ptr(_) => self.no_type(syn, "a raw pointer", "use a slice and an index"),
            Type::FnPtr(_) => self.no_type(
                syn,
                "a function pointer",
                "call the function by its name; a parameter for closures and functions has a type like `impl Fn(u32) -> u32`",
            ),
            Type::Macro(item) => self.wrong_type(macro_call(span_of(syn), &item.mac.path)),
            Type::ImplTrait(of) => match callable::bound(&of.bounds) {
                Some(bound) => self.callable(bound),
                None => match self.env.generics.get(&callable::name_of_unnamed(of)) {
                    Some(GenericArg::Ty(ty)) => ty.clone(),
                    _ => self.no_type(syn, "a type with `impl`", TYPES),
                },
            },
            Type::TraitObject(of) if callable::bound(&of.bounds).is_some() => {
                self.no_type(syn, "a type with `dyn`", "a parameter for closures has a type like `impl Fn(u32) -> u32`")
            }
            Type::TraitObject(_) => self.no_type(syn, "a type with `dyn`", TYPES),
            Type::Infer(_) if let Some(holes) = &mut self.holes => {
                *holes += 1;
                Ty::Var(Var(*holes - 1))
            }
            Type::Infer(_) => self.no_type(syn, "the type `_`", "write the type: `_` may stand in the types of variables"),
            _ => self.no_type(syn, "this type", TYPES),
        }
    }

    /// Reports; the type is then wrong, and nothing more is said about it.
    fn wrong_type(&mut self, error: Diagnostic) -> Ty {
        self.report(error);
        Ty::Error
    }

    /// Reports a type that hardware cannot have.
    fn no_type(&mut self, syn: &Type, what: &str, help: &str) -> Ty {
        self.wrong_type(never(codes::TYPE, span_of(syn), what).help(help))
    }

    /// A named type: number, struct, enum, alias, type parameter, end of a stream.
    fn path_type(&mut self, path: &syn::TypePath, syn: &Type) -> Ty {
        if let Some(ty) = self.associated_type(path) {
            return ty;
        }
        let [segment] = segments(&path.path)[..] else {
            return self.unknown_type(&path.path, syn);
        };
        if let Some(number) = self.number_type(segment) {
            return number;
        }
        if self.names_packet(segment) {
            return self.packet_type(segment);
        }
        let name = plain_name(&segment.ident);
        let arguments: Vec<&syn::GenericArgument> = match &segment.arguments {
            syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
            _ => Vec::new(),
        };
        if let ("Option", [syn::GenericArgument::Type(value)]) = (name.as_str(), arguments.as_slice()) {
            return self.option_type(value);
        }
        if let (Some((end, of_blocks)), [syn::GenericArgument::Type(element)]) =
            (Ty::end_named(&name), arguments.as_slice())
        {
            return if of_blocks { self.block_end_type(end, element) } else { self.end_type(end, element) };
        }
        if let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments
            && let Some(argument) = arguments.args.first()
        {
            match (name.as_str(), argument) {
                ("Global", syn::GenericArgument::Type(element)) => {
                    let element = self.ty(element);
                    return if element.is_wrong() { Ty::Error } else { Ty::Global(Box::new(element)) };
                }
                ("Local", syn::GenericArgument::Type(element)) if arguments.args.len() == 2 => {
                    return self.local_type(element, &arguments.args[1]);
                }
                (item @ ("Item" | "NdItem" | "Group"), dimensions) if self.is_constant(dimensions) => {
                    return self.item_type(item, dimensions);
                }
                _ => {}
            }
        }
        match self.named_segment(segment) {
            Some(Ty::Adt(adt)) if self.lacks_arguments(&adt) => {
                let params: Vec<&str> =
                    self.adts[adt.id.0].params.iter().map(|param| param.name.as_str()).collect();
                let message = format!("the type `{name}` lacks its arguments");
                let error = Diagnostic::error(codes::TYPE, span_of(syn), message);
                let error = error.related(self.adts[adt.id.0].span, "defined here");
                self.wrong_type(error.help(format!("write `{name}<{}>`", params.join(", "))))
            }
            Some(ty) => ty,
            None => self.unknown_type(&path.path, syn),
        }
    }

    /// The type that a segment of a path names, with the arguments that are written.
    pub fn named_segment(&mut self, segment: &syn::PathSegment) -> Option<Ty> {
        let ty = self.named_type(&plain_name(&segment.ident))?;
        Some(self.with_arguments(ty, segment))
    }

    /// A type with the arguments of the segment that names it.
    pub fn with_arguments(&mut self, ty: Ty, segment: &syn::PathSegment) -> Ty {
        match (&segment.arguments, &ty) {
            (syn::PathArguments::AngleBracketed(arguments), Ty::Adt(adt)) if self.lacks_arguments(adt) => {
                self.adt_of(adt, arguments)
            }
            (syn::PathArguments::None, _) | (_, Ty::Error) => ty,
            _ => {
                let message = format!("the type `{}` has no parameters", segment.ident);
                let error = Diagnostic::error(codes::TYPE, span_of(segment), message);
                self.wrong_type(error.help(format!("write `{}`", segment.ident)))
            }
        }
    }

    /// A struct or an enum with these arguments for its parameters.
    fn adt_of(&mut self, open: &AdtRef, arguments: &syn::AngleBracketedGenericArguments) -> Ty {
        let params = self.adts[open.id.0].params.clone();
        if arguments.args.len() != params.len() {
            let count = counted(params.len(), "argument");
            let message = format!("the type `{open}` takes {count}, not {}", arguments.args.len());
            let error = Diagnostic::error(codes::TYPE, span_of(arguments), message);
            let error = error.related(self.adts[open.id.0].span, "defined here");
            return self.wrong_type(error.help("write one for each of its parameters"));
        }
        let args = params.iter().zip(&arguments.args).map(|(param, arg)| self.adt_argument(param, arg));
        let Some(args) = args.collect::<Option<Vec<GenericArg>>>() else { return Ty::Error };
        let adt = AdtRef { args: args.into(), ..open.clone() };
        self.adt(&adt).map_or(Ty::Error, |_| Ty::Adt(adt))
    }

    /// An argument for a parameter of a type; `None` after a report.
    pub fn adt_argument(&mut self, param: &GenericParam, arg: &syn::GenericArgument) -> Option<GenericArg> {
        if let Some(prim) = param.constant {
            if !self.is_constant(arg) {
                let message = format!("the parameter `{}` is a number", param.name);
                let error = Diagnostic::error(codes::MISMATCH, span_of(arg), message);
                self.report(error.help("write a number, or a constant of the module"));
                return None;
            }
            return self.generic_constant(arg, prim).map(GenericArg::Const);
        }
        let syn::GenericArgument::Type(syn) = arg else {
            let message = format!("the parameter `{}` is a type", param.name);
            let error = Diagnostic::error(codes::MISMATCH, span_of(arg), message);
            self.report(error.help("write a type: `f32`"));
            return None;
        };
        match self.ty(syn) {
            Ty::Error => None,
            ty if ty.holds_ref() => {
                let what = format!("the argument `{ty}` of a type");
                self.no_type(syn, &what, "the parts of types are scalars, arrays, tuples, structs or enums");
                None
            }
            ty => Some(GenericArg::Ty(ty)),
        }
    }

    /// `Self::Output`, `<T as Filter>::Sample` and their like.
    fn associated_type(&mut self, path: &syn::TypePath) -> Option<Ty> {
        let owner = self.qualified(path.qself.as_ref(), &path.path)?;
        self.type_of(&owner, &plain_name(&path.path.segments.last()?.ident))
    }

    /// The type that a type has by this name, from an `impl` of a trait.
    fn type_of(&mut self, owner: &Ty, name: &str) -> Option<Ty> {
        let of_operator = self
            .env
            .impl_type
            .filter(|ty| self.aliases[ty.0].name == name && self.env.self_ty.as_ref() == Some(owner));
        let found = of_operator.map_or_else(|| self.member(owner, name), |id| Some(Item::Alias(id)));
        match (found?, owner) {
            (Item::Alias(id), Ty::Adt(adt)) if !self.aliases[id.0].env.owner_params.is_empty() => {
                let AliasItem { ty, env, .. } = &self.aliases[id.0];
                let (ty, env) = (*ty, env.clone().with_owner(adt));
                Some(self.within(env, |front| front.ty(ty)))
            }
            (Item::Alias(id), _) => Some(self.alias(id)),
            _ => None,
        }
    }

    /// The type to which what a path names belongs: `T` of `T::N` and `<T as Filter>::N`, `T::Sample` of `T::Sample::N`.
    pub fn qualified(&mut self, qself: Option<&syn::QSelf>, path: &syn::Path) -> Option<Ty> {
        match (qself, segments(path).as_slice()) {
            (Some(qself), _) => Some(self.ty(&qself.ty)),
            (None, [owner, between @ .., _]) => {
                let owner = self.named_segment(owner)?;
                between
                    .iter()
                    .try_fold(owner, |owner, segment| self.type_of(&owner, &plain_name(&segment.ident)))
            }
            _ => None,
        }
    }

    /// `Local<T, N>`, memory of a work-group.
    fn local_type(&mut self, element: &Type, written: &syn::GenericArgument) -> Ty {
        let element = self.ty(element);
        if !self.is_constant(written) {
            let message = "the length of local memory is no constant of the module";
            let error = Diagnostic::error(codes::TYPE, span_of(written), message);
            return self
                .wrong_type(error.help("write a number, or declare the constant in the kernels module"));
        }
        match self.generic_constant(written, Prim::Usize).and_then(|len| len.bits()) {
            Some(0) => {
                let error = Diagnostic::error(codes::TYPE, span_of(written), "local memory has no element");
                self.wrong_type(error.help("give it a length of at least 1"))
            }
            Some(len) if !element.is_wrong() => Ty::Local(Box::new(element), len),
            _ => Ty::Error,
        }
    }

    /// `Item<D>` of a kernel that runs for each item of a range, `NdItem<D>` of one that runs for groups of them, or `Group<D>`.
    fn item_type(&mut self, name: &str, dimensions: &syn::GenericArgument) -> Ty {
        match self.generic_constant(dimensions, Prim::Usize).and_then(|count| count.bits()) {
            Some(count @ 1..=3) => {
                let count = u32::try_from(count).unwrap_or(1);
                match name {
                    "NdItem" => Ty::NdItem(count),
                    "Group" => Ty::Group(count),
                    _ => Ty::Item(count),
                }
            }
            Some(count) => {
                let message = format!("a work item has 1 to 3 dimensions, not {count}");
                let error = Diagnostic::error(codes::TYPE, span_of(dimensions), message);
                self.wrong_type(error.help("compute further indices from one of them"))
            }
            None => Ty::Error,
        }
    }

    /// `Option<T>`.
    fn option_type(&mut self, value: &Type) -> Ty {
        match self.ty(value) {
            Ty::Error => Ty::Error,
            ty if ty.holds_ref() || ty == Ty::Unit => {
                let help = match ty {
                    Ty::Unit => "use a `bool`, or a `Result<(), E>`, which `?` takes, too",
                    _ => "the value of an `Option` is a scalar, an array, a tuple, a struct or an enum",
                };
                self.no_type(value, &format!("an `Option` of `{ty}`"), help)
            }
            ty => Ty::option(ty),
        }
    }

    /// `Sender<T>` and `Receiver<T>`
    fn end_type(&mut self, end: ChannelEnd, element: &Type) -> Ty {
        match self.ty(element) {
            Ty::Error => Ty::Error,
            ty if self.is_stream_element(&ty, type_span(element)) => Ty::End(end, Box::new(ty)),
            _ => Ty::Error,
        }
    }

    /// `BlockSender<[T; N]>` and `BlockReceiver<[T; N]>`
    fn block_end_type(&mut self, end: ChannelEnd, array: &Type) -> Ty {
        match self.ty(array) {
            Ty::Error => Ty::Error,
            ty if self.is_block(&ty, type_span(array)) => Ty::End(end, Box::new(Ty::Block(Box::new(ty)))),
            _ => Ty::Error,
        }
    }

    /// Complains unless a stream can have blocks of the type.
    pub fn is_block(&mut self, ty: &Ty, at: Span) -> bool {
        if ty.is_wrong() {
            return false;
        }
        let mut element = ty;
        while let Ty::Array(inner, _) = element {
            element = inner;
        }
        if ty.is_array() && matches!(element, Ty::Prim(_)) {
            return true;
        }
        let message = format!("a block is an array of numbers, and not `{ty}`");
        let error = Diagnostic::error(codes::STREAM, at, message)
            .note("a process reads and writes the elements of a block in any order");
        self.report(error.help("write `[u32; 64]`, or send single values through a `stream`"));
        false
    }

    /// Complains unless a stream has elements of the type.
    pub fn is_stream_element(&mut self, ty: &Ty, at: Span) -> bool {
        let error = if ty.is_wrong() {
            return false;
        } else if ty.holds_ref() || *ty == Ty::Unit {
            let message = format!("a stream of `{ty}` has no values as elements");
            let error = Diagnostic::error(codes::STREAM, at, message);
            error.help("send scalars, enums, or tuples, arrays and structs of them")
        } else if let Some(adt) = self.underived(ty, COPY) {
            let error =
                Diagnostic::error(codes::STREAM, at, format!("a stream copies `{ty}`, which needs `Copy`"));
            self.lacks_derive(error, adt, COPY)
        } else if self.leaves(ty) > MAX_ELEMENT {
            let message =
                format!("`{ty}` has more than {MAX_ELEMENT} scalars, too many for an element of a stream");
            Diagnostic::error(codes::STREAM, at, message)
                .note("all of them are sent at once, through a FIFO as wide")
                .help("send its parts one after the other")
        } else {
            return true;
        };
        self.report(error);
        false
    }

    /// The type to which a single name refers in the current scope.
    pub fn named_type(&mut self, name: &str) -> Option<Ty> {
        if let Some(GenericArg::Ty(ty)) = self.env.generics.get(name) {
            return Some(ty.clone());
        }
        if let Some(prim) = Prim::from_name(name) {
            return Some(Ty::Prim(prim));
        }
        if name == "Self" {
            return self.env.self_ty.clone();
        }
        match self.item(name) {
            Some(Item::Adt(id)) => {
                let adt = self.adt_ref(id);
                let is_wrong = !self.lacks_arguments(&adt) && self.adt(&adt).is_none();
                Some(if is_wrong { Ty::Error } else { Ty::Adt(adt) })
            }
            Some(Item::Alias(id)) => Some(self.alias(id)),
            None => self.named_library_type(name).map(|id| self.adt_ty(id)),
            _ => None,
        }
    }

    /// The target of a type alias; [`Ty::Error`] if it has an error.
    pub fn alias(&mut self, id: AliasId) -> Ty {
        match &self.aliases[id.0].state {
            State::Done(ty) => return Ty::clone(ty),
            State::Failed => return Ty::Error,
            State::Active => {
                let item = &self.aliases[id.0];
                let message = format!("the alias `{}` stands for itself", item.name);
                let error = Diagnostic::error(codes::TYPE, item.span, message);
                self.aliases[id.0].state = State::Failed;
                self.report(error.help("let it stand for another type"));
                return Ty::Error;
            }
            State::New => {}
        }
        self.aliases[id.0].state = State::Active;
        let (syn, env, at) = (self.aliases[id.0].ty, self.aliases[id.0].env.clone(), self.aliases[id.0].span);
        let ty = self.needed(at, |front| Some(front.within(env, |front| front.ty(syn))));
        let ty = ty.filter(|ty| !ty.is_wrong() && matches!(self.aliases[id.0].state, State::Active));
        self.aliases[id.0].state = ty.clone().map_or(State::Failed, |ty| State::Done(Rc::new(ty)));
        ty.unwrap_or(Ty::Error)
    }

    /// Reports a name that is no type, with the nearest one.
    fn unknown_type(&mut self, path: &syn::Path, syn: &Type) -> Ty {
        if self.is_rejected(path) {
            return Ty::Error;
        }
        let types = self.adts.iter().map(|item| item.name.clone()).collect();
        self.wrong_type(unknown_type(span_of(syn), &path_text(path), types))
    }

    /// True if the path begins with an item that has an error.
    pub fn is_rejected(&self, path: &syn::Path) -> bool {
        path.segments.first().is_some_and(|segment| self.rejected.contains(&plain_name(&segment.ident)))
    }

    /// An array, unless all its dimensions together are too large.
    pub fn array_type(&mut self, element: Ty, len: u64, at: Span) -> Ty {
        if element.is_wrong() {
            return Ty::Error;
        }
        let ty = Ty::array(element, len);
        match self.leaves(&ty) {
            0..=MAX_ARRAY_LEN => ty,
            leaves => {
                self.report(too_large(leaves, at));
                Ty::Error
            }
        }
    }

    /// The number of scalars in a value of the type; saturates. Unknown parts count as one.
    pub fn leaves(&mut self, ty: &Ty) -> u64 {
        match ty {
            Ty::Array(element, len) => self.leaves(element).saturating_mul(*len),
            Ty::Tuple(parts) => parts.iter().map(|part| self.leaves(part)).fold(0, u64::saturating_add),
            Ty::Adt(_) => self.ir_type(ty).map_or(1, |ty| ty.leaves()),
            Ty::Option(value) => self.leaves(value).saturating_add(1),
            _ => 1,
        }
    }

    /// The value of an array's length.
    pub fn array_length(&mut self, len: &Expr) -> Option<u64> {
        let value = self.constant_usize(len)?;
        if value == 0 {
            let error = Diagnostic::error(
                codes::ARRAY_LENGTH,
                span_of(len),
                "an array without elements is no memory",
            );
            self.report(
                error
                    .note("C++, which kernels become, has no arrays of length 0")
                    .help("give it at least one element"),
            );
            return None;
        }
        if value > MAX_ARRAY_LEN {
            self.report(too_large(value, span_of(len)));
            return None;
        }
        Some(value)
    }
}

fn too_large(elements: u64, at: Span) -> Diagnostic {
    let elements = if elements == u64::MAX { "more than 10^19".to_owned() } else { elements.to_string() };
    let message = format!("an array of {elements} elements is too large for a device");
    Diagnostic::error(codes::ARRAY_LENGTH, at, message)
        .note(format!("no device has memory on the chip for more than {MAX_ARRAY_LEN}"))
        .help("pass large data as a slice")
}
