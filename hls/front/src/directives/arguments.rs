//! The arguments of directives.

use quote::ToTokens as _;
use sycl_hls_ir::{Diagnostic, Span};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Meta, Token};

use super::Directive;
use crate::codes;
use crate::front::Front;
use crate::span::{span, span_of};

/// `name = value`
pub(super) struct Argument {
    pub name: Ident,
    pub value: Expr,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self { name, value: input.parse()? })
    }
}

impl Front<'_> {
    /// Complains about arguments of a directive that has none.
    pub fn no_arguments(&mut self, directive: &Directive<'_>) {
        if !matches!(directive.attr.meta, Meta::Path(_)) {
            let message = format!("`#[{}]` takes no arguments", directive.name);
            let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, directive.span, message);
            self.report(error.help(format!("write `#[{}]`", directive.name)));
        }
    }

    /// The one argument that a directive may have, a number of at least 1.
    pub(super) fn optional_count(&mut self, directive: &Directive<'_>, name: &str) -> Option<u32> {
        let arguments = self.arguments(directive, &[name], &format!("#[{}({name} = 2)]", directive.name))?;
        let value = &arguments.first()?.value;
        self.count(value, name, 1)
    }

    /// The arguments of a directive, each known and given once. `None` after a complaint.
    pub(super) fn arguments(
        &mut self,
        directive: &Directive<'_>,
        allowed: &[&str],
        example: &str,
    ) -> Option<Vec<Argument>> {
        let parsed = match &directive.attr.meta {
            Meta::Path(_) => return Some(Vec::new()),
            Meta::List(list) => list.parse_args_with(Punctuated::<Argument, Token![,]>::parse_terminated),
            Meta::NameValue(_) => Err(syn::Error::new_spanned(directive.attr, "expected parentheses")),
        };
        let error = |at, message: String| {
            Diagnostic::error(codes::DIRECTIVE_ARGUMENT, at, message)
                .note(
                    "Vitis drops a pragma with an option that it does not know, with no more than a warning",
                )
                .help(format!("write `{example}`"))
        };
        let arguments: Vec<Argument> = match parsed {
            Ok(arguments) => arguments.into_iter().collect(),
            Err(_) => {
                let message =
                    format!("the arguments of `#[{}]` are not of the form `name = value`", directive.name);
                self.report(error(directive.span, message));
                return None;
            }
        };
        for (index, argument) in arguments.iter().enumerate() {
            let name = argument.name.to_string();
            let at = span(argument.name.span());
            if !allowed.contains(&name.as_str()) {
                self.report(error(at, format!("`#[{}]` has no argument `{name}`", directive.name)));
                return None;
            }
            if arguments[..index].iter().any(|earlier| earlier.name == argument.name) {
                self.report(error(at, format!("the argument `{name}` is given twice")));
                return None;
            }
        }
        Some(arguments)
    }

    /// A number that a directive needs: a constant of at least `min`.
    pub(super) fn count(&mut self, value: &Expr, name: &str, min: u32) -> Option<u32> {
        let at = span_of(value);
        let literal = match value {
            Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Int(_)),
            Expr::Unary(_) => false,
            _ => true,
        };
        if !literal {
            self.report(no_count(at, &value.to_token_stream().to_string().replace(' ', ""), name, min));
            return None;
        }
        let number = self.constant_count(value)?;
        let count = u32::try_from(number).ok().filter(|count| *count >= min);
        if count.is_none() {
            self.report(no_count(at, &number.to_string(), name, min));
        }
        count
    }
}

fn no_count(at: Span, found: &str, name: &str, min: u32) -> Diagnostic {
    let meaning = match name {
        "ii" => "it is the number of cycles from the start of one iteration to the start of the next",
        "dim" => "it is the dimension that is split, counted from 1, or 0 for all of them",
        _ => "it is a number of copies of a loop's body, or of memories of an array",
    };
    let message = format!("`{name}` cannot be {found}");
    Diagnostic::error(codes::DIRECTIVE_ARGUMENT, at, message)
        .note(meaning)
        .help(format!("write a whole number from {min} to {}, or a constant of the module", u32::MAX))
}
