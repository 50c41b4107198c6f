//! The methods of numbers.

mod exact;
mod float;
mod integer;

use sycl_hls_ir::{BinaryOp, CallArg, CompareOp, FuncId, OpKind, Overflow, Place, Span, UnaryOp, ValueId};
use sycl_hls_types::{Scalar, ScalarValue, TrapKind};

use super::Lowerer;
use super::operand::Operand;
use crate::builtin::{Builtin, Form};
use crate::ty::{GenericArg, Prim, Ty};
use crate::typed::Instance;

/// Methods of a number.
pub(super) struct Numbers<'n, 'l, 'f, 'a> {
    pub lowerer: &'n mut Lowerer<'l, 'f, 'a>,
    pub span: Span,
    pub ty: Scalar,
    pub prim: Prim,
}

impl<'n, 'l, 'f, 'a> Numbers<'n, 'l, 'f, 'a> {
    /// Methods of a number of this type, called at this place.
    pub fn new(lowerer: &'n mut Lowerer<'l, 'f, 'a>, prim: Prim, span: Span) -> Self {
        Self { lowerer, span, ty: prim.scalar(), prim }
    }

    /// A method that gives a scalar.
    pub fn value(&mut self, builtin: Builtin, x: ValueId, args: &[ValueId]) -> Option<ValueId> {
        let arg = args.first().copied();
        Some(match builtin {
            Builtin::Clone => x,
            Builtin::Exact(form, exact) => self.exact_value(form, exact, x, arg.unwrap_or(x))?,
            Builtin::MinMax(op) => self.lowerer.arithmetic(op, Overflow::Wrapping, [x, arg?], self.span),
            Builtin::Clamp => self.clamp(x, args)?,
            Builtin::Into(prim) => self.lowerer.cast_number(x, prim.scalar(), self.span),
            _ if self.ty.is_float() => self.float(builtin, x, args)?,
            Builtin::FromBits(prim) => self.lowerer.builder.bits(x, prim.scalar(), self.span),
            _ => self.integer(builtin, x, arg)?,
        })
    }

    /// A method that gives an `Option` or a tuple.
    pub fn parts(&mut self, builtin: Builtin, x: ValueId, args: &[ValueId]) -> Option<Operand> {
        let arg = args.first().copied().unwrap_or(x);
        match builtin {
            Builtin::Exact(Form::Checked, exact) => self.checked(exact, x, arg),
            Builtin::Exact(Form::Overflowing, exact) => self.overflowing(exact, x, arg),
            _ => None,
        }
    }

    /// An operand without denormals, where the function flushes them.
    fn flushed(&mut self, operand: ValueId) -> ValueId {
        self.lowerer.flushed(operand, self.span)
    }

    /// A constant.
    fn constant(&mut self, value: ScalarValue) -> ValueId {
        self.lowerer.constant(value, self.span)
    }

    /// The constant of the number's type with these bits.
    fn bits_of(&mut self, bits: u64) -> ValueId {
        self.constant(ScalarValue::from_bits(self.ty, bits))
    }

    /// The constant of the number's type that is this number, modulo its width.
    fn number(&mut self, number: i128) -> ValueId {
        self.constant(ScalarValue::wrapping(self.ty, number))
    }

    /// An operation that wraps.
    fn unary(&mut self, op: UnaryOp, x: ValueId) -> ValueId {
        self.lowerer.builder.unary(op, Overflow::Wrapping, x, self.span)
    }

    /// An operation of two operands that wraps.
    fn wrapping(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> ValueId {
        self.lowerer.builder.binary(op, Overflow::Wrapping, a, b, self.span)
    }

    /// An operation of two operands whose overflow stops the run.
    fn checked_binary(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> ValueId {
        self.lowerer.builder.binary(op, Overflow::Checked, a, b, self.span)
    }

    /// The negation, whose overflow stops the run.
    fn checked_neg(&mut self, x: ValueId) -> ValueId {
        self.lowerer.builder.unary(UnaryOp::Neg, Overflow::Checked, x, self.span)
    }

    /// Whether the exact result of an operation is outside of the type.
    fn overflows(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> ValueId {
        self.lowerer.builder.overflows(op, a, b, self.span)
    }

    /// A comparison, which gives a `bool`.
    fn compare(&mut self, op: CompareOp, a: ValueId, b: ValueId) -> ValueId {
        self.lowerer.builder.compare(op, a, b, self.span)
    }

    /// A number as another type; itself if it has that type.
    fn cast(&mut self, x: ValueId, prim: Prim) -> ValueId {
        if self.lowerer.builder.func().ty(x) == prim.scalar() {
            return x;
        }
        self.lowerer.builder.cast(x, prim.scalar(), self.span)
    }

    /// One value of the number's type or another.
    fn choose(
        &mut self,
        cond: ValueId,
        yes: impl FnOnce(&mut Numbers<'_, '_, '_, '_>) -> ValueId,
        no: impl FnOnce(&mut Numbers<'_, '_, '_, '_>) -> ValueId,
    ) -> Option<ValueId> {
        self.choose_as(self.ty, cond, |numbers| Some(yes(numbers)), |numbers| Some(no(numbers)))
    }

    /// One value of type `result` or another.
    fn choose_as(
        &mut self,
        result: Scalar,
        cond: ValueId,
        yes: impl FnOnce(&mut Numbers<'_, '_, '_, '_>) -> Option<ValueId>,
        no: impl FnOnce(&mut Numbers<'_, '_, '_, '_>) -> Option<ValueId>,
    ) -> Option<ValueId> {
        let (span, prim) = (self.span, self.prim);
        self.lowerer.choose(
            cond,
            result,
            span,
            |lowerer| yes(&mut Numbers::new(lowerer, prim, span)),
            |lowerer| no(&mut Numbers::new(lowerer, prim, span)),
        )
    }

    /// `x.clamp(min, max)`; a minimum above the maximum stops the run.
    fn clamp(&mut self, x: ValueId, args: &[ValueId]) -> Option<ValueId> {
        let (min, max) = (*args.first()?, *args.get(1)?);
        let span = self.span;
        if self.ty.is_float() {
            let [x, min, max] = [x, min, max].map(|operand| self.flushed(operand));
            let ordered = self.compare(CompareOp::Le, min, max);
            let wrong = self.lowerer.not(ordered, span);
            self.lowerer.builder.panic_if(wrong, TrapKind::Clamp, vec![min, max], span);
            // A NaN stays one.
            let below = self.compare(CompareOp::Lt, x, min);
            let raised = self.choose(below, move |_| min, move |_| x)?;
            let above = self.compare(CompareOp::Gt, raised, max);
            return self.choose(above, move |_| max, move |_| raised);
        }
        let wrong = self.compare(CompareOp::Gt, min, max);
        self.lowerer.builder.panic_if(wrong, TrapKind::Clamp, vec![min, max], span);
        let raised = self.wrapping(BinaryOp::Max, x, min);
        Some(self.wrapping(BinaryOp::Min, raised, max))
    }

    /// Calls a function of the library for the number's type, which gives a scalar.
    fn library(&mut self, name: &str, args: &[ValueId], result: Scalar) -> Option<ValueId> {
        let args = args.iter().map(|arg| CallArg::Value(*arg)).collect();
        let kind = OpKind::Call { func: self.library_function(name)?, args };
        Some(self.lowerer.builder.compute(kind, result, self.span))
    }

    /// Calls a function of the library for the number's type, whose result goes into memory.
    fn library_into(&mut self, name: &str, args: &[ValueId], result: &Place) -> Option<()> {
        let mut actuals: Vec<CallArg> = args.iter().map(|arg| CallArg::Value(*arg)).collect();
        actuals.push(CallArg::Place(result.clone()));
        let kind = OpKind::Call { func: self.library_function(name)?, args: actuals };
        self.lowerer.builder.push(kind, self.span);
        Some(())
    }

    /// The instance of a library function for the number's type.
    fn library_function(&mut self, name: &str) -> Option<FuncId> {
        let func = self.lowerer.program.front.library_function("integer", name)?;
        let instance = Instance { func, generics: vec![GenericArg::Ty(Ty::Prim(self.prim))] };
        Some(self.lowerer.program.func(&instance))
    }
}
