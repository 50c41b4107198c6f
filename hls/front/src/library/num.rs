// What `core::num` has, as far as kernels need it.

/// Why an integer is none of another type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TryFromIntError;

/// `U::try_from(x)` of integers: the same number, not the same bits.
pub fn try_from<T, U>(x: T) -> Result<U, TryFromIntError> {
    let made = x as U;
    if made as T == x && (made < 0) == (x < 0) { Ok(made) } else { Err(TryFromIntError) }
}
