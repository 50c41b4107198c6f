//! Calls of methods: of the module's types, and of those that the language has.

use sycl_hls_ir::{Diagnostic, Span};

use super::Infer;
use crate::builtin::{Builtin, DROP, GroupFn, INTO};
use crate::codes;
use crate::front::Item;
use crate::hir::{ExprId, MethodCall, OfType};
use crate::ids::FnId;
use crate::lacking::{nearest, never};
use crate::library::TRY_INTO;
use crate::resolve::{names_of_methods, wrong_count};
use crate::signature::borrows;
use crate::tasks::{MORE, never_ends};
use crate::ty::{Prim, Ty};
use crate::typed::Callee;

/// Float methods whose bits depend on the host's mathematical library, and the function that takes their place.
const LIBM: [(&str, &str); 26] = [
    ("sin", "sin"),
    ("cos", "cos"),
    ("tan", "tan"),
    ("asin", "asin"),
    ("acos", "acos"),
    ("atan", "atan"),
    ("atan2", "atan2"),
    ("sin_cos", "sin_cos"),
    ("sinh", "sinh"),
    ("cosh", "cosh"),
    ("tanh", "tanh"),
    ("asinh", "log"),
    ("acosh", "log"),
    ("atanh", "log"),
    ("exp", "exp"),
    ("exp2", "exp2"),
    ("exp_m1", "expm1"),
    ("ln", "log"),
    ("log", "log"),
    ("log2", "log2"),
    ("log10", "log10"),
    ("ln_1p", "log1p"),
    ("powf", "pow"),
    ("powi", "powi"),
    ("cbrt", "cbrt"),
    ("hypot", "hypot"),
];

/// Methods of arrays and slices that a loop runs over.
const ITERATORS: [&str; 5] = ["iter", "iter_mut", "chunks_exact", "chunks_exact_mut", "windows"];

const NUMBERS: &str = "numbers have the methods of Rust that give the same bits everywhere: `min`, `max`, `clamp`, \
                       `abs`; integers `pow`, `isqrt`, counts and rotations of bits, `wrapping_add` and its like; \
                       floats `sqrt`, `floor`, `mul_add`";

impl<'b> Infer<'b, '_> {
    /// `drop(block)`
    fn handed_over(&mut self, id: ExprId, call: &MethodCall) -> Ty {
        if !self.has_block(call.receiver) {
            let error = Diagnostic::error(codes::STREAM_END, call.at, "`drop` of what is no block")
                .note("values of kernels are copied, and end with their variables");
            let help = "leave it away; `drop(block)` hands over what `acquire` has given";
            self.front.report(error.help(help));
            return Ty::Error;
        }
        self.callees.insert(id, Callee::Builtin(Builtin::HandOver));
        Ty::Unit
    }

    /// Finds a method by the type of its receiver, through references; gives its result's type.
    pub(super) fn method(&mut self, id: ExprId, call: &'b MethodCall) -> Ty {
        let receiver = match &call.of {
            Some(of) => self.first_argument(call.receiver, &of.first),
            None => self.expr(call.receiver),
        };
        if let Some(OfType { first, function: Some(function) }) = &call.of {
            self.callees.insert(id, Callee::Builtin(*function));
            return function.signature(first).1;
        }
        if call.name == DROP {
            return self.handed_over(id, call);
        }
        self.method_on(id, &receiver, call)
    }

    /// A method of a receiver of this type.
    pub(super) fn method_on(&mut self, id: ExprId, receiver: &Ty, call: &'b MethodCall) -> Ty {
        let receiver = self.table.resolve(receiver);
        let args = self.arguments(&call.args);
        let ty = self.method_with(id, &receiver, call, &args);
        self.closures_among(&call.args, &args);
        ty
    }

    /// A method of a receiver of this type, with arguments of these types.
    fn method_with(&mut self, id: ExprId, receiver: &Ty, call: &'b MethodCall, args: &[(Ty, Span)]) -> Ty {
        let own = receiver.deref().clone();
        // Numbers have their own methods before those of traits.
        if Builtin::find(&own, &call.name).is_none()
            && let Some(Item::Fn(func)) = self.member(&own, &call.name)
        {
            return self.own_method(id, func, receiver, call, args);
        }
        if let Some(ty) = self.method_of_open_packet(id, &own, call, args) {
            return ty;
        }
        if [INTO, TRY_INTO].contains(&call.name.as_str()) && args.is_empty() {
            return self.into(id, &own, call);
        }
        match &own {
            Ty::Error | Ty::Never => return Ty::Error,
            Ty::Var(_) => {
                let message = "the type of the number is not decided here";
                let note = "rustc, too, must know the type before it looks for a method";
                let at = self.body.exprs[call.receiver].span;
                let error = Diagnostic::error(codes::ANNOTATE, at, message).note(note);
                let help = "annotate the variable: `let x: u32 = ..`, or the literal: `1_u32`";
                self.front.report(error.help(help));
                return Ty::Error;
            }
            _ => {}
        }
        if let Ty::Number(number) = own {
            return self.number_method(id, number, call, args);
        }
        let Some(builtin) = Builtin::find(&own, &call.name) else {
            if let Some(ty) = self.method_of_order(id, &own, call, args) {
                return ty;
            }
            if let (Ty::Array(..), [_], Some(func)) = (&own, args, self.front.of_arrays(&call.name)) {
                let mut all = vec![(own.clone(), self.body.exprs[call.receiver].span)];
                all.extend_from_slice(args);
                return self.call_with(id, func, &[], &all, None);
            }
            if let (Ty::Prim(Prim::U8), Some(func)) = (&own, self.front.of_bytes(&call.name)) {
                return self.method_of_byte(id, func, call, args);
            }
            let error = match call.name.as_str() {
                // Only the front end itself asks this.
                MORE => never_ends(call.at),
                name => self.unknown_method(&own, name, call.at),
            };
            self.front.report(error);
            return Ty::Error;
        };
        if let Builtin::Group(function) = builtin {
            self.callees.insert(id, Callee::Builtin(builtin));
            return self.group_function(function, call, args);
        }
        let (params, ret) = builtin.signature(&own);
        if args.len() != params.len() {
            let message = wrong_count(&call.name, params.len(), args.len());
            let types: Vec<String> = params.iter().map(|ty| format!("`{}`", self.table.show(ty))).collect();
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, call.at, message);
            self.front.report(error.help(match types.as_slice() {
                [] => format!("write `.{}()`", call.name),
                types => format!("between the parentheses belongs {}", types.join(", ")),
            }));
            return Ty::Error;
        }
        for ((found, at), expected) in args.iter().zip(&params) {
            self.coerce(found, expected, *at);
        }
        self.callees.insert(id, Callee::Builtin(builtin));
        match (builtin, self.front.category()) {
            (Builtin::Classify, Some(category)) => self.front.adt_ty(category),
            _ => ret,
        }
    }

    /// A method of `u8` that is a function of the library.
    fn method_of_byte(&mut self, id: ExprId, func: FnId, call: &MethodCall, args: &[(Ty, Span)]) -> Ty {
        let expected = self.front.funcs[func.0].sig.inputs.len() - 1;
        if args.len() != expected {
            let what = if expected == 0 { "no argument" } else { "a reference to another byte" };
            return self.wrong_arguments(call, what);
        }
        let mut all = vec![(Ty::Prim(Prim::U8), self.body.exprs[call.receiver].span)];
        all.extend_from_slice(args);
        self.call_with(id, func, &[], &all, None)
    }

    /// True if an array or a type of the module has the method.
    pub(super) fn has_method(&mut self, receiver: &Ty, call: &MethodCall) -> bool {
        match receiver.deref() {
            Ty::Array(..) => self.front.of_arrays(&call.name).is_some(),
            own => self.member(own, &call.name).is_some(),
        }
    }

    /// What a type has by this name. Where its arguments are not all known, the only `impl` that it can have decides them.
    fn member(&mut self, own: &Ty, name: &str) -> Option<Item> {
        let found = self.front.member(own, name);
        let Ty::Adt(adt) = own else { return found };
        if found.is_some() {
            return found;
        }
        let mut special = self.front.special_members(adt.id, name);
        special.retain(|(ty, _)| self.table.may_be(own, ty));
        let [(ty, item)] = special.as_slice() else { return None };
        self.table.unify(own, ty);
        Some(*item)
    }

    /// A function that all items of a group call.
    fn group_function(&mut self, function: GroupFn, call: &MethodCall, args: &[(Ty, Span)]) -> Ty {
        let (value, at) = match (function, args) {
            (GroupFn::Broadcast, [(value, at), (from, from_at)]) => {
                self.coerce(from, &Ty::USIZE, *from_at);
                (value, *at)
            }
            (GroupFn::Broadcast, _) => {
                return self
                    .wrong_arguments(call, "two arguments: a value, and the index of an item of the group");
            }
            (_, [(value, at)]) => (value, *at),
            _ => return self.wrong_arguments(call, "one argument: the value of this item"),
        };
        let Some(wanted) = function.wants() else {
            self.coerce(value, &Ty::BOOL, at);
            return Ty::BOOL;
        };
        let ty = self.table.resolve(value);
        let fits = match &ty {
            Ty::Prim(Prim::Bool) => function == GroupFn::Broadcast,
            Ty::Prim(prim) => wanted != "an integer" || !prim.is_float(),
            Ty::Var(_) | Ty::Error | Ty::Never => true,
            _ => false,
        };
        if !fits {
            let message = format!("`{}` takes {wanted}, and this is `{}`", call.name, self.table.show(&ty));
            self.front.report(Diagnostic::error(codes::MISMATCH, at, message).help("convert it first"));
            return Ty::Error;
        }
        ty
    }

    /// What a call by its path, `f32::from_bits(x)`, takes first.
    fn first_argument(&mut self, arg: ExprId, first: &Ty) -> Ty {
        let (found, at) = (self.expr(arg), self.value_span(arg));
        if self.fits(&found, first, at) { first.clone() } else { Ty::Error }
    }

    /// A method of an `impl` block. Its receiver is borrowed as it needs it.
    pub(super) fn own_method(
        &mut self,
        id: ExprId,
        func: FnId,
        receiver: &Ty,
        call: &MethodCall,
        args: &[(Ty, Span)],
    ) -> Ty {
        let sig = self.front.funcs[func.0].sig;
        let Some(syn::FnArg::Receiver(declared)) = sig.inputs.first() else {
            let message = format!("`{}` is no method: it does not take `self`", call.name);
            let error = Diagnostic::error(codes::METHOD, call.at, message)
                .related(self.front.funcs[func.0].span, "defined here");
            self.front.report(error.help(format!(
                "call it by its path: `{}::{}(..)`",
                receiver.deref(),
                call.name
            )));
            return Ty::Error;
        };
        let expected = sig.inputs.len() - 1;
        if args.len() != expected {
            let message = wrong_count(&call.name, expected, args.len());
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, call.at, message);
            let error = error.related(self.front.funcs[func.0].span, "defined here");
            self.front.report(error.help("give each parameter after `self` a value"));
            return Ty::Error;
        }
        let at = self.body.exprs[call.receiver].span;
        let own = match (borrows(declared), receiver) {
            // Whether it may be borrowed so is looked at when all types are known.
            (Some(mutable), Ty::Ref { inner, .. }) => Ty::reference(mutable, (**inner).clone()),
            (Some(mutable), own) => Ty::reference(mutable, own.clone()),
            (None, own) => own.deref().clone(),
        };
        let mut all = vec![(own, at)];
        all.extend_from_slice(args);
        let mut generics = vec![None; self.front.funcs[func.0].owner_params];
        generics.extend(call.generics.iter().cloned());
        self.call_with(id, func, &generics, &all, None)
    }

    /// The error about a method that a type does not have, with the nearest one.
    pub(super) fn unknown_method(&self, ty: &Ty, name: &str, at: Span) -> Diagnostic {
        let is_float = ty.as_prim().is_some_and(Prim::is_float);
        if let (true, Some((_, instead))) = (is_float, LIBM.iter().find(|(known, _)| *known == name)) {
            return never(codes::METHOD, at, &format!("the method `{name}`"))
                .note("its bits depend on the host's mathematical library, so no two targets would agree")
                .help(format!("`math::{instead}(..)` has the same bits on every target"));
        }
        let message = format!("`{}` has no method `{name}` in the kernel language", self.table.show(ty));
        let error = Diagnostic::error(codes::METHOD, at, message);
        let mut known = Builtin::names(ty);
        match ty {
            Ty::Adt(_) => {
                known.extend(self.front.methods_of(ty));
                known.extend(names_of_methods(true).filter(|_| self.front.is_result(ty)));
            }
            Ty::Array(..) | Ty::Slice(_) => known.extend(ITERATORS.map(str::to_owned)),
            Ty::Option(_) => known.extend(names_of_methods(false)),
            _ => {}
        }
        known.sort();
        let is_number = ty.as_prim().is_some_and(|prim| prim != Prim::Bool);
        match nearest(name, known.iter()) {
            _ if is_number && LIBM.iter().any(|(known, _)| *known == name) => {
                error.help("floats have it: convert the number with `.. as f32`")
            }
            Some(other) => error.help(format!("there is `{other}`")),
            None if known.is_empty() => error.help("write a function that takes it"),
            None if is_number => error.help(NUMBERS),
            None if matches!(ty, Ty::Number(number) if number.is_fixed()) => {
                error.help("there are `to`, `to_bits`, `to_f32` and `to_f64`")
            }
            None if matches!(ty, Ty::Number(_)) => {
                error.help("there are `to`, `bit`, `bits`, `concat`, `reverse`, and counts of bits")
            }
            None => {
                let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                error.help(format!("its methods are {}", known.join(", ")))
            }
        }
    }
}
