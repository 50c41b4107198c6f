//! Types of memory objects. SSA values are scalars.

use std::fmt;

use sycl_hls_types::Scalar;

/// The type of a slot, a constant or a parameter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A scalar.
    Scalar(Scalar),
    /// An array: element type and length, row-major.
    Array(Box<Self>, u64),
}

impl Type {
    /// `[element; len]`
    #[must_use]
    pub fn array(element: Self, len: u64) -> Self {
        Self::Array(Box::new(element), len)
    }

    /// The scalar at the bottom of the array, or the scalar itself.
    #[must_use]
    pub fn leaf(&self) -> Scalar {
        match self {
            Self::Scalar(scalar) => *scalar,
            Self::Array(element, _) => element.leaf(),
        }
    }

    /// Number of scalars in an object of this type; saturates.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        match self {
            Self::Scalar(_) => 1,
            Self::Array(element, len) => element.leaves().saturating_mul(*len),
        }
    }

    /// The lengths of the dimensions, outermost first; empty for a scalar.
    #[must_use]
    pub fn dims(&self) -> Vec<u64> {
        let mut dims = Vec::new();
        let mut ty = self;
        while let Self::Array(element, len) = ty {
            dims.push(*len);
            ty = element;
        }
        dims
    }

    /// The type that `count` indices reach, `None` if there are fewer dimensions.
    #[must_use]
    pub fn indexed(&self, count: usize) -> Option<&Self> {
        match (self, count) {
            (_, 0) => Some(self),
            (Self::Array(element, _), _) => element.indexed(count - 1),
            (Self::Scalar(_), _) => None,
        }
    }
}

impl From<Scalar> for Type {
    fn from(scalar: Scalar) -> Self {
        Self::Scalar(scalar)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::Array(element, len) => write!(f, "[{element}; {len}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_arrays() {
        let ty = Type::array(Type::array(Scalar::F32.into(), 4), 3);
        assert_eq!(ty.to_string(), "[[f32; 4]; 3]");
        assert_eq!((ty.leaf(), ty.leaves(), ty.dims()), (Scalar::F32, 12, vec![3, 4]));
        assert_eq!(ty.indexed(1), Some(&Type::array(Scalar::F32.into(), 4)));
        assert_eq!(ty.indexed(2), Some(&Scalar::F32.into()));
        assert_eq!(ty.indexed(3), None);
    }
}
