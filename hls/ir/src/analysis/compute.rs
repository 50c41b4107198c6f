//! What operations on values compute, on symbols.

use sycl_hls_types::Scalar;

use crate::{BinaryOp, Func, Op, OpKind, UnaryOp};

use super::alias::Symbol;
use super::flow::Step;
use super::latency::{ClockSpeed, Work, cost_of, states};
use super::{Atoms, Cost, Poly};

/// The result of an operation that only computes.
pub(super) fn compute(
    func: &Func,
    op: &Op,
    operands: &[Symbol],
    clock: ClockSpeed,
    atoms: &mut Atoms,
) -> Symbol {
    let mut symbol = Symbol::default();
    operands.iter().for_each(|operand| symbol.depend_on(operand));
    let Some(result) = op.result else { return symbol };
    let operand_type = match &op.kind {
        OpKind::Compare { lhs, .. } | OpKind::Overflows { lhs, .. } => func.ty(*lhs),
        _ => func.ty(result),
    };
    let constant = operands.iter().any(|operand| operand.as_constant().is_some());
    let mut work = cost_of(&op.kind, operand_type, clock);
    if constant && operand_type.is_integer() {
        work = cheaper(&op.kind, work);
    }
    let bound = func.values[result].bind_op.as_ref().and_then(|bind_op| bind_op.latency);
    if let (Some(latency), true) = (bound, work.cost.cycles > 0) {
        work.cost.cycles = states(latency);
    }
    symbol.flow = through(symbol.flow, work, op);
    if func.ty(result).is_integer() {
        symbol.index = Some(index_of(func, op, operands, &symbol, atoms));
    } else if func.ty(result) == Scalar::Bool {
        symbol.index = truth(op, operands).map(|truth| Poly::constant(i128::from(truth)));
    }
    symbol
}

/// A `bool` that is known, as in copies of an unrolled body.
fn truth(op: &Op, operands: &[Symbol]) -> Option<bool> {
    let constants: Option<Vec<i128>> = operands.iter().map(Symbol::as_constant).collect();
    match (&op.kind, constants?.as_slice()) {
        (OpKind::Compare { op, .. }, [lhs, rhs]) => Some(op.holds(Some(lhs.cmp(rhs)))),
        (OpKind::Unary { op: UnaryOp::Not, .. }, [arg]) => Some(*arg == 0),
        (OpKind::Binary { op: BinaryOp::And, .. }, [lhs, rhs]) => Some(lhs & rhs != 0),
        (OpKind::Binary { op: BinaryOp::Or, .. }, [lhs, rhs]) => Some(lhs | rhs != 0),
        _ => None,
    }
}

/// The same flow through an operation.
pub(super) fn through(flow: super::Flow, work: Work, op: &Op) -> super::Flow {
    let step = (work.cost.cycles > 0).then(|| Step::new(work.name, work.cost.cycles, op.span, work.family));
    flow.through(work.cost, step.as_ref(), regrouped(op, work))
}

/// The kind of an operation on whole numbers whose operands can be grouped in another way with those of the next one.
/// Vitis leaves the order of floats alone, and so do we with what has registers inside.
fn regrouped(op: &Op, work: Work) -> Option<BinaryOp> {
    match op.kind {
        OpKind::Binary { .. } if work.cost.cycles > 0 => None,
        OpKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, .. } => Some(BinaryOp::Add),
        OpKind::Binary { op: BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Div | BinaryOp::Rem, .. } => None,
        OpKind::Binary { op, .. } => Some(op),
        _ => None,
    }
}

/// With a constant, shifts are wires, products are sums, and divisions are products.
fn cheaper(kind: &OpKind, work: Work) -> Work {
    let picoseconds = match kind {
        OpKind::Binary { op: BinaryOp::Shl | BinaryOp::Shr, .. } => 0,
        OpKind::Binary { op: BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem, .. } => 2000,
        _ => return work,
    };
    Work { cost: Cost { cycles: 0, picoseconds }, name: "", family: None }
}

fn index_of(func: &Func, op: &Op, operands: &[Symbol], symbol: &Symbol, atoms: &mut Atoms) -> Poly {
    let indices: Option<Vec<Poly>> = operands.iter().map(|operand| operand.index.clone()).collect();
    let Some(indices) = indices else { return Poly::atom(atoms.fresh(symbol.level, symbol.fetched)) };
    let range = op.result.and_then(|result| func.ty(result).range());
    let fits = |index: &Poly| {
        let value = index.as_constant();
        value.is_none_or(|value| range.is_some_and(|(min, max)| (min..=max).contains(&value)))
    };
    if let Some(exact) = exact(func, op, &indices).filter(fits) {
        return exact;
    }
    // Debug text tells operations apart; their operands are compared as polynomials.
    let name = match &op.kind {
        OpKind::Unary { op, .. } => format!("{op:?}"),
        OpKind::Binary { op, .. } => format!("{op:?}"),
        OpKind::Cast(_) => format!("as {:?}", op.result.map(|result| func.ty(result))),
        _ => return Poly::atom(atoms.fresh(symbol.level, symbol.fetched)),
    };
    Poly::atom(atoms.operation(&name, indices))
}

/// The result as a polynomial of the same symbols. Indices do not overflow: Rust would have panicked.
fn exact(func: &Func, op: &Op, operands: &[Poly]) -> Option<Poly> {
    match (&op.kind, operands) {
        (OpKind::Unary { op: UnaryOp::Neg, .. }, [arg]) => arg.scaled(-1),
        (OpKind::Binary { op: operation, .. }, [lhs, rhs]) => {
            binary(*operation, func.ty(op.result?).bits(), lhs, rhs)
        }
        (OpKind::Cast(value), [arg]) => {
            let (from, to) = (func.ty(*value), func.ty(op.result?));
            let (min, max) = to.range()?;
            let fits = match arg.as_constant() {
                Some(value) => (min..=max).contains(&value),
                None => from.is_integer() && to.bits() >= from.bits(),
            };
            fits.then(|| arg.clone())
        }
        _ => None,
    }
}

fn binary(op: BinaryOp, bits: u32, lhs: &Poly, rhs: &Poly) -> Option<Poly> {
    let constant = rhs.as_constant();
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Shl => Poly::binary(op, bits, lhs, rhs),
        BinaryOp::Mul => lhs.times(rhs),
        BinaryOp::Shr => {
            let distance = u32::try_from(constant?).ok().filter(|distance| *distance < 64)?;
            quotient(lhs, 1 << distance)
        }
        BinaryOp::Div => quotient(lhs, constant?),
        BinaryOp::Rem => remainder(lhs, constant?),
        BinaryOp::Min => Some(Poly::constant(lhs.as_constant()?.min(constant?))),
        BinaryOp::Max => Some(Poly::constant(lhs.as_constant()?.max(constant?))),
        BinaryOp::And => Some(Poly::constant(lhs.as_constant()? & constant?)),
        BinaryOp::Or => Some(Poly::constant(lhs.as_constant()? | constant?)),
        BinaryOp::Xor => Some(Poly::constant(lhs.as_constant()? ^ constant?)),
    }
}

fn quotient(lhs: &Poly, divisor: i128) -> Option<Poly> {
    match lhs.as_constant() {
        Some(value) => (value >= 0 && divisor > 0).then(|| Poly::constant(value / divisor)),
        None => lhs.over(divisor),
    }
}

fn remainder(lhs: &Poly, divisor: i128) -> Option<Poly> {
    let (rest, constant) = lhs.split();
    rest.over(divisor)?;
    (constant >= 0).then(|| Poly::constant(constant % divisor))
}
