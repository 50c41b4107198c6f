//! `#[bind_op(..)]`: which operation of a variable it is about.

use rustc_hash::FxHashSet;
use sycl_hls_ir::directive::{At, BindOp, BoundOp};
use sycl_hls_ir::{BinaryOp, Diagnostic};

use super::problem_at;
use crate::builtin::{Builtin, Exact, Form};
use crate::codes;
use crate::front::Front;
use crate::hir::{Body, ExprId, ExprKind, Local};
use crate::ty::Prim;
use crate::typed::{Callee, Types};

/// Why it stands on the declaration of one result.
const FOUND_BY_RESULT: &str = "the operator is found by the variable that takes its result";

/// The operation that an expression is, if it can be bound.
pub(super) fn computed(body: &Body, types: &Types, init: ExprId) -> Option<BoundOp> {
    let (op, operand) = match &body.exprs[init].kind {
        ExprKind::Binary(op, lhs, _) => (*op, *lhs),
        ExprKind::Method(call) => match types.callee(init)? {
            Callee::Builtin(Builtin::Exact(Form::Wrapping, Exact::Binary(op))) => (*op, call.receiver),
            _ => return None,
        },
        _ => return None,
    };
    let prim = types.expr(operand).deref().as_prim()?;
    let float = |single, double| if prim == Prim::F32 { single } else { double };
    match (op, prim.is_float()) {
        (BinaryOp::Add, false) => Some(BoundOp::Add),
        (BinaryOp::Sub, false) => Some(BoundOp::Sub),
        (BinaryOp::Mul, false) => Some(BoundOp::Mul),
        (BinaryOp::Add, true) => Some(float(BoundOp::FloatAdd, BoundOp::DoubleAdd)),
        (BinaryOp::Sub, true) => Some(float(BoundOp::FloatSub, BoundOp::DoubleSub)),
        (BinaryOp::Mul, true) => Some(float(BoundOp::FloatMul, BoundOp::DoubleMul)),
        (BinaryOp::Div, true) => Some(float(BoundOp::FloatDiv, BoundOp::DoubleDiv)),
        _ => None,
    }
}

/// True if the operation gives a value of this type.
fn gives(op: BoundOp, prim: Prim) -> bool {
    match op {
        BoundOp::Add | BoundOp::Sub | BoundOp::Mul => prim.is_integer(),
        op => prim == if op.name().starts_with('f') { Prim::F32 } else { Prim::F64 },
    }
}

impl Front<'_> {
    /// Checks the bindings of a variable. `scalar` is its type if that is a scalar, `computed` the operation that it is
    /// declared with.
    pub(super) fn bindings(
        &mut self,
        bind_ops: &[At<BindOp>],
        local: &Local,
        scalar: Option<Prim>,
        computed: Option<BoundOp>,
    ) {
        let mut bound = FxHashSet::default();
        for bind_op in bind_ops {
            let op = match bound_op(bind_op, local, scalar, computed) {
                Ok(op) => op,
                Err(error) => {
                    self.report(*error);
                    continue;
                }
            };
            if !bound.insert(op) {
                let message = format!("`{}` of `{}` is bound twice", op.name(), local.name);
                let error = Diagnostic::error(codes::DUPLICATE_DIRECTIVE, bind_op.span, message);
                self.report(error.note("one of the two would have no effect").help("remove one of them"));
            } else if bind_op.op.is_none()
                && let Some(problem) = bind_op.problem_with(op)
            {
                // With an operation of its own it was checked by itself.
                self.report(problem_at(problem, bind_op.span));
            }
        }
    }
}

/// The operation that a binding is about, or why there is none.
fn bound_op(
    bind_op: &At<BindOp>,
    local: &Local,
    scalar: Option<Prim>,
    computed: Option<BoundOp>,
) -> Result<BoundOp, Box<Diagnostic>> {
    let name = &local.name;
    let error = |message: String, help: String| {
        let error = Diagnostic::error(codes::BINDING, bind_op.span, message);
        Err(Box::new(error.note(FOUND_BY_RESULT).help(help)))
    };
    let Some(prim) = scalar else {
        let message = format!("`{name}` is no result of one operation");
        return error(message, "put it on the `let` of a scalar".to_owned());
    };
    match (bind_op.op, computed, local.mutable) {
        (Some(op), Some(computed), false) if op != computed => error(
            format!("`{name}` is the result of a `{}`, not of a `{}`", computed.name(), op.name()),
            format!("write `op = {}`, or leave `op` away", computed.name()),
        ),
        (Some(op), None, true) | (Some(op), Some(_), _) if !gives(op, prim) => error(
            format!("`{}` gives no `{}`, which `{name}` is", op.name(), prim.name()),
            "write an operation of that type".to_owned(),
        ),
        (Some(op), None, true) | (Some(op), Some(_), _) | (None, Some(op), _) => Ok(op),
        (None, None, true) => error(
            format!("`{name}` is declared with no operation that can be bound"),
            "name the operation that is assigned to it: `op = add`".to_owned(),
        ),
        (_, None, false) => error(
            format!("`{name}` is no result of an operation that can be bound"),
            "give the operation a `let` of its own: `let p = a * b;`".to_owned(),
        ),
    }
}
