//! Struct types: their definitions, and assertions that they lie in memory as in Rust.

use rustc_hash::FxHashSet;
use sycl_hls_ir::{Func, FuncId, Module, ParamKind, Struct, Type};

use super::prelude::Helper;
use super::{Output, used_globals};
use crate::abi::{Names, declarator};

/// The structs that the functions use, each after those that it contains.
pub(super) fn definitions(module: &Module, order: &[FuncId], names: &Names, output: &mut Output) -> String {
    let funcs: Vec<&Func> = order.iter().map(|func| &module.funcs[*func]).collect();
    let mut used = FxHashSet::default();
    for func in &funcs {
        func.slots.iter().for_each(|(_, slot)| insert(&slot.ty, &mut used));
        memory_of(func).for_each(|ty| insert(ty, &mut used));
        used_globals(func).into_iter().for_each(|global| insert(&module.globals[global].ty, &mut used));
    }
    let mut shared = FxHashSet::default();
    let kernels = funcs.iter().filter(|func| func.is_kernel());
    kernels.flat_map(|func| memory_of(func)).for_each(|ty| insert(ty, &mut shared));
    let mut text = String::new();
    for data in module.structs.iter().filter(|data| used.contains(data.name.as_str())) {
        text += &definition(data, names);
        if shared.contains(data.name.as_str()) {
            output.helpers.insert(Helper::Offsets);
            text += &assertion(data, names);
        }
        text.push('\n');
    }
    text
}

/// The types of a function's slices and references.
fn memory_of(func: &Func) -> impl Iterator<Item = &Type> {
    func.params.iter().filter_map(|param| match &param.kind {
        ParamKind::Scalar(_) | ParamKind::Stream { .. } => None,
        ParamKind::Slice { element: ty, .. }
        | ParamKind::Ref { pointee: ty, .. }
        | ParamKind::Output { pointee: ty, .. } => Some(ty),
    })
}

/// Inserts the names of all structs in a type.
fn insert<'t>(ty: &'t Type, used: &mut FxHashSet<&'t str>) {
    if let Type::Struct(data) = ty.bottom()
        && used.insert(&data.name)
    {
        data.fields.iter().for_each(|field| insert(&field.ty, used));
    }
}

fn definition(data: &Struct, names: &Names) -> String {
    let mut text = format!("struct {} {{\n", names.data(data));
    for (index, field) in data.fields.iter().enumerate() {
        let declarator = declarator(names.field(data, index), &field.ty);
        text += &format!("    {} {declarator};\n", names.base(&field.ty));
    }
    text + "};\n"
}

fn assertion(data: &Struct, names: &Names) -> String {
    let (name, layout) = (names.data(data), data.layout());
    let mut holds = vec![format!("sizeof({name}) == {}", layout.size)];
    for (index, field) in layout.fields.iter().enumerate() {
        holds.push(format!("offsetof({name}, {}) == {}", names.field(data, index), field.offset));
    }
    format!(
        "static_assert(\n    {},\n    \"{name} lies in memory as in Rust\");\n",
        holds.join(" &&\n        ")
    )
}
