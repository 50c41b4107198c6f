//! Free-running kernels: `#[kernel(control = none)]`.
//!
//! Nobody starts them. As a process of its group, such a kernel runs again and again as long as the first stream that it
//! receives from has elements or its producer has not ended.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use sycl_hls_ir::{Diagnostic, Span};
use syn::{Attribute, FnArg, ItemFn, Meta};

use super::{Known, stream};
use crate::codes;
use crate::names::{first_ident, plain_name};
use crate::span::span;

/// The place of `control` in `#[kernel(control = none)]`.
fn uncontrolled(kernel: &ItemFn) -> Option<Span> {
    let of = |attr: &Attribute| match &attr.meta {
        Meta::List(list) if list.path.is_ident("kernel") => {
            let words: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
            words.windows(3).find_map(|words| match words {
                [TokenTree::Ident(word), TokenTree::Punct(_), TokenTree::Ident(value)]
                    if word == "control" && value == "none" =>
                {
                    Some(span(word.span()))
                }
                _ => None,
            })
        }
        _ => None,
    };
    kernel.attrs.iter().find_map(of)
}

/// True if nobody starts a kernel.
pub(super) fn is_free(kernel: &ItemFn) -> bool {
    uncontrolled(kernel).is_some()
}

/// What is wrong with the free-running ones of these kernels, which have these links.
pub(super) fn check(kernels: &[&ItemFn], known: &[Known<'_>]) -> Vec<Diagnostic> {
    let free = kernels.iter().filter_map(|kernel| Some((*kernel, uncontrolled(kernel)?)));
    free.filter_map(|(kernel, at)| problem(kernel, at, known)).collect()
}

fn problem(kernel: &ItemFn, at: Span, known: &[Known<'_>]) -> Option<Diagnostic> {
    let name = plain_name(&kernel.sig.ident);
    let error = |place: Span, message: String| {
        Diagnostic::error(codes::FREE_RUNNING, place, message).related(at, "nobody starts it")
    };
    for input in &kernel.sig.inputs {
        let Some(port) = stream(kernel, input) else {
            let message = format!("the free-running kernel `{name}` takes an argument that is no stream");
            return Some(
                error(place(input), message)
                    .note("it runs from the moment the card is programmed, before a host can set anything (UG1399)")
                    .help("send the value through a stream, or leave `control = none` away"),
            );
        };
        if !known.iter().any(|link| link.producer.is(port) || link.consumer.is(port)) {
            let stream = plain_name(port.name);
            let message = format!("the stream `{stream}` of the free-running kernel `{name}` is in no link");
            let (from, to) = if port.input { ("other.output", "input") } else { ("output", "other.input") };
            let link = match port.input {
                true => format!("{from} -> {name}.{stream}"),
                false => format!("{name}.{stream} -> {to}"),
            };
            return Some(
                error(place(input), message)
                    .note("it is a process of the kernels that it is linked to, and no host sends to it")
                    .help(format!("write `#[sycl_hls::kernels(link({link}, depth = 16))]`")),
            );
        }
    }
    if first_input(kernel).is_none() {
        let message = format!("the free-running kernel `{name}` receives nothing");
        return Some(
            error(span(kernel.sig.ident.span()), message)
                .note("it runs again for each element that comes; without one it would never stop")
                .help("let it receive from another kernel, or leave `control = none` away"),
        );
    }
    None
}

/// What is wrong with a group of which nobody starts a kernel.
pub(super) fn idle(members: &[&ItemFn]) -> Option<Diagnostic> {
    let at = uncontrolled(members.first()?)?;
    if !members.iter().all(|kernel| is_free(kernel)) {
        return None;
    }
    let message = "nobody starts any of the kernels that are linked here";
    Some(
        Diagnostic::error(codes::FREE_RUNNING, at, message)
            .note("free-running kernels wait for what kernels with a control send, whose end ends the run")
            .help("leave `control = none` away for the kernel that sends first"),
    )
}

fn place(input: &FnArg) -> Span {
    match input {
        FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(pat) => span(pat.ident.span()),
            _ => span(typed.colon_token.span),
        },
        FnArg::Receiver(receiver) => span(receiver.self_token.span),
    }
}

/// The stream from which a kernel receives first, as its text has it.
pub(super) fn first_input(kernel: &ItemFn) -> Option<&Ident> {
    let ports = kernel.sig.inputs.iter().filter_map(|input| stream(kernel, input));
    let inputs: Vec<&Ident> = ports.filter(|port| port.input).map(|port| port.name).collect();
    let block = &kernel.block;
    let first = first_ident(quote!(#block), &|ident| inputs.contains(&ident))?;
    inputs.into_iter().find(|input| **input == first)
}

/// The body of the process that a free-running kernel is: its own, again and again.
pub(super) fn again(kernel: &ItemFn) -> Option<TokenStream> {
    let (input, at) = (first_input(kernel)?, kernel.sig.ident.span());
    let block = &kernel.block;
    let mut returns = false;
    let body = next_for_return(quote!(#block), &mut returns);
    let label = returns.then(|| quote_spanned!(at=> 'run:));
    Some(quote_spanned!(at=> { #label while #input.__more() #body }))
}

/// A text in which `return` goes on with the next run. Functions and closures in it are not known to the kernel language, or end
/// with a value.
fn next_for_return(text: TokenStream, found: &mut bool) -> TokenStream {
    let each = text.into_iter().flat_map(|token| match token {
        TokenTree::Ident(word) if word == "return" => {
            *found = true;
            quote_spanned!(word.span()=> continue 'run)
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), next_for_return(group.stream(), found));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        token => token.into(),
    });
    each.collect()
}
