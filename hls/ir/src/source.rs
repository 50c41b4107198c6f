//! The files that a module stands in.

use std::ops::Deref;
use std::sync::Arc;

use sycl_hls_types::Location;

use crate::{Pos, Span};

/// The file that spans point into, and the files of the modules that it imports.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Source {
    /// The path, as the compiler was given it.
    pub file: String,
    /// The whole text, where it is at hand. Debug data: back ends quote it.
    pub text: Option<SourceText>,
    /// The files of imported modules, by their numbers in positions ([`Pos::file`]) from 1.
    pub imported: Arc<[Source]>,
}

/// A text whose lines are found at once. Copies share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    text: Arc<str>,
    /// Where each line begins, in bytes.
    starts: Arc<[usize]>,
}

impl Source {
    /// A file that imports nothing.
    #[must_use]
    pub fn new(file: impl Into<String>, text: Option<SourceText>) -> Self {
        Self { file: file.into(), text, imported: Arc::default() }
    }

    /// This file and those that it imports.
    pub fn files(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.imported.iter())
    }

    /// The file of a position; that of the module itself for one that is nowhere.
    #[must_use]
    pub fn file_of(&self, at: Pos) -> &Self {
        at.file().checked_sub(1).and_then(|index| self.imported.get(index)).unwrap_or(self)
    }

    /// The place where a span begins.
    #[must_use]
    pub fn location(&self, span: Span) -> Location {
        let (file, at) = (&self.file_of(span.start).file, span.start);
        Location { file: file.clone(), line: at.line_in_file(), column: at.column }
    }

    /// The text of a line, counted as in [`Pos`], without its end and indentation, if the text is at hand.
    #[must_use]
    pub fn line(&self, line: u32) -> Option<&str> {
        self.whole_line(line).map(str::trim)
    }

    /// The text of a range within a line; of a longer one, the line that it begins in.
    #[must_use]
    pub fn text(&self, span: Span) -> Option<&str> {
        if span.start.line != span.end.line {
            return self.line(span.start.line);
        }
        let line = self.whole_line(span.start.line)?;
        let at = |column: u32| {
            let index = usize::try_from(column.checked_sub(1)?).ok()?;
            let mut characters = line.char_indices().map(|(at, _)| at).chain([line.len()]);
            characters.nth(index)
        };
        line.get(at(span.start.column)?..at(span.end.column)?).map(str::trim)
    }

    fn whole_line(&self, line: u32) -> Option<&str> {
        let at = Pos { line, column: 1 };
        let text = self.file_of(at).text.as_ref()?;
        let index = usize::try_from(at.line_in_file().checked_sub(1)?).ok()?;
        let start = *text.starts.get(index)?;
        let end = text.starts.get(index + 1).copied().unwrap_or(text.len());
        text.get(start..end)
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
            let source = Source::new("", Some(text.into()));
            let expected: Vec<&str> = text.lines().map(str::trim).collect();
            for (index, line) in expected.iter().enumerate() {
                assert_eq!(source.line(index as u32 + 1), Some(*line), "{text:?}");
            }
            assert_eq!((source.line(0), source.line(expected.len() as u32 + 1)), (None, None), "{text:?}");
        }
    }

    #[test]
    fn a_range_within_a_line_has_its_text() {
        let source = Source::new("", Some("fn ü(a: u8, b: u8) {\n    b\n}".into()));
        let text = |from: (u32, u32), to: (u32, u32)| {
            let at = |(line, column)| Pos { line, column };
            source.text(Span { start: at(from), end: at(to) })
        };
        assert_eq!((text((1, 6), (1, 11)), text((1, 13), (1, 18))), (Some("a: u8"), Some("b: u8")));
        assert_eq!(text((1, 4), (3, 2)), Some("fn ü(a: u8, b: u8) {"));
        assert_eq!(
            (text((2, 1), (2, 6)), text((2, 5), (2, 9)), text((0, 0), (0, 0))),
            (Some("b"), None, None)
        );
    }

    #[test]
    fn positions_tell_their_files() {
        let own = Source::new("a.rs", Some("one\ntwo".into()));
        let imported = [Source::new("b.rs", Some("three\n  four".into()))];
        let source = Source { imported: imported.into(), ..own };
        let at = Pos::in_file(1, 2, 3);
        let place = source.location(Span { start: at, end: at });
        assert_eq!((place.file.as_str(), place.line, place.column), ("b.rs", 2, 3));
        assert_eq!((source.line(at.line), source.line(2), source.line(3)), (Some("four"), Some("two"), None));
    }
}
