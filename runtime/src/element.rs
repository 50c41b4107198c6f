//! Types of buffer elements.

use sycl_hls_types::Scalar;
use zerocopy::{FromBytes, Immutable, IntoBytes};

/// A type whose values lie in buffers and slices of global memory (device copyable, S20 §3.13.1).
///
/// Every pattern of bytes is a value, there is no padding, and host and device agree on the layout. The
/// integers and floats of the kernel language are elements. `bool`, `char` and enums are not: a device could
/// write bytes that are none of their values; use `u8` or `u32`. Structs are not elements yet.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of a buffer",
    label = "not u8 to u64, i8 to i64, usize, isize, f32 or f64",
    note = "a device may write any bytes, and `bool`, `char` and enums have invalid ones: use `u8` or `u32`",
    note = "structs are not supported yet: use one buffer per field"
)]
pub trait Element: Copy + Send + Sync + 'static + FromBytes + IntoBytes + Immutable + sealed::Sealed {
    /// The type as kernels and images know it.
    const SCALAR: Scalar;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! elements {
    ($($ty:ty => $scalar:ident),*) => {$(
        impl sealed::Sealed for $ty {}
        impl Element for $ty {
            const SCALAR: Scalar = Scalar::$scalar;
        }
    )*};
}

elements! {
    u8 => U8, u16 => U16, u32 => U32, u64 => U64, usize => U64,
    i8 => I8, i16 => I16, i32 => I32, i64 => I64, isize => I64,
    f32 => F32, f64 => F64
}

// Host and device share memory images (S20 §3.14), and `usize` is 64 bits on every device.
const _: () = assert!(cfg!(target_endian = "little") && cfg!(target_pointer_width = "64"));
