//! Packets: elements of AXI-stream ports with signals beside their data.

use crate::Element;

/// An element of a kernel's stream with the signals of AXI4-Stream beside its data (`hls::axis` of Vitis HLS).
///
/// `USER`, `ID` and `DEST` are the bits of TUSER, TID and TDEST, 0 to 64; a port has no signal of 0 bits. With TKEEP and TSTRB, a
/// bit for each byte of `T`, and TLAST a packet has at most 128 bits.
///
/// ```
/// # use sycl_hls::device::Packet;
/// type Beat = Packet<u32, 8>;
/// let beat = Beat::new(7).with_last(true).with_user(0x1ff);
/// assert_eq!((beat.data, beat.last, beat.keep(), beat.user()), (7, true, 0b1111, 0xff));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Packet<T, const USER: u32 = 0, const ID: u32 = 0, const DEST: u32 = 0> {
    /// TDATA
    pub data: T,
    keep: u8,
    strb: u8,
    /// TLAST: true for the last element of a packet in the sense of AXI4-Stream.
    pub last: bool,
    user: u64,
    id: u64,
    dest: u64,
}

/// What a packet has as its data: native integers and floats.
pub trait PacketData: Element {}

macro_rules! data {
    ($($ty:ty),*) => {$(
        impl PacketData for $ty {}
    )*};
}

data!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64);

/// Ones in so many bits.
const fn ones(bits: u32) -> u64 {
    match bits {
        0 => 0,
        bits => u64::MAX >> (64 - bits),
    }
}

impl<T: PacketData, const USER: u32, const ID: u32, const DEST: u32> Packet<T, USER, ID, DEST> {
    /// Bytes of the data.
    const DATA: u32 = size_of::<T>() as u32;
    /// A bit for each of these bytes.
    const KEEP: u8 = ones(Self::DATA) as u8;
    /// The bits of all signals.
    const BITS: u32 = {
        assert!(USER <= 64 && ID <= 64 && DEST <= 64, "TUSER, TID and TDEST have at most 64 bits each");
        let bits = 10 * Self::DATA + 1 + USER + ID + DEST;
        assert!(bits <= 128, "a packet has at most 128 bits");
        bits
    };

    /// A packet with this data: all bytes of it count, it is not the last one, and TUSER, TID and TDEST are 0.
    #[must_use]
    pub const fn new(data: T) -> Self {
        const { assert!(Self::BITS > 0) };
        Self { data, keep: Self::KEEP, strb: Self::KEEP, last: false, user: 0, id: 0, dest: 0 }
    }

    /// With this TKEEP, a bit for each byte: those that are not kept may be taken out of the stream.
    #[must_use]
    pub const fn with_keep(self, keep: u8) -> Self {
        Self { keep: keep & Self::KEEP, ..self }
    }

    /// With this TSTRB, a bit for each byte: those that have none say where data is, and are none.
    #[must_use]
    pub const fn with_strb(self, strb: u8) -> Self {
        Self { strb: strb & Self::KEEP, ..self }
    }

    /// With this TLAST.
    #[must_use]
    pub const fn with_last(self, last: bool) -> Self {
        Self { last, ..self }
    }

    /// With the low `USER` bits of a number as TUSER.
    #[must_use]
    pub const fn with_user(self, user: u64) -> Self {
        Self { user: user & ones(USER), ..self }
    }

    /// With the low `ID` bits of a number as TID.
    #[must_use]
    pub const fn with_id(self, id: u64) -> Self {
        Self { id: id & ones(ID), ..self }
    }

    /// With the low `DEST` bits of a number as TDEST.
    #[must_use]
    pub const fn with_dest(self, dest: u64) -> Self {
        Self { dest: dest & ones(DEST), ..self }
    }

    /// TKEEP
    #[must_use]
    pub const fn keep(self) -> u8 {
        self.keep
    }

    /// TSTRB
    #[must_use]
    pub const fn strb(self) -> u8 {
        self.strb
    }

    /// TUSER
    #[must_use]
    pub const fn user(self) -> u64 {
        self.user
    }

    /// TID
    #[must_use]
    pub const fn id(self) -> u64 {
        self.id
    }

    /// TDEST
    #[must_use]
    pub const fn dest(self) -> u64 {
        self.dest
    }

    /// The signals in the order of [`sycl_hls_types::Packet::signals`], with their bits.
    fn signals(self) -> [(u64, u32); 7] {
        let mut data = [0; 8];
        let bytes = bytemuck::bytes_of(&self.data);
        data[..bytes.len()].copy_from_slice(bytes);
        let Self { keep, strb, last, user, id, dest, .. } = self;
        [
            (u64::from_le_bytes(data), 8 * Self::DATA),
            (keep.into(), Self::DATA),
            (strb.into(), Self::DATA),
            (last.into(), 1),
            (user, USER),
            (id, ID),
            (dest, DEST),
        ]
    }
}

/// An element of a kernel's stream, which hosts and devices exchange as bytes: an [`Element`], or a [`Packet`].
pub trait StreamElement: Copy {
    /// Bits of an element.
    #[doc(hidden)]
    const BITS: u32;

    /// Bytes of an element.
    #[doc(hidden)]
    const BYTES: usize;

    /// The bytes of elements, [`Self::BYTES`] each.
    #[doc(hidden)]
    fn to_bytes(elements: &[Self]) -> Vec<u8>;

    /// All elements in these bytes.
    #[doc(hidden)]
    fn from_bytes(bytes: &[u8]) -> Vec<Self>;
}

impl<T: Element> StreamElement for T {
    const BITS: u32 = 8 * size_of::<T>() as u32;
    const BYTES: usize = size_of::<T>();

    fn to_bytes(elements: &[Self]) -> Vec<u8> {
        bytemuck::cast_slice(elements).to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> Vec<Self> {
        bytemuck::pod_collect_to_vec(bytes)
    }
}

impl<T: PacketData, const USER: u32, const ID: u32, const DEST: u32> StreamElement
    for Packet<T, USER, ID, DEST>
{
    const BITS: u32 = Self::BITS;
    const BYTES: usize = match Self::BITS.div_ceil(8) {
        bytes @ 0..=8 => bytes.next_power_of_two() as usize,
        _ => 16,
    };

    fn to_bytes(elements: &[Self]) -> Vec<u8> {
        elements
            .iter()
            .flat_map(|packet| packet.number().to_le_bytes().into_iter().take(Self::BYTES))
            .collect()
    }

    fn from_bytes(bytes: &[u8]) -> Vec<Self> {
        let number =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte));
        bytes.chunks_exact(Self::BYTES).map(|bytes| Self::of_number(number(bytes))).collect()
    }
}

impl<T: PacketData, const USER: u32, const ID: u32, const DEST: u32> Packet<T, USER, ID, DEST> {
    /// All signals side by side, TDATA in the lowest bits.
    fn number(self) -> u128 {
        let (mut number, mut low) = (0_u128, 0);
        for (value, bits) in self.signals().into_iter().filter(|(_, bits)| *bits > 0) {
            number |= u128::from(value) << low;
            low += bits;
        }
        number
    }

    /// The packet of such a number.
    fn of_number(mut number: u128) -> Self {
        let mut next = |bits: u32| {
            let value = number as u64 & ones(bits);
            number = number.checked_shr(bits).unwrap_or(0);
            value
        };
        let data = next(8 * Self::DATA).to_le_bytes();
        let data = bytemuck::pod_read_unaligned(&data[..size_of::<T>()]);
        let (keep, strb, last) = (next(Self::DATA) as u8, next(Self::DATA) as u8, next(1) != 0);
        Self { data, keep, strb, last, user: next(USER), id: next(ID), dest: next(DEST) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_the_number_that_a_packet_is() {
        type Beat = Packet<f64, 3, 40, 4>;
        let packet = Beat::new(-1.5).with_strb(0x81).with_last(true).with_user(!0).with_id(5).with_dest(9);
        let bytes = Beat::to_bytes(&[packet]);
        let expected = u128::from((-1.5_f64).to_bits())
            | 0xff << 64
            | 0x81 << 72
            | 1 << 80
            | 7 << 81
            | 5 << 84
            | 9 << 124;
        assert_eq!(bytes, expected.to_le_bytes());
        assert_eq!(Beat::from_bytes(&bytes), [packet]);
        let described =
            sycl_hls_types::Packet { data: sycl_hls_types::Scalar::F64, user: 3, id: 40, dest: 4 };
        assert_eq!(described.number().bytes(), Beat::BYTES);
        assert_eq!((Packet::<u8>::BYTES, Packet::<u32>::BYTES, Packet::<u64>::BYTES), (2, 8, 16));
    }
}
