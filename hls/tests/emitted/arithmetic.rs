//! Operations on numbers.

use std::fmt::Write as _;

use sycl_hls_ir::{BinaryOp, UnaryOp};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::emitted::harness::{agree, agree_with_amd, cpp, slice};
use crate::is_all;

/// A kernel with the slices `&0` and `&1` of inputs, and one slice for each result.
#[derive(Default)]
struct Table {
    outputs: Vec<Scalar>,
    body: String,
    next: u32,
    /// The C++ runs with AMD's headers, too.
    with_amd: bool,
}

impl Table {
    fn new() -> Self {
        Self { next: 10, ..Self::default() }
    }

    /// The next value is this operation, and a result of the kernel.
    fn result(&mut self, operation: &str, ty: Scalar) {
        let (value, output) = (self.next, self.outputs.len() + 3);
        writeln!(self.body, "%{value} = {operation}: {ty}").unwrap();
        writeln!(self.body, "write &{output}[%1], %{value}").unwrap();
        self.outputs.push(ty);
        self.next += 1;
    }

    /// A result of the type `bool`, as a number.
    fn test(&mut self, operation: &str) {
        let value = self.next;
        writeln!(self.body, "%{value} = {operation}: bool").unwrap();
        self.next += 1;
        self.result(&format!("cast %{value}"), Scalar::U8);
    }

    fn kernel(&self, name: &str, ty: Scalar) -> String {
        let slice = |(index, ty)| format!("&{index}: mut [{ty}] bundle \"g\"");
        let outputs: Vec<String> = (3..).zip(&self.outputs).map(slice).collect();
        format!(
            "kernel @{name}(&0: [{ty}] bundle \"g\", &1: [{ty}] bundle \"g\", &2: [u32] bundle \"g\", {}) {{\n\
             %8 = const 0: u64\n%9 = len &0: u64\nfor %1 in %8..%9 {{\n%2 = read &0[%1]: {ty}\n\
             %3 = read &1[%1]: {ty}\n%4 = read &2[%1]: u32\n{}}}\nreturn\n}}\n",
            outputs.join(", "),
            self.body
        )
    }

    fn agree(&self, ty: Scalar, values: &[ScalarValue], distances: &[u32]) {
        let pairs: Vec<(usize, usize)> =
            (0..values.len()).flat_map(|a| (0..values.len()).map(move |b| (a, b))).collect();
        let mut args = vec![
            slice(pairs.iter().map(|(a, _)| values[*a].clone())),
            slice(pairs.iter().map(|(_, b)| values[*b].clone())),
            slice((0..pairs.len()).map(|index| distances[index % distances.len()])),
        ];
        for ty in &self.outputs {
            args.push(slice(pairs.iter().map(|_| ScalarValue::from_bits(*ty, 0))));
        }
        let text = format!("module m\n{}", self.kernel("k", ty));
        let outcome =
            if self.with_amd { agree_with_amd(&text, &[("k", args)]) } else { agree(&text, &[("k", args)]) };
        assert!(outcome[0].is_ok(), "{outcome:?}");
    }
}

fn integers(ty: Scalar) {
    let mut table = Table::new();
    table.with_amd = ty.bits() == 12;
    for op in BinaryOp::ALL {
        let rhs = if op.is_shift() { "%4" } else { "%3" };
        if !matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            table.result(&format!("{}.wrapping %2, {rhs}", op.name()), ty);
        }
    }
    for op in UnaryOp::ALL.into_iter().filter(|op| op.takes(ty)) {
        table.result(&format!("{}.wrapping %2", op.name()), op.result(ty));
    }
    // The front end computes exact results of what C++ has no builtin for.
    let overflows: &[&str] =
        if ty.is_native() { &["add", "sub", "mul", "div", "rem"] } else { &["div", "rem"] };
    for op in overflows {
        table.test(&format!("overflows.{op} %2, %3"));
    }
    for op in ["lt", "ge", "eq"] {
        table.test(&format!("{op} %2, %3"));
    }
    for to in Scalar::NATIVE.into_iter().filter(|to| *to != Scalar::Bool) {
        table.result("cast %2", to);
    }
    // Sums of products, whose parts are not converted back in between.
    let (product, sum) = (table.next, table.next + 1);
    table.result("mul.wrapping %2, %3", ty);
    table.result(&format!("add.wrapping %{product}, %2"), ty);
    table.result(&format!("shr.wrapping %{sum}, %4"), ty);
    // Divisors that are not 0.
    let divisor = table.next + 1;
    writeln!(table.body, "%{} = const 1: {ty}\n%{divisor} = or %3, %{}: {ty}", divisor - 1, divisor - 1)
        .unwrap();
    table.next += 2;
    table.result(&format!("div.wrapping %2, %{divisor}"), ty);
    table.result(&format!("rem.wrapping %2, %{divisor}"), ty);
    let (min, max) = ty.range().unwrap();
    let values = [min, min + 1, -1, 0, 1, 2, 77, max / 2 + 1, max - 1, max];
    let values: Vec<ScalarValue> = values.into_iter().map(|value| ScalarValue::wrapping(ty, value)).collect();
    table.agree(ty, &values, &[0, 1, ty.bits() - 1, ty.bits(), 70]);
}

#[test]
fn small_signed_integers() {
    integers(Scalar::I8);
    integers(Scalar::I16);
}

#[test]
fn small_unsigned_integers() {
    integers(Scalar::U8);
    integers(Scalar::U16);
}

#[test]
fn words() {
    integers(Scalar::I32);
    integers(Scalar::U32);
}

#[test]
fn double_words() {
    integers(Scalar::I64);
    integers(Scalar::U64);
}

#[test]
fn integers_of_any_width() {
    let sample = [(false, 12), (true, 48)];
    let all = [(true, 5), (false, 12), (true, 31), (true, 48), (false, 63)];
    for &(signed, bits) in if is_all() { &all[..] } else { &sample } {
        integers(Scalar::int(signed, bits).unwrap());
    }
}

/// Operations on values of more than 64 bits, of which the lowest and the highest are results.
fn wide(ty: Scalar) {
    let mut table = Table { next: 110, with_amd: ty.bits() == 100, ..Table::default() };
    let made = [
        format!("%100 = cast %2: {ty}"),
        "%101 = const 37: u32".to_owned(),
        format!("%102 = shl.wrapping %100, %101: {ty}"),
        format!("%103 = cast %3: {ty}"),
        format!("%104 = xor.wrapping %102, %103: {ty}"),
        format!("%105 = const 33333333333333333333: {ty}\n%106 = mul.wrapping %103, %105: {ty}"),
        format!(
            "%107 = const {}: u32\n%108 = const 1: {ty}\n%109 = or.wrapping %106, %108: {ty}",
            ty.bits() - 64
        ),
    ];
    table.body = made.join("\n") + "\n";
    let both = |table: &mut Table, operation: String| {
        let value = table.next;
        writeln!(
            table.body,
            "%{value} = {operation}: {ty}\n%{} = shr.wrapping %{value}, %107: {ty}",
            value + 1
        )
        .unwrap();
        table.next += 2;
        table.result(&format!("cast %{value}"), Scalar::U64);
        table.result(&format!("cast %{}", value + 1), Scalar::I64);
    };
    for op in BinaryOp::ALL {
        let rhs = if op.is_shift() { "%4" } else { "%109" };
        both(&mut table, format!("{}.wrapping %104, {rhs}", op.name()));
    }
    for op in [UnaryOp::Not, UnaryOp::ReverseBits] {
        both(&mut table, format!("{}.wrapping %104", op.name()));
    }
    for op in [UnaryOp::CountOnes, UnaryOp::LeadingZeros, UnaryOp::TrailingZeros] {
        table.result(&format!("{}.wrapping %104", op.name()), Scalar::U32);
    }
    for op in ["lt", "ge", "eq", "overflows.div"] {
        table.test(&format!("{op} %104, %109"));
    }
    let values = [0, 1, u64::MAX, 1 << 63, 0x0123_4567_89ab_cdef];
    table.agree(Scalar::U64, &values.map(ScalarValue::from), &[0, 1, ty.bits() - 1, ty.bits(), 300]);
}

#[test]
fn integers_of_more_than_64_bits() {
    for &(signed, bits) in
        if is_all() { &[(false, 65), (true, 100), (true, 128)][..] } else { &[(true, 100)] }
    {
        wide(Scalar::int(signed, bits).unwrap());
    }
}

fn floats(ty: Scalar, bits: Scalar, values: &[ScalarValue]) {
    let mut table = Table::new();
    for op in BinaryOp::ALL.into_iter().filter(|op| op.takes_floats()) {
        table.result(&format!("{} %2, %3", op.name()), ty);
    }
    // What flushes does nothing in the text for synthesis, whose operators flush by themselves.
    for op in UnaryOp::ALL.into_iter().filter(|op| *op != UnaryOp::Flush && op.takes(ty)) {
        table.result(&format!("{} %2", op.name()), ty);
    }
    table.result("fma %2, %3, %2", ty);
    // Not of a NaN, whose bits are free.
    let number = table.next + 2;
    writeln!(table.body, "%{} = const 0.0: {ty}\n%{} = max %2, %2: {ty}", number - 2, number - 1).unwrap();
    writeln!(table.body, "%{number} = max %{}, %{}: {ty}", number - 1, number - 2).unwrap();
    table.next += 3;
    table.result(&format!("bits %{number}"), bits);
    let word = table.next - 1;
    table.result(&format!("bits %{word}"), ty);
    table.result("cast %2", Scalar::I16);
    table.result("cast %2", Scalar::U64);
    table.agree(ty, values, &[0]);
}

const NUMBERS: [f64; 18] = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    0.1,
    3.999_999_9,
    -1e9,
    1e-40,
    7.25,
    4_503_599_627_370_497.5,
    1e30,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MIN_POSITIVE,
];

#[test]
fn single_precision() {
    let values: Vec<ScalarValue> = NUMBERS.iter().map(|number| (*number as f32).into()).collect();
    floats(Scalar::F32, Scalar::U32, &values);
}

#[test]
fn double_precision() {
    let values: Vec<ScalarValue> = NUMBERS.iter().map(|number| (*number).into()).collect();
    floats(Scalar::F64, Scalar::I64, &values);
}

#[test]
fn only_what_is_used_stands_in_the_text() {
    let text = cpp("module m\nkernel @k(%0.a: f32, &1.x: mut [f32] bundle \"g\") {\n%1 = sqrt %0: f32\n\
                    %2 = const 0: u64\nwrite &1[%2], %1\nreturn\n}\n");
    assert!(text.contains("x[0] = std::sqrt(a);") && text.contains("#include <cmath>"), "{text}");
    assert!(!text.contains("min_f32") && !text.contains("limits"), "{text}");
}
