//! What kernels see: `use sycl_hls::device::*;` is the one import that a kernels module may have.
//!
//! A kernels module is an inline module marked with [`kernels`](macro@crate::kernels). Its functions are written in a
//! subset of Rust that can become hardware; those marked `#[kernel]` can be launched, the others are helpers.
//!
//! The language is described in `docs/language.md` of the repository, the directives in `docs/pragmas.md`.
//!
//! What can be imported from here:
//! - [`Number`], [`Integer`] and [`Float`], the bounds of generic helper functions.
//! - [`math`]: functions of `f32` and `f64`, and random numbers, with the same bits on every target.
//! - [`Item`] and [`Global`], for kernels that run for each item of a range.
//! - The derive `Element`, for structs that are elements of slices. It exists only inside of a kernels module, whose
//!   macro does what it says: see [`Element`](trait@crate::Element).

mod item;
mod number;

pub use sycl_hls_math as math;

pub use item::{Global, Item};
pub use number::{Bits, Float, Integer, MinMax, Number};
