//! What the host code of a kernel takes from its signature.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use sycl_hls_types::{KernelInterface, Param};
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Ident, ItemFn, Meta, Pat, PatType, PathArguments, Type,
    TypeReference, Visibility,
};

/// The visibility of what stands in a launcher's module.
pub(crate) fn visibility_inside(visibility: &Visibility) -> TokenStream {
    match visibility {
        Visibility::Inherited => quote!(pub(super)),
        _ => quote!(pub),
    }
}

/// The parameters that a host passes, with their names, which carry the user's spans, and their types.
fn arguments(func: &ItemFn) -> impl Iterator<Item = &PatType> {
    func.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) if !is_local(&typed.ty) => Some(typed),
        _ => None,
    })
}

/// The parameters' names.
pub(crate) fn argument_names(func: &ItemFn) -> impl Iterator<Item = Ident> {
    arguments(func).map(|typed| match &*typed.pat {
        Pat::Ident(pattern) => pattern.ident.clone(),
        _ => format_ident!("argument"),
    })
}

/// The parameters' types.
pub(crate) fn types(func: &ItemFn) -> impl Iterator<Item = &Type> {
    arguments(func).map(|typed| &*typed.ty)
}

/// How many parameters are memory of a work-group, which no host passes. They are the last ones.
pub(crate) fn count_local(func: &ItemFn) -> usize {
    func.sig.inputs.len() - arguments(func).count()
}

/// What each item has of an argument with `#[each]`, for an accessor of one type or another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Own {
    /// `#[each]`: an element.
    Element,
    /// `#[each(4)]`: so many elements beside each other, an array for the kernel.
    Block,
}

impl Own {
    /// Of each parameter that a host passes.
    pub fn of_arguments(func: &ItemFn) -> Vec<Option<Self>> {
        arguments(func).map(|typed| typed.attrs.iter().find_map(Self::of)).collect()
    }

    fn of(attr: &Attribute) -> Option<Self> {
        let is_block = matches!(attr.meta, Meta::List(_));
        attr.path().is_ident("each").then_some(if is_block { Self::Block } else { Self::Element })
    }
}

/// The type behind a reference.
pub(crate) fn pointee(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) => pointee(&reference.elem),
        Type::Paren(inner) => pointee(&inner.elem),
        Type::Group(inner) => pointee(&inner.elem),
        other => other,
    }
}

/// The work item that a kernel takes first.
#[derive(Clone, Copy)]
pub(crate) struct WorkItem<'f> {
    /// The dimensions of its type, `Item<2>`.
    pub dimensions: &'f GenericArgument,
    /// Whether it is one of a group: `NdItem<2>`.
    pub is_of_group: bool,
}

impl WorkItem<'_> {
    pub fn of(func: &ItemFn) -> Option<WorkItem<'_>> {
        let ty = types(func).next()?;
        let of_range = generic_argument(ty, "Item").map(|dimensions| (dimensions, false));
        let item = of_range.or_else(|| generic_argument(ty, "NdItem").map(|dimensions| (dimensions, true)));
        item.map(|(dimensions, is_of_group)| WorkItem { dimensions, is_of_group })
    }

    /// The type of the kernel with its arguments.
    pub fn call(self) -> TokenStream {
        let dimensions = self.dimensions;
        if self.is_of_group {
            quote!(::sycl_hls::NdCall<'h, #dimensions>)
        } else {
            quote!(::sycl_hls::ParallelCall<'h, #dimensions>)
        }
    }
}

/// The first argument of the generic type `name`.
fn generic_argument<'t>(ty: &'t Type, name: &str) -> Option<&'t GenericArgument> {
    generic_arguments(ty, name).next()
}

/// The arguments of the generic type `name`; none of another type.
fn generic_arguments<'t>(ty: &'t Type, name: &str) -> impl Iterator<Item = &'t GenericArgument> {
    let segment = match ty {
        Type::Path(path) => path.path.segments.last().filter(|segment| segment.ident == name),
        _ => None,
    };
    let arguments = segment.and_then(|segment| match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    });
    arguments.into_iter().flatten()
}

pub(crate) fn element_type(ty: &Type) -> &Type {
    match pointee(ty) {
        Type::Slice(slice) => &slice.elem,
        other => match ["Global", "Receiver", "Sender"].iter().find_map(|name| generic_argument(other, name))
        {
            Some(GenericArgument::Type(element)) => element,
            _ => other,
        },
    }
}

/// True if the type of a slice for the device is one of a single element, an array: `&[T; N]`.
pub(crate) fn is_array(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => !is_shared(ty) && !matches!(*reference.elem, Type::Slice(_)),
        Type::Paren(inner) => is_array(&inner.elem),
        Type::Group(inner) => is_array(&inner.elem),
        _ => false,
    }
}

/// True if the type is `&Global<T>`.
pub(crate) fn is_shared(ty: &Type) -> bool {
    is_reference_to(ty, "Global")
}

/// The types of what items combine and of the operation, if the type is `&mut Reducer<T, O>`.
pub(crate) fn reduction(ty: &Type) -> Option<(&GenericArgument, &GenericArgument)> {
    let Type::Reference(TypeReference { mutability: Some(_), elem, .. }) = ty else { return None };
    let mut arguments = generic_arguments(pointee(elem), "Reducer");
    arguments.next().zip(arguments.next())
}

/// True if the type is `&Local<T, N>`.
fn is_local(ty: &Type) -> bool {
    is_reference_to(ty, "Local")
}

fn is_reference_to(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Reference(reference) if generic_argument(&reference.elem, name).is_some())
}

/// The extents of a kernel's range, if it runs for each item of one, and its other parameters.
pub(crate) fn range_and_params<'k>(func: &ItemFn, kernel: &'k KernelInterface) -> (&'k [Param], &'k [Param]) {
    let inputs = types(func).count();
    let extents = match WorkItem::of(func) {
        Some(_) => (kernel.params.len() + 1).saturating_sub(inputs),
        None => 0,
    };
    kernel.params.split_at(extents)
}

/// The parameters that the instances of a kernel differ in.
pub(crate) fn instance_params(func: &ItemFn) -> impl Iterator<Item = &GenericParam> {
    func.sig.generics.params.iter().filter(|param| !matches!(param, GenericParam::Lifetime(_)))
}

/// The name of a generic parameter that is no lifetime.
pub(crate) fn param_name(param: &GenericParam) -> Option<&Ident> {
    match param {
        GenericParam::Const(param) => Some(&param.ident),
        GenericParam::Type(param) => Some(&param.ident),
        GenericParam::Lifetime(_) => None,
    }
}
