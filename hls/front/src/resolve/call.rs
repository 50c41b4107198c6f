//! Calls of functions and methods.

use sycl_hls_ir::{Diagnostic, FuncKind, Span};
use syn::Expr;

use super::Resolver;
use super::iter::makes_iterator;
use super::path::of_option;
use super::syntax::{ident_span, quoted, unparenthesized, wrong_count};
use crate::builtin::{Builtin, DROP, INTO};
use crate::callable;
use crate::codes;
use crate::front::{FnItem, Item};
use crate::hir::{ExprId, ExprKind, LocalId, MethodCall, OfType};
use crate::ids::FnId;
use crate::lacking::{library_function, nearest, never};
use crate::library::{TRY_FROM, TRY_INTO, standard_path};
use crate::links::unseen;
use crate::names::{path_text, plain_name};
use crate::span::span_of;
use crate::ty::{GenericArg, Prim, Ty};
use crate::typings::NodeKey;

impl Resolver<'_, '_> {
    /// A call: of a function, of `Some`, or of the constructor of a tuple struct or variant.
    pub(super) fn call(&mut self, call: &syn::ExprCall, at: Span) -> ExprKind {
        let Expr::Path(path) = unparenthesized(&call.func) else {
            let what = "a call of a computed function";
            return self.never(span_of(&call.func), what, "call the function by its name");
        };
        if let Some(ident) = path.path.get_ident()
            && let Some(local) = self.lookup(&plain_name(ident))
        {
            let called = self.call_variable(local, call, at);
            return called.unwrap_or_else(|| self.call_of_variable(local, span_of(path)));
        }
        if of_option(&path.path, "Some") {
            return self.some(call, at);
        }
        if path.path.is_ident("drop") && self.front.item("drop").is_none() {
            return self.dropped(call, at);
        }
        if self.is_stream(&path.path) {
            return self.stream(&path.path, call, at);
        }
        if let Some(number) = self.number_of(path) {
            return self.call_of_number(number, &path.path, call, at);
        }
        if let [first, second] = path.path.segments.iter().collect::<Vec<_>>()[..]
            && self.front.names_packet(first)
        {
            return self.call_of_packet(first, second, call, at);
        }
        if let Some((adt, variant)) = self.variant_path(&path.path) {
            return self.construct_call(adt, variant, call, at);
        }
        match self.function(path) {
            Some(func) => {
                let generics = self.written_generics(func, path);
                self.call_function(func, generics, call, at)
            }
            None => self.call_of_type(path, call, at),
        }
    }

    /// `Packet::<u32>::new(data)`, or `Packet::new(data)`, whose type is decided later.
    fn call_of_packet(
        &mut self,
        ty: &syn::PathSegment,
        name: &syn::PathSegment,
        call: &syn::ExprCall,
        at: Span,
    ) -> ExprKind {
        let (name, name_at) = (plain_name(&name.ident), ident_span(&name.ident));
        if ty.arguments.is_none() && name == "new" {
            return self.new_packet(call, at);
        }
        let Ty::Adt(adt) = self.front.packet_type(ty) else { return ExprKind::Error };
        match self.front.member(&Ty::Adt(adt.clone()), &name) {
            Some(Item::Fn(func)) => self.call_function(func, Vec::new(), call, at),
            _ => self.no_member(adt.id, &name, name_at),
        }
    }

    /// `Packet::new(data)`.
    fn new_packet(&mut self, call: &syn::ExprCall, at: Span) -> ExprKind {
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let &[data] = args.as_slice() else {
            let message = wrong_count("Packet::new", 1, args.len());
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
            return self
                .error(error.help("give it the packet's data; methods set its signals: `.with_last(true)`"));
        };
        ExprKind::NewPacket(data)
    }

    /// `drop(block)`.
    fn dropped(&mut self, call: &syn::ExprCall, at: Span) -> ExprKind {
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let &[receiver] = args.as_slice() else {
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, wrong_count("drop", 1, args.len()));
            return self.error(error.help("give it the block that is handed over"));
        };
        let name = DROP.to_owned();
        let (generics, args, node) = (Vec::new(), Vec::new(), NodeKey::of(call));
        ExprKind::Method(Box::new(MethodCall { receiver, of: None, name, generics, args, at, node }))
    }

    /// `Some(value)`.
    fn some(&mut self, call: &syn::ExprCall, at: Span) -> ExprKind {
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.expr(arg)).collect();
        match args.as_slice() {
            [value] => ExprKind::Some(*value),
            _ => {
                let message = wrong_count("Some", 1, args.len());
                let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
                self.error(error.help("several values are a tuple: `Some((a, b))`"))
            }
        }
    }

    /// The function that a path names.
    pub(super) fn function(&mut self, path: &syn::ExprPath) -> Option<FnId> {
        if let Some(owner) = self.front.qualified(path.qself.as_ref(), &path.path) {
            let name = plain_name(&path.path.segments.last()?.ident);
            return match self.front.member(&owner, &name).or_else(|| self.only_member(&owner, &name))? {
                Item::Fn(id) => Some(id),
                _ => None,
            };
        }
        if let Some((module, rest)) = standard_path(&path.path)
            && let [name] = rest.as_slice()
        {
            return self.front.library_function(&module, &plain_name(&name.ident));
        }
        let names: Vec<String> =
            path.path.segments.iter().map(|segment| plain_name(&segment.ident)).collect();
        match names.as_slice() {
            [name] => match self.front.item(name)? {
                Item::Fn(id) => Some(id),
                _ => None,
            },
            [unit, name] => self.front.process_of_streams(unit, name),
            [.., module, unit, name] if module == "device" => self.front.process_of_streams(unit, name),
            [outer, unit, name] if outer == "super" => self.front.library_function(unit, name),
            _ => None,
        }
    }

    /// What a type with parameters, named without arguments, has for one list of them only.
    fn only_member(&self, owner: &Ty, name: &str) -> Option<Item> {
        match owner {
            Ty::Adt(adt) if adt.args.is_empty() => {
                match self.front.special_members(adt.id, name).as_slice() {
                    [(_, item)] => Some(*item),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The generic arguments of a call by a path: those of the type that it names, and those behind the function's name.
    pub(super) fn written_generics(&mut self, func: FnId, path: &syn::ExprPath) -> Vec<Option<GenericArg>> {
        let params = self.front.funcs[func.0].generics.clone();
        let (of_owner, own) = params.split_at(self.front.funcs[func.0].owner_params);
        let written = path.path.segments.last().and_then(|segment| match &segment.arguments {
            syn::PathArguments::AngleBracketed(arguments) => Some(arguments),
            _ => None,
        });
        let written = self.turbofish(written, own);
        let mut generics = vec![None; of_owner.len()];
        if let Some(Ty::Adt(adt)) = self.front.qualified(path.qself.as_ref(), &path.path)
            && adt.args.len() == of_owner.len()
        {
            generics = adt.args.iter().cloned().map(Some).collect();
        }
        generics.extend(written);
        generics
    }

    /// A call of a function of the module, with the generic arguments that are written.
    fn call_function(
        &mut self,
        func: FnId,
        generics: Vec<Option<GenericArg>>,
        call: &syn::ExprCall,
        at: Span,
    ) -> ExprKind {
        if let Some(conversion) = self.conversion_to_prim(func, call, at) {
            return conversion;
        }
        if self.front.funcs[func.0].kind == FuncKind::Kernel {
            let name = &self.front.funcs[func.0].name;
            let message = format!("the kernel `{name}` cannot be called");
            let error = Diagnostic::error(codes::KERNEL_CALL, at, message)
                .note("a kernel is an entry point with ports of its own, and Vitis allows no INTERFACE on an inner function")
                .help("move the shared code into a helper function");
            return self.error(error);
        }
        let constness = self.front.funcs[func.0].sig.constness.is_some();
        if self.constant && !constness {
            let name = self.front.fn_title(func);
            let message = format!("`{name}` is no `const fn`, and cannot be called in a constant");
            let error = Diagnostic::error(codes::CONSTANT, at, message)
                .related(self.front.funcs[func.0].span, "defined here");
            return self.error(error.help("write `const fn`"));
        }
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.argument(arg)).collect();
        let item = &self.front.funcs[func.0];
        let expected = item.sig.inputs.len();
        if args.len() != expected {
            let message = wrong_count(&self.front.fn_title(func), expected, args.len());
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
            let error = error.related(item.span, "defined here");
            return self.error(error.help("give each parameter a value"));
        }
        ExprKind::Call { func, generics, args, node: NodeKey::of(call) }
    }

    /// `u32::from(x)` where the module has a `From` of its own for `u32`: what `x` is decides between that and Rust's.
    fn conversion_to_prim(&mut self, func: FnId, call: &syn::ExprCall, at: Span) -> Option<ExprKind> {
        let (made, _) = self.front.conversions_named("from").find(|(_, id)| *id == func)?;
        let made = Some(made.clone()).filter(|made| matches!(made, Ty::Prim(_)))?;
        let [arg] = call.args.iter().collect::<Vec<_>>()[..] else { return None };
        let receiver = self.argument(arg);
        Some(Self::conversion(INTO, receiver, made, call, at))
    }

    /// `T::from(x)` or `T::try_from(x)` as the method of what is converted.
    fn conversion(method: &str, receiver: ExprId, to: Ty, call: &syn::ExprCall, at: Span) -> ExprKind {
        let (name, node) = (method.to_owned(), NodeKey::of(call));
        let generics = vec![Some(GenericArg::Ty(to))];
        let call = MethodCall { receiver, of: None, name, generics, args: Vec::new(), at, node };
        ExprKind::Method(Box::new(call))
    }

    /// `f32::from_bits(x)`, `u64::from(x)`, `i32::max(a, b)`, `math::sin(x)`
    fn call_of_type(&mut self, path: &syn::ExprPath, call: &syn::ExprCall, at: Span) -> ExprKind {
        let names: Vec<String> =
            path.path.segments.iter().map(|segment| plain_name(&segment.ident)).collect();
        let method_at = path.path.segments.last().map_or(at, |segment| ident_span(&segment.ident));
        match names.as_slice() {
            [.., module, name] if module == "math" => return self.library_call(name, call, method_at),
            [.., module, unit, name] if module == "math" => {
                if let Some(func) = self.front.library_function(unit, name) {
                    return self.call_function(func, Vec::new(), call, at);
                }
            }
            _ => {}
        }
        let [ty, name] = names.as_slice() else { return self.unknown_function(path, names.first()) };
        if (ty.as_str(), name.as_str()) == ("Default", "default") {
            let error = never(codes::FUNCTION, at, "`Default::default()`, which does not name its type,");
            return self.error(error.help("name it: `Type::default()`"));
        }
        if let Some(Item::Trait(_)) = self.front.item(ty) {
            return self.call_of_trait(name, call, method_at);
        }
        let owner = self.front.qualified(path.qself.as_ref(), &path.path);
        match owner.or_else(|| self.front.named_type(ty)) {
            Some(ty) if name == "default" && call.args.is_empty() => self.default_value(&ty, at),
            Some(Ty::Prim(prim)) => self.call_of_prim(prim, name, call, method_at, at),
            Some(Ty::Adt(adt)) => self.no_member(adt.id, name, method_at),
            Some(_) => ExprKind::Error,
            None => self.unknown_function(path, None),
        }
    }

    /// `Filter::apply(&filter, x)`: a method, which the type of its receiver decides.
    fn call_of_trait(&mut self, name: &str, call: &syn::ExprCall, at: Span) -> ExprKind {
        let mut args: Vec<ExprId> = call.args.iter().map(|arg| self.argument(arg)).collect();
        if args.is_empty() {
            let error = Diagnostic::error(codes::FUNCTION, at, "this call does not say of which type it is");
            return self.error(error.help(format!("name the type: `Type::{name}()`")));
        }
        let (receiver, name, node) = (args.remove(0), name.to_owned(), NodeKey::of(call));
        let generics = Vec::new();
        ExprKind::Method(Box::new(MethodCall { receiver, of: None, name, generics, args, at, node }))
    }

    /// `f32::from_bits(x)`, `i32::max(a, b)` and other functions of a number's type.
    fn call_of_prim(
        &mut self,
        prim: Prim,
        name: &str,
        call: &syn::ExprCall,
        at: Span,
        whole: Span,
    ) -> ExprKind {
        let mut args: Vec<ExprId> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let node = NodeKey::of(call);
        let function = Builtin::of_type(prim, name);
        let builtin = Builtin::find(&Ty::Prim(prim), name);
        let expected = match (name, builtin) {
            ("from" | "from_bits" | TRY_FROM, _) => 1,
            _ if function.is_some() => 1,
            (_, Some(builtin)) => 1 + builtin.signature(&Ty::Prim(prim)).0.len(),
            (_, None) => return self.no_function_of_prim(prim, name, at),
        };
        if args.len() != expected {
            let message = wrong_count(&format!("{}::{name}", prim.name()), expected, args.len());
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, whole, message);
            return self.error(error.help(match expected {
                1 => "give it one number",
                _ => "it is a method, whose receiver is the first argument here",
            }));
        }
        let first = args.remove(0);
        match name {
            "from" => {
                self.body.lossless.push(first);
                ExprKind::Cast(first, Ty::Prim(prim))
            }
            TRY_FROM => Self::conversion(TRY_INTO, first, Ty::Prim(prim), call, at),
            _ => {
                let of = match function {
                    Some((first, function)) => OfType { first, function: Some(function) },
                    None => OfType { first: Ty::Prim(prim), function: None },
                };
                let (name, generics) = (name.to_owned(), Vec::new());
                let call = MethodCall { receiver: first, of: Some(of), name, generics, args, at, node };
                ExprKind::Method(Box::new(call))
            }
        }
    }

    /// Reports a function that a primitive type does not have.
    fn no_function_of_prim(&mut self, prim: Prim, name: &str, at: Span) -> ExprKind {
        let message = format!("there is no function `{}::{name}` in the kernel language", prim.name());
        let known = Builtin::names(&Ty::Prim(prim));
        let help = match nearest(name, known.iter()) {
            Some(other) => format!("there is `{}::{other}`", prim.name()),
            None => "convert numbers with `as`; their limits are constants: `u8::MAX`".to_owned(),
        };
        self.error(Diagnostic::error(codes::FUNCTION, at, message).help(help))
    }

    /// A function of the library, which exists for several types.
    fn library_call(&mut self, name: &str, call: &syn::ExprCall, at: Span) -> ExprKind {
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.expr(arg)).collect();
        if !self.front.is_library_function(name) {
            let known = self.front.library_names();
            let error =
                Diagnostic::error(codes::FUNCTION, at, format!("there is no function `math::{name}`"));
            return self.error(error.help(match nearest(name, known.iter()) {
                Some(other) => format!("there is `math::{other}`"),
                None => format!("the functions are {}", known.join(", ")),
            }));
        }
        ExprKind::Library { name: name.to_owned(), args, at }
    }

    /// Reports the call of a variable.
    fn call_of_variable(&mut self, local: LocalId, at: Span) -> ExprKind {
        let variable = &self.body.locals[local];
        if variable.ty == Some(Ty::Error) {
            return ExprKind::Error;
        }
        let error = Diagnostic::error(
            codes::FUNCTION,
            at,
            format!("the variable `{}` is no function", variable.name),
        );
        let error = error.related(variable.span, "declared here");
        self.error(error.help("call a helper function by its name; a variable of the same name hides it"))
    }

    /// Reports a function that nobody has declared, with names like it.
    fn unknown_function(&mut self, path: &syn::ExprPath, name: Option<&String>) -> ExprKind {
        if self.front.is_rejected(&path.path) {
            return ExprKind::Error;
        }
        let at = span_of(path);
        let text = path_text(&path.path);
        if let Some(error) = library_function(at, &text) {
            return self.error(error);
        }
        if let Some(error) = self.unknown_process(path, at) {
            return self.error(error);
        }
        let helpers = self.front.funcs.iter().filter(|func| {
            func.kind == FuncKind::Helper
                && func.owner.is_none()
                && func.scope.is_none()
                && !unseen(&func.name)
        });
        let nearest = name.and_then(|name| nearest(name, helpers.map(|func| &func.name)));
        let message = format!("there is no function {} in the kernels module", quoted(&path.path));
        let error = Diagnostic::error(codes::FUNCTION, at, message);
        let error = error.help(match nearest {
            Some(other) => format!("there is `{other}`"),
            None => "define it in the module: functions from outside cannot become hardware".to_owned(),
        });
        self.error(error)
    }

    /// The complaint about a process that a module of the library, as `split`, has not.
    fn unknown_process(&self, path: &syn::ExprPath, at: Span) -> Option<Diagnostic> {
        let mut words = path.path.segments.iter().rev().map(|segment| plain_name(&segment.ident));
        let (name, unit) = (words.next()?, words.next()?);
        let known = self.front.names_of_streams(&unit);
        if known.is_empty() {
            return None;
        }
        let help = match nearest(&name, known.iter()) {
            Some(other) => format!("there is `{unit}::{other}`"),
            None => format!("the processes of `{unit}` are {}", known.join(", ")),
        };
        let message = format!("there is no process `{unit}::{name}`");
        Some(Diagnostic::error(codes::FUNCTION, at, message).help(help))
    }

    /// True if some type has a method of this name.
    pub(super) fn is_method(&self, name: &str) -> bool {
        Builtin::is_method(name) || self.own_methods(name).next().is_some()
    }

    /// True if some type of the module has a method of this name that takes a closure.
    pub(super) fn takes_closure(&self, name: &str) -> bool {
        self.own_methods(name).any(|func| callable::takes_closure(func.sig))
    }

    /// The methods of this name that types of the module have.
    fn own_methods(&self, name: &str) -> impl Iterator<Item = &FnItem<'_>> {
        let own = self.front.funcs.iter().filter(|func| func.sig.receiver().is_some());
        own.filter(move |func| plain_name(&func.sig.ident) == name)
    }

    /// A call of a method; which one it is depends on types, which are not known yet.
    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall, at: Span) -> ExprKind {
        if let Some(reduced) = self.reduce(call) {
            return reduced;
        }
        let name = plain_name(&call.method);
        let method_at = ident_span(&call.method);
        if makes_iterator(call) {
            return self.iterator_value(&name, method_at);
        }
        if let Some(chosen) = self.then(call, at).or_else(|| self.option_method(call, at)) {
            return chosen;
        }
        let receiver = self.expr(&call.receiver);
        if call.args.iter().any(|arg| matches!(unparenthesized(arg), Expr::Closure(_)))
            && !self.takes_closure(&name)
        {
            return self.no_closure(&name, method_at);
        }
        ExprKind::Method(Box::new(self.method_with(receiver, call, method_at)))
    }
}
