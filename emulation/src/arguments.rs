//! The arguments of a run, checked against the kernel's parameters, as all that runs kernels passes them: by registers, by
//! pointers, or through XRT.

use sycl_hls_backend::{ArgError, Args, KernelArg};
use sycl_hls_types::{ElementType, KernelInterface, Length, Param, ParamKind, Scalar, ScalarValue, end_text};

/// What a kernel is passed for a parameter that an argument fits. A slice whose length is an argument is followed by it.
#[derive(Debug)]
pub enum Argument<'a> {
    /// A scalar by value.
    Scalar(ScalarValue),
    /// The bytes of a struct by value.
    Struct(&'a [u8]),
    /// A scalar that the kernel writes.
    Output {
        /// Its type.
        scalar: Scalar,
        /// True if the kernel takes its value from before the run.
        initial: bool,
        /// Its bytes.
        value: &'a mut [u8],
    },
    /// A slice.
    Slice {
        /// The position of its parameter.
        param: usize,
        /// Its elements.
        data: Data<'a>,
    },
    /// The length in elements of the slice before.
    Length(u64),
    /// An end of a stream.
    Stream {
        /// Type of an element.
        scalar: Scalar,
        /// True if the kernel reads it.
        input: bool,
        /// The elements' bytes: those that the kernel can read, or behind which it adds those that it writes. A run takes
        /// what it reads from the front.
        elements: &'a mut Vec<u8>,
    },
}

/// Memory that a kernel reads, or reads and writes.
#[derive(Debug)]
pub enum Data<'a> {
    /// Of a `&[T]`.
    Shared(&'a [u8]),
    /// Of a `&mut [T]`.
    Mutable(&'a mut [u8]),
}

impl Data<'_> {
    /// The bytes as they are now.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Shared(bytes) => bytes,
            Self::Mutable(bytes) => bytes,
        }
    }
}

/// What a kernel is passed in one run, in order.
///
/// # Errors
/// When they are not what its parameters say.
pub fn check<'a>(kernel: &KernelInterface, args: Args<'a>) -> Result<Vec<Argument<'a>>, ArgError> {
    let count = kernel.params.len();
    if args.len() != count {
        let index = args.len().min(count);
        return Err(ArgError { index, expected: format!("the last or none: the kernel takes {count}") });
    }
    let scalars: Vec<Option<ScalarValue>> = args.iter().map(scalar_value).collect();
    let mut passed = Vec::with_capacity(2 * count);
    for (index, (arg, param)) in args.into_iter().zip(&kernel.params).enumerate() {
        let (argument, length) = fit(index, arg, &param.kind, &scalars)
            .ok_or_else(|| ArgError { index, expected: describe(param) })?;
        passed.push(argument);
        passed.extend(length.map(Argument::Length));
    }
    Ok(passed)
}

fn scalar_value(arg: &KernelArg<'_>) -> Option<ScalarValue> {
    match arg {
        KernelArg::Scalar(value) => Some(value.clone()),
        _ => None,
    }
}

/// What the parameter at a position is passed as, and its length if that is an argument; `None` when `arg` does not fit it.
fn fit<'a>(
    param: usize,
    arg: KernelArg<'a>,
    kind: &ParamKind,
    scalars: &[Option<ScalarValue>],
) -> Option<(Argument<'a>, Option<u64>)> {
    let (data, element, length) = match (arg, kind) {
        (KernelArg::Scalar(value), ParamKind::Scalar { scalar }) if value.ty() == *scalar => {
            return Some((Argument::Scalar(value), None));
        }
        (KernelArg::Struct(bytes), ParamKind::Struct { layout }) if bytes.len() as u64 == layout.size => {
            return Some((Argument::Struct(bytes), None));
        }
        (KernelArg::SliceMut(value), ParamKind::Output { scalar, initial })
            if element_count(value, &(*scalar).into()) == Some(1) =>
        {
            return Some((Argument::Output { scalar: *scalar, initial: *initial, value }, None));
        }
        (KernelArg::Stream(elements), ParamKind::Stream { scalar, input, .. })
            if elements.len().is_multiple_of(scalar.bytes()) =>
        {
            return Some((Argument::Stream { scalar: *scalar, input: *input, elements }, None));
        }
        (KernelArg::Slice(data), ParamKind::Slice { element, mutable: false, length }) => {
            (Data::Shared(data), element, length)
        }
        (KernelArg::SliceMut(data), ParamKind::Slice { element, mutable: true, length }) => {
            (Data::Mutable(data), element, length)
        }
        _ => return None,
    };
    let elements = element_count(data.bytes(), element)?;
    let length = match length {
        Length::Argument => Some(elements),
        Length::Expr(length) => {
            let needed = length.eval(&|index| scalars.get(index)?.clone()).ok()?;
            (needed <= elements).then_some(())?;
            None
        }
    };
    Some((Argument::Slice { param, data }, length))
}

/// Number of elements in memory that is aligned for them and holds no part of one.
fn element_count(data: &[u8], element: &ElementType) -> Option<u64> {
    let (address, bytes, size) = (data.as_ptr().addr() as u64, data.len() as u64, element.size());
    // No bytes may lie anywhere: those of an empty vector of bytes do.
    let aligned = bytes == 0 || address.is_multiple_of(element.align());
    let fits = aligned && bytes.is_multiple_of(size);
    bytes.checked_div(size).filter(|_| fits)
}

fn describe(Param { name, kind }: &Param) -> String {
    match kind {
        ParamKind::Scalar { scalar } => format!("`{name}: {scalar}`"),
        ParamKind::Struct { layout } => format!("`{name}: {}`", layout.name),
        ParamKind::Output { scalar, .. } => format!("`{name}: &mut {scalar}`"),
        ParamKind::Stream { scalar, input, packet } => {
            format!("`{name}: {}`", end_text(*scalar, *input, *packet))
        }
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
