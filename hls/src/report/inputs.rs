//! From a kernel's parameters to what its registers hold.

use sycl_hls_ir::{Func, Param, ParamKind};
use sycl_hls_types::{Length, ScalarValue};

use crate::rtl::predict::Inputs;

/// What is known of a parameter before a run.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    /// The value of a scalar, or of an output before the run.
    Scalar(ScalarValue),
    /// A slice's length, in elements.
    Length(u64),
    /// Nothing.
    Nothing,
}

/// What is known of the registers: those of slices hold an address, which is not, and their length where that is an
/// argument.
#[must_use]
pub fn inputs(func: &Func, given: &[Given]) -> Inputs {
    let known = given.iter().cloned().chain(std::iter::repeat(Given::Nothing));
    Inputs(func.params.iter().zip(known).flat_map(|(param, given)| registers(param, given)).collect())
}

fn registers(param: &Param, given: Given) -> Vec<Option<Vec<u8>>> {
    match (&param.kind, given) {
        (ParamKind::Slice { length: Length::Argument, .. }, Given::Length(length)) => {
            vec![None, Some(length.to_le_bytes().to_vec())]
        }
        (ParamKind::Slice { length: Length::Argument, .. }, _) => vec![None, None],
        (ParamKind::Scalar(_) | ParamKind::Output { .. }, Given::Scalar(value)) => {
            vec![Some(value.to_le_bytes())]
        }
        _ => vec![None],
    }
}
