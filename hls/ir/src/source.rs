//! The file that a module stands in.

use std::ops::Deref;
use std::sync::Arc;

use sycl_hls_types::Location;

use crate::Span;

/// The file that spans point into.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Source {
    /// The path, as the compiler was given it.
    pub file: String,
    /// The whole text, where it is at hand. Debug data: back ends quote it.
    pub text: Option<SourceText>,
}

/// A text whose lines are found at once. Copies share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    text: Arc<str>,
    /// Where each line begins, in bytes.
    starts: Arc<[usize]>,
}

impl Source {
    /// The place where a span begins.
    #[must_use]
    pub fn location(&self, span: Span) -> Location {
        Location { file: self.file.clone(), line: span.start.line, column: span.start.column }
    }

    /// The text of a line (counted from 1) without its end and indentation, if the text is at hand.
    #[must_use]
    pub fn line(&self, line: u32) -> Option<&str> {
        let text = self.text.as_ref()?;
        let index = usize::try_from(line.checked_sub(1)?).ok()?;
        let start = *text.starts.get(index)?;
        let end = text.starts.get(index + 1).copied().unwrap_or(text.len());
        text.get(start..end).map(str::trim)
    }
}

impl From<&str> for SourceText {
    fn from(text: &str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        // What follows the last end of a line is a line only if there is something.
        let starts = std::iter::once(0).chain(ends).filter(|start| *start < text.len());
        Self { starts: starts.collect(), text: text.into() }
    }
}

impl Deref for SourceText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_standard_library() {
        for text in ["", "\n", "a", "a\n", "a\n\n  b \r\nü", "\n\nx\n"] {
            let source = Source { file: String::new(), text: Some(text.into()) };
            let expected: Vec<&str> = text.lines().map(str::trim).collect();
            for (index, line) in expected.iter().enumerate() {
                assert_eq!(source.line(index as u32 + 1), Some(*line), "{text:?}");
            }
            assert_eq!((source.line(0), source.line(expected.len() as u32 + 1)), (None, None), "{text:?}");
        }
    }
}
