//! Arguments of kernels.

use std::collections::HashMap;

use sycl_hls_tests::job::{Arg, ArgKind, ArgTy, Job};
use sycl_hls_types::{Scalar, ScalarValue};

use super::leaf::{float_value, int_value};
use super::{Generator, MAX_LEN, Range};
use crate::ast::{Func, Instance, LenExpr, Prim, Ty};

/// Lengths around those of bursts, which are at most 256 beats and 4 KiB long (AXI4), and around parts of wide words.
const BURSTS: [u64; 12] = [31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257];

/// What a kernel's parameter expects.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// An integer is in the range in most runs.
    Scalar { name: String, ty: Prim, range: Range },
    /// A struct, or what a type parameter stands for.
    Whole { ty: Ty },
    /// Elements.
    Slice { ty: Ty, mutable: bool, length: Length },
}

/// How long a slice is.
#[derive(Clone, Debug)]
pub(crate) enum Length {
    /// In most runs between these.
    Hidden { usual: [u64; 2] },
    /// Always this.
    Stated(LenExpr),
}

impl Input {
    /// The parameter as a length, if it always is a small number.
    pub fn as_length(&self) -> Option<(LenExpr, Range)> {
        match self {
            Self::Scalar { name, ty, range } if ty.is_integer() && is_length(*range) => {
                Some((LenExpr::Param(name.clone()), *range))
            }
            _ => None,
        }
    }
}

/// Such a parameter may be a length, so it never leaves its range.
fn is_length(range: Range) -> bool {
    range == Range::new(0, 8)
}

impl Generator {
    /// Arguments for a kernel with these inputs, some for each instance.
    pub fn jobs(&mut self, func: &Func, inputs: &[Input]) -> Vec<Job> {
        let kernels = func.kernels();
        let runs = if kernels.len() == 1 { 3 } else { 2 };
        let each = kernels.iter().flat_map(|kernel| std::iter::repeat_n(kernel, runs));
        each.map(|(name, instance)| self.job(name, *instance, inputs)).collect()
    }

    fn job(&mut self, kernel: &str, instance: Option<&Instance>, inputs: &[Input]) -> Job {
        let mut scalars = HashMap::new();
        let known = |ty: &Ty| instance.map_or_else(|| ty.clone(), |instance| instance.apply(ty));
        let number = |name: &str| instance?.number(name);
        let args = inputs.iter().map(|input| match input {
            Input::Scalar { name, ty, range } => {
                let value = self.scalar_input(*ty, *range);
                scalars.insert(name.as_str(), value.low_bits());
                Arg { kind: ArgKind::Scalar, ty: ArgTy::Scalar(ty.scalar()), bits: vec![value.low_bits()] }
            }
            Input::Whole { ty } => self.elements_input(ArgKind::Scalar, &known(ty), 1),
            Input::Slice { ty, mutable, length } => {
                let count = match length {
                    Length::Hidden { usual } => self.hidden_length(*usual),
                    Length::Stated(expr) => {
                        expr.eval(&|name| scalars.get(name).copied().or_else(|| number(name))).unwrap_or(0)
                    }
                };
                let kind = if *mutable { ArgKind::SliceMut } else { ArgKind::Slice };
                self.elements_input(kind, &known(ty), count)
            }
        });
        let args = args.collect();
        Job { kernel: kernel.to_owned(), args, seed: self.dice.aside() }
    }

    /// So many values of the type.
    fn elements_input(&mut self, kind: ArgKind, ty: &Ty, count: u64) -> Arg {
        let scalars = ty.element_scalars().unwrap_or_default();
        let values = (0..count).flat_map(|_| &scalars);
        let bits = values.map(|scalar| self.element_input(*scalar).low_bits()).collect();
        let ty = match ty {
            Ty::Prim(prim) => ArgTy::Scalar(prim.scalar()),
            _ => ArgTy::Compound(scalars),
        };
        Arg { kind, ty, bits }
    }

    fn hidden_length(&mut self, [least, most]: [u64; 2]) -> u64 {
        if self.dice.percent(4) {
            return self.dice.below(least as usize + 1) as u64;
        }
        if self.dice.percent(4) {
            return self.dice.of(BURSTS);
        }
        let length = self.dice.between(i128::from(least), i128::from(most.min(MAX_LEN)));
        length.unsigned_abs() as u64
    }

    fn scalar_input(&mut self, ty: Prim, range: Range) -> ScalarValue {
        if !ty.is_integer() {
            return self.element_input(ty.scalar());
        }
        let unusual = !is_length(range) && self.dice.percent(4);
        let range = if unusual { Range::of(ty) } else { range };
        ScalarValue::wrapping(ty.scalar(), int_value(&mut self.dice, range))
    }

    fn element_input(&mut self, ty: Scalar) -> ScalarValue {
        match ty.range() {
            _ if ty == Scalar::Bool => self.dice.percent(50).into(),
            Some((lo, hi)) => ScalarValue::wrapping(ty, int_value(&mut self.dice, Range::new(lo, hi))),
            None if ty == Scalar::F32 => (self.float_input(Prim::F32) as f32).into(),
            None => self.float_input(Prim::F64).into(),
        }
    }

    fn float_input(&mut self, ty: Prim) -> f64 {
        match self.dice.below(16) {
            0 => self.dice.of([f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
            _ => float_value(&mut self.dice, ty),
        }
    }
}
