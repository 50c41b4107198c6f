//! From token spans to places in the source.

use std::cell::{Cell, RefCell};

use quote::ToTokens;
use sycl_hls_ir::{Pos, Span};

thread_local! {
    /// True if rustc is asked for places.
    static PLACES: Cell<bool> = const { Cell::new(true) };

    /// The files of places as tokens name them, by their numbers; none where there is one file only.
    static FILES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
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

/// Forgets files.
struct Forgotten;

impl Drop for Forgotten {
    fn drop(&mut self) {
        FILES.set(Vec::new());
    }
}

/// Runs `f`, in which places are in these files, of which 0 is the module's own. Only then tokens are asked for their files.
pub(crate) fn in_files<R>(files: Vec<String>, f: impl FnOnce() -> R) -> R {
    let _forgotten = Forgotten;
    FILES.set(files);
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
    Span { start: pos(first, first.start()), end: pos(last, last.end()) }
}

fn pos(token: proc_macro2::Span, at: proc_macro2::LineColumn) -> Pos {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Pos::in_file(file_of(token), number(at.line), number(at.column).saturating_add(1))
}

/// The number of a token's file.
fn file_of(token: proc_macro2::Span) -> usize {
    FILES.with_borrow(|files| {
        if files.is_empty() {
            return 0;
        }
        let name = token.file();
        files.iter().position(|file| *file == name).unwrap_or(0)
    })
}
