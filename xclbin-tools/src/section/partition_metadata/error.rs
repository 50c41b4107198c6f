//! What can be wrong with PARTITION_METADATA.

use std::str::Utf8Error;

use super::super::SectionError;

/// The metadata of a partition, or its device tree, is wrong.
#[derive(Debug, thiserror::Error)]
pub enum PartitionMetadataError {
    /// The payload is no device tree.
    #[error("it starts with {magic:#x}, not with {:#x} of a device tree", super::device_tree::MAGIC)]
    NoDeviceTree {
        /// The first word.
        magic: u32,
    },
    /// The header states another size.
    #[error("totalsize is {stated}, but there are {size} bytes")]
    TotalSize {
        /// The size in the header, in bytes.
        stated: u32,
        /// The size of the payload, in bytes.
        size: usize,
    },
    /// The nodes of a device tree are damaged.
    #[error("{problem} (before byte {at} of the structure block)")]
    Structure {
        /// What is wrong.
        problem: Box<SectionError>,
        /// Where, in bytes from the start of the block.
        at: usize,
    },
    /// The tree has no node.
    #[error("it does not begin with a node")]
    NoNode,
    /// The outermost node has a name.
    #[error("the outermost node has a name")]
    NamedRoot,
    /// Something follows the outermost node.
    #[error("the outermost node is not followed by the end")]
    NoEnd,
    /// Nodes are nested too deeply.
    #[error("the nodes are nested more than {most} deep")]
    TooDeep {
        /// The depth that is allowed.
        most: usize,
    },
    /// The tree has too many values.
    #[error("there are more than {most} values")]
    TooMany {
        /// The number that is allowed.
        most: usize,
    },
    /// A word begins nothing.
    #[error("{token:#x} begins neither a node nor a property")]
    UnknownToken {
        /// The word.
        token: u32,
    },
    /// The name of a property is too long.
    #[error("a property's name has {bytes} bytes, more than {most}")]
    LongName {
        /// Its size in bytes.
        bytes: usize,
        /// The size that is allowed.
        most: usize,
    },
    /// A part of the tree does not fit into the format's offsets.
    #[error("{what} more than 4 GiB")]
    TooLarge {
        /// The part, and that it has.
        what: String,
    },
    /// The version is another one.
    #[error("version {major}.{minor} is not 1.0, the only one that is known")]
    Version {
        /// The major number.
        major: String,
        /// The minor number.
        minor: String,
    },
    /// A property has another size.
    #[error("`{name}` has {bytes} bytes, not {expected}")]
    Size {
        /// The property.
        name: String,
        /// Its size in bytes.
        bytes: usize,
        /// The size of its form in bytes.
        expected: usize,
    },
    /// A property is not made of whole numbers.
    #[error("`{name}` has {bytes} bytes, no multiple of {unit}")]
    Multiple {
        /// The property.
        name: String,
        /// Its size in bytes.
        bytes: usize,
        /// The size of a number in bytes.
        unit: usize,
    },
    /// A text has no end.
    #[error("`{name}` does not end with a NUL")]
    NoNul {
        /// The property.
        name: String,
    },
    /// A text is not UTF-8.
    #[error("`{name}` is not UTF-8: {problem}")]
    NotUtf8 {
        /// The property.
        name: String,
        /// Where.
        problem: Utf8Error,
    },
    /// A property that is a text or a number has items.
    #[error("`{name}` is a list")]
    List {
        /// The property.
        name: String,
    },
    /// A number is larger than its property.
    #[error("{text} does not fit into {bytes} bytes")]
    NoFit {
        /// The number.
        text: String,
        /// The size of the property in bytes.
        bytes: usize,
    },
    /// A text is no number of at most 16 bytes.
    #[error("`{text}` is not `0x` and at most 32 digits, two for each byte")]
    NoDigits {
        /// The text.
        text: String,
    },
    /// One of two numbers is missing.
    #[error("only one of `msix_interrupt_start_index` and `.._end_index` is there")]
    OneInterrupt,
    /// The name of a register abstraction is wrong.
    #[error("`register_abstraction_name`: `{name}` has not four parts between colons")]
    AbstractionName {
        /// The name.
        name: String,
    },
    /// Interrupts do not come in pairs.
    #[error("`{name}` has no even number of interrupts")]
    OddInterrupts {
        /// Whose interrupts.
        name: String,
    },
    /// A list has not two entries.
    #[error("`{list}` has {entries} entries where 2 belong")]
    NoPair {
        /// The list.
        list: String,
        /// How many entries it has.
        entries: usize,
    },
}
