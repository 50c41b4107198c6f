//! Copies between aggregates of which at least one is split.

use sycl_hls_ir::{ForLoop, LoopDirectives, OpKind, Place, Region, Root, Step, Type, Value, ValueId};
use sycl_hls_types::Scalar;

use super::expand::Expander;
use super::shape::components;
use crate::pass::rewrite::Emit;

/// Arrays of at most so many elements are copied without a loop.
const WITHOUT_LOOP: u64 = 8;

impl Expander<'_> {
    /// Copies an object part by part.
    pub(super) fn copy(&mut self, emit: &mut Emit<'_>, to: &Place, from: &Place) {
        if let Some(ty) = self.module.place_type(emit.func, to).cloned() {
            self.copy_as(emit, to, from, &ty);
        }
    }

    /// `ty` is the type of both places. In a place of a local that is split, fields may precede indices that they
    /// follow in the type: only their order among themselves counts.
    fn copy_as(&mut self, emit: &mut Emit<'_>, to: &Place, from: &Place, ty: &Type) {
        if let (Some(to), Some(from)) = (self.whole(to), self.whole(from)) {
            return copy_whole(emit, to, from, ty);
        }
        let by_component = self.is_split(to) && self.is_split(from) && ty.leaf().is_none();
        match ty {
            _ if by_component => {
                for component in components(ty) {
                    let field = |place: &Place| {
                        component
                            .fields
                            .iter()
                            .fold(place.clone(), |place, field| place.then(Step::Field(*field)))
                    };
                    if let Some(ty) = component.ty(0) {
                        self.copy_as(emit, &field(to), &field(from), &ty);
                    }
                }
            }
            Type::Scalar(_) => {}
            Type::Struct(data) => {
                for (index, field) in data.fields.iter().enumerate() {
                    let step = Step::Field(index);
                    self.copy_as(emit, &to.then(step), &from.then(step), &field.ty);
                }
            }
            Type::Array(element, len) if *len <= WITHOUT_LOOP || self.splits(to) || self.splits(from) => {
                for index in 0..*len {
                    let step = Step::Index(self.index(emit, index));
                    self.copy_as(emit, &to.then(step), &from.then(step), element);
                }
            }
            Type::Array(element, len) => self.copy_in_loop(emit, to, from, (element, *len)),
        }
    }

    /// True if the next dimension of a place is split.
    fn splits(&self, place: &Place) -> bool {
        let indices = place.indices().count();
        self.pieces(place).iter().any(|piece| piece.part.fixed.get(indices).is_some_and(Option::is_some))
    }

    fn copy_in_loop(&mut self, emit: &mut Emit<'_>, to: &Place, from: &Place, (element, len): (&Type, u64)) {
        let (lo, hi) = (self.index(emit, 0), self.index(emit, len));
        let counter: ValueId = emit.func.values.alloc(Value { ty: Scalar::U64, name: None, bind_op: None });
        let step = Step::Index(counter);
        let mut ops = Vec::new();
        let mut inner = Emit { func: &mut *emit.func, into: &mut ops, span: emit.span };
        self.copy_as(&mut inner, &to.then(step), &from.then(step), element);
        let body = emit.func.regions.alloc(Region { params: vec![counter], ops });
        let directives = LoopDirectives::default();
        emit.effect(OpKind::For(ForLoop { lo, hi, inclusive: false, step: 1, directives, body }));
    }
}

/// What a kernel is given was written, so that it may be read.
fn copy_whole(emit: &mut Emit<'_>, to: Place, from: Place, ty: &Type) {
    let is_given = emit.func.is_kernel() && !matches!(from.root, Root::Slot(_));
    match ty.scalar() {
        Some(scalar) if is_given => {
            let value = emit.compute(OpKind::Read(from), scalar);
            emit.effect(OpKind::Write(to, value));
        }
        _ => emit.effect(OpKind::Copy { to, from }),
    }
}
