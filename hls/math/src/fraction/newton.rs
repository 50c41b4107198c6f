// Fractions of 32 bits: what f32 and f64 have in common. Division and roots are Newton's iterations:
// multipliers of few bits instead of dividers of many cycles.

/// The absolute value.
pub fn magnitude(x: i64) -> u64 {
    if x < 0 { 0u64.wrapping_sub(x as u64) } else { x as u64 }
}

/// Shifts to the right; a distance beyond the width leaves nothing.
pub fn shift_right(x: u64, distance: i32) -> u64 {
    if distance > 63 { 0 } else { x >> distance as u32 }
}

/// `2^9 / d` where `d` has 31 bits after the point and lies in [1, 2), to 7 bits.
pub fn reciprocal_seed(d: u32) -> u16 {
    RECIPROCAL[(d >> 25 & 63) as usize]
}

/// `2^32 / d` where `d` has 31 bits after the point and lies in [1, 2); at most `2^32 - 1`, to 31 bits.
pub fn reciprocal(d: u32) -> u32 {
    let seed: u64 = reciprocal_seed(d) as u64;
    // A step of third order from 7 bits to 20, then one of Newton's.
    let h: i32 = (((1i64 << 40) - (d as u64 * seed) as i64) >> 16) as i32;
    let h2: i32 = ((h as i64 * h as i64) >> 24) as i32;
    let series: u32 = ((1i32 << 24) + h + h2) as u32;
    let first: u32 = ((seed * series as u64) >> 1) as u32;
    let error: i32 = ((1u64 << 63).wrapping_sub(d as u64 * first as u64) as i64 >> 19) as i32;
    refined(first, error)
}

/// The upper half of a product, to nearest.
pub fn rounded_product(a: u32, b: u32) -> u32 {
    ((a as u64 * b as u64 + 0x8000_0000) >> 32) as u32
}

// `first * (1 + error / 2^44)`, rounded; at most `2^32 - 1`.
fn refined(first: u32, error: i32) -> u32 {
    let change: i64 = (first as i64 * error as i64) >> 40;
    (((first as i64 * 16) + change + 8) >> 4).min(0xffff_ffff) as u32
}

/// `2^32 / sqrt(d)` where `d` has 30 bits after the point and lies in [1, 4); at most `2^32 - 1`, to 31 bits.
pub fn inverse_sqrt(d: u32) -> u32 {
    let seed: u64 = RSQRT[((d >> 26) - 16) as usize] as u64;
    // A step of fourth order from 5 bits to 20, then one of Newton's.
    let square: u32 = (seed * seed) as u32;
    let h: i32 = (((1i64 << 48) - (d as u64 * square as u64) as i64) >> 24) as i32;
    let h2: i32 = ((h as i64 * h as i64) >> 24) as i32;
    let h3: i32 = ((h2 as i64 * h as i64) >> 24) as i32;
    let series: u32 = ((1i32 << 24) + (h >> 1) + ((h2 * 3) >> 3) + ((h3 * 5) >> 4)) as u32;
    let first: u32 = ((seed * series as u64) >> 1) as u32;
    let first_square: u32 = rounded_product(first, first);
    let error: i64 = (1i64 << 62) - (d as u64 * first_square as u64) as i64;
    refined(first, (error >> 19) as i32)
}

/// `2^32 / cbrt(d)` where `d` has 29 bits after the point and lies in [1, 8); at most `2^32 - 1`, to 31 bits.
pub fn inverse_cbrt(d: u32) -> u32 {
    let seed: u64 = RCBRT[((d >> 26) - 8) as usize] as u64;
    // A step of fourth order from 4 bits to 18, then one of Newton's. Of h, h^2 and h^3 it takes a third, two
    // ninths and fourteen eighty-firsts.
    let cube: u32 = (seed * seed * seed) as u32;
    let h: i32 = (((1i64 << 56) - (d as u64 * cube as u64) as i64) >> 32) as i32;
    let h2: i32 = ((h as i64 * h as i64) >> 24) as i32;
    let h3: i32 = ((h2 as i64 * h as i64) >> 24) as i32;
    let change: i64 = h as i64 * 0x55_5555 + h2 as i64 * 0x38_e38e + h3 as i64 * 0x2c_3f36;
    let series: u32 = ((1i64 << 24) + (change >> 24)) as u32;
    let first: u32 = ((seed * series as u64) >> 1) as u32;
    let first_square: u32 = rounded_product(first, first);
    let first_cube: u32 = rounded_product(first_square, first);
    let error: i32 = (((1i64 << 61) - (d as u64 * first_cube as u64) as i64) >> 17) as i32;
    refined(first, ((error as i64 * 0x5555_5555) >> 32) as i32)
}
