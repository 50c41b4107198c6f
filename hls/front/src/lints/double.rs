//! `f64` between `f32` values.

use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_ir::{BinaryOp, Func, Module, Op, OpKind, Span, UnaryOp, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::{Finding, NEEDLESS_F64};

/// Deeper expressions are not looked at.
const MAX_DEPTH: u32 = 64;

/// An expression of `f64` whose operands were `f32` or constants.
#[derive(Default)]
struct Expression {
    /// Operations that round.
    operations: usize,
    widened: Vec<Span>,
    constants: Vec<(Span, bool)>,
}

/// Checks a function.
pub(super) fn check(module: &Module, func: &Func, findings: &mut Vec<Finding>) {
    let ops = func.ops_in_order();
    let definitions: ArenaMap<ValueId, &Op> =
        ops.iter().map(|op| &func.ops[*op]).filter_map(|op| Some((op.result?, op))).collect();
    for &op in &ops {
        let op = &func.ops[op];
        let (OpKind::Cast(value), Some(result)) = (&op.kind, op.result) else { continue };
        if func.ty(result) != Scalar::F32 || func.ty(*value) != Scalar::F64 {
            continue;
        }
        let mut expression = Expression::default();
        if expression.add(module, func, &definitions, *value, 0).is_some() {
            findings.extend(expression.finding(op.span));
        }
    }
}

impl Expression {
    /// Adds what computes a value; `None` where that is something else than `f32` values and constants.
    fn add(
        &mut self,
        module: &Module,
        func: &Func,
        definitions: &ArenaMap<ValueId, &Op>,
        value: ValueId,
        depth: u32,
    ) -> Option<()> {
        let op = definitions.get(value).filter(|_| depth < MAX_DEPTH)?;
        match &op.kind {
            OpKind::Const(value) => self.constants.push((op.span, is_f32(value))),
            OpKind::Global(global) => {
                let value = module.globals[*global].leaves.first()?;
                self.constants.push((op.span, is_f32(value)));
            }
            OpKind::Cast(from) if func.ty(*from) == Scalar::F32 => self.widened.push(op.span),
            OpKind::Binary {
                op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div,
                lhs,
                rhs,
                ..
            } => {
                self.operations += 1;
                self.add(module, func, definitions, *lhs, depth + 1)?;
                self.add(module, func, definitions, *rhs, depth + 1)?;
            }
            OpKind::Unary { op: UnaryOp::Sqrt, arg, .. } => {
                self.operations += 1;
                self.add(module, func, definitions, *arg, depth + 1)?;
            }
            OpKind::Unary { op: UnaryOp::Neg | UnaryOp::Abs, arg, .. } => {
                self.add(module, func, definitions, *arg, depth + 1)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// More than one operation without a constant may be there for its precision.
    fn finding(self, at: Span) -> Option<Finding> {
        let widened = self.widened.first()?;
        if self.operations == 0 || (self.operations > 1 && self.constants.is_empty()) {
            return None;
        }
        let message = "`f32` values are computed in `f64`, and the result is an `f32` again";
        let mut finding = Finding::new(NEEDLESS_F64, at, message).related(*widened, "widened to `f64` here");
        if let Some((constant, _)) = self.constants.first() {
            finding = finding.related(*constant, "this constant is an `f64`");
        }
        let exact = self.operations == 1 && self.constants.iter().all(|(_, exact)| *exact);
        let finding = finding.note("an operator for `f64` is up to three times as large as one for `f32`, and slower: a product takes 8 DSP blocks instead of 3");
        Some(finding.help(if exact {
            "compute in `f32`: the bits of the result are the same"
        } else {
            "compute in `f32` where its precision is enough: the last bits of the result may differ"
        }))
    }
}

/// True if the number is an `f32` as well.
fn is_f32(value: &ScalarValue) -> bool {
    let number = value.to_f64();
    f64::from(number as f32) == number
}
