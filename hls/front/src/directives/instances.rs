//! `#[kernel(instances(..))]` as it is written.

use sycl_hls_ir::{Diagnostic, Span};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Meta, Token, parenthesized};

use super::Directive;
use crate::codes;
use crate::front::Front;
use crate::span::span;

/// `N = 16`, or `N = [16, 32]`.
pub(crate) struct Assignment {
    pub name: Ident,
    pub value: Expr,
}

/// What stands in `instances(..)`.
pub(crate) enum Entry {
    /// `N = [16, 32]`: an instance for each value of the only parameter.
    List(Box<Assignment>),
    /// `(N = 16, M = 2)`: one instance.
    Row(Vec<Assignment>, Span),
}

/// What could not be read; it was complained about.
pub(crate) struct Reported;

/// The arguments of `#[kernel(..)]`.
enum Arguments {
    Instances(Vec<Entry>),
    /// Anything else, by its first word.
    Other(Ident),
}

impl Parse for Assignment {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self { name, value: input.parse()? })
    }
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(syn::token::Paren) {
            return Ok(Self::List(Box::new(input.parse()?)));
        }
        let content;
        let paren = parenthesized!(content in input);
        let assignments = Punctuated::<Assignment, Token![,]>::parse_terminated(&content)?;
        let at = span(paren.span.open()).to(span(paren.span.close()));
        Ok(Self::Row(assignments.into_iter().collect(), at))
    }
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = Ident::parse_any(input)?;
        if name != "instances" {
            input.parse::<proc_macro2::TokenStream>()?;
            return Ok(Self::Other(name));
        }
        let content;
        parenthesized!(content in input);
        let entries = Punctuated::<Entry, Token![,]>::parse_terminated(&content)?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Self::Instances(entries.into_iter().collect()))
    }
}

impl Front<'_> {
    /// The list of instances in `#[kernel]`, if there is one; an error after a complaint. `example` is how the attribute
    /// could be written.
    pub fn instance_list(
        &mut self,
        kernel: &Directive<'_>,
        example: &str,
    ) -> Result<Option<Vec<Entry>>, Reported> {
        let parsed = match &kernel.attr.meta {
            Meta::Path(_) => return Ok(None),
            Meta::List(list) => list.parse_args::<Arguments>().ok(),
            Meta::NameValue(_) => None,
        };
        let (at, message) = match parsed {
            Some(Arguments::Instances(entries)) => return Ok(Some(entries)),
            Some(Arguments::Other(name)) => {
                (span(name.span()), format!("`#[kernel]` has no argument `{name}`"))
            }
            None => (kernel.span, "the instances of a kernel cannot be read".to_owned()),
        };
        let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, at, message);
        self.report(error.help(format!("write `{example}`")));
        Err(Reported)
    }
}
