//! Diagnostics as the JSON of rustc (`--error-format=json`), which rust-analyzer and other tools read.

use annotate_snippets::Renderer;
use serde::Serialize;
use sycl_hls_ir::{Diagnostic, Pos, Severity, Source, Span};

use super::{range_in, render, text_of};

/// A diagnostic, or a note or help that belongs to one.
#[derive(Serialize)]
struct Message<'d> {
    #[serde(rename = "$message_type", skip_serializing_if = "Option::is_none")]
    message_type: Option<&'static str>,
    message: &'d str,
    code: Option<Code>,
    level: &'static str,
    spans: Vec<SpanEntry<'d>>,
    children: Vec<Message<'d>>,
    rendered: Option<String>,
}

#[derive(Serialize)]
struct Code {
    code: &'static str,
    explanation: Option<&'static str>,
}

/// A place: bytes from 0, lines and columns from 1, columns in characters; ends are one past the last.
#[derive(Serialize)]
struct SpanEntry<'d> {
    file_name: &'d str,
    byte_start: usize,
    byte_end: usize,
    line_start: u32,
    line_end: u32,
    column_start: u32,
    column_end: u32,
    is_primary: bool,
    text: Vec<Line<'d>>,
    label: Option<&'d str>,
    suggested_replacement: Option<&'d str>,
    suggestion_applicability: Option<&'d str>,
    expansion: Option<&'d str>,
}

/// A source line of a place, and which columns of it belong to the place.
#[derive(Serialize)]
struct Line<'d> {
    text: &'d str,
    highlight_start: u32,
    highlight_end: u32,
}

/// All messages about a file, one object a line.
pub fn lines(source: &Source, diagnostics: &[Diagnostic]) -> serde_json::Result<String> {
    let renderer = Renderer::plain();
    let mut lines = String::new();
    for diagnostic in diagnostics {
        let rendered = render(source, diagnostic, &renderer);
        lines += &serde_json::to_string(&message(source, diagnostic, rendered))?;
        lines.push('\n');
    }
    Ok(lines)
}

fn message<'d>(source: &'d Source, diagnostic: &'d Diagnostic, rendered: String) -> Message<'d> {
    let place = |span, label| place(source, span, label);
    let related = diagnostic.related.iter().filter_map(|(span, label)| place(*span, Some(label.as_str())));
    let code = diagnostic.code.0;
    let notes = diagnostic.notes.iter().map(|note| child("note", note));
    let helps = diagnostic.helps.iter().map(|help| child("help", help));
    Message {
        message_type: Some("diagnostic"),
        message: &diagnostic.message,
        code: Some(Code { code, explanation: sycl_hls_front::explain(code) }),
        level: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        spans: place(diagnostic.span, None).into_iter().chain(related).collect(),
        children: notes.chain(helps).collect(),
        rendered: Some(rendered + "\n\n"),
    }
}

fn child<'d>(level: &'static str, message: &'d str) -> Message<'d> {
    let (message_type, code, rendered) = (None, None, None);
    Message { message_type, message, code, level, spans: Vec::new(), children: Vec::new(), rendered }
}

/// A place; `None` for "nowhere". What has a label is not the primary one.
fn place<'d>(source: &'d Source, span: Span, label: Option<&'d str>) -> Option<SpanEntry<'d>> {
    if span == Span::NONE {
        return None;
    }
    let file = source.file_of(span.start);
    let (file_name, text) = (file.file.as_str(), text_of(file));
    let bytes = range_in(source, span);
    let local = |at: Pos| Pos { line: at.line_in_file(), column: at.column };
    let span = Span { start: local(span.start), end: local(span.end) };
    Some(SpanEntry {
        file_name,
        byte_start: bytes.start,
        byte_end: bytes.end,
        line_start: span.start.line,
        line_end: span.end.line,
        column_start: span.start.column,
        column_end: span.end.column,
        is_primary: label.is_none(),
        text: source_lines(text, span),
        label,
        suggested_replacement: None,
        suggestion_applicability: None,
        expansion: None,
    })
}

fn source_lines(text: &str, span: Span) -> Vec<Line<'_>> {
    let numbered = text.lines().zip(1..);
    let inside = numbered.filter(|(_, number)| (span.start.line..=span.end.line).contains(number));
    let line = |(text, number): (_, u32)| Line {
        text,
        highlight_start: if number == span.start.line { span.start.column } else { 1 },
        highlight_end: if number == span.end.line { span.end.column } else { end_column(text) },
    };
    inside.map(line).collect()
}

/// The column one past a line's last character.
fn end_column(line: &str) -> u32 {
    u32::try_from(line.chars().count()).unwrap_or(u32::MAX).saturating_add(1)
}
