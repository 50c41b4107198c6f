//! Reading a kernel's arguments in the native function that calls it.

use std::{any, vec};

use bytemuck::{Pod, Zeroable};
use sycl_hls_backend::{ArgError, Args, KernelArg};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::Element;

/// A type of scalar arguments.
pub trait ScalarArg: Sized {
    /// The type as kernels know it.
    const SCALAR: Scalar;

    /// The value with these bits, of which the low ones count.
    fn from_bits(bits: u64) -> Self;
}

macro_rules! scalars {
    ($($ty:ty => $scalar:ident),*) => {$(
        impl ScalarArg for $ty {
            const SCALAR: Scalar = Scalar::$scalar;

            fn from_bits(bits: u64) -> Self {
                let mut value = Self::zeroed();
                let size = size_of::<Self>();
                bytemuck::bytes_of_mut(&mut value).copy_from_slice(&bits.to_le_bytes()[..size]);
                value
            }
        }
    )*};
}

scalars! {
    u8 => U8, u16 => U16, u32 => U32, u64 => U64, usize => U64,
    i8 => I8, i16 => I16, i32 => I32, i64 => I64, isize => I64,
    f32 => F32, f64 => F64
}

impl ScalarArg for bool {
    const SCALAR: Scalar = Scalar::Bool;

    fn from_bits(bits: u64) -> Self {
        bits != 0
    }
}

/// Takes the arguments of a run one after the other.
pub struct ArgReader<'a> {
    args: vec::IntoIter<KernelArg<'a>>,
    next: usize,
}

impl<'a> ArgReader<'a> {
    /// Starts with the first argument.
    #[must_use]
    pub fn new(args: Args<'a>) -> Self {
        Self { args: args.into_iter(), next: 0 }
    }

    /// The next argument, a scalar.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn scalar<T: ScalarArg>(&mut self) -> Result<T, ArgError> {
        self.take(&|| T::SCALAR.to_string(), |arg| match arg {
            KernelArg::Scalar(value) if value.ty() == T::SCALAR => {
                Some(T::from_bits(ScalarValue::bits(value)))
            }
            _ => None,
        })
    }

    /// The next argument, a struct by value.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn structure<T: Pod>(&mut self) -> Result<T, ArgError> {
        self.take(&|| any::type_name::<T>().to_owned(), |arg| match arg {
            KernelArg::Struct(bytes) => bytemuck::try_pod_read_unaligned(bytes).ok(),
            _ => None,
        })
    }

    /// The next argument, a slice to read.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn slice<T: Element>(&mut self) -> Result<&'a [T], ArgError> {
        self.take(&|| format!("&[{}]", any::type_name::<T>()), |arg| match arg {
            KernelArg::Slice(bytes) => bytemuck::try_cast_slice(bytes).ok(),
            _ => None,
        })
    }

    /// The next argument, a slice to write.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn slice_mut<T: Element>(&mut self) -> Result<&'a mut [T], ArgError> {
        self.take(&|| format!("&mut [{}]", any::type_name::<T>()), |arg| match arg {
            KernelArg::SliceMut(bytes) => bytemuck::try_cast_slice_mut(bytes).ok(),
            _ => None,
        })
    }

    fn take<R>(
        &mut self,
        expected: &dyn Fn() -> String,
        convert: impl FnOnce(KernelArg<'a>) -> Option<R>,
    ) -> Result<R, ArgError> {
        let index = self.next;
        self.next += 1;
        self.args.next().and_then(convert).ok_or_else(|| ArgError { index, expected: expected() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_in_order_as_what_they_are() {
        let (x, mut y) = ([1.0_f32, 2.0], [3_u32]);
        let args = vec![
            KernelArg::Scalar(true.into()),
            KernelArg::Scalar((-5_i64).into()),
            KernelArg::Slice(bytemuck::bytes_of(&x)),
            KernelArg::SliceMut(bytemuck::bytes_of_mut(&mut y)),
        ];
        let mut reader = ArgReader::new(args);
        assert_eq!((reader.scalar(), reader.scalar()), (Ok(true), Ok(-5_i64)));
        assert_eq!(reader.slice(), Ok(&[1.0_f32, 2.0][..]));
        let slice: &mut [u32] = reader.slice_mut().unwrap();
        slice[0] += 1;
        assert_eq!(y, [4]);
    }

    #[test]
    fn structs_are_read_from_their_bytes() {
        let pair = [1_u32, 2];
        let bytes = bytemuck::bytes_of(&pair);
        let mut reader = ArgReader::new(vec![KernelArg::Struct(&bytes[..8]), KernelArg::Struct(&bytes[..4])]);
        assert_eq!(reader.structure::<[u32; 2]>(), Ok(pair));
        assert_eq!(
            reader.structure::<[u32; 2]>(),
            Err(ArgError { index: 1, expected: "[u32; 2]".to_owned() })
        );
    }

    #[test]
    fn every_type_keeps_its_bits() {
        fn round_trip<T: ScalarArg + Into<ScalarValue> + Copy + PartialEq + std::fmt::Debug>(value: T) {
            let mut reader = ArgReader::new(vec![KernelArg::Scalar(value.into())]);
            assert_eq!(reader.scalar(), Ok(value));
        }
        round_trip(false);
        round_trip(u8::MAX);
        round_trip(u16::MAX);
        round_trip(i8::MIN);
        round_trip(i16::MIN);
        round_trip(isize::MIN);
        round_trip(u32::MAX);
        round_trip(u64::MAX);
        round_trip(usize::MAX);
        round_trip(i32::MIN);
        round_trip(i64::MIN);
        round_trip(-0.1_f32);
        round_trip(f64::MIN_POSITIVE);
    }

    #[test]
    fn anything_else_is_an_error_with_its_position() {
        let mut y = [0_u8; 6];
        let args = vec![
            KernelArg::Scalar(1_i32.into()),
            KernelArg::Scalar(1_i32.into()),
            KernelArg::SliceMut(&mut y),
            KernelArg::Slice(&[0; 6]),
        ];
        let mut reader = ArgReader::new(args);
        let error = |index, expected: &str| ArgError { index, expected: expected.to_owned() };
        assert_eq!(reader.scalar::<u32>(), Err(error(0, "u32")));
        assert_eq!(reader.slice::<u8>(), Err(error(1, "&[u8]")));
        assert_eq!(reader.slice_mut::<f64>(), Err(error(2, "&mut [f64]")));
        assert_eq!(reader.slice_mut::<u8>(), Err(error(3, "&mut [u8]")));
        assert_eq!(reader.scalar::<bool>(), Err(error(4, "bool")));
    }
}
