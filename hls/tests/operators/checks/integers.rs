//! Operators on integers.

use sycl_hls_compiler::rtl::operators::Operator;
use sycl_hls_ir::{BinaryOp, UnaryOp, binary, unary};
use sycl_hls_types::{Scalar, ScalarValue};

use super::{Check, Latencies, latencies};
use crate::operators::vectors::Vector;

fn part(operand: usize, width: u32) -> String {
    format!("i{operand}[{}:0]", width - 1)
}

fn operands(int: Scalar, vector: &Vector) -> [ScalarValue; 2] {
    vector.int.map(|bits| ScalarValue::from_bits(int, bits))
}

pub fn division(int: Scalar) -> Check {
    let width = int.bits();
    Check {
        module: "sh_div",
        parameters: format!(".WIDTH({width}), .SIGNED({})", u8::from(int.is_signed())),
        latencies: latencies(
            Operator::Div(width),
            if int == Scalar::I16 { Latencies::Many } else { Latencies::Listed },
        ),
        inputs: vec![("a", part(0, width)), ("b", part(1, width))],
        outputs: vec![vec![("quotient", width)], vec![("remainder", width)]],
        expected: Box::new(move |vector| {
            let [a, b] = operands(int, vector);
            [BinaryOp::Div, BinaryOp::Rem].map(|op| binary(op, &a, &b).unwrap().low_bits()).to_vec()
        }),
    }
}

fn product(int: Scalar, module: &'static str, operator: Operator, which: Latencies) -> Check {
    let width = int.bits();
    Check {
        module,
        parameters: format!(".WIDTH({width})"),
        latencies: latencies(operator, which),
        inputs: vec![("a", part(0, width)), ("b", part(1, width))],
        outputs: vec![vec![("q", width)]],
        expected: Box::new(move |vector| {
            let [a, b] = operands(int, vector);
            vec![binary(BinaryOp::Mul, &a, &b).unwrap().low_bits()]
        }),
    }
}

/// A product of operands that are half as wide.
fn narrow_product(int: Scalar) -> Check {
    let width = int.bits();
    let [a_width, b_width] = [width / 2, width / 2 + 1];
    Check {
        module: "sh_mul",
        parameters: format!(".WIDTH({width}), .A_WIDTH({a_width}), .B_WIDTH({b_width})"),
        latencies: latencies(Operator::Mul(width), Latencies::Many),
        inputs: vec![("a", part(0, width)), ("b", part(1, width))],
        outputs: vec![vec![("q", width)]],
        expected: Box::new(move |vector| {
            let low = |value: &ScalarValue, bits: u32| value.low_bits() & ((1 << bits) - 1);
            let [a, b] = operands(int, vector);
            vec![low(&a, a_width).wrapping_mul(low(&b, b_width)) & (u64::MAX >> (64 - width))]
        }),
    }
}

fn count(module: &'static str, op: UnaryOp, int: Scalar) -> Check {
    let width = int.bits();
    Check {
        module,
        parameters: format!(".WIDTH({width})"),
        latencies: latencies(Operator::CountBits(width), Latencies::NoneAndListed),
        inputs: vec![("a", part(0, width))],
        outputs: vec![vec![("q", 32)]],
        expected: Box::new(move |vector| vec![unary(op, &operands(int, vector)[0]).unwrap().low_bits()]),
    }
}

/// Those that do not ask for the sign.
pub fn of_bits(int: Scalar) -> [Check; 6] {
    let width = int.bits();
    [
        product(int, "sh_mul", Operator::Mul(width), Latencies::Many),
        product(int, "sh_mul_fabric", Operator::MulFabric(width), Latencies::NoneAndListed),
        narrow_product(int),
        count("sh_popcount", UnaryOp::CountOnes, int),
        count("sh_clz", UnaryOp::LeadingZeros, int),
        count("sh_ctz", UnaryOp::TrailingZeros, int),
    ]
}
