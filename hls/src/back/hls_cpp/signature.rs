//! Signatures.

use sycl_hls_ir::{Func, ParamDirectives, ParamKind, Type};
use sycl_hls_types::{Length, LengthExpr, Scalar};

use super::names::{LocalNames, Names};
use super::{CppKernel, CppParam, CppParamKind, type_name};

/// The C++ names of a function's parameters, by position.
pub(super) struct ParamNames {
    pub names: Vec<String>,
    /// Of the slices whose length is an argument.
    pub lengths: Vec<Option<String>>,
}

pub(super) fn param_names(func: &Func, names: &mut LocalNames<'_>) -> ParamNames {
    let own: Vec<String> = func.params.iter().map(|param| names.take(&param.name)).collect();
    let lengths = func.params.iter().map(|param| match &param.kind {
        ParamKind::Slice { length: Length::Argument, .. } => Some(names.take(&format!("{}_len", param.name))),
        _ => None,
    });
    let lengths = lengths.collect();
    ParamNames { names: own, lengths }
}

/// `name[4][3]`
pub(super) fn declarator(name: &str, ty: &Type) -> String {
    let dims: String = ty.dims().iter().map(|dim| format!("[{dim}]")).collect();
    format!("{name}{dims}")
}

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
    let name = names.func(&func.name);
    let linkage = if func.is_kernel() { "extern \"C\"" } else { "static" };
    let one_line = format!("{linkage} {ret} {name}({})", list.join(", "));
    if one_line.len() <= 100 {
        return one_line;
    }
    format!("{linkage} {ret} {name}(\n    {})", list.join(",\n    "))
}

/// A pointer to elements of a slice with this name, which may be empty.
fn pointer(element: &Type, mutable: bool, name: &str, names: &Names) -> String {
    let base = format!("{}{}", qualifier(mutable), names.base(element));
    match element {
        Type::Array(..) => format!("{base} {}", declarator(&format!("(*{name})"), element)),
        _ => format!("{base} *{name}"),
    }
}

const fn qualifier(mutable: bool) -> &'static str {
    if mutable { "" } else { "const " }
}

/// The kernel as the host and the linker see it.
pub(super) fn kernel(func: &Func, names: &Names) -> CppKernel {
    let params = param_names(func, &mut names.local());
    let mut list = Vec::new();
    for (index, param) in func.params.iter().enumerate() {
        let kind = match &param.kind {
            ParamKind::Scalar(value) => CppParamKind::Scalar(func.ty(*value)),
            ParamKind::Slice { element, mutable, bundle, .. } => CppParamKind::Pointer {
                element: element.layout(),
                ty: pointer(element, *mutable, "", names),
                bundle: bundle.clone().unwrap_or_default(),
            },
            // Anything but a struct was refused by the verifier.
            ParamKind::Ref { pointee, .. } => match pointee {
                Type::Struct(data) => {
                    CppParamKind::Struct { name: names.data(data).to_owned(), layout: data.layout() }
                }
                _ => continue,
            },
        };
        list.push(CppParam { name: params.names[index].clone(), kind, directives: param.directives.clone() });
        if let Some(length) = &params.lengths[index] {
            let directives = ParamDirectives::default();
            list.push(CppParam { name: length.clone(), kind: CppParamKind::Length, directives });
        }
    }
    let symbol = names.func(&func.name).to_owned();
    CppKernel { name: func.name.clone(), symbol, params: list, directives: func.directives.clone() }
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
