//! The arguments of directives: options by name, as their schema has them.

use proc_macro2::Ident;
use quote::ToTokens as _;
use sycl_hls_ir::directive::{Given, OptionKind, OptionSchema, OptionValue};
use sycl_hls_ir::{Diagnostic, FuncKind, Root, Span};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Meta, Token};

use super::{Directive, is_identifier};
use crate::codes;
use crate::front::{Front, Item};
use crate::lacking::nearest;
use crate::names::plain_name;
use crate::span::{span, span_of};

/// What Vitis does with mistakes in a pragma.
pub(super) const DROPPED: &str =
    "Vitis drops a pragma with an option that it does not know, with no more than a warning";

/// `name = value`, or a word alone. Words may be keywords of Rust: `type`, `impl`, `true`.
struct Argument {
    name: Ident,
    value: Option<Expr>,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = Ident::parse_any(input)?;
        let given = input.parse::<Option<Token![=]>>()?.is_some();
        Ok(Self { name, value: if given { Some(input.parse()?) } else { None } })
    }
}

/// The options of a directive.
#[derive(Default)]
pub(super) struct Options {
    pub given: Given,
    /// Where each was given.
    spans: Vec<(&'static str, Span)>,
    /// The variable that an option names.
    pub variable: Option<Ident>,
}

impl Options {
    /// Where an option was given.
    pub fn span(&self, name: &str) -> Option<Span> {
        self.spans.iter().find(|(given, _)| *given == name).map(|(_, span)| *span)
    }
}

impl Front<'_> {
    /// The options of a directive, each known, fitting and given once, and none missing. `None` after a complaint.
    pub(super) fn options(&mut self, directive: &Directive<'_>, schema: &[OptionSchema]) -> Option<Options> {
        let mut options = Options::default();
        for argument in self.arguments(directive)? {
            let (option, value) = self.option(directive, schema, &argument)?;
            if options.given.has(option.name) {
                let message = format!("the argument `{}` is given twice", argument.name);
                self.report(self.wrong(directive, span(argument.name.span()), message));
                return None;
            }
            options.spans.push((option.name, argument_span(&argument)));
            let value = self.option_value(directive, option, value, &argument, &mut options)?;
            options.given.0.push((option.name.to_owned(), value));
        }
        let missing = schema.iter().find(|option| option.required && !options.given.has(option.name));
        let Some(missing) = missing else { return Some(options) };
        let message = format!("`#[{}]` lacks `{}`", directive.name(), missing.name);
        let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, directive.span, message);
        let error = error.note(format!("it is {}", missing.what.trim()));
        let words = match missing.kind {
            OptionKind::Word(words) => format!("; `{}` is one of {}", missing.name, words.join(", ")),
            _ => String::new(),
        };
        self.report(error.help(format!("write `{}`{words}", directive.known.example)));
        None
    }

    /// The arguments in parentheses, or `None` after a report.
    fn arguments(&mut self, directive: &Directive<'_>) -> Option<Vec<Argument>> {
        let parsed = match &directive.attr.meta {
            Meta::Path(_) => return Some(Vec::new()),
            Meta::List(list) => list.parse_args_with(Punctuated::<Argument, Token![,]>::parse_terminated),
            Meta::NameValue(_) => Err(syn::Error::new_spanned(directive.attr, "expected parentheses")),
        };
        match parsed {
            Ok(arguments) => Some(arguments.into_iter().collect()),
            Err(_) => {
                let message =
                    format!("the arguments of `#[{}]` are not of the form `name = value`", directive.name());
                self.report(self.wrong(directive, directive.span, message));
                None
            }
        }
    }

    /// A complaint about an argument.
    pub(super) fn wrong(&self, directive: &Directive<'_>, at: Span, message: String) -> Diagnostic {
        Diagnostic::error(codes::DIRECTIVE_ARGUMENT, at, message)
            .note(DROPPED)
            .help(format!("write `{}`", directive.known.example))
    }

    /// The option that an argument means. A word alone is a flag, or what a word option takes, as in pragmas.
    fn option<'s>(
        &mut self,
        directive: &Directive<'_>,
        schema: &'s [OptionSchema],
        argument: &'s Argument,
    ) -> Option<(&'s OptionSchema, Option<String>)> {
        let name = argument.name.unraw().to_string();
        // Vitis says `type` where others say `kind`, which is no keyword of Rust.
        let known = if name == "kind" { "type" } else { name.as_str() };
        let takes_word = |option: &&OptionSchema| match option.kind {
            OptionKind::Word(words) => words.iter().any(|word| word.eq_ignore_ascii_case(&name)),
            _ => false,
        };
        let found = schema.iter().find(|option| option.name == known);
        match (found, &argument.value) {
            (Some(option), _) => Some((option, None)),
            (None, None) if schema.iter().any(|option| takes_word(&option)) => {
                schema.iter().find(takes_word).map(|option| (option, Some(name)))
            }
            _ => {
                let message = format!("`#[{}]` has no argument `{name}`", directive.name());
                let error = self.wrong(directive, span(argument.name.span()), message);
                let words = schema.iter().flat_map(|option| match option.kind {
                    OptionKind::Word(words) if argument.value.is_none() => words,
                    _ => &[],
                });
                let names = schema.iter().map(|option| option.name).chain(words.copied());
                let names: Vec<String> = names.map(str::to_owned).collect();
                self.report(match nearest(&name, names.iter()) {
                    Some(other) => error.help(format!("there is `{other}`")),
                    None => error,
                });
                None
            }
        }
    }

    /// Checks one argument against its option, and keeps the value.
    fn option_value(
        &mut self,
        directive: &Directive<'_>,
        option: &OptionSchema,
        word: Option<String>,
        argument: &Argument,
        options: &mut Options,
    ) -> Option<OptionValue> {
        if let (Some(word), OptionKind::Word(words)) = (&word, option.kind) {
            return known_word(words, word);
        }
        let (kind, Some(value)) = (option.kind, &argument.value) else {
            if option.kind == OptionKind::Flag {
                return Some(OptionValue::Flag);
            }
            let message = format!("`{}` of `#[{}]` lacks its value", option.name, directive.name());
            self.report(self.wrong(directive, argument_span(argument), message));
            return None;
        };
        match kind {
            OptionKind::Flag => self.flag(directive, option, value),
            OptionKind::Number { min, max } => {
                self.number(value, option.name, option.what, min, max).map(OptionValue::Number)
            }
            OptionKind::Word(words) => self.word(option, words, value),
            OptionKind::Text => self.text(option, value),
            OptionKind::Function => self.helper(option, value),
            OptionKind::Variable => {
                options.variable = self.name(option, value);
                // The place is set when the variable is lowered.
                options.variable.as_ref().map(|_| OptionValue::Place(Root::Param(0)))
            }
        }
    }

    /// `off = true`, as newer versions of Vitis write flags.
    fn flag(
        &mut self,
        directive: &Directive<'_>,
        option: &OptionSchema,
        value: &Expr,
    ) -> Option<OptionValue> {
        if word_of(value).as_deref() == Some("true") {
            return Some(OptionValue::Flag);
        }
        let message = format!("`{}` takes no value", option.name);
        let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, span_of(value), message);
        self.report(error.help(format!(
            "write `#[{}({})]`, or leave it away",
            directive.name(),
            option.name
        )));
        None
    }

    /// One of the words of an option, in any case.
    fn word(
        &mut self,
        option: &OptionSchema,
        words: &'static [&'static str],
        value: &Expr,
    ) -> Option<OptionValue> {
        let given = word_of(value);
        let found = given.as_ref().and_then(|given| known_word(words, given));
        if found.is_none() {
            let shown = value.to_token_stream().to_string();
            let message = format!("`{}` cannot be {shown}", option.name);
            let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, span_of(value), message).note(DROPPED);
            let names: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            let near = given.and_then(|given| nearest(&given, names.iter()));
            let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
            self.report(error.help(format!(
                "{near}`{}` is one of {}, without quotes",
                option.name,
                words.join(", ")
            )));
        }
        found
    }

    /// A string that becomes the name of a port in C++ and Verilog.
    fn text(&mut self, option: &OptionSchema, value: &Expr) -> Option<OptionValue> {
        let text = match value {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        };
        let text = text.filter(|text| is_identifier(text));
        if text.is_none() {
            let what = if option.name == "bundle" { "a bundle's name" } else { "the name of a port" };
            let message = format!("{what} is an identifier in quotes");
            let error = Diagnostic::error(codes::BUNDLE, span_of(value), message);
            let note = "it becomes the name of a port in C++ and in Verilog";
            self.report(error.note(note).help(format!("write `{} = \"gmem0\"`", option.name)));
        }
        text.map(OptionValue::Text)
    }

    /// A name alone, without index or path.
    fn name(&mut self, option: &OptionSchema, value: &Expr) -> Option<Ident> {
        if let Expr::Path(path) = value
            && let Some(ident) = path.path.get_ident()
        {
            return Some(ident.clone());
        }
        let message = format!("`{}` is a name", option.name);
        let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, span_of(value), message);
        self.report(
            error
                .note(format!("it is {}", option.what.trim()))
                .help("write the name alone, without an index"),
        );
        None
    }

    /// The helper function that an option names.
    fn helper(&mut self, option: &OptionSchema, value: &Expr) -> Option<OptionValue> {
        let ident = self.name(option, value)?;
        let name = plain_name(&ident);
        let is_helper = |item| matches!(item, Item::Fn(id) if self.funcs[id.0].kind == FuncKind::Helper);
        if self.item(&name).is_some_and(is_helper) {
            return Some(OptionValue::Word(name));
        }
        let helpers = self.funcs.iter().filter(|func| func.kind == FuncKind::Helper).map(|func| &func.name);
        let near = nearest(&name, helpers).map(|other| format!("there is `{other}`"));
        let message = format!("there is no helper function `{name}` in the kernels module");
        let error = Diagnostic::error(codes::FUNCTION, span_of(value), message);
        self.report(error.help(near.unwrap_or_else(|| "name a function that the kernels call".to_owned())));
        None
    }

    /// A number that a directive needs: a constant in a range.
    pub(super) fn number(&mut self, value: &Expr, name: &str, what: &str, min: u32, max: u32) -> Option<u32> {
        let at = span_of(value);
        let wrong = |found: &str| {
            Diagnostic::error(codes::DIRECTIVE_ARGUMENT, at, format!("`{name}` cannot be {found}"))
                .note(format!("it is {}", what.trim()))
                .help(format!("write a whole number from {min} to {max}, or a constant of the module"))
        };
        let literal = match value {
            Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Int(_)),
            Expr::Unary(_) => false,
            _ => true,
        };
        if !literal {
            self.report(wrong(&value.to_token_stream().to_string().replace(' ', "")));
            return None;
        }
        let number = self.constant_count(value)?;
        let count = u32::try_from(number).ok().filter(|count| (min..=max).contains(count));
        if count.is_none() {
            self.report(wrong(&number.to_string()));
        }
        count
    }
}

/// The place of an argument, from its name to its value.
fn argument_span(argument: &Argument) -> Span {
    let name = span(argument.name.span());
    argument.value.as_ref().map_or(name, |value| name.to(span_of(value)))
}

/// The word that an expression is.
fn word_of(value: &Expr) -> Option<String> {
    match value {
        Expr::Path(path) => path.path.get_ident().map(|ident| ident.unraw().to_string()),
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(flag), .. }) => Some(flag.value.to_string()),
        _ => None,
    }
}

/// Words are alike in upper and lower case, as in Vitis.
fn known_word(words: &[&'static str], given: &str) -> Option<OptionValue> {
    let word = words.iter().find(|word| word.eq_ignore_ascii_case(given))?;
    Some(OptionValue::Word((*word).to_owned()))
}
