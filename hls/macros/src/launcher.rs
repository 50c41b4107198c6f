//! `mod axpy { pub fn args(..) }`: a kernel with its arguments, as the host passes it to a queue.

use std::iter;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use sycl_hls_types::{LinkGroup, Param, ParamKind, Scalar};
use syn::{Ident, ItemFn, Type};

use crate::expand::{Launched, MODULE};
use crate::instances::{Instances, bound_type};
use crate::signature::{
    Own, WorkItem, argument_names, element_type, pointee, range_and_params, reduction, types,
    visibility_inside,
};

/// What differs between launchers of plain and of generic kernels.
struct Launcher<'l> {
    /// The function's name.
    name: &'l str,
    params: &'l [Param],
    /// What each item has of them, and of the item.
    own: &'l [Option<Own>],
    /// The group of a kernel that is linked.
    group: Option<&'l LinkGroup>,
    /// The kernel's own parameters, so that `args::<16>(..)` chooses an instance.
    generics: TokenStream,
    bounds: TokenStream,
    /// The kernel's number in the module.
    number: TokenStream,
    /// What else is in the launcher's module.
    items: TokenStream,
}

/// The launcher of a kernel without generic parameters.
pub(crate) fn launcher(launched: &Launched<'_>) -> TokenStream {
    let Launched { func, index, kernel, group, .. } = launched;
    let (_, params) = range_and_params(func, kernel);
    let launcher = Launcher {
        name: &kernel.name,
        params,
        own: launched.own,
        group: *group,
        generics: TokenStream::new(),
        bounds: TokenStream::new(),
        number: quote!(#index),
        items: TokenStream::new(),
    };
    launcher.module(func)
}

/// The launcher of a generic kernel, for all its instances.
pub(crate) fn generic_launcher(listed: &[Launched<'_>]) -> TokenStream {
    let Some(Launched { func, kernel, instance: Some(first), own, .. }) = listed.first() else {
        return TokenStream::new();
    };
    let (_, params) = range_and_params(func, kernel);
    let instances = Instances::of(func, listed);
    let launcher = Launcher {
        name: &first.function,
        params,
        own,
        group: None,
        generics: instances.parameters(),
        bounds: instances.bounds(),
        number: instances.number(),
        items: instances.items(&first.function),
    };
    launcher.module(func)
}

impl Launcher<'_> {
    fn module(&self, func: &ItemFn) -> TokenStream {
        let Self { name, params, generics, bounds, number, items, .. } = self;
        let (ident, visibility) = (&func.sig.ident, &func.vis);
        let inner = visibility_inside(visibility);
        let skipped = usize::from(WorkItem::of(func).is_some());
        let names: Vec<Ident> = argument_names(func).skip(skipped).collect();
        let imports = (!types(func).all(is_everywhere)).then(|| {
            quote! {
                #[allow(unused_imports, clippy::wildcard_imports)]
                use super::*;
            }
        });
        let ports = self.ports(func, skipped, &inner);
        let own = self.own.iter().copied().chain(iter::repeat(None)).skip(skipped);
        let written = types(func).skip(skipped);
        let types = types(func).skip(skipped).zip(own.clone()).map(|(ty, own)| bound_type(ty, own));
        let (passed, types): (Vec<&Ident>, Vec<TokenStream>) = params
            .iter()
            .zip(names.iter().zip(types))
            .filter(|(param, _)| !matches!(param.kind, ParamKind::Stream { .. }))
            .map(|(_, argument)| argument)
            .unzip();
        let pushes =
            params.iter().zip(names.iter().zip(written.zip(own))).map(|(param, (name, (ty, own)))| {
                let push = match param.kind {
                    _ if reduction(ty).is_some() => quote!(.reduction(#name)),
                    ParamKind::Scalar { .. } => quote!(.scalar(#name)),
                    ParamKind::Struct { .. } => quote!(.structure(&#name)),
                    ParamKind::Slice { mutable: false, .. } => quote!(.slice(#name)),
                    ParamKind::Slice { mutable: true, .. } | ParamKind::Output { .. } => {
                        quote!(.slice_mut(#name))
                    }
                    ParamKind::Stream { .. } => quote!(.stream()),
                };
                let element = pointee(ty);
                let own = own.map(|_| quote!(.own::<#element>()));
                quote!(#push #own)
            });
        let static_name = Ident::new(MODULE, Span::call_site());
        let mod_doc = format!("Launches the kernel [`{name}`](fn@{name}).");
        let (launched_by, ret, call) = match WorkItem::of(func) {
            None => ("single_task", quote!(::sycl_hls::KernelCall<'h>), quote!(__sycl_hls_call)),
            Some(item) => {
                let ret = item.call();
                ("parallel_for", ret.clone(), quote!(<#ret>::new(__sycl_hls_call)))
            }
        };
        let id = self.id(&inner);
        let doc = format!(
            "The kernel with its arguments, for `Handler::{launched_by}`: a value for each scalar, an accessor for each slice and for each scalar that the kernel writes."
        );
        quote! {
            #[doc = #mod_doc]
            #visibility mod #ident {
                #imports
                #items
                #ports
                #id
                #[doc = #doc]
                #[allow(clippy::too_many_arguments)]
                #inner fn args<'h, #generics>(#(#passed: #types),*) -> #ret #bounds {
                    let __sycl_hls_call = ::sycl_hls::KernelCall::new(&super::#static_name, #number) #(#pushes)*;
                    #call
                }
            }
        }
    }
}

impl Launcher<'_> {
    /// A function that names the kernel, for kernel bundles.
    fn id(&self, inner: &TokenStream) -> TokenStream {
        let Self { name, generics, bounds, number, .. } = self;
        let static_name = Ident::new(MODULE, Span::call_site());
        let doc = format!("Names the kernel [`{name}`](fn@{name}), for kernel bundles.");
        quote! {
            #[doc = #doc]
            #[allow(dead_code)]
            #inner fn id<#generics>() -> ::sycl_hls::KernelId #bounds {
                ::sycl_hls::KernelId::new(&super::#static_name, #number)
            }
        }
    }

    /// Functions that name the kernel's streams, for `Queue::stream_in` and `Queue::stream_out`. A host reaches none that is linked.
    fn ports(&self, func: &ItemFn, skipped: usize, inner: &TokenStream) -> TokenStream {
        let Self { name, params, generics, bounds, number, .. } = self;
        let static_name = Ident::new(MODULE, Span::call_site());
        let arguments = argument_names(func).zip(types(func)).skip(skipped);
        let ports = params.iter().zip(arguments).enumerate().map(|(position, (param, (ident, ty)))| {
            let ParamKind::Stream { input, .. } = param.kind else { return TokenStream::new() };
            if self.group.is_some_and(|group| group.has_port(name, &param.name)) {
                return TokenStream::new();
            }
            let element = element_type(ty);
            let (end, verb) = if input { ("StreamInput", "reads") } else { ("StreamOutput", "writes") };
            let end = Ident::new(end, Span::call_site());
            let doc = format!("The stream `{ident}`, which the kernel [`{name}`](fn@{name}) {verb}.");
            quote! {
                #[doc = #doc]
                #[allow(dead_code)]
                #inner fn #ident<#generics>() -> ::sycl_hls::#end<#element> #bounds {
                    ::sycl_hls::#end::new(&super::#static_name, #number, #position)
                }
            }
        });
        ports.collect()
    }
}

/// True if rustc knows the type of a parameter in every module, so that the kernels module need not be imported, which takes time.
fn is_everywhere(ty: &Type) -> bool {
    match element_type(ty) {
        Type::Path(path) => {
            path.path.get_ident().is_some_and(|name| name.to_string().parse::<Scalar>().is_ok())
        }
        _ => false,
    }
}
