//! Operands: corner cases in all pairs, and random ones where mistakes would hide.

mod layout;

use layout::{DOUBLE, SINGLE};

use crate::random::Random;

/// The operands of one cycle; each operator takes those of its kind.
#[derive(Clone, Copy, Debug)]
pub struct Vector {
    /// Bits of floats of 32 bits.
    pub single: [u32; 3],
    /// Bits of floats of 64 bits.
    pub double: [u64; 3],
    /// Integers; narrower ones are their low bits.
    pub int: [u64; 2],
}

impl Random {
    /// An integer with any number of significant bits, or at a bound of a type.
    fn int(&mut self) -> u64 {
        let bound = self.pick(&[0_u64, 7, 8, 15, 16, 31, 32, 63]);
        let near = (1_u64 << bound).wrapping_add(self.below(5)).wrapping_sub(2);
        let distance = self.below(64);
        match self.below(6) {
            0 => near,
            1 => near.wrapping_neg(),
            2 => (self.bits() >> distance).wrapping_neg(),
            // Ties of conversions to floats, and what is next to them.
            3 => (self.bits() >> 40 << distance).wrapping_add(self.below(3)).wrapping_sub(1),
            _ => self.bits() >> distance,
        }
    }
}

/// All operands: first the corners, then random ones without end.
pub fn vectors(seed: u64) -> impl Iterator<Item = Vector> {
    let (singles, doubles) = (SINGLE.corners(), DOUBLE.corners());
    assert_eq!(singles.len(), doubles.len());
    let mut random = Random(seed);
    let count = singles.len();
    let pairs = {
        let (singles, doubles) = (singles.clone(), doubles.clone());
        (0..count * count).map(move |at| {
            let (a, b, c) = (at / count, at % count, random.below(count as u64) as usize);
            let triple = |x: &[u64]| [x[a], x[b], x[c]];
            let int = [random.int(), random.int()];
            Vector { single: triple(&singles).map(|x| x as u32), double: triple(&doubles), int }
        })
    };
    let mut random = Random(seed ^ 0x5eed);
    let others = std::iter::repeat_with(move || Vector {
        single: SINGLE.triple(&mut random, &singles).map(|x| x as u32),
        double: DOUBLE.triple(&mut random, &doubles),
        int: [random.int(), random.int()],
    });
    pairs.chain(others)
}
