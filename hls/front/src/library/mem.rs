// What `core::mem` has, as far as kernels need it.

pub fn swap<T>(a: &mut T, b: &mut T) {
    let first = *a;
    *a = *b;
    *b = first;
}

pub fn replace<T>(place: &mut T, value: T) -> T {
    let old = *place;
    *place = value;
    old
}

pub fn take<T>(place: &mut T) -> T {
    let old = *place;
    *place = T::default();
    old
}
