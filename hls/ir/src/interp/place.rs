//! Places: from operands to memory.

use sycl_hls_types::{ScalarValue, TrapKind};

use super::Error;
use super::exec::Machine;
use super::frame::Frame;
use super::memory::View;
use crate::{Object, Place, Root, Span, Step, Type, ValueId};

/// A part of an object, counted in scalars.
#[derive(Clone, Copy)]
struct Part {
    start: usize,
    len: usize,
}

impl Machine<'_> {
    /// Reads a scalar.
    pub fn read(&self, frame: &Frame<'_>, place: &Place, span: Span) -> Result<ScalarValue, Error> {
        if let Root::Global(global) = place.root {
            let leaves = &self.module.globals[global].leaves;
            let part = self.part(frame, place, leaves.len(), span)?;
            let leaf = leaves.get(part.start).cloned();
            return leaf.ok_or_else(|| self.undefined(span, "it reads past a constant"));
        }
        let view = self.view(frame, place, span)?;
        self.memory.get(view).ok_or_else(|| self.undefined(span, "it reads what was never written"))
    }

    /// The memory of a place to read from.
    pub fn argument(&mut self, frame: &Frame<'_>, place: &Place, span: Span) -> Result<View, Error> {
        if let Root::Global(global) = place.root
            && self.globals.get(global).is_none()
        {
            let view = self.memory.adopt(self.module.globals[global].leaves.clone());
            self.globals.insert(global, view);
        }
        self.view(frame, place, span)
    }

    /// `len` elements of an array or slice, from element `lo` on.
    pub fn slice(
        &mut self,
        frame: &Frame<'_>,
        place: &Place,
        [lo, len]: [ValueId; 2],
        span: Span,
    ) -> Result<View, Error> {
        let (lo, len) = (self.value(frame, lo, span)?.low_bits(), self.value(frame, len, span)?.low_bits());
        let whole_slice = self.module.object(frame.func, place.root).filter(|_| place.path.is_empty());
        let part = || self.module.place_type(frame.func, place).map(Object::Whole);
        let stride = whole_slice.or_else(part).and_then(element).map_or(1, scalars);
        let whole = self.argument(frame, place, span)?;
        let scalars = |elements: u64| usize::try_from(elements).ok()?.checked_mul(stride);
        let part = scalars(lo).zip(scalars(len)).and_then(|(start, len)| whole.part(start, len));
        part.ok_or_else(|| self.undefined(span, &format!("{lo} + {len} elements are more than there are")))
    }

    /// The memory of a place.
    pub fn view(&self, frame: &Frame<'_>, place: &Place, span: Span) -> Result<View, Error> {
        let whole = match place.root {
            Root::Slot(slot) => frame.slots.get(slot).copied(),
            Root::Param(index) => frame.params.get(index).copied().flatten(),
            Root::Global(global) => self.globals.get(global).copied(),
        };
        let missing = || self.undefined(span, "there is no such memory");
        let whole = whole.ok_or_else(missing)?;
        if place.path.is_empty() {
            return Ok(whole);
        }
        let part = self.part(frame, place, whole.len, span)?;
        whole.part(part.start, part.len).ok_or_else(missing)
    }

    /// Where a place lies in its object of `len` scalars.
    fn part(&self, frame: &Frame<'_>, place: &Place, len: usize, span: Span) -> Result<Part, Error> {
        let missing = || self.undefined(span, "there is no such part of the memory");
        let mut object = self.module.object(frame.func, place.root).ok_or_else(missing)?;
        let mut part = Part { start: 0, len };
        for (position, step) in place.path.iter().enumerate() {
            let ty = match (object, step) {
                (Object::Whole(Type::Struct(data)), Step::Field(field)) => {
                    part.start += usize::try_from(data.leaves_before(*field)).unwrap_or(usize::MAX);
                    data.fields.get(*field).map(|field| &field.ty)
                }
                (_, Step::Index(index)) => {
                    let ty = element(object).ok_or_else(missing)?;
                    let count = (part.len / scalars(ty).max(1)) as u64;
                    let index = self.value(frame, *index, span)?.low_bits();
                    if index >= count {
                        return Err(self.outside(frame, place, position, [index, count], span));
                    }
                    part.start += usize::try_from(index).unwrap_or(usize::MAX) * scalars(ty);
                    Some(ty)
                }
                _ => None,
            };
            let ty = ty.ok_or_else(missing)?;
            part.len = scalars(ty);
            object = Object::Whole(ty);
        }
        Ok(part)
    }

    /// The index of step number `position` is not less than the length.
    fn outside(
        &self,
        frame: &Frame<'_>,
        place: &Place,
        position: usize,
        [index, len]: [u64; 2],
        span: Span,
    ) -> Error {
        if !self.options.panics {
            return self.undefined(span, &format!("index {index} is outside of a length of {len}"));
        }
        let indexed = Place { root: place.root, path: place.path[..position].to_vec() };
        let object = self.module.place_name(frame.func, &indexed);
        self.fault(TrapKind::Index, &[index.into(), len.into()], Some(object), span)
    }
}

/// The type of what an index leads to.
fn element(object: Object<'_>) -> Option<&Type> {
    match object {
        Object::Slice(element) => Some(element),
        Object::Whole(Type::Array(element, _)) => Some(element),
        Object::Whole(_) => None,
    }
}

fn scalars(ty: &Type) -> usize {
    usize::try_from(ty.leaves()).unwrap_or(usize::MAX)
}
