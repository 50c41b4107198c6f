//! Where functions are measured.

use fastrand::Rng;

/// Arguments for a function: over all magnitudes of its domain, evenly where most programs are, and near one.
pub struct Samples {
    rng: Rng,
    left: u64,
}

impl Samples {
    /// The same ones for the same name.
    pub fn new(name: &str, count: u64) -> Self {
        let seed = name.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        Samples { rng: Rng::with_seed(seed), left: count }
    }

    pub fn next_in(&mut self, domain: (f64, f64)) -> Option<f64> {
        self.left = self.left.checked_sub(1)?;
        Some(self.any(domain))
    }

    pub fn next_pair(&mut self, domains: [(f64, f64); 2]) -> Option<(f64, f64)> {
        self.left = self.left.checked_sub(1)?;
        let x = self.any(domains[0]);
        let spread = self.rng.f64() * 2.0 - 1.0;
        let y = match self.rng.u8(0..6) {
            0 | 1 => self.any(domains[1]),
            // Of like magnitude.
            2 | 3 => x * spread * 4.0,
            // Where powers are floats of either width.
            4 => spread * 150.0 / x.abs().log2(),
            _ => spread * 1080.0 / x.abs().log2(),
        };
        Some((x, y.clamp(domains[1].0, domains[1].1)))
    }

    fn any(&mut self, (low, high): (f64, f64)) -> f64 {
        let sign = if self.rng.bool() { 1.0 } else { -1.0 };
        let x = match self.rng.u8(0..8) {
            0 | 1 => from_order(self.rng.i64(order(low)..=order(high))),
            // The magnitudes of f32, which are few among those of f64.
            2 => sign * self.rng.f64() * 2f64.powi(self.rng.i32(-150..128)),
            3 | 4 => low.max(-10.0) + self.rng.f64() * (high.min(10.0) - low.max(-10.0)),
            5 => low.max(-1000.0) + self.rng.f64() * (high.min(1000.0) - low.max(-1000.0)),
            6 => sign * self.rng.f64() * 2f64.powi(-self.rng.i32(0..30)),
            _ => 1.0 + sign * self.rng.f64() * 2f64.powi(-self.rng.i32(0..50)),
        };
        let x = x.clamp(low, high);
        if x == 0.0 { f64::from_bits(1) } else { x }
    }
}

/// The floats in their order.
fn order(x: f64) -> i64 {
    let magnitude = x.abs().to_bits() as i64;
    if x < 0.0 { -magnitude } else { magnitude }
}

fn from_order(order: i64) -> f64 {
    let magnitude = f64::from_bits(order.unsigned_abs());
    if order < 0 { -magnitude } else { magnitude }
}
