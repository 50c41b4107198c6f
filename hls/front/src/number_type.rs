//! Types of numbers of any width as the user writes them.

use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_numbers::{OverflowMode, Rounding, Shape};
use sycl_hls_types::ScalarValue;
use syn::{GenericArgument, PathArguments, PathSegment, Type};

use crate::codes;
use crate::front::Front;
use crate::lacking::nearest;
use crate::names::{path_text, plain_name, plain_type};
use crate::number::{Form, Number, OVERFLOWS};
use crate::span::span_of;
use crate::ty::{Prim, Ty};

impl Front<'_> {
    /// `Int<N>`, `Fixed<W, I>` and their like, in a type or a path; `None` of another name, and where the module has a type of
    /// that name.
    pub fn number_type(&mut self, segment: &PathSegment) -> Option<Ty> {
        let name = plain_name(&segment.ident);
        let signed = Number::sign_of(&name).filter(|_| self.item(&name).is_none())?;
        let arguments: Vec<&GenericArgument> = match &segment.arguments {
            PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
            _ => Vec::new(),
        };
        let at = span_of(segment);
        let number = match (Number::names_fixed(&name), arguments.as_slice()) {
            (false, [width]) => self.width(width, &name, at).map(|bits| Number::declared(signed, bits)),
            (true, [width, point, modes @ ..]) if modes.len() <= 2 => {
                self.fixed([width, point], modes, &name, at)
            }
            _ => self.without_width(&name, at),
        };
        Some(number.map_or(Ty::Error, Ty::Number))
    }

    /// The type of a number, which an alias may stand for; `None` of other types, and before any report about them.
    pub fn written_number(&mut self, syn: &Type) -> Option<Ty> {
        self.spelled_number(syn).or_else(|| {
            let named = self.named_type(&plain_type(syn)?)?;
            Some(named).filter(|ty| matches!(ty, Ty::Number(_)))
        })
    }

    /// The type of a number that is written as `Int<N>` or its like; no alias is looked at.
    pub fn spelled_number(&mut self, syn: &Type) -> Option<Ty> {
        let Type::Path(path) = syn else { return None };
        let [segment] = path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
        self.number_type(segment)
    }

    /// Reports a type without its bits.
    fn without_width<T>(&mut self, name: &str, at: Span) -> Option<T> {
        let (message, example) = match Number::names_fixed(name) {
            true => (format!("`{name}` does not say how many bits it has, and where its point is"), "16, 4"),
            false => (format!("`{name}` does not say how many bits it has"), "12"),
        };
        let error = Diagnostic::error(codes::WIDTH, at, message);
        self.wrong_number(error.help(format!("write them: `{name}<{example}>`")))
    }

    /// Reports what is wrong with the type of a number.
    fn wrong_number<T>(&mut self, error: Diagnostic) -> Option<T> {
        self.report(error);
        None
    }

    /// A number between `<` and `>`; `None` after a report.
    fn number_argument(
        &mut self,
        argument: &GenericArgument,
        prim: Prim,
        name: &str,
        at: Span,
    ) -> Option<ScalarValue> {
        match self.is_constant(argument) {
            true => self.generic_constant(argument, prim),
            false => self.without_width(name, at),
        }
    }

    /// The width between `<` and `>`.
    fn width(&mut self, argument: &GenericArgument, name: &str, at: Span) -> Option<u32> {
        let bits = self.number_argument(argument, Prim::U32, name, at)?.bits()?;
        let width = u32::try_from(bits).ok().filter(|bits| (1..=Number::WIDEST).contains(bits));
        width.or_else(|| {
            let message = format!("a number in a kernel has 1 to {} bits, not {bits}", Number::WIDEST);
            let error = Diagnostic::error(codes::WIDTH, at, message);
            let example = if Number::names_fixed(name) { "16, 4" } else { "12" };
            self.wrong_number(error.help(match bits {
                0 => format!("write how many it has: `{name}<{example}>`"),
                _ => "split it into several numbers".to_owned(),
            }))
        })
    }

    /// `Fixed<W, I, Q, O>`, of which the modes may be left out.
    fn fixed(
        &mut self,
        [width, point]: [&GenericArgument; 2],
        modes: &[&GenericArgument],
        name: &str,
        at: Span,
    ) -> Option<Number> {
        let bits = self.width(width, name, at)?;
        let whole = self.number_argument(point, Prim::I32, name, at)?.to_integer()?;
        let farthest = Number::FARTHEST_POINT;
        let Some(whole) = i32::try_from(whole).ok().filter(|whole| whole.abs() <= farthest) else {
            let message =
                format!("in a kernel, a `{name}` has {} to {farthest} bits before its point", -farthest);
            let error = Diagnostic::error(codes::WIDTH, at, message);
            return self.wrong_number(error.help("scale what it measures"));
        };
        let signed = Number::sign_of(name)?;
        let rounding = match modes.first() {
            Some(mode) => self.rounding(mode)?,
            None => Rounding::Trn,
        };
        let overflow = match modes.get(1) {
            Some(mode) => self.overflow(mode, signed, bits)?,
            None => OverflowMode::Wrap(0),
        };
        let shape = Shape { bits, signed, fraction: bits.cast_signed() - whole };
        Some(Number { shape, form: Form::Fixed(rounding, overflow) })
    }

    /// A mode of rounding.
    fn rounding(&mut self, argument: &GenericArgument) -> Option<Rounding> {
        let (name, segment) = self.mode_name(argument);
        let found = segment.filter(|segment| segment.arguments.is_none());
        let found = found.and_then(|_| Rounding::NAMED.iter().find(|(known, _)| *known == name));
        match found {
            Some((_, mode)) => Some(*mode),
            None => self.no_mode(&name, "of rounding", &Rounding::NAMED.map(|(name, _)| name), argument),
        }
    }

    /// What becomes of a value that does not fit.
    fn overflow(&mut self, argument: &GenericArgument, signed: bool, width: u32) -> Option<OverflowMode> {
        let (name, segment) = self.mode_name(argument);
        let Some((_, mode)) = segment.and_then(|_| OVERFLOWS.iter().find(|(known, _)| *known == name)) else {
            return self.no_mode(&name, "of overflow", &OVERFLOWS.map(|(name, _)| name), argument);
        };
        let at = span_of(argument);
        let given: Vec<&GenericArgument> = match segment.map(|segment| &segment.arguments) {
            Some(PathArguments::AngleBracketed(arguments)) => arguments.args.iter().collect(),
            _ => Vec::new(),
        };
        let saturated = match (given.as_slice(), mode) {
            ([], _) => 0,
            ([bits], OverflowMode::Wrap(_) | OverflowMode::WrapSm(_)) => {
                let bits = self.number_argument(bits, Prim::U32, &name, at)?.bits()?;
                u32::try_from(bits).unwrap_or(u32::MAX)
            }
            _ => {
                let error =
                    Diagnostic::error(codes::WIDTH, at, format!("the mode `{name}` saturates no bits"));
                return self.wrong_number(error.help(format!("write `{name}`")));
            }
        };
        if saturated > width {
            let message = format!("a number of {width} bits has not {saturated} that saturate");
            let error = Diagnostic::error(codes::WIDTH, at, message);
            return self.wrong_number(error.help(format!("saturate at most {width}")));
        }
        match mode {
            OverflowMode::Wrap(_) => Some(OverflowMode::Wrap(saturated)),
            OverflowMode::WrapSm(_) if signed => Some(OverflowMode::WrapSm(saturated)),
            OverflowMode::WrapSm(_) => {
                let message = "`WrapSm` is a mode of signed numbers";
                let error = Diagnostic::error(codes::WIDTH, at, message);
                self.wrong_number(error.help("write `Wrap`, or a `Fixed`"))
            }
            other => Some(*other),
        }
    }

    /// The name of a mode, and the name with its arguments unless the module has an item of that name.
    fn mode_name<'s>(&mut self, argument: &'s GenericArgument) -> (String, Option<&'s PathSegment>) {
        let GenericArgument::Type(Type::Path(path)) = argument else { return ("this".to_owned(), None) };
        let name = path_text(&path.path);
        match path.path.segments.iter().collect::<Vec<_>>()[..] {
            [segment] => {
                let name = plain_name(&segment.ident);
                let own = self.item(&name).is_none().then_some(segment);
                (name, own)
            }
            _ => (name, None),
        }
    }

    /// Reports what is no mode.
    fn no_mode<T>(
        &mut self,
        name: &str,
        what: &str,
        known: &[&str],
        argument: &GenericArgument,
    ) -> Option<T> {
        let message = format!("`{name}` is no mode {what} in a kernel");
        let error = Diagnostic::error(codes::WIDTH, span_of(argument), message);
        let names: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
        self.wrong_number(error.help(match nearest(name, names.iter()) {
            Some(other) => format!("there is `{other}`"),
            None => format!("there are {}", known.join(", ")),
        }))
    }
}
