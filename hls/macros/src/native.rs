//! Kernels as the host backend runs them: functions that read the arguments of a run.

use std::iter;

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use sycl_hls_types::{Param, ParamKind};
use syn::{GenericParam, Ident, Type};

use crate::expand::Launched;
use crate::instances::value;
use crate::signature::{
    WorkItem, count_local, instance_params, is_array, is_shared, param_name, range_and_params, types,
};

/// The kernel as the host backend runs it. A constant of the module with the name of a variable here would be a
/// pattern, so these are names that nobody writes. What types the arguments have follows from the function: the less
/// rustc has to check, the less the macro costs.
pub(crate) fn native(launched: &Launched<'_>) -> TokenStream {
    let Launched { func, kernel, own, .. } = launched;
    let name = &kernel.name;
    let (items, function) = instance(launched);
    let (range, params) = range_and_params(func, kernel);
    let extents = numbered("extent", range.len());
    let names = numbered("arg", params.len());
    let written: Vec<&Type> = types(func).skip(types(func).count() - params.len()).collect();
    let of_range = range.iter().map(|param| read(param, false));
    let owns = own.iter().skip(1).copied().chain(iter::repeat(None));
    let is_single = written.iter().zip(owns.clone()).map(|(ty, own)| is_array(ty) && own.is_none());
    let reads = of_range.chain(params.iter().zip(is_single).map(|(param, is_single)| read(param, is_single)));
    let values = extents.iter().chain(&names);
    let reading = (!kernel.params.is_empty()).then(|| {
        quote! {
            let mut __sycl_hls_args = ::sycl_hls::__private::ArgReader::new(__sycl_hls_args);
            let (#(::core::option::Option::Some(#values),)*) = (#(#reads,)*) else {
                return __sycl_hls_args.refused();
            };
        }
    });
    let shared = names.iter().zip(&written);
    let shared: Vec<&Ident> = shared.filter(|(_, ty)| is_shared(ty)).map(|(name, _)| name).collect();
    let owned: Vec<&Ident> = names.iter().zip(owns).filter_map(|(name, own)| own.map(|_| name)).collect();
    let passed = names.iter().zip(params).map(|(name, param)| match param.kind {
        ParamKind::Stream { .. } => quote!(#name.end()),
        _ if shared.contains(&name) => quote!(&#name),
        _ => quote!(#name),
    });
    let run = match WorkItem::of(func) {
        None => quote!(#function(#(#passed),*)),
        Some(item) => {
            let range = range_arguments(item, &extents, &kernel.work_group);
            let items = Items { item, range, owned, is_shared: !shared.is_empty() };
            items.run(launched, &function, &passed.collect::<Vec<_>>())
        }
    };
    quote! {
        ::sycl_hls::__private::NativeKernel {
            name: #name,
            run: |__sycl_hls_args| {
                #items
                #reading
                #(let #shared = ::sycl_hls::device::Global::new(#shared);)*
                #run;
                ::core::result::Result::Ok(())
            },
        }
    }
}

/// Reads the next argument, which is this one.
fn read(param: &Param, is_array: bool) -> TokenStream {
    match param.kind {
        ParamKind::Scalar { .. } => quote!(__sycl_hls_args.scalar()),
        ParamKind::Struct { .. } => quote!(__sycl_hls_args.structure()),
        ParamKind::Output { .. } => quote!(__sycl_hls_args.output()),
        ParamKind::Slice { mutable: false, .. } if is_array => quote!(__sycl_hls_args.array()),
        ParamKind::Slice { mutable: true, .. } if is_array => quote!(__sycl_hls_args.output()),
        ParamKind::Slice { mutable: false, .. } => quote!(__sycl_hls_args.slice()),
        ParamKind::Slice { mutable: true, .. } => quote!(__sycl_hls_args.slice_mut()),
        ParamKind::Stream { input, .. } => {
            let (reader, name) =
                (format_ident!("{}", if input { "receiver" } else { "sender" }), &param.name);
            quote!(__sycl_hls_args.#reader(#name))
        }
    }
}

/// A range with these extents, of items, or of groups and of the items in a group, unless that is a constant `work_group`.
fn range_arguments(item: WorkItem<'_>, extents: &[Ident], work_group: &[u32]) -> TokenStream {
    if !item.is_of_group {
        return quote!([#(#extents),*]);
    }
    let (groups, local) = match work_group {
        [] => {
            let (groups, local) = extents.split_at(extents.len() / 2);
            (groups, quote!(#(#local),*))
        }
        sizes => {
            let sizes = sizes.iter().map(|size| Literal::u32_unsuffixed(*size));
            (extents, quote!(#(#sizes),*))
        }
    };
    quote!([#(#groups),*], [#local])
}

/// A kernel that runs for each item of a range.
struct Items<'n> {
    item: WorkItem<'n>,
    /// The range, as arguments.
    range: TokenStream,
    /// The slices of which each item has an element.
    owned: Vec<&'n Ident>,
    /// Whether the items write memory that they share.
    is_shared: bool,
}

impl Items<'_> {
    /// Runs a function with these arguments, after the item, for each one.
    fn run(&self, launched: &Launched<'_>, function: &TokenStream, passed: &[TokenStream]) -> TokenStream {
        let Self { item, range, owned, is_shared } = self;
        let locals = numbered("local", count_local(launched.func));
        // Pairs of pairs: each slice, in the kernel each item's element of it.
        let own = owned.iter().rev().map(|name| quote!(#name)).reduce(|last, name| quote!((#name, #last)));
        let own: Vec<TokenStream> = own.into_iter().collect();
        let kernel =
            quote!(|__sycl_hls_item #(, #own)*| #function(__sycl_hls_item, #(#passed,)* #(&#locals),*));
        let takes_turns = launched.in_turns.is_some();
        let by_group = takes_turns || item.is_of_group && !owned.is_empty();
        let kernel = if by_group {
            let each = format_ident!("{}", if takes_turns { "run" } else { "each" });
            quote! {
                |__sycl_hls_group| {
                    #(let #locals = ::sycl_hls::device::Local::new();)*
                    __sycl_hls_group.#each(#kernel);
                }
            }
        } else {
            kernel
        };
        let each = format_ident!(
            "{}",
            match (owned.is_empty(), is_shared, by_group) {
                (true, _, false) => "each",
                (true, _, true) => "each_group",
                (false, true, _) => "each_own_in_order",
                (false, false, _) => "each_own",
            }
        );
        let ty = format_ident!("{}", if item.is_of_group { "NdItem" } else { "Item" });
        quote!(::sycl_hls::device::#ty::#each(#range, #(#own,)* #kernel))
    }
}

fn numbered(what: &str, count: usize) -> Vec<Ident> {
    (0..count).map(|index| format_ident!("__sycl_hls_{what}{index}")).collect()
}

/// What generic parameters stand for in this instance, as items, and the function for them. rustc has the values from
/// the front end, and looks whether they are its own as well.
fn instance(launched: &Launched<'_>) -> (TokenStream, TokenStream) {
    let ident = &launched.in_turns.unwrap_or(launched.func).sig.ident;
    let Some(instance) = launched.instance else { return (TokenStream::new(), quote!(#ident)) };
    let params = instance_params(launched.func).zip(&instance.arguments);
    let items = params.map(|(param, argument)| {
        let value = value(argument);
        let written = &argument.written;
        match param {
            GenericParam::Const(param) => {
                let (ident, ty) = (&param.ident, &param.ty);
                quote! {
                    #[allow(non_upper_case_globals)]
                    const #ident: #ty = #value;
                    const _: () = ::core::assert!(#ident == #written);
                }
            }
            GenericParam::Type(param) => {
                let ident = &param.ident;
                quote!(#[allow(non_camel_case_types)] type #ident = #value;)
            }
            GenericParam::Lifetime(_) => TokenStream::new(),
        }
    });
    let names = instance_params(launched.func).map(param_name);
    (items.collect(), quote!(#ident::<#(#names),*>))
}
