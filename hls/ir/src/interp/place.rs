//! Places: from operands to memory.

use sycl_hls_types::ScalarValue;

use super::Error;
use super::exec::{Frame, Machine};
use super::memory::View;
use crate::{GlobalId, ParamKind, Place, Root, Span, Type, ValueId};

impl Machine<'_> {
    /// Reads a scalar.
    pub fn read(&self, frame: &Frame<'_>, place: &Place, span: Span) -> Result<ScalarValue, Error> {
        if let Root::Global(global) = place.root {
            return self.read_global(frame, global, &place.indices, span);
        }
        let view = self.view(frame, place, span)?;
        self.memory.get(view).ok_or_else(|| self.undefined(span, "it reads what was never written"))
    }

    /// The memory of a place to read from. A constant array is passed as a copy: nothing writes it.
    pub fn argument(&mut self, frame: &Frame<'_>, place: &Place, span: Span) -> Result<View, Error> {
        let Root::Global(global) = place.root else {
            return self.view(frame, place, span);
        };
        let global = &self.module.globals[global];
        let copy = self.memory.adopt(global.leaves.clone());
        self.descend(frame, copy, &global.ty, &place.indices, span)
    }

    /// The memory of a place that is no constant.
    pub fn view(&self, frame: &Frame<'_>, place: &Place, span: Span) -> Result<View, Error> {
        let missing = || self.undefined(span, "there is no such memory");
        match place.root {
            Root::Slot(slot) => {
                let view = *frame.slots.get(slot).ok_or_else(missing)?;
                self.descend(frame, view, &frame.func.slots[slot].ty, &place.indices, span)
            }
            Root::Param(index) => {
                let view = frame.params.get(index).copied().flatten().ok_or_else(missing)?;
                match &frame.func.params[index].kind {
                    ParamKind::Ref { pointee, .. } => {
                        self.descend(frame, view, pointee, &place.indices, span)
                    }
                    ParamKind::Slice { element, .. } => {
                        let ty = Type::array((*element).into(), view.len as u64);
                        self.descend(frame, view, &ty, &place.indices, span)
                    }
                    ParamKind::Scalar(_) => Err(missing()),
                }
            }
            Root::Global(_) => Err(missing()),
        }
    }

    fn descend(
        &self,
        frame: &Frame<'_>,
        mut view: View,
        mut ty: &Type,
        indices: &[ValueId],
        span: Span,
    ) -> Result<View, Error> {
        for &index in indices {
            let Type::Array(element, len) = ty else {
                return Err(self.undefined(span, "a scalar is indexed"));
            };
            let index = self.value(frame, index, span)?.bits();
            let stride = usize::try_from(element.leaves()).unwrap_or(usize::MAX);
            view = view.part(index, stride).ok_or_else(|| self.outside(span, index, *len))?;
            ty = element;
        }
        Ok(view)
    }

    fn read_global(
        &self,
        frame: &Frame<'_>,
        global: GlobalId,
        indices: &[ValueId],
        span: Span,
    ) -> Result<ScalarValue, Error> {
        let global = &self.module.globals[global];
        let mut offset = 0;
        for (dim, &index) in global.ty.dims().into_iter().zip(indices) {
            let index = self.value(frame, index, span)?.bits();
            if index >= dim {
                return Err(self.outside(span, index, dim));
            }
            offset = offset * dim + index;
        }
        let leaf = usize::try_from(offset).ok().and_then(|offset| global.leaves.get(offset));
        leaf.copied().ok_or_else(|| self.undefined(span, "it reads past a constant"))
    }
}
