//! From token spans to places in the source.

use std::cell::Cell;

use quote::ToTokens;
use sycl_hls_ir::{Pos, Span};

thread_local! {
    /// True if rustc is asked for places.
    static PLACES: Cell<bool> = const { Cell::new(true) };
}

/// Asks for places again.
struct Asked;

impl Drop for Asked {
    fn drop(&mut self) {
        PLACES.set(true);
    }
}

/// Runs `f`, in which every place is the first character of the source: inside a macro, rustc is asked for each position,
/// which takes its time, and of code without mistakes nobody wants to know where what is.
pub(crate) fn without_places<R>(f: impl FnOnce() -> R) -> R {
    let _asked = Asked;
    PLACES.set(false);
    f()
}

/// The span of `tokens`: from the first token's start to the last one's end.
///
/// On stable compilers spans cannot be joined inside a macro, but positions can be read.
#[must_use]
pub fn span_of(tokens: &impl ToTokens) -> Span {
    let mut first = None;
    let mut last = None;
    for token in tokens.to_token_stream() {
        let span = token.span();
        first.get_or_insert(span);
        last = Some(span);
    }
    match (first, last) {
        (Some(first), Some(last)) => between(first, last),
        _ => Span::NONE,
    }
}

/// The place of one token.
pub(crate) fn span(token: proc_macro2::Span) -> Span {
    between(token, token)
}

/// From the start of one token to the end of another one.
pub(crate) fn between(first: proc_macro2::Span, last: proc_macro2::Span) -> Span {
    if !PLACES.get() {
        return Span { start: Pos { line: 1, column: 1 }, end: Pos { line: 1, column: 2 } };
    }
    Span { start: pos(first.start()), end: pos(last.end()) }
}

fn pos(at: proc_macro2::LineColumn) -> Pos {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Pos { line: number(at.line), column: number(at.column).saturating_add(1) }
}
