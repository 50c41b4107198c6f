//! Declarations of the parts of a local.

use sycl_hls_ir::{Init, OpKind, Place, Root, SlotId, Type, ValueId};

use super::expand::Expander;
use crate::pass::rewrite::Emit;

impl Expander<'_> {
    /// Declares the parts of a local.
    pub(super) fn declare(&mut self, emit: &mut Emit<'_>, slot: SlotId, init: Init) {
        let Some(shape) = self.shapes.get(&slot) else { return };
        let mut lists = match &init {
            Init::List(values) => self.lists(&emit.func.slots[slot].ty, slot, values),
            _ => Vec::new(),
        }
        .into_iter();
        for part in &shape.parts {
            let data = &mut emit.func.slots[part.slot];
            let init = match &init {
                Init::Uninit => Init::Uninit,
                Init::Fill(value) => Init::Fill(*value),
                Init::List(_) => match lists.next().unwrap_or_default() {
                    values if data.ty.scalar().is_some() => {
                        values.first().map_or(Init::Uninit, |value| Init::Fill(*value))
                    }
                    values => Init::List(values),
                },
                Init::Copy(_) => {
                    // It is written below.
                    data.mutable = true;
                    Init::Uninit
                }
            };
            emit.effect(OpKind::Declare { slot: part.slot, init });
        }
        if let Init::Copy(from) = &init {
            self.copy(emit, &Place::whole(Root::Slot(slot)), from);
        }
    }

    /// The values of each part, of those of the whole local.
    fn lists(&self, ty: &Type, slot: SlotId, values: &[ValueId]) -> Vec<Vec<ValueId>> {
        let parts = self.shapes.get(&slot).map(|shape| shape.parts.as_slice()).unwrap_or_default();
        let mut lists = vec![Vec::new(); parts.len()];
        let mut values = values.iter();
        each_scalar(ty, &mut (Vec::new(), Vec::new()), &mut |fields, indices| {
            let known: Vec<Option<u64>> = indices.iter().copied().map(Some).collect();
            let part = parts.iter().position(|part| part.is_in(fields, &known));
            if let (Some(part), Some(value)) = (part, values.next()) {
                lists[part].push(*value);
            }
        });
        lists
    }
}

/// Calls `visit` with the fields and indices of every scalar in an object, in order.
fn each_scalar(ty: &Type, way: &mut (Vec<usize>, Vec<u64>), visit: &mut dyn FnMut(&[usize], &[u64])) {
    match ty {
        Type::Scalar(_) => visit(&way.0, &way.1),
        Type::Array(element, len) => {
            for index in 0..*len {
                way.1.push(index);
                each_scalar(element, way, visit);
                way.1.pop();
            }
        }
        Type::Struct(data) => {
            for (index, field) in data.fields.iter().enumerate() {
                way.0.push(index);
                each_scalar(&field.ty, way, visit);
                way.0.pop();
            }
        }
    }
}
