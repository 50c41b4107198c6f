//! Places in source files, as AMD's tools write them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Endings of files whose places are read.
const ENDINGS: [&str; 11] = ["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "cl", "v", "sv", "vhd"];

/// A place in a source file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The file as the tool names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, where the tool names one (0 means that it knows none).
    pub column: Option<u32>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

impl Place {
    /// The first `file:line` or `file:line:column` of a text, whose file ends as sources do. Of a path with spaces only
    /// what follows the last one is found: the tools quote none.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        let mut from = 0;
        while let Some(colon) = text.get(from..)?.find(':').map(|at| from + at) {
            if let Some(place) = Self::at_colon(text, colon) {
                return Some(place);
            }
            from = colon + 1;
        }
        None
    }

    /// The place whose line stands behind this colon.
    fn at_colon(text: &str, colon: usize) -> Option<Self> {
        let (line, rest) = leading_number(text.get(colon + 1..)?)?;
        let head = text.get(..colon)?;
        let start = head.rfind(|c: char| c.is_whitespace() || "'\"([{,;=".contains(c)).map_or(0, |at| {
            at + head.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
        });
        let file = head.get(start..)?;
        let (stem, ending) = file.rsplit_once('.')?;
        if stem.is_empty() || line == 0 || !ENDINGS.contains(&ending) {
            return None;
        }
        let column = rest.strip_prefix(':').and_then(leading_number).map(|(column, _)| column);
        Some(Self { file: file.to_owned(), line, column: column.filter(|column| *column > 0) })
    }
}

/// The number that a text begins with, and what follows.
fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text.get(..end)?.parse().ok()?, text.get(end..)?))
}

#[cfg(test)]
mod tests {
    use super::Place;

    fn found(text: &str) -> String {
        Place::find(text).map_or_else(|| "none".to_owned(), |place| place.to_string())
    }

    #[test]
    fn places_are_found_where_tools_put_them() {
        assert_eq!(found("expression result unused (k.cpp:29:15)"), "k.cpp:29:15");
        assert_eq!(found("/a/hls_pow.h:373: variable-indexed"), "/a/hls_pow.h:373");
        assert_eq!(found("('w', ../x/k.cpp:81) of variable 'ti', k.cpp:8"), "../x/k.cpp:81");
        assert_eq!(found("failed [C:/a/b.v:58]"), "C:/a/b.v:58");
        assert_eq!(found("k.cpp:36:0"), "k.cpp:36");
        assert_eq!(found("loop at 12:34, log.txt:3, .cpp:4, k.cpp:0"), "none");
        assert_eq!(found("k.cpp:99999999999"), "none");
        assert_eq!(found("ä.cpp:7 ö"), "ä.cpp:7");
    }
}
