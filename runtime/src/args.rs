//! Reading a kernel's arguments in the native function that calls it.

use std::{any, vec};

use bytemuck::{Pod, Zeroable};
use sycl_hls_backend::{ArgError, Args, KernelArg};
use sycl_hls_numbers::{FixedPoint, Integer, Overflow, Quantization, Supported, Uint, Width};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::device::{ReceiverPort, SenderPort};
use crate::{Element, StreamElement};

/// A type of scalar arguments.
pub trait ScalarArg: Sized {
    /// The type as kernels know it.
    const SCALAR: Scalar;

    /// The value with these bits, of which the low ones count.
    fn from_bits(bits: u64) -> Self;

    /// The value as kernels take it.
    fn value(self) -> ScalarValue;
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

            fn value(self) -> ScalarValue {
                self.into()
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

    fn value(self) -> ScalarValue {
        self.into()
    }
}

impl<const SIGNED: bool, const N: u32> ScalarArg for Integer<SIGNED, N>
where
    Width<N>: Supported,
{
    const SCALAR: Scalar = match Scalar::int(SIGNED, N) {
        Some(scalar) => scalar,
        // Widths that are supported are those of scalars.
        None => Scalar::U64,
    };

    fn from_bits(bits: u64) -> Self {
        Self::new(bits)
    }

    fn value(self) -> ScalarValue {
        ScalarValue::from_bits(Self::SCALAR, self.to())
    }
}

impl<const SIGNED: bool, const W: u32, const I: i32, Q, O> ScalarArg for FixedPoint<SIGNED, W, I, Q, O>
where
    Width<W>: Supported,
    Q: Quantization,
    O: Overflow,
{
    const SCALAR: Scalar = Integer::<SIGNED, W>::SCALAR;

    fn from_bits(bits: u64) -> Self {
        Self::from_bits(Uint::new(bits))
    }

    fn value(self) -> ScalarValue {
        ScalarValue::from_bits(Self::SCALAR, self.to_bits().to())
    }
}

/// Takes the arguments of a run one after the other. Where one is not what it is read as, there is no value, and the
/// reader keeps the first such error.
pub struct ArgReader<'a> {
    args: vec::IntoIter<KernelArg<'a>>,
    next: usize,
    error: Option<ArgError>,
}

impl<'a> ArgReader<'a> {
    /// Starts with the first argument.
    #[must_use]
    pub fn new(args: Args<'a>) -> Self {
        Self { args: args.into_iter(), next: 0, error: None }
    }

    /// The next argument, if it is a scalar of this type.
    pub fn scalar<T: ScalarArg>(&mut self) -> Option<T> {
        self.take(&|| T::SCALAR.to_string(), |arg| match arg {
            KernelArg::Scalar(value) if value.ty() == T::SCALAR => value.bits().map(T::from_bits),
            _ => None,
        })
    }

    /// The next argument, if it is a struct of this size by value.
    pub fn structure<T: Pod>(&mut self) -> Option<T> {
        self.take(&|| any::type_name::<T>().to_owned(), |arg| match arg {
            KernelArg::Struct(bytes) => bytemuck::try_pod_read_unaligned(bytes).ok(),
            _ => None,
        })
    }

    /// The next argument, if it is a slice to read of whole elements.
    pub fn slice<T: Element>(&mut self) -> Option<&'a [T]> {
        self.take(&|| format!("&[{}]", any::type_name::<T>()), |arg| match arg {
            KernelArg::Slice(bytes) => bytemuck::try_cast_slice(bytes).ok(),
            _ => None,
        })
    }

    /// The next argument, if it is a slice to write of whole elements.
    pub fn slice_mut<T: Element>(&mut self) -> Option<&'a mut [T]> {
        self.take(&|| format!("&mut [{}]", any::type_name::<T>()), |arg| match arg {
            KernelArg::SliceMut(bytes) => bytemuck::try_cast_slice_mut(bytes).ok(),
            _ => None,
        })
    }

    /// The next argument, if it is one value to read.
    pub fn array<T: Element>(&mut self) -> Option<&'a T> {
        self.take(&|| format!("&{}", any::type_name::<T>()), |arg| match arg {
            KernelArg::Slice(bytes) => bytemuck::try_from_bytes(bytes).ok(),
            _ => None,
        })
    }

    /// The next argument, if it is one value to write.
    pub fn output<T: Element>(&mut self) -> Option<&'a mut T> {
        self.take(&|| format!("&mut {}", any::type_name::<T>()), |arg| match arg {
            KernelArg::SliceMut(bytes) => bytemuck::try_from_bytes_mut(bytes).ok(),
            _ => None,
        })
    }

    /// The next argument, if it is a stream of whole elements that the kernel reads.
    pub fn receiver<T: StreamElement>(&mut self, name: &'static str) -> Option<ReceiverPort<'a, T>> {
        self.take(&|| format!("Receiver<{}>", any::type_name::<T>()), |arg| match arg {
            KernelArg::Stream(elements) if elements.len().is_multiple_of(T::BYTES) => {
                Some(ReceiverPort::new(name, elements))
            }
            _ => None,
        })
    }

    /// The next argument, if it is a stream that the kernel writes.
    pub fn sender<T: StreamElement>(&mut self, name: &'static str) -> Option<SenderPort<'a, T>> {
        self.take(&|| format!("Sender<{}>", any::type_name::<T>()), |arg| match arg {
            KernelArg::Stream(elements) => Some(SenderPort::new(name, elements)),
            _ => None,
        })
    }

    /// What a run ends with whose arguments were refused.
    ///
    /// # Errors
    /// The first argument that was not what it was read as.
    pub fn refused(self) -> Result<(), ArgError> {
        self.error.map_or(Ok(()), Err)
    }

    fn take<R>(
        &mut self,
        expected: &dyn Fn() -> String,
        convert: impl FnOnce(KernelArg<'a>) -> Option<R>,
    ) -> Option<R> {
        let index = self.next;
        self.next += 1;
        let value = self.args.next().and_then(convert);
        if value.is_none() && self.error.is_none() {
            self.error = Some(ArgError { index, expected: expected() });
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use sycl_hls_types::ScalarValue;

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
        assert_eq!((reader.scalar(), reader.scalar()), (Some(true), Some(-5_i64)));
        assert_eq!(reader.slice(), Some(&[1.0_f32, 2.0][..]));
        let slice: &mut [u32] = reader.slice_mut().unwrap();
        slice[0] += 1;
        assert_eq!(reader.refused(), Ok(()));
        assert_eq!(y, [4]);
    }

    #[test]
    fn structs_are_read_from_their_bytes() {
        let pair = [1_u32, 2];
        let bytes = bytemuck::bytes_of(&pair);
        let mut reader = ArgReader::new(vec![KernelArg::Struct(&bytes[..8]), KernelArg::Struct(&bytes[..4])]);
        assert_eq!(reader.structure::<[u32; 2]>(), Some(pair));
        assert_eq!(reader.structure::<[u32; 2]>(), None);
        assert_eq!(reader.refused(), Err(ArgError { index: 1, expected: "[u32; 2]".to_owned() }));
    }

    #[test]
    fn outputs_are_one_value() {
        let mut values = [1_u32, 2];
        let (first, rest) = values.split_at_mut(1);
        let args = vec![
            KernelArg::SliceMut(bytemuck::cast_slice_mut(first)),
            KernelArg::SliceMut(bytemuck::cast_slice_mut(rest)),
        ];
        let mut reader = ArgReader::new(args);
        let output: &mut u32 = reader.output().unwrap();
        *output = 7;
        assert_eq!(reader.output::<u64>(), None);
        assert_eq!(reader.refused(), Err(ArgError { index: 1, expected: "&mut u64".to_owned() }));
        assert_eq!(values, [7, 2]);
    }

    #[test]
    fn every_type_keeps_its_bits() {
        fn round_trip<T: ScalarArg + Into<ScalarValue> + Copy + PartialEq + std::fmt::Debug>(value: T) {
            let mut reader = ArgReader::new(vec![KernelArg::Scalar(value.into())]);
            assert_eq!(reader.scalar(), Some(value));
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
        let refused = |read: fn(&mut ArgReader<'_>) -> bool| {
            let mut y = [0_u8; 6];
            let args = vec![
                KernelArg::Scalar(1_i32.into()),
                KernelArg::Scalar(1_i32.into()),
                KernelArg::SliceMut(&mut y),
                KernelArg::Slice(&[0; 6]),
            ];
            let mut reader = ArgReader::new(args);
            assert!(!read(&mut reader));
            reader.refused()
        };
        let error = |index, expected: &str| Err(ArgError { index, expected: expected.to_owned() });
        assert_eq!(refused(|args| args.scalar::<u32>().is_some()), error(0, "u32"));
        assert_eq!(
            refused(|args| args.scalar::<i32>().is_some() && args.slice::<u8>().is_some()),
            error(1, "&[u8]")
        );
        let third = |args: &mut ArgReader<'_>| {
            (args.scalar::<i32>(), args.scalar::<i32>(), args.slice_mut::<f64>()).2.is_some()
        };
        assert_eq!(refused(third), error(2, "&mut [f64]"));
        // The first one counts.
        let all = |args: &mut ArgReader<'_>| {
            let read =
                (args.scalar::<i32>(), args.slice::<u8>(), args.slice_mut::<u8>(), args.slice_mut::<u8>());
            read.3.is_some() || args.scalar::<bool>().is_some()
        };
        assert_eq!(refused(all), error(1, "&[u8]"));
        let last = |args: &mut ArgReader<'_>| {
            let read =
                (args.scalar::<i32>(), args.scalar::<i32>(), args.slice_mut::<u8>(), args.slice::<u8>());
            read.3.is_none() || args.scalar::<bool>().is_some()
        };
        assert_eq!(refused(last), error(4, "bool"));
    }
}
