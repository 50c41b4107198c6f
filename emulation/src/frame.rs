//! The arguments of a run as the calling convention wants them.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr;

use sycl_hls_backend::{ArgError, Args, KernelArg};
use sycl_hls_types::{ElementType, KernelInterface, Length, Param, ParamKind, ScalarValue};

/// The arguments of one run, checked against the kernel's parameters.
pub(crate) struct Frame<'a> {
    slots: Vec<Slot>,
    memory: PhantomData<&'a mut [u8]>,
}

/// An entry of the pointer array.
enum Slot {
    /// A pointer to this word: a scalar, or a hidden length in elements.
    Word(u64),
    /// The bytes of a struct, copied to where any struct may lie.
    Struct(Vec<u64>),
    /// The address of a slice that the frame has borrowed.
    Address(*const c_void),
}

impl<'a> Frame<'a> {
    /// Lays out `args` for `kernel`.
    ///
    /// # Errors
    /// When they are not what its parameters say.
    pub fn new(kernel: &KernelInterface, args: Args<'a>) -> Result<Self, ArgError> {
        let count = kernel.params.len();
        if args.len() != count {
            let index = args.len().min(count);
            return Err(ArgError { index, expected: format!("the last or none: the kernel takes {count}") });
        }
        let scalars: Vec<Option<ScalarValue>> = args.iter().map(scalar_value).collect();
        let mut slots = Vec::with_capacity(2 * count);
        for ((index, arg), param) in args.into_iter().enumerate().zip(&kernel.params) {
            add(&mut slots, arg, param, &scalars)
                .ok_or_else(|| ArgError { index, expected: describe(param) })?;
        }
        Ok(Self { slots, memory: PhantomData })
    }

    /// The pointer array, valid as long as the frame stays where it is.
    ///
    /// A pointer to a scalar, a struct or a length can be read. One to a slice can be read, and written if the
    /// parameter is mutable, for as many elements as the kernel will compute or is told; nothing else uses
    /// that memory meanwhile.
    pub fn pointers(&self) -> Vec<*const c_void> {
        let pointer = |slot: &Slot| match slot {
            Slot::Word(word) => ptr::from_ref(word).cast(),
            Slot::Struct(words) => words.as_ptr().cast(),
            Slot::Address(address) => *address,
        };
        self.slots.iter().map(pointer).collect()
    }
}

fn scalar_value(arg: &KernelArg<'_>) -> Option<ScalarValue> {
    match arg {
        KernelArg::Scalar(value) => Some(*value),
        KernelArg::Struct(_) | KernelArg::Slice(_) | KernelArg::SliceMut(_) => None,
    }
}

/// Adds what `param` is passed as; `None` when `arg` does not fit it.
fn add(
    slots: &mut Vec<Slot>,
    arg: KernelArg<'_>,
    param: &Param,
    scalars: &[Option<ScalarValue>],
) -> Option<()> {
    let (address, bytes, element, length) = match (arg, &param.kind) {
        (KernelArg::Scalar(value), ParamKind::Scalar { scalar }) if value.ty() == *scalar => {
            slots.push(Slot::Word(value.bits()));
            return Some(());
        }
        (KernelArg::Struct(bytes), ParamKind::Struct { layout }) if bytes.len() as u64 == layout.size => {
            slots.push(Slot::Struct(words(bytes)));
            return Some(());
        }
        (KernelArg::Slice(data), ParamKind::Slice { element, mutable: false, length }) => {
            (data.as_ptr(), data.len(), element, length)
        }
        (KernelArg::SliceMut(data), ParamKind::Slice { element, mutable: true, length }) => {
            (data.as_mut_ptr().cast_const(), data.len(), element, length)
        }
        _ => return None,
    };
    let elements = element_count(address, bytes, element)?;
    slots.push(Slot::Address(address.cast()));
    match length {
        Length::Argument => slots.push(Slot::Word(elements)),
        Length::Expr(length) => {
            let needed = length.eval(&|index| scalars.get(index).copied().flatten()).ok()?;
            (needed <= elements).then_some(())?;
        }
    }
    Some(())
}

/// Number of elements in memory that is aligned for them and holds no part of one.
fn element_count(address: *const u8, bytes: usize, element: &ElementType) -> Option<u64> {
    let (address, bytes, size) = (address.addr() as u64, bytes as u64, element.size());
    let fits = address.is_multiple_of(element.align()) && bytes.is_multiple_of(size);
    bytes.checked_div(size).filter(|_| fits)
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

fn describe(Param { name, kind }: &Param) -> String {
    match kind {
        ParamKind::Scalar { scalar } => format!("`{name}: {scalar}`"),
        ParamKind::Struct { layout } => format!("`{name}: {}`", layout.name),
        ParamKind::Slice { element, mutable, length } => {
            let mutability = if *mutable { "mut " } else { "" };
            let length = match length {
                Length::Argument => "",
                Length::Expr(_) => " of the length that the scalar arguments give",
            };
            format!("`{name}: &{mutability}[{element}]`{length}")
        }
    }
}

// The low bytes of a word come first, where a narrower scalar is read.
const _: () = assert!(cfg!(target_endian = "little"));

#[cfg(test)]
mod tests {
    use sycl_hls_types::{LengthExpr, Scalar, StructLayout};

    use super::*;

    /// `k(n: u32, x: &[f32], y: &mut [u64] of n * 2 elements)`.
    fn kernel() -> KernelInterface {
        let slice = |name: &str, element: Scalar, mutable, length| Param {
            name: name.into(),
            kind: ParamKind::Slice { element: element.into(), mutable, length },
        };
        let double = LengthExpr::Mul(Box::new(LengthExpr::Param(0)), Box::new(LengthExpr::Const(2)));
        KernelInterface {
            name: "k".into(),
            params: vec![
                Param { name: "n".into(), kind: ParamKind::Scalar { scalar: Scalar::U32 } },
                slice("x", Scalar::F32, false, Length::Argument),
                slice("y", Scalar::U64, true, Length::Expr(double)),
            ],
        }
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
                Slot::Struct(_) | Slot::Address(_) => 99,
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
        let kernel = KernelInterface { name: "k".into(), params };
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
        assert_eq!(refused(n, 0..12, 64, false), Ok(4));
        assert_eq!(refused(n, 0..0, 64, false), Ok(4));
        let text = |index: usize, what: &str| Err(format!("argument {index} of the kernel should be {what}"));
        assert_eq!(refused(4_i32.into(), 0..12, 64, false), text(0, "`n: u32`"));
        assert_eq!(refused(n, 0..13, 64, false), text(1, "`x: &[f32]`"));
        assert_eq!(refused(n, 2..14, 64, false), text(1, "`x: &[f32]`"));
        let y = "`y: &mut [u64]` of the length that the scalar arguments give";
        assert_eq!(refused(n, 0..12, 56, false), text(2, y));
        assert_eq!(refused(n, 0..12, 64, true), text(2, y));
        assert_eq!(outcome(vec![]), text(0, "the last or none: the kernel takes 3"));
    }
}
