//! What a memory is made of, in blocks of RAM and look-up tables.
//!
//! The rules are those of yosys 0.23: the shapes of `brams_xc4v.txt`, `lutrams_xcu.txt` and `urams.txt`, and the costs by
//! which `memory_libmap` chooses among them.

use super::Area;
use crate::rtl::design::MadeOf;

/// An array of elements with its ports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Array {
    pub depth: u64,
    /// Bits of an element.
    pub bits: u32,
    /// Ports that read.
    pub reading: u32,
    /// Ports that write.
    pub writing: u32,
    /// All of the ports.
    pub ports: u32,
}

impl Array {
    /// What the elements take up.
    pub fn area(self, made_of: MadeOf) -> Area {
        match made_of {
            MadeOf::Block => self.blocks(),
            MadeOf::Ultra => self.ultra(),
            MadeOf::Luts if self.writing == 0 => Area::luts(self.table()),
            MadeOf::Luts => Area::luts(self.distributed()),
        }
    }

    /// The cheapest of a list, by cost, and what it is.
    fn cheapest<T>(shapes: impl Iterator<Item = (f64, T)>) -> Option<T> {
        shapes.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, shape)| shape)
    }

    fn rows(self, depth: u64) -> u64 {
        self.depth.div_ceil(depth)
    }

    fn columns(self, bits: u32) -> u64 {
        u64::from(self.bits.div_ceil(bits))
    }

    /// Look-up tables behind rows of RAM, of which a read chooses one.
    fn choice(self, rows: u64) -> f64 {
        (rows - 1) as f64 * f64::from(self.bits * self.reading) * PER_CHOICE
    }

    fn blocks(self) -> Area {
        // With a port that only reads and one that only writes, a block is wider.
        let simple = self.reading <= 1 && self.writing <= 1;
        let shapes = BLOCKS.iter().filter(|shape| simple || !shape.simple).map(|shape| {
            let (rows, columns) = (self.rows(shape.depth), self.columns(shape.bits));
            let mux = (rows - 1) as f64 * f64::from(self.bits * self.reading);
            let count = rows * columns;
            let cost = count as f64 * f64::from(1 + 128 * shape.halves) + COST_OF_CHOICE * mux;
            (cost, (count as u32 * shape.halves, rows))
        });
        let (ramb18s, rows) = Self::cheapest(shapes).unwrap_or_default();
        Area { ramb18s, ..Area::luts(self.choice(rows)) }
    }

    fn ultra(self) -> Area {
        // One port that reads and one that writes choose among the bytes of a word.
        let bytes = self.bits.div_ceil(8).next_power_of_two();
        let apart = self.reading == 1 && self.ports == 2;
        let together = if apart { (8 / bytes).max(1) } else { 1 };
        let rows = self.rows(ULTRA_DEPTH * u64::from(together));
        Area { urams: (rows * self.columns(ULTRA_BITS)) as u32, ..Area::luts(self.choice(rows)) }
    }

    fn distributed(self) -> f64 {
        // Ports that read elsewhere than where the one port writes.
        let apart = self.ports.saturating_sub(self.writing);
        let shapes = LUT_RAM.iter().filter_map(|shape| {
            let reading = if shape.simple { self.reading } else { apart };
            let copies = match shape.apart {
                0 if reading > 0 => return None,
                0 => 1,
                most => reading.div_ceil(most).max(1),
            };
            let rows = self.rows(shape.depth);
            let units = rows * u64::from(copies);
            let mux = (rows - 1) as f64 * f64::from(self.bits * self.reading);
            let cost = units as f64 * shape.cost * f64::from(self.bits) + COST_OF_CHOICE * mux;
            let luts = units * self.columns(shape.bits) * u64::from(shape.luts);
            Some((cost, luts as f64 + self.choice(rows)))
        });
        Self::cheapest(shapes).unwrap_or_default()
    }

    /// A table that nothing writes is logic.
    fn table(self) -> f64 {
        f64::from(self.bits * self.reading) * self.depth as f64 / 64.0 * PER_TABLE
    }
}

/// A shape of block RAM.
struct Block {
    /// How many halves of 18,432 bits it is.
    halves: u32,
    /// True if one port only reads and the other one only writes.
    simple: bool,
    bits: u32,
    depth: u64,
}

const fn block(halves: u32, simple: bool, bits: u32, depth: u64) -> Block {
    Block { halves, simple, bits, depth }
}

const BLOCKS: [Block; 13] = [
    block(1, false, 1, 16384),
    block(1, false, 2, 8192),
    block(1, false, 4, 4096),
    block(1, false, 9, 2048),
    block(1, false, 18, 1024),
    block(1, true, 36, 512),
    block(2, false, 1, 32768),
    block(2, false, 2, 16384),
    block(2, false, 4, 8192),
    block(2, false, 9, 4096),
    block(2, false, 18, 2048),
    block(2, false, 36, 1024),
    block(2, true, 72, 512),
];

/// What a choice of one bit among two rows costs, where a block RAM's half costs 129.
const COST_OF_CHOICE: f64 = 0.5;

const ULTRA_DEPTH: u64 = 4096;
const ULTRA_BITS: u32 = 72;

/// A shape of RAM in look-up tables.
struct LutRam {
    /// Ports that read elsewhere than where the port writes, at most.
    apart: u32,
    /// True if the port that writes does not read.
    simple: bool,
    depth: u64,
    /// What yosys counts for a bit.
    cost: f64,
    /// Bits that come together.
    bits: u32,
    /// Look-up tables of these.
    luts: u32,
}

/// A shape that has `wide` bits in eight look-up tables, or in as many as one bit needs.
const fn lut_ram(apart: u32, simple: bool, depth: u64, wide: u32, (bits, luts): (u32, u32)) -> LutRam {
    LutRam { apart, simple, depth, cost: 16.0 / wide as f64, bits, luts }
}

const LUT_RAM: [LutRam; 14] = [
    lut_ram(0, false, 32, 16, (16, 8)),
    lut_ram(0, false, 64, 8, (1, 1)),
    lut_ram(0, false, 128, 4, (1, 2)),
    lut_ram(0, false, 256, 2, (1, 4)),
    lut_ram(1, false, 32, 8, (8, 8)),
    lut_ram(1, false, 64, 4, (1, 2)),
    lut_ram(1, false, 128, 2, (1, 4)),
    lut_ram(1, false, 256, 1, (1, 8)),
    lut_ram(1, true, 32, 14, (14, 8)),
    lut_ram(1, true, 64, 7, (7, 8)),
    lut_ram(3, false, 32, 4, (4, 8)),
    lut_ram(3, false, 64, 2, (2, 8)),
    lut_ram(7, false, 32, 2, (2, 8)),
    lut_ram(7, false, 64, 1, (1, 8)),
];

/// Look-up tables to choose one bit among rows, for each row but the first.
const PER_CHOICE: f64 = 0.5;
/// Look-up tables of a table of 64 bits: parts of tables are equal or simple.
const PER_TABLE: f64 = 1.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn array(depth: u64, bits: u32, [reading, writing, ports]: [u32; 3]) -> Array {
        Array { depth, bits, reading, writing, ports }
    }

    /// One port; a port for both and one to read; one to write and one to read; two for both.
    const PORTS: [[u32; 3]; 4] = [[1, 1, 1], [2, 1, 2], [1, 1, 2], [2, 2, 2]];

    /// What yosys 0.23 makes of such memories.
    #[test]
    fn blocks_are_as_many_as_yosys_infers() {
        let of = |depth, bits| PORTS.map(|ports| array(depth, bits, ports).area(MadeOf::Block).ramb18s);
        assert_eq!(of(96, 64), [2, 4, 2, 4]);
        assert_eq!(of(80, 32), [1, 2, 1, 2]);
        assert_eq!(of(120, 8), [1, 1, 1, 1]);
        assert_eq!(of(1500, 32), [3, 4, 3, 4]);
        assert_eq!(of(3000, 32), [6, 6, 6, 6]);
        assert_eq!(of(600, 64), [4, 4, 4, 4]);
        assert_eq!(of(10_000, 32), [20, 20, 20, 20]);
        assert_eq!(of(512, 72), [2, 4, 2, 4]);
        assert_eq!(of(20_000, 8), [10, 10, 10, 10]);
        assert_eq!(of(40_000, 1), [3, 3, 3, 3]);
        let rom =
            |depth, bits| [[1, 0, 1], [2, 0, 2]].map(|it| array(depth, bits, it).area(MadeOf::Block).ramb18s);
        assert_eq!([rom(256, 32), rom(1000, 8), rom(512, 64)], [[1, 2], [1, 1], [2, 4]]);
    }

    #[test]
    fn ultra_ram_is_as_much_as_yosys_infers() {
        let of =
            |depth, bits| [1, 2, 3].map(|at: usize| array(depth, bits, PORTS[at]).area(MadeOf::Ultra).urams);
        assert_eq!(of(32_768, 32), [8, 4, 8]);
        assert_eq!(of(16_384, 64), [4, 4, 4]);
    }

    #[test]
    fn ram_in_look_up_tables_is_as_much_as_yosys_infers() {
        let ports = [PORTS[0], PORTS[1], PORTS[2], [2, 1, 3]];
        let of = |depth, bits| {
            ports.map(|it| {
                let array = array(depth, bits, it);
                array.area(MadeOf::Luts).luts - array.choice(depth.div_ceil(64)).ceil() as u32
            })
        };
        assert_eq!(of(16, 32), [16, 32, 24, 48]);
        assert_eq!(of(64, 32), [32, 64, 40, 80]);
        assert_eq!(of(33, 8), [8, 16, 16, 32]);
        assert_eq!(of(40, 64), [64, 128, 80, 160]);
        let apart = |depth, bits| of(depth, bits)[2..].to_vec();
        assert_eq!(apart(128, 16), [48, 96]);
        assert_eq!(apart(2048, 1), [256, 512]);
    }
}
