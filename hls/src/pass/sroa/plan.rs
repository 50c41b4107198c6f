//! Which locals are split, and which of their dimensions.

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::directive::PartitionKind;
use sycl_hls_ir::{Constants, Func, OpKind, Place, Root, Slot, SlotId, Step};

use super::shape::{Component, Shape, components};
use super::{MOST_PARTS, SMALL};

/// The locals that are split.
pub(super) type Shapes = FxHashMap<SlotId, Shape>;

/// What indices there are of one dimension of a component.
#[derive(Clone, Copy, Default)]
struct Indices {
    known: bool,
    unknown: bool,
}

/// A local that may be split.
struct Candidate {
    components: Vec<(Component, Vec<Indices>)>,
}

/// Decides, and makes the slots of the parts.
pub(super) fn shapes(func: &mut Func, constants: &Constants) -> Shapes {
    let mut candidates = candidates(func);
    for op in func.ops_in_order() {
        func.ops[op].kind.clone().for_each_place_mut(&mut |place| {
            if let Root::Slot(slot) = place.root
                && let Some(candidate) = candidates.get_mut(&slot)
            {
                candidate.note(place, constants);
            }
        });
    }
    let mut candidates: Vec<(SlotId, Candidate)> = candidates.into_iter().collect();
    candidates.sort_by_key(|(slot, _)| slot.into_raw().into_u32());
    let mut shapes = Shapes::default();
    for (slot, candidate) in candidates {
        let split = candidate.decide(&func.slots[slot]);
        if func.slots[slot].ty.leaf().is_none() || split.iter().any(|(_, split)| split.contains(&true)) {
            shapes.insert(slot, Shape::new(func, slot, &split));
        }
    }
    shapes
}

/// The structs and arrays that are declared, and that no call is given.
fn candidates(func: &Func) -> FxHashMap<SlotId, Candidate> {
    let (mut declared, mut passed) = (Vec::new(), FxHashSet::default());
    for op in func.ops_in_order() {
        match &func.ops[op].kind {
            OpKind::Declare { slot, .. } if !func.is_blocks(*slot) => declared.push(*slot),
            kind @ OpKind::Call { .. } => kind.for_each_read(&mut |place| {
                passed.insert(place.root);
            }),
            _ => {}
        }
    }
    declared.retain(|slot| func.slots[*slot].ty.scalar().is_none() && !passed.contains(&Root::Slot(*slot)));
    let candidate = |slot: SlotId| {
        let all = components(&func.slots[slot].ty).into_iter();
        let with_indices = all.map(|component| {
            let indices = vec![Indices::default(); component.dims.len()];
            (component, indices)
        });
        (slot, Candidate { components: with_indices.collect() })
    };
    declared.into_iter().map(candidate).collect()
}

impl Candidate {
    /// Learns from the indices of a place.
    fn note(&mut self, place: &Place, constants: &Constants) {
        let fields = fields(place);
        for (component, indices) in &mut self.components {
            if !component.fields.starts_with(&fields) {
                continue;
            }
            for ((index, len), indices) in place.indices().zip(&component.dims).zip(indices) {
                let known =
                    constants.get(index).is_some_and(|index| index.bits().is_some_and(|index| index < *len));
                indices.known |= known;
                indices.unknown |= !known;
            }
        }
    }

    /// The dimensions to split, of each component.
    fn decide(self, slot: &Slot) -> Vec<(Component, Vec<bool>)> {
        let decide = |(component, indices): (Component, Vec<Indices>)| {
            let mut parts = 1;
            let mut split = Vec::new();
            for (dim, (indices, len)) in indices.iter().zip(&component.dims).enumerate() {
                let requested = is_partitioned(slot, dim);
                let wanted = !indices.unknown && (requested || indices.known && *len <= SMALL);
                let fits = len.saturating_mul(parts) <= MOST_PARTS;
                split.push(wanted && fits);
                parts *= if wanted && fits { *len } else { 1 };
            }
            (component, split)
        };
        self.components.into_iter().map(decide).collect()
    }
}

/// True if this dimension is partitioned completely.
fn is_partitioned(slot: &Slot, dim: usize) -> bool {
    slot.directives.partitions.iter().any(|partition| {
        let named = partition.dim.unwrap_or(1) as usize;
        let is_named = named == 0 && dim < slot.ty.dims().len() || named == dim + 1;
        partition.kind == PartitionKind::Complete && is_named
    })
}

/// The fields on the way to a place, outermost first.
pub(super) fn fields(place: &Place) -> Vec<usize> {
    let field = |step: &Step| match step {
        Step::Field(field) => Some(*field),
        Step::Index(_) => None,
    };
    place.path.iter().filter_map(field).collect()
}
