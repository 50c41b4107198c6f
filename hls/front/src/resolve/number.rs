//! What belongs to the types of numbers of any width: `Uint::<12>::new(x)`, `<Fixed<16, 4>>::MAX`.

use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::ScalarValue;

use super::Resolver;
use super::syntax::{ident_span, wrong_count};
use crate::codes;
use crate::hir::{ExprKind, Making};
use crate::lacking::nearest;
use crate::names::plain_name;
use crate::number::Number;
use crate::span::span_of;
use crate::ty::{Prim, Ty};

/// The functions and the constants of the types.
const FUNCTIONS: [&str; 5] = ["new", "default", "from_f32", "from_f64", "from_bits"];
const CONSTANTS: [&str; 4] = ["ZERO", "MIN", "MAX", "BITS"];

/// Those of a number's type: integers are their bits, and only they say how many they have.
fn belonging<const N: usize>(number: Number, names: [&str; N]) -> Vec<String> {
    let missing = if number.is_fixed() { "BITS" } else { "from_bits" };
    names.into_iter().filter(|name| *name != missing).map(str::to_owned).collect()
}

impl Resolver<'_, '_> {
    /// The type, if the path names something that belongs to a number's type, as it is or as an alias; an error if that was
    /// reported.
    pub(super) fn number_of(&mut self, path: &syn::ExprPath) -> Option<Option<Number>> {
        if let Some(qself) = &path.qself {
            return match self.front.written_number(&qself.ty).filter(|_| path.path.segments.len() == 1)? {
                Ty::Number(number) => Some(Some(number)),
                _ => Some(None),
            };
        }
        let [ty, _] = path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
        let found = match self.front.number_type(ty) {
            Some(found) => found,
            None if ty.arguments.is_none() => self.front.named_type(&plain_name(&ty.ident))?,
            None => return None,
        };
        match found {
            Ty::Number(number) if self.says_modes(ty, number) => Some(Some(number)),
            Ty::Number(_) => Some(None),
            Ty::Error if Number::sign_of(&plain_name(&ty.ident)).is_some() => Some(None),
            _ => None,
        }
    }

    /// Reports a path of a type without its modes, which rustc then wants to infer.
    fn says_modes(&mut self, written: &syn::PathSegment, number: Number) -> bool {
        let syn::PathArguments::AngleBracketed(arguments) = &written.arguments else { return true };
        if !number.is_fixed() || arguments.args.len() == 4 {
            return true;
        }
        let message = format!("`{}` leaves its modes open here", number.name());
        let error = Diagnostic::error(codes::WIDTH, span_of(written), message)
            .note("rustc takes modes that are left out only where a type is written");
        self.error(error.help(format!("write the type between brackets: `<{number}>::..`")));
        false
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
            "BITS" if !number.is_fixed() => return ExprKind::Value(Prim::U32, number.shape.bits.into()),
            "ZERO" => ScalarValue::from_bits(ty, 0),
            "MIN" => ScalarValue::least(ty),
            "MAX" => ScalarValue::greatest(ty),
            _ => {
                let message = format!("there is no constant `{number}::{name}` in the kernel language");
                let known = belonging(number, CONSTANTS);
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
        let making = match name.as_str() {
            "default" if args.is_empty() => return self.default_value(&Ty::Number(number), at),
            "default" => None,
            "new" => Some(Making::Number),
            "from_bits" if number.is_fixed() => Some(Making::Bits),
            "from_f32" => Some(Making::Float(Prim::F32)),
            "from_f64" => Some(Making::Float(Prim::F64)),
            _ => {
                let message = format!("there is no function `{number}::{name}` in the kernel language");
                let error = Diagnostic::error(codes::FUNCTION, ident_span(&last.ident), message);
                return self.nothing_of(error, &name, &belonging(number, FUNCTIONS));
            }
        };
        if let (Some(making), [value]) = (making, args.as_slice()) {
            return ExprKind::Make(making, *value, number);
        }
        let message = wrong_count(&format!("{number}::{name}"), usize::from(making.is_some()), args.len());
        let error = Diagnostic::error(codes::ARGUMENT_COUNT, at, message);
        self.error(error.help(match making {
            Some(_) => "give it one number",
            None => "leave the arguments away",
        }))
    }

    /// Reports a name that the types of numbers do not have, with the one most like it.
    fn nothing_of(&mut self, error: Diagnostic, name: &str, known: &[String]) -> ExprKind {
        self.error(error.help(match nearest(name, known.iter()) {
            Some(other) => format!("there is `{other}`"),
            None => format!("there are {}", known.join(", ")),
        }))
    }
}
