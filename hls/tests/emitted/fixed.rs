//! Fixed-point numbers are narrowed as those of `sycl-hls-numbers`, which are compared with AMD's headers: all raw integers of
//! small types, in all modes.

use std::fmt::Write as _;

use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::{Source, print};
use sycl_hls_numbers::{OverflowMode, Rounding, Shape, raw_of_f64};

use crate::emitted::harness::{agree, slice};
use crate::is_all;

/// Every mode of overflow, as it is written; some are for signed numbers and for types with so many bits.
const OVERFLOWS: [(&str, OverflowMode); 9] = [
    ("Wrap", OverflowMode::Wrap(0)),
    ("Wrap<1>", OverflowMode::Wrap(1)),
    ("Wrap<2>", OverflowMode::Wrap(2)),
    ("Sat", OverflowMode::Sat),
    ("SatZero", OverflowMode::SatZero),
    ("SatSym", OverflowMode::SatSym),
    ("WrapSm", OverflowMode::WrapSm(0)),
    ("WrapSm<1>", OverflowMode::WrapSm(1)),
    ("WrapSm<2>", OverflowMode::WrapSm(2)),
];

/// A type without its modes.
#[derive(Clone, Copy)]
struct Type {
    signed: bool,
    bits: u32,
    whole: i32,
}

impl Type {
    const fn new(signed: bool, bits: u32, whole: i32) -> Self {
        Self { signed, bits, whole }
    }

    fn written(self, modes: &str) -> String {
        let name = if self.signed { "Fixed" } else { "UFixed" };
        format!("{name}<{}, {}{modes}>", self.bits, self.whole)
    }

    const fn shape(self) -> Shape {
        Shape { bits: self.bits, signed: self.signed, fraction: self.bits.cast_signed() - self.whole }
    }

    /// The number with these bits.
    fn value(self, bits: u64) -> f64 {
        let above = if self.signed && bits >> (self.bits - 1) != 0 { 1_u64 << self.bits } else { 0 };
        (bits as f64 - above as f64) * (-f64::from(self.shape().fraction)).exp2()
    }
}

/// A kernel that narrows all numbers of a type in all modes of another one, and what it writes.
fn narrowing(name: &str, from: Type, to: Type) -> (String, Vec<u8>) {
    let count = 1_u64 << from.bits;
    let overflows = OVERFLOWS.iter().filter(|(_, mode)| match mode {
        OverflowMode::WrapSm(saturated) => to.signed && *saturated <= to.bits,
        OverflowMode::Wrap(saturated) => *saturated <= to.bits,
        _ => true,
    });
    let mut text = format!(
        "#[kernel]\npub fn {name}(y: &mut [u8]) {{\nfor i in 0..{count}_usize {{\n\
         let x = <{}>::from_bits(Uint::<{}>::new(i));\n",
        from.written(""),
        from.bits
    );
    let mut expected = Vec::new();
    for (rounding_name, rounding) in Rounding::NAMED {
        for (overflow_name, overflow) in overflows.clone() {
            let ty = to.written(&format!(", {rounding_name}, {overflow_name}"));
            let first = expected.len();
            writeln!(text, "y[{first} + i] = x.to::<{ty}>().to_bits().to();").unwrap();
            let narrowed = |bits| raw_of_f64(from.value(bits), to.shape(), rounding, *overflow) as u8;
            expected.extend((0..count).map(|bits| narrowed(bits) & (u8::MAX >> (8 - to.bits))));
        }
    }
    text.push_str("}\n}\n");
    (text, expected)
}

/// The kernels of a module as KIR.
fn translated(kernels: &str) -> String {
    let text = format!("#[sycl_hls::kernels]\nmod kernels {{\nuse sycl_hls::device::*;\n{kernels}}}\n");
    let mut modules = find_modules(&text).unwrap();
    print(&translate(&mut modules[0], Source::default()).module.unwrap())
}

/// Compares the kernels of all pairs of types.
fn compare(pairs: &[(Type, Type)]) {
    let mut text = String::new();
    let mut jobs = Vec::new();
    let mut all_expected = Vec::new();
    for (index, (from, to)) in pairs.iter().enumerate() {
        let name: &'static str = format!("narrowing_{index}").leak();
        let (kernel, expected) = narrowing(name, *from, *to);
        text.push_str(&kernel);
        jobs.push((name, vec![slice(vec![0_u8; expected.len()])]));
        all_expected.push(expected);
    }
    for (outcome, expected) in agree(&translated(&text), &jobs).iter().zip(&all_expected) {
        let values = &outcome.as_ref().unwrap()[0];
        let expected: Vec<_> = expected.iter().map(|value| (*value).into()).collect();
        assert_eq!(values, &expected, "{text}");
    }
}

#[test]
fn numbers_are_narrowed_by_all_modes() {
    let ty = Type::new;
    let mut pairs = vec![
        (ty(true, 6, 4), ty(true, 3, 2)),
        (ty(true, 4, 1), ty(false, 5, 3)),
        (ty(false, 3, -2), ty(true, 2, 3)),
        (ty(true, 3, 3), ty(true, 1, 1)),
    ];
    if is_all() {
        pairs.extend([
            (ty(true, 6, 3), ty(true, 4, 4)),
            (ty(true, 6, 3), ty(true, 2, 3)),
            (ty(true, 6, 1), ty(true, 2, 5)),
            (ty(true, 4, 6), ty(true, 4, 2)),
            (ty(true, 4, -4), ty(true, 3, 2)),
            (ty(true, 6, 3), ty(false, 3, 2)),
            (ty(true, 5, 3), ty(false, 5, 2)),
            (ty(false, 6, 3), ty(true, 3, 2)),
            (ty(false, 6, 3), ty(true, 5, 3)),
            (ty(false, 6, 3), ty(false, 3, 2)),
            (ty(false, 6, 3), ty(false, 2, 5)),
            (ty(false, 3, 1), ty(false, 6, 2)),
        ]);
    }
    compare(&pairs);
}
