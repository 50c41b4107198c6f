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
    /// A slice's elements, as they lie in memory.
    Elements(Vec<u8>),
    /// Nothing.
    Nothing,
}

/// What is known of the registers and of slices.
#[must_use]
pub fn inputs(func: &Func, given: &[Given]) -> Inputs {
    let known = || func.params.iter().zip(given.iter().chain(std::iter::repeat(&Given::Nothing)));
    let elements = known().enumerate().filter_map(|(position, (_, given))| match given {
        Given::Elements(bytes) => Some((position, bytes.clone())),
        _ => None,
    });
    let streams = known().filter(|(param, _)| is_stream(param)).map(|(_, given)| match given {
        Given::Elements(bytes) => Some(bytes.clone()),
        _ => None,
    });
    let in_registers = known().filter(|(param, _)| !is_stream(param));
    Inputs {
        registers: in_registers.flat_map(|(param, given)| registers(param, given)).collect(),
        slices: elements.collect(),
        streams: streams.collect(),
    }
}

const fn is_stream(param: &Param) -> bool {
    matches!(param.kind, ParamKind::Stream { .. })
}

/// Those of slices hold an address, which is not known but where the elements are, and their length where that is an argument.
fn registers(param: &Param, given: &Given) -> Vec<Option<Vec<u8>>> {
    let bytes = |number: u64| Some(number.to_le_bytes().to_vec());
    match (&param.kind, given) {
        (ParamKind::Slice { element, length, .. }, given) => {
            let (address, known) = match given {
                Given::Elements(all) => (bytes(0), Some(all.len() as u64 / element.layout().size().max(1))),
                Given::Length(length) => (None, Some(*length)),
                Given::Scalar(_) | Given::Nothing => (None, None),
            };
            let length = (*length == Length::Argument).then(|| known.and_then(bytes));
            std::iter::once(address).chain(length).collect()
        }
        (ParamKind::Scalar(_) | ParamKind::Output { .. }, Given::Scalar(value)) => {
            vec![Some(value.to_le_bytes())]
        }
        _ => vec![None],
    }
}
