//! Kernels to run with their arguments, as text.

use serde::{Deserialize, Serialize};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::Value;
use crate::value::{Elements, Records};

/// A kernel to run, with its arguments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The kernel's name.
    pub kernel: String,
    /// Its arguments.
    pub args: Vec<Arg>,
    /// Decides when memory answers in simulated hardware.
    #[serde(default)]
    pub seed: u64,
}

/// An argument: what it is made of, and the bits of all its scalars.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arg {
    /// How it is passed.
    pub kind: ArgKind,
    /// Of the value, or of an element.
    pub ty: ArgTy,
    /// One word for each scalar.
    pub bits: Vec<u64>,
}

/// The type of a value or an element.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ArgTy {
    /// A scalar.
    Scalar(Scalar),
    /// A struct or an array: its scalars, in order.
    Compound(Vec<Scalar>),
}

impl ArgTy {
    /// The scalars of one value.
    #[must_use]
    pub fn scalars(&self) -> &[Scalar] {
        match self {
            Self::Scalar(scalar) => std::slice::from_ref(scalar),
            Self::Compound(scalars) => scalars,
        }
    }
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
        self.args.iter().filter_map(Arg::value).collect()
    }
}

impl Arg {
    /// `None` for what no kernel takes.
    fn value(&self) -> Option<Value> {
        let types = self.ty.scalars().iter().cycle();
        let mut scalars = types.zip(&self.bits).map(|(ty, bits)| ScalarValue::from_bits(*ty, *bits));
        let elements = match (&self.ty, self.kind) {
            (ArgTy::Scalar(_), ArgKind::Scalar) => return scalars.next().map(Value::Scalar),
            (ArgTy::Scalar(ty), _) => Elements::new(*ty, scalars)?,
            (ArgTy::Compound(types), kind) => match Records::new(types, scalars) {
                records if kind == ArgKind::Scalar => return Some(Value::Struct(records)),
                records => records.into(),
            },
        };
        Some(if self.kind == ArgKind::Slice { Value::Slice(elements) } else { Value::SliceMut(elements) })
    }
}
