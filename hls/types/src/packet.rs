//! Packets: elements of AXI-stream ports with signals beside their data.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Scalar;

/// The signals of an AXI-stream port that carries `Packet<T, USER, ID, DEST>`.
///
/// Whoever is at a port has a packet as one number, whose lowest bits are TDATA and whose others are the further signals in the
/// order of [`Packet::signals`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Packet {
    /// The type of TDATA.
    pub data: Scalar,
    /// Bits of TUSER, 0 to [`Packet::MOST`].
    pub user: u32,
    /// Bits of TID.
    pub id: u32,
    /// Bits of TDEST.
    pub dest: u32,
}

impl Packet {
    /// The most bits that TUSER, TID and TDEST have each.
    pub const MOST: u32 = 64;

    /// The most bits of all signals together: those of the widest number in a kernel.
    pub const WIDEST: u32 = 128;

    /// The signals besides the handshake with their bits, from the lowest bit of a packet; TUSER, TID and TDEST may have none.
    #[must_use]
    pub const fn signals(self) -> [(&'static str, u32); 7] {
        let bytes = self.data.bytes() as u32;
        [
            ("TDATA", 8 * bytes),
            ("TKEEP", bytes),
            ("TSTRB", bytes),
            ("TLAST", 1),
            ("TUSER", self.user),
            ("TID", self.id),
            ("TDEST", self.dest),
        ]
    }

    /// The signals that there are: those with bits.
    pub fn present(self) -> impl DoubleEndedIterator<Item = (&'static str, u32)> {
        self.signals().into_iter().filter(|(_, bits)| *bits > 0)
    }

    /// The type of a packet as a number.
    #[must_use]
    pub fn number(self) -> Scalar {
        let bits = self.signals().iter().map(|(_, bits)| bits).sum();
        // All widths are small, unless somebody has made them up.
        Scalar::int(false, bits).unwrap_or(Scalar::U64)
    }
}

impl fmt::Display for Packet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { data, user, id, dest } = self;
        write!(f, "Packet<{data}, {user}, {id}, {dest}>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_is_as_wide_as_its_signals() {
        let packet = Packet { data: Scalar::F32, user: 8, id: 0, dest: 4 };
        assert_eq!(packet.number(), Scalar::int(false, 32 + 4 + 4 + 1 + 8 + 4).unwrap());
        let names: Vec<&str> = packet.present().map(|(name, _)| name).collect();
        assert_eq!(names, ["TDATA", "TKEEP", "TSTRB", "TLAST", "TUSER", "TDEST"]);
        assert_eq!(packet.to_string(), "Packet<f32, 8, 0, 4>");
    }
}
