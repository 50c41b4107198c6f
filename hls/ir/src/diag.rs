//! Diagnostics as data.

use crate::Span;

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

    /// The whole message without its places in the source, a line for each part: what the macro and the
    /// command-line tool both say.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = vec![format!("[{}] {}", self.code.0, self.message)];
        lines.extend(self.related.iter().map(|(span, label)| format!("line {}: {label}", span.start.line)));
        lines.extend(self.notes.iter().map(|note| format!("note: {note}")));
        lines.extend(self.helps.iter().map(|help| format!("help: {help}")));
        lines.join("\n")
    }

    /// Adds another place that matters.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
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
