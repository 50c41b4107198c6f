//! Values of literals.

use num_bigint::BigInt;
use sycl_hls_types::ScalarValue;

use crate::ty::Prim;

/// The value of an integer literal, negated by the operator before it or not, if it fits.
pub(crate) fn int_value(prim: Prim, value: u128, negated: bool) -> Option<ScalarValue> {
    let ty = prim.scalar();
    match i128::try_from(value) {
        Ok(magnitude) => ScalarValue::from_integer(ty, if negated { -magnitude } else { magnitude }),
        Err(_) => {
            let magnitude = BigInt::from(value);
            ScalarValue::from_big(ty, &if negated { -magnitude } else { magnitude })
        }
    }
}

/// The nearest value to decimal digits.
pub(crate) fn float_value(prim: Prim, digits: &str) -> Option<ScalarValue> {
    match prim {
        Prim::F32 => digits.parse::<f32>().ok().map(Into::into),
        Prim::F64 => digits.parse::<f64>().ok().map(Into::into),
        _ => None,
    }
}
