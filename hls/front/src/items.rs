//! The items of a kernels module: names, constants and signatures.

use sycl_hls_ir::{Diagnostic, FuncDirectives, FuncKind, Span};
use sycl_hls_types::Length;
use syn::{FnArg, ItemConst, ItemFn, ItemMod, Pat, ReturnType};

use crate::codes;
use crate::directives::{Site, marks_kernel, param_site};
use crate::front::{ConstItem, ConstState, FnItem, Front, Item, ParamItem};
use crate::hir::{ConstId, FnId};
use crate::lacking::{never, not_yet};
use crate::names::plain_name;
use crate::span::{span, span_of};
use crate::ty::{Prim, Ty};

impl<'a> Front<'a> {
    /// Collects the module's items and resolves all signatures.
    pub fn collect(&mut self, module: &'a ItemMod) {
        let Some((_, items)) = &module.content else {
            let at = span(module.mod_token.span).to(span(module.ident.span()));
            let message = format!("the kernels module `{}` has no body here", module.ident);
            let note = "the macro sees only the tokens it stands on, so the kernels must be among them";
            let error = Diagnostic::error(codes::MODULE, at, message);
            self.report(error.note(note).help(format!("write `mod {} {{ .. }}` in this file", module.ident)));
            return;
        };
        for item in items {
            match item {
                syn::Item::Const(item) => self.collect_const(item),
                syn::Item::Fn(item) => self.collect_fn(item),
                syn::Item::Use(item) => self.collect_use(item),
                other => self.foreign_item(other),
            }
        }
        for index in 0..self.consts.len() {
            self.constant(ConstId(index));
        }
        for index in 0..self.funcs.len() {
            self.resolve_signature(index);
        }
    }

    fn collect_const(&mut self, item: &'a ItemConst) {
        self.directives(&item.attrs, Site::Const);
        let name = plain_name(&item.ident);
        let id = ConstId(self.consts.len());
        self.define(&name, Item::Const(id), span(item.ident.span()));
        self.consts.push(ConstItem { name, syn: item, state: ConstState::New, span: span_of(item) });
    }

    fn collect_fn(&mut self, item: &'a ItemFn) {
        let kernel = marks_kernel(&item.attrs);
        let given = self.directives(&item.attrs, if kernel { Site::Kernel } else { Site::Helper });
        let name = plain_name(&item.sig.ident);
        let id = FnId(self.funcs.len());
        self.define(&name, Item::Fn(id), span(item.sig.ident.span()));
        self.funcs.push(FnItem {
            name,
            kind: if kernel { FuncKind::Kernel } else { FuncKind::Helper },
            syn: item,
            given,
            directives: FuncDirectives::default(),
            params: Vec::new(),
            ret: Ty::Unit,
            span: span_of(&item.sig),
        });
        self.qualifiers(item);
    }

    fn define(&mut self, name: &str, item: Item, at: Span) {
        if let Some(earlier) = self.names.insert(name.to_owned(), item) {
            let first = match earlier {
                Item::Const(id) => self.consts[id.0].span,
                Item::Fn(id) => self.funcs[id.0].span,
            };
            let message = format!("the name `{name}` is defined twice");
            let error = Diagnostic::error(codes::DUPLICATE, at, message).related(first, "first defined here");
            self.report(error.help("give one of them another name"));
        }
    }

    fn qualifiers(&mut self, item: &ItemFn) {
        let sig = &item.sig;
        let code = codes::FN_QUALIFIER;
        if let Some(token) = &sig.constness {
            let error = not_yet(code, span(token.span), "a `const fn`");
            self.report(error.help("leave `const` away, and write the values of constants out"));
        }
        if let Some(token) = &sig.asyncness {
            let error = never(code, span(token.span), "an `async fn`");
            self.report(error.help("leave `async` away: to the host, a kernel is asynchronous by itself"));
        }
        if !matches!(sig.safety, syn::Safety::Default) {
            let error = never(code, span_of(&sig.safety), "an `unsafe fn`");
            self.report(error.help("leave it away: nothing in kernels needs unsafe code"));
        }
        if let Some(abi) = &sig.abi {
            let error = never(code, span_of(abi), "an `extern` function");
            self.report(error.help("leave `extern` away: the C++ kernel gets C linkage by itself"));
        }
        if let (Some(lt), Some(gt)) = (&sig.generics.lt_token, &sig.generics.gt_token) {
            let error = not_yet(code, span(lt.span).to(span(gt.span)), "a generic function");
            self.report(
                error.help("write one function for each type, and a `const` of the module for each length"),
            );
        }
        if let Some(variadic) = &sig.variadic {
            let error = never(code, span_of(variadic), "a variadic function");
            self.report(error.help("name each argument"));
        }
    }

    fn resolve_signature(&mut self, index: usize) {
        let (item, kind) = (self.funcs[index].syn, self.funcs[index].kind);
        let given = std::mem::take(&mut self.funcs[index].given);
        self.funcs[index].directives = self.function_directives(&given);
        if self.funcs[index].is_generic() {
            self.funcs[index].params = item.sig.inputs.iter().map(|_| ParamItem::unknown()).collect();
            self.funcs[index].ret = Ty::Error;
            return;
        }
        let mut params: Vec<ParamItem> = Vec::new();
        for input in &item.sig.inputs {
            match input {
                FnArg::Typed(typed) => {
                    let param = self.param(typed, kind);
                    self.distinct(&param, &params);
                    params.push(param);
                }
                FnArg::Receiver(receiver) => {
                    let error = not_yet(codes::HELPER_SIGNATURE, span_of(receiver), "a method with `self`");
                    self.report(error.help("pass the value as an argument with a name"));
                    params.push(ParamItem::unknown());
                }
            }
        }
        self.lengths(item, &mut params);
        if kind == FuncKind::Kernel {
            default_bundles(&mut params);
        }
        let ret = self.return_type(item, kind);
        let func = &mut self.funcs[index];
        func.params = params;
        func.ret = ret;
        self.check_interface(index);
    }

    fn distinct(&mut self, param: &ParamItem, earlier: &[ParamItem]) {
        let Some(first) = earlier.iter().find(|first| first.name == param.name && param.name != "_") else {
            return;
        };
        let message = format!("two parameters have the name `{}`", param.name);
        let error = Diagnostic::error(codes::DUPLICATE, param.span, message);
        self.report(error.related(first.span, "first here").help("give one of them another name"));
    }

    fn param(&mut self, typed: &'a syn::PatType, kind: FuncKind) -> ParamItem {
        let Pat::Ident(pattern) = &*typed.pat else {
            let error = not_yet(codes::PATTERN, span_of(&typed.pat), "a pattern as a parameter");
            self.report(error.help("write `name: type`"));
            return ParamItem { name: "_".to_owned(), ..ParamItem::unknown() };
        };
        let ty = self.ty(&typed.ty);
        let ty = self.param_type(ty, &typed.ty, kind);
        let directives = self.param_directives(&typed.attrs, param_site(kind, &ty));
        ParamItem {
            name: plain_name(&pattern.ident),
            ty,
            mutable: pattern.mutability.is_some(),
            span: span(pattern.ident.span()).to(span_of(&typed.ty)),
            length: Length::Argument,
            bundle: directives.bundle.clone(),
            directives,
        }
    }

    /// The type itself if a parameter may have it, otherwise a complaint.
    fn param_type(&mut self, ty: Ty, syn: &syn::Type, kind: FuncKind) -> Ty {
        let at = span_of(syn);
        let error = match (kind, &ty) {
            (_, Ty::Error | Ty::Prim(_)) => return ty,
            (_, Ty::Ref { inner, .. }) if matches!(&**inner, Ty::Slice(_)) => {
                let Ty::Slice(element) = &**inner else { return Ty::Error };
                match self.slice_element(element, at) {
                    true => return ty,
                    false => return Ty::Error,
                }
            }
            (FuncKind::Helper, Ty::Ref { inner, .. }) if inner.is_array() => return ty,
            (FuncKind::Helper, Ty::Ref { inner, .. }) if matches!(&**inner, Ty::Prim(_)) => {
                Diagnostic::error(codes::HELPER_SIGNATURE, at, format!("a helper cannot take `{ty}` yet"))
                    .help("pass the scalar by value and return the new one")
            }
            (FuncKind::Helper, Ty::Array(..)) => {
                Diagnostic::error(codes::HELPER_SIGNATURE, at, "a helper cannot take an array by value yet")
                    .help(format!("pass a reference: `&{ty}`"))
            }
            (FuncKind::Helper, _) => {
                Diagnostic::error(codes::HELPER_SIGNATURE, at, format!("a helper cannot take `{ty}`"))
                    .help("helpers take scalars, `&[T; N]`, `&mut [T; N]`, `&[T]` and `&mut [T]`")
            }
            (FuncKind::Kernel, _) => Diagnostic::error(
                codes::KERNEL_PARAM,
                at,
                format!("a kernel cannot take `{ty}`"),
            )
            .note("an argument of a kernel is a register of the control interface or an AXI master port")
            .help("kernels take scalars, `&[T]` and `&mut [T]`"),
        };
        self.report(error);
        Ty::Error
    }

    fn slice_element(&mut self, element: &Ty, at: Span) -> bool {
        let error = match element {
            Ty::Prim(Prim::Bool) => {
                Diagnostic::error(codes::ELEMENT, at, "a slice of `bool` cannot be an argument")
                    .note("a device could write a byte that is neither 0 nor 1, which is no valid `bool`")
                    .help("use `u8` and compare with 0")
            }
            Ty::Prim(_) | Ty::Error => return true,
            other => Diagnostic::error(
                codes::ELEMENT,
                at,
                format!("a slice of `{other}` cannot be an argument yet"),
            )
            .help("use a flat slice of scalars and compute the index"),
        };
        self.report(error);
        false
    }

    fn return_type(&mut self, item: &'a ItemFn, kind: FuncKind) -> Ty {
        let ReturnType::Type(_, syn) = &item.sig.output else { return Ty::Unit };
        let ty = self.ty(syn);
        let at = span_of(&**syn);
        match (kind, &ty) {
            (_, Ty::Unit | Ty::Error) | (FuncKind::Helper, Ty::Prim(_)) => return ty,
            (FuncKind::Kernel, _) => {
                let error = Diagnostic::error(codes::KERNEL_RETURN, at, "a kernel returns nothing")
                    .note("nobody waits on the device for a value: the host reads results from memory");
                self.report(error.help("write the result into a `&mut` slice"));
            }
            (FuncKind::Helper, Ty::Array(..)) => {
                let message = "a helper cannot return an array yet";
                let help = format!("fill an array that the caller passes: `out: &mut {ty}`");
                self.report(Diagnostic::error(codes::HELPER_SIGNATURE, at, message).help(help));
            }
            (FuncKind::Helper, _) => {
                let message = format!("a helper cannot return `{ty}`");
                self.report(Diagnostic::error(codes::HELPER_SIGNATURE, at, message).help("return a scalar"));
            }
        }
        Ty::Error
    }
}

/// Each slice of a kernel has a port of its own unless the user says otherwise.
fn default_bundles(params: &mut [ParamItem]) {
    let taken: Vec<String> = params.iter().filter_map(|param| param.bundle.clone()).collect();
    let mut free = (0..).map(|number| format!("gmem{number}")).filter(|name| !taken.contains(name));
    for param in params {
        if matches!(param.ty.deref(), Ty::Slice(_)) && param.bundle.is_none() {
            param.bundle = free.next();
        }
    }
}
