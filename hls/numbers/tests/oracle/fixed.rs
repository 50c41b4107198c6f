//! Fixed-point numbers.

use std::fmt::Write;

use sycl_hls_numbers::{
    Fixed, FixedPoint, Int, Number, Overflow, OverflowMode, Quantization, Rnd, RndConv, RndInf, RndMinInf,
    RndZero, Rounding, Sat, SatSym, SatZero, Supported, Trn, TrnZero, Uint, Width, Wrap, WrapSm,
};

use super::integers::{is_narrow, logic, ring};
use super::{Case, flag};

/// A result with its point, as in `program.h`.
fn show<E: Number>(text: &mut String, value: E) {
    let shape = E::SHAPE;
    // The raw integer, which is at most so many bits away from the point.
    let raw = (value.to::<Fixed<120, 60>>().to_bits() >> (60 - shape.fraction)).to::<u128>();
    let sign = if shape.signed { 'i' } else { 'u' };
    write!(text, " {} {sign}{}:{:x}", shape.whole(), shape.bits, raw & ((1 << shape.bits) - 1)).unwrap();
}

/// The name of a type in C++.
fn cpp<const S: bool, const W: u32, const I: i32, Q: Quantization, O: Overflow>() -> String {
    let quantization = match Q::MODE {
        Rounding::Trn => "AP_TRN",
        Rounding::TrnZero => "AP_TRN_ZERO",
        Rounding::Rnd => "AP_RND",
        Rounding::RndZero => "AP_RND_ZERO",
        Rounding::RndMinInf => "AP_RND_MIN_INF",
        Rounding::RndInf => "AP_RND_INF",
        Rounding::RndConv => "AP_RND_CONV",
    };
    let (overflow, saturated) = match O::MODE {
        OverflowMode::Wrap(bits) => ("AP_WRAP", bits),
        OverflowMode::Sat => ("AP_SAT", 0),
        OverflowMode::SatZero => ("AP_SAT_ZERO", 0),
        OverflowMode::SatSym => ("AP_SAT_SYM", 0),
        OverflowMode::WrapSm(bits) => ("AP_WRAP_SM", bits),
    };
    format!("ap_{}fixed<{W}, {I}, {quantization}, {overflow}, {saturated}>", if S { "" } else { "u" })
}

impl Case {
    /// All pairs of numbers of two types.
    fn all_fixed<const S: bool, const W: u32, const I: i32, const T: bool, const V: u32, const J: i32>(
        &mut self,
    ) where
        Width<W>: Supported,
        Width<V>: Supported,
    {
        let ones = (1 << V) - 1;
        let (a, b) = (cpp::<S, W, I, Trn, Wrap>(), cpp::<T, V, J, Trn, Wrap>());
        self.statement(format!("all_fixed<{a}, {b}>();"));
        for x in 0..1 << W {
            for y in 0..1 << V {
                let x = <FixedPoint<S, W, I>>::from_bits(Uint::new(x));
                let y = <FixedPoint<T, V, J>>::from_bits(Uint::new(y));
                self.line(format!("{a} {x}, {b} {y}"), |text| {
                    ring!(text, x, y);
                    logic!(text, x, y);
                    flag(text, x < y);
                    flag(text, x == y);
                    // As in `program.h`.
                    let wide = S && x.to_bits() == 1 << (W - 1) && y.to_bits() == ones;
                    if y != 0 && S == T && !wide {
                        show(text, x / y);
                    }
                });
            }
        }
    }

    /// All numbers of a type as one with other modes.
    fn convert<
        const S: bool,
        const W: u32,
        const I: i32,
        const T: bool,
        const V: u32,
        const J: i32,
        Q: Quantization,
        O: Overflow,
    >(
        &mut self,
    ) where
        Width<W>: Supported,
        Width<V>: Supported,
    {
        let (a, b) = (cpp::<S, W, I, Trn, Wrap>(), cpp::<T, V, J, Q, O>());
        self.statement(format!("convert<{a}, {b}>();"));
        self.line(format!("{a} as {b}"), |text| {
            for x in 0..1 << W {
                let x = <FixedPoint<S, W, I>>::from_bits(Uint::new(x));
                show(text, x.to::<FixedPoint<T, V, J, Q, O>>());
            }
        });
    }
}

impl Case {
    /// All numbers of a type as integers of three bits.
    fn truncate<const W: u32, const I: i32>(&mut self)
    where
        Width<W>: Supported,
    {
        let a = cpp::<true, W, I, Trn, Wrap>();
        self.statement(format!("convert<{a}, ap_int<3>>();"));
        self.line(format!("{a} as ap_int<3>"), |text| {
            for x in 0..1 << W {
                super::show(text, <Fixed<W, I>>::from_bits(Uint::new(x)).to::<Int<3>>());
            }
        });
    }
}

/// All modes for one pair of types, or each mode once.
macro_rules! modes {
    ($case:ident: $s:literal $w:literal $i:literal => each $v:literal $j:literal) => {
        modes!(@roundings $case ($s, $w, $i, true, $v, $j) Sat, [Trn TrnZero Rnd RndZero RndMinInf RndInf RndConv]);
        modes!(@each $case ($s, $w, $i, true, $v, $j) [Wrap Wrap<1> Wrap<2> SatZero SatSym WrapSm WrapSm<1> WrapSm<2>]);
    };
    ($case:ident: $s:literal $w:literal $i:literal => one bit) => {
        modes!(@roundings $case ($s, $w, $i, true, 1, 1) Sat, [Trn TrnZero Rnd RndZero RndMinInf RndInf RndConv]);
        modes!(@each $case ($s, $w, $i, true, 1, 1) [Wrap Wrap<1> SatZero SatSym WrapSm WrapSm<1>]);
    };
    ($case:ident: $s:literal $w:literal $i:literal => true $v:literal $j:literal) => {
        modes!(@overflows $case ($s, $w, $i, true, $v, $j)
            [Wrap Wrap<1> Wrap<2> Sat SatZero SatSym WrapSm WrapSm<1> WrapSm<2>]);
    };
    ($case:ident: $s:literal $w:literal $i:literal => false $v:literal $j:literal) => {
        modes!(@overflows $case ($s, $w, $i, false, $v, $j) [Wrap Wrap<1> Wrap<2> Sat SatZero SatSym]);
    };
    (@overflows $case:ident $types:tt [$($overflow:ty)*]) => {
        $(modes!(@roundings $case $types $overflow, [Trn TrnZero Rnd RndZero RndMinInf RndInf RndConv]);)*
    };
    (@each $case:ident $types:tt [$($overflow:ty)*]) => {
        $(modes!(@one $case $types Rnd, $overflow);)*
    };
    (@roundings $case:ident $types:tt $overflow:ty, [$($rounding:ty)*]) => {
        $(modes!(@one $case $types $rounding, $overflow);)*
    };
    (@one $case:ident ($s:literal, $w:literal, $i:literal, $t:literal, $v:literal, $j:literal) $q:ty, $o:ty) => {
        $case.convert::<$s, $w, $i, $t, $v, $j, $q, $o>();
    };
}

/// What every run compares.
pub(super) fn some(case: &mut Case) {
    case.all_fixed::<false, 3, -1, true, 3, 2>();
    modes!(case: true 6 4 => each 3 2);
    modes!(case: true 4 3 => one bit);
    case.truncate::<6, 4>();
}

/// All modes with points at many places.
#[cfg(feature = "all")]
pub(super) fn all(case: &mut Case) {
    case.all_fixed::<true, 4, 1, true, 4, 7>();
    case.all_fixed::<true, 4, -2, false, 4, 2>();
    case.all_fixed::<false, 4, 2, false, 4, 0>();
    case.all_fixed::<false, 4, 6, true, 4, -3>();
    modes!(case: true 6 3 => true 3 2);
    modes!(case: true 6 3 => true 4 4);
    modes!(case: true 6 3 => true 2 3);
    modes!(case: true 6 1 => true 2 5);
    modes!(case: true 4 6 => true 4 2);
    modes!(case: true 4 -4 => true 3 2);
    modes!(case: true 6 3 => false 3 2);
    modes!(case: true 5 3 => false 5 2);
    modes!(case: false 6 3 => true 3 2);
    modes!(case: false 6 3 => true 5 3);
    modes!(case: false 6 3 => false 3 2);
    modes!(case: false 6 3 => false 2 5);
    modes!(case: false 3 1 => false 6 2);
}
