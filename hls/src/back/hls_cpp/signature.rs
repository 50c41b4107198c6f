//! Signatures.

use sycl_hls_ir::{Func, ParamKind, Type};
use sycl_hls_types::{LengthExpr, Scalar};

use crate::abi::{Names, ParamNames, declarator, pointer, qualifier, type_name};

/// The function's head without its brace.
pub(super) fn head(func: &Func, names: &Names, params: &ParamNames) -> String {
    let mut list = Vec::new();
    for (index, param) in func.params.iter().enumerate() {
        let own = &params.names[index];
        match &param.kind {
            ParamKind::Scalar(value) => list.push(format!("{} {own}", type_name(func.ty(*value)))),
            ParamKind::Slice { element, mutable, .. } => {
                list.push(pointer(element, *mutable, own, names));
                list.extend(params.lengths[index].as_ref().map(|length| format!("uint64_t {length}")));
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
    let ret = func.ret.map_or("void", type_name);
    let linkage = if func.is_kernel() { "extern \"C\"" } else { "static" };
    wrapped(&format!("{linkage} {ret}"), names.func(&func.name), &list)
}

/// A head with these parameters, each on a line of its own if one line does not hold them.
pub(super) fn wrapped(start: &str, name: &str, list: &[String]) -> String {
    let one_line = format!("{start} {name}({})", list.join(", "));
    if one_line.len() <= 100 {
        return one_line;
    }
    format!("{start} {name}(\n    {})", list.join(",\n    "))
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
