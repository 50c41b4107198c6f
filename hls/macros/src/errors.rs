//! Diagnostics as compile errors at the user's own tokens.

use std::cell::OnceCell;

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use sycl_hls_ir::{Diagnostic, Pos};

/// The tokens of the macro's input, in order. Only an error looks at their places, which takes its time.
pub(crate) struct Tokens {
    inputs: [TokenStream; 2],
    spans: OnceCell<Vec<Span>>,
}

impl Tokens {
    pub fn of(inputs: [TokenStream; 2]) -> Self {
        Self { inputs, spans: OnceCell::new() }
    }

    fn spans(&self) -> &[Span] {
        self.spans.get_or_init(|| {
            let mut spans = Vec::new();
            for input in self.inputs.clone() {
                flatten(input, &mut spans);
            }
            spans
        })
    }

    /// A compile error that covers the diagnostic's place.
    ///
    /// Spans cannot be made from positions, so the tokens at the two ends are looked up; rustc joins the spans of a
    /// macro call's first and last token.
    pub fn error(&self, diagnostic: &Diagnostic) -> TokenStream {
        let first = self.spans().iter().find(|span| pos(span.start()) == diagnostic.span.start);
        let last = self.spans().iter().find(|span| pos(span.end()) == diagnostic.span.end);
        let first = first.copied().unwrap_or_else(Span::call_site);
        compile_error(&diagnostic.text(), first, last.copied().unwrap_or(first))
    }
}

fn flatten(input: TokenStream, spans: &mut Vec<Span>) {
    for token in input {
        if let TokenTree::Group(group) = &token {
            spans.push(group.span_open());
            flatten(group.stream(), spans);
            spans.push(group.span_close());
        } else {
            spans.push(token.span());
        }
    }
}

fn pos(at: proc_macro2::LineColumn) -> Pos {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Pos { line: number(at.line), column: number(at.column).saturating_add(1) }
}

/// `::core::compile_error!{"message"}`
fn compile_error(message: &str, first: Span, last: Span) -> TokenStream {
    let punct = |c: char, spacing: Spacing, span: Span| {
        let mut punct = Punct::new(c, spacing);
        punct.set_span(span);
        TokenTree::Punct(punct)
    };
    let mut text = Literal::string(message);
    text.set_span(last);
    let mut body = Group::new(Delimiter::Brace, TokenTree::Literal(text).into());
    body.set_span(last);
    TokenStream::from_iter([
        punct(':', Spacing::Joint, first),
        punct(':', Spacing::Alone, first),
        TokenTree::Ident(Ident::new("core", first)),
        punct(':', Spacing::Joint, first),
        punct(':', Spacing::Alone, first),
        TokenTree::Ident(Ident::new("compile_error", first)),
        punct('!', Spacing::Alone, first),
        TokenTree::Group(body),
    ])
}
