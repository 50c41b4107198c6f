//! What expressions denote.

use std::rc::Rc;

use sycl_hls_ir::{ChannelId, Init, OpKind, ParamKind, Place, Root, Span, Step, Type, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use super::closure::Callable;
use crate::ty::Ty;

/// The channels of a stream, one for each scalar of an element.
pub(super) type Stream = Rc<[ChannelId]>;

/// What an expression denotes.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// `()`
    Unit,
    /// A scalar.
    Value(ValueId),
    /// A value in memory.
    Place(Place),
    /// A value by its parts: the fields of its struct in KIR. A tuple of references is always one.
    Parts(Vec<Self>),
    /// A reference to what lies in a place.
    Ref(Place),
    /// A reference to a slice.
    Slice(View),
    /// An end of a stream, or a reference to one; its type says which.
    End(Stream),
    /// What can be called.
    Callable(Rc<Callable>),
}

/// The elements of an array or a slice, or a part of them.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The array or the slice.
    pub place: Place,
    /// First element and number of elements, unless all are meant.
    pub part: Option<(ValueId, Length)>,
}

/// A number of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Length {
    Known(u64),
    Value(ValueId),
}

impl Length {
    /// Of what has no last item.
    pub const ENDLESS: Self = Self::Known(u64::MAX);
}

impl View {
    /// All elements of a place.
    pub const fn whole(place: Place) -> Self {
        Self { place, part: None }
    }
}

impl Lowerer<'_, '_, '_> {
    /// A scalar, read if it lies in memory.
    pub(super) fn scalar(&mut self, operand: &Operand, span: Span) -> Option<ValueId> {
        match operand {
            Operand::Value(value) => Some(*value),
            Operand::Place(place) | Operand::Ref(place) => {
                let ty = self.place_type(place)?.scalar()?;
                Some(self.builder.read(place.clone(), ty, span))
            }
            _ => None,
        }
    }

    /// A field of a struct, or what it is in KIR.
    pub(super) fn part(&self, operand: &Operand, index: usize) -> Option<Operand> {
        Some(match operand {
            Operand::Parts(parts) => parts.get(index)?.clone(),
            Operand::Place(place) => Operand::Place(place.then(Step::Field(index))),
            Operand::Ref(place) => Operand::Ref(place.then(Step::Field(index))),
            _ => return None,
        })
    }

    /// What a reference refers to.
    pub(super) fn dereferenced(operand: Operand) -> Operand {
        match operand {
            Operand::Ref(place) => Operand::Place(place),
            other => other,
        }
    }

    /// The same value, which nothing that comes later can change.
    pub(super) fn owned(&mut self, operand: Operand, span: Span) -> Option<Operand> {
        match operand {
            Operand::Place(place) => match self.place_type(&place)? {
                Type::Scalar(ty) => Some(Operand::Value(self.builder.read(place, ty, span))),
                ty => {
                    if self.is_settled(place.root) {
                        return Some(Operand::Place(place));
                    }
                    let copy = self.temporary("copy", ty, Init::Copy(place), span);
                    Some(Operand::Place(copy))
                }
            },
            Operand::Parts(parts) => {
                let parts: Option<Vec<Operand>> =
                    parts.into_iter().map(|part| self.owned(part, span)).collect();
                Some(Operand::Parts(parts?))
            }
            other => Some(other),
        }
    }

    /// True if the memory is never written from now on.
    fn is_settled(&self, root: Root) -> bool {
        match root {
            Root::Slot(slot) => self.settled.contains(&slot) || !self.builder.func().slots[slot].mutable,
            root => !self.builder.func().is_writable(root),
        }
    }

    /// Memory that holds the value.
    pub(super) fn spilled(&mut self, operand: Operand, ty: &Ty, span: Span) -> Option<Place> {
        match operand {
            Operand::Place(place) | Operand::Ref(place) => Some(place),
            operand => {
                let ty = self.ir_type(ty)?;
                self.in_memory("value", ty, operand, span)
            }
        }
    }

    /// New memory that holds the value.
    pub(super) fn in_memory(&mut self, name: &str, ty: Type, operand: Operand, span: Span) -> Option<Place> {
        let mut leaves = Vec::new();
        if self.leaves(&operand, &mut leaves) {
            let init = match (&ty, leaves.as_slice()) {
                (Type::Scalar(_), [value]) => Init::Fill(*value),
                _ => Init::List(leaves),
            };
            return Some(self.temporary(name, ty, init, span));
        }
        let place = self.temporary(name, ty, Init::Uninit, span);
        self.store_operand(&place, operand, span);
        Some(place)
    }

    /// The scalars of a value, if they are at hand.
    pub(super) fn leaves(&self, operand: &Operand, into: &mut Vec<ValueId>) -> bool {
        match operand {
            Operand::Value(value) => {
                into.push(*value);
                true
            }
            Operand::Parts(parts) => parts.iter().all(|part| self.leaves(part, into)),
            _ => false,
        }
    }

    /// Stores a value that does not depend on what it overwrites.
    pub(super) fn store_operand(&mut self, to: &Place, operand: Operand, span: Span) {
        match operand {
            Operand::Value(value) => {
                self.builder.push(OpKind::Write(to.clone(), value), span);
            }
            Operand::Place(from) | Operand::Ref(from) => match self.place_type(to) {
                Some(Type::Scalar(ty)) => {
                    let value = self.builder.read(from, ty, span);
                    self.builder.push(OpKind::Write(to.clone(), value), span);
                }
                _ => {
                    self.builder.push(OpKind::Copy { to: to.clone(), from }, span);
                }
            },
            Operand::Parts(parts) => {
                for (index, part) in parts.into_iter().enumerate() {
                    self.store_operand(&to.then(Step::Field(index)), part, span);
                }
            }
            Operand::Unit | Operand::Slice(_) | Operand::End(_) | Operand::Callable(_) => {}
        }
    }

    /// A value of the type that nobody looks at: all zeros.
    pub(super) fn zero(&mut self, ty: &Type, span: Span) -> Operand {
        match ty {
            Type::Scalar(scalar) => Operand::Value(self.zero_value(*scalar, span)),
            Type::Struct(data) => {
                let data = std::sync::Arc::clone(data);
                Operand::Parts(data.fields.iter().map(|field| self.zero(&field.ty, span)).collect())
            }
            Type::Array(element, len) => {
                let Some(scalar) = ty.leaf() else {
                    let place = self.temporary("zeros", ty.clone(), Init::Uninit, span);
                    let element = self.zero(element, span);
                    self.fill(&place, *len, &element, span);
                    return Operand::Place(place);
                };
                let zero = self.zero_value(scalar, span);
                Operand::Place(self.temporary("zeros", ty.clone(), Init::Fill(zero), span))
            }
        }
    }

    /// Stores a value that nobody looks at.
    pub(super) fn store_zero(&mut self, to: &Place, ty: &Type, span: Span) {
        match (ty, ty.leaf()) {
            (Type::Array(..), Some(scalar)) => {
                let zero = self.zero_value(scalar, span);
                self.builder.push(OpKind::Fill(to.clone(), zero), span);
            }
            (Type::Struct(data), _) => {
                for (index, field) in data.fields.iter().enumerate() {
                    self.store_zero(&to.then(Step::Field(index)), &field.ty, span);
                }
            }
            _ => {
                let zero = self.zero(ty, span);
                self.store_operand(to, zero, span);
            }
        }
    }

    pub(super) fn zero_value(&mut self, scalar: Scalar, span: Span) -> ValueId {
        self.constant(ScalarValue::from_bits(scalar, 0), span)
    }

    /// The type of a place.
    pub(super) fn place_type(&self, place: &Place) -> Option<Type> {
        let func = self.builder.func();
        if let Root::Global(global) = place.root {
            return self.program.module.globals[global].ty.at(&place.path).cloned();
        }
        self.program.module.place_type(func, place).cloned()
    }

    /// The number of elements behind a view.
    pub(super) fn len(&mut self, view: &View, span: Span) -> Length {
        match (&view.part, self.place_type(&view.place), view.place.root) {
            (Some((_, len)), ..) => *len,
            (None, Some(Type::Array(_, len)), _) => Length::Known(len),
            (None, _, Root::Param(index)) if let Some(known) = self.stated_length(index) => {
                Length::Known(known)
            }
            (None, _, Root::Param(index)) => {
                Length::Value(self.builder.compute(OpKind::Len(index), Scalar::U64, span))
            }
            _ => Length::Known(0),
        }
    }

    /// The length that `#[len(..)]` states as a number.
    fn stated_length(&self, param: usize) -> Option<u64> {
        match &self.builder.func().param(param)?.kind {
            ParamKind::Slice { length: sycl_hls_types::Length::Expr(expr), .. }
                if expr.params().is_empty() =>
            {
                expr.eval(&|_| None).ok()
            }
            _ => None,
        }
    }

    /// A length as a value of 64 bits.
    pub(super) fn length_value(&mut self, len: Length, span: Span) -> ValueId {
        match len {
            Length::Known(len) => self.constant(len, span),
            Length::Value(value) => value,
        }
    }
}
