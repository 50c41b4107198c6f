//! The expansion: the host code, the module's description, and a launcher for each kernel.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use sycl_hls_front::translate_silently;
use sycl_hls_ir::Source;
use sycl_hls_types::{KernelInterface, ModuleInterface, Param, ParamKind};
use syn::{Expr, FnArg, GenericArgument, Ident, Item, ItemFn, ItemMod, PathArguments, Type};

use crate::errors::Tokens;
use crate::signature::{argument_names, visibility_inside};
use crate::stub::stub;

/// The name of the static that describes the module.
const MODULE: &str = "__SYCL_HLS_MODULE";

pub(crate) fn expand(mut module: ItemMod, tokens: &Tokens, file: String) -> TokenStream {
    let kernels = kernel_names(&module);
    let translation = translate_silently(&mut module, Source { file, text: None });
    let Some(translated) = &translation.module else {
        let errors: TokenStream = translation.errors().map(|error| tokens.error(error)).collect();
        let stub = stub(&module, &kernels, &translation.diagnostics);
        return quote!(#stub #errors);
    };
    let launch_code = launch_code(&module, &translated.interface());
    if let Some((_, items)) = &mut module.content {
        items.push(Item::Verbatim(launch_code));
    }
    // Much of what clippy's lints on style and complexity propose is not in the kernel language.
    quote! {
        #[allow(clippy::complexity, clippy::manual_memcpy, clippy::style, unused_imports)]
        #module
    }
}

/// Also of those that are wrong.
fn kernel_names(module: &ItemMod) -> HashSet<Ident> {
    let items = module.content.iter().flat_map(|(_, items)| items);
    let kernels = items.filter_map(|item| match item {
        Item::Fn(func) if func.attrs.iter().any(|attr| attr.path().is_ident("kernel")) => Some(func),
        _ => None,
    });
    kernels.map(|func| func.sig.ident.clone()).collect()
}

fn launch_code(module: &ItemMod, interface: &ModuleInterface) -> TokenStream {
    let json = interface.to_json();
    let static_name = Ident::new(MODULE, Span::call_site());
    let launched: Vec<(&ItemFn, usize, &KernelInterface)> = interface
        .kernels
        .iter()
        .enumerate()
        .filter_map(|(index, kernel)| Some((find(module, &kernel.name)?, index, kernel)))
        .collect();
    let natives = launched.iter().map(|(func, _, kernel)| native(func, kernel));
    let launchers = launched.iter().map(|(func, index, kernel)| launcher(func, *index, kernel));
    quote! {
        #[doc(hidden)]
        pub static #static_name: ::sycl_hls::__private::ModuleInfo = ::sycl_hls::__private::ModuleInfo::new(#json, &[#(#natives),*]);
        #(#launchers)*
    }
}

fn find<'m>(module: &'m ItemMod, name: &str) -> Option<&'m ItemFn> {
    let (_, items) = module.content.as_ref()?;
    items.iter().find_map(|item| match item {
        Item::Fn(func) if func.sig.ident == name || func.sig.ident == format!("r#{name}") => Some(func),
        _ => None,
    })
}

/// The Rust type of a scalar, or of a slice's elements, of each argument but a work item.
fn element_types(func: &ItemFn) -> Vec<&Type> {
    let skipped = usize::from(item_dimensions(func).is_some());
    types(func).skip(skipped).map(element_type).collect()
}

fn types(func: &ItemFn) -> impl Iterator<Item = &Type> {
    func.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    })
}

/// The dimensions of the work item that a kernel takes first: those of its type, `Item<2>`.
pub(crate) fn item_dimensions(func: &ItemFn) -> Option<&Expr> {
    match generic_argument(types(func).next()?, "Item")? {
        GenericArgument::Const(dimensions) => Some(dimensions),
        _ => None,
    }
}

/// The first argument of the generic type `name`.
fn generic_argument<'t>(ty: &'t Type, name: &str) -> Option<&'t GenericArgument> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == name)?;
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    }
}

fn element_type(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) => element_type(&reference.elem),
        Type::Slice(slice) => &slice.elem,
        Type::Paren(paren) => element_type(&paren.elem),
        Type::Group(group) => element_type(&group.elem),
        other => match generic_argument(other, "Global") {
            Some(GenericArgument::Type(element)) => element,
            _ => other,
        },
    }
}

/// The kernel as the host backend runs it. A constant of the module with the name of a variable here would be a
/// pattern, so these are names that nobody writes.
fn native(func: &ItemFn, kernel: &KernelInterface) -> TokenStream {
    let name = &kernel.name;
    let ident = &func.sig.ident;
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
        (quote!(), quote!(#ident(#(#passed),*)))
    } else {
        let run = quote! {
            ::sycl_hls::device::Item::each(__sycl_hls_range, |__sycl_hls_item| #ident(__sycl_hls_item, #(#passed),*))
        };
        (quote!(let __sycl_hls_range = [#(#extents),*];), run)
    };
    let unused = if kernel.params.is_empty() { quote!(let _ = __sycl_hls_args;) } else { quote!() };
    quote! {
        ::sycl_hls::__private::NativeKernel {
            name: #name,
            run: |__sycl_hls_args| {
                #unused
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

/// Is the type `&Global<T>`?
fn is_shared(ty: &Type) -> bool {
    matches!(ty, Type::Reference(reference) if generic_argument(&reference.elem, "Global").is_some())
}

/// The extents of a kernel's range, if it runs for each item of one, and its other parameters.
fn range_and_params<'k>(func: &ItemFn, kernel: &'k KernelInterface) -> (&'k [Param], &'k [Param]) {
    let inputs = types(func).count();
    let extents = match item_dimensions(func) {
        Some(_) => (kernel.params.len() + 1).saturating_sub(inputs),
        None => 0,
    };
    kernel.params.split_at(extents)
}

/// `mod axpy { pub fn args(..) }`
fn launcher(func: &ItemFn, index: usize, kernel: &KernelInterface) -> TokenStream {
    let ident = &func.sig.ident;
    let visibility = &func.vis;
    let inner = visibility_inside(visibility);
    let (_, params) = range_and_params(func, kernel);
    let names: Vec<Ident> = argument_names(func).skip(usize::from(item_dimensions(func).is_some())).collect();
    // An accessor has a number of dimensions of its own for each slice; as above, names that nobody writes.
    let dimensions: Vec<Ident> =
        (0..names.len()).map(|index| format_ident!("__SYCL_HLS_DIMENSIONS{index}")).collect();
    let accessors = params.iter().zip(&dimensions);
    let generics =
        accessors.filter(|(param, _)| matches!(param.kind, ParamKind::Slice { .. })).map(|(_, name)| name);
    let args = params.iter().zip(element_types(func)).zip(&dimensions);
    let types = args.map(|((param, ty), dimensions)| match param.kind {
        ParamKind::Scalar { .. } | ParamKind::Struct { .. } => quote!(#ty),
        ParamKind::Slice { mutable: false, .. } => {
            quote!(::sycl_hls::Accessor<'h, #ty, impl ::sycl_hls::__private::Readable, #dimensions>)
        }
        ParamKind::Slice { mutable: true, .. } => {
            quote!(::sycl_hls::Accessor<'h, #ty, impl ::sycl_hls::__private::Writable, #dimensions>)
        }
    });
    let pushes = params.iter().zip(&names).map(|(param, name)| match param.kind {
        ParamKind::Scalar { .. } => quote!(.scalar(#name)),
        ParamKind::Struct { .. } => quote!(.structure(&#name)),
        ParamKind::Slice { mutable: false, .. } => quote!(.slice(#name)),
        ParamKind::Slice { mutable: true, .. } => quote!(.slice_mut(#name)),
    });
    let static_name = Ident::new(MODULE, Span::call_site());
    let mod_doc = format!("Launches the kernel [`{}`](fn@{}).", kernel.name, kernel.name);
    let (launched_by, ret, call) = match item_dimensions(func) {
        None => ("single_task", quote!(::sycl_hls::KernelCall<'h>), quote!(__sycl_hls_call)),
        Some(dimensions) => (
            "parallel_for",
            quote!(::sycl_hls::ParallelCall<'h, #dimensions>),
            quote!(::sycl_hls::ParallelCall::new(__sycl_hls_call)),
        ),
    };
    let doc = format!(
        "The kernel with its arguments, for `Handler::{launched_by}`: a value for each scalar, an accessor for each slice."
    );
    quote! {
        #[doc = #mod_doc]
        #visibility mod #ident {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use super::*;
            #[doc = #doc]
            #[allow(clippy::too_many_arguments)]
            #inner fn args<'h, #(const #generics: usize),*>(#(#names: #types),*) -> #ret {
                let __sycl_hls_call = ::sycl_hls::KernelCall::new(&super::#static_name, #index) #(#pushes)*;
                #call
            }
        }
    }
}
