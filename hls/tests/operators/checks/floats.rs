//! Operators on floats.

use sycl_hls_compiler::rtl::operators::{Format, Operator};
use sycl_hls_ir::{BinaryOp, CompareOp, UnaryOp, binary, cast, compare, fma, unary};
use sycl_hls_types::{Scalar, ScalarValue};

use super::{Check, Latencies, latencies};
use crate::operators::vectors::Vector;

/// Bits of floats as the operators take and give them: NaNs are canonical, denormals flushed if so asked.
fn float(ty: Scalar, bits: u64, flush: bool) -> ScalarValue {
    let value = ScalarValue::from_bits(ty, bits);
    let number = value.to_f64();
    let (nan, smallest, sign) = match ty {
        Scalar::F32 => (0x7fc0_0000, f64::from(f32::MIN_POSITIVE), 1 << 31),
        _ => (0x7ff8_0000_0000_0000, f64::MIN_POSITIVE, 1 << 63),
    };
    if number.is_nan() {
        ScalarValue::from_bits(ty, nan)
    } else if flush && number.abs() < smallest {
        ScalarValue::from_bits(ty, bits & sign)
    } else {
        value
    }
}

#[derive(Clone, Copy)]
pub struct Floats {
    pub ty: Scalar,
    pub format: Format,
    pub flush: bool,
}

impl Floats {
    fn parameters(self) -> String {
        let (exp, man) = (self.format.exponent_bits(), self.format.fraction_bits());
        format!(".EXP({exp}), .MAN({man}), .FLUSH({})", u8::from(self.flush))
    }

    fn latencies(self) -> Latencies {
        match self.ty {
            _ if self.flush => Latencies::Listed,
            Scalar::F32 => Latencies::Many,
            _ => Latencies::NoneAndListed,
        }
    }

    fn operands(self, vector: &Vector) -> [ScalarValue; 3] {
        let bits = if self.ty == Scalar::F32 { vector.single.map(u64::from) } else { vector.double };
        bits.map(|bits| float(self.ty, bits, self.flush))
    }

    fn check<F>(self, module: &'static str, more: &str, operator: Operator, operands: usize, f: F) -> Check
    where
        F: Fn([ScalarValue; 3]) -> Option<ScalarValue> + 'static,
    {
        let letter = if self.ty == Scalar::F32 { 's' } else { 'd' };
        let inputs = ["a", "b", "c"].into_iter().take(operands).enumerate();
        Check {
            module,
            parameters: self.parameters() + more,
            latencies: latencies(operator, self.latencies()),
            inputs: inputs.map(|(at, port)| (port, format!("{letter}{at}"))).collect(),
            outputs: vec![vec![("q", self.ty.bits())]],
            expected: Box::new(move |vector| {
                let result = f(self.operands(vector)).unwrap();
                let is_float = result.ty().is_float();
                vec![if is_float {
                    float(result.ty(), result.low_bits(), self.flush).low_bits()
                } else {
                    result.low_bits()
                }]
            }),
        }
    }

    pub fn arithmetic(self) -> Vec<Check> {
        let format = self.format;
        let two =
            |module, operator, op| self.check(module, "", operator, 2, move |[a, b, _]| binary(op, &a, &b));
        type Of = fn(Format) -> Operator;
        let [add, mul, div, multiply_add]: [Of; 4] = if self.flush {
            use Operator::{FloatAddFlushed, FloatDivFlushed, FloatFmaFlushed, FloatMulFlushed};
            [FloatAddFlushed, FloatMulFlushed, FloatDivFlushed, FloatFmaFlushed]
        } else {
            [Operator::FloatAdd, Operator::FloatMul, Operator::FloatDiv, Operator::FloatFma]
        };
        let mut all = vec![
            two("sh_fadd", add(format), BinaryOp::Add),
            two("sh_fmul", mul(format), BinaryOp::Mul),
            two("sh_fdiv", div(format), BinaryOp::Div),
            self.check("sh_fsqrt", "", Operator::FloatSqrt(format), 1, |[a, ..]| unary(UnaryOp::Sqrt, &a)),
            self.check("sh_ffma", "", multiply_add(format), 3, |[a, b, c]| fma(&a, &b, &c)),
        ];
        if format == Format::F32 {
            all.push(two("sh_fadd_dsp", Operator::FloatAddDsp, BinaryOp::Add));
        }
        for (max, op) in [(0, BinaryOp::Min), (1, BinaryOp::Max)] {
            let more = format!(", .MAX({max})");
            let operator = Operator::FloatMinMax(format);
            all.push(self.check("sh_fminmax", &more, operator, 2, move |[a, b, _]| binary(op, &a, &b)));
        }
        let modes = [UnaryOp::Floor, UnaryOp::Ceil, UnaryOp::Trunc, UnaryOp::Round, UnaryOp::RoundEven];
        for (mode, op) in modes.into_iter().enumerate() {
            let more = format!(", .MODE({mode})");
            let operator = Operator::FloatRound(format);
            all.push(self.check("sh_fround", &more, operator, 1, move |[a, ..]| unary(op, &a)));
        }
        all.push(self.comparison());
        all.push(self.conversion());
        all
    }

    fn comparison(self) -> Check {
        let operator = if self.flush { Operator::FloatCompareFlushed } else { Operator::FloatCompare };
        let check = self.check("sh_fcmp", "", operator(self.format), 2, |[a, ..]| Some(a));
        let expected = move |vector: &Vector| {
            let [a, b, _] = self.operands(vector);
            let unordered = a.to_f64().is_nan() || b.to_f64().is_nan();
            let bits = [unordered, compare(CompareOp::Eq, &a, &b), compare(CompareOp::Lt, &a, &b)];
            vec![bits.into_iter().enumerate().map(|(at, bit)| u64::from(bit) << at).sum()]
        };
        let outputs = vec![vec![("unordered", 1), ("eq", 1), ("lt", 1)]];
        Check { outputs, expected: Box::new(expected), ..check }
    }

    /// To the other format.
    fn conversion(self) -> Check {
        let (to, format) = match self.format {
            Format::F32 => (Scalar::F64, Format::F64),
            Format::F64 => (Scalar::F32, Format::F32),
        };
        let (exp, man) = (format.exponent_bits(), format.fraction_bits());
        let more = format!(", .TO_EXP({exp}), .TO_MAN({man})");
        let operator = Operator::FloatToFloat(self.format);
        let check = self.check("sh_f2f", &more, operator, 1, move |[a, ..]| cast(&a, to));
        Check { outputs: vec![vec![("q", to.bits())]], ..check }
    }

    pub fn to_and_from(self, int: Scalar) -> [Check; 2] {
        let width = int.bits();
        let more = format!(", .WIDTH({width}), .SIGNED({})", u8::from(int.is_signed()));
        let to =
            self.check("sh_f2i", &more, Operator::FloatToInt(self.format), 1, move |[a, ..]| cast(&a, int));
        let from = self.check("sh_i2f", &more, Operator::IntToFloat(self.format), 1, |[a, ..]| Some(a));
        let expected = move |vector: &Vector| {
            let value = ScalarValue::from_bits(int, vector.int[0]);
            vec![cast(&value, self.ty).unwrap().low_bits()]
        };
        let which = if int == Scalar::I32 { self.latencies() } else { Latencies::Listed };
        let of = |operator| latencies(operator, which);
        [
            Check {
                outputs: vec![vec![("q", width)]],
                latencies: of(Operator::FloatToInt(self.format)),
                ..to
            },
            Check {
                inputs: vec![("a", format!("i0[{}:0]", width - 1))],
                expected: Box::new(expected),
                latencies: of(Operator::IntToFloat(self.format)),
                ..from
            },
        ]
    }
}
