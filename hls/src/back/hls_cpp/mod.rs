//! HLS C++: what Vitis compiles, and what software emulation runs.
//!
//! The text is C++14 and reads like the Rust: its names, its shape, and the Rust line above every group of
//! statements. What an integer expression is in C++ is computed with it (`number.rs`): it is an unsigned type where a signed
//! one might overflow, and it is converted where its value or its sign matter, so that nothing in it is undefined where the
//! Rust would not have panicked.
//!
//! The emitter prints what it is given. Checks, for example, are `trap_if` operations that a pass inserted; a
//! module for Vitis has none.

mod bits;
mod blocks;
mod calls;
mod capture;
mod channel;
mod control;
mod dataflow;
mod declared;
mod dialect;
mod expr;
mod func;
mod interface;
mod lines;
mod literal;
mod loops;
mod memory;
mod number;
mod op;
mod overflow;
mod pragma;
mod prelude;
mod printer;
mod signature;
mod stmt;
mod structs;
mod trip_count;
mod wrap;

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use sycl_hls_ir::analysis::{self, Interval};
use sycl_hls_ir::{Func, FuncId, GlobalId, Module, OpKind, Param, ParamKind, Root, Type};
use sycl_hls_types::{DataflowLines, ScalarValue, TrapSite};

use crate::abi::{self, AbiKernel, Names, declarator};
use crate::pass::{DEAD, DEAD_INITIALIZER, EXIT_LOWERING, INTERCHANGE, Pass, SIMPLIFY, WRAPPING_DIVISION};
use declared::Declared;
pub use dialect::{Dialect, UnknownVersion, Version, unavailable};
use lines::Text;
use prelude::Helper;
pub use wrap::COLUMNS;

/// The passes that bring a module into the form for Vitis.
pub const LEGALIZE: &[Pass] =
    &[INTERCHANGE, DEAD_INITIALIZER, WRAPPING_DIVISION, EXIT_LOWERING, SIMPLIFY, DEAD];

/// A module as C++.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cpp {
    /// The text.
    pub text: String,
    /// The kernels, in source order.
    pub kernels: Vec<AbiKernel>,
    /// What each check reports, by its number in the text; empty without checks.
    pub sites: Vec<TrapSite>,
    /// The lines about processes and channels.
    pub dataflow: DataflowLines,
    /// True if there are integers of any width in it.
    pub has_integers: bool,
}

/// Emits a module that went through [`LEGALIZE`] (or a longer list of passes).
#[must_use]
pub fn emit(module: &Module) -> Cpp {
    emit_for(module, Dialect::default())
}

/// As [`emit`], spelled for a version of Vitis. What it lacks ([`unavailable`]) is written all the same.
#[must_use]
pub fn emit_for(module: &Module, dialect: Dialect) -> Cpp {
    let names = Names::new(module);
    let mut output = Output {
        functions: Vec::new(),
        helpers: BTreeSet::new(),
        sites: Vec::new(),
        dialect,
        pure: FxHashSet::default(),
        unused_lengths: FxHashSet::default(),
    };
    let order = module.callees_first(module.kernels().map(|(id, _)| id));
    let ranges = analysis::ranges(module, &order);
    for &id in &order {
        func::emit(module, id, &names, &ranges, &mut output);
        if calls::is_pure(&module.funcs[id], &output.pure) {
            output.pure.insert(id);
        }
    }
    let kernels = abi::kernels_named(module, &names);
    let globals = globals(module, &order, &names, &mut output);
    let structs = structs::definitions(module, &order, &names, &mut output);
    let has_integers = order.iter().any(|func| has_integers(module, &module.funcs[*func]));
    if has_integers {
        output.helpers.insert(Helper::Integers);
    }
    let mut text = Text::default();
    text.push_str(&prelude::head(module, &output));
    text.push_str(&structs);
    text.push_str(&globals);
    for (index, function) in output.functions.into_iter().enumerate() {
        text.push_str(if index == 0 { "" } else { "\n" });
        text.append(function);
    }
    Cpp {
        text: text.text.clone(),
        kernels,
        sites: output.sites,
        dataflow: text.dataflow_lines(),
        has_integers,
    }
}

/// What the functions need besides themselves.
struct Output {
    functions: Vec<Text>,
    helpers: BTreeSet<Helper>,
    sites: Vec<TrapSite>,
    dialect: Dialect,
    /// The functions so far that do nothing but compute a scalar.
    pure: FxHashSet<FuncId>,
    /// The slices of helpers, by position, whose lengths are not passed.
    unused_lengths: FxHashSet<(FuncId, usize)>,
}

/// The constants that the functions use.
fn globals(module: &Module, order: &[FuncId], names: &Names, output: &mut Output) -> String {
    let mut text = String::new();
    let used: FxHashSet<GlobalId> =
        order.iter().flat_map(|func| used_globals(&module.funcs[*func])).collect();
    for (id, global) in module.globals.iter().filter(|(id, _)| used.contains(id)) {
        if global.leaves.iter().any(literal::needs_limits) {
            output.helpers.insert(Helper::Limits);
        }
        let leaves: Vec<String> = global.leaves.iter().map(literal::short_literal).collect();
        let (value, declared) = match &global.ty {
            Type::Scalar(scalar) => {
                let value = global.leaves.first().and_then(ScalarValue::to_integer);
                (leaves.concat(), Some(Declared::of(*scalar, value.map(Interval::exactly))))
            }
            _ => (stmt::braces(&global.ty, &mut leaves.iter()), None),
        };
        let declarator = declarator(names.global(id), &global.ty);
        let base = declared::base(declared, &global.ty, names);
        text += &wrap::line(&format!("static const {base} {declarator} = {value};"), 0);
        text.push('\n');
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// True if integers of any width are among a function's values, or in its memory.
fn has_integers(module: &Module, func: &Func) -> bool {
    fn of_type(ty: &Type) -> bool {
        match ty {
            Type::Scalar(scalar) => number::is_class(*scalar),
            Type::Array(element, _) => of_type(element),
            Type::Struct(data) => data.fields.iter().any(|field| of_type(&field.ty)),
        }
    }
    let in_param = |param: &Param| match &param.kind {
        ParamKind::Slice { element: ty, .. }
        | ParamKind::Ref { pointee: ty, .. }
        | ParamKind::Output { pointee: ty, .. } => of_type(ty),
        ParamKind::Scalar(_) | ParamKind::Stream { .. } => false,
    };
    func.values.iter().any(|(_, value)| number::is_class(value.ty))
        || func.slots.iter().any(|(_, slot)| of_type(&slot.ty))
        || func.channels.iter().any(|(_, channel)| number::is_class(channel.element))
        || func.params.iter().any(in_param)
        || used_globals(func).iter().any(|global| of_type(&module.globals[*global].ty))
}

fn used_globals(func: &Func) -> FxHashSet<GlobalId> {
    let mut used = FxHashSet::default();
    for op in func.ops_in_order() {
        let kind = &func.ops[op].kind;
        if let OpKind::Global(global) = kind {
            used.insert(*global);
        }
        kind.for_each_read(&mut |place| {
            if let Root::Global(global) = place.root {
                used.insert(global);
            }
        });
    }
    used
}
