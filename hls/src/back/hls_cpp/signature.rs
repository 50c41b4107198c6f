//! Signatures.

use sycl_hls_ir::{Func, ParamKind, Type};
use sycl_hls_types::{LengthExpr, Scalar};

use super::declared::Declared;
use super::func::Emitter;
use super::wrap;
use crate::abi::{ParamNames, declarator, pointer, qualifier};

impl Emitter<'_> {
    /// The function's head without its brace.
    pub(super) fn head(&self) -> String {
        let (func, names) = (self.func, self.names);
        let mut list = Vec::new();
        for (index, param) in func.params.iter().enumerate() {
            let own = &self.params.names[index];
            match &param.kind {
                ParamKind::Scalar(value) => list.push(format!("{} {own}", self.declared(*value).name)),
                ParamKind::Slice { element, mutable, .. } => {
                    list.push(pointer(element, *mutable, own, names));
                    let length = self.params.lengths[index].as_ref();
                    let length = length.filter(|_| !self.output.unused_lengths.contains(&(self.id, index)));
                    list.extend(length.map(|length| format!("{} {length}", self.length_type(index).name)));
                }
                ParamKind::Stream { channel, .. } => {
                    list.push(format!("{} &{own}", self.stream_type(*channel)));
                }
                ParamKind::Output { pointee, .. } => list.push(format!("{} *{own}", names.base(pointee))),
                ParamKind::Ref { pointee, mutable } => {
                    let qualifier = if func.is_kernel() { "" } else { qualifier(*mutable) };
                    let by_value = func.is_kernel() || matches!(pointee, Type::Array(..));
                    let reference = if by_value { "" } else { "&" };
                    let declarator = declarator(own, pointee);
                    list.push(format!("{qualifier}{} {reference}{declarator}", names.base(pointee)));
                }
            }
        }
        let ret = Declared::result(func, self.ranges).map_or("void", |declared| declared.name);
        let linkage = if func.is_kernel() { "extern \"C\"" } else { "static" };
        wrapped(&format!("{linkage} {ret}"), names.func(&func.name), &list)
    }
}

/// A head with these parameters.
pub(super) fn wrapped(start: &str, name: &str, list: &[String]) -> String {
    wrap::line(&format!("{start} {name}({}) {{", list.join(", ")), 0)
}

/// A length with every part of it computed that depends on no parameter: C++ would compute that in `int`.
pub(super) fn folded_length(expr: &LengthExpr) -> LengthExpr {
    if let (true, Ok(value)) = (expr.params().is_empty(), expr.eval(&|_| None)) {
        return LengthExpr::Const(value);
    }
    let fold = |side: &LengthExpr| Box::new(folded_length(side));
    match expr {
        LengthExpr::Add(a, b) => LengthExpr::Add(fold(a), fold(b)),
        LengthExpr::Sub(a, b) => LengthExpr::Sub(fold(a), fold(b)),
        LengthExpr::Mul(a, b) => LengthExpr::Mul(fold(a), fold(b)),
        LengthExpr::Div(a, b) => LengthExpr::Div(fold(a), fold(b)),
        LengthExpr::Const(_) | LengthExpr::Param(_) => expr.clone(),
    }
}

/// A length as an expression of the scalar parameters, computed in `uint64_t`.
pub(super) fn length(expr: &LengthExpr, func: &Func, params: &ParamNames) -> String {
    let name = |index: usize| {
        let name = params.names.get(index).map_or("0", String::as_str);
        match func.param(index).map(|param| &param.kind) {
            Some(ParamKind::Scalar(value)) if func.ty(*value) == Scalar::U64 => name.to_owned(),
            _ => format!("(uint64_t){name}"),
        }
    };
    expr.display(&name).to_string()
}
