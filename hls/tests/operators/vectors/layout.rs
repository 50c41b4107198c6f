//! Floats of a format: corner cases, and random ones that have to do with each other.

use super::Random;

/// A format: bits of the exponent and of the fraction.
#[derive(Clone, Copy)]
pub struct Layout {
    pub exp: u32,
    pub man: u32,
}

pub const SINGLE: Layout = Layout { exp: 8, man: 23 };
pub const DOUBLE: Layout = Layout { exp: 11, man: 52 };

impl Layout {
    fn bias(self) -> i64 {
        (1 << (self.exp - 1)) - 1
    }

    /// The bits of a float with this unbiased exponent; one that is too small or too large is brought to the end.
    fn float(self, negative: bool, exponent: i64, fraction: u64) -> u64 {
        let field = (exponent + self.bias()).clamp(0, (1 << self.exp) - 1) as u64;
        u64::from(negative) << (self.exp + self.man) | field << self.man | fraction & ((1 << self.man) - 1)
    }

    fn exponent_of(self, bits: u64) -> i64 {
        (bits >> self.man & ((1 << self.exp) - 1)) as i64 - self.bias()
    }

    /// Both zeros, the ends of denormals and normals, ones, what is next to them, infinities, NaNs, halves, ties
    /// when they are added to ones, bounds of integers.
    pub fn corners(self) -> Vec<u64> {
        let all = (1_u64 << self.man) - 1;
        let (low, high) = (1 - self.bias(), self.bias());
        let mut positive = vec![
            self.float(false, low - 1, 0),
            self.float(false, low - 1, 1),
            self.float(false, low - 1, 2),
            self.float(false, low - 1, all / 2),
            self.float(false, low - 1, all / 2 + 1),
            self.float(false, low - 1, all),
            self.float(false, low, 0),
            self.float(false, low, 1),
            self.float(false, low, all),
            self.float(false, high, all - 1),
            self.float(false, high, all),
            self.float(false, high + 1, 0),
            self.float(false, high + 1, 1),
            self.float(false, high + 1, all / 2 + 1),
            self.float(false, high + 1, all),
        ];
        let man = i64::from(self.man);
        let near = [-2, -1, 0, 1, 2, man - 2, man - 1, man, man + 1, -man, -man - 1, -man - 2, 7, 8, 15, 16];
        for exponent in near.into_iter().chain([30, 31, 32, 61, 62, 63, 64]) {
            positive.extend([0, all].map(|fraction| self.float(false, exponent, fraction)));
        }
        // 1.5, 2.5, 3.5, 1.25, next to 0.5, 1 and 2^31 and roots of the ends.
        positive.extend([1, 0, 1].map(|exponent| self.float(false, exponent, all / 2 + 1)));
        positive.extend(
            [(0, all / 4 + 1), (1, all / 4 + 1), (1, all / 4 * 3 + 1), (-1, 1), (0, 1), (31, 1)]
                .map(|(exponent, fraction)| self.float(false, exponent, fraction)),
        );
        positive.extend([low / 2, low / 2 - 1, high / 2, high / 2 + 1].map(|e| self.float(false, e, 1)));
        let sign = 1 << (self.exp + self.man);
        positive.iter().flat_map(|bits| [*bits, bits | sign]).collect()
    }

    /// A fraction with few ones, few zeros, a run of ones, or any.
    fn fraction(self, random: &mut Random) -> u64 {
        let man = u64::from(self.man);
        let one = |random: &mut Random| 1_u64 << random.below(man);
        match random.below(6) {
            0 => one(random) | one(random),
            1 => !(one(random) | one(random)),
            2 => one(random).wrapping_sub(one(random)),
            3 => 0,
            _ => random.bits(),
        }
    }

    fn around(self, random: &mut Random, exponent: i64, spread: u64) -> u64 {
        let off = random.below(2 * spread + 1) as i64 - spread as i64;
        let negative = random.below(2) == 1;
        let fraction = self.fraction(random);
        self.float(negative, exponent + off, fraction)
    }

    /// Three operands that have to do with each other.
    pub fn triple(self, random: &mut Random, corners: &[u64]) -> [u64; 3] {
        let man = u64::from(self.man);
        let low = 1 - self.bias();
        let any = |random: &mut Random| random.bits() >> (63 - self.exp - self.man);
        match random.below(9) {
            0 => [any(random), any(random), any(random)],
            1 => [random.pick(corners), random.pick(corners), random.pick(corners)],
            2 => [random.pick(corners), any(random), random.pick(corners)],
            // Close to each other: alignment and cancellation.
            3 => {
                let a = any(random);
                [a, self.around(random, self.exponent_of(a), 3), self.around(random, self.exponent_of(a), 3)]
            }
            // The same to a few units, of other sign.
            4 => {
                let a = any(random);
                let b = (a ^ 1 << (self.exp + self.man)).wrapping_add(random.below(5)).wrapping_sub(2);
                [a, b, self.around(random, self.exponent_of(a), man)]
            }
            // Products, and quotients, at the ends of the exponents, c where the product is.
            5 => {
                let a = any(random);
                let end = random.pick(&[low, low - self.man as i64, self.bias()]);
                let other = end - self.exponent_of(a);
                let exponent = if random.below(3) == 0 { -other } else { other };
                let b = self.around(random, exponent, 3);
                [a, b, self.around(random, end, man / 2)]
            }
            // Whole numbers with halves and their neighbours.
            6 => {
                let x = [0; 3].map(|_: u8| self.around(random, 20, 22));
                x.map(|x| x & !(random.bits() & ((1 << random.below(man)) - 1)))
            }
            // c near -(a * b).
            7 => {
                let (a, b) = (self.around(random, 0, 40), self.around(random, 0, 40));
                let c = self.minus_product(a, b).wrapping_add(random.below(3)).wrapping_sub(1);
                [a, b, c]
            }
            // One denormal factor, the other of few bits, c about where the product's last bits are: what is left
            // of c then decides a tie.
            _ => {
                let a = self.around(random, low - 1, 0) & !(!0 << random.below(man + 1)) | random.below(2);
                let b = self.around(random, 0, self.bias() as u64);
                let product = low - self.man as i64 + self.exponent_of(b);
                let exponent = product + random.below(2 * man) as i64 - man as i64;
                let c = self.around(random, exponent, 3);
                if random.below(2) == 0 { [a, b, c] } else { [b, a, c] }
            }
        }
    }

    fn minus_product(self, a: u64, b: u64) -> u64 {
        if self.man == DOUBLE.man {
            (-(f64::from_bits(a) * f64::from_bits(b))).to_bits()
        } else {
            u64::from((-(f32::from_bits(a as u32) * f32::from_bits(b as u32))).to_bits())
        }
    }
}
