//! Traits, and what `impl` blocks of traits give to types. Calls are resolved when the types are known, so each is a call of one
//! function; whether a type meets its bounds, rustc checks.

use sycl_hls_ir::{Diagnostic, Span};
use syn::{ImplItem, ItemImpl, ItemTrait, TraitItem as Member, Type};

use crate::adt::type_word;
use crate::attribute::Site;
use crate::codes;
use crate::front::{Env, Front, GenericParam, Item, Seen, TraitArg, TraitImpl, TraitItem};
use crate::ids::{AliasId, TraitId};
use crate::lacking::{nearest, never};
use crate::names::{path_text, plain_name, plain_type};
use crate::overload::{self, INDEX, INDEX_MUT, Operand, Overload};
use crate::span::{span, span_of};
use crate::ty::{GenericArg, Prim, Ty};

/// The traits of the standard library, besides those of operators, whose functions are called by their names.
const STANDARD: [&str; 6] = ["Default", "From", "TryFrom", "PartialOrd", "Ord", "Eq"];

/// Traits that are derived instead.
const DERIVED: [&str; 2] = ["Clone", "Copy"];

impl<'a> Front<'a> {
    /// Notes a trait of the unit in force.
    pub fn collect_trait(&mut self, item: &'a ItemTrait) {
        self.directives(&item.attrs, Site::Const);
        let (name, at) = (plain_name(&item.ident), span(item.ident.span()));
        if let Some(token) = &item.unsafety {
            let error = never(codes::ITEM, span(token.span), "an `unsafe trait`");
            self.report(error.help("leave it away: nothing in kernels needs unsafe code"));
        }
        for member in &item.items {
            self.check_declared(member);
        }
        self.traits.push(TraitItem { unit: self.env.unit, syn: item, span: at });
        self.define(&name, Item::Trait(TraitId(self.traits.len() - 1)), Seen::of(&item.vis), at);
    }

    /// Reports what a trait cannot declare, and directives on functions without a body.
    fn check_declared(&mut self, member: &'a Member) {
        match member {
            Member::Fn(func) if func.default.is_some() => {}
            Member::Fn(func) => _ = self.directives(&func.attrs, Site::Const),
            Member::Const(item) => _ = self.directives(&item.attrs, Site::Const),
            Member::Type(item) if item.generics.lt_token.is_none() => {
                self.directives(&item.attrs, Site::Const);
            }
            other => {
                let error = never(codes::ITEM, span_of(other), "this part of a trait");
                self.report(error.help("a trait has functions, constants and types"));
            }
        }
    }

    /// The functions, constants and types of an `impl` of a trait, and those that the trait itself provides.
    pub fn collect_trait_impl(&mut self, owner: &Ty, item: &'a ItemImpl, path: &'a syn::Path) {
        let Some(name) = path.segments.last().map(|segment| plain_name(&segment.ident)) else { return };
        if let Some(id) = self.trait_of(path) {
            return self.collect_members_of_trait(owner, item, path, id);
        }
        if self.operator_of(path).is_some() || self.rejected.contains(&name) {
            return;
        }
        if STANDARD.contains(&name.as_str()) {
            let is_error = |member: &&ImplItem| name == "TryFrom" && matches!(member, ImplItem::Type(_));
            let (errors, members): (Vec<_>, Vec<_>) = item.items.iter().partition(is_error);
            self.env.impl_type = errors.into_iter().find_map(|member| self.type_of_member(member));
            return members.into_iter().for_each(|member| self.collect_member(owner, member));
        }
        let error = unknown_trait(span_of(path), &path_text(path), &name);
        self.report(error);
    }

    /// Collects the operators of types of the unit in force, when all members are known: their operands may have any types.
    pub fn collect_operators(&mut self, items: &'a [syn::Item]) {
        let mut operators = Vec::new();
        for item in items {
            if let syn::Item::Impl(item) = item
                && let Some((path, _)) = &item.trait_
                && let Some(method) = self.operator_of(path)
            {
                operators.push((item, path, method));
            }
        }
        // `IndexMut` has the output of `Index`.
        operators.sort_by_key(|(.., method)| *method == INDEX_MUT);
        let mut outputs = Vec::new();
        for (item, path, method) in operators {
            let Some((owner, owner_params)) = self.owner_of(item) else { continue };
            let env = Env { self_ty: Some(owner.clone()), owner_params, of_trait: true, ..self.env.clone() };
            self.within(env, |front| front.collect_operator(&owner, item, path, method, &mut outputs));
        }
    }

    /// The function of an operator's trait.
    fn operator_of(&self, path: &syn::Path) -> Option<&'static str> {
        let name = plain_name(&path.segments.last()?.ident);
        overload::method_of_trait(&name).filter(|_| self.trait_of(path).is_none())
    }

    /// The trait of a kernels module that a path names.
    pub fn trait_of(&self, path: &syn::Path) -> Option<TraitId> {
        let segment = path.segments.first().filter(|_| path.segments.len() == 1)?;
        let name = plain_name(&segment.ident);
        match self.item(&name) {
            Some(Item::Trait(id)) => Some(id),
            Some(_) => None,
            None => self.named_library_trait(&name),
        }
    }

    /// What the parameters of a trait stand for in its only `impl` for a type; none if there are several.
    pub fn args_of_trait(&self, id: TraitId, ty: &Ty) -> Vec<GenericArg> {
        let is_for = |known: &&TraitImpl| known.of == id && known.owner.covers(ty);
        let [only] = self.trait_impls.iter().filter(is_for).collect::<Vec<_>>()[..] else {
            return Vec::new();
        };
        let args = only.args.iter().map(|(_, arg)| match (arg, ty) {
            (TraitArg::Known(arg), _) => Some(arg.clone()),
            (TraitArg::OfOwner(position), Ty::Adt(adt)) => adt.args.get(*position).cloned(),
            (TraitArg::OfOwner(_), _) => None,
        });
        args.collect::<Option<Vec<GenericArg>>>().unwrap_or_default()
    }

    /// What the parameters of a trait stand for where a path names it.
    fn trait_args(&mut self, id: TraitId, path: &'a syn::Path) -> Vec<(GenericParam, TraitArg)> {
        let TraitItem { syn, unit, .. } = self.traits[id.0];
        let env = Env { unit, ..Env::default() };
        let params = self.within(env, |front| front.generics(&syn.generics));
        let written = path.segments.last().and_then(|segment| match &segment.arguments {
            syn::PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
            _ => None,
        });
        let of_values = |arg: &&syn::GenericArgument| !matches!(arg, syn::GenericArgument::Lifetime(_));
        let written = written.into_iter().flatten().filter(of_values);
        let mut args = Vec::new();
        for (param, arg) in params.into_iter().zip(written) {
            let name = match arg {
                syn::GenericArgument::Type(ty) => plain_type(ty),
                _ => None,
            };
            let of_owner = self.env.owner_params.iter().position(|param| Some(&param.name) == name.as_ref());
            let arg = match of_owner {
                Some(position) => Some(TraitArg::OfOwner(position)),
                None => self.adt_argument(&param, arg).map(TraitArg::Known),
            };
            args.extend(arg.map(|arg| (param, arg)));
        }
        args
    }

    fn collect_members_of_trait(&mut self, owner: &Ty, item: &'a ItemImpl, path: &'a syn::Path, id: TraitId) {
        let TraitItem { syn, unit, span: declared } = self.traits[id.0];
        self.env.of_operation = self.is_library(unit);
        let names = syn.items.iter().filter_map(member_name);
        let mut missing: Vec<String> = names.collect();
        for member in &item.items {
            let Some((name, at)) = implemented_name(member) else {
                self.collect_member(owner, member);
                continue;
            };
            match missing.iter().position(|known| *known == name) {
                Some(position) => {
                    missing.remove(position);
                    self.collect_member(owner, member);
                }
                None => {
                    let message = format!("the trait `{}` has no `{name}`", plain_name(&syn.ident));
                    let error =
                        Diagnostic::error(codes::ITEM, at, message).related(declared, "declared here");
                    let known: Vec<String> = syn.items.iter().filter_map(member_name).collect();
                    self.report(error.help(match nearest(&name, known.iter()) {
                        Some(other) => format!("there is `{other}`"),
                        None => "move it into an `impl` block without a trait".to_owned(),
                    }));
                }
            }
        }
        let trait_args = self.trait_args(id, path);
        if !trait_args.is_empty() {
            self.trait_impls.push(TraitImpl { owner: owner.clone(), of: id, args: trait_args.clone() });
        }
        let mut generics = self.env.generics.clone();
        generics.extend(trait_args.iter().filter_map(|(param, arg)| match arg {
            TraitArg::Known(arg) => Some((param.name.clone(), arg.clone())),
            TraitArg::OfOwner(_) => None,
        }));
        let env = Env { unit, provided: true, generics, trait_args, ..self.env.clone() };
        let lacking = self.within(env, |front| {
            let lacks = |name: &&Member| member_name(name).is_some_and(|name| missing.contains(&name));
            let members = syn.items.iter().filter(lacks);
            members.filter(|member| !front.collect_provided(owner, member)).collect::<Vec<_>>()
        });
        let names: Vec<String> =
            lacking.iter().filter_map(|member| Some(format!("`{}`", member_name(member)?))).collect();
        if !names.is_empty() {
            let message =
                format!("this `impl` lacks {} of the trait `{}`", names.join(", "), plain_name(&syn.ident));
            let error = Diagnostic::error(codes::ITEM, span_of(&item.self_ty), message);
            self.report(
                error.related(declared, "declared here").help("write it: the trait has no text for it"),
            );
        }
    }

    /// A function or a constant with the text that the trait has for it. False if it has none.
    fn collect_provided(&mut self, owner: &Ty, member: &'a Member) -> bool {
        match member {
            Member::Fn(func) => {
                let Some(block) = &func.default else { return false };
                self.collect_member_fn(owner, &func.attrs, &func.sig, block);
            }
            Member::Const(item) => {
                let Some((_, expr)) = &item.default else { return false };
                self.collect_member_const(owner, &item.ident, &item.ty, expr, span_of(item));
            }
            _ => return false,
        }
        true
    }

    /// An operator: `impl Mul<f32> for Vec3`.
    fn collect_operator(
        &mut self,
        owner: &Ty,
        item: &'a ItemImpl,
        path: &'a syn::Path,
        method: &'static str,
        outputs: &mut Vec<(Ty, Operand, AliasId)>,
    ) {
        let Some(right) = self.operand_of(owner, path) else { return };
        let own = item.items.iter().find_map(|member| self.type_of_member(member));
        if let Some(output) = own.filter(|_| method == INDEX) {
            outputs.push((owner.clone(), right.clone(), output));
        }
        let mut of_index = outputs.iter().filter(|_| method == INDEX_MUT);
        let of_index = of_index.find(|(of, by, _)| (of, by) == (owner, &right));
        self.env.impl_type = own.or(of_index.map(|(.., output)| *output));
        for member in &item.items {
            match member {
                ImplItem::Fn(func) if func.sig.ident == method => {
                    let suffix = match &right {
                        Operand::Ty(right) if right != owner => Some(type_word(right)),
                        _ => None,
                    };
                    let func = self.new_member_fn(owner, suffix, &func.attrs, &func.sig, &func.block);
                    let (left, right) = (owner.clone(), right.clone());
                    self.define_overload(Overload { method, left, right, func }, span_of(path));
                }
                ImplItem::Fn(func) => {
                    let text = path_text(path);
                    let message = format!("`{}` is not the function of `{text}`", func.sig.ident);
                    let error = Diagnostic::error(codes::ITEM, span(func.sig.ident.span()), message);
                    self.report(error.help(format!("only `{method}` can be written in this `impl`")));
                }
                ImplItem::Type(_) => {}
                other => self.no_member_of_impl(span_of(other), "a function"),
            }
        }
    }

    /// A type that an `impl` has of its own.
    fn type_of_member(&mut self, member: &'a ImplItem) -> Option<AliasId> {
        match member {
            ImplItem::Type(ty) => Some(self.new_member_type(ty)),
            _ => None,
        }
    }

    /// The right operand's type of an operator's trait: that between `<` and `>`, or that of the left one.
    fn operand_of(&mut self, owner: &Ty, path: &'a syn::Path) -> Option<Operand> {
        let same = Some(Operand::Ty(owner.clone()));
        let arguments = match &path.segments.last()?.arguments {
            syn::PathArguments::AngleBracketed(arguments) => &arguments.args,
            _ => return same,
        };
        match arguments.first() {
            Some(syn::GenericArgument::Type(ty)) if self.env.owner_params.is_empty() => {
                Some(self.ty(ty)).filter(|ty| !ty.is_wrong()).map(Operand::Ty)
            }
            Some(syn::GenericArgument::Type(ty)) => Some(self.operand_with_params(owner, ty)),
            _ => same,
        }
    }

    /// What an operator of a type with parameters takes on its right.
    fn operand_with_params(&mut self, owner: &Ty, ty: &'a Type) -> Operand {
        match ty {
            Type::Path(path) => self.named_operand(owner, path),
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|part| match self.operand_with_params(owner, part) {
                    Operand::Ty(ty) => Some(ty),
                    Operand::Param(_) | Operand::Any => None,
                });
                let parts = parts.collect::<Option<Vec<Ty>>>();
                parts.map_or(Operand::Any, |parts| Operand::Ty(Ty::Tuple(parts)))
            }
            _ => Operand::Any,
        }
    }

    /// The same, by its name.
    fn named_operand(&mut self, owner: &Ty, path: &syn::TypePath) -> Operand {
        let Some(segment) = path.path.segments.last() else { return Operand::Any };
        let name = plain_name(&segment.ident);
        if let Some(position) = self.env.owner_params.iter().position(|param| param.name == name) {
            return Operand::Param(position);
        }
        match self.item(&name) {
            _ if name == "Self" => Operand::Ty(owner.clone()),
            Some(Item::Adt(id)) => Operand::Ty(self.adt_ty(id)),
            _ => Prim::from_name(&name).map_or(Operand::Any, |prim| Operand::Ty(Ty::Prim(prim))),
        }
    }

    /// Adds an operator, of which there is one for the same operands.
    fn define_overload(&mut self, overload: Overload, at: Span) {
        // Those with parameters rustc compares.
        let mut known = self.overloads.iter().filter(|_| self.env.owner_params.is_empty());
        if let Some(first) = known.find(|known| known.is_for_the_same(&overload)) {
            let first = self.funcs[first.func.0].span;
            let right = overload.right_of(&overload.left).unwrap_or(Ty::Error);
            let message = format!("this operator of `{}` and `{right}` is defined twice", overload.left);
            let error = Diagnostic::error(codes::DUPLICATE, at, message).related(first, "first defined here");
            return self.report(error.help("remove one of them"));
        }
        self.overloads.push(overload);
    }

    /// The type that an `impl` block is for, and the block's parameters in the order of the type's; `None` after a report.
    pub fn owner_of(&mut self, item: &ItemImpl) -> Option<(Ty, Vec<GenericParam>)> {
        let declared = self.generics(&item.generics);
        if declared.is_empty() {
            return Some((self.type_of_impl(&item.self_ty)?, declared));
        }
        let owner = self.open_owner(&item.self_ty);
        let params = owner.as_ref().map(|(_, args)| {
            let of = |arg: &Option<String>| declared.iter().find(|param| Some(&param.name) == arg.as_ref());
            args.iter().map(of).collect::<Vec<_>>()
        });
        if let (Some((owner, _)), Some(params)) = (owner, params)
            && params.len() == declared.len()
            && declared.iter().all(|param| params.iter().flatten().any(|other| other.name == param.name))
        {
            return Some((owner, params.into_iter().flatten().cloned().collect()));
        }
        let what = "an `impl` whose parameters are not those of its type";
        let error = never(codes::ITEM, span_of(&*item.self_ty), what);
        self.report(error.help(
            "write `impl<T> Type<T>`, with each parameter in its place, or give them to its functions",
        ));
        None
    }

    /// A struct or an enum with parameters, and the names that stand for them.
    fn open_owner(&self, syn: &Type) -> Option<(Ty, Vec<Option<String>>)> {
        let Type::Path(path) = syn else { return None };
        let [segment] = path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
        let Some(Item::Adt(id)) = self.item(&plain_name(&segment.ident)) else { return None };
        let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
        let names = arguments.args.iter().map(|argument| match argument {
            syn::GenericArgument::Type(ty) => plain_type(ty),
            _ => None,
        });
        let names: Vec<Option<String>> = names.collect();
        (names.len() == self.adts[id.0].params.len()).then(|| (self.adt_ty(id), names))
    }

    /// The type that an `impl` block is for, or that an operator takes; `None` after a report.
    fn type_of_impl(&mut self, syn: &Type) -> Option<Ty> {
        if let Some(number) = self.spelled_number(syn) {
            return Some(number).filter(|ty| !ty.is_wrong());
        }
        if let Type::Path(path) = syn
            && let Some(segment) = path.path.segments.last()
            && let Some(Item::Adt(id)) = self.item(&plain_name(&segment.ident))
            && !self.adts[id.0].params.is_empty()
        {
            return Some(self.ty(syn)).filter(|ty| !ty.is_wrong());
        }
        let name = plain_type(syn);
        // A function may have the name of a type.
        let found = name.as_deref().and_then(|name| match self.item(name) {
            Some(Item::Adt(id)) => Some(self.adt_ty(id)),
            Some(Item::Alias(id)) => Some(self.alias(id)),
            _ if name == "Self" => self.env.self_ty.clone(),
            _ => Prim::from_name(name).map(Ty::Prim),
        });
        if found.is_none() && name.is_none_or(|name| !self.rejected.contains(&name)) {
            let message =
                "an `impl` block belongs to a struct or an enum of the module, or one of a trait to a number";
            let error = Diagnostic::error(codes::ITEM, span_of(syn), message);
            self.report(error.help("write plain functions"));
        }
        found
    }
}

/// The name of what a trait declares.
fn member_name(member: &Member) -> Option<String> {
    match member {
        Member::Fn(func) => Some(plain_name(&func.sig.ident)),
        Member::Const(item) => Some(plain_name(&item.ident)),
        Member::Type(item) => Some(plain_name(&item.ident)),
        _ => None,
    }
}

/// The name of what an `impl` block defines, and its place.
fn implemented_name(member: &ImplItem) -> Option<(String, Span)> {
    let ident = match member {
        ImplItem::Fn(func) => &func.sig.ident,
        ImplItem::Const(item) => &item.ident,
        ImplItem::Type(item) => &item.ident,
        _ => return None,
    };
    Some((plain_name(ident), span(ident.span())))
}

/// The error about an `impl` of what is no trait of a kernels module.
fn unknown_trait(at: Span, path: &str, name: &str) -> Diagnostic {
    if DERIVED.contains(&name) {
        let error = never(codes::ITEM, at, &format!("an `impl` of `{name}`"));
        return error.help(format!("derive it: `#[derive({name})]`"));
    }
    Diagnostic::error(codes::ITEM, at, format!("there is no trait `{path}` in the kernels module"))
        .note("beside those of the module there are the traits of operators, as `Add` and `MulAssign`, `PartialEq`, `PartialOrd`, `Ord`, `Default`, `From` and `TryFrom`")
        .help("define it in the module, or write plain functions: `impl Type { fn name(self) .. }`")
}
