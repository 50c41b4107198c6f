// Integers of 128 bits from and to floats, in the kernel language: `as` of Rust.

/// The highest 64 bits of a number, the lowest of them 1 also if others below are, and how many are below: enough to round it.
fn rounded_up(x: u128) -> (u64, u32) {
    let above = 64 - ((x >> 64) as u64).leading_zeros();
    let kept = (x >> above) as u64;
    let lost = (kept as u128) << above != x;
    (kept | lost as u64, above)
}

fn f64_of_u128(x: u128) -> f64 {
    let (word, exponent) = rounded_up(x);
    word as f64 * f64::from_bits((1023 + exponent as u64) << 52)
}

fn f32_of_u128(x: u128) -> f32 {
    let (word, exponent) = rounded_up(x);
    word as f32 * f32::from_bits((127 + exponent) << 23)
}

fn f64_of_i128(x: i128) -> f64 {
    let magnitude = f64_of_u128(x.unsigned_abs());
    if x < 0 { -magnitude } else { magnitude }
}

fn f32_of_i128(x: i128) -> f32 {
    let magnitude = f32_of_u128(x.unsigned_abs());
    if x < 0 { -magnitude } else { magnitude }
}

fn u128_of_f64(x: f64) -> u128 {
    let bits = x.to_bits();
    let exponent = (bits >> 52) as u32;
    let significand = (bits & 0xf_ffff_ffff_ffff) | 0x10_0000_0000_0000;
    if !(x >= 1.0) {
        0
    } else if exponent >= 1023 + 128 {
        u128::MAX
    } else if exponent >= 1075 {
        (significand as u128) << (exponent - 1075)
    } else {
        (significand >> (1075 - exponent)) as u128
    }
}

fn i128_of_f64(x: f64) -> i128 {
    let magnitude = u128_of_f64(x.abs());
    if magnitude >= 1 << 127 {
        if x < 0.0 { i128::MIN } else { i128::MAX }
    } else if x < 0.0 {
        -(magnitude as i128)
    } else {
        magnitude as i128
    }
}
