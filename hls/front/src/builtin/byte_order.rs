//! The order of a number's bytes in memory.

/// The byte that comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ByteOrder {
    /// The lowest: what every target has for its own order, `ne`.
    Little,
    /// The highest.
    Big,
}

impl ByteOrder {
    /// The place of a byte among `count`, counted from the lowest one; or the byte at a place.
    pub const fn index(self, byte: u64, count: u64) -> u64 {
        match self {
            Self::Little => byte,
            Self::Big => count - 1 - byte,
        }
    }
}
