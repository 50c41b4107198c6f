//! Signal processing for kernels: a library whose functions programs import into their own kernels.
//!
//! ```
//! #[sycl_hls::kernels(import(dsp::cordic))]
//! mod kernels {
//!     use dsp::cordic::{Vector, rotated};
//!     use sycl_hls::device::*;
//!
//!     #[kernel]
//!     pub fn turn(angle: i32, x: &mut i32, y: &mut i32) {
//!         let turned = rotated(Vector { x: *x, y: *y }, angle);
//!         *x = turned.x;
//!         *y = turned.y;
//!     }
//! }
//! ```

mod angles;

/// Filters.
#[sycl_hls::kernels]
pub mod filters {
    use sycl_hls::device::*;

    /// A sample of a signal between -8 and 8.
    pub type Sample = Fixed<16, 4>;

    /// A sample as it leaves a filter: rounded to even, and no further than the ends of its range.
    pub type Filtered = Fixed<16, 4, RndConv, Sat>;

    /// The next sample behind a filter with a finite response: the sum of the last `N` samples, each times its weight.
    pub fn fir<const N: usize>(weights: &[Sample; N], last: &mut [Sample; N], x: Sample) -> Filtered {
        let mut sum = <Fixed<40, 16>>::ZERO;
        for i in 0..N {
            let from = N - 1 - i;
            last[from] = if from == 0 { x } else { last[from - 1] };
            sum += weights[from] * last[from];
        }
        sum.to()
    }

    /// A filter of second order, in its transposed direct form II.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Biquad {
        pub b: [f32; 3],
        /// Without the first one, which is 1.
        pub a: [f32; 2],
        pub state: [f32; 2],
    }

    impl Biquad {
        /// With these coefficients, at rest.
        pub fn new(b: [f32; 3], a: [f32; 2]) -> Self {
            Self { b, a, state: [0.0; 2] }
        }

        /// The next sample.
        pub fn next(&mut self, x: f32) -> f32 {
            let y = self.b[0] * x + self.state[0];
            self.state[0] = self.b[1] * x - self.a[0] * y + self.state[1];
            self.state[1] = self.b[2] * x - self.a[1] * y;
            y
        }
    }
}

/// Rotation by shifts and additions (J. Volder, "The CORDIC trigonometric computing technique", 1959).
#[sycl_hls::kernels(import(crate::angles::angles))]
pub mod cordic {
    use crate::angles::angles::{ANGLES, STEPS};
    use sycl_hls::device::*;

    /// A full turn is 2^32.
    pub const QUARTER: i32 = 1 << 30;

    /// What a rotation makes longer, as parts of 2^30.
    const GAIN: i64 = 1_768_195_363;

    /// A vector, whose parts are less than 2^29.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Vector {
        pub x: i32,
        pub y: i32,
    }

    /// The vector, rotated by an angle.
    pub fn rotated(vector: Vector, angle: i32) -> Vector {
        let mut rest = angle;
        let mut v = vector;
        // The steps reach a quarter turn.
        if angle > QUARTER || angle < -QUARTER {
            v = Vector { x: -v.x, y: -v.y };
            rest = angle.wrapping_add(i32::MIN);
        }
        for i in 0..STEPS {
            let (dx, dy) = (v.y >> i, v.x >> i);
            if rest >= 0 {
                v = Vector { x: v.x - dx, y: v.y + dy };
                rest -= ANGLES[i];
            } else {
                v = Vector { x: v.x + dx, y: v.y - dy };
                rest += ANGLES[i];
            }
        }
        Vector { x: shorter(v.x), y: shorter(v.y) }
    }

    /// A part of a rotated vector without the gain.
    fn shorter(part: i32) -> i32 {
        ((part as i64 * (1 << 30) + GAIN / 2) / GAIN) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::cordic::{QUARTER, Vector, rotated};
    use super::filters::{Biquad, Filtered, Sample, fir};

    #[test]
    fn a_filter_answers_an_impulse_with_its_weights() {
        let weights = [0.5, -0.25, 1.5].map(Sample::from_f64);
        let mut last = [Sample::ZERO; 3];
        let answer = [1.0, 0.0, 0.0, 0.0].map(|x| fir(&weights, &mut last, Sample::from_f64(x)));
        assert_eq!(answer, [0.5, -0.25, 1.5, 0.0].map(Filtered::from_f64));
    }

    #[test]
    fn what_is_too_large_is_the_largest() {
        let mut last = [Sample::ZERO];
        let large = fir(&[Sample::from_f64(7.0)], &mut last, Sample::from_f64(7.0));
        assert_eq!(large, Filtered::MAX);
    }

    #[test]
    fn a_filter_of_second_order_keeps_a_constant() {
        let mut filter = Biquad::new([0.25, 0.5, 0.25], [-0.5, 0.5]);
        let settled = (0..100).map(|_| filter.next(1.0)).last();
        assert!((settled.unwrap_or_default() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn rotations_are_those_of_geometry() {
        for step in 0..64 {
            let angle = i32::MIN.wrapping_add(step << 26);
            let turned = rotated(Vector { x: 100_000_000, y: 0 }, angle);
            let radians = f64::from(angle) / f64::from(QUARTER) * std::f64::consts::FRAC_PI_2;
            let error =
                (f64::from(turned.x) - 1e8 * radians.cos()).hypot(f64::from(turned.y) - 1e8 * radians.sin());
            assert!(error < 40.0, "{angle}: {turned:?}");
        }
    }
}
