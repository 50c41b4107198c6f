//! What a kernel's registers say: the values of its arguments, and where its slices lie.

use sycl_hls_types::{KernelInterface, Length, LengthError, OutputRegisters, ParamKind, Scalar, ScalarValue};

use super::worker::{BufferAt, Start, Written};

/// An argument as the registers give it.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Scalar(ScalarValue),
    Struct(Vec<u8>),
    Output(Output),
    /// The position of a [`Range`].
    Slice(usize),
}

/// A scalar that the kernel writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Output {
    scalar: Scalar,
    registers: OutputRegisters,
    /// The bits of its value, aligned for every scalar.
    word: u64,
}

impl Output {
    /// Where the kernel writes it.
    pub fn bytes(&mut self) -> &mut [u8] {
        &mut bytemuck::bytes_of_mut(&mut self.word)[..self.scalar.bytes()]
    }

    /// What a run has written into its registers.
    pub fn written(&self) -> Written {
        let size = OutputRegisters::data_bytes(self.scalar) as usize;
        let data = ScalarValue::from_bits(self.scalar, self.word).low_bits().to_le_bytes()[..size].to_vec();
        Written { offset: self.registers.data, data, valid: self.registers.valid }
    }
}

/// A slice in a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    /// The buffer's memory.
    pub memory: u64,
    /// Bytes from its beginning.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// True if the kernel may write it.
    pub mutable: bool,
}

/// A slice as the registers give it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SliceAt<'k> {
    /// The parameter's name.
    pub name: &'k str,
    /// Address of the first element.
    pub address: u64,
    /// How many elements.
    pub elements: u64,
    /// Bytes of one.
    pub element: u64,
    /// True if the kernel may write it.
    pub mutable: bool,
}

impl SliceAt<'_> {
    /// Bytes of all; `None` where no memory is as large.
    pub fn size(&self) -> Option<u64> {
        self.elements.checked_mul(self.element)
    }

    /// The address behind the last element.
    pub fn end(&self) -> Option<u64> {
        self.address.checked_add(self.size()?)
    }
}

/// The registers do not describe a run of the kernel.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum RegisterError {
    /// An argument has no registers.
    #[error("the image has no registers for `{name}`; build the image anew")]
    NoRegisters {
        /// The parameter.
        name: String,
    },
    /// An argument is a stream.
    #[error(
        "`{name}` is a stream, and nothing is at its other end: link it to another kernel, or run the kernel on the device `sw_emu` or `hw_emu` of sycl-hls, and use `Queue::stream_in` and `Queue::stream_out`"
    )]
    Stream {
        /// The parameter.
        name: String,
    },
    /// The length of a slice cannot be computed.
    #[error("the length of `{name}`: {source}")]
    Length {
        /// The parameter.
        name: String,
        /// Why not.
        source: LengthError,
    },
    /// A slice is longer than what follows its address in the buffer.
    #[error(
        "`{name}` has {elements} elements of {element} bytes, and its buffer has {left} bytes from the address on \
         that the host gave"
    )]
    Short {
        /// The parameter.
        name: String,
        /// How many elements the slice has.
        elements: u64,
        /// Bytes of an element.
        element: u64,
        /// Bytes of the buffer from the address on.
        left: u64,
    },
    /// A slice is in no buffer.
    #[error("`{name}` is at address {address:#x}, where there is no buffer")]
    NoBuffer {
        /// The parameter.
        name: String,
        /// The address of its first element.
        address: u64,
    },
}

/// Where slices lie in the buffers of a run.
///
/// # Errors
/// When a slice is not within a buffer.
pub(super) fn ranges(slices: &[SliceAt<'_>], buffers: &[BufferAt]) -> Result<Vec<Range>, RegisterError> {
    let place = |slice: &SliceAt<'_>| {
        let range = slice.size().and_then(|size| range(buffers, slice.address, size, slice.mutable));
        range.ok_or_else(|| outside(slice, buffers))
    };
    slices.iter().map(place).collect()
}

/// The arguments of a run, and its slices as [`Value::Slice`] numbers them.
///
/// # Errors
/// When the registers do not fit the kernel.
pub(super) fn values<'k>(
    kernel: &'k KernelInterface,
    start: &Start,
) -> Result<(Vec<Value>, Vec<SliceAt<'k>>), RegisterError> {
    let raw = raw(kernel, start)?;
    let scalars: Vec<Option<ScalarValue>> = raw.iter().map(Raw::scalar).collect();
    let mut slices = Vec::new();
    let mut values = Vec::new();
    for (param, raw) in kernel.params.iter().zip(raw) {
        values.push(match (raw, &param.kind) {
            (Raw::Scalar(value), _) => Value::Scalar(value),
            (Raw::Struct(bytes), _) => Value::Struct(bytes),
            (Raw::Output(output), _) => Value::Output(output),
            (Raw::Slice { address, length }, ParamKind::Slice { element, mutable, length: stated }) => {
                let elements = match (length, stated) {
                    (Some(length), _) => length,
                    (None, Length::Expr(expression)) => {
                        let value = expression.eval(&|index| scalars.get(index)?.clone());
                        value.map_err(|source| RegisterError::Length { name: param.name.clone(), source })?
                    }
                    (None, Length::Argument) => 0,
                };
                let (name, element) = (param.name.as_str(), element.size());
                slices.push(SliceAt { name, address, elements, element, mutable: *mutable });
                Value::Slice(slices.len() - 1)
            }
            (Raw::Slice { .. }, _) => continue,
        });
    }
    Ok((values, slices))
}

/// The registers of one argument.
enum Raw {
    Scalar(ScalarValue),
    Struct(Vec<u8>),
    Output(Output),
    Slice { address: u64, length: Option<u64> },
}

impl Raw {
    fn scalar(&self) -> Option<ScalarValue> {
        match self {
            Self::Scalar(value) => Some(value.clone()),
            Self::Struct(_) | Self::Output(_) | Self::Slice { .. } => None,
        }
    }
}

fn raw(kernel: &KernelInterface, start: &Start) -> Result<Vec<Raw>, RegisterError> {
    let mut registers = Registers { offsets: start.offsets.iter(), bytes: &start.registers };
    let params = kernel.params.iter().map(|param| {
        let raw = match &param.kind {
            ParamKind::Stream { .. } => return Err(RegisterError::Stream { name: param.name.clone() }),
            ParamKind::Scalar { scalar } => registers
                .number(scalar.bytes() as u64)
                .map(|bits| Raw::Scalar(ScalarValue::from_bits(*scalar, bits))),
            ParamKind::Struct { layout } => registers.next(layout.size).map(|it| Raw::Struct(it.to_vec())),
            ParamKind::Output { scalar, initial } => registers.output(*scalar, *initial).map(Raw::Output),
            ParamKind::Slice { length, .. } => registers.slice(length),
        };
        raw.ok_or_else(|| RegisterError::NoRegisters { name: param.name.clone() })
    });
    params.collect()
}

/// The registers that are still to be read.
struct Registers<'s> {
    offsets: std::slice::Iter<'s, u64>,
    bytes: &'s [u8],
}

impl<'s> Registers<'s> {
    /// The next argument's bytes.
    fn next(&mut self, size: u64) -> Option<&'s [u8]> {
        let at = usize::try_from(*self.offsets.next()?).ok()?;
        self.bytes.get(at..at.checked_add(usize::try_from(size).ok()?)?)
    }

    /// The next argument as a number of at most 8 bytes.
    fn number(&mut self, size: u64) -> Option<u64> {
        let mut word = [0; 8];
        word.iter_mut().zip(self.next(size)?).for_each(|(to, from)| *to = *from);
        Some(u64::from_le_bytes(word))
    }

    /// The next argument, which the kernel writes.
    fn output(&mut self, scalar: Scalar, initial: bool) -> Option<Output> {
        let offset = self.offsets.as_slice().first().copied()?;
        let word = self.number(scalar.bytes() as u64)?;
        let registers = OutputRegisters::at(offset, scalar, initial);
        Some(Output { scalar, registers, word: if initial { word } else { 0 } })
    }

    fn slice(&mut self, length: &Length) -> Option<Raw> {
        let address = self.number(8)?;
        let length = match length {
            Length::Argument => Some(self.number(8)?),
            Length::Expr(_) => None,
        };
        Some(Raw::Slice { address, length })
    }
}

/// Where a slice lies; `None` when no buffer has all of it.
fn range(buffers: &[BufferAt], address: u64, size: u64, mutable: bool) -> Option<Range> {
    let holds = |buffer: &&BufferAt| {
        let offset = address.checked_sub(buffer.address);
        offset.and_then(|offset| offset.checked_add(size)).is_some_and(|end| end <= buffer.size)
    };
    match buffers.iter().find(holds) {
        Some(buffer) => {
            Some(Range { memory: buffer.memory, offset: address - buffer.address, size, mutable })
        }
        // Nothing needs no place.
        None => (size == 0).then_some(Range { memory: 0, offset: 0, size, mutable }),
    }
}

/// The complaint about a slice that no buffer holds.
fn outside(slice: &SliceAt<'_>, buffers: &[BufferAt]) -> RegisterError {
    let SliceAt { address, elements, element, .. } = *slice;
    let name = slice.name.to_owned();
    let within = buffers.iter().find_map(|buffer| {
        let offset = address.checked_sub(buffer.address)?;
        buffer.size.checked_sub(offset).filter(|left| *left > 0)
    });
    match within {
        Some(left) => RegisterError::Short { name, elements, element, left },
        None => RegisterError::NoBuffer { name, address },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_types::{LengthExpr, Param, Scalar, StructLayout};

    /// `k(n: i16, p: P, x: &[u32], y: &mut [u8] of n elements)`.
    fn kernel() -> KernelInterface {
        let fields = ["a", "b", "c"].map(|name| (name.to_owned(), Scalar::U32.into()));
        let layout = StructLayout::new("P", fields);
        let slice =
            |element: Scalar, mutable, length| ParamKind::Slice { element: element.into(), mutable, length };
        let params = [
            ("n", ParamKind::Scalar { scalar: Scalar::I16 }),
            ("p", ParamKind::Struct { layout }),
            ("x", slice(Scalar::U32, false, Length::Argument)),
            ("y", slice(Scalar::U8, true, Length::Expr(LengthExpr::Param(0)))),
        ];
        let params = params.map(|(name, kind)| Param { name: name.into(), kind });
        KernelInterface::new("k", params.into())
    }

    fn start(n: u16, x: u64, length: u64, y: u64) -> Start {
        let mut registers = vec![0xee; 0x60];
        registers[0x10..0x12].copy_from_slice(&n.to_le_bytes());
        registers[0x18..0x24].copy_from_slice(&[7; 12]);
        for (at, value) in [(0x28, x), (0x34, length), (0x40, y)] {
            registers[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        let buffer = |address, size, memory| BufferAt { address, size, memory, name: String::new() };
        Start {
            registers,
            offsets: vec![0x10, 0x18, 0x28, 0x34, 0x40],
            buffers: vec![buffer(0x1000, 64, 1), buffer(0x2000, 16, 2)],
            ..Start::default()
        }
    }

    fn decode(kernel: &KernelInterface, start: &Start) -> Result<(Vec<Value>, Vec<Range>), RegisterError> {
        let (values, slices) = values(kernel, start)?;
        Ok((values, ranges(&slices, &start.buffers)?))
    }

    #[test]
    fn registers_become_arguments() {
        let (values, ranges) = decode(&kernel(), &start(5, 0x1008, 3, 0x2001)).unwrap();
        let scalar = ScalarValue::from_bits(Scalar::I16, 5);
        assert_eq!(
            values,
            [Value::Scalar(scalar), Value::Struct(vec![7; 12]), Value::Slice(0), Value::Slice(1)]
        );
        assert_eq!(ranges[0], Range { memory: 1, offset: 8, size: 12, mutable: false });
        assert_eq!(ranges[1], Range { memory: 2, offset: 1, size: 5, mutable: true });
    }

    #[test]
    fn streams_are_refused_by_name() {
        let kind = ParamKind::Stream { scalar: Scalar::U32, input: true, packet: None };
        let params = [Param { name: "samples".into(), kind }];
        let kernel = KernelInterface::new("k", params.into());
        let error = decode(&kernel, &Start::default()).unwrap_err().to_string();
        assert!(error.starts_with("`samples` is a stream, and nothing is at its other end"), "{error}");
    }

    #[test]
    fn slices_of_nothing_may_lie_anywhere() {
        let (_, ranges) = decode(&kernel(), &start(0, 0xdead, 0, 0)).unwrap();
        assert_eq!(ranges.iter().map(|range| range.size).max(), Some(0));
    }

    #[test]
    fn what_no_buffer_holds_is_refused_by_name() {
        let refused = |n, x, length, y| decode(&kernel(), &start(n, x, length, y)).unwrap_err().to_string();
        assert_eq!(
            refused(5, 0x1008, 15, 0x2000),
            "`x` has 15 elements of 4 bytes, and its buffer has 56 bytes from the address on that the host gave"
        );
        assert_eq!(refused(5, 0x5000, 1, 0x2000), "`x` is at address 0x5000, where there is no buffer");
        assert!(refused(5, 0x1000, u64::MAX, 0x2000).contains("18446744073709551615 elements"));
        assert!(refused(17, 0x1000, 1, 0x2000).starts_with("`y` has 17 elements"));
        assert!(refused(0xffff, 0x1000, 1, 0x2000).starts_with("the length of `y`"));
        let mut short = start(1, 0x1000, 1, 0x2000);
        short.offsets.pop();
        assert!(decode(&kernel(), &short).unwrap_err().to_string().contains("no registers for `y`"));
        short.offsets.push(0x5c);
        assert!(decode(&kernel(), &short).unwrap_err().to_string().contains("no registers for `y`"));
    }
}
