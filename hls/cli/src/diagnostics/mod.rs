//! Diagnostics as rustc shows them, and as rustc's JSON.

pub mod json;

use std::ops::Range;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use sycl_hls_ir::{Diagnostic, Pos, Severity, Source, Span};
use sycl_hls_types::{Fault, Location};

use crate::terminal;

/// One diagnostic as text.
pub fn render(source: &Source, diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let snippet = |at: Pos| {
        let file = source.file_of(at);
        Snippet::source(text_of(file)).path(file.file.as_str())
    };
    let own = diagnostic.span.start.file();
    let primary = AnnotationKind::Primary.span(range_in(source, diagnostic.span));
    let related = |span: &Span, label| AnnotationKind::Context.span(range_in(source, *span)).label(label);
    let (beside, elsewhere): (Vec<_>, Vec<_>) =
        diagnostic.related.iter().partition(|(span, _)| span.start.file() == own);
    let beside = beside.into_iter().map(|(span, label)| related(span, label));
    let first = snippet(diagnostic.span.start).annotation(primary).annotations(beside);
    let elsewhere =
        elsewhere.into_iter().map(|(span, label)| snippet(span.start).annotation(related(span, label)));
    let notes = diagnostic.notes.iter().map(|note| Level::NOTE.message(note));
    let helps = diagnostic.helps.iter().map(|help| Level::HELP.message(help));
    let title = level.primary_title(&diagnostic.message).id(diagnostic.code.0);
    renderer.render(&[title.element(first).elements(elsewhere).elements(notes.chain(helps))])
}

/// The text of a file; empty if it is not at hand.
fn text_of(file: &Source) -> &str {
    file.text.as_deref().unwrap_or_default()
}

/// The bytes that a span covers in its file.
fn range_in(source: &Source, span: Span) -> Range<usize> {
    let local = |at: Pos| Pos { line: at.line_in_file(), column: at.column };
    byte_range(text_of(source.file_of(span.start)), Span { start: local(span.start), end: local(span.end) })
}

/// Shows a kernel's fault, with the source line if its file can be read.
pub fn show_fault(fault: &Fault) {
    let title = Level::ERROR.primary_title(format!("kernel `{}`: {}", fault.kernel, fault.message));
    let source =
        fault.at.as_ref().and_then(|at| Some((at, std::fs::read_to_string(Path::new(&at.file)).ok()?)));
    let report = match (&source, &fault.at) {
        (Some((at, text)), _) => {
            let annotation = AnnotationKind::Primary.span(byte_range(text, start_of(at)));
            title.element(Snippet::source(text.as_str()).path(at.file.as_str()).annotation(annotation))
        }
        (None, Some(at)) => title.element(Level::NOTE.message(format!("at {at}"))),
        (None, None) => title.elements(Vec::<annotate_snippets::Message<'_>>::new()),
    };
    let text = terminal::renderer().render(&[report]);
    anstream::eprintln!("{text}\n");
}

fn start_of(at: &Location) -> Span {
    let start = Pos { line: at.line, column: at.column };
    Span { start, end: Pos { column: at.column.saturating_add(1), ..start } }
}

/// The bytes of `text` that a span covers; empty ranges are widened to one character where there is one.
fn byte_range(text: &str, span: Span) -> Range<usize> {
    let start = byte_of(text, span.start);
    let end = byte_of(text, span.end).max(start);
    start..end
}

fn byte_of(text: &str, pos: Pos) -> usize {
    let line_start = text
        .split_inclusive('\n')
        .take(usize::try_from(pos.line).unwrap_or(usize::MAX).saturating_sub(1))
        .map(str::len)
        .sum::<usize>();
    let rest = &text[line_start.min(text.len())..];
    let line = rest.split_inclusive('\n').next().unwrap_or_default();
    let column = usize::try_from(pos.column).unwrap_or(usize::MAX).saturating_sub(1);
    let offset =
        line.char_indices().nth(column).map_or(line.trim_end_matches('\n').len(), |(offset, _)| offset);
    line_start + offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_become_bytes() {
        let text = "aß\nxyz\n";
        let at = |line, column| byte_of(text, Pos { line, column });
        assert_eq!((at(1, 1), at(1, 2), at(1, 3)), (0, 1, 3));
        assert_eq!((at(2, 1), at(2, 3), at(2, 4)), (4, 6, 7));
        assert_eq!((at(9, 1), at(1, 99), at(0, 0)), (8, 3, 0));
    }
}
