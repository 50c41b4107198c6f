//! Places in the user's source.

use std::fmt;

/// Lines that each file has room for: the lines of the k-th imported file are counted from k times this.
const LINES_OF_A_FILE: u32 = 1 << 20;

/// A position: line and column from 1, columns in characters. 0:0 is "nowhere".
///
/// A kernels module may import others from other files. Their lines are counted on, so that a position says which file it is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pos {
    /// Line, from 1; of all files together: see [`Pos::file`] and [`Pos::line_in_file`].
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A range in a file, from the first character to one past the last one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The first character.
    pub start: Pos,
    /// One past the last character.
    pub end: Pos,
}

impl Pos {
    /// The position with this line and column of a file: 0 is the module's own, others are those that are imported, from 1.
    #[must_use]
    pub fn in_file(file: usize, line: u32, column: u32) -> Self {
        let base = u32::try_from(file).unwrap_or(u32::MAX).saturating_mul(LINES_OF_A_FILE);
        Self { line: base.saturating_add(line.min(LINES_OF_A_FILE - 1)), column }
    }

    /// The file: 0 is the module's own, others are those that are imported, from 1.
    #[must_use]
    pub const fn file(self) -> usize {
        (self.line / LINES_OF_A_FILE) as usize
    }

    /// The line in its file, from 1.
    #[must_use]
    pub const fn line_in_file(self) -> u32 {
        self.line % LINES_OF_A_FILE
    }
}

impl Span {
    /// The span that says "nowhere in the source".
    pub const NONE: Self = Self { start: Pos { line: 0, column: 0 }, end: Pos { line: 0, column: 0 } };

    /// True if all of `other` lies within it.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// From the start of `self` to the end of `other`.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end }
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.start, self.end)
    }
}
