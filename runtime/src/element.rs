//! Types of buffer elements.

use bytemuck::Pod;
use sycl_hls_numbers::{FixedPoint, Integer, Overflow, Quantization, Supported, Width};

/// A type whose values lie in buffers and slices of global memory (device copyable, S20 §3.13.1).
///
/// Every pattern of bytes is a value, there is no padding, and host and device agree on the layout. The
/// integers and floats of the kernel language are elements, numbers of any width up to 64 bits are, arrays of elements are, and so are structs of a kernels
/// module that say `#[derive(Clone, Copy, Element)]`: the module's macro gives them C's layout and implements this.
/// `bool`, `char` and enums are not: a device could write bytes that are none of their values; use `u8` or `u32`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of a buffer",
    label = "not an integer, a float, an array of them, or a struct that derives `Element`",
    note = "a device may write any bytes, and `bool`, `char` and enums have invalid ones: use `u8` or `u32`",
    note = "a struct of a kernels module is one with `#[derive(Clone, Copy, Element)]`"
)]
pub trait Element: Pod + Send + Sync {}

macro_rules! elements {
    ($($ty:ty),*) => {$(
        impl Element for $ty {}
    )*};
}

elements!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64);

impl<T: Element, const N: usize> Element for [T; N] {}

/// An integer of any width is as large as `ap_int`, and the bits above its own are ignored.
impl<const SIGNED: bool, const N: u32> Element for Integer<SIGNED, N>
where
    Width<N>: Supported,
    <Width<N> as Supported>::Storage: Word,
{
}

/// A fixed-point number is its raw integer.
impl<const SIGNED: bool, const W: u32, const I: i32, Q, O> Element for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
    <Width<W> as Supported>::Storage: Word,
    Q: Quantization,
    O: Overflow,
{
}

/// What holds an integer of at most 64 bits, which host and device exchange.
pub trait Word {}

impl Word for u8 {}
impl Word for u16 {}
impl Word for u32 {}
impl Word for u64 {}

// Host and device share memory images (S20 §3.14), and `usize` is 64 bits on every device.
const _: () = assert!(cfg!(target_endian = "little") && cfg!(target_pointer_width = "64"));
