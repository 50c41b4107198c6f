//! Iterations that are known.

use sycl_hls_ir::{Constants, ForLoop};
use sycl_hls_types::{Scalar, ScalarValue};

/// The iterations of a loop whose bounds are constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Trip {
    ty: Scalar,
    first: i128,
    step: i128,
    /// Their number.
    pub count: u128,
}

impl Trip {
    /// Those of a loop, if they are known.
    pub fn of(for_loop: &ForLoop, constants: &Constants) -> Option<Self> {
        let (lo, hi) = (constants.get(for_loop.lo)?, constants.get(for_loop.hi)?);
        let (ty, first, step) = (lo.ty(), lo.to_integer()?, i128::from(for_loop.step));
        let range = hi.to_integer()? - first + i128::from(for_loop.inclusive);
        let count = if range > 0 { (range - 1) / step + 1 } else { 0 };
        Some(Self { ty, first, step, count: count.unsigned_abs() })
    }

    /// The values of the induction variable.
    pub fn values(self) -> impl Iterator<Item = ScalarValue> {
        let next = move |value: &i128| Some(value + self.step);
        let values = std::iter::successors(Some(self.first), next).zip(0..self.count);
        values.map(move |(value, _)| ScalarValue::wrapping(self.ty, value))
    }
}
