//! Constants: evaluated when they are first needed.

use std::rc::Rc;

use sycl_hls_ir::{BinaryOp, Diagnostic, Span, UnaryOp, binary, cast, compare, overflows, unary};
use sycl_hls_types::{Scalar, ScalarValue};
use syn::Expr;

use crate::codes;
use crate::front::Front;
use crate::hir::{Block, Body, ConstId, ExprId, ExprKind, Logic, Method};
use crate::infer::{Types, infer};
use crate::resolve::resolve_const;
use crate::span::span_of;
use crate::ty::Ty;

/// How far a constant is.
#[derive(Clone, Debug)]
pub(crate) enum ConstState {
    New,
    /// Being evaluated: a use now is a cycle.
    Active,
    Done(Rc<ConstValue>),
    /// Reported.
    Failed,
}

/// A constant's value: its scalars, row-major.
#[derive(Clone, Debug)]
pub(crate) struct ConstValue {
    pub ty: Ty,
    pub leaves: Vec<ScalarValue>,
}

/// Scalars of a constant above which it is refused: it would not fit into the ROM of any device.
const MAX_CONST_LEAVES: u64 = 1 << 22;

type Evaluated = Result<Vec<ScalarValue>, Box<Diagnostic>>;

impl Front<'_> {
    /// The value of a constant; `None` if it has none, which was reported.
    pub fn constant(&mut self, id: ConstId) -> Option<Rc<ConstValue>> {
        match self.consts[id.0].state.clone() {
            ConstState::Done(value) => return Some(value),
            ConstState::Failed => return None,
            ConstState::Active => {
                let item = &self.consts[id.0];
                let message = format!("the constant `{}` depends on itself", item.name);
                let error = Diagnostic::error(codes::CONSTANT, item.span, message);
                self.consts[id.0].state = ConstState::Failed;
                self.report(error);
                return None;
            }
            ConstState::New => {}
        }
        self.consts[id.0].state = ConstState::Active;
        let item = self.consts[id.0].syn;
        let ty = self.ty(&item.ty);
        let value = self.const_type(ty, &item.ty).and_then(|ty| self.evaluate(&item.expr, ty, true));
        let state = value.map_or(ConstState::Failed, |value| ConstState::Done(Rc::new(value)));
        self.consts[id.0].state = state;
        match &self.consts[id.0].state {
            ConstState::Done(value) => Some(Rc::clone(value)),
            _ => None,
        }
    }

    fn const_type(&mut self, ty: Ty, syn: &syn::Type) -> Option<Ty> {
        match ty {
            Ty::Prim(_) | Ty::Array(..) => Some(ty),
            Ty::Error => None,
            other => {
                let message = format!("a constant cannot be of type `{other}`");
                let help = "constants are scalars and arrays of them";
                self.report(Diagnostic::error(codes::TYPE, span_of(syn), message).help(help));
                None
            }
        }
    }

    /// The value of a `usize` expression of the module, such as an array's length.
    pub fn constant_usize(&mut self, expr: &Expr) -> Option<u64> {
        self.evaluate(expr, Ty::USIZE, true).and_then(only_leaf)
    }

    /// The value of a `usize` expression that was parsed apart from the module's tree, such as a directive's.
    pub fn constant_count(&mut self, expr: &Expr) -> Option<u64> {
        self.evaluate(expr, Ty::USIZE, false).and_then(only_leaf)
    }

    fn evaluate(&mut self, expr: &Expr, ty: Ty, in_tree: bool) -> Option<ConstValue> {
        let errors = self.diagnostics.len();
        let body = resolve_const(self, expr);
        let types = infer(self, &body, Some(&ty))?;
        if self.diagnostics.len() > errors {
            return None;
        }
        let value = Evaluator { front: self, body: &body, types: &types }.block(&body.block);
        match value {
            Ok(leaves) => {
                if in_tree {
                    types.record(self, &body);
                }
                Some(ConstValue { ty, leaves })
            }
            Err(error) => {
                self.report(*error);
                None
            }
        }
    }
}

fn only_leaf(value: ConstValue) -> Option<u64> {
    value.leaves.first().map(|leaf| leaf.bits())
}

struct Evaluator<'e, 'a> {
    front: &'e mut Front<'a>,
    body: &'e Body,
    types: &'e Types,
}

impl Evaluator<'_, '_> {
    fn block(&mut self, block: &Block) -> Evaluated {
        match (block.stmts.as_slice(), block.tail) {
            ([], Some(tail)) => self.expr(tail),
            _ => Err(not_constant(block.span)),
        }
    }

    fn scalar(&mut self, id: ExprId) -> Result<ScalarValue, Box<Diagnostic>> {
        let leaves = self.expr(id)?;
        leaves.first().copied().ok_or_else(|| not_constant(self.body.exprs[id].span))
    }

    fn expr(&mut self, id: ExprId) -> Evaluated {
        let body = self.body;
        let expr = &body.exprs[id];
        let span = expr.span;
        let one =
            |value: Option<ScalarValue>| value.map(|value| vec![value]).ok_or_else(|| not_constant(span));
        match &expr.kind {
            ExprKind::Value(_, value) => Ok(vec![*value]),
            ExprKind::Int { .. } | ExprKind::Float(..) => one(self.types.literal(body, id)),
            ExprKind::Const(id) => {
                let value = self.front.constant(*id);
                value.map(|value| value.leaves.clone()).ok_or_else(|| unavailable(span))
            }
            ExprKind::Unary(op, arg) => match self.types.literal(body, id) {
                Some(literal) => Ok(vec![literal]),
                None => {
                    let arg = self.scalar(*arg)?;
                    if *op == UnaryOp::Neg && is_min(arg) {
                        Err(overflow(span))
                    } else {
                        one(unary(*op, arg))
                    }
                }
            },
            ExprKind::Binary(op, lhs, rhs) => {
                let (lhs, rhs) = (self.scalar(*lhs)?, self.scalar(*rhs)?);
                checked(*op, lhs, rhs, span)?;
                one(binary(*op, lhs, rhs))
            }
            ExprKind::Compare(op, lhs, rhs) => {
                let (lhs, rhs) = (self.scalar(*lhs)?, self.scalar(*rhs)?);
                Ok(vec![compare(*op, lhs, rhs).into()])
            }
            ExprKind::Logic(logic, lhs, rhs) => {
                let lhs = self.scalar(*lhs)?;
                if lhs.is_true() == (*logic == Logic::Or) { Ok(vec![lhs]) } else { self.expr(*rhs) }
            }
            ExprKind::Cast(value, ty) => {
                let value = self.scalar(*value)?;
                one(ty.as_prim().and_then(|prim| cast(value, prim.scalar())))
            }
            ExprKind::If { cond, then, otherwise: Some(otherwise) } => {
                if self.scalar(*cond)?.is_true() {
                    self.block(then)
                } else {
                    self.expr(*otherwise)
                }
            }
            ExprKind::Block(block) => self.block(block),
            _ => self.aggregate(&expr.kind, span),
        }
    }

    fn aggregate(&mut self, kind: &ExprKind, span: Span) -> Evaluated {
        match kind {
            ExprKind::Array(elements) => {
                let mut leaves = Vec::new();
                for element in elements {
                    leaves.extend(self.expr(*element)?);
                }
                Ok(leaves)
            }
            ExprKind::Repeat(element, count) => {
                let element = self.expr(*element)?;
                if count.saturating_mul(element.len() as u64) > MAX_CONST_LEAVES {
                    return Err(too_large(span));
                }
                Ok((0..*count).flat_map(|_| element.iter().copied()).collect())
            }
            ExprKind::Index(base, index) => {
                let (leaves, index) = (self.expr(*base)?, self.scalar(*index)?.bits());
                let Ty::Array(element, len) = self.types.expr(*base) else { return Err(not_constant(span)) };
                if index >= *len {
                    let message = format!("the index {index} is outside of the array's length of {len}");
                    return Err(Box::new(Diagnostic::error(codes::CONSTANT, span, message)));
                }
                let stride = element.to_ir().map_or(1, |ty| ty.leaves()) as usize;
                let start = index as usize * stride;
                Ok(leaves[start..start + stride].to_vec())
            }
            ExprKind::Method { receiver, method, args, .. } => self.method(*receiver, *method, args, span),
            _ => Err(not_constant(span)),
        }
    }

    fn method(&mut self, receiver: ExprId, method: Method, args: &[ExprId], span: Span) -> Evaluated {
        if let (Method::Len, Ty::Array(_, len)) = (method, self.types.expr(receiver).deref()) {
            return Ok(vec![(*len).into()]);
        }
        let receiver = self.scalar(receiver)?;
        let arg = args.first().map(|arg| self.scalar(*arg)).transpose()?;
        let value = match (method, arg) {
            (Method::Wrapping(op) | Method::WrappingShift(op), Some(arg)) => binary(op, receiver, arg),
            (Method::WrappingNeg, None) => {
                binary(BinaryOp::Sub, ScalarValue::from_bits(receiver.ty(), 0), receiver)
            }
            _ => None,
        };
        value.map(|value| vec![value]).ok_or_else(|| not_constant(span))
    }
}

fn is_min(value: ScalarValue) -> bool {
    value.ty().is_signed() && value.to_integer() == value.ty().range().map(|(min, _)| min)
}

fn checked(op: BinaryOp, lhs: ScalarValue, rhs: ScalarValue, span: Span) -> Result<(), Box<Diagnostic>> {
    if matches!(op, BinaryOp::Div | BinaryOp::Rem)
        && lhs.ty() != Scalar::F32
        && lhs.ty() != Scalar::F64
        && rhs.bits() == 0
    {
        return Err(Box::new(Diagnostic::error(codes::CONSTANT, span, "this constant divides by zero")));
    }
    let too_far =
        op.is_shift() && rhs.to_integer().is_none_or(|by| by < 0 || by >= i128::from(lhs.ty().bits()));
    if too_far || overflows(op, lhs, rhs) {
        return Err(overflow(span));
    }
    Ok(())
}

fn overflow(span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::CONSTANT, span, "this constant overflows its type"))
}

fn unavailable(span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::CONSTANT, span, "the constant used here has no value"))
}

fn too_large(span: Span) -> Box<Diagnostic> {
    let message = format!("a constant of more than {MAX_CONST_LEAVES} scalars is too large for a device");
    Box::new(Diagnostic::error(codes::CONSTANT, span, message).help("pass the data as a slice"))
}

fn not_constant(span: Span) -> Box<Diagnostic> {
    let error = Diagnostic::error(codes::CONSTANT, span, "this is not a constant")
        .note("it must be known when the kernels are translated")
        .help("use literals, other constants of the module, operators and casts");
    Box::new(error)
}
