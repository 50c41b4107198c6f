//! Results are those of AMD's headers.

mod fixed;
mod headers;
mod integers;

use std::fmt::Write;

use sycl_hls_numbers::{Int, Number, Uint};

/// A result of `program.h`: its type and its bits.
fn show<E: Number>(text: &mut String, value: E) {
    let sign = if E::SHAPE.signed { 'i' } else { 'u' };
    let shape = E::SHAPE;
    if shape.bits <= 128 {
        let bits = value.to::<u128>() & (u128::MAX >> (128 - shape.bits));
        write!(text, " {sign}{}:{bits:x}", shape.bits).unwrap();
        return;
    }
    // Wide enough for all results that are compared here.
    let bits =
        if E::SHAPE.signed { value.to::<Int<4096>>().to::<Uint<4096>>() } else { value.to::<Uint<4096>>() };
    let digits = low_digits(format!("{bits:b}"), E::SHAPE.bits as usize);
    write!(text, " {sign}{}:{digits}", E::SHAPE.bits).unwrap();
}

/// So many low binary digits in hexadecimal.
fn low_digits(binary: String, bits: usize) -> String {
    let low = &binary[binary.len().saturating_sub(bits)..];
    format!("{:x}", Uint::<4096>::from_digits(low, 2).unwrap())
}

/// A comparison of `program.h`.
fn flag(text: &mut String, value: bool) {
    text.push_str(if value { " 1" } else { " 0" });
}

/// What both sides print.
#[derive(Default)]
struct Case {
    /// The statements of the program.
    statements: String,
    ours: String,
    /// What each line is about.
    names: Vec<String>,
}

impl Case {
    /// A line of ours: what it is about, and its text.
    fn line(&mut self, name: String, write: impl FnOnce(&mut String)) {
        self.names.push(name);
        write(&mut self.ours);
        self.ours.push('\n');
    }

    /// A statement of the program.
    fn statement(&mut self, text: String) {
        self.statements.push_str(&text);
        self.statements.push('\n');
    }

    /// Runs the program, and tells the first lines that differ.
    fn check(self, name: &str) {
        let theirs = headers::output(name, &self.statements);
        let lines = self.names.iter().zip(self.ours.lines().zip(theirs.lines()));
        let differences: Vec<_> = lines.filter(|(_, (ours, theirs))| ours != theirs).collect();
        let first = differences.iter().take(10);
        let first: String = first
            .map(|(name, (ours, theirs))| format!("{name}:\n  ours {ours}\n  AMD  {theirs}\n"))
            .collect();
        assert!(differences.is_empty(), "{} lines differ\n{first}", differences.len());
        assert_eq!(self.names.len(), theirs.lines().count());
    }
}

#[test]
fn numbers_are_those_of_amd() {
    let mut case = Case::default();
    integers::some(&mut case);
    fixed::some(&mut case);
    case.check("some");
}

/// All pairs of integers of up to 6 bits.
#[cfg(feature = "all")]
#[test]
fn all_small_integers_are_those_of_amd() {
    let mut case = Case::default();
    integers::all(&mut case);
    case.check("small");
}

/// Random integers of up to 1,024 bits.
#[cfg(feature = "all")]
#[test]
fn wide_integers_are_those_of_amd() {
    let mut case = Case::default();
    integers::wide(&mut case);
    case.check("wide");
}

/// All modes, with points at many places.
#[cfg(feature = "all")]
#[test]
fn all_fixed_point_numbers_are_those_of_amd() {
    let mut case = Case::default();
    fixed::all(&mut case);
    case.check("fixed");
}
