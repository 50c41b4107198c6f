//! The area of the control registers and of the bridges to AXI.
//!
//! Lines through what yosys 0.23 makes of bridges with ports of 32, 64 and 512 bits and elements of 8, 32 and 64, and of the
//! control registers of three slices. Other sizes lie between; they were not synthesized.

use super::Area;
use crate::rtl::machine::{Bundle, Machine};

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

const READ_LUTS: Line = Line { fixed: 621.0, per_port_bit: 1.29, per_element_bit: 5.6 };
const READ_FFS: Line = Line { fixed: 487.0, per_port_bit: 1.08, per_element_bit: 1.07 };
const WRITE_LUTS: Line = Line { fixed: 840.0, per_port_bit: 2.86, per_element_bit: 3.9 };
const WRITE_FFS: Line = Line { fixed: 490.0, per_port_bit: 2.15, per_element_bit: 1.1 };

/// Bits of a half of block RAM that is a queue.
const QUEUE_BITS: u32 = 36;
const FEWEST_TO_READ: u32 = 2;
const FEWEST_TO_WRITE: u32 = 3;

/// The area of what stands around the core.
pub(super) fn interfaces(machine: &Machine) -> Area {
    let bits: u32 = machine.args.iter().map(|arg| arg.bits).sum();
    let control = Area { luts: 83 + bits * 5 / 2, ffs: 60 + bits, ..Area::default() };
    control + machine.bundles.iter().map(bridges).sum()
}

fn bridges(bundle: &Bundle) -> Area {
    let queues = bundle.data_bits.div_ceil(QUEUE_BITS);
    let read = Area {
        luts: READ_LUTS.at(bundle),
        ffs: READ_FFS.at(bundle),
        ramb18s: queues.max(FEWEST_TO_READ),
        ..Area::default()
    };
    // Strobes and what has been sent have queues, too.
    let write = Area {
        luts: WRITE_LUTS.at(bundle),
        ffs: WRITE_FFS.at(bundle),
        ramb18s: (queues * 4).div_ceil(3).max(FEWEST_TO_WRITE),
        ..Area::default()
    };
    read * u32::from(bundle.reads) + write * u32::from(bundle.writes)
}
