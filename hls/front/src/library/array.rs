// What `core::array` and arrays have, as far as kernels need it.

pub fn from_fn<T, const N: usize>(f: impl FnMut(usize) -> T) -> [T; N] {
    let mut made: [T; N];
    for i in 0..N {
        made[i] = f(i);
    }
    made
}

pub fn map<T, U, const N: usize>(values: [T; N], f: impl FnMut(T) -> U) -> [U; N] {
    let mut mapped: [U; N];
    for i in 0..N {
        mapped[i] = f(values[i]);
    }
    mapped
}

/// Why a slice is no array: it has more or fewer elements.
#[derive(Clone, Copy)]
pub struct TryFromSliceError;

/// `<[T; N]>::try_from(x)`: a copy of the elements.
pub fn try_from<T, const N: usize>(x: &[T]) -> Result<[T; N], TryFromSliceError> {
    if x.len() == N { Ok(from_fn::<T, N>(|i| x[i])) } else { Err(TryFromSliceError) }
}
