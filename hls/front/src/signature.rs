//! Parameters and results of functions.

use std::rc::Rc;

use sycl_hls_ir::{Diagnostic, FuncDirectives, FuncKind, Span};
use sycl_hls_types::{Length, LengthExpr};
use syn::{FnArg, Pat, PatType, Receiver, ReceiverKind, ReturnType};

use crate::attribute::{Directive, Site};
use crate::codes;
use crate::directives::param_site;
use crate::extent::{pat_span, type_span};
use crate::front::{Front, ParamItem, Signature};
use crate::lacking::never;
use crate::names::{counted, plain_name};
use crate::number::Number;
use crate::own_element::own_element;
use crate::span::span_of;
use crate::ty::{Prim, Ty};
use crate::typed::Instance;

impl<'a> Front<'a> {
    /// The parameters and the result of an instance.
    pub fn signature(&mut self, instance: &Instance) -> Rc<Signature> {
        if let Some(known) = self.signatures.get(instance) {
            return Rc::clone(known);
        }
        let env = self.env_of(instance);
        let (sig, kind) = (self.funcs[instance.func.0].sig, self.funcs[instance.func.0].kind);
        let given = self.funcs[instance.func.0].given.clone();
        let signature = Rc::new(self.within(env, |front| front.resolve_signature(sig, kind, &given)));
        if kind == FuncKind::Kernel {
            self.check_interface(&signature);
        }
        self.signatures.insert(instance.clone(), Rc::clone(&signature));
        signature
    }

    /// Parameters with types and directives, and the result's type.
    fn resolve_signature(
        &mut self,
        sig: &'a syn::Signature,
        kind: FuncKind,
        given: &[Directive<'a>],
    ) -> Signature {
        let mut params: Vec<ParamItem> = Vec::new();
        for input in &sig.inputs {
            let param = match input {
                FnArg::Typed(typed) => self.param(typed, params.len(), kind),
                FnArg::Receiver(receiver) => self.receiver(receiver),
            };
            self.distinct(&param, &params);
            params.push(param);
        }
        if kind == FuncKind::Kernel {
            self.work_items(&params);
            self.own_elements(sig, &params);
        }
        self.lengths(sig, &mut params);
        if kind == FuncKind::Kernel {
            self.default_bundles(&mut params);
        }
        let directives = self.function_directives(given);
        self.work_group(&params, &directives);
        Signature { params, ret: self.return_type(sig, kind), directives }
    }

    /// A kernel that runs for each item of a range takes the item first, and shares what it writes.
    fn work_items(&mut self, params: &[ParamItem]) {
        let parallel = matches!(params.first(), Some(ParamItem { ty: Ty::Item(_) | Ty::NdItem(_), .. }));
        for (index, param) in params.iter().enumerate() {
            let (message, help) = match &param.ty {
                Ty::Item(_) | Ty::NdItem(_) if index > 0 => {
                    ("the work item is the first argument of a kernel", "put it first")
                }
                Ty::Ref { mutable: true, inner }
                    if parallel && !param.is_own && matches!(**inner, Ty::Slice(_) | Ty::Array(..)) =>
                {
                    (
                        "a kernel that runs for each item of a range cannot take `&mut [T]`",
                        "take each item's own element, `#[each] y: &mut T`, or `&Global<T>`, which all items write: `y.set(i, value)`",
                    )
                }
                Ty::Ref { mutable: true, inner }
                    if parallel && !param.is_own && matches!(**inner, Ty::Prim(_) | Ty::Number(_)) =>
                {
                    (
                        "a kernel that runs for each item of a range cannot take a `&mut` scalar",
                        "take `#[each] y: &mut T` if each item has one, or `&Global<T>`, and let one of the items write an element",
                    )
                }
                ty if !parallel && self.reduced(ty).is_some() => (
                    "only a kernel that runs for each item of a range has reductions",
                    "take an `Item<1>` as the first argument, or `&mut T`, and put the values together in a loop",
                ),
                Ty::End(..) if parallel => (
                    "a kernel that runs for each item of a range cannot take a stream",
                    "take a range as an argument, `n: usize`, and loop over it",
                ),
                Ty::Ref { inner, .. } if matches!(**inner, Ty::Local(..)) => {
                    match params.first().map(|first| &first.ty) {
                        Some(Ty::NdItem(_)) if params[index..].iter().all(is_local) => continue,
                        Some(Ty::NdItem(_)) => {
                            ("local memory stands behind the other arguments", "put it last")
                        }
                        _ => (
                            "only a kernel that runs for work-groups has local memory",
                            "take an `NdItem` as the first argument, or use an array: `let mut tile = [0; 16];`",
                        ),
                    }
                }
                Ty::Ref { inner, .. } if !parallel && matches!(**inner, Ty::Global(_)) => {
                    ("only a kernel that runs for each item of a range takes `&Global<T>`", "take `&mut [T]`")
                }
                _ => continue,
            };
            let error = Diagnostic::error(codes::KERNEL_PARAM, param.span, message);
            self.report(error.help(help));
        }
    }

    /// A work-group has as many sizes as the item has dimensions.
    fn work_group(&mut self, params: &[ParamItem], directives: &FuncDirectives) {
        let Some(first) = directives.work_group.first() else {
            let of_groups = matches!(params.first(), Some(ParamItem { ty: Ty::NdItem(_), .. }));
            if let Some(local) = params.iter().find(|param| of_groups && is_local(param)) {
                self.report(without_size("local memory", local.span));
            }
            return;
        };
        let given = directives.work_group.len();
        let (message, help) = match params.first().map(|param| &param.ty) {
            Some(Ty::NdItem(dimensions)) if given == *dimensions as usize => return,
            Some(Ty::NdItem(dimensions)) => (
                format!(
                    "a work-group of an `NdItem<{dimensions}>` has {}, not {given}",
                    counted(*dimensions as usize, "size")
                ),
                "write a number for each dimension",
            ),
            _ => (
                "only kernels of an `NdItem` run in work-groups".to_owned(),
                "take an `NdItem` as the first argument, or remove the directive",
            ),
        };
        self.report(Diagnostic::error(codes::DIRECTIVE_CONFLICT, first.span, message).help(help));
    }

    /// Reports a name that two parameters have.
    fn distinct(&mut self, param: &ParamItem, earlier: &[ParamItem]) {
        let Some(first) = earlier.iter().find(|first| first.name == param.name && param.name != "_") else {
            return;
        };
        let message = format!("two parameters have the name `{}`", param.name);
        let error = Diagnostic::error(codes::DUPLICATE, param.span, message);
        self.report(error.related(first.span, "first here").help("give one of them another name"));
    }

    /// `self`, `&self` or `&mut self`.
    fn receiver(&mut self, receiver: &Receiver) -> ParamItem {
        let own = self.env.self_ty.clone();
        if own.is_none() {
            let error = Diagnostic::error(
                codes::HELPER_SIGNATURE,
                span_of(receiver),
                "`self` is a parameter of functions in an `impl` block",
            );
            self.report(error.help("give the parameter another name, and a type"));
        } else if let ReceiverKind::Typed(..) = &receiver.kind {
            let error = never(codes::HELPER_SIGNATURE, span_of(receiver), "`self` with a type");
            self.report(error.help("write `self`, `&self` or `&mut self`"));
        }
        let own = own.unwrap_or(Ty::Error);
        let ty = match borrows(receiver) {
            Some(mutable) => Ty::reference(mutable, own),
            None => own,
        };
        let mutable = borrows(receiver).is_none() && receiver.mutability.is_some();
        ParamItem { name: "self".to_owned(), ty, mutable, span: span_of(receiver), ..ParamItem::unknown() }
    }

    /// A parameter, whose type must be one that functions of this kind can take.
    fn param(&mut self, typed: &'a PatType, index: usize, kind: FuncKind) -> ParamItem {
        let name = match &*typed.pat {
            Pat::Ident(pattern) => plain_name(&pattern.ident),
            Pat::Wild(_) => "_".to_owned(),
            _ if kind == FuncKind::Helper => format!("part_{index}"),
            pattern => {
                let message = "an argument of a kernel has a plain name";
                let error = Diagnostic::error(codes::PATTERN, span_of(pattern), message)
                    .note("it is the name of a port, and of the argument on the host");
                self.report(error.help("write `name: type`, and take it apart with `let`"));
                return ParamItem { name: "_".to_owned(), ..ParamItem::unknown() };
            }
        };
        let ty = self.ty(&typed.ty);
        let own = own_element(typed, kind);
        let ty = if kind == FuncKind::Kernel { self.spelled_out(ty, &typed.ty) } else { ty };
        let ty = match own {
            Some(each) => self.own_element_type(ty, typed, each),
            None => self.param_type(ty, &typed.ty, kind),
        };
        let in_memory = kind == FuncKind::Kernel && self.reduces_to_memory(&ty);
        let site = if own.is_some() || in_memory {
            Site::KernelSlice
        } else {
            param_site(kind, self.reduced(&ty).unwrap_or(&ty))
        };
        let directives = self.param_directives(&typed.attrs, site);
        // An array behind a reference is the only element of a slice of arrays. So is a struct that items combine.
        let is_single = in_memory || kind == FuncKind::Kernel && ty.deref().is_array();
        ParamItem {
            name,
            ty,
            mutable: matches!(&*typed.pat, Pat::Ident(pattern) if pattern.mutability.is_some()),
            span: pat_span(&typed.pat).to(type_span(&typed.ty)),
            length: if is_single { Length::Expr(LengthExpr::Const(1)) } else { Length::Argument },
            bundle: directives.bundle.clone(),
            is_own: own.is_some(),
            directives,
        }
    }

    /// The type itself, unless an alias stands for it and the host code has to know it by its name.
    fn spelled_out(&mut self, ty: Ty, syn: &syn::Type) -> Ty {
        let name = match ty.deref() {
            Ty::Item(_) => "Item",
            Ty::NdItem(_) => "NdItem",
            Ty::Global(_) => "Global",
            Ty::Local(..) => "Local",
            reducer if self.is_reducer(reducer) => "Reducer",
            _ => return ty,
        };
        if pointee_name(syn).is_some_and(|written| written == name) {
            return ty;
        }
        let message = format!("an alias stands for `{}` here", ty.deref());
        let error = Diagnostic::error(codes::KERNEL_PARAM, type_span(syn), message)
            .note("the macro makes the host code of a kernel from its signature as it is written");
        self.report(error.help(format!("write `{ty}`")));
        Ty::Error
    }

    /// The type itself if a parameter may have it, otherwise a complaint.
    fn param_type(&mut self, ty: Ty, syn: &syn::Type, kind: FuncKind) -> Ty {
        let at = type_span(syn);
        let error = match (kind, &ty) {
            (FuncKind::Kernel, ty) if let Some(prim) = exchanged_wide(ty) => {
                too_wide(prim.name(), at).help(halves(prim))
            }
            (_, Ty::Error | Ty::Prim(_)) => return ty,
            (FuncKind::Kernel, Ty::Number(number)) => {
                return if self.is_element_number(*number, at) { ty } else { Ty::Error };
            }
            (FuncKind::Kernel, Ty::Item(_) | Ty::NdItem(_)) => return ty,
            (FuncKind::Kernel, Ty::Ref { inner, .. }) if matches!(&**inner, Ty::Slice(_) | Ty::Global(_)) => {
                let (Ty::Slice(element) | Ty::Global(element)) = &**inner else { return Ty::Error };
                let fits = self.is_element(element, at);
                return if fits { ty } else { Ty::Error };
            }
            (FuncKind::Kernel, Ty::Ref { inner, .. }) if matches!(&**inner, Ty::Array(..)) => {
                return if self.is_element(inner, at) { ty } else { Ty::Error };
            }
            (FuncKind::Kernel, Ty::Ref { mutable: false, inner })
                if matches!(&**inner, Ty::Local(element, _) if !element.holds_ref()) =>
            {
                return ty;
            }
            (FuncKind::Kernel, Ty::Ref { mutable: true, inner }) if let Ty::Number(number) = **inner => {
                return if self.is_element_number(number, at) { ty } else { Ty::Error };
            }
            (FuncKind::Kernel, Ty::Ref { mutable: true, inner }) if matches!(&**inner, Ty::Prim(_)) => {
                if **inner != Ty::Prim(Prim::Bool) {
                    return ty;
                }
                Diagnostic::error(codes::ELEMENT, at, "`&mut bool` cannot be an argument")
                    .note("a device could write a byte that is neither 0 nor 1, which is no valid `bool`")
                    .help("use `&mut u8` and compare with 0")
            }
            (FuncKind::Kernel, ty) if self.is_reducer(ty.deref()) => return self.reduction_type(ty, at),
            (FuncKind::Kernel, Ty::End(_, element)) => match &**element {
                Ty::Prim(Prim::Bool) => {
                    Diagnostic::error(codes::ELEMENT, at, "a stream of `bool` cannot be an argument")
                        .note("what is outside of the kernel could send a byte that is neither 0 nor 1")
                        .help("use `u8` and compare with 0")
                }
                Ty::Prim(_) => return ty,
                Ty::Block(_) => Diagnostic::error(
                    codes::ELEMENT,
                    at,
                    "a stream of blocks cannot be an argument",
                )
                .note("its two ends are in processes of one region, which hand memory over (UG1399, \"Limitations\" of stream-of-blocks)")
                .help("take `Sender<T>` or `Receiver<T>`, and let a process pass the elements on"),
                element if self.packet_of(element).is_some() => return ty,
                Ty::Number(number) => {
                    let message = format!("a stream of `{number}` cannot be an argument");
                    Diagnostic::error(codes::ELEMENT, at, message)
                        .note("TDATA of its AXI-stream port holds a native integer or float")
                        .help(match number.is_fixed() {
                            true => "send its bits in a `u64`, and make it of them: `from_bits(..)`",
                            false => "send a `u64`, and make the number of it: `Uint::<12>::new(word)`",
                        })
                }
                element => Diagnostic::error(
                    codes::ELEMENT,
                    at,
                    format!("a stream of `{element}` cannot be an argument"),
                )
                .note("TDATA of its AXI-stream port holds one number")
                .help("pack the parts into an integer, as with `u64::from(a) << 32 | u64::from(b)`"),
            },
            (FuncKind::Kernel, Ty::Adt(_)) => {
                let fits = self.is_element(&ty, at);
                return if fits { ty } else { Ty::Error };
            }
            (FuncKind::Helper, Ty::Unit | Ty::Slice(_)) => {
                Diagnostic::error(codes::HELPER_SIGNATURE, at, format!("a helper cannot take `{ty}`"))
                    .help("helpers take values, and references to values and slices")
            }
            (FuncKind::Helper, ty) if ty.is_end() || ty.is_array_of_ends() => return ty.clone(),
            (FuncKind::Helper, Ty::Fn(..)) => return ty,
            (FuncKind::Helper, Ty::Ref { inner, .. }) => match &**inner {
                Ty::Slice(element) | Ty::Global(element) | Ty::Local(element, _) if !element.holds_ref() => {
                    return ty;
                }
                inner if !inner.holds_ref() => return ty,
                _ => Diagnostic::error(codes::HELPER_SIGNATURE, at, format!("a helper cannot take `{ty}`"))
                    .help("helpers take values, and references to values and slices"),
            },
            (FuncKind::Helper, _) if !ty.holds_ref() => return ty,
            (FuncKind::Helper, _) => {
                let message = format!("a helper cannot take `{ty}`");
                Diagnostic::error(codes::HELPER_SIGNATURE, at, message)
                    .help("give each reference a parameter of its own")
            }
            (FuncKind::Kernel, _) => Diagnostic::error(
                codes::KERNEL_PARAM,
                at,
                format!("a kernel cannot take `{ty}`"),
            )
            .note("an argument of a kernel is a register of the control interface, an AXI master or an AXI-stream port")
            .help("kernels take scalars, structs, `&[T]`, `&mut [T]`, `&[T; N]`, `&mut [T; N]`, `&mut` scalars, and streams"),
        };
        self.report(error);
        Ty::Error
    }

    /// As [`Self::is_element`], of a type that may also be too wide.
    pub(crate) fn is_exchanged(&mut self, ty: &Ty, at: Span) -> bool {
        if let Some(prim) = exchanged_wide(ty) {
            self.report(too_wide(prim.name(), at).help(halves(prim)));
            return false;
        }
        self.is_element(ty, at)
    }

    /// Complains unless any bytes are a valid value of the type, and none of them is padding: the host and the device
    /// exchange such values as bytes.
    fn is_element(&mut self, ty: &Ty, at: Span) -> bool {
        let error = match ty {
            Ty::Prim(Prim::Bool) => {
                Diagnostic::error(codes::ELEMENT, at, "a slice of `bool` cannot be an argument")
                    .note("a device could write a byte that is neither 0 nor 1, which is no valid `bool`")
                    .help("use `u8` and compare with 0")
            }
            Ty::Prim(_) | Ty::Error => return true,
            Ty::Number(number) => return self.is_element_number(*number, at),
            Ty::Array(element, _) => return self.is_element(element, at),
            Ty::Adt(adt) => return self.is_element_adt(adt, at),
            other => Diagnostic::error(
                codes::ELEMENT,
                at,
                format!("a slice of `{other}` cannot be an argument"),
            )
            .note("the host and the device exchange bytes, so the layout must be fixed")
            .help(
                "use a struct of the module with `#[derive(Clone, Copy, Element)]`, or a slice for each part",
            ),
        };
        self.report(error);
        false
    }

    /// Complains unless host and device exchange numbers of so many bits.
    fn is_element_number(&mut self, number: Number, at: Span) -> bool {
        if number.shape.bits <= Number::WIDEST_ELEMENT {
            return true;
        }
        self.report(too_wide(&number.to_string(), at).help(match number.is_fixed() {
            true => "pass its bits in two numbers: `from_bits(high.concat(low).to())`",
            false => "pass its parts: `high.concat(low)` makes one number of two",
        }));
        false
    }

    /// Each slice of a kernel has a port of its own unless the user says otherwise.
    fn default_bundles(&self, params: &mut [ParamItem]) {
        let taken: Vec<String> = params.iter().filter_map(|param| param.bundle.clone()).collect();
        let mut free = (0..).map(|number| format!("gmem{number}")).filter(|name| !taken.contains(name));
        for param in params {
            let is_memory = param.is_own
                || matches!(param.ty.deref(), Ty::Slice(_) | Ty::Array(..) | Ty::Global(_))
                || self.reduces_to_memory(&param.ty);
            if is_memory && param.bundle.is_none() {
                param.bundle = free.next();
            }
        }
    }

    /// The result's type; kernels have none.
    fn return_type(&mut self, sig: &'a syn::Signature, kind: FuncKind) -> Ty {
        let ReturnType::Type(_, syn) = &sig.output else { return Ty::Unit };
        if matches!(**syn, syn::Type::Never(_)) {
            let error =
                Diagnostic::error(codes::TYPE, span_of(&**syn), "a function that never ends is no hardware");
            self.report(error.help("let it return"));
            return Ty::Error;
        }
        let ty = self.ty(syn);
        let at = type_span(syn);
        match (kind, &ty) {
            (_, Ty::Unit | Ty::Error) => return ty,
            (FuncKind::Helper, ty) if !ty.holds_ref() => return ty.clone(),
            // What it refers to is known where the function is called.
            (FuncKind::Helper, ty) if ty.is_given() => return ty.clone(),
            (FuncKind::Kernel, _) => {
                let error = Diagnostic::error(codes::KERNEL_RETURN, at, "a kernel returns nothing")
                    .note("nobody waits on the device for a value: the host reads results from memory");
                self.report(error.help("write it to a `&mut` argument: a scalar, or a slice"));
            }
            (FuncKind::Helper, _) => {
                let message = format!("a helper cannot return `{ty}`");
                self.report(
                    Diagnostic::error(codes::HELPER_SIGNATURE, at, message)
                        .note("on hardware, memory is reached by its name, never through a pointer that travels")
                        .help("return one reference, the values, or indices"),
                );
            }
        }
        Ty::Error
    }
}

/// The primitive type of more than 64 bits that host and device would exchange, if there is one.
fn exchanged_wide(ty: &Ty) -> Option<Prim> {
    match ty {
        Ty::Prim(prim) => Some(*prim).filter(|prim| prim.scalar().is_wide()),
        Ty::Ref { inner, .. }
        | Ty::Slice(inner)
        | Ty::Global(inner)
        | Ty::Array(inner, _)
        | Ty::End(_, inner) => exchanged_wide(inner),
        _ => None,
    }
}

/// The error about a number that host and device do not exchange.
fn too_wide(name: &str, at: Span) -> Diagnostic {
    let message = format!("a `{name}` cannot be an argument, nor an element of one");
    Diagnostic::error(codes::ELEMENT, at, message)
        .note(format!("host and device exchange numbers of at most {} bits", Number::WIDEST_ELEMENT))
}

/// How to pass a number of 128 bits.
fn halves(prim: Prim) -> String {
    format!("pass its halves in two `u64`: `low as {0} | (high as {0}) << 64`", prim.name())
}

/// The name of a type, or of that behind a reference to it.
fn pointee_name(syn: &syn::Type) -> Option<String> {
    match syn {
        syn::Type::Reference(reference) => pointee_name(&reference.elem),
        syn::Type::Paren(inner) => pointee_name(&inner.elem),
        syn::Type::Group(inner) => pointee_name(&inner.elem),
        syn::Type::Path(path) => path.path.segments.last().map(|segment| plain_name(&segment.ident)),
        _ => None,
    }
}

/// True of local memory of work-groups.
fn is_local(param: &ParamItem) -> bool {
    matches!(param.ty.deref(), Ty::Local(..))
}

/// The error that a kernel has what only groups of a known size have.
pub(crate) fn without_size(what: &str, at: Span) -> Diagnostic {
    Diagnostic::error(
        codes::BARRIER,
        at,
        format!("a kernel with {what} needs work-groups of a constant size"),
    )
    .note("on hardware, memory that each item has of its own lies in arrays of that size")
    .help("state it: `#[reqd_work_group_size(64)]`, with a number for each dimension")
}

/// Whether `self` is taken by a reference, and whether that is mutable.
pub(crate) fn borrows(receiver: &Receiver) -> Option<bool> {
    match &receiver.kind {
        ReceiverKind::Reference(_, _, mutability) => Some(mutability.is_some()),
        _ => None,
    }
}
