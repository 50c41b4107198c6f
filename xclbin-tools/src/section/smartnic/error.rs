//! What can be wrong with SMARTNIC.

use std::str::Utf8Error;

/// A configuration is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SmartnicError {
    /// The payload is damaged.
    #[error("{problem} (byte {at} of the CBOR)")]
    Cbor {
        /// What is wrong.
        problem: CborError,
        /// Where, in bytes from the start of the payload.
        at: usize,
    },
    /// Two configurations have different versions.
    #[error("`schema_version` is not that of the section")]
    Version,
    /// A part cannot be merged.
    #[error("`{name}` is not merged, only {}", known.map(|list| format!("`{list}`")).join(" and "))]
    NotMerged {
        /// The part.
        name: String,
        /// The parts that can be.
        known: [&'static str; 2],
    },
    /// Two configurations have different texts.
    #[error("`{name}` is `{there}` there and `{here}` here")]
    OtherText {
        /// The node.
        name: String,
        /// The text in the section.
        there: String,
        /// The text in what is merged.
        here: String,
    },
    /// Two configurations have different nodes.
    #[error("`{name}` is another one there")]
    OtherNode {
        /// The node.
        name: String,
    },
    /// A number is larger than tools agree on.
    #[error(
        "{number} is more than the {most} that xclbinutil and others write alike; add the section as CBOR, with RAW"
    )]
    TooLarge {
        /// The number.
        number: u64,
        /// The largest number.
        most: u64,
    },
    /// A name stands twice in one map.
    #[error("`{name}` stands there twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// The format has no such name.
    #[error("`{name}` is no name of the format's")]
    UnknownName {
        /// The name.
        name: String,
    },
    /// Bytes are stated both as digits and as a file.
    #[error("`{stem}` and `{name}` stand beside each other")]
    Beside {
        /// The name of the digits.
        stem: String,
        /// The name of the file.
        name: String,
    },
    /// A text stands where a list or a map belongs.
    #[error("`{name}` is a text or empty")]
    Leaf {
        /// The node.
        name: String,
    },
    /// A list or a map stands where a text belongs.
    #[error("`{name}` is no text")]
    NoText {
        /// The node.
        name: String,
    },
    /// A text is not bytes.
    #[error("`{name}`: `{digits}` is not hexadecimal digits, two for each byte")]
    NoDigits {
        /// The node.
        name: String,
        /// Its text.
        digits: String,
    },
}

/// CBOR (RFC 8949) is damaged, or has values that a configuration does not.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CborError {
    /// Something follows the outermost value.
    #[error("bytes follow the end")]
    Trailing,
    /// The end is missing.
    #[error("it is cut short")]
    CutShort,
    /// The length of a value has an unknown form.
    #[error("a value of length {form:#x} is not supported")]
    Length {
        /// The form.
        form: u8,
    },
    /// Values are nested too deeply.
    #[error("the values are nested more than {most} deep")]
    TooDeep {
        /// The depth that is allowed.
        most: usize,
    },
    /// There are too many values.
    #[error("there are more than {most} values")]
    TooMany {
        /// The number that is allowed.
        most: usize,
    },
    /// A value is of a kind that is not in use.
    #[error("a value of major type {major} is not supported")]
    MajorType {
        /// The major type.
        major: u8,
    },
    /// A key of a map is something else.
    #[error("a key is no text")]
    KeyNoText,
    /// A text is not UTF-8.
    #[error("the text is not UTF-8: {0}")]
    NotUtf8(Utf8Error),
}
