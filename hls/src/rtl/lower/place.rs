//! Places in memory as the hardware knows them.

use sycl_hls_ir::{BinaryOp, CompareOp, GlobalId, ParamKind, Place, Root, Step, Type};
use sycl_hls_types::{Length, LengthExpr, Scalar, ScalarValue};

use super::storage::{Kept, Leaf, field_offset, memory};
use super::{Builder, Unsupported};
use crate::rtl::design::{Access, Memory, MemoryId, NodeId, NodeKind, VarId};

/// A step to a part of an object.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Index(NodeId),
    Field(usize),
}

/// Where a scalar is kept.
#[derive(Clone, Debug)]
pub(super) enum Where {
    Var(VarId),
    /// One of these, by its number.
    Vars(Vec<VarId>, NodeId),
    /// In one of these, by its number: an element.
    Memories(Vec<MemoryId>, NodeId, NodeId),
    /// In one of all memories of an array, by its number: an element, which has another number in the whole array.
    Split(Vec<MemoryId>, NodeId, NodeId, NodeId),
    /// At an address, in bytes.
    Axi(Access, NodeId),
    /// One of the bits of an argument, from these on.
    Arg(usize, Vec<u32>, NodeId),
}

impl Builder<'_> {
    /// The steps of a place, with their indices in the block at hand.
    pub(super) fn parts(&mut self, place: &Place) -> Vec<Part> {
        let steps = place.path.iter().map(|step| match step {
            Step::Index(value) => Part::Index(self.value(*value)),
            Step::Field(field) => Part::Field(*field),
        });
        steps.collect()
    }

    /// The ways from a place of this type to each of its scalars.
    pub(super) fn scalars_of(&mut self, ty: &Type) -> Vec<Vec<Part>> {
        match ty {
            Type::Scalar(_) => vec![Vec::new()],
            Type::Array(element, len) => {
                let mut all = Vec::new();
                for index in 0..*len {
                    let first = Part::Index(self.number(Scalar::U64, index));
                    for rest in self.scalars_of(element) {
                        all.push(std::iter::once(first).chain(rest).collect());
                    }
                }
                all
            }
            Type::Struct(data) => {
                let mut all = Vec::new();
                for (index, field) in data.fields.iter().enumerate() {
                    for rest in self.scalars_of(&field.ty) {
                        all.push(std::iter::once(Part::Field(index)).chain(rest).collect());
                    }
                }
                all
            }
        }
    }

    /// Where the scalar at the end of a way is kept, with its type.
    pub(super) fn locate(&mut self, root: Root, parts: &[Part]) -> Result<(Where, Scalar), Unsupported> {
        let fields: Vec<usize> = parts
            .iter()
            .filter_map(|part| match part {
                Part::Field(field) => Some(*field),
                Part::Index(_) => None,
            })
            .collect();
        let indices: Vec<NodeId> = parts
            .iter()
            .filter_map(|part| match part {
                Part::Index(index) => Some(*index),
                Part::Field(_) => None,
            })
            .collect();
        match root {
            Root::Slot(slot) => {
                let found = self.slots.get(slot).and_then(|storage| {
                    storage.leaves.iter().find(|(leaf, _)| leaf.fields == fields).cloned()
                });
                let Some((leaf, kept)) = found else { return Err(self.unsupported("this part of a local")) };
                Ok((self.kept(&leaf, kept, &indices), leaf.ty))
            }
            Root::Global(global) => self.table(global, &fields, &indices),
            Root::Param(index) => match self.func.params[index].kind.clone() {
                ParamKind::Slice { element, .. } => match self.params[index].external.clone() {
                    Some((leaf, memory)) => {
                        let (number, index) =
                            (self.number(Scalar::U32, 0), self.flat_index(&leaf.dims, &indices));
                        Ok((Where::Memories(vec![memory], number, index), leaf.ty))
                    }
                    None => self.element(index, &element, parts),
                },
                ParamKind::Ref { pointee, .. } | ParamKind::Output { pointee, .. } => {
                    self.argument(index, &pointee, &fields, &indices)
                }
                ParamKind::Stream { .. } => Err(self.unsupported("a stream as memory")),
                ParamKind::Scalar(_) => Err(self.unsupported("a scalar as memory")),
            },
        }
    }

    fn kept(&mut self, leaf: &Leaf, kept: Kept, indices: &[NodeId]) -> Where {
        match kept {
            Kept::Vars(vars) => {
                let number = self.flat_index(&leaf.dims, indices);
                match (self.known(number), vars.as_slice()) {
                    (_, [var]) => Where::Var(*var),
                    (Some(index), _) => match index.bits().and_then(|index| vars.get(index as usize)) {
                        Some(var) => Where::Var(*var),
                        None => Where::Vars(vars, number),
                    },
                    _ => Where::Vars(vars, number),
                }
            }
            Kept::Banks(banks) => self.in_banks(&banks, indices),
        }
    }

    /// The number of an element in row-major order (`u32`).
    pub(super) fn flat_index(&mut self, dims: &[u64], indices: &[NodeId]) -> NodeId {
        let mut number = self.number(Scalar::U32, 0);
        for (dim, index) in dims.iter().zip(indices) {
            let dim = self.number(Scalar::U32, *dim);
            let index = self.cast(*index, Scalar::U32);
            let scaled = self.binary(BinaryOp::Mul, number, dim);
            number = self.binary(BinaryOp::Add, scaled, index);
        }
        number
    }

    fn table(
        &mut self,
        global: GlobalId,
        fields: &[usize],
        indices: &[NodeId],
    ) -> Result<(Where, Scalar), Unsupported> {
        let data = &self.module.globals[global];
        let leaves = Leaf::of(&data.ty);
        let Some(position) = leaves.iter().position(|leaf| leaf.fields == fields) else {
            return Err(self.unsupported("this part of a constant"));
        };
        let leaf = leaves[position].clone();
        let memory = match self.tables.get(&(global, position)) {
            Some(memory) => *memory,
            None => {
                let contents = leaf_values(&data.ty, &data.leaves, fields);
                let table = memory(&data.name, leaf.ty, leaf.count(), None);
                let memory = self.design.memories.alloc(Memory { contents: Some(contents), ..table });
                self.tables.insert((global, position), memory);
                memory
            }
        };
        let (number, index) = (self.number(Scalar::U32, 0), self.flat_index(&leaf.dims, indices));
        Ok((Where::Memories(vec![memory], number, index), leaf.ty))
    }

    fn element(
        &mut self,
        param: usize,
        element: &Type,
        parts: &[Part],
    ) -> Result<(Where, Scalar), Unsupported> {
        let storage = self.params[param].clone();
        let mut address = self.node(NodeKind::Arg(storage.arg, 0), Scalar::U64, Vec::new());
        let slice = Type::array(element.clone(), u64::MAX);
        let mut ty = &slice;
        let mut fixed = 0;
        for part in parts {
            let layout = ty.layout();
            let step = match part {
                Part::Field(field) => {
                    fixed += field_offset(&layout, *field);
                    Step::Field(*field)
                }
                Part::Index(index) => {
                    // Any value: only the kind of step matters here.
                    let step = Step::Index(la_arena::Idx::from_raw(la_arena::RawIdx::from_u32(0)));
                    let size = ty.step(&step).map_or(0, |element| element.layout().size());
                    let size = self.number(Scalar::U64, size);
                    let offset = self.binary(BinaryOp::Mul, *index, size);
                    address = self.binary(BinaryOp::Add, address, offset);
                    step
                }
            };
            ty = ty.step(&step).ok_or_else(|| self.unsupported("this part of an element"))?;
        }
        let Some(scalar) = ty.scalar() else { return Err(self.unsupported("a whole element as a scalar")) };
        let fixed = self.number(Scalar::U64, fixed);
        let address = self.binary(BinaryOp::Add, address, fixed);
        Ok((Where::Axi(Access { bundle: storage.bundle, param, elements: 1 }, address), scalar))
    }

    fn argument(
        &mut self,
        param: usize,
        ty: &Type,
        fields: &[usize],
        indices: &[NodeId],
    ) -> Result<(Where, Scalar), Unsupported> {
        let Some(leaf) = Leaf::of(ty).into_iter().find(|leaf| leaf.fields == fields) else {
            return Err(self.unsupported("this part of an argument"));
        };
        let layout = ty.layout();
        let paths = self.scalars_of(ty);
        let offsets = layout.scalars();
        let bits = paths.iter().zip(&offsets).filter(|(path, _)| {
            let own = path.iter().filter_map(|part| match part {
                Part::Field(field) => Some(*field),
                Part::Index(_) => None,
            });
            own.eq(fields.iter().copied())
        });
        let bits: Vec<u32> = bits.map(|(_, (offset, _))| *offset as u32 * 8).collect();
        let number = self.flat_index(&leaf.dims, indices);
        Ok((Where::Arg(self.params[param].arg, bits, number), leaf.ty))
    }

    /// The length of a slice.
    pub(super) fn length(&mut self, param: usize) -> NodeId {
        if let Some(arg) = self.params[param].length {
            return self.node(NodeKind::Arg(arg, 0), Scalar::U64, Vec::new());
        }
        match self.func.params[param].kind.clone() {
            ParamKind::Slice { length: Length::Expr(expr), .. } => self.length_expr(&expr),
            _ => self.number(Scalar::U64, 0),
        }
    }

    fn length_expr(&mut self, expr: &LengthExpr) -> NodeId {
        let (op, lhs, rhs) = match expr {
            LengthExpr::Const(value) => return self.number(Scalar::U64, *value),
            LengthExpr::Param(param) => {
                let ParamKind::Scalar(value) = self.func.params[*param].kind else {
                    return self.number(Scalar::U64, 0);
                };
                let value = self.value(value);
                return self.cast(value, Scalar::U64);
            }
            LengthExpr::Add(a, b) => (BinaryOp::Add, a, b),
            LengthExpr::Sub(a, b) => (BinaryOp::Sub, a, b),
            LengthExpr::Mul(a, b) => (BinaryOp::Mul, a, b),
            LengthExpr::Div(a, b) => (BinaryOp::Div, a, b),
        };
        let (lhs, rhs) = (self.length_expr(lhs), self.length_expr(rhs));
        self.binary(op, lhs, rhs)
    }

    /// True if a number is equal to a constant.
    pub(super) fn equals(&mut self, number: NodeId, constant: u64) -> NodeId {
        let constant = self.number(self.ty(number), constant);
        self.compare(CompareOp::Eq, number, constant)
    }
}

/// The values of one leaf of a constant.
pub(super) fn leaf_values(ty: &Type, values: &[ScalarValue], fields: &[usize]) -> Vec<ScalarValue> {
    match ty {
        Type::Scalar(_) => values.first().cloned().into_iter().collect(),
        Type::Array(element, _) => {
            let size = (element.leaves() as usize).max(1);
            values.chunks(size).flat_map(|part| leaf_values(element, part, fields)).collect()
        }
        Type::Struct(data) => {
            let Some((first, rest)) = fields.split_first() else { return Vec::new() };
            let before = data.leaves_before(*first) as usize;
            let Some(field) = data.fields.get(*first) else { return Vec::new() };
            leaf_values(&field.ty, values.get(before..).unwrap_or_default(), rest)
        }
    }
}
