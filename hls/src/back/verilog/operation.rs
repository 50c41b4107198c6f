//! Operations as expressions and as instances of the operators' library.

use sycl_hls_ir::{BinaryOp, CompareOp, UnaryOp};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Emitter;
use super::enable::enables;
use super::operand::{Operand, constant, literal};
use crate::rtl::constant_multiplication::{SignedDigit, needs_multiplier, signed_digits};
use crate::rtl::design::{BlockId, Node, NodeId, NodeKind};
use crate::rtl::instance::{Module, OPERANDS, float, is_negated, module};
use crate::rtl::operator;
use crate::rtl::operators::Operator;

impl Emitter<'_> {
    pub(super) fn operation(&mut self, block: BlockId, id: NodeId, node: &Node, name: &str) {
        let bits = node.ty.bits();
        if let Some(share) = self.plan_of(block).shared.get(id) {
            let result = self.result_of(share.unit, block, node);
            return self.net(bits, name, result);
        }
        let cycle = self.plan_of(block).start(id);
        let args: Vec<Operand> = node.args.iter().map(|arg| self.operand(block, *arg, cycle)).collect();
        let of = node.args.first().map_or(node.ty, |arg| self.machine.blocks[block].nodes[*arg].ty);
        match expression(node, of, &args) {
            Some(expression) => self.net(bits, name, expression),
            None => self.operator(block, id, node, name),
        }
    }

    fn operator(&mut self, block: BlockId, id: NodeId, node: &Node, name: &str) {
        let latency = self.plan_of(block).latency(id);
        let operands: Vec<String> =
            (0..node.args.len()).map(|position| self.taken(block, id, node, position)).collect();
        let held = self.plan_of(block).flushes && latency > 0;
        let (wire, name) = (name, if held { format!("{name}_raw") } else { name.to_owned() });
        if held {
            self.hold(block, id, node.ty.bits(), wire, &name);
        }
        let name = name.as_str();
        if let NodeKind::Compare(op) = node.kind {
            let of = self.machine.blocks[block].nodes[node.args[0]].ty;
            return self.float_compare(op, &float(of, node), latency, &operands, (name, held));
        }
        let data = &self.machine.blocks[block];
        let Some(((module, output), operator)) = module(data, node).zip(operator(data, node)) else { return };
        if !held {
            self.wire(node.ty.bits(), name);
        }
        let instance = Instance { module: &module, operator, latency, held };
        self.instance(&instance, name, &operands, |it| (it == output).then_some(name));
    }

    /// An operand of what a module computes, in the cycle in which it is looked at.
    pub(super) fn taken(&self, block: BlockId, id: NodeId, node: &Node, position: usize) -> String {
        let operand = self.operand(block, node.args[position], self.plan_of(block).taken(id, position));
        if is_negated(&self.machine.blocks[block], node, position) { negated(&operand) } else { operand.text }
    }

    /// A module of the library; `to` says where an output goes, if anywhere.
    pub(super) fn instance<'n>(
        &mut self,
        &Instance { module, operator, latency, held }: &Instance<'_>,
        name: &str,
        operands: &[String],
        to: impl Fn(&str) -> Option<&'n str>,
    ) {
        let operands = operands.iter().zip(OPERANDS).map(|(text, port)| format!(".{port}({text})"));
        let outputs = module.outputs().iter().map(|it| format!(".{it}({})", to(it).unwrap_or_default()));
        let pins = operands.chain(outputs).collect::<Vec<_>>().join(", ");
        let Module { name: of, parameters } = module;
        let (count, loads) = enables(module, operator, latency);
        let ce: Vec<String> = (0..count).map(|_| self.unit_enable(held, loads)).collect();
        let (further, ce) = match ce.as_slice() {
            [ce] => (String::new(), ce.clone()),
            many => (format!(", .ENABLES({count})"), format!("{{{}}}", many.join(", "))),
        };
        self.line(format!(
            "{of} #({parameters}, .LATENCY({latency}){further}) {name}_unit (.clk(clk), .ce({ce}), {pins});"
        ));
    }

    /// The clock enable of so many registers of an operator: one whose results are held never waits.
    fn unit_enable(&mut self, held: bool, loads: u32) -> String {
        if held { "1'b1".to_owned() } else { self.ce(loads) }
    }

    fn float_compare(
        &mut self,
        op: CompareOp,
        parameters: &str,
        latency: u32,
        args: &[String],
        (name, held): (&str, bool),
    ) {
        let [a, b] = args else { return };
        // What is greater the other way round is less.
        let (a, b) = if matches!(op, CompareOp::Gt | CompareOp::Ge) { (b, a) } else { (a, b) };
        let (less, equal) = (format!("{name}_lt"), format!("{name}_eq"));
        self.wire(1, &less);
        self.wire(1, &equal);
        let ce = self.unit_enable(held, 2 * latency);
        self.line(format!(
            "sh_fcmp #({parameters}, .LATENCY({latency})) {name}_unit (.clk(clk), .ce({ce}), .a({a}), .b({b}), .lt({less}), .eq({equal}), .unordered());"
        ));
        let holds = match op {
            CompareOp::Eq => equal,
            CompareOp::Ne => format!("~{equal}"),
            CompareOp::Lt | CompareOp::Gt => less,
            CompareOp::Le | CompareOp::Ge => format!("{less} | {equal}"),
        };
        if !held {
            self.wire(1, name);
        }
        self.line(format!("assign {name} = {holds};"));
    }
}

/// A module of the library that computes something.
pub(super) struct Instance<'u> {
    pub module: &'u Module,
    pub operator: Operator,
    /// Cycles from its operands to its result.
    pub latency: u32,
    /// True if its results are held, so that it never waits.
    pub held: bool,
}

/// An operand of what depends on the sign.
fn by_sign(of: Scalar, text: &str) -> String {
    if of.is_signed() { format!("$signed({text})") } else { text.to_owned() }
}

fn negated(float: &Operand) -> String {
    if let Some(value) = &float.known {
        return literal(float.bits, i128::from(value.low_bits() ^ (1 << (float.bits - 1))));
    }
    format!("{{~{}, {}}}", float.part(float.bits - 1, 1), float.part(0, float.bits - 1))
}

/// A float whose fraction is 0 where its exponent is.
fn without_denormal(float: &Operand, of: Scalar) -> String {
    let fraction = if of == Scalar::F64 { 52 } else { 23 };
    let exponent = float.part(fraction, of.bits() - 1 - fraction);
    let rest = float.part(0, fraction);
    format!("{{{}, {exponent}, {rest} & {{{fraction}{{|{exponent}}}}}}}", float.part(of.bits() - 1, 1))
}

/// What is only wires and gates; `None` for what is an operator of the library.
fn expression(node: &Node, of: Scalar, args: &[Operand]) -> Option<String> {
    let text = |index: usize| args.get(index).map_or("", |arg| arg.text.as_str());
    let (a, b) = (text(0), text(1));
    if let Some(value) = folded(node, args) {
        return Some(constant(node.ty.bits(), &value, 0));
    }
    Some(match &node.kind {
        NodeKind::Bits => a.to_owned(),
        NodeKind::Element(element) => args.first()?.part(element * node.ty.bits(), node.ty.bits()),
        NodeKind::Select => format!("{a} ? {b} : {}", text(2)),
        NodeKind::Unary(UnaryOp::Not) => format!("~{a}"),
        NodeKind::Unary(UnaryOp::Neg) if of.is_float() => negated(args.first()?),
        NodeKind::Unary(UnaryOp::Neg) => format!("-{a}"),
        NodeKind::Unary(UnaryOp::Abs) => {
            let arg = args.first()?;
            format!("{{1'b0, {}}}", arg.part(0, arg.bits - 1))
        }
        NodeKind::Unary(UnaryOp::Flush) => without_denormal(args.first()?, of),
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

/// The result of an operation on known integers.
fn folded(node: &Node, args: &[Operand]) -> Option<ScalarValue> {
    let known: Option<Vec<&ScalarValue>> = args.iter().map(|arg| arg.known.as_ref()).collect();
    match (&node.kind, known?.as_slice()) {
        (NodeKind::Binary(op), [a, b]) if a.ty().is_integer() => sycl_hls_ir::binary(*op, a, b),
        (NodeKind::Compare(op), [a, b]) if a.ty().is_integer() => {
            Some(sycl_hls_ir::compare(*op, a, b).into())
        }
        _ => None,
    }
}

fn reversed(arg: &Operand, unit: u32) -> String {
    let parts: Vec<String> = (0..arg.bits / unit).map(|index| arg.part(index * unit, unit)).collect();
    format!("{{{}}}", parts.join(", "))
}

fn integer(op: BinaryOp, of: Scalar, lhs: &Operand, rhs: &Operand) -> Option<String> {
    let (a, b) = (&lhs.text, &rhs.text);
    // Shifts look at the bits that say any distance below the width: of one bit, at none.
    let distance = || rhs.part(0, of.distance_bits().min(rhs.bits));
    Some(match op {
        BinaryOp::Add => format!("{a} + {b}"),
        BinaryOp::Sub => format!("{a} - {b}"),
        BinaryOp::Mul => match (&lhs.known, &rhs.known) {
            (_, Some(by)) | (Some(by), None) if needs_multiplier(of.bits(), by) => return None,
            (_, Some(_)) => by_constant(lhs, rhs),
            (Some(_), None) => by_constant(rhs, lhs),
            (None, None) => return None,
        },
        BinaryOp::And => format!("{a} & {b}"),
        BinaryOp::Or => format!("{a} | {b}"),
        BinaryOp::Xor => format!("{a} ^ {b}"),
        BinaryOp::Shl | BinaryOp::Shr if of.bits() == 1 => a.clone(),
        BinaryOp::Shl => format!("{a} << {}", distance()),
        BinaryOp::Shr if of.is_signed() => format!("$signed({a}) >>> {}", distance()),
        BinaryOp::Shr => format!("{a} >> {}", distance()),
        BinaryOp::Min => format!("({} < {}) ? {a} : {b}", by_sign(of, a), by_sign(of, b)),
        BinaryOp::Max => format!("({} > {}) ? {a} : {b}", by_sign(of, a), by_sign(of, b)),
        _ => return None,
    })
}

/// A product by a constant: a few sums, or what tools make of a product.
fn by_constant(factor: &Operand, constant: &Operand) -> String {
    let Some(digits) = constant.known.as_ref().and_then(signed_digits) else {
        return format!("{} * {}", factor.text, constant.text);
    };
    let term = |digit: &SignedDigit| match digit.shift {
        0 => factor.text.clone(),
        shift => format!("({} << {shift})", factor.text),
    };
    let (taken, added): (Vec<SignedDigit>, Vec<SignedDigit>) =
        digits.iter().partition(|digit| digit.negative);
    let added: Vec<String> = added.iter().map(term).collect();
    let mut text = added.join(" + ");
    for digit in &taken {
        text += &format!(" - {}", term(digit));
    }
    if text.is_empty() { literal(factor.bits, 0) } else { text.trim_start().to_owned() }
}

/// The condition that the result in twice as many bits differs from the result in the operation's own width, that is, on overflow.
fn overflow(op: BinaryOp, of: Scalar, lhs: &Operand, rhs: &Operand) -> String {
    let bits = of.bits();
    if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
        let least = constant(bits, &ScalarValue::least(of), 0);
        let minus_one = literal(bits, -1);
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
