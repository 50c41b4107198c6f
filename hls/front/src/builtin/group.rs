//! The functions that all items of a group call together (S20 §4.17.2, §4.17.3).

use sycl_hls_ir::BinaryOp;

/// A group function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GroupFn {
    /// What the item with an index among those of the group gives.
    Broadcast,
    /// Whether an item gives true.
    Any,
    /// Whether all do.
    All,
    /// Whether none does.
    None,
    /// What all give, put together in the order of their indices.
    Reduce(BinaryOp),
    /// The sum of what the items before this one give, and this one, too, if it is inclusive.
    Scan { inclusive: bool },
}

impl GroupFn {
    /// What the numbers must be that it puts together, for messages; `None` if `bool`s are wanted.
    pub const fn wants(self) -> Option<&'static str> {
        match self {
            Self::Any | Self::All | Self::None => None,
            Self::Broadcast => Some("a number or a `bool`"),
            Self::Reduce(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) => Some("an integer"),
            Self::Reduce(_) | Self::Scan { .. } => Some("a number"),
        }
    }
}
