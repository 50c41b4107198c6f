//! The mathematical functions of the kernel language, and random numbers.
//!
//! ```
//! use sycl_hls_math as math;
//!
//! assert_eq!(math::exp2(10.0_f32), 1024.0);
//! assert_eq!(math::hypot(3.0_f64, 4.0), 5.0);
//! ```
//!
//! The generic functions here forward to those of the modules [`mod@f32`] and [`mod@f64`]. These are written
//! in the kernel language, and [`SOURCES`] has their text, so a host program, an interpreter, emitted C++ and
//! hardware compute the same bits: no library of the host's is asked, and all but the division in `recip` is
//! done in integers.
//!
//! The special cases are those of C99's Annex F. Which NaN a function gives is left open. `README.md` of this
//! package has the measured errors; the functions' documentation has the bounds, in ULP: 0.5 is what correct
//! rounding gives.

mod real;

pub use real::*;

/// A module of the kernel language: its parts, as one text, are the module.
macro_rules! kernel_module {
    ($(#[$attribute:meta])* $visibility:vis $name:ident = $source:ident: $($part:literal)*) => {
        $(#[$attribute])*
        $visibility mod $name {
            $(include!($part);)*
        }

        const $source: &str = concat!($(include_str!($part), "\n"),*);
    };
}

kernel_module! {
    /// Newton's iterations in 32 bits, for both widths.
    fraction = FRACTION: "fraction/constants.rs" "fraction/newton.rs"
}

kernel_module! {
    /// The functions of `f32`. They need multipliers of 32 bits only: a few DSPs each, and no doubles.
    pub f32 = SINGLE:
    "f32/constants.rs" "f32/format.rs" "f32/exp.rs" "f32/hyperbolic.rs" "f32/log.rs" "f32/power.rs"
    "f32/trigonometry.rs" "f32/arc.rs" "f32/root.rs" "f32/erf.rs"
}

kernel_module! {
    /// The functions of `f64`. Their products of 64 bits are three or four of 32.
    pub f64 = DOUBLE:
    "f64/constants.rs" "f64/format.rs" "f64/exp.rs" "f64/hyperbolic.rs" "f64/log.rs" "f64/power.rs"
    "f64/trigonometry.rs" "f64/arc.rs" "f64/root.rs" "f64/erf.rs"
}

kernel_module! {
    /// Random numbers by counting: Philox4x32-10.
    pub philox = PHILOX: "philox/rounds.rs"
}

/// The modules in the kernel language: name and text. A path `super::name::function` in one means another of
/// them.
pub const SOURCES: &[(&str, &str)] =
    &[("fraction", FRACTION), ("f32", SINGLE), ("f64", DOUBLE), ("philox", PHILOX)];
