//! What can be wrong with JSON and with what it states.

use std::str::Utf8Error;

/// JSON cannot be read, or a node does not state what is needed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeError {
    /// The bytes are not UTF-8.
    #[error("the JSON is not UTF-8: {0}")]
    NotUtf8(Utf8Error),
    /// The text is not JSON.
    #[error("{problem} (line {line}, column {column} of the JSON)")]
    Syntax {
        /// What is wrong.
        problem: SyntaxError,
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
    },
    /// A node that must be there is not.
    #[error("`{name}` is missing")]
    Missing {
        /// The node.
        name: String,
    },
    /// A node has children where a text belongs.
    #[error("`{name}` is not a text")]
    NotText {
        /// The node.
        name: String,
    },
    /// A node does not state a number.
    #[error("`{name}`: {problem}")]
    Number {
        /// The node.
        name: String,
        /// What is wrong.
        problem: NumberError,
    },
}

/// A text is not JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SyntaxError {
    /// Another character belongs here.
    #[error("expected `{0}`")]
    Expected(char),
    /// Something follows the outermost value.
    #[error("expected the end of the text")]
    ExpectedEnd,
    /// No value begins here.
    #[error("expected a value")]
    ExpectedValue,
    /// Lists and objects are nested too deeply.
    #[error("the values are nested more than {most} deep")]
    TooDeep {
        /// The depth that is allowed.
        most: usize,
    },
    /// The text has too many values.
    #[error("there are more than {most} values")]
    TooMany {
        /// The number that is allowed.
        most: usize,
    },
    /// A string has no end.
    #[error("the text ends within a string")]
    UnfinishedString,
    /// A string has a character that must be escaped.
    #[error("a control character stands in a string")]
    ControlCharacter,
    /// No escape sequence has this character.
    #[error("an unknown character follows a backslash")]
    UnknownEscape,
    /// An escaped number is no code point.
    #[error("the code is no character")]
    NoCharacter,
    /// An escaped number does not have its digits.
    #[error("`\\u` needs four hexadecimal digits")]
    CodeDigits,
}

/// A text does not state the number that it should.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NumberError {
    /// It is not decimal digits, nor hexadecimal ones behind `0x`, or has more than 64 bits.
    #[error("`{text}` is no number of at most 64 bits")]
    NoNumber {
        /// The text.
        text: String,
    },
    /// It has more bits than fit.
    #[error("`{text}` is too large")]
    TooLarge {
        /// The text.
        text: String,
    },
}
