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
        (Some(first), Some(last)) => Span { start: span(first).start, end: span(last).end },
        _ => Span::NONE,
    }
}

/// The place of one token.
pub(crate) fn span(span: proc_macro2::Span) -> Span {
    Span { start: pos(span.start()), end: pos(span.end()) }
}

fn pos(at: proc_macro2::LineColumn) -> Pos {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Pos { line: number(at.line), column: number(at.column).saturating_add(1) }
}
