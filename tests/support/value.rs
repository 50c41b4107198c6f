//! Arguments of kernels as values that every target can be given.

use bytemuck::Pod;
use sycl_hls::StreamElement;
use sycl_hls_backend::KernelArg;
use sycl_hls_ir::interp::Arg;
use sycl_hls_types::{Scalar, ScalarValue};

/// An argument: a scalar, or the elements of a slice.
#[derive(Clone, Debug)]
pub enum Value {
    /// By value.
    Scalar(ScalarValue),
    /// For `&[T]`.
    Slice(Elements),
    /// For `&mut [T]`.
    SliceMut(Elements),
    /// A struct by value.
    Struct(Records),
    /// An end of a stream: what the kernel reads, or behind which it adds what it writes.
    Stream(Stream),
}

/// The elements of a stream.
#[derive(Clone, Debug)]
pub struct Stream {
    bytes: Vec<u8>,
    scalar: Scalar,
}

impl Stream {
    fn values(&self) -> Vec<ScalarValue> {
        let elements = self.bytes.chunks_exact(self.scalar.bytes());
        elements.map(|element| ScalarValue::from_le_bytes(self.scalar, element)).collect()
    }
}

/// An argument for `Receiver<T>`, or without elements for `Sender<T>`.
///
/// # Panics
/// When the elements are no scalars.
#[must_use]
pub fn stream(values: impl Into<Elements>) -> Value {
    let values = values.into();
    let scalar = values.scalar().expect("the elements are scalars");
    Value::Stream(Stream { bytes: values.bytes().to_vec(), scalar })
}

/// An argument for `Receiver<Packet<..>>`, or without elements for a `Sender`.
///
/// # Panics
/// When packets are wider than any number of a kernel.
#[must_use]
pub fn packets<P: StreamElement>(packets: &[P]) -> Value {
    let scalar = Scalar::int(false, P::BITS).expect("a packet has few bits");
    Value::Stream(Stream { bytes: P::to_bytes(packets), scalar })
}

/// Structs by their bytes, which have no padding.
#[derive(Clone, Debug)]
pub struct Records {
    /// In words, for the sake of their alignment.
    words: Vec<u64>,
    bytes: usize,
    /// The scalars of one struct, in order.
    fields: Vec<Scalar>,
}

impl Records {
    /// Structs with these scalars, one struct after the other, whose scalars have the types `fields`.
    pub(crate) fn new(fields: &[Scalar], scalars: impl Iterator<Item = ScalarValue>) -> Self {
        let bytes: Vec<u8> = scalars.flat_map(|value| value.to_le_bytes()).collect();
        Self::of_bytes(&bytes, fields)
    }

    fn of_bytes(bytes: &[u8], fields: &[Scalar]) -> Self {
        let words = vec![0; bytes.len().div_ceil(8)];
        let mut records = Self { words, bytes: bytes.len(), fields: fields.to_vec() };
        records.bytes_mut().copy_from_slice(bytes);
        records
    }

    fn bytes(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[..self.bytes]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.words)[..self.bytes]
    }

    fn values(&self) -> Vec<ScalarValue> {
        let mut rest = self.bytes();
        let mut values = Vec::new();
        for field in self.fields.iter().cycle() {
            let Some((bytes, after)) = rest.split_at_checked(field.bytes()) else { break };
            if bytes.is_empty() {
                break;
            }
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            values.push(ScalarValue::from_bits(*field, u64::from_le_bytes(word)));
            rest = after;
        }
        values
    }
}

/// Structs whose scalars have these types.
#[must_use]
pub fn records<T: Pod>(values: &[T], fields: &[Scalar]) -> Records {
    Records::of_bytes(bytemuck::cast_slice(values), fields)
}

/// An element made from a value of its type.
trait FromBits: Default + Pod {
    fn of(value: ScalarValue) -> Self;
}

macro_rules! elements {
    ($($type:ty => $variant:ident),*) => {
        /// The elements of a slice.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)]
        pub enum Elements {
            $($variant(Vec<$type>),)*
            Records(Records),
        }

        impl From<Records> for Elements {
            fn from(records: Records) -> Self {
                Self::Records(records)
            }
        }

        impl Elements {
            /// The elements' type, if they are scalars.
            #[must_use]
            pub fn scalar(&self) -> Option<Scalar> {
                match self {
                    $(Self::$variant(_) => Some(Scalar::$variant),)*
                    Self::Records(_) => None,
                }
            }

            /// Elements of the type `ty`; `None` for a type that slices cannot have.
            #[must_use]
            pub fn new(ty: Scalar, values: impl Iterator<Item = ScalarValue>) -> Option<Self> {
                match ty {
                    $(Scalar::$variant => Some(Self::$variant(values.map(<$type>::of).collect())),)*
                    Scalar::Bool | Scalar::Int { .. } => None,
                }
            }

            fn bytes(&self) -> &[u8] {
                match self { $(Self::$variant(values) => bytemuck::cast_slice(values),)* Self::Records(records) => records.bytes() }
            }

            fn bytes_mut(&mut self) -> &mut [u8] {
                match self {
                    $(Self::$variant(values) => bytemuck::cast_slice_mut(values),)*
                    Self::Records(records) => records.bytes_mut(),
                }
            }

            /// The elements as values.
            #[must_use]
            pub fn values(&self) -> Vec<ScalarValue> {
                match self {
                    $(Self::$variant(values) => values.iter().map(|value| (*value).into()).collect(),)*
                    Self::Records(records) => records.values(),
                }
            }
        }

        $(
            impl FromBits for $type {
                fn of(value: ScalarValue) -> Self {
                    let mut result = Self::default();
                    bytemuck::bytes_of_mut(&mut result).copy_from_slice(&value.to_le_bytes());
                    result
                }
            }

            impl From<Vec<$type>> for Elements {
                fn from(values: Vec<$type>) -> Self {
                    Self::$variant(values)
                }
            }

            impl TryFrom<Value> for Vec<$type> {
                type Error = Value;

                fn try_from(value: Value) -> Result<Self, Value> {
                    match value {
                        Value::Slice(Elements::$variant(values)) | Value::SliceMut(Elements::$variant(values)) => Ok(values),
                        other => Err(other),
                    }
                }
            }
        )*
    };
}

elements!(u8 => U8, u16 => U16, u32 => U32, u64 => U64, i8 => I8, i16 => I16, i32 => I32, i64 => I64, f32 => F32, f64 => F64);

/// A scalar argument.
#[must_use]
pub fn scalar(value: impl Into<ScalarValue>) -> Value {
    Value::Scalar(value.into())
}

/// An argument for `&[T]`.
#[must_use]
pub fn slice(values: impl Into<Elements>) -> Value {
    Value::Slice(values.into())
}

/// An argument for `&mut [T]`.
#[must_use]
pub fn slice_mut(values: impl Into<Elements>) -> Value {
    Value::SliceMut(values.into())
}

impl Value {
    /// As a backend takes it.
    pub fn kernel_arg(&mut self) -> KernelArg<'_> {
        match self {
            Self::Scalar(value) => KernelArg::Scalar(value.clone()),
            Self::Slice(elements) => KernelArg::Slice(elements.bytes()),
            Self::SliceMut(elements) => KernelArg::SliceMut(elements.bytes_mut()),
            Self::Struct(records) => KernelArg::Struct(records.bytes()),
            Self::Stream(stream) => KernelArg::Stream(&mut stream.bytes),
        }
    }

    /// As the interpreter takes it.
    #[must_use]
    pub fn interp_arg(&self) -> Arg {
        match self {
            Self::Scalar(value) => Arg::Scalar(value.clone()),
            Self::Slice(elements) | Self::SliceMut(elements) => Arg::Slice(elements.values()),
            Self::Struct(records) => Arg::Slice(records.values()),
            Self::Stream(stream) => Arg::Stream(stream.values()),
        }
    }

    /// The scalar, or the elements.
    #[must_use]
    pub fn values(&self) -> Vec<ScalarValue> {
        match self.interp_arg() {
            Arg::Scalar(value) => vec![value],
            Arg::Slice(values) | Arg::Stream(values) => values,
        }
    }
}
