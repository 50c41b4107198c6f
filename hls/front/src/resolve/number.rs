//! What belongs to the types of integers of any width: `Uint::<12>::new(x)`, `Uint::<12>::MAX`.

use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::ScalarValue;

use super::Resolver;
use super::syntax::{ident_span, wrong_count};
use crate::codes;
use crate::hir::ExprKind;
use crate::lacking::nearest;
use crate::names::plain_name;
use crate::number::Number;
use crate::ty::{Prim, Ty};

/// The functions and the constants of the types.
const FUNCTIONS: [&str; 2] = ["new", "default"];
const CONSTANTS: [&str; 4] = ["BITS", "ZERO", "MIN", "MAX"];

impl Resolver<'_, '_> {
    /// The type, if the path names something that belongs to a number's type, as it is or as an alias; an error if that was
    /// reported.
    pub(super) fn number_of(&mut self, path: &syn::Path) -> Option<Option<Number>> {
        let [ty, _] = path.segments.iter().collect::<Vec<_>>()[..] else { return None };
        let found = match self.front.number_type(ty) {
            Some(found) => found,
            None if ty.arguments.is_none() => self.front.named_type(&plain_name(&ty.ident))?,
            None => return None,
        };
        match found {
            Ty::Number(number) => Some(Some(number)),
            Ty::Error if Number::sign_of(&plain_name(&ty.ident)).is_some() => Some(None),
            _ => None,
        }
    }

    /// A constant of a number's type.
    pub(super) fn constant_of_number(
        &mut self,
        number: Option<Number>,
        path: &syn::Path,
        at: Span,
    ) -> ExprKind {
        let Some((number, ty)) = number.and_then(|it| Some((it, it.scalar()?))) else {
            return ExprKind::Error;
        };
        let name = path.segments.last().map(|segment| plain_name(&segment.ident)).unwrap_or_default();
        let value = match name.as_str() {
            "BITS" => return ExprKind::Value(Prim::U32, number.shape.bits.into()),
            "ZERO" => ScalarValue::from_bits(ty, 0),
            "MIN" => ScalarValue::least(ty),
            "MAX" => ScalarValue::greatest(ty),
            _ => {
                let message = format!("there is no constant `{number}::{name}` in the kernel language");
                let known = CONSTANTS.map(str::to_owned);
                return self.nothing_of(Diagnostic::error(codes::NAME, at, message), &name, &known);
            }
        };
        ExprKind::Number(number, value)
    }

    /// A call of a function of a number's type.
    pub(super) fn call_of_number(
        &mut self,
        number: Option<Number>,
        path: &syn::Path,
        call: &syn::ExprCall,
        at: Span,
    ) -> ExprKind {
        let args: Vec<_> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let (Some(number), Some(last)) = (number, path.segments.last()) else { return ExprKind::Error };
        let name = plain_name(&last.ident);
        match (name.as_str(), args.as_slice()) {
            ("new", [value]) => ExprKind::Narrow(*value, number),
            ("default", []) => self.default_value(&Ty::Number(number), at),
            ("new" | "default", args) => {
                let expected = usize::from(name == "new");
                let message = wrong_count(&format!("{number}::{name}"), expected, args.len());
                let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
                self.error(error.help(match name.as_str() {
                    "new" => "give it one number",
                    _ => "leave the arguments away",
                }))
            }
            _ => {
                let message = format!("there is no function `{number}::{name}` in the kernel language");
                let error = Diagnostic::error(codes::FUNCTION, ident_span(&last.ident), message);
                self.nothing_of(error, &name, &FUNCTIONS.map(str::to_owned))
            }
        }
    }

    /// Reports a name that the types of numbers do not have, with the one most like it.
    fn nothing_of(&mut self, error: Diagnostic, name: &str, known: &[String]) -> ExprKind {
        self.error(error.help(match nearest(name, known.iter()) {
            Some(other) => format!("there is `{other}`"),
            None => format!("there are {}", known.join(", ")),
        }))
    }
}
