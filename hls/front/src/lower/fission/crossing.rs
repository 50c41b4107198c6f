//! What items know across barriers: arrays with an element for each item.

use rustc_hash::FxHashMap;
use sycl_hls_ir::directive::{ArrayPartition, ArrayReshape, At};
use sycl_hls_ir::{
    Builder, Func, Init, OpId, OpKind, Place, Root, Slot, SlotDirectives, SlotId, Step, Type, ValueId,
};

use super::split::{Part, Split};

/// The arrays.
pub(super) struct Crossing {
    /// Of values.
    pub values: FxHashMap<ValueId, SlotId>,
    /// Of local memory of the items.
    pub slots: FxHashMap<SlotId, SlotId>,
}

impl Crossing {
    /// Declares an array for all that one part leaves to another one.
    pub fn new(builder: &mut Builder, split: &Split, items: u64) -> Self {
        let mut crossing = Self { values: FxHashMap::default(), slots: FxHashMap::default() };
        for (number, part) in split.parts.iter().enumerate() {
            for value in part.foreign.iter().filter(|value| !split.of_items.contains_key(value)) {
                let func = builder.func();
                let (name, ty) = (func.values[*value].name.clone(), func.ty(*value));
                crossing.values.entry(*value).or_insert_with(|| {
                    let name = name.unwrap_or_else(|| "kept".to_owned());
                    array(builder, name, ty.into(), items, SlotDirectives::default())
                });
            }
            let others = |slot: &SlotId| {
                let mut parts = split.parts.iter().enumerate();
                parts.any(|(other, part)| other != number && part.declares.contains(slot))
            };
            for slot in part.slots.iter().filter(|slot| others(slot)) {
                let Slot { name, ty, directives, .. } = builder.func().slots[*slot].clone();
                crossing
                    .slots
                    .entry(*slot)
                    .or_insert_with(|| array(builder, name, ty, items, of_elements(directives)));
            }
        }
        crossing
    }

    /// True if an operation leaves a value in an array.
    pub fn stores(&self, func: &Func, op: OpId) -> bool {
        func.ops[op].result.is_some_and(|result| self.values.contains_key(&result))
    }

    /// True if a part reads or writes one of the arrays.
    pub fn is_touched_by(&self, part: &Part) -> bool {
        part.slots.iter().chain(&part.declares).any(|slot| self.slots.contains_key(slot))
            || part.foreign.iter().chain(&part.defines).any(|value| self.values.contains_key(value))
    }

    /// Lets the places that an operation and its regions name in an array be those of an item.
    pub fn index(&self, func: &mut Func, op: OpId, index: ValueId) {
        let inside: Vec<OpId> =
            func.ops[op].kind.regions().flat_map(|region| func.ops_inside(region)).collect();
        for op in std::iter::once(op).chain(inside) {
            func.ops[op].kind.for_each_place_mut(&mut |place| {
                if self.slots.values().any(|array| place.root == Root::Slot(*array)) {
                    place.path.insert(0, Step::Index(index));
                }
            });
        }
    }
}

/// Gives the place of an item in an array what a declaration, which is not to be made, would give its slot.
pub(super) fn initialize(builder: &mut Builder, declaration: OpId, place: Place) {
    let func = builder.func();
    let (OpKind::Declare { slot, init }, span) =
        (func.ops[declaration].kind.clone(), func.ops[declaration].span)
    else {
        return;
    };
    let is_scalar = func.slots[slot].ty.scalar().is_some();
    let kind = match init {
        Init::Uninit => return,
        Init::Fill(value) if is_scalar => OpKind::Write(place, value),
        Init::Fill(value) => OpKind::Fill(place, value),
        Init::Copy(from) => OpKind::Copy { to: place, from },
        Init::List(_) => {
            builder.push_existing(declaration);
            OpKind::Copy { to: place, from: Place::whole(Root::Slot(slot)) }
        }
    };
    builder.push(kind, span);
}

/// Declares an array of such elements, one for each item.
fn array(builder: &mut Builder, name: String, ty: Type, items: u64, directives: SlotDirectives) -> SlotId {
    let slot = Slot { directives, ..Slot::variable(name, Type::array(ty, items)) };
    builder.declare(slot, Init::Uninit, sycl_hls_ir::Span::NONE)
}

/// The directives of an array whose elements are what these directives are about: its dimensions come behind the items'.
fn of_elements(mut directives: SlotDirectives) -> SlotDirectives {
    let behind = |dim: &mut Option<u32>| match dim {
        Some(0) => {}
        dim => *dim = Some(dim.unwrap_or(1) + 1),
    };
    directives.partitions.iter_mut().for_each(|it: &mut At<ArrayPartition>| behind(&mut it.value.dim));
    directives.reshapes.iter_mut().for_each(|it: &mut At<ArrayReshape>| behind(&mut it.value.dim));
    directives
}
