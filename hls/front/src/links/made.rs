//! What is made of linked kernels: of each a function that is a process, and of each group a kernel of these processes.
//!
//! ```text
//! #[kernel]
//! fn linked_producer(producer_x: &[u32], consumer_y: &mut [u32]) {
//!     let (producer_out_tx, producer_out_rx) = stream::<u32, 64>();
//!     #[dataflow]
//!     {
//!         producer(producer_x, producer_out_tx);
//!         consumer(producer_out_rx, consumer_y);
//!     }
//! }
//! ```
//!
//! The process of a free-running kernel is a loop around its body: see [`free`].

use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_types::{Link, LinkGroup};
use syn::{Attribute, FnArg, ItemFn, Meta, Pat, PatType, Type};

use super::{Known, free, stream};
use crate::attribute::{Site, is_directive, known_directive};
use crate::names::plain_name;

/// Before the name of a kernel, that of the function that is its process.
const PROCESS: &str = "__sycl_hls_kernel_";

/// A function as messages name it: a kernel that is a process by the kernel's name.
pub(crate) fn process_title(name: &str) -> &str {
    name.strip_prefix(PROCESS).unwrap_or(name)
}

/// True if users have not written the function of this name.
pub(crate) fn unseen(name: &str) -> bool {
    name.starts_with(PROCESS)
}

/// The names of a group's kernels and links, and of what is made of them.
pub(super) fn group(members: &[&ItemFn], links: &[&Known<'_>]) -> LinkGroup {
    let (free, started): (Vec<&&ItemFn>, Vec<&&ItemFn>) = members.iter().partition(|it| free::is_free(it));
    let names = |kernels: Vec<&&ItemFn>| kernels.iter().map(|it| plain_name(&it.sig.ident)).collect();
    let first = members.first().map(|first| plain_name(&first.sig.ident)).unwrap_or_default();
    let links: Vec<Link> = links.iter().map(|link| link.link()).collect();
    LinkGroup { kernel: format!("linked_{first}"), members: names(started), free: names(free), links }
}

/// A kernel once more, as a function that a region calls.
pub(super) fn process(kernel: &ItemFn) -> Option<ItemFn> {
    let fits = |attr: &&Attribute| match known_directive(attr) {
        Some(known) => known.name != "kernel" && known.sites.contains(&Site::Helper),
        None => true,
    };
    let attrs = kernel.attrs.iter().filter(fits).filter(|attr| !attr.path().is_ident("doc"));
    let params = kernel.sig.inputs.iter().map(|input| match input {
        FnArg::Typed(PatType { attrs, pat, ty, .. }) => {
            let attrs = attrs.iter().filter(|attr| !is_directive(attr));
            quote!(#(#attrs)* #pat: #ty)
        }
        FnArg::Receiver(_) => input.to_token_stream(),
    });
    let name = process_ident(kernel);
    let (generics, output, block) = (&kernel.sig.generics, &kernel.sig.output, &kernel.block);
    let block = if free::is_free(kernel) { free::again(kernel)? } else { block.to_token_stream() };
    let item = quote! {
        #(#attrs)*
        #[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)]
        fn #name #generics(#(#params),*) #output #block
    };
    syn::parse2(item).ok()
}

fn process_ident(kernel: &ItemFn) -> Ident {
    format_ident!("{PROCESS}{}", plain_name(&kernel.sig.ident), span = kernel.sig.ident.span())
}

/// The kernel of a group.
pub(super) fn kernel(members: &[&ItemFn], links: &[&Known<'_>], name: &str) -> Option<ItemFn> {
    let at = links.first()?.at;
    let name = Ident::new(name, at);
    let mut taken = FxHashSet::default();
    let streams: Vec<[Ident; 2]> = links.iter().map(|link| stream_idents(link, &mut taken)).collect();
    let (mut params, mut processes) = (Vec::new(), Vec::new());
    for member in members {
        let names = names(member, links, &mut taken);
        let arguments = member.sig.inputs.iter().filter_map(|input| {
            let port = stream(member, input);
            let end = port.and_then(|port| {
                let position = links.iter().position(|it| it.producer.is(port) || it.consumer.is(port))?;
                Some(streams[position][usize::from(port.input)].clone())
            });
            end.or_else(|| param(member, input, &names, &mut params))
        });
        let arguments: Vec<Ident> = arguments.collect();
        let function = process_ident(member);
        processes.push(quote_spanned!(member.sig.ident.span()=> #function(#(#arguments),*);));
    }
    let streams = links.iter().zip(&streams).map(|(link, [tx, rx])| {
        let (element, depth) = (link.producer.element, Literal::u32_unsuffixed(link.depth));
        quote_spanned!(link.at=> let (#tx, #rx) = ::sycl_hls::device::stream::<#element, #depth>();)
    });
    let clock = clock(members);
    let item = quote_spanned! {at=>
        #[kernel]
        #clock
        #[allow(clippy::too_many_arguments)]
        fn #name(#(#params),*) {
            #(#streams)*
            #[dataflow]
            {
                #(#processes)*
            }
        }
    };
    syn::parse2(item).ok()
}

/// The clock that all members have.
fn clock(members: &[&ItemFn]) -> Option<TokenStream> {
    let clocks = members.iter().map(|kernel| {
        let clock = kernel.attrs.iter().find(|attr| attr.path().is_ident("clock"));
        clock.map(ToTokens::to_token_stream)
    });
    let clocks: Vec<TokenStream> = clocks.collect::<Option<_>>()?;
    let first = clocks.first()?;
    clocks.iter().all(|clock| clock.to_string() == first.to_string()).then(|| first.clone())
}

/// Names for the ends of a link, of which the name of the channel is made.
fn stream_idents(link: &Known<'_>, taken: &mut FxHashSet<String>) -> [Ident; 2] {
    let name = unused(&link.producer.kernel.sig.ident, link.producer.name, taken);
    ["tx", "rx"].map(|end| format_ident!("{name}_{end}", span = link.at))
}

/// A name for something of a kernel that nothing else in the group has.
fn unused(kernel: &Ident, name: &Ident, taken: &mut FxHashSet<String>) -> String {
    let mut unused = format!("{}_{}", plain_name(kernel), plain_name(name));
    while !taken.insert(unused.clone()) {
        unused.push('_');
    }
    unused
}

/// The names in the group of a member's parameters without those that are linked, by the member's own names.
fn names(kernel: &ItemFn, links: &[&Known<'_>], taken: &mut FxHashSet<String>) -> FxHashMap<String, String> {
    let open = kernel.sig.inputs.iter().filter(|input| {
        let port = stream(kernel, input);
        !port.is_some_and(|port| links.iter().any(|it| it.producer.is(port) || it.consumer.is(port)))
    });
    let idents = open.filter_map(|input| match input {
        FnArg::Typed(PatType { pat, .. }) => match &**pat {
            Pat::Ident(pat) => Some(&pat.ident),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    idents.map(|ident| (plain_name(ident), unused(&kernel.sig.ident, ident, taken))).collect()
}

/// Adds a parameter of a member to those of the group, and gives its name.
fn param(
    kernel: &ItemFn,
    input: &FnArg,
    names: &FxHashMap<String, String>,
    params: &mut Vec<TokenStream>,
) -> Option<Ident> {
    let FnArg::Typed(PatType { attrs, pat, ty, .. }) = input else { return None };
    let Pat::Ident(pat) = &**pat else { return None };
    let name = Ident::new(names.get(&plain_name(&pat.ident))?, pat.ident.span());
    let attrs = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::List(list) if attr.path().is_ident("len") => {
            let length = renamed(list.tokens.clone(), names);
            Some(quote!(#[len(#length)]))
        }
        _ => of_port(attr, &plain_name(&kernel.sig.ident)),
    });
    let ty = without_lifetime(ty);
    params.push(quote!(#(#attrs)* #name: #ty));
    Some(name)
}

/// A length in terms of the group's parameters.
fn renamed(tokens: TokenStream, names: &FxHashMap<String, String>) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) => match names.get(&plain_name(&ident)) {
            Some(name) => Ident::new(name, ident.span()).into(),
            None => ident.into(),
        },
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), renamed(group.stream(), names));
            inner.set_span(group.span());
            inner.into()
        }
        other => other,
    });
    tokens.collect()
}

/// A reference without its lifetime, which belongs to the kernel's own signature.
fn without_lifetime(ty: &Type) -> TokenStream {
    match ty {
        Type::Reference(reference) => {
            let (mutability, inner) = (&reference.mutability, &reference.elem);
            quote!(& #mutability #inner)
        }
        other => other.to_token_stream(),
    }
}

/// The directives about the memory behind a parameter. Bundles are each kernel's own.
fn of_port(attr: &Attribute, kernel: &str) -> Option<TokenStream> {
    let name = known_directive(attr)?.name;
    if name != "m_axi" {
        return ["bank", "cache"].contains(&name).then(|| attr.to_token_stream());
    }
    let Meta::List(list) = &attr.meta else { return None };
    let mut bundle = false;
    let options = list.tokens.clone().into_iter().map(|token| match &token {
        TokenTree::Ident(ident) => {
            bundle = ident == "bundle";
            token
        }
        TokenTree::Literal(text) if std::mem::take(&mut bundle) => {
            let text = text.to_string();
            let mut own = Literal::string(&format!("{kernel}_{}", text.trim_matches('"')));
            own.set_span(token.span());
            TokenTree::Literal(own)
        }
        _ => token,
    });
    let options: TokenStream = options.collect();
    Some(quote!(#[m_axi(#options)]))
}
