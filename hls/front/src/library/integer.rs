// Functions of integers, in the kernel language. They never panic: what Rust checks is checked where they are called.

/// The power with what does not fit cut off, and whether that happened.
fn pow<T: Integer>(base: T, exponent: u32) -> (T, bool) {
    let mut result = T::ONE;
    let mut overflowed = false;
    let mut factor = base;
    let mut factor_overflowed = false;
    let mut rest = exponent;
    while rest != 0 {
        if rest & 1 == 1 {
            let (product, too_large) = result.overflowing_mul(factor);
            result = product;
            overflowed |= too_large | factor_overflowed;
        }
        let (square, too_large) = factor.overflowing_mul(factor);
        factor = square;
        factor_overflowed |= too_large;
        rest >>= 1;
    }
    (result, overflowed)
}

/// The largest number whose square is not above `x`, which is not negative: bit by bit.
fn isqrt<T: Integer>(x: T) -> T {
    let mut rest = x;
    let mut root = T::ZERO;
    let mut bit = T::ONE.wrapping_shl((T::BITS - 2) & !1);
    while bit > x {
        bit = bit >> 2;
    }
    while bit != T::ZERO {
        if rest >= root + bit {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root = root >> 1;
        }
        bit = bit >> 2;
    }
    root
}

/// The number of times that `x`, which is positive, can be divided by `base`, which is above 1, until nothing is left.
fn ilog<T: Integer>(x: T, base: T) -> u32 {
    let mut rest = x;
    let mut count = 0;
    while rest >= base {
        rest = rest / base;
        count += 1;
    }
    count
}
