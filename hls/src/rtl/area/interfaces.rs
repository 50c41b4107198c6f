//! The area of the control registers and of the bridges to AXI.
//!
//! Lines through what yosys 0.23 makes of bridges with ports of 32, 64 and 512 bits and elements of 8, 32 and 64, of those
//! whose elements are as wide as their port of 32 and 64 bits, of those for wide accesses with ports of 64, 128 and 512 bits and
//! accesses of as many or of 128, and of the control registers of three slices (measured beside estimated in `docs/qor.md`).
//! Other sizes lie between; they were not synthesized.

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

/// For elements of several widths.
const READ: Logic = Logic {
    luts: Line { fixed: 923.0, per_port_bit: 1.09, per_element_bit: 0.0 },
    ffs: Line { fixed: 391.0, per_port_bit: 1.06, per_element_bit: 0.0 },
};
const WRITE: Logic = Logic {
    luts: Line { fixed: 1061.0, per_port_bit: 2.41, per_element_bit: 0.0 },
    ffs: Line { fixed: 564.0, per_port_bit: 2.11, per_element_bit: 0.0 },
};
/// Where all elements have one width, less than the port's.
const READ_ONE_SIZE: Logic = Logic {
    luts: Line { fixed: 787.0, per_port_bit: 0.96, per_element_bit: 0.0 },
    ffs: Line { fixed: 382.0, per_port_bit: 1.05, per_element_bit: 0.0 },
};
const WRITE_ONE_SIZE: Logic = Logic {
    luts: Line { fixed: 1034.0, per_port_bit: 1.92, per_element_bit: 0.0 },
    ffs: Line { fixed: 560.0, per_port_bit: 2.11, per_element_bit: 0.0 },
};
/// Where every element is as wide as the port.
const READ_WHOLE: Logic = Logic {
    luts: Line { fixed: 538.0, per_port_bit: 0.81, per_element_bit: 0.0 },
    ffs: Line { fixed: 264.0, per_port_bit: 0.97, per_element_bit: 0.0 },
};
const WRITE_WHOLE: Logic = Logic {
    luts: Line { fixed: 857.0, per_port_bit: 4.63, per_element_bit: 0.0 },
    ffs: Line { fixed: 499.0, per_port_bit: 1.97, per_element_bit: 0.0 },
};

/// Through widened ports.
const WIDE_READ: Logic = Logic {
    luts: Line { fixed: 624.0, per_port_bit: 4.16, per_element_bit: 4.8 },
    ffs: Line { fixed: 452.0, per_port_bit: 2.01, per_element_bit: 1.0 },
};
const WIDE_WRITE: Logic = Logic {
    luts: Line { fixed: 774.0, per_port_bit: 6.66, per_element_bit: 11.66 },
    ffs: Line { fixed: 658.0, per_port_bit: 2.1, per_element_bit: 0.0 },
};

/// Bits of a half of block RAM that is a queue.
const QUEUE_BITS: u32 = 36;
/// Which elements come of a beat has a queue, too, where that is not said by the port's width.
const FEWEST_TO_READ: u32 = 2;
const FEWEST_TO_WRITE: u32 = 3;
/// What the queues of requests and commands of wide accesses take.
const WIDE_REQUESTS: u32 = 2;
const WIDE_COMMANDS: u32 = 1;

/// The area of what stands around the core.
pub(super) fn interfaces(machine: Machine<'_>) -> Area {
    let bits: u32 = machine.args.iter().map(|arg| arg.bits).sum();
    let control = Area { luts: 83 + bits * 5 / 2, ffs: 60 + bits, ..Area::default() };
    control + machine.bundles.iter().map(bridges).sum()
}

fn bridges(bundle: &Bundle) -> Area {
    let queues = bundle.data_bits.div_ceil(QUEUE_BITS);
    // Strobes and what has been sent have queues, too.
    let written = (queues * 4).div_ceil(3).max(FEWEST_TO_WRITE);
    let (read, write, reading, writing) = if bundle.widened {
        (WIDE_READ, WIDE_WRITE, queues + WIDE_REQUESTS, written + WIDE_COMMANDS)
    } else if bundle.is_whole() {
        (READ_WHOLE, WRITE_WHOLE, queues, written)
    } else if bundle.has_one_size() {
        (READ_ONE_SIZE, WRITE_ONE_SIZE, queues.max(FEWEST_TO_READ), written)
    } else {
        (READ, WRITE, queues.max(FEWEST_TO_READ), written)
    };
    let area = |logic: &Logic, ramb18s| Area {
        luts: logic.luts.at(bundle),
        ffs: logic.ffs.at(bundle),
        ramb18s,
        ..Area::default()
    };
    area(&read, reading) * u32::from(bundle.reads) + area(&write, writing) * u32::from(bundle.writes)
}
