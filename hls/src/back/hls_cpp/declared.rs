//! The types of variables: what is counted in 64 bits in Rust, as every `usize` is, is an `int` where all its values fit.

use rustc_hash::FxHashSet;
use sycl_hls_ir::analysis::{Interval, Ranges};
use sycl_hls_ir::{Func, FuncId, GlobalId, OpKind, Place, Root, SlotId, Type, ValueId};
use sycl_hls_types::Scalar;

use super::func::Emitter;
use super::number::Number;
use crate::abi::type_name;

/// The scalar type of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Declared {
    /// The type: `int` is [`Scalar::I32`].
    pub ty: Scalar,
    /// Its name in C++.
    pub name: &'static str,
    /// The values, as far as they are known.
    range: Option<Interval>,
}

impl Declared {
    /// The type as in Rust.
    pub fn plain(ty: Scalar) -> Self {
        Self { ty, name: type_name(ty), range: None }
    }

    /// The type of a variable with these values.
    pub fn of(ty: Scalar, range: Option<Interval>) -> Self {
        let fits = |narrow| range.is_some_and(|range| range.fits(narrow));
        match ty {
            Scalar::U64 | Scalar::I64 if fits(Scalar::I32) => Self { ty: Scalar::I32, name: "int", range },
            Scalar::U64 if fits(Scalar::U32) => Self { range, ..Self::plain(Scalar::U32) },
            _ => Self { range, ..Self::plain(ty) },
        }
    }

    /// What a variable of the type is in an expression.
    pub fn number(self) -> Option<Number> {
        Number::within(self.ty, self.range)
    }

    /// The type that a function gives back.
    pub fn result(func: &Func, ranges: &Ranges) -> Option<Self> {
        func.ret.map(|ret| Self::of(ret, ranges.result()))
    }
}

/// The locals that are passed to functions, which take references to their own types.
pub(super) fn passed_slots(func: &Func) -> FxHashSet<SlotId> {
    let args = func.ops.iter().flat_map(|(_, op)| match &op.kind {
        OpKind::Call { args, .. } => args.as_slice(),
        _ => &[],
    });
    args.filter_map(|arg| match arg.place()?.root {
        Root::Slot(slot) => Some(slot),
        _ => None,
    })
    .collect()
}

impl Emitter<'_> {
    /// The type of a value's variable.
    pub(super) fn declared(&self, value: ValueId) -> Declared {
        Declared::of(self.func.ty(value), self.ranges.value(self.func, value))
    }

    /// The type of a local; of an array or a struct, that of what it is made of is never changed.
    pub(super) fn declared_slot(&self, slot: SlotId) -> Option<Declared> {
        let ty = self.func.slots[slot].ty.scalar()?;
        let range = self.ranges.slot(self.func, slot).filter(|_| !self.passed.contains(&slot));
        Some(Declared::of(ty, range))
    }

    /// The type of a scalar in memory, which is `ty` in KIR, and what is known of it where it is read.
    pub(super) fn declared_at(&self, place: &Place, ty: Scalar, range: Option<Interval>) -> Declared {
        let own = match place.root {
            Root::Slot(slot) => self.declared_slot(slot),
            _ => None,
        };
        Declared { range, ..own.unwrap_or(Declared::plain(ty)) }
    }

    /// The type of the length of a slice parameter.
    pub(super) fn length_type(&self, param: usize) -> Declared {
        let range = Some(self.ranges.length(param));
        if self.func.is_kernel() {
            Declared { range, ..Declared::plain(Scalar::U64) }
        } else {
            Declared::of(Scalar::U64, range)
        }
    }

    /// The value of a scalar constant.
    pub(super) fn global_range(&self, global: GlobalId) -> Option<Interval> {
        let leaf = self.module.globals[global].leaves.first()?;
        leaf.to_integer().map(Interval::exactly)
    }

    /// The type of what a function gives back.
    pub(super) fn returned(&self, callee: FuncId) -> Option<Declared> {
        Declared::result(&self.module.funcs[callee], self.all_ranges.get(&callee)?)
    }
}

/// The base type of a scalar local or of any other object.
pub(super) fn base<'n>(declared: Option<Declared>, ty: &Type, names: &'n crate::abi::Names) -> &'n str {
    declared.map_or_else(|| names.base(ty), |declared| declared.name)
}
