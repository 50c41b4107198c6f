//! Operations as expressions and as instances of the operators' library.

use sycl_hls_ir::{BinaryOp, CompareOp, UnaryOp};
use sycl_hls_types::Scalar;

use super::operand::{Operand, literal};
use super::{Emitter, range};
use crate::rtl::digits::{Digit, digits};
use crate::rtl::machine::{BlockId, Node, NodeId, NodeKind};

impl Emitter<'_> {
    pub(super) fn operation(&mut self, block: BlockId, id: NodeId, node: &Node, cycle: u32, name: &str) {
        let args: Vec<Operand> = node.args.iter().map(|arg| self.operand(block, *arg, cycle)).collect();
        let of = node.args.first().map_or(node.ty, |arg| self.machine.blocks[block].nodes[*arg].ty);
        let latency = self.plan_of(block).latency(id);
        let Some(expression) = expression(node, of, &args) else {
            return self.instance(node, of, latency, &args, name);
        };
        self.line(format!("wire {}{name} = {expression};", range(node.ty.bits())));
    }

    fn instance(&mut self, node: &Node, of: Scalar, latency: u32, args: &[Operand], name: &str) {
        let width = of.bits();
        let signed = u32::from(of.is_signed());
        let (module, parameters, output) = match &node.kind {
            NodeKind::Unary(UnaryOp::Sqrt) => ("sh_fsqrt", float(of).to_owned(), "q"),
            NodeKind::Unary(UnaryOp::CountOnes) => ("sh_popcount", format!(".WIDTH({width})"), "q"),
            NodeKind::Unary(UnaryOp::LeadingZeros) => ("sh_clz", format!(".WIDTH({width})"), "q"),
            NodeKind::Unary(UnaryOp::TrailingZeros) => ("sh_ctz", format!(".WIDTH({width})"), "q"),
            NodeKind::Unary(op) => ("sh_fround", format!("{}, .MODE({})", float(of), rounding(*op)), "q"),
            NodeKind::Binary(op) if of.is_float() => match op {
                BinaryOp::Mul => ("sh_fmul", float(of).to_owned(), "q"),
                BinaryOp::Div => ("sh_fdiv", float(of).to_owned(), "q"),
                BinaryOp::Min => ("sh_fminmax", format!("{}, .MAX(0)", float(of)), "q"),
                BinaryOp::Max => ("sh_fminmax", format!("{}, .MAX(1)", float(of)), "q"),
                _ => ("sh_fadd", float(of).to_owned(), "q"),
            },
            NodeKind::Binary(BinaryOp::Mul) => ("sh_mul", format!(".WIDTH({width})"), "q"),
            NodeKind::Binary(BinaryOp::Div) => {
                ("sh_div", format!(".WIDTH({width}), .SIGNED({signed})"), "quotient")
            }
            NodeKind::Binary(_) => ("sh_div", format!(".WIDTH({width}), .SIGNED({signed})"), "remainder"),
            NodeKind::Compare(op) => return self.float_compare(*op, of, latency, args, name),
            NodeKind::Fma => ("sh_ffma", float(of).to_owned(), "q"),
            _ if of.is_float() && node.ty.is_float() => {
                let to = if node.ty == Scalar::F64 {
                    ".TO_EXP(11), .TO_MAN(52)"
                } else {
                    ".TO_EXP(8), .TO_MAN(23)"
                };
                ("sh_f2f", format!("{}, {to}", float(of)), "q")
            }
            _ if of.is_float() => {
                let (width, signed) = (node.ty.bits(), u32::from(node.ty.is_signed()));
                ("sh_f2i", format!("{}, .WIDTH({width}), .SIGNED({signed})", float(of)), "q")
            }
            _ => ("sh_i2f", format!("{}, .WIDTH({width}), .SIGNED({signed})", float(node.ty)), "q"),
        };
        let subtract = of.is_float() && node.kind == NodeKind::Binary(BinaryOp::Sub);
        let operands = args.iter().zip(["a", "b", "c"]).map(|(arg, port)| {
            let text = if subtract && port == "b" { negated(arg) } else { arg.text.clone() };
            format!(".{port}({text})")
        });
        let operands = operands.collect::<Vec<_>>().join(", ");
        self.line(format!("wire {}{name};", range(node.ty.bits())));
        // The other result of a division is nobody's.
        let unused = match output {
            "quotient" => ", .remainder()",
            "remainder" => ", .quotient()",
            _ => "",
        };
        self.line(format!(
            "{module} #({parameters}, .LATENCY({latency})) {name}_unit (.clk(clk), .ce(ce), {operands}, .{output}({name}){unused});"
        ));
    }

    fn float_compare(&mut self, op: CompareOp, of: Scalar, latency: u32, args: &[Operand], name: &str) {
        let [a, b] = args else { return };
        // What is greater the other way round is less.
        let (a, b) = if matches!(op, CompareOp::Gt | CompareOp::Ge) { (b, a) } else { (a, b) };
        let (less, equal) = (format!("{name}_lt"), format!("{name}_eq"));
        self.line(format!("wire {less}, {equal};"));
        self.line(format!(
            "sh_fcmp #({}, .LATENCY({latency})) {name}_unit (.clk(clk), .ce(ce), .a({}), .b({}), .lt({less}), .eq({equal}), .unordered());",
            float(of),
            a.text,
            b.text
        ));
        let holds = match op {
            CompareOp::Eq => equal,
            CompareOp::Ne => format!("~{equal}"),
            CompareOp::Lt | CompareOp::Gt => less,
            CompareOp::Le | CompareOp::Ge => format!("{less} | {equal}"),
        };
        self.line(format!("wire {name} = {holds};"));
    }
}

/// The parameters of a format.
const fn float(ty: Scalar) -> &'static str {
    if matches!(ty, Scalar::F64) { ".EXP(11), .MAN(52)" } else { ".EXP(8), .MAN(23)" }
}

/// An operand of what depends on the sign.
fn by_sign(of: Scalar, text: &str) -> String {
    if of.is_signed() { format!("$signed({text})") } else { text.to_owned() }
}

const fn rounding(op: UnaryOp) -> u32 {
    match op {
        UnaryOp::Floor => 0,
        UnaryOp::Ceil => 1,
        UnaryOp::Trunc => 2,
        UnaryOp::Round => 3,
        _ => 4,
    }
}

fn negated(float: &Operand) -> String {
    format!("{{~{}, {}}}", float.part(float.bits - 1, 1), float.part(0, float.bits - 1))
}

/// What is only wires and gates; `None` for what is an operator of the library.
fn expression(node: &Node, of: Scalar, args: &[Operand]) -> Option<String> {
    let text = |index: usize| args.get(index).map_or("", |arg| arg.text.as_str());
    let (a, b) = (text(0), text(1));
    Some(match &node.kind {
        NodeKind::Bits => a.to_owned(),
        NodeKind::Lane(lane) => args.first()?.part(lane * node.ty.bits(), node.ty.bits()),
        NodeKind::Select => format!("{a} ? {b} : {}", text(2)),
        NodeKind::Unary(UnaryOp::Not) => format!("~{a}"),
        NodeKind::Unary(UnaryOp::Neg) if of.is_float() => negated(args.first()?),
        NodeKind::Unary(UnaryOp::Neg) => format!("-{a}"),
        NodeKind::Unary(UnaryOp::Abs) => {
            let arg = args.first()?;
            format!("{{1'b0, {}}}", arg.part(0, arg.bits - 1))
        }
        NodeKind::Unary(UnaryOp::SwapBytes) => reversed(args.first()?, 8),
        NodeKind::Unary(UnaryOp::ReverseBits) => reversed(args.first()?, 1),
        NodeKind::Unary(_) => return None,
        NodeKind::Binary(_) | NodeKind::Compare(_) if of.is_float() => return None,
        NodeKind::Binary(op) => integer(*op, of, args.first()?, args.get(1)?)?,
        NodeKind::Compare(op) => {
            format!("{} {} {}", by_sign(of, a), op.symbol(), by_sign(of, b))
        }
        NodeKind::Overflows(op) => overflow(*op, of, args.first()?, args.get(1)?),
        NodeKind::Cast if of.is_float() || node.ty.is_float() => return None,
        NodeKind::Cast => args.first()?.extended(node.ty.bits()),
        _ => return None,
    })
}

fn reversed(arg: &Operand, unit: u32) -> String {
    let parts: Vec<String> = (0..arg.bits / unit).map(|index| arg.part(index * unit, unit)).collect();
    format!("{{{}}}", parts.join(", "))
}

fn integer(op: BinaryOp, of: Scalar, lhs: &Operand, rhs: &Operand) -> Option<String> {
    let (a, b) = (&lhs.text, &rhs.text);
    // Shifts take the distance modulo the width.
    let distance = || rhs.part(0, of.bits().trailing_zeros().min(rhs.bits));
    Some(match op {
        BinaryOp::Add => format!("{a} + {b}"),
        BinaryOp::Sub => format!("{a} - {b}"),
        BinaryOp::Mul => match (lhs.known, rhs.known) {
            (_, Some(value)) => by_constant(lhs, value.bits()),
            (Some(value), None) => by_constant(rhs, value.bits()),
            (None, None) => return None,
        },
        BinaryOp::And => format!("{a} & {b}"),
        BinaryOp::Or => format!("{a} | {b}"),
        BinaryOp::Xor => format!("{a} ^ {b}"),
        BinaryOp::Shl => format!("{a} << {}", distance()),
        BinaryOp::Shr if of.is_signed() => format!("$signed({a}) >>> {}", distance()),
        BinaryOp::Shr => format!("{a} >> {}", distance()),
        BinaryOp::Min => format!("({} < {}) ? {a} : {b}", by_sign(of, a), by_sign(of, b)),
        BinaryOp::Max => format!("({} > {}) ? {a} : {b}", by_sign(of, a), by_sign(of, b)),
        _ => return None,
    })
}

/// A product by a constant: a few sums, or what tools make of a product.
fn by_constant(factor: &Operand, value: u64) -> String {
    let Some(digits) = digits(value, factor.bits) else {
        return format!("{} * {}", factor.text, literal(factor.bits, value));
    };
    let term = |digit: &Digit| match digit.shift {
        0 => factor.text.clone(),
        shift => format!("({} << {shift})", factor.text),
    };
    let (taken, added): (Vec<Digit>, Vec<Digit>) = digits.iter().partition(|digit| digit.negative);
    let added: Vec<String> = added.iter().map(term).collect();
    let mut text = added.join(" + ");
    for digit in &taken {
        text += &format!(" - {}", term(digit));
    }
    if text.is_empty() { literal(factor.bits, 0) } else { text.trim_start().to_owned() }
}

/// In twice as many bits, is the result another one than in as many as there are?
fn overflow(op: BinaryOp, of: Scalar, lhs: &Operand, rhs: &Operand) -> String {
    let bits = of.bits();
    if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
        let least = literal(bits, 1 << (bits - 1));
        let minus_one = literal(bits, u64::MAX);
        let can = if of.is_signed() { "1'b1" } else { "1'b0" };
        return format!("{can} & ({} == {least}) & ({} == {minus_one})", lhs.text, rhs.text);
    }
    let wide = bits * 2;
    let (a, b) = (lhs.extended(wide), rhs.extended(wide));
    let symbol = op.symbol();
    let shifted = |by: u32| format!("((({a}) {symbol} ({b})) >> {by})");
    if of.is_signed() {
        let top = shifted(bits - 1);
        // The upper half and the sign of the lower one: all 0, or all 1.
        let ones = format!("{{{{{}{{1'b0}}}}, {{{}{{1'b1}}}}}}", bits - 1, bits + 1);
        format!("~(({top} == {{{wide}{{1'b0}}}}) | ({top} == {ones}))")
    } else {
        format!("{} != {{{wide}{{1'b0}}}}", shifted(bits))
    }
}
