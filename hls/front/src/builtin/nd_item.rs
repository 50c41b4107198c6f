//! The methods of work items of groups (S20 §4.9.1.5, §4.9.1.7).

use crate::ty::Ty;

/// A method of an item of a group, or of its group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NdMethod {
    /// Where the item is among all.
    Global(Extent),
    /// Where the item is in its group.
    Local(Extent),
    /// Where its group is among all.
    Group(Extent),
    /// The group itself.
    OfGroup,
    /// True for the one item of each group whose local indices are all 0.
    Leader,
    /// Waits until all items of the group are there.
    Barrier,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// The index in a dimension.
    Id,
    /// The number in a dimension.
    Range,
    /// The index among all, the last dimension first (S20 §3.11.1).
    LinearId,
}

impl NdMethod {
    /// The types of the arguments besides the receiver, of type `ty`, and of the result.
    pub fn signature(self, ty: &Ty) -> (Vec<Ty>, Ty) {
        match (self, ty) {
            (Self::Global(extent) | Self::Local(extent) | Self::Group(extent), _) => {
                (if extent == Extent::LinearId { vec![] } else { vec![Ty::USIZE] }, Ty::USIZE)
            }
            (Self::Leader, _) => (vec![], Ty::BOOL),
            (Self::Barrier, _) => (vec![], Ty::Unit),
            (Self::OfGroup, Ty::NdItem(dimensions)) => (vec![], Ty::Group(*dimensions)),
            (Self::OfGroup, _) => (vec![], Ty::Error),
        }
    }
}
