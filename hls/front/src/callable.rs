//! Bounds of closures: `impl Fn(u32) -> u32`, and parameters with such a bound, `F: FnMut(u32)`.

use syn::punctuated::Punctuated;
use syn::{
    FnArg, GenericParam, ParenthesizedGenericArguments, PathArguments, ReturnType, Signature, Token, Type,
    TypeImplTrait, TypeParamBound, WherePredicate,
};

use crate::front::Front;
use crate::names::{plain_name, plain_type};
use crate::ty::Ty;
use crate::typings::NodeKey;

/// The traits of what can be called. Which one a closure has, rustc checks.
const TRAITS: [&str; 3] = ["Fn", "FnMut", "FnOnce"];

/// Bounds of a type.
pub(crate) type Bounds = Punctuated<TypeParamBound, Token![+]>;

/// What is called with, and gives, if these bounds are those of a closure.
pub(crate) fn bound(bounds: &Bounds) -> Option<&ParenthesizedGenericArguments> {
    bounds.iter().find_map(|bound| match bound {
        TypeParamBound::Trait(bound) => match bound.path.segments.last() {
            Some(segment) if TRAITS.contains(&plain_name(&segment.ident).as_str()) => {
                match &segment.arguments {
                    PathArguments::Parenthesized(arguments) => Some(arguments),
                    _ => None,
                }
            }
            _ => None,
        },
        _ => None,
    })
}

/// The bound of a generic parameter of a function, if it stands for a closure.
pub(crate) fn bound_of<'s>(sig: &'s Signature, name: &str) -> Option<&'s ParenthesizedGenericArguments> {
    bounds_of(sig, name).find_map(bound)
}

/// The parameters of a function whose types have no name: `impl Trait`, also behind a reference, and `impl Fn(u32)`.
pub(crate) fn impl_types(sig: &Signature) -> impl Iterator<Item = &TypeImplTrait> {
    let types = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    });
    types.filter_map(|ty| match ty {
        Type::ImplTrait(of) => Some(of),
        Type::Reference(reference) => match &*reference.elem {
            Type::ImplTrait(of) => Some(of),
            _ => None,
        },
        _ => None,
    })
}

/// Those that are generic parameters; what can be called has the type of its call.
pub(crate) fn unnamed(sig: &Signature) -> impl Iterator<Item = &TypeImplTrait> {
    impl_types(sig).filter(|of| bound(&of.bounds).is_none())
}

/// What such a parameter is called here.
pub(crate) fn name_of_unnamed(of: &TypeImplTrait) -> String {
    format!("impl {:?}", NodeKey::of(of))
}

/// The bounds of a generic parameter: where it is declared, and behind `where`.
pub(crate) fn bounds_of<'s>(sig: &'s Signature, name: &str) -> impl Iterator<Item = &'s Bounds> {
    let of_unnamed = unnamed(sig).filter(move |of| name_of_unnamed(of) == name).map(|of| &of.bounds);
    let declared = sig.generics.params.iter().filter_map(move |param| match param {
        GenericParam::Type(param) if plain_name(&param.ident) == name => Some(&param.bounds),
        _ => None,
    });
    let clauses = sig.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    of_unnamed.chain(declared).chain(clauses.filter_map(move |clause| match clause {
        WherePredicate::Type(clause) if plain_type(&clause.bounded_ty).as_deref() == Some(name) => {
            Some(&clause.bounds)
        }
        _ => None,
    }))
}

/// True of a function that has a parameter for a closure.
pub(crate) fn takes_closure(sig: &Signature) -> bool {
    sig.inputs.iter().any(|input| match input {
        FnArg::Typed(typed) => is_for_closures(sig, &typed.ty),
        FnArg::Receiver(_) => false,
    })
}

fn is_for_closures(sig: &Signature, ty: &Type) -> bool {
    match ty {
        Type::ImplTrait(of) => bound(&of.bounds).is_some(),
        Type::Reference(reference) => is_for_closures(sig, &reference.elem),
        other => plain_type(other).is_some_and(|name| bound_of(sig, &name).is_some()),
    }
}

impl Front<'_> {
    /// The type of what can be called with these arguments.
    pub fn callable(&mut self, bound: &ParenthesizedGenericArguments) -> Ty {
        let params = bound.inputs.iter().map(|input| self.ty(&input.ty)).collect();
        let ret = match &bound.output {
            ReturnType::Default => Ty::Unit,
            ReturnType::Type(_, ty) => self.ty(ty),
        };
        Ty::Fn(params, Box::new(ret))
    }
}
