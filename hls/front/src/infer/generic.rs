//! Arguments for generic parameters: those that are written, and those that follow from the types of arguments.

use rustc_hash::FxHashMap;
use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::ScalarValue;
use syn::{
    AngleBracketedGenericArguments, Expr, FnArg, GenericArgument, PathArguments, ReturnType, TraitBound,
    Type, TypeParamBound,
};

use super::Infer;
use crate::callable::{self, bounds_of};
use crate::codes;
use crate::front::{Env, GenericParam};
use crate::ids::FnId;
use crate::names::{counted, plain_name, plain_type};
use crate::number::Number;
use crate::signature::borrows;
use crate::ty::{AdtRef, GenericArg, Prim, Ty};
use crate::typed::Instance;

/// What parameters were found to stand for, by their names.
pub(super) type Found = FxHashMap<String, GenericArg>;

/// The parameters that types are searched for.
pub(super) struct Params<'p> {
    all: &'p [GenericParam],
    /// Those of the type that `Self` stands for, in its order.
    of_owner: &'p [GenericParam],
}

impl<'p> Params<'p> {
    /// Those of a struct or an enum, for the types of its fields.
    pub fn of_type(all: &'p [GenericParam]) -> Self {
        Self { all, of_owner: all }
    }

    /// The parameter of this name.
    fn named(&self, name: &str) -> Option<&'p GenericParam> {
        self.all.iter().find(|param| param.name == name)
    }
}

impl Infer<'_, '_> {
    /// The arguments for the generic parameters of a call; `None` after a complaint.
    pub(super) fn generic_arguments(
        &mut self,
        func: FnId,
        written: &[Option<GenericArg>],
        args: &[Ty],
        wanted: Option<&Ty>,
        at: Span,
    ) -> Option<Vec<GenericArg>> {
        let params = self.front.funcs[func.0].generics.clone();
        let of_owner = self.front.funcs[func.0].owner_params;
        let own = written.len().saturating_sub(of_owner);
        let named = params.len() - callable::unnamed(self.front.funcs[func.0].sig).count();
        if own != 0 && written.len() != named {
            let count = counted(named - of_owner, "generic argument");
            let message = format!("`{}` takes {count}, not {own}", self.front.fn_title(func));
            let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
            let error = error.related(self.front.funcs[func.0].span, "defined here");
            self.front.report(error.help("leave `::<..>` away, or write one for each parameter"));
            return None;
        }
        let mut found = Found::default();
        for (param, arg) in params.iter().zip(written) {
            let Some(arg) = arg else { continue };
            if param.constant.is_some() != matches!(arg, GenericArg::Const(_)) {
                self.wrong_kind(param, arg, at);
                return None;
            }
            found.insert(param.name.clone(), typed(param, arg));
        }
        let inputs = self.front.funcs[func.0].sig.inputs.iter();
        let types: Vec<&Type> = inputs
            .filter_map(|input| match input {
                FnArg::Typed(typed) => Some(&*typed.ty),
                FnArg::Receiver(_) => None,
            })
            .collect();
        let searched = Params { all: &params, of_owner: &params[..of_owner] };
        let (receiver, args) = args.split_at(args.len() - types.len());
        for receiver in receiver {
            let receiver = self.table.resolve(receiver);
            Self::match_owner(&searched, receiver.deref(), &mut found);
        }
        for (ty, arg) in types.iter().zip(args) {
            self.match_type(&searched, ty, arg, &mut found);
        }
        if let (Some(wanted), ReturnType::Type(_, ty)) = (wanted, &self.front.funcs[func.0].sig.output) {
            self.match_type(&searched, ty, wanted, &mut found);
        }
        self.match_bounds(func, &searched, &mut found);
        let sig = self.front.funcs[func.0].sig;
        let of_closure = |param: &GenericParam| callable::bound_of(sig, &param.name);
        let decided = params.iter().map(|param| match of_closure(param) {
            Some(_) => Some(GenericArg::Ty(Ty::Error)),
            None => self.found(func, param, &found, at),
        });
        let mut generics = decided.collect::<Option<Vec<GenericArg>>>()?;
        // What is called is known when the types in its bound are.
        let env = self.front.env_of(&Instance { func, generics: generics.clone() });
        for (param, arg) in params.iter().zip(&mut generics) {
            if let Some(bound) = of_closure(param) {
                let env = env.clone();
                *arg = GenericArg::Ty(self.front.within(env, |front| front.callable(bound)));
            }
        }
        Some(generics)
    }

    /// Finds what parameters stand for in bounds: of `F: Filter<T>`, the one `impl` of the trait for `F` says it.
    fn match_bounds(&mut self, func: FnId, params: &Params<'_>, found: &mut Found) {
        let (sig, unit) = (self.front.funcs[func.0].sig, self.front.funcs[func.0].unit);
        for param in params.all {
            let Some(GenericArg::Ty(ty)) = found.get(&param.name) else { continue };
            let ty = self.table.resolve(ty);
            for bound in bounds_of(sig, &param.name).flatten() {
                let TypeParamBound::Trait(TraitBound { path, .. }) = bound else { continue };
                let Some(PathArguments::AngleBracketed(written)) =
                    path.segments.last().map(|segment| &segment.arguments)
                else {
                    continue;
                };
                let env = Env { unit, ..Env::default() };
                let Some(id) = self.front.within(env, |front| front.trait_of(path)) else { continue };
                let args = self.front.args_of_trait(id, &ty);
                for (written, arg) in written.args.iter().zip(args) {
                    self.match_argument(params, written, arg, found);
                }
            }
        }
    }

    /// An argument that is written in a bound meets what it stands for.
    fn match_argument(
        &mut self,
        params: &Params<'_>,
        written: &GenericArgument,
        arg: GenericArg,
        found: &mut Found,
    ) {
        let GenericArgument::Type(syn) = written else { return };
        let param = plain_type(syn).and_then(|name| params.named(&name));
        match (param.and_then(|param| found.get(&param.name)), arg, param) {
            (Some(GenericArg::Ty(open)), GenericArg::Ty(ty), _) => _ = self.table.unify(open, &ty),
            (None, arg @ GenericArg::Const(_), Some(param)) => {
                found.insert(param.name.clone(), typed(param, &arg));
            }
            (None, GenericArg::Ty(ty), _) => self.match_type(params, syn, &ty, found),
            _ => {}
        }
    }

    /// A type where a number belongs, or the other way round.
    fn wrong_kind(&mut self, param: &GenericParam, arg: &GenericArg, at: Span) {
        if matches!(arg, GenericArg::Ty(ty) if ty.is_wrong()) {
            return;
        }
        let (is, example) = if param.constant.is_some() { ("a number", "16") } else { ("a type", "f32") };
        let message = format!("the parameter `{}` is {is}", param.name);
        self.front.report(
            Diagnostic::error(codes::MISMATCH, at, message).help(format!("write {is}: `::<{example}>`")),
        );
    }

    /// Complains about a parameter that nothing decides.
    pub(super) fn undecided(&mut self, func: FnId, param: &GenericParam, at: Span) {
        let example = if param.constant.is_some() { "16" } else { "f32" };
        let message = format!("nothing decides the parameter `{}` here", param.name);
        let error = Diagnostic::error(codes::ANNOTATE, at, message);
        let (title, item) = (self.front.fn_title(func), &self.front.funcs[func.0]);
        let is_of_owner = item.generics[..item.owner_params].iter().any(|other| other.name == param.name);
        self.front.report(error.help(match title.split_once("::").filter(|_| is_of_owner) {
            Some((owner, name)) => format!("write the arguments of the type: `{owner}::<..>::{name}(..)`"),
            None => format!("write it: `{title}::<{example}>(..)`"),
        }));
    }

    /// The argument that was found for a generic parameter. A type may be found later; a number that was not found is
    /// reported.
    fn found(&mut self, func: FnId, param: &GenericParam, found: &Found, at: Span) -> Option<GenericArg> {
        match (found.get(&param.name), param.constant) {
            (Some(arg), _) => Some(arg.clone()),
            (None, None) => Some(GenericArg::Ty(self.table.new_any())),
            (None, Some(_)) => {
                self.undecided(func, param, at);
                None
            }
        }
    }

    /// Finds what parameters stand for, where a parameter's type `syn` meets an argument's type `found`.
    pub(super) fn match_type(&mut self, params: &Params<'_>, syn: &Type, found: &Ty, args: &mut Found) {
        let found = self.table.resolve(found);
        match (syn, &found) {
            (Type::Path(path), _) => {
                let Some(segment) = path.path.segments.last() else { return };
                let name = plain_name(&segment.ident);
                if let PathArguments::AngleBracketed(inner) = &segment.arguments {
                    if let Ty::Number(number) = &found {
                        return Self::match_width(params, &name, inner, *number, args);
                    }
                    if let Ty::Adt(adt) = &found {
                        return self.match_adt(params, &name, inner, adt, args);
                    }
                    if let (Some(GenericArgument::Type(inner)), Ty::Option(value) | Ty::End(_, value)) =
                        (inner.args.first(), &found)
                    {
                        let value = match &**value {
                            Ty::Block(array) => array,
                            _ => value,
                        };
                        self.match_type(params, inner, value, args);
                    }
                } else if name == "Self" {
                    Self::match_owner(params, &found, args);
                } else if params.named(&name).is_some_and(|param| param.constant.is_none()) {
                    args.entry(name).or_insert(GenericArg::Ty(found));
                }
            }
            (Type::ImplTrait(of), _) => {
                let name = callable::name_of_unnamed(of);
                if params.named(&name).is_some() {
                    args.entry(name).or_insert(GenericArg::Ty(found));
                }
            }
            (Type::Reference(reference), Ty::Ref { inner, .. }) => {
                self.match_type(params, &reference.elem, inner, args);
            }
            (Type::Slice(slice), Ty::Slice(element) | Ty::Array(element, _)) => {
                self.match_type(params, &slice.elem, element, args);
            }
            (Type::Array(array), Ty::Array(element, len)) => {
                self.match_type(params, &array.elem, element, args);
                if let Expr::Path(path) = &array.len
                    && let Some(name) = path.path.get_ident().map(plain_name)
                    && let Some(param) = params.named(&name)
                {
                    let len = GenericArg::Const((*len).into());
                    args.entry(name).or_insert_with(|| typed(param, &len));
                }
            }
            (Type::Tuple(tuple), Ty::Tuple(parts)) => {
                for (syn, part) in tuple.elems.iter().zip(parts) {
                    self.match_type(params, syn, part, args);
                }
            }
            (Type::Paren(paren), _) => self.match_type(params, &paren.elem, &found, args),
            (Type::Group(group), _) => self.match_type(params, &group.elem, &found, args),
            _ => {}
        }
    }

    /// Finds what the parameters of `Self` stand for, where it meets a type.
    fn match_owner(params: &Params<'_>, found: &Ty, args: &mut Found) {
        let Ty::Adt(adt) = found else { return };
        if adt.args.len() == params.of_owner.len() {
            for (param, arg) in params.of_owner.iter().zip(adt.args.iter()) {
                args.entry(param.name.clone()).or_insert_with(|| arg.clone());
            }
        }
    }

    /// Finds what parameters stand for, where `Type<T, N>` meets a struct or an enum.
    fn match_adt(
        &mut self,
        params: &Params<'_>,
        name: &str,
        written: &AngleBracketedGenericArguments,
        adt: &AdtRef,
        args: &mut Found,
    ) {
        if *name != *adt.name {
            return;
        }
        for (argument, found) in written.args.iter().zip(adt.args.iter()) {
            match (argument, found) {
                (GenericArgument::Type(syn), GenericArg::Ty(found)) => {
                    self.match_type(params, syn, found, args);
                }
                (GenericArgument::Type(syn), found) => {
                    if let Some(param) = plain_type(syn).and_then(|name| params.named(&name)) {
                        args.entry(param.name.clone()).or_insert_with(|| typed(param, found));
                    }
                }
                _ => {}
            }
        }
    }

    /// Finds the numbers that parameters stand for, where `Int<N>` or `Fixed<W, I>` meets a number.
    fn match_width(
        params: &Params<'_>,
        name: &str,
        written: &AngleBracketedGenericArguments,
        number: Number,
        args: &mut Found,
    ) {
        if number.is_exact() || number.name() != name {
            return;
        }
        let bits = ScalarValue::from(number.shape.bits);
        for (argument, value) in written.args.iter().zip([bits, number.shape.whole().into()]) {
            let GenericArgument::Type(Type::Path(path)) = argument else { continue };
            let Some(name) = path.path.get_ident().map(plain_name) else { continue };
            if let Some(param) = params.named(&name).filter(|param| param.constant.is_some()) {
                args.entry(name).or_insert_with(|| typed(param, &GenericArg::Const(value)));
            }
        }
    }

    /// The types of parameters and result, with what is open in the arguments left open.
    pub(super) fn generic_signature(&mut self, instance: &Instance) -> (Vec<Ty>, Ty) {
        let env: Env = self.front.env_of(instance);
        let self_ty = env.self_ty.clone();
        let sig = self.front.funcs[instance.func.0].sig;
        self.front.within(env, |front| {
            let params = sig.inputs.iter().map(|input| match input {
                FnArg::Typed(typed) => front.ty(&typed.ty),
                FnArg::Receiver(receiver) => {
                    let own = self_ty.clone().unwrap_or(Ty::Error);
                    match borrows(receiver) {
                        Some(mutable) => Ty::reference(mutable, own),
                        None => own,
                    }
                }
            });
            let params = params.collect();
            let ret = match &sig.output {
                ReturnType::Default => Ty::Unit,
                ReturnType::Type(_, ty) => front.ty(ty),
            };
            (params, ret)
        })
    }
}

/// A `const` argument as a value of its parameter's type.
fn typed(param: &GenericParam, arg: &GenericArg) -> GenericArg {
    match (param.constant, arg) {
        (Some(prim), GenericArg::Const(value)) => GenericArg::Const(converted(prim, value)),
        _ => arg.clone(),
    }
}

/// A number as the type of a `const` parameter has it.
fn converted(prim: Prim, value: &ScalarValue) -> ScalarValue {
    value.to_integer().map_or_else(|| value.clone(), |number| ScalarValue::wrapping(prim.scalar(), number))
}
