//! What can be wrong with AIE_PARTITION.

/// A partition is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AiePartitionError {
    /// Lists overlap, so that the partition would be larger than its payload.
    #[error("its lists share bytes")]
    SharedBytes,
    /// A list has more entries than the payload can state.
    #[error("a list is too long")]
    LongList,
    /// The partition has no columns.
    #[error("`column_width` is 0")]
    NoColumns,
    /// An image has no identity.
    #[error("`uuid`: {0}")]
    Uuid(uuid::Error),
    /// An image cannot be transformed.
    #[error(transparent)]
    Pdi(#[from] PdiError),
}

/// An image for AI engines (PDI) has no form that loads faster.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PdiError {
    /// It has no commands.
    #[error("it has no commands for AI engines (CDO) behind its headers")]
    NoCommands,
    /// It is made of several ones.
    #[error("it has several images or partitions")]
    Several,
    /// Its end is missing.
    #[error("it is cut short")]
    CutShort,
    /// Its commands lie outside of it.
    #[error("{words} words of commands reach past its end")]
    PastEnd {
        /// The size of the commands in words of 4 bytes.
        words: usize,
    },
    /// A command is wrong.
    #[error("{problem} (byte {at:#x} of the image)")]
    Command {
        /// What is wrong with it.
        problem: CommandError,
        /// Where it starts, in bytes.
        at: usize,
    },
    /// Its groups of commands have more than 4 GiB.
    #[error("it is too large")]
    TooLarge,
}

/// A command is damaged, or the form has no place for it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// Its end is missing.
    #[error("it is cut short")]
    CutShort,
    /// Its payload lies outside of the commands.
    #[error("a command of {words} words reaches past the end")]
    PastEnd {
        /// The size of the payload in words of 4 bytes.
        words: u32,
    },
    /// It has another size than commands of its kind.
    #[error("command {command} has {words} words instead of {expected}")]
    Size {
        /// Its number.
        command: u32,
        /// Its size in words of 4 bytes.
        words: u32,
        /// The size of such commands in words.
        expected: usize,
    },
    /// The form does not have the command.
    #[error("command {command} has no place in this form")]
    Unknown {
        /// Its number.
        command: u32,
    },
    /// A copy does not say where to.
    #[error("a copy has no destination")]
    NoDestination,
    /// A copy is longer than the form can state.
    #[error("a copy of {bytes} bytes is too long")]
    LongCopy {
        /// Its size in bytes.
        bytes: usize,
    },
    /// The data of all copies have more than 4 GiB.
    #[error("there is too much data")]
    MuchData,
}
