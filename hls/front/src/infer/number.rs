//! Numbers of any width: the types of what operators and methods make of them.

use sycl_hls_ir::{BinaryOp, Diagnostic, Span};
use sycl_hls_numbers::Shape;
use sycl_hls_types::Width;

use super::Infer;
use crate::builtin::{Builtin, NumberMethod};
use crate::codes;
use crate::hir::{ExprId, Making, MethodCall};
use crate::number::{Form, Number, result};
use crate::ty::{GenericArg, Prim, Ty};
use crate::typed::Callee;

impl Infer<'_, '_> {
    /// The type of an operator at a place, or of a comparison, of operands of which at least one is a number of any width.
    pub(super) fn numbers(
        &mut self,
        combined: Option<(BinaryOp, Span)>,
        [left, right]: [&Ty; 2],
        [left_at, right_at]: [Span; 2],
    ) -> Ty {
        let (left, right) = (self.shape(left, left_at), self.shape(right, right_at));
        let (Some(left), Some(right)) = (left, right) else { return Ty::Error };
        match combined {
            None => Ty::BOOL,
            Some((op, _)) if self.is_rest_with_point(op, [left, right], [left_at, right_at]) => Ty::Error,
            Some((op, at)) => match result(op, left, right) {
                Some(shape) => self.exact(shape, at),
                None => Ty::Error,
            },
        }
    }

    /// Reports `%` of numbers with bits after the point.
    fn is_rest_with_point(&mut self, op: BinaryOp, shapes: [Shape; 2], ats: [Span; 2]) -> bool {
        let with_point = shapes.iter().zip(ats).find(|(shape, _)| shape.fraction != 0);
        let (BinaryOp::Rem, Some((_, at))) = (op, with_point) else { return false };
        let error = Diagnostic::error(
            codes::OPERATOR,
            at,
            "the operator `%` has no meaning for a number with a point",
        );
        self.front.report(error.help("it is an operator of integers: take them with `.to::<Int<12>>()`"));
        true
    }

    /// An exact result, unless it is wider than any integer of KIR.
    fn exact(&mut self, shape: Shape, at: Span) -> Ty {
        if shape.bits <= Width::MAX {
            return Ty::Number(Number::exact(shape));
        }
        let message = format!("the exact result has {} bits, more than {}", shape.bits, Width::MAX);
        let error = Diagnostic::error(codes::WIDTH, at, message);
        self.front.report(error.help("narrow the operands with `.to::<..>()`"));
        Ty::Error
    }

    /// The shape of an operand beside a number of any width; `None` after a report. A literal that nothing decides is an
    /// `i32`, as in rustc.
    fn shape(&mut self, ty: &Ty, at: Span) -> Option<Shape> {
        let mut ty = self.table.resolve(ty).deref().clone();
        if matches!(ty, Ty::Var(_)) && self.table.unify(&ty, &Ty::Prim(Prim::I32)) {
            ty = Ty::Prim(Prim::I32);
        }
        if ty.is_wrong() || ty == Ty::Never {
            return None;
        }
        let shape = ty.shape();
        if shape.is_none() {
            let message = format!("`{}` is no operand beside a number of any width", self.table.show(&ty));
            let error = Diagnostic::error(codes::MISMATCH, at, message);
            self.front.report(
                error.help(
                    "integers and `bool` are; of a float, make a number: `<Fixed<16, 4>>::from_f64(..)`",
                ),
            );
        }
        shape
    }

    /// The argument of what makes a number of any width.
    pub(super) fn number_argument(&mut self, making: Making, value: ExprId, number: Number) {
        let at = self.body.exprs[value].span;
        match making {
            Making::Number => {
                let ty = self.value_of(value, None);
                // Any integer will do, so what the literal or the variable is may be decided later.
                let any = self.table.new_int();
                if !(matches!(self.table.resolve(&ty), Ty::Var(_)) && self.table.unify(&ty, &any)) {
                    self.shape(&ty, at);
                }
            }
            Making::Bits => {
                let ty = self.expr(value);
                self.coerce(&ty, &Ty::Number(Number::declared(false, number.shape.bits)), at);
            }
            Making::Float(prim) => {
                let ty = self.hinted(value, Some(prim));
                self.coerce(&ty, &Ty::Prim(prim), at);
            }
        }
    }

    /// `place op= value`
    pub(super) fn assigned_number(
        &mut self,
        op: BinaryOp,
        place: Number,
        value: &Ty,
        [whole, value_at]: [Span; 2],
    ) {
        if place.is_exact() {
            let error = Diagnostic::error(codes::OPERATOR, whole, "an exact result is not assigned to");
            self.front.report(error.help("say what the variable is: `let mut x: Int<12> = (..).to();`"));
        } else if !op.is_shift()
            && let Some(shape) = self.shape(value, value_at)
        {
            self.is_rest_with_point(op, [place.shape, shape], [whole, value_at]);
        }
    }

    /// The result of a method of a number of any width.
    pub(super) fn number_method(
        &mut self,
        id: ExprId,
        number: Number,
        call: &MethodCall,
        args: &[(Ty, Span)],
    ) -> Ty {
        let own = Ty::Number(number);
        if call.name == "to" {
            self.callees.insert(id, Callee::Builtin(Builtin::Number(NumberMethod::To)));
            return match (call.generics.as_slice(), args) {
                ([] | [None], []) => self.table.new_any(),
                ([Some(GenericArg::Ty(ty))], []) => ty.clone(),
                _ => self.wrong_arguments(call, "`.to::<Int<12>>()`, or `.to()` where the type is known"),
            };
        }
        let consts: Option<Vec<u32>> = call
            .generics
            .iter()
            .map(|arg| match arg {
                Some(GenericArg::Const(value)) => u32::try_from(value.bits()?).ok(),
                _ => None,
            })
            .collect();
        let method = consts.and_then(|consts| NumberMethod::find(&call.name, &consts));
        let Some(method) = method.filter(|method| method.is_of(number.form)) else {
            return match NumberMethod::names(Form::Integer).any(|name| name == call.name) {
                true if number.is_exact() => self.not_of_exact(call),
                true if number.is_fixed() => self.not_of_fixed(&own, call),
                true => self.wrong_bits(call),
                false => {
                    let error = self.unknown_method(&own, &call.name, call.at);
                    self.front.report(error);
                    Ty::Error
                }
            };
        };
        self.callees.insert(id, Callee::Builtin(Builtin::Number(method)));
        self.number_method_type(number, method, call, args)
    }

    /// The type of a method with these arguments.
    fn number_method_type(
        &mut self,
        number: Number,
        method: NumberMethod,
        call: &MethodCall,
        args: &[(Ty, Span)],
    ) -> Ty {
        let own = Ty::Number(number);
        let bits = number.shape.bits;
        if let NumberMethod::Bits { hi, lo } | NumberMethod::SetBits { hi, lo } = method
            && !(lo <= hi && hi < bits)
        {
            let message = format!("the bits {hi} to {lo} are not bits of `{own}`");
            let error = Diagnostic::error(codes::WIDTH, call.at, message);
            self.front
                .report(error.help(format!("it has the bits {} to 0: the highest comes first", bits - 1)));
            return Ty::Error;
        }
        match (method, args) {
            (NumberMethod::Bit, [(index, at)]) => {
                self.expect(index, &Ty::U32, *at);
                Ty::BOOL
            }
            (NumberMethod::SetBit, [(index, at), (value, value_at)]) => {
                self.expect(index, &Ty::U32, *at);
                self.expect(value, &Ty::BOOL, *value_at);
                Ty::Unit
            }
            (NumberMethod::Bits { hi, lo }, []) => {
                Ty::Number(Number::exact(Shape::integer(false, hi - lo + 1)))
            }
            (NumberMethod::SetBits { .. }, [(value, at)]) => {
                self.shape(value, *at);
                Ty::Unit
            }
            (NumberMethod::Concat, [(low, at)]) => match self.shape(low, *at) {
                Some(low) => self.exact(Shape::integer(false, bits + low.bits), call.at),
                None => Ty::Error,
            },
            (NumberMethod::Reverse | NumberMethod::Clone, []) => own,
            (NumberMethod::ToBits, []) => Ty::Number(Number::declared(false, bits)),
            (NumberMethod::ToFloat(prim), []) => Ty::Prim(prim),
            (NumberMethod::Count(_), []) => Ty::U32,
            (NumberMethod::IsNegative | NumberMethod::Reduce { .. }, []) => Ty::BOOL,
            _ => {
                let expected = match method {
                    NumberMethod::SetBit => "two arguments: `x.set_bit(3, true)`",
                    NumberMethod::Bit => "one argument: `x.bit(3)`",
                    NumberMethod::SetBits { .. } | NumberMethod::Concat => "one argument, a number",
                    _ => "no arguments",
                };
                self.wrong_arguments(call, expected)
            }
        }
    }

    /// Reports a call with other arguments than the method takes.
    pub(super) fn wrong_arguments(&mut self, call: &MethodCall, expected: &str) -> Ty {
        let message = match call.generics.is_empty() {
            true => format!("the method `{}` does not take {} here", call.name, counted_arguments(call)),
            false => format!("the method `{}` does not take these arguments", call.name),
        };
        let error = Diagnostic::error(codes::ARGUMENT_COUNT, call.at, message);
        self.front.report(error.help(format!("write {expected}")));
        Ty::Error
    }

    /// Reports a method without the bits that it is about, or with bits that it does not take.
    fn wrong_bits(&mut self, call: &MethodCall) -> Ty {
        let name = &call.name;
        let (message, help) = match name.as_str() {
            "bits" | "set_bits" => (
                format!("the method `{name}` takes the highest bit and the lowest between `::<` and `>`"),
                format!("write `x.{name}::<7, 4>(..)`"),
            ),
            _ => (
                format!("the method `{name}` takes nothing between `::<` and `>`"),
                format!("write `x.{name}(..)`"),
            ),
        };
        self.front.report(Diagnostic::error(codes::ARGUMENT_COUNT, call.at, message).help(help));
        Ty::Error
    }

    /// Reports a method of integers that fixed-point numbers do not have.
    fn not_of_fixed(&mut self, own: &Ty, call: &MethodCall) -> Ty {
        let message = format!("`{own}` has no method `{}`", call.name);
        let error = Diagnostic::error(codes::METHOD, call.at, message);
        self.front.report(error.help(format!("call it of the bits: `x.to_bits().{}(..)`", call.name)));
        Ty::Error
    }

    /// Reports a method of numbers that exact results do not have.
    fn not_of_exact(&mut self, call: &MethodCall) -> Ty {
        let message = format!("an exact result has no method `{}`", call.name);
        let error = Diagnostic::error(codes::METHOD, call.at, message);
        self.front.report(error.help("narrow it first: `(..).to::<Int<12>>()`"));
        Ty::Error
    }
}

/// `no arguments`, `1 argument`
fn counted_arguments(call: &MethodCall) -> String {
    match call.args.len() {
        0 => "no arguments".to_owned(),
        count => crate::names::counted(count, "argument"),
    }
}
