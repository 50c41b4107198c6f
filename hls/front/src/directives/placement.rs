//! Directives for the linker: how many of a kernel there are, and where.

use quote::ToTokens as _;
use sycl_hls_ir::Diagnostic;
use sycl_hls_ir::directive::{At, Bank, ComputeUnits, MAX_COMPUTE_UNITS, Memory, Slr, WorkGroupSize};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Meta, Token};

use super::{Directive, problem_at};
use crate::codes;
use crate::front::Front;
use crate::lacking::nearest;
use crate::span::span;
use sycl_hls_ir::directive::Rules as _;

/// `DDR[0]`, `HBM[0:3]` or `HOST`.
struct BankText {
    memory: Ident,
    range: Option<(Expr, Option<Expr>)>,
}

impl Parse for BankText {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let memory = input.parse()?;
        if !input.peek(syn::token::Bracket) {
            return Ok(Self { memory, range: None });
        }
        let content;
        syn::bracketed!(content in input);
        let first = content.parse()?;
        let last =
            if content.parse::<Option<Token![:]>>()?.is_some() { Some(content.parse()?) } else { None };
        if content.is_empty() {
            Ok(Self { memory, range: Some((first, last)) })
        } else {
            Err(content.error("a bank"))
        }
    }
}

/// No card has more banks of a kind: an upper end for numbers that are surely wrong.
const MAX_BANK: u32 = 255;

impl Front<'_> {
    /// `#[compute_units(4)]`
    pub(super) fn compute_units(&mut self, directive: &Directive<'_>) -> Option<At<ComputeUnits>> {
        let numbers =
            self.numbers(directive, "compute_units", "the number of compute units", 1, MAX_COMPUTE_UNITS)?;
        let [count] = numbers.as_slice() else {
            self.not_of_form(directive);
            return None;
        };
        Some(At::new(ComputeUnits { count: *count }, directive.span))
    }

    /// `#[reqd_work_group_size(16, 16)]`: a number for each dimension.
    pub(super) fn work_group_size(&mut self, directive: &Directive<'_>) -> Vec<At<WorkGroupSize>> {
        let what = "the number of work-items of a group";
        let sizes = self.numbers(directive, "reqd_work_group_size", what, 1, u32::MAX).unwrap_or_default();
        sizes.into_iter().map(|items| At::new(WorkGroupSize { items }, directive.span)).collect()
    }

    /// `#[slr(1)]`, or one for each compute unit.
    pub(super) fn slrs(&mut self, directive: &Directive<'_>) -> Vec<At<Slr>> {
        let what = "the super logic region, counted from 0";
        let numbers = self.numbers(directive, "slr", what, 0, MAX_BANK).unwrap_or_default();
        numbers.into_iter().map(|index| At::new(Slr { index }, directive.span)).collect()
    }

    /// `#[bank(HBM[0:3])]`, or one for each compute unit.
    pub(super) fn banks(&mut self, directive: &Directive<'_>) -> Vec<At<Bank>> {
        let parsed = match &directive.attr.meta {
            Meta::List(list) => {
                list.parse_args_with(Punctuated::<BankText, Token![,]>::parse_terminated).ok()
            }
            _ => None,
        };
        let Some(parsed) = parsed.filter(|parsed| !parsed.is_empty()) else {
            self.not_of_form(directive);
            return Vec::new();
        };
        parsed.iter().filter_map(|text| self.bank(directive, text)).collect()
    }

    /// Checks a bank like `HBM[0:3]`: kind, first and last index.
    fn bank(&mut self, directive: &Directive<'_>, text: &BankText) -> Option<At<Bank>> {
        let name = text.memory.to_string();
        let memory = Memory::ALL.iter().copied().find(|memory| memory.name().eq_ignore_ascii_case(&name));
        let Some(memory) = memory else {
            let names: Vec<String> = Memory::ALL.iter().map(|memory| memory.name().to_owned()).collect();
            let near = nearest(&name, names.iter()).map(|near| format!("did you mean `{near}`? "));
            let message = format!("there is no kind of memory `{name}`");
            let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, span(text.memory.span()), message);
            let help = format!(
                "{}write `#[bank(DDR[0])]`; the kinds are {}",
                near.unwrap_or_default(),
                names.join(", ")
            );
            self.report(error.help(help));
            return None;
        };
        let mut number = |value: &Expr| self.number(value, "bank", "a bank, counted from 0", 0, MAX_BANK);
        let (first, last) = match &text.range {
            None => (0, None),
            Some((first, None)) => (number(first)?, None),
            Some((first, Some(last))) => (number(first)?, Some(number(last)?)),
        };
        let bank = Bank { memory, first, last };
        if let Some(problem) = bank.problem() {
            self.report(problem_at(problem, directive.span));
            return None;
        }
        Some(At::new(bank, directive.span))
    }

    /// The numbers in a directive's parentheses.
    fn numbers(
        &mut self,
        directive: &Directive<'_>,
        name: &str,
        what: &str,
        min: u32,
        max: u32,
    ) -> Option<Vec<u32>> {
        let parsed = match &directive.attr.meta {
            Meta::List(list) => list.parse_args_with(Punctuated::<Expr, Token![,]>::parse_terminated).ok(),
            _ => None,
        };
        let Some(parsed) = parsed.filter(|parsed| !parsed.is_empty()) else {
            self.not_of_form(directive);
            return None;
        };
        parsed.iter().map(|value| self.number(value, name, what, min, max)).collect()
    }

    /// Reports what is no placement, with an example.
    fn not_of_form(&mut self, directive: &Directive<'_>) {
        let given = directive.attr.meta.to_token_stream().to_string();
        let message =
            format!("`#[{}]` cannot be read as `{}`", given.replace(' ', ""), directive.known.example);
        let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, directive.span, message);
        self.report(error.help(format!("write `{}`", directive.known.example)));
    }
}
