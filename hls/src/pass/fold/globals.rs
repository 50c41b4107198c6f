//! Elements of constant arrays and structs.

use sycl_hls_ir::{Constants, Module, Place, Root, Step, Type};
use sycl_hls_types::ScalarValue;

/// The scalar in a place of a constant, if all indices are known and inside.
pub(super) fn element(module: &Module, constants: &Constants, place: &Place) -> Option<ScalarValue> {
    let Root::Global(global) = place.root else { return None };
    let global = &module.globals[global];
    let (mut ty, mut before) = (&global.ty, 0_u64);
    for step in &place.path {
        match (ty, step) {
            (Type::Array(element, len), Step::Index(index)) => {
                let index = constants.get(*index)?.bits()?;
                before += (index < *len).then(|| element.leaves().saturating_mul(index))?;
            }
            (Type::Struct(data), Step::Field(field)) => before += data.leaves_before(*field),
            _ => return None,
        }
        ty = ty.step(step)?;
    }
    ty.scalar()?;
    global.leaves.get(usize::try_from(before).ok()?).cloned()
}
