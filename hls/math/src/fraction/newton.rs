// Fractions of 32 bits: what f32 and f64 have in common. Division and roots are Newton's iterations:
// multipliers of few bits instead of dividers of many cycles.

/// Shifts to the right; a distance beyond the width leaves nothing.
pub fn shift_right(x: u64, distance: i32) -> u64 {
    if distance > 63 { 0 } else { x >> distance as u32 }
}

/// `2^9 / d` where `d` has 31 bits after the point and lies in [1, 2), to 7 bits.
pub fn reciprocal_seed(d: u32) -> u32 {
    RECIPROCAL[(d >> 25 & 63) as usize]
}

/// `2^32 / d` where `d` has 31 bits after the point and lies in [1, 2); at most `2^32 - 1`, to 31 bits.
pub fn reciprocal(d: u32) -> u32 {
    let wide: u64 = d as u64;
    let seed: u64 = reciprocal_seed(d) as u64;
    // A step of third order from 7 bits to 20, then one of Newton's.
    let h: i64 = ((1u64 << 40) as i64 - (wide * seed) as i64) >> 16;
    let first: u64 = seed * ((1i64 << 24) + h + ((h * h) >> 24)) as u64;
    let error: i64 = 0u64.wrapping_sub(wide.wrapping_mul(first)) as i64 >> 20;
    let second: i64 = (((first as i64 * error) >> 33) + (first as i64) * 2048) >> 12;
    second.min(0xffff_ffff) as u32
}

/// `2^32 / sqrt(d)` where `d` has 30 bits after the point and lies in [1, 4); at most `2^32 - 1`, to 31 bits.
pub fn inverse_sqrt(d: u32) -> u32 {
    let wide: u64 = d as u64;
    let seed: u64 = RSQRT[((d >> 26) - 16) as usize] as u64;
    // A step of fourth order from 5 bits to 20, then one of Newton's.
    let h: i64 = ((1u64 << 48) as i64 - (wide * (seed * seed)) as i64) >> 24;
    let h2: i64 = (h * h) >> 24;
    let h3: i64 = (h2 * h) >> 24;
    let series: i64 = (1i64 << 24) + (h >> 1) + ((h2 * 3) >> 3) + ((h3 * 5) >> 4);
    let first: u64 = (seed * series as u64) >> 1;
    let error: i64 = (1i64 << 62) - (wide * ((first * first) >> 32)) as i64;
    let second: i64 = first as i64 + ((first as i64 * (error >> 20)) >> 43);
    second.min(0xffff_ffff) as u32
}

/// `2^32 / cbrt(d)` where `d` has 29 bits after the point and lies in [1, 8); at most `2^32 - 1`, to 31 bits.
pub fn inverse_cbrt(d: u32) -> u32 {
    let wide: u64 = d as u64;
    let seed: u64 = RCBRT[((d >> 26) - 8) as usize] as u64;
    // A step of fourth order from 4 bits to 18, then one of Newton's.
    let h: i64 = ((1u64 << 56) as i64 - (wide * (seed * seed * seed)) as i64) >> 32;
    let h2: i64 = (h * h) >> 24;
    let h3: i64 = (h2 * h) >> 24;
    // Thirds, two ninths and fourteen eighty-firsts.
    let series: i64 = (1i64 << 24) + ((h * 0x55_5555 + h2 * 0x38_e38e + h3 * 0x2c_3f36) >> 24);
    let first: u64 = (seed * series as u64) >> 1;
    let cube: u64 = (((first * first) >> 32) * first) >> 32;
    let error: i64 = ((1i64 << 61) - (wide * cube) as i64) >> 19;
    let second: i64 = first as i64 + ((((first as i64 * error) >> 32) * 0x5555_5555) >> 42);
    second.min(0xffff_ffff) as u32
}
