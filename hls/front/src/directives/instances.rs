//! The arguments of `#[kernel(..)]` as they are written.

use sycl_hls_ir::directive::{ApCtrlNone, At, AutoRestart};
use sycl_hls_ir::{Diagnostic, Span};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Meta, Token, parenthesized};

use super::Directive;
use crate::codes;
use crate::front::Front;
use crate::lacking::nearest;
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

/// The words that `#[kernel(..)]` takes.
const AUTO_RESTART: &str = "auto_restart";
const MAILBOX: &str = "mailbox";
const INSTANCES: &str = "instances";
const CONTROL: &str = "control";
/// What `control` may be.
const NONE: &str = "none";

/// The arguments of `#[kernel(..)]`, in order. What follows one that is unknown is not read.
struct Arguments(Vec<Argument>);

struct Argument {
    name: Ident,
    /// What stands in the parentheses of `instances`.
    entries: Vec<Entry>,
    /// What stands behind `control =`.
    value: Option<Ident>,
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

impl Argument {
    fn is_known(&self) -> bool {
        [AUTO_RESTART, MAILBOX, INSTANCES, CONTROL].iter().any(|known| self.name == known)
    }
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = Ident::parse_any(input)?;
        if name == CONTROL {
            input.parse::<Token![=]>()?;
            let value = Some(Ident::parse_any(input)?);
            return Ok(Self { name, entries: Vec::new(), value });
        }
        if name != INSTANCES {
            return Ok(Self { name, entries: Vec::new(), value: None });
        }
        let content;
        parenthesized!(content in input);
        let entries = Punctuated::<Entry, Token![,]>::parse_terminated(&content)?;
        Ok(Self { name, entries: entries.into_iter().collect(), value: None })
    }
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut arguments = Vec::new();
        while !input.is_empty() {
            let argument: Argument = input.parse()?;
            let known = argument.is_known();
            arguments.push(argument);
            if !known {
                input.parse::<proc_macro2::TokenStream>()?;
            } else if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(Self(arguments))
    }
}

impl Arguments {
    /// Those of `#[kernel]`; `None` if they cannot be read.
    fn of(kernel: &Directive<'_>) -> Option<Self> {
        match &kernel.attr.meta {
            Meta::Path(_) => Some(Self(Vec::new())),
            Meta::List(list) => list.parse_args().ok(),
            Meta::NameValue(_) => None,
        }
    }

    /// The place of a word.
    fn word(&self, word: &str) -> Option<Span> {
        let found = self.0.iter().find(|argument| argument.name == word);
        found.map(|argument| span(argument.name.span()))
    }

    /// What is wrong with one of them: where, what, and what to do.
    fn problem(&self, example: &str) -> Option<(Span, String, String)> {
        let mut arguments = self.0.iter().enumerate();
        arguments.find_map(|(position, argument)| {
            let name = argument.name.to_string();
            let twice = self.0[..position].iter().any(|other| other.name == argument.name);
            let (message, help) = match (argument.is_known(), twice) {
                (false, _) => {
                    let near = nearest(&name, [AUTO_RESTART, MAILBOX, CONTROL].map(str::to_owned).iter());
                    let help = near
                        .map_or_else(|| format!("write `{example}`"), |near| format!("there is `{near}`"));
                    (format!("`#[kernel]` has no argument `{name}`"), help)
                }
                (true, true) => {
                    (format!("the argument `{name}` is given twice"), "remove one of them".to_owned())
                }
                (true, false) => {
                    let value = argument.value.as_ref().filter(|value| *value != NONE)?;
                    let message = format!("there is no control `{value}`");
                    let help = "write `control = none` for a kernel that nobody starts, and leave it away for others";
                    return Some((span(value.span()), message, help.to_owned()));
                }
            };
            Some((span(argument.name.span()), message, help))
        })
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
        let unreadable = "the arguments of `#[kernel]` cannot be read";
        let (at, message, help) = match Arguments::of(kernel) {
            None => (kernel.span, unreadable.to_owned(), format!("write `{example}`")),
            Some(arguments) => match arguments.problem(example) {
                Some(problem) => problem,
                None => {
                    let list = arguments.0.into_iter().find(|argument| argument.name == INSTANCES);
                    return Ok(list.map(|list| list.entries));
                }
            },
        };
        self.report(Diagnostic::error(codes::DIRECTIVE_ARGUMENT, at, message).help(help));
        Err(Reported)
    }

    /// `#[kernel(control = none)]`.
    pub(super) fn free_running(&mut self, kernel: &Directive<'_>) -> Option<At<ApCtrlNone>> {
        let arguments = Arguments::of(kernel)?;
        let at = arguments.word(CONTROL)?;
        let others = [AUTO_RESTART, MAILBOX, INSTANCES].into_iter().find_map(|word| arguments.word(word));
        if let Some(other) = others {
            let message = "nobody starts a kernel without control, so that it has nothing else here";
            let error =
                Diagnostic::error(codes::DIRECTIVE_CONFLICT, other, message).related(at, "without control");
            self.report(error.help("remove one of them"));
        }
        Some(At::new(ApCtrlNone {}, at))
    }

    /// `#[kernel(auto_restart, mailbox)]`. What else is wrong with the arguments is said with the list of instances.
    pub(super) fn auto_restart(&mut self, kernel: &Directive<'_>) -> Option<At<AutoRestart>> {
        let arguments = Arguments::of(kernel)?;
        match (arguments.word(AUTO_RESTART), arguments.word(MAILBOX)) {
            (Some(at), mailbox) => Some(At::new(AutoRestart { mailbox: mailbox.is_some() }, at)),
            (None, Some(at)) => {
                let message = "a kernel with a mailbox starts itself again";
                let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, at, message)
                    .note("XRT expects the mailbox's registers behind the counter of runs that `auto_restart` makes");
                self.report(error.help("write `#[kernel(auto_restart, mailbox)]`"));
                None
            }
            (None, None) => None,
        }
    }
}
