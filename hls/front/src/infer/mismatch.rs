//! Messages about types that should be equal.

use sycl_hls_ir::{Diagnostic, Pos, Span};

use super::Infer;
use crate::codes;
use crate::hir::{Block, ExprId, ExprKind};
use crate::ty::{Prim, Ty};

impl Infer<'_, '_> {
    /// Complains unless `found` is `expected`.
    pub(super) fn expect(&mut self, found: &Ty, expected: &Ty, at: Span) {
        self.fits(found, expected, at);
    }

    /// True if `found` is the same type as `expected`; otherwise reports an error.
    pub(super) fn fits(&mut self, found: &Ty, expected: &Ty, at: Span) -> bool {
        let fits = self.table.unify(found, expected);
        if !fits {
            let error = self.mismatch(found, expected, at);
            self.front.report(error);
        }
        fits
    }

    /// The error about a type that is not the expected one, with what converts it.
    pub(super) fn mismatch(&self, found: &Ty, expected: &Ty, at: Span) -> Diagnostic {
        let (found, expected) = (self.table.resolve(found), self.table.resolve(expected));
        let (found_text, expected_text) = (self.table.show(&found), self.table.show(&expected));
        let message = format!("expected `{expected_text}`, found `{found_text}`");
        let error = Diagnostic::error(codes::MISMATCH, at, message);
        if found_text == "{integer}" && expected_text == "{float}" {
            return error.help("write a float literal: `1.0`");
        }
        match advice(&found, &expected, found_text == "{float}") {
            Some(help) => error.help(help),
            None => error,
        }
    }

    /// Complains unless a function computes what it returns.
    pub(super) fn expect_body(&mut self, found: &Ty, expected: &Ty, at: Span) {
        if expected.is_ref() {
            return self.coerce(found, expected, at);
        }
        if *expected != Ty::Unit || self.table.unify(found, expected) {
            self.expect(found, expected, at);
            return;
        }
        let found = self.table.show(found);
        let message = format!("the function returns nothing, but ends with a `{found}`");
        let help = format!("say that it returns the value: `-> {found}`, or end with a semicolon");
        self.front.report(Diagnostic::error(codes::MISMATCH, at, message).help(help));
    }

    /// The type of an `if` without `else`.
    pub(super) fn only_if(&mut self, then_ty: &Ty, at: Span) -> Ty {
        if self.table.unify(then_ty, &Ty::Unit) {
            return Ty::Unit;
        }
        let message = format!("an `if` with the value of a `{}` needs an `else`", self.table.show(then_ty));
        let error = Diagnostic::error(codes::MISMATCH, at, message);
        self.front.report(
            error.help("add `else { .. }` with the other value, or end the expression with a semicolon"),
        );
        Ty::Error
    }

    /// Where an expression gets its value.
    pub(super) fn value_span(&self, id: ExprId) -> Span {
        match &self.body.exprs[id].kind {
            ExprKind::Block(block, _) => self.block_span(block),
            _ => self.body.exprs[id].span,
        }
    }

    /// Where a block gets its value: its last expression, or the brace before which one is missing.
    pub(super) fn block_span(&self, block: &Block) -> Span {
        match block.tail {
            Some(tail) => self.value_span(tail),
            None => {
                let Pos { line, column } = block.span.end;
                Span { start: Pos { line, column: column.saturating_sub(1) }, end: block.span.end }
            }
        }
    }
}

/// What to do about a type that does not fit.
fn advice(found: &Ty, expected: &Ty, float: bool) -> Option<String> {
    Some(match (found, expected) {
        (Ty::Prim(from), Ty::Prim(to)) => conversion(*from, *to),
        (Ty::Number(_), Ty::Prim(_) | Ty::Number(_)) => format!("narrow it: `(..).to::<{expected}>()`"),
        (Ty::Prim(_) | Ty::Var(_), Ty::Number(number)) => {
            let making = match found {
                Ty::Prim(Prim::F32) => "from_f32",
                Ty::Prim(Prim::F64) => "from_f64",
                Ty::Var(_) if float => "from_f64",
                _ => "new",
            };
            match number.is_fixed() {
                true => format!("make one of it: `<{expected}>::{making}(..)`"),
                false => {
                    let path = expected.to_string().replacen('<', "::<", 1);
                    format!("make one of it: `{path}::{making}(..)`")
                }
            }
        }
        (Ty::Var(_), Ty::Prim(Prim::Bool)) => "write `true` or `false`, or compare: `x != 0`".to_owned(),
        (Ty::Var(_), Ty::Prim(to)) if to.is_float() => "write a float literal: `1.0`".to_owned(),
        (Ty::Var(_), Ty::Prim(to)) if float => {
            format!("write an integer, or convert it: `.. as {}`", to.name())
        }
        (Ty::Option(_), Ty::Prim(Prim::Bool)) => "write `if let Some(x) = ..`, or call `is_some()`".to_owned(),
        (Ty::Option(value), expected) if **value == *expected => {
            "take the value: `if let Some(x) = ..`, or `unwrap_or(..)`".to_owned()
        }
        (Ty::Prim(_) | Ty::Var(_), Ty::Option(_)) => "wrap it: `Some(..)`".to_owned(),
        (Ty::Adt(found), Ty::Adt(expected)) if found.id == expected.id && &*found.name == "Result" => {
            "make an error of one type of the other: `.map_err(|error| ..)`".to_owned()
        }
        (Ty::Adt(_), Ty::Prim(to)) if to.is_integer() => {
            format!("an enum without data is converted with `.. as {}`; of others, take a part", to.name())
        }
        (Ty::Unit, _) => "a block's value is its last expression, without a semicolon; a function says `-> T` if it has one".to_owned(),
        (_, Ty::Unit) => "end the expression with a semicolon if its value is not needed".to_owned(),
        (Ty::Ref { inner, .. }, Ty::Prim(_)) if !matches!(**inner, Ty::Prim(_)) => INDEX.to_owned(),
        (Ty::Array(..), Ty::Prim(_)) => INDEX.to_owned(),
        (Ty::Array(_, from), Ty::Array(_, to)) if from != to => "give both arrays the same length".to_owned(),
        (Ty::Array(..), Ty::Ref { mutable: true, .. }) => "pass a reference: `&mut ..`".to_owned(),
        (Ty::Array(..), Ty::Ref { mutable: false, .. }) => "pass a reference: `&..`".to_owned(),
        (Ty::Ref { inner, .. }, expected) if **inner == *expected && expected.is_ref() => {
            "pass it as it is, without `&`".to_owned()
        }
        (Ty::Ref { inner, .. }, expected) if **inner == *expected => "take the value: `*..`".to_owned(),
        (found, Ty::Ref { mutable, inner }) if *found == **inner => {
            format!("pass a reference: `&{}..`", if *mutable { "mut " } else { "" })
        }
        (Ty::Ref { inner: found, .. }, Ty::Ref { inner: expected, .. }) => {
            return reference_advice(found, expected);
        }
        _ => return None,
    })
}

const INDEX: &str = "take one of its elements: `..[i]`";

/// What makes a reference of the expected type: a part, an element, `&mut`, `*`.
fn reference_advice(found: &Ty, expected: &Ty) -> Option<String> {
    Some(match (found, expected) {
        (Ty::Slice(_), Ty::Array(_, len)) => format!(
            "a slice's length is known only when the kernel runs: take a slice, too, or copy {len} elements into an array"
        ),
        (Ty::Array(_, from), Ty::Array(_, to)) if from != to => {
            "pass an array of that length, or take a slice: `&[..]`".to_owned()
        }
        (found, expected) if found == expected => "pass a mutable reference: `&mut ..`".to_owned(),
        (Ty::Slice(element) | Ty::Array(element, _), expected) if **element == *expected => {
            "take one of its elements: `&..[i]`".to_owned()
        }
        (found, Ty::Slice(element)) if *found == **element => "pass a part: `&..[lo..hi]`".to_owned(),
        (Ty::Ref { inner, .. }, expected) if **inner == *expected => {
            "pass it as it is, without `&`".to_owned()
        }
        _ => return None,
    })
}

/// How a number or a `bool` is converted: by `as`, or by a comparison.
fn conversion(from: Prim, to: Prim) -> String {
    match (from, to) {
        (from, Prim::Bool) if from.is_float() => "compare it: `x != 0.0`".to_owned(),
        (_, Prim::Bool) => "compare it: `x != 0`".to_owned(),
        (Prim::Bool, to) if to.is_float() => format!("convert it: `.. as u32 as {}`", to.name()),
        _ => format!("convert it: `.. as {}`", to.name()),
    }
}
