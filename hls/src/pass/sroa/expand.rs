//! Operations on a local as operations on its parts.

use sycl_hls_ir::{Constants, Func, Init, Module, Op, OpId, OpKind, Place, Root, ValueId};
use sycl_hls_types::ScalarValue;

use super::plan::{Shapes, fields};
use super::shape::Part;
use crate::pass::rewrite::{Emit, expand};

/// Replaces operations.
pub(super) struct Expander<'a> {
    pub module: &'a Module,
    pub shapes: &'a Shapes,
    /// Values that are known, those of new operations, too.
    pub constants: Constants,
}

/// A part of a local that lies in a place.
pub(super) struct Piece<'s> {
    pub part: &'s Part,
    /// All that lies in the place and in the part.
    pub place: Place,
    /// True if it is the whole place.
    pub is_all: bool,
}

impl<'a> Expander<'a> {
    pub fn run(&mut self, func: &mut Func) {
        expand(func, &mut |func, op, into| self.op(func, op, into));
    }

    fn op(&mut self, func: &mut Func, op: OpId, into: &mut Vec<OpId>) {
        let Op { kind, span, .. } = func.ops[op].clone();
        let mut emit = Emit { func, into, span };
        match kind {
            OpKind::Fill(place, value) if self.is_split(&place) => self.fill(&mut emit, &place, value),
            OpKind::Copy { to, from } if self.is_split(&to) || self.is_split(&from) => {
                self.copy(&mut emit, &to, &from);
            }
            OpKind::Declare { slot, init } if self.shapes.contains_key(&slot) => {
                self.declare(&mut emit, slot, init);
            }
            OpKind::Declare { slot, init: Init::Copy(from) }
                if self.is_split(&from) && self.whole(&from).is_none() =>
            {
                emit.func.slots[slot].mutable = true;
                emit.effect(OpKind::Declare { slot, init: Init::Uninit });
                self.copy(&mut emit, &Place::whole(Root::Slot(slot)), &from);
            }
            mut kind => {
                kind.for_each_place_mut(&mut |place| {
                    if let Some(whole) = self.whole(place) {
                        *place = whole;
                    }
                });
                func.ops[op].kind = kind;
                into.push(op);
            }
        }
    }

    /// True if it lies in a local that is split.
    pub fn is_split(&self, place: &Place) -> bool {
        matches!(place.root, Root::Slot(slot) if self.shapes.contains_key(&slot))
    }

    /// The parts in a place of a local that is split.
    pub fn pieces(&self, place: &Place) -> Vec<Piece<'a>> {
        let Root::Slot(slot) = place.root else { return Vec::new() };
        let Some(shape) = self.shapes.get(&slot) else { return Vec::new() };
        let fields = fields(place);
        let indices: Vec<ValueId> = place.indices().collect();
        let known: Vec<Option<u64>> =
            indices.iter().map(|index| self.constants.get(*index).and_then(ScalarValue::bits)).collect();
        let inside = shape.parts.iter().filter(|part| part.is_in(&fields, &known));
        let piece = |part: &'a Part| Piece {
            part,
            place: Place { root: Root::Slot(part.slot), path: part.path(&indices) },
            is_all: part.is_whole(&fields, indices.len()),
        };
        inside.map(piece).collect()
    }

    /// The same place where it is one object: in a part, or in what is not split.
    pub fn whole(&self, place: &Place) -> Option<Place> {
        if !self.is_split(place) {
            return Some(place.clone());
        }
        self.pieces(place).into_iter().find(|piece| piece.is_all).map(|piece| piece.place)
    }

    fn fill(&self, emit: &mut Emit<'_>, place: &Place, value: ValueId) {
        for piece in self.pieces(place) {
            let ty = self.module.place_type(emit.func, &piece.place);
            let is_scalar = ty.is_some_and(|ty| ty.scalar().is_some());
            let fill = if is_scalar { OpKind::Write } else { OpKind::Fill };
            emit.effect(fill(piece.place, value));
        }
    }

    /// A constant index, which is known from now on.
    pub fn index(&mut self, emit: &mut Emit<'_>, index: u64) -> ValueId {
        let value = emit.constant(index.into());
        if let Some(op) = emit.into.last() {
            self.constants.learn(self.module, emit.func, &emit.func.ops[*op]);
        }
        value
    }
}
