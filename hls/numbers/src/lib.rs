//! Numbers as wide as they need to be: integers of 1 to 4,096 bits, fixed-point numbers with AMD's rounding and overflow,
//! and small floating-point numbers.
//!
//! They are ordinary Rust types, for programs with or without kernels. [`Int<N>`] and [`Uint<N>`] are `ap_int<N>` and
//! `ap_uint<N>`, and as large in memory; [`Fixed<W, I, Q, O>`] and [`UFixed<W, I, Q, O>`] are `ap_fixed` and `ap_ufixed`.
//!
//! `+`, `-`, `*` and negation are exact: their result is an [`Exact`], of up to 8,192 bits, which operators and comparisons
//! take, and which [`.to()`](Exact::to) narrows. The other operators have the result types of AMD's headers, which
//! [`Shape`] computes. Nothing is allocated.
//!
//! ```
//! use sycl_hls_numbers::{Fixed, Int, Rnd, Sat, Uint};
//!
//! let a = Uint::<12>::new(4000);
//! let sum: Uint<13> = (a + a).to(); // 8000
//! let wrapped: Uint<12> = (a + a).to(); // 8000 - 4096
//! assert_eq!((sum, wrapped), (Uint::new(8000), Uint::new(3904)));
//!
//! let x = <Fixed<16, 4>>::from_f64(1.5);
//! let y = (x * x + Int::<3>::new(-1)).to::<Fixed<8, 4, Rnd, Sat>>();
//! assert_eq!(y.to_string(), "1.25");
//! assert!(x * x > y);
//! ```

mod convert;
mod division;
pub mod exact;
mod fixed;
mod integer;
mod limbs;
mod logic;
mod modes;
mod number;
mod operators;
mod overflow;
mod parse;
mod select;
mod shape;
mod small_float;
mod store;
mod text;
mod width;

pub use convert::{OutOfRange, raw_of_f64};
pub use exact::Exact;
pub use fixed::{Fixed, FixedPoint, UFixed};
pub use integer::{Int, Integer, Uint};
pub use modes::{
    Overflow, OverflowMode, Quantization, Rnd, RndConv, RndInf, RndMinInf, RndZero, Rounding, Sat, SatSym,
    SatZero, Trn, TrnZero, Wrap, WrapSm,
};
pub use number::{Narrow, Number};
pub use operators::ShiftDistance;
pub use parse::ParseNumberError;
pub use shape::Shape;
pub use small_float::{bf16, f16};
pub use width::{Supported, Width};
