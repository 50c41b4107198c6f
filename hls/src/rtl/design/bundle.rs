//! AXI master ports.

/// An AXI master port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// Its name.
    pub name: String,
    /// Does anything read through it?
    pub reads: bool,
    /// Does anything write through it?
    pub writes: bool,
    /// Bytes of the widest element.
    pub element_bytes: u32,
    /// Bytes of the narrowest element.
    pub narrowest_bytes: u32,
    /// Bits of its data: a power of two.
    pub data_bits: u32,
    /// The most bits that port widening may give its data.
    pub widest_bits: u32,
    /// True if there are accesses of several elements in one cycle (port widening).
    pub widened: bool,
    /// The most beats in a burst of reads.
    pub read_burst: u32,
    /// The most beats in a burst of writes.
    pub write_burst: u32,
}

impl Bundle {
    /// Is every element as wide as the port?
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        !self.widened && self.narrowest_bytes * 8 == self.data_bits
    }
}
