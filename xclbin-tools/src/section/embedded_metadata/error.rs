//! What can be wrong with a project beyond the form of its XML.

use std::num::ParseIntError;

/// A project is not what XRT demands.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProjectError {
    /// A text is no number in C's notation.
    #[error("`{text}` is not a number: {problem}")]
    NoNumber {
        /// The text.
        text: String,
        /// Why not.
        problem: ParseIntError,
    },
    /// A text is no decimal number.
    #[error("`{text}` is not a decimal number: {problem}")]
    NoDecimal {
        /// The text.
        text: String,
        /// Why not.
        problem: ParseIntError,
    },
    /// A text is no frequency.
    #[error("`{text}` is not a frequency in MHz")]
    NoFrequency {
        /// The text.
        text: String,
    },
    /// A text is none of the values that the attribute may have.
    #[error("`{text}` is not {known}")]
    UnknownValue {
        /// The text.
        text: String,
        /// The values.
        known: &'static str,
    },
    /// The root element is another one.
    #[error("the root element is `{name}`, not `project`")]
    Root {
        /// Its name.
        name: String,
    },
    /// An element on the way to the kernels is missing.
    #[error("{parent}: element `{name}` is missing")]
    MissingElement {
        /// The element around it.
        parent: String,
        /// The element.
        name: String,
    },
    /// XRT would misread a name.
    #[error("the name is not an identifier of ASCII letters, digits and `_`")]
    NoIdentifier,
    /// XRT takes the first kernel of a name only.
    #[error("there are two kernels of this name")]
    TwoKernels,
    /// A kernel that is to be added is there.
    #[error("there is a kernel `{name}` already")]
    PresentKernel {
        /// Its name.
        name: String,
    },
    /// The positions of arguments have a gap.
    #[error("no argument has id {missing}, although others have larger ones")]
    MissingId {
        /// The position without an argument.
        missing: u64,
    },
    /// An argument's registers lie outside of the slave port.
    #[error(
        "argument `{arg}`: {size:#x} bytes at offset {offset:#x} exceed the slave port's range of {range:#x} bytes"
    )]
    Registers {
        /// The argument.
        arg: String,
        /// Its size in bytes.
        size: u64,
        /// Its offset in bytes.
        offset: u64,
        /// The range in bytes.
        range: u64,
    },
}
