//! Operators that are asked for: `#[bind_op]`.

use sycl_hls_ir::directive::{At, BindOp, BoundOp, OperatorImpl};
use sycl_hls_ir::{Func, Op, OpKind, UnaryOp};
use sycl_hls_types::Scalar;

use super::Unsupported;
use crate::rtl::design::{Bound, Node, NodeKind};
use crate::rtl::operators::{Format, Operator};
use crate::rtl::timing::Clock;

/// Refuses the first operator that is asked for and that the library does not have.
pub(super) fn check(func: &Func, clock: Clock) -> Result<(), Unsupported> {
    let mut asked = func.ops.iter().filter_map(|(_, op)| asked(func, op));
    asked.try_for_each(|(bind, op)| exists(bind, op, clock))
}

/// What is asked of an operation, and which operation it is.
fn asked<'f>(func: &'f Func, op: &Op) -> Option<(&'f At<BindOp>, BoundOp)> {
    let bind = func.values[op.result?].bind_op.as_ref()?;
    let computed = match op.kind {
        OpKind::Unary { op: UnaryOp::Flush, arg, .. } => {
            func.ops.iter().find(|(_, op)| op.result == Some(arg)).map(|(_, op)| op)?
        }
        _ => op,
    };
    let OpKind::Binary { op, lhs, .. } = &computed.kind else { return None };
    Some((bind, BoundOp::of(*op, func.ty(*lhs))?))
}

fn exists(bind: &At<BindOp>, op: BoundOp, clock: Clock) -> Result<(), Unsupported> {
    let unsupported = |what, help| Err(Unsupported { what, help, span: bind.span });
    let name = op.name();
    let dsp = match form(op, bind.implementation) {
        Ok(dsp) => dsp,
        Err(OtherForms(help)) => {
            let made = bind.implementation.map_or("", OperatorImpl::name);
            return unsupported(format!("a `{name}` made of `{made}`"), Some(help));
        }
    };
    let needed = operator(op, dsp).map_or(0, |it| it.characteristics(clock.mhz).latency);
    match bind.latency {
        Some(latency) if latency < needed => {
            unsupported(format!("a `{name}` in fewer than {needed} cycles at {} MHz", clock.mhz), None)
        }
        _ => Ok(()),
    }
}

/// The library makes an operation of something else, which this says.
struct OtherForms(&'static str);

/// True for an operator of DSPs, false for one of look-up tables, `None` for the usual one.
fn form(op: BoundOp, made: Option<OperatorImpl>) -> Result<Option<bool>, OtherForms> {
    use BoundOp::{DoubleAdd, DoubleMul, DoubleSub, FloatAdd, FloatMul, FloatSub, Mul};
    use OperatorImpl::{Fabric, FullDsp, MaxDsp};
    let Some(made) = made else { return Ok(None) };
    match (op, made) {
        (Mul, Fabric) => Ok(Some(false)),
        (FloatAdd | FloatSub, FullDsp) => Ok(Some(true)),
        (FloatMul | DoubleMul, FullDsp | MaxDsp) => Ok(None),
        (FloatAdd | FloatSub, it) if it != Fabric => {
            Err(OtherForms("sums of `f32` are made of `fabric` or `fulldsp`"))
        }
        (DoubleAdd | DoubleSub, it) if it != Fabric => Err(OtherForms("sums of `f64` are made of `fabric`")),
        (FloatMul | DoubleMul, _) => {
            Err(OtherForms("products of floats are made of `fulldsp`; `maxdsp` is the same"))
        }
        _ => Ok(None),
    }
}

/// The operator whose cycles are known: those of integers may take a constant.
const fn operator(op: BoundOp, dsp: Option<bool>) -> Option<Operator> {
    use Format::{F32, F64};
    Some(match op {
        BoundOp::FloatAdd | BoundOp::FloatSub if dsp.is_some() => Operator::FloatAddDsp,
        BoundOp::FloatAdd | BoundOp::FloatSub => Operator::FloatAdd(F32),
        BoundOp::DoubleAdd | BoundOp::DoubleSub => Operator::FloatAdd(F64),
        BoundOp::FloatMul => Operator::FloatMul(F32),
        BoundOp::DoubleMul => Operator::FloatMul(F64),
        BoundOp::FloatDiv => Operator::FloatDiv(F32),
        BoundOp::DoubleDiv => Operator::FloatDiv(F64),
        _ => return None,
    })
}

/// What is asked of the node that computes a value. Sums of integers are gates.
pub(super) fn bound(bind: &BindOp, node: &Node, of: Scalar) -> Option<Bound> {
    let NodeKind::Binary(op) = node.kind else { return None };
    let op = BoundOp::of(op, of).filter(|op| !matches!(op, BoundOp::Add | BoundOp::Sub))?;
    // What there is not was refused.
    let dsp = form(op, bind.implementation).unwrap_or(None);
    Some(Bound { dsp, latency: bind.latency.unwrap_or(0) })
}
