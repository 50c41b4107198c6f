//! Random expressions of integers of all types, from operands of which little or much is known: C++ computes each in the type
//! that is right for it.

use std::fmt::Write as _;

use sycl_hls_ir::BinaryOp;
use sycl_hls_types::Scalar;

use crate::emitted::harness::{Job, agree, slice};

const TYPES: [Scalar; 8] =
    [Scalar::U8, Scalar::I8, Scalar::U16, Scalar::I16, Scalar::U32, Scalar::I32, Scalar::U64, Scalar::I64];

/// Iterations of a kernel's loop, and values that it computes in each.
const ROUNDS: u64 = 12;
const VALUES: u64 = 24;

/// Writes a kernel of random operations.
struct Writer {
    /// State of the generator (Marsaglia, "Xorshift RNGs").
    state: u64,
    text: String,
    /// The values so far.
    values: Vec<(u32, Scalar)>,
    next: u32,
}

impl Writer {
    fn kernel(name: &str, seed: u64) -> String {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut writer = Self { state, text: String::new(), values: Vec::new(), next: 100 };
        writer.operands();
        for index in 0..VALUES {
            writer.operation();
            writer.result(index);
        }
        format!(
            "kernel @{name}(&0.bytes: [i8] bundle \"g\", &1.halves: [u16] bundle \"g\", &2.words: [i32] bundle \"g\", \
             &3.longs: [i64] bundle \"g\", &4.out: mut [u64] bundle \"g\") {{\n%1 = const 0: u64\n\
             %2 = const {ROUNDS}: u64\n%3 = const {VALUES}: u64\nslot $0.state: mut u64 = %1\n\
             slot $1.sum: mut i64 = %9\nfor %4.i in %1..%2 {{\n{}}}\nreturn\n}}\n",
            writer.text
        )
        .replace("slot $1", "%9 = const 5: i64\nslot $1")
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 33) % bound
    }

    /// A value that is computed so. Named ones are variables.
    fn define(&mut self, operation: &str, ty: Scalar) -> u32 {
        self.next += 1;
        let value = self.next;
        let name = if self.below(3) == 0 { format!(".v{value}") } else { String::new() };
        writeln!(self.text, "%{value}{name} = {operation}: {ty}").unwrap();
        self.values.push((value, ty));
        value
    }

    /// What a round begins with: elements, a counter, a local that stays small and one that does not.
    fn operands(&mut self) {
        self.values.push((4, Scalar::U64));
        for (slice, ty) in [(0, Scalar::I8), (1, Scalar::U16), (2, Scalar::I32), (3, Scalar::I64)] {
            self.define(&format!("read &{slice}[%4]"), ty);
        }
        self.define("read $0", Scalar::U64);
        self.define("read $1", Scalar::I64);
    }

    /// One of the last values, or any.
    fn value(&mut self) -> (u32, Scalar) {
        let count = self.values.len() as u64;
        let back = if self.below(2) == 0 { self.below(count.min(4)) } else { self.below(count) };
        self.values[(count - 1 - back) as usize]
    }

    /// A value of a type, converted if need be, or a constant.
    fn operand(&mut self, ty: Scalar) -> u32 {
        if self.below(4) == 0 {
            let edge = [0, 1, 2, 7, 127, 255, 65_535, i128::from(i32::MAX), i128::from(u32::MAX)];
            let number = edge[self.below(edge.len() as u64) as usize] - i128::from(self.below(2));
            let (min, max) = ty.range().unwrap();
            return self.define(&format!("const {}", number.clamp(min, max)), ty);
        }
        let (value, own) = self.value();
        if own == ty { value } else { self.define(&format!("cast %{value}"), ty) }
    }

    fn operation(&mut self) {
        let (lhs, ty) = self.value();
        match self.below(16) {
            0 => {
                let to = TYPES[self.below(8) as usize];
                self.define(&format!("cast %{lhs}"), to);
            }
            1 => _ = self.define(&format!("not.wrapping %{lhs}"), ty),
            2 if ty.is_signed() => _ = self.define(&format!("neg.wrapping %{lhs}"), ty),
            3 | 4 => self.choice(lhs, ty),
            5 => self.division(lhs, ty),
            6 => self.local(lhs, ty),
            _ => {
                let op = BinaryOp::ALL[self.below(12) as usize];
                let op = if matches!(op, BinaryOp::Div | BinaryOp::Rem) { BinaryOp::Sub } else { op };
                let rhs = self.operand(ty);
                self.define(&format!("{}.wrapping %{lhs}, %{rhs}", op.name()), ty);
            }
        }
    }

    fn choice(&mut self, lhs: u32, ty: Scalar) {
        let (rhs, other) = (self.operand(ty), self.operand(ty));
        let op = ["lt", "le", "gt", "ge", "eq", "ne"][self.below(6) as usize];
        self.next += 1;
        let cond = self.next;
        writeln!(self.text, "%{cond} = {op} %{lhs}, %{rhs}: bool").unwrap();
        self.define_choice(cond, [other, lhs], ty);
    }

    fn define_choice(&mut self, cond: u32, [then, otherwise]: [u32; 2], ty: Scalar) {
        self.next += 1;
        let value = self.next;
        writeln!(
            self.text,
            "%{value} = if %{cond}: {ty} {{\nyield %{then}\n}} else {{\nyield %{otherwise}\n}}"
        )
        .unwrap();
        self.values.push((value, ty));
    }

    /// By a number that is not zero; the quotient of the smallest number and -1 wraps around.
    fn division(&mut self, lhs: u32, ty: Scalar) {
        let op = if self.below(2) == 0 { "div" } else { "rem" };
        let one = self.define("const 1", ty);
        let number = self.operand(ty);
        let divisor = self.define(&format!("or.wrapping %{number}, %{one}"), ty);
        self.define(&format!("{op}.wrapping %{lhs}, %{divisor}"), ty);
    }

    /// Writes a local that is always small, or the other one.
    fn local(&mut self, lhs: u32, ty: Scalar) {
        if self.below(2) == 0 {
            let wide =
                if ty == Scalar::I64 { lhs } else { self.define(&format!("cast %{lhs}"), Scalar::I64) };
            writeln!(self.text, "write $1, %{wide}").unwrap();
            self.define("read $1", Scalar::I64);
            return;
        }
        let wide = if ty == Scalar::U64 { lhs } else { self.define(&format!("cast %{lhs}"), Scalar::U64) };
        let number = 1 + self.below(300);
        let bound = self.define(&format!("const {number}"), Scalar::U64);
        let small = self.define(&format!("rem.wrapping %{wide}, %{bound}"), Scalar::U64);
        writeln!(self.text, "write $0, %{small}").unwrap();
        self.define("read $0", Scalar::U64);
    }

    /// Writes the last value to its place among all results.
    fn result(&mut self, index: u64) {
        let Some(&(value, ty)) = self.values.last() else { return };
        let wide =
            if ty == Scalar::U64 { value } else { self.define(&format!("cast %{value}"), Scalar::U64) };
        let at = self.next + 1;
        self.next += 3;
        let (first, own) = (at + 1, at + 2);
        writeln!(
            self.text,
            "%{at} = const {index}: u64\n%{first} = mul %4, %3: u64\n%{own} = add %{first}, %{at}: u64\n\
             write &4[%{own}], %{wide}"
        )
        .unwrap();
    }
}

/// Numbers at the edges of a type, and some between.
fn numbers(ty: Scalar) -> Vec<sycl_hls_types::ScalarValue> {
    let (min, max) = ty.range().unwrap();
    let all = [min, min + 1, max, max - 1, 0, 1, 2, 100, max / 2, min / 3, 77, max / 7];
    all.map(|number| sycl_hls_types::ScalarValue::from_integer(ty, number).unwrap()).to_vec()
}

#[test]
fn every_type_is_computed_rightly() {
    let mut text = String::from("module m\n");
    let names: Vec<&'static str> = (0..12).map(|index| &*String::leak(format!("k{index}"))).collect();
    for (name, seed) in names.iter().zip(1..) {
        text += &Writer::kernel(name, seed);
    }
    let inputs = [Scalar::I8, Scalar::U16, Scalar::I32, Scalar::I64].map(|ty| slice(numbers(ty)));
    let out = slice(vec![0_u64; (ROUNDS * VALUES) as usize]);
    let args: Vec<_> = inputs.into_iter().chain([out]).collect();
    let jobs: Vec<Job> = names.into_iter().map(|name| (name, args.clone())).collect();
    let outcomes = agree(&text, &jobs);
    let failed = outcomes.iter().filter(|outcome| outcome.is_err()).count();
    assert!(failed <= outcomes.len() / 4, "{failed} of {}", outcomes.len());
}
