// What floats need besides numbers.

/// The kinds of floats, as `core::num` has them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FpCategory {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
}
