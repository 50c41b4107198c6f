//! AXI master ports.

/// An AXI master port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// Its name.
    pub name: String,
    /// True if an access reads through it.
    pub reads: bool,
    /// True if an access writes through it.
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
    /// Elements that a bridge holds whose bursts have so many beats, so that a burst has no gaps where memory answers 64 cycles
    /// after a request (`axi_read.v`).
    #[must_use]
    pub const fn capacity(burst: u32) -> u32 {
        let needed = 64 + burst + 4;
        if needed > 128 { needed } else { 128 }
    }

    /// True if all elements are as wide as each other, and narrower than the port.
    #[must_use]
    pub const fn has_one_size(&self) -> bool {
        !self.widened && self.narrowest_bytes == self.element_bytes && !self.is_whole()
    }

    /// True if every element is as wide as the port.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        !self.widened && self.narrowest_bytes * 8 == self.data_bits
    }
}
