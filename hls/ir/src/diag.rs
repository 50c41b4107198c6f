//! Diagnostics as data.

use crate::{Source, Span};

/// A diagnostic's stable code: `SH0201`. Codes are never reused for another meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub &'static str);

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The kernels cannot be translated.
    Error,
    /// They can, but something is probably not meant.
    Warning,
}

/// One message about the user's source: what is wrong, where, why, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong: one sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Other places that matter, with what they are.
    pub related: Vec<(Span, String)>,
    /// Reasons: why the rule exists.
    pub notes: Vec<String>,
    /// Ways out.
    pub helps: Vec<String>,
}

impl Diagnostic {
    /// An error at `span`.
    #[must_use]
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            span,
            related: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
        }
    }

    /// A warning at `span`.
    #[must_use]
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// The whole message without its place in the source, a line for each part: what the macro and the
    /// command-line tool both say. A place in another file is named, because rustc shows no files of other crates.
    #[must_use]
    pub fn text(&self, source: &Source) -> String {
        let place = |span: &Span| match span.start.file() {
            0 => format!("line {}", span.start.line),
            _ => source.location(*span).to_string(),
        };
        let mut lines = vec![format!("[{}] {}", self.code.0, self.message)];
        if self.span.start.file() != 0 {
            lines.push(format!("--> {}", place(&self.span)));
        }
        lines.extend(self.related.iter().map(|(span, label)| format!("{}: {label}", place(span))));
        lines.extend(self.notes.iter().map(|note| format!("note: {note}")));
        lines.extend(self.helps.iter().map(|help| format!("help: {help}")));
        lines.join("\n")
    }

    /// Adds another place that matters, if it is in the user's source.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        if span != Span::NONE {
            self.related.push((span, label.into()));
        }
        self
    }

    /// Adds a reason.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a way out.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.helps.push(help.into());
        self
    }
}
