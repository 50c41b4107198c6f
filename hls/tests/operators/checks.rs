//! What is checked: modules with their parameters, and what they must give, from the interpreter's arithmetic.

use sycl_hls_compiler::rtl::operators::{Format, Operator};
use sycl_hls_ir::{BinaryOp, CompareOp, UnaryOp, binary, cast, compare, fma, unary};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::vectors::Vector;

/// A module under test.
pub struct Check {
    pub module: &'static str,
    /// Without `LATENCY`.
    pub parameters: String,
    /// The latencies to try.
    pub latencies: Vec<u32>,
    /// Ports and the operands they are connected to: `s0` .. `s2`, `d0` .. `d2`, `i0`, `i1`, and parts of them.
    pub inputs: Vec<(&'static str, String)>,
    /// Ports of each word of the result, the lowest first, with their widths.
    pub outputs: Vec<Vec<(&'static str, u32)>>,
    /// The words that are due.
    pub expected: Expected,
}

type Expected = Box<dyn Fn(&Vector) -> Vec<u64>>;

const MHZ: f64 = 300.0;

/// How many latencies to try. Formats share the text, so one of them is enough for how registers spread.
#[derive(Clone, Copy)]
enum Latencies {
    Listed,
    NoneAndListed,
    Many,
}

fn latencies(operator: Operator, which: Latencies) -> Vec<u32> {
    let listed = operator.characteristics(MHZ).latency;
    let mut all = match which {
        Latencies::Listed => vec![listed],
        Latencies::NoneAndListed => vec![0, listed],
        Latencies::Many => vec![0, 1, 2, 5, listed],
    };
    all.sort_unstable();
    all.dedup();
    all
}

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
struct Floats {
    ty: Scalar,
    format: Format,
    flush: bool,
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
                    float(result.ty(), result.bits(), self.flush).bits()
                } else {
                    result.bits()
                }]
            }),
        }
    }

    fn arithmetic(self) -> Vec<Check> {
        let format = self.format;
        let two =
            |module, operator, op| self.check(module, "", operator, 2, move |[a, b, _]| binary(op, a, b));
        let mut all = vec![
            two("sh_fadd", Operator::FloatAdd(format), BinaryOp::Add),
            two("sh_fmul", Operator::FloatMul(format), BinaryOp::Mul),
            two("sh_fdiv", Operator::FloatDiv(format), BinaryOp::Div),
            self.check("sh_fsqrt", "", Operator::FloatSqrt(format), 1, |[a, ..]| unary(UnaryOp::Sqrt, a)),
            self.check("sh_ffma", "", Operator::FloatFma(format), 3, |[a, b, c]| fma(a, b, c)),
        ];
        for (max, op) in [(0, BinaryOp::Min), (1, BinaryOp::Max)] {
            let more = format!(", .MAX({max})");
            let operator = Operator::FloatMinMax(format);
            all.push(self.check("sh_fminmax", &more, operator, 2, move |[a, b, _]| binary(op, a, b)));
        }
        let modes = [UnaryOp::Floor, UnaryOp::Ceil, UnaryOp::Trunc, UnaryOp::Round, UnaryOp::RoundEven];
        for (mode, op) in modes.into_iter().enumerate() {
            let more = format!(", .MODE({mode})");
            let operator = Operator::FloatRound(format);
            all.push(self.check("sh_fround", &more, operator, 1, move |[a, ..]| unary(op, a)));
        }
        all.push(self.comparison());
        all.push(self.conversion());
        all
    }

    fn comparison(self) -> Check {
        let check = self.check("sh_fcmp", "", Operator::FloatCompare(self.format), 2, |[a, ..]| Some(a));
        let expected = move |vector: &Vector| {
            let [a, b, _] = self.operands(vector);
            let unordered = a.to_f64().is_nan() || b.to_f64().is_nan();
            let bits = [unordered, compare(CompareOp::Eq, a, b), compare(CompareOp::Lt, a, b)];
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
        let check = self.check("sh_f2f", &more, operator, 1, move |[a, ..]| cast(a, to));
        Check { outputs: vec![vec![("q", to.bits())]], ..check }
    }

    fn to_and_from(self, int: Scalar) -> [Check; 2] {
        let width = int.bits();
        let more = format!(", .WIDTH({width}), .SIGNED({})", u8::from(int.is_signed()));
        let to =
            self.check("sh_f2i", &more, Operator::FloatToInt(self.format), 1, move |[a, ..]| cast(a, int));
        let from = self.check("sh_i2f", &more, Operator::IntToFloat(self.format), 1, |[a, ..]| Some(a));
        let expected = move |vector: &Vector| {
            let value = ScalarValue::from_bits(int, vector.int[0]);
            vec![cast(value, self.ty).unwrap().bits()]
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
                inputs: vec![("a", part(0, width))],
                expected: Box::new(expected),
                latencies: of(Operator::IntToFloat(self.format)),
                ..from
            },
        ]
    }
}

fn part(operand: usize, width: u32) -> String {
    format!("i{operand}[{}:0]", width - 1)
}

fn operands(int: Scalar, vector: &Vector) -> [ScalarValue; 2] {
    vector.int.map(|bits| ScalarValue::from_bits(int, bits))
}

fn division(int: Scalar) -> Check {
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
            [BinaryOp::Div, BinaryOp::Rem].map(|op| binary(op, a, b).unwrap().bits()).to_vec()
        }),
    }
}

fn product(int: Scalar) -> Check {
    let width = int.bits();
    Check {
        module: "sh_mul",
        parameters: format!(".WIDTH({width})"),
        latencies: latencies(Operator::Mul(width), Latencies::Many),
        inputs: vec![("a", part(0, width)), ("b", part(1, width))],
        outputs: vec![vec![("q", width)]],
        expected: Box::new(move |vector| {
            let [a, b] = operands(int, vector);
            vec![binary(BinaryOp::Mul, a, b).unwrap().bits()]
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
        expected: Box::new(move |vector| vec![unary(op, operands(int, vector)[0]).unwrap().bits()]),
    }
}

const UNSIGNED: [Scalar; 4] = [Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64];
const SIGNED: [Scalar; 4] = [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];

/// Every operator, in every format.
pub fn all() -> Vec<Check> {
    let mut all = Vec::new();
    for (ty, format) in [(Scalar::F32, Format::F32), (Scalar::F64, Format::F64)] {
        for flush in [false, true] {
            all.extend(Floats { ty, format, flush }.arithmetic());
        }
        for int in UNSIGNED.into_iter().chain(SIGNED) {
            all.extend(Floats { ty, format, flush: false }.to_and_from(int));
        }
    }
    for int in UNSIGNED {
        all.push(product(int));
        all.push(count("sh_popcount", UnaryOp::CountOnes, int));
        all.push(count("sh_clz", UnaryOp::LeadingZeros, int));
        all.push(count("sh_ctz", UnaryOp::TrailingZeros, int));
    }
    all.extend(UNSIGNED.into_iter().chain(SIGNED).map(division));
    all
}
