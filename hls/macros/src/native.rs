//! Kernels as the host backend runs them: functions that read the arguments of a run.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use sycl_hls_types::ParamKind;
use syn::{GenericParam, Ident};

use crate::expand::Launched;
use crate::instances::value;
use crate::signature::{element_types, instance_params, is_shared, param_name, range_and_params, types};

/// The kernel as the host backend runs it. A constant of the module with the name of a variable here would be a
/// pattern, so these are names that nobody writes.
pub(crate) fn native(launched: &Launched<'_>) -> TokenStream {
    let Launched { func, kernel, .. } = launched;
    let name = &kernel.name;
    let (items, function) = instance(launched);
    let (range, params) = range_and_params(func, kernel);
    let shared: Vec<bool> = types(func).skip(types(func).count() - params.len()).map(is_shared).collect();
    let reads =
        params.iter().zip(element_types(func)).zip(&shared).map(|((param, ty), shared)| match param.kind {
            ParamKind::Scalar { .. } => quote!(__sycl_hls_args.scalar::<#ty>()?),
            ParamKind::Struct { .. } => quote!(__sycl_hls_args.structure::<#ty>()?),
            ParamKind::Slice { mutable: false, .. } => quote!(__sycl_hls_args.slice::<#ty>()?),
            ParamKind::Slice { .. } if *shared => {
                quote!(::sycl_hls::device::Global::new(__sycl_hls_args.slice_mut::<#ty>()?))
            }
            ParamKind::Slice { mutable: true, .. } => quote!(__sycl_hls_args.slice_mut::<#ty>()?),
        });
    let names: Vec<Ident> = (0..params.len()).map(|index| format_ident!("__sycl_hls_arg{index}")).collect();
    let passed =
        names.iter().zip(&shared).map(|(name, shared)| if *shared { quote!(&#name) } else { quote!(#name) });
    let passed: Vec<TokenStream> = passed.collect();
    let extents = range.iter().map(|_| quote!(__sycl_hls_args.scalar::<usize>()?));
    let (range, run) = if range.is_empty() {
        (quote!(), quote!(#function(#(#passed),*)))
    } else {
        let run = quote! {
            ::sycl_hls::device::Item::each(__sycl_hls_range, |__sycl_hls_item| #function(__sycl_hls_item, #(#passed),*))
        };
        (quote!(let __sycl_hls_range = [#(#extents),*];), run)
    };
    let unused = if kernel.params.is_empty() { quote!(let _ = __sycl_hls_args;) } else { quote!() };
    quote! {
        ::sycl_hls::__private::NativeKernel {
            name: #name,
            run: |__sycl_hls_args| {
                #unused
                #items
                #[allow(unused_mut, unused_variables)]
                let mut __sycl_hls_args = ::sycl_hls::__private::ArgReader::new(__sycl_hls_args);
                #range
                #(let #names = #reads;)*
                #run;
                ::core::result::Result::Ok(())
            },
        }
    }
}

/// What generic parameters stand for in this instance, as items, and the function for them. rustc has the values from
/// the front end, and looks whether they are its own as well.
fn instance(launched: &Launched<'_>) -> (TokenStream, TokenStream) {
    let ident = &launched.func.sig.ident;
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
