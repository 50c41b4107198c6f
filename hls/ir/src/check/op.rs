//! Types of one operation (K7, K8, K10 to K13, K15).

use sycl_hls_types::{Operation, Scalar, ScalarValue, TrapKind};

use super::Report;
use super::scope::Scope;
use crate::{
    BinaryOp, CallArg, Func, FuncId, FuncKind, Init, Module, Op, OpKind, ParamKind, Place, RegionId, Root,
    Span, Trap, Type, UnaryOp, ValueId,
};

pub(super) fn check_op(module: &Module, func: &Func, scope: &Scope, op: &Op, report: &mut Report<'_>) {
    let mut checker = OpChecker { module, func, scope, span: op.span, report };
    op.kind.for_each_operand(&mut |value| checker.operand(value));
    let computed = checker.kind(&op.kind, op.result.map(|result| func.ty(result)));
    let result = op.result.map(|result| func.ty(result));
    if computed != result {
        let show = |ty: Option<Scalar>| ty.map_or("nothing", Scalar::name);
        checker.error("K8", format!("the result is {} but should be {}", show(result), show(computed)));
    }
}

struct OpChecker<'a, 'b> {
    module: &'a Module,
    func: &'a Func,
    scope: &'a Scope,
    span: Span,
    report: &'a mut Report<'b>,
}

impl OpChecker<'_, '_> {
    fn error(&mut self, invariant: &'static str, message: impl Into<String>) {
        self.report.error(invariant, self.span, message);
    }

    fn expect(&mut self, holds: bool, invariant: &'static str, message: &str) {
        if !holds {
            self.error(invariant, message);
        }
    }

    fn operand(&mut self, value: ValueId) {
        let in_scope = self.scope.values.has(value);
        self.expect(in_scope, "K7", "an operand is not defined here");
    }

    fn ty(&self, value: ValueId) -> Scalar {
        self.func.ty(value)
    }

    /// Checks the operands and gives the type of the result. `result` is the type it claims to have, which
    /// decides where the operation leaves a choice.
    fn kind(&mut self, kind: &OpKind, result: Option<Scalar>) -> Option<Scalar> {
        match kind {
            OpKind::Const(value) => Some(value.ty()),
            OpKind::Global(global) => match self.module.globals[*global].ty {
                Type::Scalar(scalar) => Some(scalar),
                Type::Array(..) => {
                    self.error("K8", "an array constant is not a value");
                    result
                }
            },
            OpKind::Unary { op, arg, .. } => {
                let ty = self.ty(*arg);
                let fits = match op {
                    UnaryOp::Neg => ty.is_signed() || ty.is_float(),
                    UnaryOp::Not => !ty.is_float(),
                };
                self.expect(fits, "K8", "the operation has no meaning for its operand");
                Some(ty)
            }
            OpKind::Binary { op, lhs, rhs, .. } => {
                self.binary(*op, *lhs, *rhs);
                Some(self.ty(*lhs))
            }
            OpKind::Overflows { op, lhs, rhs } => {
                self.binary(*op, *lhs, *rhs);
                let checked =
                    matches!(op.operation(), Some(op) if op != Operation::Shl && op != Operation::Shr);
                self.expect(checked && self.ty(*lhs).is_integer(), "K8", "the operation cannot overflow");
                Some(Scalar::Bool)
            }
            OpKind::Compare { lhs, rhs, .. } => {
                self.expect(self.ty(*lhs) == self.ty(*rhs), "K8", "the operands have different types");
                Some(Scalar::Bool)
            }
            OpKind::Cast(value) => {
                let zero = ScalarValue::from_bits(self.ty(*value), 0);
                let exists = result.is_some_and(|ty| crate::cast(zero, ty).is_some());
                self.expect(exists, "K8", "there is no such cast");
                result
            }
            OpKind::Len(index) => {
                let slice = matches!(self.func.param(*index).map(|p| &p.kind), Some(ParamKind::Slice { .. }));
                self.expect(slice, "K8", "only a slice has a length");
                Some(Scalar::U64)
            }
            _ => self.effect(kind, result),
        }
    }

    fn binary(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId) {
        let (a, b) = (self.ty(lhs), self.ty(rhs));
        let fits = if op.is_shift() {
            a.is_integer() && b.is_integer()
        } else {
            a == b
                && match a {
                    Scalar::Bool => op.takes_bools(),
                    _ if a.is_float() => op.takes_floats(),
                    _ => true,
                }
        };
        self.expect(fits, "K8", "the operation has no meaning for its operands");
    }

    fn effect(&mut self, kind: &OpKind, result: Option<Scalar>) -> Option<Scalar> {
        match kind {
            OpKind::Read(place) => self.place(place).map(|ty| self.scalar(&ty)),
            OpKind::Write(place, value) => {
                let ty = self.place(place).map(|ty| self.scalar(&ty));
                self.expect(ty == Some(self.ty(*value)), "K8", "the value does not fit the place");
                self.writable(place);
                None
            }
            OpKind::Fill(place, value) => {
                let ty = self.place(place).map(|ty| ty.leaf());
                self.expect(ty == Some(self.ty(*value)), "K8", "the value does not fit the place");
                self.writable(place);
                None
            }
            OpKind::Copy { to, from } => {
                let (to_ty, from_ty) = (self.place(to), self.place(from));
                self.expect(to_ty.is_some() && to_ty == from_ty, "K10", "the places have different types");
                self.writable(to);
                None
            }
            OpKind::Declare { slot, init } => {
                let leaf = self.func.slots[*slot].ty.leaf();
                let fits = match init {
                    Init::Uninit => true,
                    Init::Fill(value) => self.ty(*value) == leaf,
                    Init::List(values) => values.iter().all(|value| self.ty(*value) == leaf),
                };
                self.expect(fits, "K8", "a first value does not fit the slot");
                None
            }
            OpKind::Call { func, args } => self.call(*func, args),
            OpKind::For(for_loop) => {
                let induction = self.func.regions[for_loop.body].params.as_slice();
                let ty = self.ty(for_loop.lo);
                let fits = ty.is_integer()
                    && self.ty(for_loop.hi) == ty
                    && matches!(induction, [value] if self.ty(*value) == ty);
                self.expect(fits, "K13", "bounds and induction variable are not of one integer type");
                None
            }
            OpKind::If { cond, then, otherwise } => {
                self.expect(self.ty(*cond) == Scalar::Bool, "K8", "the condition is no bool");
                for region in [*then, *otherwise] {
                    let yielded = self.yielded(region);
                    self.expect(yielded == result, "K6", "a region yields another type than the result's");
                }
                result
            }
            OpKind::TrapIf { cond, trap } => {
                self.expect(self.ty(*cond) == Scalar::Bool, "K8", "the condition is no bool");
                self.trap(trap);
                None
            }
            OpKind::Return(value) => {
                let ty = value.map(|value| self.ty(value));
                self.expect(ty == self.func.ret, "K6", "the function returns another type");
                None
            }
            _ => None,
        }
    }

    fn yielded(&self, region: RegionId) -> Option<Scalar> {
        let last = self.func.regions[region].ops.last()?;
        match self.func.ops[*last].kind {
            OpKind::Yield(value) => Some(self.ty(value)),
            _ => None,
        }
    }

    fn scalar(&mut self, ty: &Type) -> Scalar {
        self.expect(matches!(ty, Type::Scalar(_)), "K10", "the place is no scalar");
        ty.leaf()
    }

    /// The type of a place.
    fn place(&mut self, place: &Place) -> Option<Type> {
        for &index in &place.indices {
            self.expect(self.ty(index) == Scalar::U64, "K10", "an index is no u64");
        }
        let ty = self.place_type(place);
        if ty.is_none() {
            self.error("K10", "there is no such place");
        }
        ty
    }

    fn place_type(&mut self, place: &Place) -> Option<Type> {
        let count = place.indices.len();
        match place.root {
            Root::Slot(slot) => {
                let in_scope = self.scope.slots.has(slot);
                self.expect(in_scope, "K9", "a slot is not declared here");
                self.func.slots[slot].ty.indexed(count).cloned()
            }
            Root::Global(global) => self.module.globals[global].ty.indexed(count).cloned(),
            Root::Param(index) => match &self.func.param(index)?.kind {
                ParamKind::Scalar(_) => None,
                ParamKind::Slice { element, .. } => (count == 1).then(|| (*element).into()),
                ParamKind::Ref { pointee, .. } => pointee.indexed(count).cloned(),
            },
        }
    }

    fn writable(&mut self, place: &Place) {
        let writable = self.func.is_writable(place.root);
        self.expect(writable, "K11", "the place is not mutable");
    }

    fn call(&mut self, id: FuncId, args: &[CallArg]) -> Option<Scalar> {
        let callee = &self.module.funcs[id];
        self.expect(callee.kind == FuncKind::Helper, "K12", "only helpers are called");
        self.expect(callee.params.len() == args.len(), "K12", "the number of arguments differs");
        for (index, (param, arg)) in callee.params.iter().zip(args).enumerate() {
            let mutable = match (&param.kind, arg) {
                (ParamKind::Scalar(value), CallArg::Value(arg)) => {
                    self.expect(callee.ty(*value) == self.ty(*arg), "K12", "an argument has another type");
                    false
                }
                (ParamKind::Slice { element, mutable, .. }, CallArg::Place(place)) => {
                    let fits = self.slice_arg(place, *element);
                    self.expect(fits, "K12", "an argument is no such slice");
                    *mutable
                }
                (ParamKind::Ref { pointee, mutable }, CallArg::Place(place)) => {
                    let ty = self.place(place);
                    self.expect(ty.as_ref() == Some(pointee), "K12", "an argument has another type");
                    *mutable
                }
                _ => {
                    self.error("K12", "an argument is of another kind than the parameter");
                    false
                }
            };
            if let (true, CallArg::Place(place)) = (mutable, arg) {
                self.writable(place);
                self.expect(!shared(args, index, place.root), "K12", "a `&mut` argument is passed twice");
            }
        }
        callee.ret
    }

    /// A slice parameter takes a slice parameter of the caller, or a one-dimensional array.
    fn slice_arg(&mut self, place: &Place, element: Scalar) -> bool {
        if let (Root::Param(index), true) = (place.root, place.indices.is_empty())
            && let Some(ParamKind::Slice { element: own, .. }) =
                self.func.param(index).map(|param| &param.kind)
        {
            return *own == element;
        }
        matches!(self.place(place), Some(Type::Array(inner, _)) if *inner == element.into())
    }

    fn trap(&mut self, trap: &Trap) {
        let types: Vec<Scalar> = trap.operands.iter().map(|value| self.ty(*value)).collect();
        let fits = match (trap.kind, types.as_slice()) {
            (TrapKind::Index, [index, len]) => *index == Scalar::U64 && *len == Scalar::U64,
            (TrapKind::Overflow(Operation::Neg), [value]) => value.is_signed(),
            (TrapKind::Overflow(_) | TrapKind::DivideByZero(_), [a, b]) => a == b && a.is_integer(),
            (TrapKind::Shift(_), [a, b]) => a.is_integer() && b.is_integer(),
            _ => false,
        };
        self.expect(fits, "K15", "the trap reports other operands than its kind says");
    }
}

/// Is memory of `root` also passed by another argument than number `index`?
fn shared(args: &[CallArg], index: usize, root: Root) -> bool {
    args.iter().enumerate().any(|(other, arg)| match arg {
        CallArg::Place(place) => other != index && place.root == root,
        CallArg::Value(_) => false,
    })
}
