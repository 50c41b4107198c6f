//! The expansion: the host code, the module's description, and a launcher for each kernel.

use std::collections::HashMap;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use sycl_hls_front::{Imports, KernelInstance, in_turns_name, is_directive, translate_silently};
use sycl_hls_ir::Source;
use sycl_hls_types::{KernelInterface, LinkGroup, ModuleInterface};
use syn::{AttrStyle, Ident, Item, ItemFn, ItemMod};

use crate::errors::Tokens;
use crate::launcher::{generic_launcher, launcher};
use crate::native::native;
use crate::signature::Own;
use crate::stub::stub;

/// The name of the static that describes the module.
pub(crate) const MODULE: &str = "__SYCL_HLS_MODULE";

/// A module, expanded.
pub(crate) struct Expanded {
    head: TokenStream,
    contents: TokenStream,
    errors: TokenStream,
}

impl Expanded {
    /// The whole module, with something more in it.
    pub fn module(self, more: TokenStream) -> TokenStream {
        let Self { head, contents, errors } = self;
        quote!(#head { #contents #more } #errors)
    }

    /// What is in the module.
    pub fn contents(self) -> TokenStream {
        let Self { contents, errors, .. } = self;
        quote!(#contents #errors)
    }
}

pub(crate) fn expand(mut module: ItemMod, tokens: &Tokens, file: String, imports: Imports) -> Expanded {
    let kernels = kernels(&module);
    let files = imports.modules.iter().map(|imported| Source::new(imported.file.clone(), None));
    let source = Source { imported: files.collect(), ..Source::new(file, None) };
    let translation = translate_silently(&mut module, source.clone(), imports);
    let Some(translated) = &translation.module else {
        let errors = translation.errors().map(|error| tokens.error(error, &source)).collect();
        let (head, contents) = stub(&module, &kernels, &translation.diagnostics);
        return Expanded { head, contents, errors };
    };
    let launch_code = launch_code(&module, &translated.interface(), &translation.instances, &kernels);
    let (attributes, vis, ident) = (attributes(&module), &module.vis, &module.ident);
    let inner = module.attrs.iter().filter(|attr| matches!(attr.style, AttrStyle::Inner(_)));
    let items = module.content.iter().flat_map(|(_, items)| items);
    let contents = quote!(#(#inner)* #(#items)* #launch_code);
    Expanded { head: quote!(#attributes #vis mod #ident), contents, errors: TokenStream::new() }
}

/// The attributes of the host's module.
pub(crate) fn attributes(module: &ItemMod) -> TokenStream {
    let outer = module.attrs.iter().filter(|attr| matches!(attr.style, AttrStyle::Outer));
    let outer = outer.filter(|attr| !is_directive(attr));
    // Much of what clippy's lints on style and complexity propose is not in the kernel language.
    quote! {
        #[allow(clippy::complexity, clippy::manual_memcpy, clippy::style, unused_imports)]
        #(#outer)*
    }
}

/// The names of all kernels, also of those that are wrong, with what each item has of their arguments.
pub(crate) type Kernels = HashMap<Ident, Vec<Option<Own>>>;

/// The kernels of a module as it is written: the host code has no attributes of ours.
fn kernels(module: &ItemMod) -> Kernels {
    let items = module.content.iter().flat_map(|(_, items)| items);
    let kernels = items.filter_map(|item| match item {
        Item::Fn(func) if func.attrs.iter().any(|attr| attr.path().is_ident("kernel")) => Some(func),
        _ => None,
    });
    kernels.map(|func| (func.sig.ident.clone(), Own::of_arguments(func))).collect()
}

/// A kernel with the function that it is, or is an instance of.
#[derive(Clone, Copy)]
pub(crate) struct Launched<'m> {
    pub func: &'m ItemFn,
    /// The kernel's number in the module.
    pub index: usize,
    pub kernel: &'m KernelInterface,
    pub instance: Option<&'m KernelInstance>,
    /// The form of the function that takes turns with the other items of its group, if they depend on each other.
    pub in_turns: Option<&'m ItemFn>,
    /// What each item has of the arguments.
    pub own: &'m [Option<Own>],
    /// The group of a kernel that is linked.
    pub group: Option<&'m LinkGroup>,
}

fn launch_code(
    module: &ItemMod,
    interface: &ModuleInterface,
    instances: &[KernelInstance],
    written: &Kernels,
) -> TokenStream {
    let json = interface.to_json();
    let static_name = Ident::new(MODULE, Span::call_site());
    let kernels = interface.kernels.iter().enumerate();
    let launched: Vec<Launched<'_>> = kernels
        .filter_map(|(index, kernel)| {
            let instance = instances.iter().find(|instance| instance.kernel == kernel.name);
            let func = find(module, instance.map_or(&kernel.name, |instance| &instance.function))?;
            let group = interface.group_of(&kernel.name);
            let in_turns = find(module, &in_turns_name(func));
            let own = written.get(&func.sig.ident).map_or(&[][..], Vec::as_slice);
            Some(Launched { func, index, kernel, instance, in_turns, own, group })
        })
        .collect();
    let natives = launched.iter().map(native);
    // Users launch linked kernels, and the queue what is made of them.
    let is_started = |it: &&Launched<'_>| interface.is_started(&it.kernel.name);
    let started: Vec<Launched<'_>> = launched.iter().filter(is_started).copied().collect();
    // The instances of a function follow each other.
    let functions = started.chunk_by(|a, b| a.func.sig.ident == b.func.sig.ident);
    let launchers = functions.map(|instances| match instances {
        [single @ Launched { instance: None, .. }] => launcher(single),
        instances => generic_launcher(instances),
    });
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
