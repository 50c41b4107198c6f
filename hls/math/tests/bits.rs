//! The bits of the results are part of the contract: images that are built today must agree with host programs that are
//! built tomorrow. A digest of many results of each function; whoever changes one changes results on all targets.
//!
//! `UPDATE_EXPECT=1 cargo test -p sycl-hls-math bits::` writes what is.

use std::fmt::Write as _;

use expect_test::expect;
use sycl_hls_math::philox::philox4x32_10;
use sycl_hls_math::{f32 as single, f64 as double};

/// Arguments of all magnitudes, half of them of those that programs have.
fn argument(index: u32) -> f64 {
    let [a, b, c, _] = philox4x32_10([index, 0, 0, 0], [7, 0]);
    if a & 1 == 0 {
        return f64::from_bits(u64::from(b) << 32 | u64::from(c));
    }
    let exponent = (a >> 1) as i32 % 24 - 16;
    (f64::from(b) / 2f64.powi(31) - 1.0) * 2f64.powi(exponent)
}

/// After FNV-1a; all NaNs count as one.
fn digest(results: impl Iterator<Item = f64>) -> u64 {
    let bits = results.map(|result| if result.is_nan() { 0 } else { result.to_bits() });
    bits.fold(0, |hash: u64, bits| (hash.rotate_left(29) ^ bits).wrapping_mul(0x100_0000_01b3))
}

const COUNT: u32 = 5000;

macro_rules! digests {
    ($text:ident, $x:ident, $y:ident: $($name:ident($($argument:ident),+))*) => {
        $({
            let narrow = (0..COUNT).map(|i| {
                let ($x, $y) = (argument(i) as f32, argument(i + COUNT) as f32);
                let _ = $y;
                f64::from(single::$name($($argument),+))
            });
            let wide = (0..COUNT).map(|i| {
                let ($x, $y) = (argument(i), argument(i + COUNT));
                let _ = $y;
                double::$name($($argument),+)
            });
            writeln!($text, "{:6} {:016x} {:016x}", stringify!($name), digest(narrow), digest(wide)).unwrap();
        })*
    };
}

#[test]
fn results_have_not_changed() {
    let mut text = String::new();
    digests! { text, x, y:
        sin(x) cos(x) tan(x) asin(x) acos(x) atan(x) sinh(x) cosh(x) tanh(x) exp(x) exp2(x) exp10(x) expm1(x)
        log(x) log2(x) log10(x) log1p(x) cbrt(x) rsqrt(x) recip(x) erf(x) erfc(x)
        atan2(y, x) pow(x, y) hypot(x, y) fmod(x, y)
    }
    expect![[r#"
        sin    63edc20369dd7e43 5550f8a6e7e6a3ab
        cos    bb2239a4063f20b9 e88dea3239217f3e
        tan    34680583742ce86b c67fff630af87b11
        asin   1dac1e0333db3cfd b729dba24bfe825a
        acos   b2f6caf0e19d89d9 45abda34c0ad055c
        atan   e8ba9667d9c81bb9 5769867a661ba13f
        sinh   0de78f14d5ae9345 71a24a8e92bbcaf0
        cosh   ee72d2ed5ba4cac9 ac3530c92fefb85e
        tanh   54df7928c3d81523 6e1e40ceeae6ea0d
        exp    ce160f9644f33d3a e0bfaa0fe1e52d9a
        exp2   538f50d5c93f761d 8608f5cefb6613ae
        exp10  fcb45b7739e8ba24 8c82d15ff0416811
        expm1  a006f06cd20a7f6e acb09a4e42b9aff9
        log    249b00584c65f8d8 e03d938ff5323adc
        log2   e4b1e00d91049032 8603c860eb783406
        log10  4ac959a4964e2ca4 e9ae224c50ec3f00
        log1p  22a835d82f852cbd d6723c6cbc309e91
        cbrt   caa9b810b333451b c9d0e493631bdc7d
        rsqrt  9f4ca234156c4041 e32495121460afab
        recip  b29ba316201ef4c7 55dc1dc4b3ed63b9
        erf    e14060edfce37707 2f21fc65188e91c6
        erfc   49b99d5fdf14f0be 10bb5505c628080b
        atan2  a8a4c04cc0bfef6d d087dd43cd709c1c
        pow    a8c1af422efe439b 2a793ec7cd5661ad
        hypot  636b3d564eae83a5 f97debc7a7624314
        fmod   3c728067db327c8f 5a44b833d7b0e15e
    "#]]
    .assert_eq(&text);
}
