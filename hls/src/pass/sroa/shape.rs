//! The parts that a local is split into.

use sycl_hls_ir::directive::{ArrayPartition, ArrayReshape, At};
use sycl_hls_ir::{Func, Slot, SlotDirectives, SlotId, Step, Type};
use sycl_hls_types::Scalar;

/// All scalars of a type that are reached through the same fields: an array of them, or one.
#[derive(Clone, Debug, Default)]
pub(super) struct Component {
    /// The fields on the way, outermost first.
    pub fields: Vec<usize>,
    /// Their names.
    pub names: Vec<String>,
    /// The lengths of the arrays on the way, outermost first.
    pub dims: Vec<u64>,
    /// What is there.
    pub leaf: Option<Scalar>,
}

impl Component {
    /// Its type, given how many of its dimensions an index was chosen for.
    pub fn ty(&self, indices: usize) -> Option<Type> {
        let rest = self.dims.get(indices..).unwrap_or_default();
        Some(rest.iter().rev().fold(self.leaf?.into(), |ty, len| Type::array(ty, *len)))
    }
}

/// The components of a type, in the order of fields.
pub(super) fn components(ty: &Type) -> Vec<Component> {
    match ty {
        Type::Scalar(scalar) => vec![Component { leaf: Some(*scalar), ..Component::default() }],
        Type::Array(element, len) => {
            let mut inner = components(element);
            inner.iter_mut().for_each(|component| component.dims.insert(0, *len));
            inner
        }
        Type::Struct(data) => {
            let of_field = |(index, field): (usize, &sycl_hls_ir::Field)| {
                let mut inner = components(&field.ty);
                for component in &mut inner {
                    component.fields.insert(0, index);
                    component.names.insert(0, field.name.clone());
                }
                inner
            };
            data.fields.iter().enumerate().flat_map(of_field).collect()
        }
    }
}

/// A part of a local: a component, or the elements of it that have certain indices.
#[derive(Debug)]
pub(super) struct Part {
    pub slot: SlotId,
    pub fields: Vec<usize>,
    /// For each dimension the index that the part stands for, if the dimension is split.
    pub fixed: Vec<Option<u64>>,
}

/// How a local is split.
#[derive(Debug)]
pub(super) struct Shape {
    pub parts: Vec<Part>,
}

impl Part {
    /// True if it is in a place with these fields, and these indices where they are known.
    pub fn is_in(&self, fields: &[usize], indices: &[Option<u64>]) -> bool {
        let fits = |(fixed, index): (&Option<u64>, &Option<u64>)| fixed.is_none() || fixed == index;
        self.fields.starts_with(fields) && self.fixed.iter().zip(indices).all(fits)
    }

    /// True if these fields and so many indices leave nothing but an index into it to choose.
    pub fn is_whole(&self, fields: &[usize], indices: usize) -> bool {
        self.fields.len() == fields.len() && self.fixed.iter().skip(indices).all(Option::is_none)
    }

    /// The way into the part, of the indices that lead to a place in the local.
    pub fn path(&self, indices: &[sycl_hls_ir::ValueId]) -> Vec<Step> {
        let kept = indices.iter().zip(&self.fixed).filter(|(_, fixed)| fixed.is_none());
        kept.map(|(index, _)| Step::Index(*index)).collect()
    }
}

impl Shape {
    /// Makes the slots of a local's components, of which some dimensions are split.
    pub fn new(func: &mut Func, slot: SlotId, components: &[(Component, Vec<bool>)]) -> Self {
        let mut parts = Vec::new();
        for (component, split) in components {
            let mut fixed = vec![Vec::new()];
            for (len, split) in component.dims.iter().zip(split) {
                let choices: Vec<Option<u64>> =
                    if *split { (0..*len).map(Some).collect() } else { vec![None] };
                let longer = |start: &Vec<Option<u64>>| -> Vec<Vec<Option<u64>>> {
                    choices.iter().map(|choice| [start.as_slice(), &[*choice]].concat()).collect()
                };
                fixed = fixed.iter().flat_map(longer).collect();
            }
            for fixed in fixed {
                let slot = part_slot(func, slot, component, &fixed);
                parts.push(Part { slot, fields: component.fields.clone(), fixed });
            }
        }
        Self { parts }
    }
}

/// The slot of one part.
fn part_slot(func: &mut Func, whole: SlotId, component: &Component, fixed: &[Option<u64>]) -> SlotId {
    let Slot { name, ty, mutable, persistent, directives } = func.slots[whole].clone();
    let indices = fixed.iter().flatten().map(u64::to_string);
    let words = [name].into_iter().chain(component.names.iter().cloned()).chain(indices);
    let name = words.collect::<Vec<String>>().join("_");
    let outer = ty.dims().len();
    let left = component.dims.iter().zip(fixed).filter(|(_, fixed)| fixed.is_none());
    let element = component.leaf.map_or(ty, Type::from);
    let ty = left.rev().fold(element, |ty, (len, _)| Type::array(ty, *len));
    let directives = part_directives(directives, &ty, fixed.get(..outer).unwrap_or(fixed));
    func.slots.alloc(Slot { name, ty, mutable, persistent, directives })
}

/// What is left of a local's directives for a part of it. `fixed`: of the dimensions that they can name.
fn part_directives(mut set: SlotDirectives, ty: &Type, fixed: &[Option<u64>]) -> SlotDirectives {
    let partitions = std::mem::take(&mut set.partitions);
    set.partitions = each_dimension(partitions, fixed, |it: &mut ArrayPartition| &mut it.dim);
    let reshapes = std::mem::take(&mut set.reshapes);
    set.reshapes = each_dimension(reshapes, fixed, |it: &mut ArrayReshape| &mut it.dim);
    if ty.dims().is_empty() {
        set.storage = None;
    }
    set.aggregate = None;
    set.disaggregate = None;
    set
}

/// The directives about dimensions that are left, which have new numbers. 0 stood for all of them.
fn each_dimension<T: Clone>(
    directives: Vec<At<T>>,
    fixed: &[Option<u64>],
    dim: impl Fn(&mut T) -> &mut Option<u32>,
) -> Vec<At<T>> {
    let mut left = Vec::new();
    for directive in directives {
        let named = dim(&mut directive.value.clone()).map_or(1, |dim| dim as usize);
        for (index, _) in fixed.iter().enumerate().filter(|(_, fixed)| fixed.is_none()) {
            if named == 0 || named == index + 1 {
                let before = fixed[..index].iter().filter(|fixed| fixed.is_none()).count();
                let mut directive = directive.clone();
                *dim(&mut directive.value) = u32::try_from(before + 1).ok();
                left.push(directive);
            }
        }
    }
    left
}
