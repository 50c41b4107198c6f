//! Diagnostics as compile errors at the user's own tokens.

use std::cell::OnceCell;

use proc_macro2::{
    Delimiter, Group, Ident, LineColumn, Literal, Punct, Spacing, Span, TokenStream, TokenTree,
};
use sycl_hls_ir::{Diagnostic, Pos, Source};

/// The tokens of the macro's input, in order, with the numbers of their files. Only an error looks at their places, which takes its
/// time.
pub(crate) struct Tokens {
    inputs: Vec<(usize, TokenStream)>,
    spans: OnceCell<Vec<(usize, Span)>>,
}

impl Tokens {
    pub fn of(file: usize, inputs: [TokenStream; 2]) -> Self {
        Self { inputs: inputs.into_iter().map(|input| (file, input)).collect(), spans: OnceCell::new() }
    }

    /// Adds those of a file that is imported.
    pub fn add(&mut self, file: usize, input: TokenStream) {
        self.inputs.push((file, input));
    }

    fn spans(&self) -> &[(usize, Span)] {
        self.spans.get_or_init(|| {
            let mut all = Vec::new();
            for (file, input) in &self.inputs {
                let mut spans = Vec::new();
                flatten(input.clone(), &mut spans);
                all.extend(spans.into_iter().map(|span| (*file, span)));
            }
            all
        })
    }

    /// A compile error that covers the diagnostic's place.
    ///
    /// Spans cannot be made from positions, so the tokens at the two ends are looked up; rustc joins the spans of a
    /// macro call's first and last token.
    pub fn error(&self, diagnostic: &Diagnostic, source: &Source) -> TokenStream {
        let at = |wanted: Pos, end: fn(&Span) -> LineColumn| {
            let mut spans = self.spans().iter();
            spans.find(|(file, span)| pos(*file, end(span)) == wanted).map(|(_, span)| *span)
        };
        let first = at(diagnostic.span.start, Span::start).unwrap_or_else(Span::call_site);
        let last = at(diagnostic.span.end, Span::end).unwrap_or(first);
        compile_error(&diagnostic.text(source), first, last)
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

fn pos(file: usize, at: LineColumn) -> Pos {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Pos::in_file(file, number(at.line), number(at.column).saturating_add(1))
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
