//! The mathematical functions and random numbers of the library.

#[sycl_hls::kernels]
pub mod math {
    use sycl_hls::device::*;

    #[kernel]
    pub fn functions_f32(x: &[f32], z: &[f32], y: &mut [f32]) {
        for i in 0..x.len() {
            let (a, b) = (x[i], z[i]);
            let (sine, cosine) = math::sin_cos(a);
            let row = [
                math::sin(a),
                math::cos(a),
                math::tan(a),
                math::asin(a),
                math::acos(a),
                math::atan(a),
                math::sinh(a),
                math::cosh(a),
                math::tanh(a),
                math::exp(a),
                math::exp2(a),
                math::exp10(a),
                math::expm1(a),
                math::log(a),
                math::log2(a),
                math::log10(a),
                math::log1p(a),
                math::cbrt(a),
                math::rsqrt(a),
                math::recip(a),
                math::erf(a),
                math::erfc(a),
                math::atan2(a, b),
                math::pow(a, b),
                math::hypot(a, b),
                math::fmod(a, b),
                math::powi(a, (i % 13) as i32 - 6),
                sine - cosine,
            ];
            y[28 * i..28 * i + 28].copy_from_slice(&row);
        }
    }

    #[kernel]
    pub fn functions_f64(x: &[f64], z: &[f64], y: &mut [f64]) {
        for i in 0..x.len() {
            let (a, b) = (x[i], z[i]);
            let (sine, cosine) = math::sin_cos(a);
            let row = [
                math::sin(a),
                math::cos(a),
                math::tan(a),
                math::asin(a),
                math::acos(a),
                math::atan(a),
                math::sinh(a),
                math::cosh(a),
                math::tanh(a),
                math::exp(a),
                math::exp2(a),
                math::exp10(a),
                math::expm1(a),
                math::log(a),
                math::log2(a),
                math::log10(a),
                math::log1p(a),
                math::cbrt(a),
                math::rsqrt(a),
                math::recip(a),
                math::erf(a),
                math::erfc(a),
                math::atan2(a, b),
                math::pow(a, b),
                math::hypot(a, b),
                math::fmod(a, b),
                math::powi(a, (i % 13) as i32 - 6),
                sine - cosine,
            ];
            y[28 * i..28 * i + 28].copy_from_slice(&row);
        }
    }

    /// Words, and numbers in [0, 1), for work items by their index.
    #[kernel]
    pub fn random(seed: u32, words: &mut [u32], singles: &mut [f32], doubles: &mut [f64]) {
        for i in 0..singles.len() {
            let all = math::philox::philox4x32_10([i as u32, 0, 0, 0], [seed, 7]);
            words[4 * i..4 * i + 4].copy_from_slice(&all);
            singles[i] = math::philox::uniform_f32(all[0]);
            doubles[i] = math::philox::uniform_f64(all[1], all[2]);
        }
    }
}
