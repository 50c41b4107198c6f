//! The area of the control registers and of the bridges to AXI.
//!
//! Lines through what yosys 0.23 makes of bridges with ports of 32, 64 and 512 bits and elements of 8, 32 and 64, of those
//! whose elements are as wide as their port of 32 and 64 bits, of those for wide accesses with ports of 64 and 512 bits and accesses of
//! as many (128 bits are 10 % off), and of the control registers of three slices. Other sizes lie
//! between; they were not synthesized.

use super::Area;
use crate::rtl::design::{Bundle, Machine};

/// What a module takes up by itself, and for each bit of the port and of its elements.
struct Line {
    fixed: f64,
    per_port_bit: f64,
    per_element_bit: f64,
}

impl Line {
    fn at(&self, bundle: &Bundle) -> u32 {
        let element = f64::from(bundle.element_bytes * 8);
        (self.fixed + self.per_port_bit * f64::from(bundle.data_bits) + self.per_element_bit * element)
            .round() as u32
    }
}

/// The look-up tables and flip-flops of a bridge.
struct Logic {
    luts: Line,
    ffs: Line,
}

const READ: Logic = Logic {
    luts: Line { fixed: 621.0, per_port_bit: 1.29, per_element_bit: 5.6 },
    ffs: Line { fixed: 487.0, per_port_bit: 1.08, per_element_bit: 1.07 },
};
const WRITE: Logic = Logic {
    luts: Line { fixed: 840.0, per_port_bit: 2.86, per_element_bit: 3.9 },
    ffs: Line { fixed: 490.0, per_port_bit: 2.15, per_element_bit: 1.1 },
};
/// Where every element is as wide as the port.
const READ_WHOLE: Logic = Logic {
    luts: Line { fixed: 571.0, per_port_bit: 0.84, per_element_bit: 0.0 },
    ffs: Line { fixed: 422.0, per_port_bit: 0.88, per_element_bit: 0.0 },
};
const WRITE_WHOLE: Logic = Logic {
    luts: Line { fixed: 865.0, per_port_bit: 4.25, per_element_bit: 0.0 },
    ffs: Line { fixed: 489.0, per_port_bit: 2.03, per_element_bit: 0.0 },
};

/// Through widened ports.
const WIDE_READ: Logic = Logic {
    luts: Line { fixed: 429.0, per_port_bit: 3.15, per_element_bit: 6.29 },
    ffs: Line { fixed: 612.0, per_port_bit: 2.0, per_element_bit: 1.0 },
};
const WIDE_WRITE: Logic = Logic {
    luts: Line { fixed: 551.0, per_port_bit: 5.22, per_element_bit: 11.52 },
    ffs: Line { fixed: 673.0, per_port_bit: 2.06, per_element_bit: 0.0 },
};

/// Bits of a half of block RAM that is a queue.
const QUEUE_BITS: u32 = 36;
/// Which elements come of a beat has a queue, too, where that is not said by the port's width.
const FEWEST_TO_READ: u32 = 2;
const FEWEST_TO_WRITE: u32 = 3;

/// The area of what stands around the core.
pub(super) fn interfaces(machine: Machine<'_>) -> Area {
    let bits: u32 = machine.args.iter().map(|arg| arg.bits).sum();
    let control = Area { luts: 83 + bits * 5 / 2, ffs: 60 + bits, ..Area::default() };
    control + machine.bundles.iter().map(bridges).sum()
}

fn bridges(bundle: &Bundle) -> Area {
    let queues = bundle.data_bits.div_ceil(QUEUE_BITS);
    let (read, write, fewest_to_read) = match (bundle.is_whole(), bundle.widened) {
        (true, _) => (READ_WHOLE, WRITE_WHOLE, 1),
        (_, true) => (WIDE_READ, WIDE_WRITE, FEWEST_TO_READ),
        _ => (READ, WRITE, FEWEST_TO_READ),
    };
    let area = |logic: &Logic, ramb18s| Area {
        luts: logic.luts.at(bundle),
        ffs: logic.ffs.at(bundle),
        ramb18s,
        ..Area::default()
    };
    let read = area(&read, queues.max(fewest_to_read));
    // Strobes and what has been sent have queues, too.
    let write = area(&write, (queues * 4).div_ceil(3).max(FEWEST_TO_WRITE));
    read * u32::from(bundle.reads) + write * u32::from(bundle.writes)
}
