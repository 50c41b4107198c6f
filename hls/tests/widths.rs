//! Integers of widths that Rust has no types for, from KIR text to Verilog: the core does in Icarus, with the operators' gates,
//! what it does in the interpreter.

use std::fmt::Write as _;

use sycl_hls_compiler::back::verilog;
use sycl_hls_compiler::pass::{HARDWARE, run_all};
use sycl_hls_compiler::rtl::{Clock, Slices, hardware_with};
use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_ir::{UnaryOp, check, parse, print, unary};
use sycl_hls_netlist::{icarus, run};
use sycl_hls_types::{Scalar, ScalarValue};

const CLOCK: Clock = Clock { mhz: 300.0, uncertainty: 0.27 };

/// A kernel that computes with two numbers, which it reads in words of 64 bits, and writes all bits of each result.
struct Kernel {
    ty: Scalar,
    body: String,
    next: u32,
    written: u32,
}

impl Kernel {
    fn new(ty: Scalar) -> Self {
        Self { ty, body: String::new(), next: 0, written: 0 }
    }

    /// Adds an operation; gives its result.
    fn op(&mut self, text: &str, ty: impl std::fmt::Display) -> String {
        let result = format!("%{}", self.next);
        self.next += 1;
        writeln!(self.body, "  {result} = {text}: {ty}").unwrap();
        result
    }

    fn words(ty: Scalar) -> u32 {
        ty.bits().div_ceil(64)
    }

    /// A number from the words of the slice.
    fn number(&mut self, slice: &str) -> String {
        let ty = self.ty;
        let mut number = self.op("const 0", ty);
        for word in 0..Self::words(ty) {
            let index = self.op(&format!("const {word}"), "u64");
            let bits = self.op(&format!("read &{slice}[{index}]"), "u64");
            let bits = self.op(&format!("cast {bits}"), ty);
            let distance = self.op(&format!("const {}", 64 * word), "u32");
            let bits = self.op(&format!("shl.wrapping {bits}, {distance}"), ty);
            number = self.op(&format!("or {number}, {bits}"), ty);
        }
        number
    }

    fn write(&mut self, value: &str, ty: Scalar) {
        for word in 0..Self::words(ty) {
            let mut bits = value.to_owned();
            if word > 0 {
                let distance = self.op(&format!("const {}", 64 * word), "u32");
                bits = self.op(&format!("shr.wrapping {bits}, {distance}"), ty);
            }
            let bits = if ty == Scalar::U64 { bits } else { self.op(&format!("cast {bits}"), "u64") };
            let index = self.op(&format!("const {}", self.written), "u64");
            self.written += 1;
            writeln!(self.body, "  write &1.y[{index}], {bits}").unwrap();
        }
    }

    /// The result of an operation of the number's own type, and its bits.
    fn result(&mut self, text: &str, ty: Scalar) {
        let result = self.op(text, ty);
        self.write(&result, ty);
    }

    fn text(&self) -> String {
        let (words, written) = (Self::words(self.ty), self.written.max(1));
        format!(
            "module m from \"m.rs\"\n\nkernel @k(&0.x: [u64] len({words}) bundle \"gmem0\", \
             &1.y: mut [u64] len({written}) bundle \"gmem1\", \
             &2.z: [u64] len({words}) bundle \"gmem2\") {{\n{}  return\n}}\n",
            self.body
        )
    }

    /// Runs the kernel in the interpreter and in simulation.
    fn agrees(&self) {
        let text = self.text();
        let mut module = parse(&text).unwrap();
        check(&module).unwrap();
        let printed = print(&module);
        assert_eq!(print(&parse(&printed).unwrap()), printed);
        let args = [words(3, Self::words(self.ty)), words(0, self.written), words(8, Self::words(self.ty))];
        let mut expected = args.to_vec();
        interp::run(&module, module.kernels().next().unwrap().0, &mut expected).unwrap();
        run_all(&mut module, HARDWARE);
        let (id, kernel) = module.kernels().next().unwrap();
        let mut after_passes = args.to_vec();
        interp::run(&module, id, &mut after_passes).unwrap();
        assert_eq!(after_passes, expected, "the passes change {}", self.ty);
        let (design, plan) = hardware_with(&module, kernel, Slices::Memories, CLOCK).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut simulator = icarus(&verilog::bench(&design, &plan), folder.path()).unwrap();
        let found = run(&mut simulator, &design, &args).unwrap();
        assert_eq!(found.slices, expected.iter().map(bits).collect::<Vec<_>>(), "{}", self.ty);
    }
}

fn bits(arg: &Arg) -> Vec<u64> {
    match arg {
        Arg::Slice(values) | Arg::Stream(values) => values.iter().map(ScalarValue::low_bits).collect(),
        Arg::Scalar(value) => vec![value.low_bits()],
    }
}

/// So many words without a pattern.
fn words(seed: u64, count: u32) -> Arg {
    let word = |at: u32| (u64::from(at) + seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(at + 29);
    Arg::Slice((0..count).map(|at| word(at).into()).collect())
}

fn types(widths: &[u32]) -> impl Iterator<Item = Scalar> {
    widths.iter().flat_map(|bits| [false, true].map(|signed| Scalar::int(signed, *bits).unwrap()))
}

/// The operands: two numbers that are read, and each of them with the type's least or greatest.
fn pairs(kernel: &mut Kernel) -> Vec<[String; 2]> {
    let (a, b) = (kernel.number("0.x"), kernel.number("2.z"));
    let least = ScalarValue::least(kernel.ty);
    let greatest = unary(UnaryOp::Not, &least).unwrap();
    let [least, greatest] = [least, greatest].map(|edge| kernel.op(&format!("const {edge}"), kernel.ty));
    vec![[a.clone(), b.clone()], [least, b], [a, greatest]]
}

fn binary(widths: &[u32], ops: &[&str]) {
    for ty in types(widths) {
        let mut kernel = Kernel::new(ty);
        for [a, b] in pairs(&mut kernel) {
            ops.iter().for_each(|op| kernel.result(&format!("{op} {a}, {b}"), ty));
        }
        kernel.agrees();
    }
}

const WIDTHS: [u32; 7] = [1, 7, 24, 65, 128, 512, 4096];

#[test]
fn sums_and_logic_agree() {
    binary(&WIDTHS, &["add.wrapping", "sub.wrapping", "and", "or", "xor", "min.wrapping", "max.wrapping"]);
}

#[test]
fn products_agree() {
    binary(&[1, 7, 24, 65, 128, 512], &["mul.wrapping"]);
}

#[test]
fn overflows_of_products_and_quotients_agree() {
    for ty in types(&[1, 7, 24, 65, 128]) {
        let mut kernel = Kernel::new(ty);
        for [a, b] in pairs(&mut kernel) {
            kernel.result(&format!("overflows.mul {a}, {b}"), Scalar::Bool);
            kernel.result(&format!("overflows.div {a}, {b}"), Scalar::Bool);
        }
        kernel.agrees();
    }
}

#[test]
fn quotients_agree() {
    binary(&[1, 7, 24, 65, 128], &["div.wrapping", "rem.wrapping"]);
}

#[test]
fn comparisons_and_overflows_agree() {
    for ty in types(&WIDTHS) {
        let mut kernel = Kernel::new(ty);
        for [a, b] in pairs(&mut kernel) {
            let comparisons = ["eq", "ne", "lt", "le", "gt", "ge", "overflows.add", "overflows.sub"];
            comparisons.iter().for_each(|op| kernel.result(&format!("{op} {a}, {b}"), Scalar::Bool));
        }
        kernel.agrees();
    }
}

#[test]
fn shifts_agree_for_distances_at_the_width_and_beyond() {
    for ty in types(&WIDTHS) {
        let mut kernel = Kernel::new(ty);
        let a = kernel.number("0.x");
        let word = kernel.op("const 0", "u64");
        let word = kernel.op(&format!("read &2.z[{word}]"), "u64");
        let distance = kernel.op(&format!("cast {word}"), "u32");
        let mut distances = vec![distance];
        for by in [1, ty.bits() - 1, ty.bits(), ty.bits() + 1] {
            distances.push(kernel.op(&format!("const {by}"), "u32"));
        }
        for by in distances {
            ["shl.wrapping", "shr.wrapping"]
                .iter()
                .for_each(|op| kernel.result(&format!("{op} {a}, {by}"), ty));
        }
        kernel.agrees();
    }
}

#[test]
fn operations_on_bits_and_casts_agree() {
    for ty in types(&[1, 7, 24, 65, 128, 512]) {
        let mut kernel = Kernel::new(ty);
        let a = kernel.number("0.x");
        for op in UnaryOp::ALL.into_iter().filter(|op| op.takes(ty)) {
            kernel
                .result(&format!("{}.wrapping {a}", op.name()).replace("not.wrapping", "not"), op.result(ty));
        }
        for to in types(&[3, 33, 64, 100, 600]).filter(|to| *to != ty) {
            kernel.result(&format!("cast {a}"), to);
        }
        kernel.agrees();
    }
}

#[test]
fn other_widths_are_refused() {
    for ty in ["u0", "i0", "u4097", "i99999", "u07"] {
        let text = format!("module m from \"m.rs\"\n\nfn @f() {{\n  %0 = const 0: {ty}\n  return\n}}\n");
        let error = parse(&text).unwrap_err().to_string();
        assert!(error.contains(&format!("`{ty}` is not a scalar type")), "{error}");
    }
}

#[test]
fn constants_beyond_the_edges_of_a_width_are_refused() {
    for ty in types(&WIDTHS) {
        let least = ScalarValue::least(ty);
        let beyond = least.to_big().unwrap() - 1_u8;
        let text = |value: String| {
            format!("module m from \"m.rs\"\n\nfn @f() {{\n  %0 = const {value}: {ty}\n  return\n}}\n")
        };
        assert_eq!(print(&parse(&text(least.to_string())).unwrap()), text(least.to_string()));
        assert!(parse(&text(beyond.to_string())).is_err(), "{beyond}: {ty}");
    }
}
