//! Reductions: what the items of a range combine (S20 §4.9.2). The order in which that happens is a part of the language: see
//! `library/reduction.rs`.

use sycl_hls_ir::{Diagnostic, Span};

use crate::codes;
use crate::front::Front;
use crate::library::REDUCTIONS;
use crate::ty::{GenericArg, Ty};
use crate::typed::Instance;

/// The library's operations of floats and integers; the others are of integers only.
const OF_NUMBERS: [&str; 4] = ["Plus", "Multiplies", "Minimum", "Maximum"];

/// The operators of reducers, by the library's operations that have them.
const OPERATORS: [(&str, &str); 5] = [
    ("Plus", "add_assign"),
    ("Multiplies", "mul_assign"),
    ("BitAnd", "bitand_assign"),
    ("BitOr", "bitor_assign"),
    ("BitXor", "bitxor_assign"),
];

/// The function of an operation.
const APPLY: &str = "apply";

impl Front<'_> {
    /// The type of what is combined, of the type of a kernel's argument `&mut Reducer<T, O>`.
    pub fn reduced<'t>(&self, ty: &'t Ty) -> Option<&'t Ty> {
        match ty {
            Ty::Ref { mutable: true, inner } => self.reducer_of(inner).map(|(value, _)| value),
            _ => None,
        }
    }

    /// The types of the values and of the operation of a `Reducer<T, O>`.
    fn reducer_of<'t>(&self, ty: &'t Ty) -> Option<(&'t Ty, &'t Ty)> {
        match ty {
            Ty::Adt(adt) if self.reducer() == Some(adt.id) => match &*adt.args {
                [GenericArg::Ty(value), GenericArg::Ty(operation)] => Some((value, operation)),
                _ => None,
            },
            _ => None,
        }
    }

    /// True of a `Reducer<T, O>`.
    pub fn is_reducer(&self, ty: &Ty) -> bool {
        self.reducer_of(ty).is_some()
    }

    /// The type of a kernel's argument, unless it is no `&mut Reducer<T, O>`, its values cannot be results or nothing puts them together.
    pub fn reduction_type(&mut self, ty: &Ty, at: Span) -> Ty {
        let Some((value, operation)) = self.reducer_of(ty.deref()) else { return Ty::Error };
        if self.reduced(ty).is_none() {
            let message = format!("a kernel cannot take `{ty}`");
            let error = Diagnostic::error(codes::KERNEL_PARAM, at, message);
            self.report(error.help(format!("what items combine is a `&mut {}`", ty.deref())));
            return Ty::Error;
        }
        if !self.is_exchanged(value, at) {
            return Ty::Error;
        }
        if self.puts_together(operation, value) {
            return ty.clone();
        }
        let message = format!("`{operation}` does not put values of type `{value}` together");
        let error = Diagnostic::error(codes::KERNEL_PARAM, at, message);
        let is_library = self.library_operation(operation).is_some();
        let name = if is_library { "Own".to_owned() } else { operation.to_string() };
        self.report(error.help(format!(
            "write `impl Operation<{value}> for {name} {{ fn apply(a: {value}, b: {value}) -> {value} {{ .. }} }}`"
        )));
        Ty::Error
    }

    /// True of an operation of values of this type.
    fn puts_together(&mut self, operation: &Ty, value: &Ty) -> bool {
        if let Some(name) = self.library_operation(operation) {
            let is_of_numbers = OF_NUMBERS.contains(&name);
            return value.as_prim().is_some_and(|prim| prim.is_integer() || prim.is_float() && is_of_numbers);
        }
        let Ty::Adt(adt) = operation else { return false };
        let own = self.conversions_named(APPLY).filter(|(owner, _)| owner.covers(operation));
        let own: Vec<Instance> =
            own.map(|(_, func)| Instance { func: *func, generics: adt.args.to_vec() }).collect();
        own.iter().any(|function| self.signature(function).params.iter().all(|param| param.ty == *value))
    }

    /// True unless a type is a reducer of an operation without this operator.
    pub fn has_operator(&self, ty: &Ty, method: &str) -> bool {
        let has = |operation: &Ty| {
            self.library_operation(operation).is_some_and(|name| OPERATORS.contains(&(name, method)))
        };
        self.reducer_of(ty).is_none_or(|(_, operation)| has(operation))
    }

    /// The name of an operation that is the library's.
    fn library_operation<'t>(&self, operation: &'t Ty) -> Option<&'t str> {
        match operation {
            Ty::Adt(adt) if self.is_library(self.adts[adt.id.0].unit) => Some(&adt.name),
            _ => None,
        }
    }

    /// True of a `&mut Reducer<T, O>` whose result is in memory, and in no register.
    pub fn reduces_to_memory(&self, ty: &Ty) -> bool {
        self.reduced(ty).is_some_and(|value| !matches!(value, Ty::Prim(_) | Ty::Number(_)))
    }

    /// The library's function that does a step of such a reduction.
    pub fn step_of_reduction(&self, ty: &Ty, name: &str) -> Option<Instance> {
        let Ty::Adt(adt) = ty.deref() else { return None };
        Some(Instance { func: self.library_function(REDUCTIONS, name)?, generics: adt.args.to_vec() })
    }
}
