//! The area of a channel: its elements, and the counters of `sh_channel.v`. Fitted to what yosys 0.23 makes of 1 to 64 bits at
//! depths of 1 to 512.

use super::Area;
use super::arrays::Array;
use crate::rtl::design::{Channel, MadeOf};
use crate::rtl::ports::fits_luts;

/// Look-up tables of the counters, for each bit of an element's number.
const PER_ADDRESS_BIT: u32 = 5;
/// Look-up tables beside a block RAM, which reads in the cycle before: the element that is being written may be the next one.
const BEHIND_BLOCK: u32 = 18;

/// The area of a channel.
#[must_use]
pub fn channel(channel: &Channel) -> Area {
    let (depth, bits) = (channel.depth, channel.ty.bits());
    if depth <= 1 {
        return Area::ffs(bits + 1) + Area::luts(2.0);
    }
    let (address, count) = (bits_of(depth - 1), bits_of(depth));
    let counters = Area { luts: PER_ADDRESS_BIT * address, ..Area::ffs(3 * address + count) };
    let elements = Array { depth, bits, reading: 1, writing: 1, ports: 2 };
    if fits_luts(depth, bits) {
        return counters + elements.area(MadeOf::Luts);
    }
    let ahead = Area { luts: BEHIND_BLOCK + bits, ..Area::ffs(bits) };
    counters + elements.area(MadeOf::Block) + ahead
}

/// Bits of a number.
const fn bits_of(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_ir::Span;
    use sycl_hls_types::Scalar;

    /// Width, depth, and what yosys 0.23 makes of it: look-up tables (a RAM32M16 or RAM64M8 is eight), flip-flops, halves of
    /// block RAM.
    const SYNTHESIZED: [(u32, u64, u32, u32, u32); 10] = [
        (64, 1, 1, 65, 0),
        (8, 3, 18, 8, 0),
        (8, 16, 28, 17, 0),
        (32, 16, 44, 17, 0),
        (32, 64, 74, 25, 0),
        (64, 64, 114, 25, 0),
        (32, 100, 85, 54, 1),
        (64, 100, 117, 86, 2),
        (32, 512, 120, 61, 1),
        (64, 512, 152, 93, 2),
    ];

    #[test]
    fn channels_are_what_yosys_makes_of_them() {
        for (bits, depth, luts, ffs, ramb18s) in SYNTHESIZED {
            let ty = Scalar::int(false, bits).unwrap();
            let area = channel(&Channel {
                name: "c".to_owned(),
                ty,
                depth,
                opened: None,
                per_iteration: None,
                port: None,
                span: Span::NONE,
            });
            assert_eq!(area.ramb18s, ramb18s, "{bits} x {depth}: {area:?}");
            let near = |own: u32, other: u32| own.abs_diff(other) <= 3 + other * 3 / 10;
            assert!(near(area.luts, luts) && near(area.ffs, ffs), "{bits} x {depth}: {area:?}");
        }
    }
}
