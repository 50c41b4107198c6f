//! Types of one operation (K7, K8, K10 to K13, K15, K18).

use sycl_hls_types::{Operation, Scalar, ScalarValue, TrapKind};

use super::Report;
use super::scope::Scope;
use crate::{
    BinaryOp, CallArg, ChannelAccess, ChannelId, Func, FuncId, FuncKind, Init, Module, Object, Op, OpKind,
    ParamKind, Place, RegionId, Root, Span, Trap, Type, ValueId,
};

pub(super) fn check_op(module: &Module, func: &Func, scope: &Scope, op: &Op, report: &mut Report<'_>) {
    let mut checker = OpChecker { module, func, scope, span: op.span, report };
    op.kind.for_each_operand(&mut |value| checker.operand(value));
    let computed = checker.kind(&op.kind, op.result.map(|result| func.ty(result)));
    let result = op.result.map(|result| func.ty(result));
    if computed != result {
        let show = |ty: Option<Scalar>| ty.map_or_else(|| "nothing".to_owned(), |ty| ty.to_string());
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
            OpKind::Global(global) => self.module.globals[*global].ty.scalar().or_else(|| {
                self.error("K8", "a constant that is no scalar is not a value");
                result
            }),
            OpKind::Unary { op, arg, .. } => {
                let ty = self.ty(*arg);
                self.expect(op.takes(ty), "K8", "the operation has no meaning for its operand");
                Some(op.result(ty))
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
                let exists = result.is_some_and(|ty| crate::cast(&zero, ty).is_some());
                self.expect(exists, "K8", "there is no such cast");
                result
            }
            OpKind::Bits(value) => {
                let zero = ScalarValue::from_bits(self.ty(*value), 0);
                let exists = result.is_some_and(|ty| crate::bits(&zero, ty).is_some());
                self.expect(exists, "K8", "the types have different widths");
                result
            }
            OpKind::Fma { a, b, c } => {
                let ty = self.ty(*a);
                let fits = ty.is_float() && self.ty(*b) == ty && self.ty(*c) == ty;
                self.expect(fits, "K8", "the operands are not of one float type");
                Some(ty)
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
            OpKind::Read(place) => self.scalar(place).or(result),
            OpKind::Write(place, value) => {
                let ty = self.scalar(place);
                self.expect(ty == Some(self.ty(*value)), "K8", "the value does not fit the place");
                self.writable(place);
                None
            }
            OpKind::Fill(place, value) => {
                let ty = self.place(place).and_then(|ty| ty.leaf());
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
                let ty = &self.func.slots[*slot].ty;
                let fits = match init {
                    Init::Uninit => true,
                    Init::Fill(value) => ty.leaf() == Some(self.ty(*value)),
                    // Their number is K9's.
                    Init::List(values) => {
                        values.iter().zip(ty.scalars()).all(|(value, scalar)| self.ty(*value) == scalar)
                    }
                    Init::Copy(from) => self.place(from).is_some_and(|from| from == *ty),
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
                self.expect(for_loop.step > 0, "K13", "the step is 0");
                None
            }
            OpKind::If { cond, then, otherwise } => {
                self.expect(self.ty(*cond) == Scalar::Bool, "K8", "the condition is no bool");
                for region in [*then, *otherwise] {
                    self.yields(region, result);
                }
                result
            }
            OpKind::While { cond, .. } => {
                self.yields(*cond, Some(Scalar::Bool));
                None
            }
            OpKind::Channel { channel, access } => self.channel(*channel, access),
            OpKind::TrapIf { cond, trap } | OpKind::PanicIf { cond, trap } => {
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

    /// The type of the result of an operation on a channel.
    fn channel(&mut self, channel: ChannelId, access: &ChannelAccess) -> Option<Scalar> {
        let in_scope = self.scope.channels.has(channel);
        self.expect(in_scope, "K18", "a channel is not declared here");
        let element = self.func.channels[channel].element;
        let carried = match access {
            ChannelAccess::Read
            | ChannelAccess::Unread
            | ChannelAccess::Empty
            | ChannelAccess::Full
            | ChannelAccess::More => element,
            ChannelAccess::Write(value) | ChannelAccess::TryWrite(value) => self.ty(*value),
            ChannelAccess::TryRead(place) => {
                self.writable(place);
                self.scalar(place).unwrap_or(element)
            }
        };
        self.expect(carried == element, "K8", "the channel has elements of another type");
        match access {
            ChannelAccess::Read => Some(element),
            ChannelAccess::Write(_) | ChannelAccess::Unread => None,
            _ => Some(Scalar::Bool),
        }
    }

    /// What a region yields, if it does, has this type.
    fn yields(&mut self, region: RegionId, ty: Option<Scalar>) {
        let last = self.func.regions[region].ops.last();
        if let Some(OpKind::Yield(value)) = last.map(|last| &self.func.ops[*last].kind) {
            let fits = Some(self.ty(*value)) == ty;
            self.expect(fits, "K6", "a region yields another type than the result's");
        }
    }

    fn scalar(&mut self, place: &Place) -> Option<Scalar> {
        let ty = self.place(place)?;
        self.expect(ty.scalar().is_some(), "K10", "the place is no scalar");
        ty.scalar()
    }

    /// The type of a place.
    fn place(&mut self, place: &Place) -> Option<Type> {
        for index in place.indices() {
            self.expect(self.ty(index) == Scalar::U64, "K10", "an index is no u64");
        }
        self.declared(place.root);
        let ty = self.module.place_type(self.func, place).cloned();
        if ty.is_none() {
            self.error("K10", "there is no such place");
        }
        ty
    }

    fn declared(&mut self, root: Root) {
        if let Root::Slot(slot) = root {
            let in_scope = self.scope.slots.has(slot);
            self.expect(in_scope, "K9", "a slot is not declared here");
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
                (
                    ParamKind::Slice { element, mutable, .. },
                    CallArg::Place(place) | CallArg::Slice { place, .. },
                ) => {
                    let fits = self.slice_arg(place, element) && self.range(arg);
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
            if let (true, CallArg::Place(place) | CallArg::Slice { place, .. }) = (mutable, arg) {
                self.writable(place);
                self.expect(!shared(args, index, place), "K12", "a `&mut` argument is passed twice");
            }
        }
        callee.ret
    }

    /// A slice parameter takes a slice parameter of the caller, or an array, or a part of either.
    fn slice_arg(&mut self, place: &Place, element: &Type) -> bool {
        let whole = place.path.is_empty();
        if let (true, Some(Object::Slice(own))) = (whole, self.module.object(self.func, place.root)) {
            return own == element;
        }
        matches!(self.place(place), Some(Type::Array(inner, _)) if *inner == *element)
    }

    fn range(&self, arg: &CallArg) -> bool {
        match arg {
            CallArg::Slice { lo, len, .. } => self.ty(*lo) == Scalar::U64 && self.ty(*len) == Scalar::U64,
            CallArg::Place(_) | CallArg::Value(_) => true,
        }
    }

    fn trap(&mut self, trap: &Trap) {
        let types: Vec<Scalar> = trap.operands.iter().map(|value| self.ty(*value)).collect();
        let fits = match (trap.kind, types.as_slice()) {
            (
                TrapKind::Index | TrapKind::SliceOrder | TrapKind::SliceStart | TrapKind::SliceEnd,
                [index, len],
            ) => *index == Scalar::U64 && *len == Scalar::U64,
            (TrapKind::UnwrapNone, []) => true,
            (TrapKind::Panic, []) => trap.object.is_some(),
            (TrapKind::Clamp, [min, max]) => min == max && *min != Scalar::Bool,
            (TrapKind::Overflow(Operation::Neg), [value]) => value.is_signed(),
            (TrapKind::Overflow(_) | TrapKind::DivideByZero(_), [a, b]) => a == b && a.is_integer(),
            (TrapKind::Shift(_), [a, b]) => a.is_integer() && b.is_integer(),
            _ => false,
        };
        self.expect(fits, "K15", "the trap reports other operands than its kind says");
    }
}

/// True if an argument other than number `index` passes memory that is, or may be, in `place`.
fn shared(args: &[CallArg], index: usize, place: &Place) -> bool {
    args.iter().enumerate().any(|(other, arg)| match arg {
        CallArg::Place(second) | CallArg::Slice { place: second, .. } => {
            other != index && !place.is_disjoint_from(second)
        }
        CallArg::Value(_) => false,
    })
}
