//! From token spans to places in the source.

use quote::ToTokens;
use sycl_hls_ir::{Pos, Span};

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

/// From the start of one token to the end of another one. Inside a macro, rustc is asked for each position, which takes
/// its time.
pub(crate) fn between(first: proc_macro2::Span, last: proc_macro2::Span) -> Span {
    Span { start: pos(first.start()), end: pos(last.end()) }
}

fn pos(at: proc_macro2::LineColumn) -> Pos {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Pos { line: number(at.line), column: number(at.column).saturating_add(1) }
}
