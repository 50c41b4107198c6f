//! Kernels to run with their arguments, as text.

use serde::{Deserialize, Serialize};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::Value;
use crate::value::Elements;

/// A kernel to run, with its arguments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The kernel's name.
    pub kernel: String,
    /// Its arguments.
    pub args: Vec<Arg>,
}

/// An argument: its type and the bits of its scalars.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arg {
    /// How it is passed.
    pub kind: ArgKind,
    /// The scalar's or the elements' type.
    pub ty: Scalar,
    /// One word for each scalar.
    pub bits: Vec<u64>,
}

/// How an argument is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArgKind {
    /// By value.
    Scalar,
    /// `&[T]`
    Slice,
    /// `&mut [T]`
    SliceMut,
}

impl Job {
    /// The arguments as every target takes them.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        let value = |arg: &Arg| {
            let mut scalars = arg.bits.iter().map(|bits| ScalarValue::from_bits(arg.ty, *bits));
            match arg.kind {
                ArgKind::Scalar => scalars.next_back().map(Value::Scalar),
                ArgKind::Slice => Elements::new(arg.ty, scalars).map(Value::Slice),
                ArgKind::SliceMut => Elements::new(arg.ty, scalars).map(Value::SliceMut),
            }
        };
        self.args.iter().filter_map(value).collect()
    }
}
