//! Choices.

/// A source of choices that gives the same ones for the same seed.
pub(crate) struct Dice(fastrand::Rng);

impl Dice {
    /// The dice for one of the programs of a seed.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut seeds = fastrand::Rng::with_seed(seed);
        let mixed = seeds.u64(..) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self(fastrand::Rng::with_seed(mixed))
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.0.u32(0..100) < percent
    }

    /// A number below `end`; 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { self.0.usize(0..end) }
    }

    /// A number from `lo` to `hi`.
    pub fn between(&mut self, lo: i128, hi: i128) -> i128 {
        self.0.i128(lo..=hi.max(lo))
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.u64(..)
    }

    /// A number that changes no choice that comes.
    pub fn aside(&self) -> u64 {
        u64::from(self.0.clone().u32(..))
    }

    /// One of the values.
    pub fn of<T: Copy, const N: usize>(&mut self, values: [T; N]) -> T {
        values[self.below(N)]
    }

    /// One of the values, if there is any.
    pub fn pick<'v, T>(&mut self, values: &'v [T]) -> Option<&'v T> {
        values.get(self.below(values.len()))
    }

    /// One of the values, each as often as its weight says.
    pub fn weighted<T: Copy, const N: usize>(&mut self, values: [(u32, T); N]) -> T {
        let total = values.iter().map(|(weight, _)| *weight).sum();
        let mut left = self.0.u32(0..total);
        for (weight, value) in values {
            if left < weight {
                return value;
            }
            left -= weight;
        }
        values[0].1
    }

    /// Another order.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        self.0.shuffle(values);
    }
}
