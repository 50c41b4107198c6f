//! The arguments of a run as the calling convention wants them.

use std::cell::Cell;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr;

use sycl_hls_backend::{ArgError, Args};
use sycl_hls_types::KernelInterface;

use crate::arguments::{self, Argument, Data};

/// The arguments of one run, checked against the kernel's parameters.
pub(crate) struct Frame<'a> {
    slots: Vec<Slot>,
    streams: Vec<Stream<'a>>,
    memory: PhantomData<&'a mut [u8]>,
}

/// An entry of the pointer array.
enum Slot {
    /// A pointer to this word: a scalar, or a hidden length in elements.
    Word(u64),
    /// The bytes of a struct, copied to where any struct may lie.
    Struct(Vec<u64>),
    /// The address of a slice or an output that the frame has borrowed.
    Address(*const c_void),
    /// A port.
    Port(Port),
}

/// An AXI-stream port, as the calling convention has it: an address of elements, and how many there are. A run of a kernel that
/// ends says, of a port that it reads, how many it has received; of one that it writes, where the elements are, and how many.
#[repr(C)]
pub(crate) struct Port {
    elements: Cell<*mut c_void>,
    count: Cell<u64>,
}

/// A port with what is at its other end.
struct Stream<'a> {
    /// The position among the slots.
    slot: usize,
    input: bool,
    /// Bytes of an element.
    size: usize,
    outside: &'a mut Vec<u8>,
    /// The elements that are read, where any element may lie.
    _words: Vec<u64>,
}

impl<'a> Frame<'a> {
    /// Lays out `args` for `kernel`.
    ///
    /// # Errors
    /// When they are not what its parameters say.
    pub fn new(kernel: &KernelInterface, args: Args<'a>) -> Result<Self, ArgError> {
        let mut streams = Vec::new();
        let arguments = arguments::check(kernel, args)?.into_iter().enumerate();
        let slots = arguments.map(|(slot, argument)| match argument {
            Argument::Scalar(value) => Slot::Word(value.low_bits()),
            Argument::Struct(bytes) => Slot::Struct(words(bytes)),
            Argument::Slice { data: Data::Shared(data), .. } => Slot::Address(data.as_ptr().cast()),
            Argument::Slice { data: Data::Mutable(data), .. } => {
                Slot::Address(data.as_mut_ptr().cast_const().cast())
            }
            Argument::Output { value, .. } => Slot::Address(value.as_mut_ptr().cast_const().cast()),
            Argument::Length(length) => Slot::Word(length),
            Argument::Stream { scalar, input, elements } => {
                let size = scalar.bytes();
                let mut words = if input { words(elements) } else { Vec::new() };
                let count = if input { elements.len() / size } else { 0 };
                let address = words.as_mut_ptr().cast();
                streams.push(Stream { slot, input, size, outside: elements, _words: words });
                Slot::Port(Port { elements: Cell::new(address), count: Cell::new(count as u64) })
            }
        });
        Ok(Self { slots: slots.collect(), streams, memory: PhantomData })
    }

    /// The pointer array, valid as long as the frame stays where it is.
    ///
    /// A pointer to a scalar, a struct or a length can be read, and one to an output written, too. One to a slice can
    /// be read, and written if the parameter is mutable, for as many elements as the kernel will compute or is told;
    /// nothing else uses that memory meanwhile.
    pub fn pointers(&self) -> Vec<*const c_void> {
        let pointer = |slot: &Slot| match slot {
            Slot::Word(word) => ptr::from_ref(word).cast(),
            Slot::Struct(words) => words.as_ptr().cast(),
            Slot::Address(address) => *address,
            Slot::Port(port) => ptr::from_ref(port).cast(),
        };
        self.slots.iter().map(pointer).collect()
    }

    /// After a run that has ended: takes out of each stream what the kernel has received, and adds what it has sent, which
    /// `bytes` gives at an address.
    pub fn pass_on<'b>(self, bytes: impl Fn(*const c_void, usize) -> &'b [u8]) {
        for Stream { slot, input, size, outside, .. } in self.streams {
            let Some(Slot::Port(port)) = self.slots.get(slot) else { continue };
            let length = usize::try_from(port.count.get()).unwrap_or(0).saturating_mul(size);
            if input {
                outside.drain(..length.min(outside.len()));
            } else if length > 0 {
                outside.extend_from_slice(bytes(port.elements.get(), length));
            }
        }
    }
}

/// Bytes as words, of which the last one may be filled up with zeros: aligned for every element.
fn words(bytes: &[u8]) -> Vec<u64> {
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    bytes.chunks(8).map(word).collect()
}

// The low bytes of a word come first, where a narrower scalar is read.
const _: () = assert!(cfg!(target_endian = "little"));

#[cfg(test)]
mod tests {
    use sycl_hls_backend::KernelArg;
    use sycl_hls_types::{
        ElementType, Length, LengthExpr, Param, ParamKind, Scalar, ScalarValue, StructLayout,
    };

    use super::*;

    /// `k(n: u32, x: &[f32], y: &mut [u64] of n * 2 elements)`.
    fn kernel() -> KernelInterface {
        let slice = |name: &str, element: Scalar, mutable, length| Param {
            name: name.into(),
            kind: ParamKind::Slice { element: element.into(), mutable, length },
        };
        let double = LengthExpr::Mul(Box::new(LengthExpr::Param(0)), Box::new(LengthExpr::Const(2)));
        KernelInterface::new(
            "k",
            vec![
                Param { name: "n".into(), kind: ParamKind::Scalar { scalar: Scalar::U32 } },
                slice("x", Scalar::F32, false, Length::Argument),
                slice("y", Scalar::U64, true, Length::Expr(double)),
            ],
        )
    }

    /// Eight words of memory as bytes, for slices with the alignment of u64.
    fn bytes_of(words: &mut [u64; 8]) -> &mut [u8] {
        bytemuck::bytes_of_mut(words)
    }

    fn outcome(args: Args<'_>) -> Result<usize, String> {
        Frame::new(&kernel(), args).map(|frame| frame.pointers().len()).map_err(|error| error.to_string())
    }

    #[test]
    fn hidden_lengths_follow_their_slices() {
        let (mut a, mut b) = ([1; 8], [2; 8]);
        let (x, y) = (&bytes_of(&mut a)[..12], bytes_of(&mut b));
        let (x_at, y_at) = (x.as_ptr(), y.as_ptr());
        let args = vec![KernelArg::Scalar(4_u32.into()), KernelArg::Slice(x), KernelArg::SliceMut(y)];
        let frame = Frame::new(&kernel(), args).unwrap();
        let pointers = frame.pointers();
        assert_eq!(pointers.len(), 4);
        assert_eq!((pointers[1].cast(), pointers[3].cast()), (x_at, y_at));
        let words: Vec<u64> = frame
            .slots
            .iter()
            .map(|slot| match slot {
                Slot::Word(word) => *word,
                _ => 99,
            })
            .collect();
        assert_eq!(words, [4, 99, 3, 99]);
    }

    #[test]
    fn structs_are_copied_to_aligned_memory() {
        let fields = ["a", "b", "c"].map(|name| (name.to_owned(), Scalar::U32.into()));
        let layout = StructLayout::new("P", fields);
        let point = ElementType::Struct(layout.clone());
        let params = vec![
            Param { name: "p".into(), kind: ParamKind::Struct { layout } },
            Param {
                name: "x".into(),
                kind: ParamKind::Slice { element: point, mutable: false, length: Length::Argument },
            },
        ];
        let kernel = KernelInterface::new("k", params);
        let mut memory = [7; 8];
        let bytes = &*bytes_of(&mut memory);
        let new = |p, x| Frame::new(&kernel, vec![KernelArg::Struct(p), KernelArg::Slice(x)]);
        let frame = new(&bytes[..12], &bytes[..24]).unwrap();
        assert!(
            matches!(frame.slots.as_slice(), [Slot::Struct(p), Slot::Address(_), Slot::Word(2)] if *p == [7, 7])
        );
        assert!(new(&bytes[..8], &bytes[..24]).is_err());
        assert!(new(&bytes[..12], &bytes[..20]).is_err());
        assert!(new(&bytes[..12], &bytes[2..26]).is_err());
        let scalar = Frame::new(&kernel, vec![KernelArg::Scalar(1_u32.into()), KernelArg::Slice(bytes)]);
        assert_eq!(scalar.err().map(|error| error.expected), Some("`p: P`".to_owned()));
    }

    #[test]
    fn arguments_that_do_not_fit_are_refused_by_name() {
        let refused = |n: ScalarValue, x_range: std::ops::Range<usize>, y_len: usize, swap: bool| {
            let (mut a, mut b) = ([0; 8], [0; 8]);
            let (x, y) = (&bytes_of(&mut a)[x_range], &mut bytes_of(&mut b)[..y_len]);
            let y = if swap { KernelArg::Slice(y) } else { KernelArg::SliceMut(y) };
            outcome(vec![KernelArg::Scalar(n), KernelArg::Slice(x), y])
        };
        let n = ScalarValue::from(4_u32);
        assert_eq!(refused(n.clone(), 0..12, 64, false), Ok(4));
        assert_eq!(refused(n.clone(), 0..0, 64, false), Ok(4));
        assert_eq!(refused(n.clone(), 1..1, 64, false), Ok(4), "nothing may lie anywhere");
        let text = |index: usize, what: &str| Err(format!("argument {index} of the kernel should be {what}"));
        assert_eq!(refused(4_i32.into(), 0..12, 64, false), text(0, "`n: u32`"));
        assert_eq!(refused(n.clone(), 0..13, 64, false), text(1, "`x: &[f32]`"));
        assert_eq!(refused(n.clone(), 2..14, 64, false), text(1, "`x: &[f32]`"));
        let y = "`y: &mut [u64]` of the length that the scalar arguments give";
        assert_eq!(refused(n.clone(), 0..12, 56, false), text(2, y));
        assert_eq!(refused(n.clone(), 0..12, 64, true), text(2, y));
        assert_eq!(outcome(vec![]), text(0, "the last or none: the kernel takes 3"));
    }
}
