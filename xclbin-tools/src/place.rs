//! How a section is named on a command line: its kind, which of several, and a part of it.

use std::fmt;
use std::str::FromStr;

use crate::SectionKind;
use crate::section::Format;

/// A text names no section.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlaceError {
    /// No kind of section has this name.
    #[error("there is no section kind `{name}`")]
    UnknownKind {
        /// The name.
        name: String,
    },
    /// The index has no end.
    #[error("`{text}` has no `]`")]
    NoBracket {
        /// The whole text.
        text: String,
    },
    /// Something follows the name that is neither an index nor a part.
    #[error("`{rest}` follows the section's name in `{text}`")]
    Trailing {
        /// What follows.
        rest: String,
        /// The whole text.
        text: String,
    },
    /// The index of a kind of which an image has one section.
    #[error("there is only one {kind}, so no `[{index}]`")]
    NotIndexed {
        /// The kind.
        kind: SectionKind,
        /// The index.
        index: String,
    },
    /// The part of a section of which there may be several.
    #[error("say which {kind} is meant: `{kind}[name]`")]
    Ambiguous {
        /// The kind.
        kind: SectionKind,
    },
}

/// A section of an image, or a part of one: `BITSTREAM`, `SOFT_KERNEL[name]-METADATA`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionPlace {
    /// The kind.
    pub kind: SectionKind,
    /// Which of several sections of the kind, by the name in its payload; empty if there is one.
    pub index: String,
    /// The part, if a part is meant.
    pub part: Option<String>,
}

impl SectionPlace {
    /// All of the only section of a kind.
    pub fn of(kind: SectionKind) -> Self {
        Self { kind, index: String::new(), part: None }
    }

    /// The part to be read and written: some kinds have one without a name, by which they are meant as a whole.
    pub(crate) fn part(&self) -> Option<&str> {
        let unnamed = || self.kind.parts().iter().any(|(name, _)| name.is_empty()).then_some("");
        self.part.as_deref().or_else(unnamed)
    }

    /// The format in which the place is read and written unless another one is asked for.
    pub fn format(&self) -> Format {
        let part = self.part().and_then(|wanted| {
            self.kind.parts().into_iter().find(|(name, _)| *name == wanted).map(|(_, format)| format)
        });
        part.or_else(|| self.kind.dumped_as().first().copied()).unwrap_or(Format::Raw)
    }
}

impl FromStr for SectionPlace {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Self, PlaceError> {
        let owned = || text.to_owned();
        let end = text.find(['[', '-']).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let kind =
            SectionKind::named(name).ok_or_else(|| PlaceError::UnknownKind { name: name.to_owned() })?;
        let (index, rest) = match rest.strip_prefix('[') {
            Some(rest) => rest.rsplit_once(']').ok_or_else(|| PlaceError::NoBracket { text: owned() })?,
            None => ("", rest),
        };
        let part = match rest.strip_prefix('-') {
            Some(part) => Some(part.to_owned()),
            None if rest.is_empty() => None,
            None => return Err(PlaceError::Trailing { rest: rest.to_owned(), text: owned() }),
        };
        if !index.is_empty() && !kind.is_indexed() {
            return Err(PlaceError::NotIndexed { kind, index: index.to_owned() });
        }
        if index.is_empty() && kind.is_indexed() && part.is_some() {
            return Err(PlaceError::Ambiguous { kind });
        }
        Ok(Self { kind, index: index.to_owned(), part })
    }
}

impl fmt::Display for SectionPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if !self.index.is_empty() {
            write!(f, "[{}]", self.index)?;
        }
        self.part.iter().try_for_each(|part| write!(f, "-{part}"))
    }
}
