//! The instances of a generic kernel in the host code: which there are is known to rustc by a trait.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use sycl_hls_front::{InstanceArgument, KernelInstance};
use syn::{GenericParam, Ident, ItemFn, Type};

use crate::expand::Launched;
use crate::signature::{Own, element_type, instance_params, is_shared, param_name, reduction};

/// Instances that a message names before it says how many more there are.
const SHOWN: usize = 8;

pub(crate) struct Instances<'i> {
    /// The function's name: where rustc shows what it says of the kernel.
    at: Span,
    params: Vec<&'i GenericParam>,
    /// With the kernels' numbers in the module.
    listed: Vec<(&'i KernelInstance, usize)>,
}

/// The type through which a launcher takes an argument of this type: the dimensions of an accessor are hidden, so that
/// they are no parameters beside the kernel's own.
pub(crate) fn bound_type(ty: &Type, own: Option<Own>) -> TokenStream {
    let element = match element_type(ty) {
        Type::Array(block) if own == Some(Own::Block) => &*block.elem,
        element => element,
    };
    if let Some((value, operation)) = reduction(ty) {
        return quote!(impl ::sycl_hls::__private::Reduced<'h, #value, #operation>);
    }
    match ty {
        Type::Paren(inner) => bound_type(&inner.elem, own),
        Type::Group(inner) => bound_type(&inner.elem, own),
        Type::Reference(reference) if reference.mutability.is_some() || is_shared(ty) => {
            quote!(impl ::sycl_hls::__private::WrittenSlice<'h, #element>)
        }
        Type::Reference(_) => quote!(impl ::sycl_hls::__private::ReadSlice<'h, #element>),
        other => quote!(#other),
    }
}

/// The generic parameters of a kernel without their bounds: what is listed has passed them.
pub(crate) fn without_bounds(param: &GenericParam) -> TokenStream {
    match param {
        GenericParam::Const(param) => {
            let (ident, ty) = (&param.ident, &param.ty);
            quote!(const #ident: #ty)
        }
        other => {
            let name = param_name(other);
            quote!(#name)
        }
    }
}

/// The value or the type that a parameter stands for.
pub(crate) fn value(argument: &InstanceArgument) -> TokenStream {
    // The front end has made it of a number, a `bool` or the name of a type.
    argument.value.parse().unwrap_or_default()
}

impl<'i> Instances<'i> {
    pub fn of(func: &'i ItemFn, listed: &[Launched<'i>]) -> Self {
        let listed = listed.iter().filter_map(|it| Some((it.instance?, it.index)));
        Self { at: func.sig.ident.span(), params: instance_params(func).collect(), listed: listed.collect() }
    }

    fn names(&self) -> impl Iterator<Item = &'i Ident> {
        self.params.iter().copied().filter_map(param_name)
    }

    pub fn parameters(&self) -> TokenStream {
        let params = self.params.iter().copied().map(without_bounds);
        quote!(#(#params),*)
    }

    /// That the parameters are those of an instance, and that values of their types can be arguments.
    pub fn bounds(&self) -> TokenStream {
        let names = self.names();
        let types = self.params.iter().filter(|param| matches!(param, GenericParam::Type(_)));
        let types = types.copied().filter_map(param_name);
        quote_spanned! {self.at=>
            where
                self::instances::Kernel: self::instances::Instance<#(#names),*>,
                #(#types: ::sycl_hls::__private::ScalarArg,)*
        }
    }

    /// The number of the instance for the parameters.
    pub fn number(&self) -> TokenStream {
        let names = self.names();
        quote!(<self::instances::Kernel as self::instances::Instance<#(#names),*>>::NUMBER)
    }

    /// The trait, and its implementation for each instance.
    pub fn items(&self, function: &str) -> TokenStream {
        let params = self.parameters();
        let placeholders: Vec<String> = self.names().map(|name| format!("{{{name}}}")).collect();
        let message = format!("the kernel `{function}` has no instance {}", self.shown(&placeholders));
        let label = format!("no instance of `{function}`");
        let note = format!("it has {}, which `#[kernel(instances(..))]` lists", self.all());
        let kernel = quote_spanned!(self.at=> pub struct Kernel;);
        let implementations = self.listed.iter().map(|(instance, number)| {
            let arguments = instance.arguments.iter().map(value);
            let arguments: Vec<TokenStream> = arguments.collect();
            quote! {
                #[diagnostic::do_not_recommend]
                impl Instance<#(#arguments),*> for Kernel {
                    const NUMBER: usize = #number;
                }
            }
        });
        // Of a kernel that nobody launches, rustc says that `args` is never used, and no more.
        quote! {
            /// Which instances there are.
            #[allow(dead_code)]
            pub mod instances {
                /// The kernel, which has the trait [`Instance`] for each of its instances.
                #kernel
                /// There is an instance for these parameters. Functions that launch one for parameters of their own
                /// have this as a bound: `Kernel: Instance<N>`.
                #[diagnostic::on_unimplemented(message = #message, label = #label, note = #note)]
                pub trait Instance<#params> {
                    /// The kernel's number in the module.
                    const NUMBER: usize;
                }
                #(#implementations)*
            }
        }
    }

    /// An instance as it is listed, in quotes: `N = 16`, or `(N = 16, T = f32)`.
    fn shown<'v>(&self, values: impl IntoIterator<Item = &'v String>) -> String {
        let pairs = self.names().zip(values).map(|(name, value)| format!("{name} = {value}"));
        let pairs = pairs.collect::<Vec<_>>().join(", ");
        if self.params.len() == 1 { format!("`{pairs}`") } else { format!("`({pairs})`") }
    }

    fn all(&self) -> String {
        let shown = self.listed.iter().take(SHOWN);
        let shown = shown.map(|(instance, _)| self.shown(instance.arguments.iter().map(|it| &it.value)));
        let mut text = shown.collect::<Vec<_>>().join(", ");
        if let Some(more @ 1..) = self.listed.len().checked_sub(SHOWN) {
            text.push_str(&format!(" and {more} more"));
        }
        text
    }
}
