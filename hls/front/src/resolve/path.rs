//! Paths: variables, constants, and what belongs to a type.

use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::ScalarValue;

use super::Resolver;
use super::literal::{constant_of, math_constant};
use super::syntax::quoted;
use crate::codes;
use crate::front::{AdtSyn, GenericParam, Item, Style};
use crate::hir::ExprKind;
use crate::ids::ConstId;
use crate::lacking::{nearest, never};
use crate::names::plain_name;
use crate::span::span_of;
use crate::ty::{GenericArg, Prim, Ty};

/// True if this is the variant `name` of `Option`; a type of the module may have a variant with that name, too.
pub(super) fn of_option(path: &syn::Path, name: &str) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| plain_name(&segment.ident));
    names.next().is_some_and(|own| own == name) && names.next().is_none_or(|owner| owner == "Option")
}

impl Resolver<'_, '_> {
    /// A name of a value.
    pub(super) fn path(&mut self, path: &syn::ExprPath, at: Span) -> ExprKind {
        match path.path.get_ident() {
            Some(ident) => self.name(&plain_name(ident), &path.path, at),
            None if of_option(&path.path, "None") => self.none(&path.path),
            None => self.associated(path, at),
        }
    }

    /// A name alone: innermost variable, parameter, item.
    fn name(&mut self, name: &str, path: &syn::Path, at: Span) -> ExprKind {
        if let Some(local) = self.lookup(name) {
            if self.callables.contains_key(&local) {
                return self.closure_as_value(at);
            }
            return ExprKind::Local(local);
        }
        if name == "None" {
            return ExprKind::None(None);
        }
        if let Some(GenericArg::Const(value)) = self.front.env.generics.get(name) {
            let value = value.clone();
            return ExprKind::Value(self.constant_prim(name, &value), value);
        }
        match self.front.item(name) {
            Some(Item::Const(id)) => self.constant_use(id, at),
            Some(Item::Fn(_)) => self.never(at, "a function as a value", "call the function by its name"),
            Some(Item::Trait(_)) => self.never(at, "a trait as a value", "name a type that has it"),
            Some(Item::Adt(_) | Item::Variant(..) | Item::Alias(_)) => self.construct_unit(path, at),
            None if self.front.rejected.contains(name) => ExprKind::Error,
            None => self.unknown_name(name, at),
        }
    }

    /// A constant, or a reference to what it refers to.
    fn constant_use(&mut self, id: ConstId, at: Span) -> ExprKind {
        let constant = ExprKind::Const(id);
        if !self.front.is_reference(id) {
            return constant;
        }
        ExprKind::Ref { mutable: false, place: self.body.expr(constant, at) }
    }

    /// `None::<T>`, `Option::None` and `Option::<T>::None`.
    fn none(&mut self, path: &syn::Path) -> ExprKind {
        let written = path.segments.iter().find_map(|segment| match &segment.arguments {
            syn::PathArguments::AngleBracketed(arguments) => arguments.args.first(),
            _ => None,
        });
        match written {
            Some(syn::GenericArgument::Type(ty)) => ExprKind::None(Some(self.front.ty(ty))),
            _ => ExprKind::None(None),
        }
    }

    /// The type of a `const` parameter of the function at hand; of what is no parameter, a constant of the library's texts, that of
    /// its value.
    fn constant_prim(&self, name: &str, value: &ScalarValue) -> Prim {
        let func = self.front.env.func.and_then(|id| self.front.funcs.get(id.0));
        let params = func.map_or(&self.front.env.owner_params, |func| &func.generics);
        let of_trait = self.front.env.trait_args.iter().map(|(param, _)| param);
        let param = params.iter().chain(of_trait).find(|param| param.name == name);
        let of_value = || Prim::ALL.into_iter().find(|prim| prim.scalar() == value.ty());
        param.and_then(|param| param.constant).or_else(of_value).unwrap_or(Prim::Usize)
    }

    /// True if the path begins with a type, or another item, that was reported.
    pub(super) fn is_wrong_type(&mut self, path: &syn::Path) -> bool {
        let first = path.segments.first().map(|segment| plain_name(&segment.ident));
        self.front.is_rejected(path)
            || first.is_some_and(|name| self.front.named_type(&name) == Some(Ty::Error))
    }

    /// A unit struct or a variant without fields.
    fn construct_unit(&mut self, path: &syn::Path, at: Span) -> ExprKind {
        match self.variant_path(path) {
            Some((adt, variant)) if self.style(adt.id, variant) == Style::Unit => {
                ExprKind::Construct { adt, variant, fields: Vec::new(), base: None }
            }
            Some(_) => {
                let message = format!("{} has fields", quoted(path));
                self.error(Diagnostic::error(codes::EXPRESSION, at, message).help("give each field a value"))
            }
            None => ExprKind::Error,
        }
    }

    /// `i32::MAX`, `Self::SIZE`, `Shape::Circle` and their like.
    fn associated(&mut self, path: &syn::ExprPath, at: Span) -> ExprKind {
        if let Some(number) = self.number_of(path) {
            return self.constant_of_number(number, &path.path, at);
        }
        let names: Vec<String> =
            path.path.segments.iter().map(|segment| plain_name(&segment.ident)).collect();
        if let [.., float, consts, name] = names.as_slice()
            && consts == "consts"
            && let Some(prim) = Prim::from_name(float)
            && let Some(value) = math_constant(prim, name)
        {
            return ExprKind::Value(prim, value);
        }
        if let (Some(owner), Some(name)) =
            (self.front.qualified(path.qself.as_ref(), &path.path), names.last())
            && let Some(found) = self.of_type(&owner, name, &path.path, at)
        {
            return found;
        }
        if self.front.is_rejected(&path.path) {
            return ExprKind::Error;
        }
        let message = format!("there is no constant {} in the kernel language", quoted(&path.path));
        let of_prim = names.len() == 2 && Prim::from_name(&names[0]).is_some();
        let help = match of_prim {
            true => {
                "there are MIN, MAX and BITS of integers, and MIN, MAX, EPSILON, MIN_POSITIVE, INFINITY, \
                     NEG_INFINITY and NAN of floats"
            }
            false => "write the number as a `const` of the module: names from outside are not visible in it",
        };
        self.error(Diagnostic::error(codes::NAME, at, message).help(help))
    }

    /// What belongs to a type: a constant, a variant.
    fn of_type(&mut self, owner: &Ty, name: &str, path: &syn::Path, at: Span) -> Option<ExprKind> {
        let member = self.front.member(owner, name);
        match owner {
            Ty::Adt(_) if self.variant_path(path).is_some() => Some(self.construct_unit(path, at)),
            Ty::Prim(prim) if let Some((prim, value)) = constant_of(*prim, name) => {
                Some(ExprKind::Value(prim, value))
            }
            _ if let Some(Item::Const(id)) = member => Some(match self.front.constant_of(id, owner) {
                Some(id) => self.constant_use(id, at),
                None => self.without_arguments(owner, name, at),
            }),
            _ if member.is_some() => {
                Some(self.never(at, "a function as a value", "call the function by its name"))
            }
            Ty::Adt(adt) => Some(self.no_member(adt.id, name, span_of(path))),
            Ty::Error => Some(ExprKind::Error),
            _ => None,
        }
    }

    /// Reports what belongs to a type with parameters for which there are no arguments.
    pub(super) fn without_arguments(&mut self, owner: &Ty, name: &str, at: Span) -> ExprKind {
        let message = format!("`{owner}::{name}` does not say for which arguments of `{owner}`");
        let error = Diagnostic::error(codes::ANNOTATE, at, message);
        self.error(error.help(format!("write them: `{owner}::<..>::{name}`")))
    }

    /// A variant, function or constant that a type of the module does not have.
    pub(super) fn no_member(&mut self, adt: crate::ids::AdtId, name: &str, at: Span) -> ExprKind {
        let item = &self.front.adts[adt.0];
        let (owner, defined) = (item.name.clone(), item.span);
        let members = self.front.all_members(&self.front.adt_ty(adt));
        let mut known: Vec<String> = members.into_iter().map(|(name, _)| name).collect();
        let syn = self.front.adts[adt.0].syn;
        known.extend(syn.variants());
        let what = match syn {
            AdtSyn::Enum(_) => "variant, function or constant",
            AdtSyn::Struct(_) => "function or constant",
        };
        known.sort();
        let error = Diagnostic::error(codes::NAME, at, format!("`{owner}` has no {what} `{name}`"));
        self.error(error.related(defined, "defined here").help(match nearest(name, known.iter()) {
            Some(other) => format!("there is `{owner}::{other}`"),
            None => format!("define it: `impl {owner} {{ .. }}`, or look for the right name"),
        }))
    }

    /// Reports a name that is nothing here, with the nearest one.
    fn unknown_name(&mut self, name: &str, at: Span) -> ExprKind {
        let locals = self.scopes.iter().flat_map(rustc_hash::FxHashMap::keys);
        let names = &self.front.units[self.front.env.unit].names;
        let items = names.iter().filter(|(_, item)| matches!(item, Item::Const(_))).map(|(name, _)| name);
        let nearest = nearest(name, locals.chain(items)).map(|other| format!("there is `{other}`"));
        if self.constant {
            let error =
                Diagnostic::error(codes::CONSTANT, at, format!("`{name}` is not a constant of the module"))
                    .note(
                        "the value must be known when the kernels are translated: hardware has a fixed size",
                    );
            let help =
                nearest.unwrap_or_else(|| "use a literal, or a `const` of the kernels module".to_owned());
            return self.error(error.help(help));
        }
        let error =
            Diagnostic::error(codes::NAME, at, format!("there is no variable or constant `{name}` here"));
        let elsewhere = "names from outside of the kernels module are not visible in it";
        self.error(error.help(nearest.unwrap_or_else(|| elsewhere.to_owned())))
    }

    /// The arguments between `::<` and `>`, for these parameters as far as they are known.
    pub(super) fn turbofish(
        &mut self,
        arguments: Option<&syn::AngleBracketedGenericArguments>,
        params: &[GenericParam],
    ) -> Vec<Option<GenericArg>> {
        let mut generics = Vec::new();
        for (index, argument) in arguments.iter().flat_map(|arguments| &arguments.args).enumerate() {
            let prim = params.get(index).and_then(|param| param.constant).unwrap_or(Prim::Usize);
            match argument {
                syn::GenericArgument::Type(syn::Type::Infer(_)) => generics.push(None),
                argument if self.front.is_constant(argument) => {
                    generics.push(self.front.generic_constant(argument, prim).map(GenericArg::Const));
                }
                syn::GenericArgument::Type(ty) => generics.push(Some(GenericArg::Ty(self.front.ty(ty)))),
                other => {
                    let error = never(codes::TYPE, span_of(other), "this generic argument");
                    self.front.report(error.help("generic arguments are types and numbers"));
                }
            }
        }
        generics
    }
}
