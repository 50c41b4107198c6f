//! What kernels see: `use sycl_hls::device::*;` is the one import that a kernels module may have.
//!
//! A kernels module is an inline module marked with [`kernels`](macro@crate::kernels). Its functions are written in a
//! subset of Rust that can become hardware; those marked `#[kernel]` can be launched, the others are helpers.
//!
//! # The subset
//! - **Types**: `bool`, `u8`, `i32`, `u32`, `i64`, `u64`, `usize` (64 bits), `f32`, `f64`, and arrays of them. A kernel
//!   takes scalars, `&[T]` and `&mut [T]`; a helper also `&[T; N]` and `&mut [T; N]`, and returns a scalar or nothing.
//! - **Items**: functions and `const`s.
//! - **Statements**: `let`, assignments, `for` over `lo..hi` and `lo..=hi`, `if`, blocks.
//! - **Expressions**: literals, `MIN`, `MAX` and the like, operators, `as`, indices, `if`, blocks, calls of helpers,
//!   `len`, `wrapping_*`.
//! - **Directives**: those of Vitis HLS as attributes, such as `#[pipeline(ii = 1)]` and `#[unroll(factor = 4)]` on
//!   loops, `#[array_partition(type = cyclic, factor = 2)]` on local arrays, `#[m_axi(bundle = "gmem0")]` and
//!   `#[bank(DDR[0])]` on the slices of a kernel; `docs/pragmas.md` has all of them. `#[len(width * height)]` states the
//!   length of a slice. Directives never change a result.
//!
//! This version has nothing to import from here yet.
