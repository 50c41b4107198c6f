//! Elements of which disjoint parts are lent to different threads, to read or to write.
//!
//! A table of what is lent decides whether a part can be: two parts of which one is written have no element in common. That holds
//! whatever the caller does, so that safe code cannot have a data race. The scheduler of the runtime orders commands such that nobody has
//! to wait, or is refused, apart from those who meet a lease that was forgotten ([`std::mem::forget`]).
//!
//! All unsafe code is in `lease`, with its argument.

mod lease;
mod table;

pub use lease::{ReadLease, SharedVec, WriteLease};
pub use table::overlap;

/// Why a part is not lent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Somebody has elements of it, and one of both wants to write.
    InUse,
    /// There are no such elements: the vector is shorter, or was taken.
    Gone,
}
