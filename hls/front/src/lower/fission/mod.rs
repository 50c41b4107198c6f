//! Loop fission at barriers: the body of a kernel's item becomes a loop nest over the items of the group for each part between barriers
//! (region formation, as in PoCL: Jääskeläinen et al., "pocl: A Performance-Portable OpenCL Implementation", 2015).
//!
//! Loops and branches around a barrier are taken by all items at a time, so what decides them is the same for all of them: it is computed
//! once for the group. What an item has computed before a barrier and uses behind it is computed again where it follows from the item's
//! indices alone, and lies in an array with an element for each item otherwise.

mod crossing;
mod split;

use rustc_hash::FxHashMap;
use sycl_hls_ir::{
    BinaryOp, Builder, Diagnostic, ForLoop, LoopDirectives, OpId, OpKind, Overflow, Place, RegionId, Remap,
    Root, SlotDirectives, SlotId, Span, Step, ValueId,
};
use sycl_hls_types::{Scalar, ScalarValue};

use crossing::Crossing;
use split::{Piece, Split};

/// The items of a group.
pub(super) struct Group {
    /// The values in the body that are the indices of an item, one for each dimension.
    pub ids: Vec<ValueId>,
    /// How many items there are in each dimension.
    pub sizes: Vec<u64>,
    /// The directives of the innermost loops over them.
    pub innermost: LoopDirectives,
    /// The kernel's argument that is an item, where messages see the loops over them.
    pub span: Span,
}

/// What an operation of the body is for its group.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    /// All items of the group wait for each other, at this call.
    Barrier(Span),
    /// It is done once for the group, behind a barrier, and its result is the same for all items.
    Once,
}

/// The fission of a kernel's body.
pub(super) struct Fission<'b> {
    builder: &'b mut Builder,
    marks: &'b FxHashMap<OpId, Mark>,
    group: Group,
    body: RegionId,
}

impl<'b> Fission<'b> {
    /// Of the region `body`, which is no part of the function yet, with these marks.
    pub fn new(
        builder: &'b mut Builder,
        marks: &'b FxHashMap<OpId, Mark>,
        group: Group,
        body: RegionId,
    ) -> Self {
        Self { builder, marks, group, body }
    }

    /// Appends what the body becomes to the region that is being built.
    ///
    /// # Errors
    /// When not all items would reach a barrier.
    pub fn run(self) -> Result<(), Box<Diagnostic>> {
        let Self { builder, marks, group, body } = self;
        let split = Split::new(builder.func(), marks, &group.ids, body)?;
        let crossing = Crossing::new(builder, &split, group.sizes.iter().product());
        let copied = builder.func().ops_inside(body);
        let mut emission = Emission { builder, group, split: &split, crossing };
        emission.pieces(&split.pieces);
        emission.forget(&copied);
        Ok(())
    }
}

struct Emission<'b> {
    builder: &'b mut Builder,
    group: Group,
    split: &'b Split,
    crossing: Crossing,
}

impl Emission<'_> {
    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Uniform(op) => self.builder.push_existing(*op),
                Piece::Control(op, regions) => {
                    let inner: Vec<RegionId> = self.builder.func().ops[*op].kind.regions().collect();
                    for (region, pieces) in inner.into_iter().zip(regions) {
                        self.builder.func_mut().regions[region].ops.clear();
                        let outer = self.builder.switch_to(region);
                        self.pieces(pieces);
                        self.builder.switch_to(outer);
                    }
                    self.builder.push_existing(*op);
                }
                Piece::Items { part, ops } => self.items(*part, ops),
            }
        }
    }

    /// The loops over the items for a part between barriers.
    fn items(&mut self, part: usize, ops: &[OpId]) {
        let func = self.builder.func();
        let counts = |op: &OpId| !func.ops[*op].kind.is_pure() || self.crossing.stores(func, *op);
        if ops.iter().any(counts) {
            self.nest(&mut Vec::new(), part, ops);
        }
    }

    fn nest(&mut self, items: &mut Vec<ValueId>, part: usize, ops: &[OpId]) {
        let (dimension, span) = (items.len(), self.group.span);
        let Some(size) = self.group.sizes.get(dimension).copied() else {
            return self.item(items, part, ops);
        };
        let lo = self.builder.constant(ScalarValue::from(0_u64), span);
        let hi = self.builder.constant(ScalarValue::from(size), span);
        let id = self.builder.value(Scalar::U64, Some(&format!("item{dimension}")));
        let body = self.builder.new_region(vec![id]);
        let outer = self.builder.switch_to(body);
        items.push(id);
        self.nest(items, part, ops);
        self.builder.switch_to(outer);
        let is_last = dimension + 1 == self.group.sizes.len();
        let mut directives = if is_last { self.group.innermost.clone() } else { LoopDirectives::default() };
        let named = &self.split.parts[part].slots;
        directives.dependences.retain(|dependence| match dependence.value.variable {
            Some(Root::Slot(slot)) => named.contains(&slot),
            _ => true,
        });
        let each = ForLoop { lo, hi, inclusive: false, step: 1, directives, body };
        self.builder.push(OpKind::For(each), span);
    }

    /// What the item with these indices does in a part.
    fn item(&mut self, items: &[ValueId], part: usize, ops: &[OpId]) {
        let mut remap = Remap::default();
        remap.values.extend(self.group.ids.iter().copied().zip(items.iter().copied()));
        remap.slots.extend(self.crossing.slots.iter().map(|(own, array)| (*own, *array)));
        let part = &self.split.parts[part];
        let span = ops.first().map_or(Span::NONE, |op| self.builder.func().ops[*op].span);
        let index = self.crossing.is_touched_by(part).then(|| self.linear(items, span));
        for value in &part.foreign {
            self.brought(*value, index, &mut remap, span);
        }
        for op in ops {
            self.copied(*op, index, &mut remap);
        }
    }

    /// Makes a value of another part known in this one.
    fn brought(&mut self, value: ValueId, index: Option<ValueId>, remap: &mut Remap, span: Span) {
        if remap.values.contains_key(&value) {
            return;
        }
        if let (Some(array), Some(index)) = (self.crossing.values.get(&value), index) {
            let ty = self.builder.func().ty(value);
            let read = self.builder.read(element(*array, index), ty, span);
            remap.values.insert(value, read);
        } else if let Some(op) = self.split.of_items.get(&value).copied() {
            for operand in operands(&self.builder.func().ops[op].kind) {
                self.brought(operand, index, remap, span);
            }
            let copy = remap.clone_op(self.builder.func_mut(), op);
            self.builder.push_existing(copy);
        }
    }

    /// An operation of the body for an item; what lies in arrays is accessed there.
    fn copied(&mut self, op: OpId, index: Option<ValueId>, remap: &mut Remap) {
        let copy = remap.clone_op(self.builder.func_mut(), op);
        let Some(index) = index else { return self.builder.push_existing(copy) };
        self.crossing.index(self.builder.func_mut(), copy, index);
        let func = self.builder.func();
        let (result, span) = (func.ops[op].result, func.ops[op].span);
        if let OpKind::Declare { slot, .. } = func.ops[op].kind
            && let Some(array) = self.crossing.slots.get(&slot).copied()
        {
            remap.slots.insert(slot, array);
            return crossing::initialize(self.builder, copy, element(array, index));
        }
        self.builder.push_existing(copy);
        if let Some(result) = result
            && let Some(array) = self.crossing.values.get(&result)
        {
            self.builder.push(OpKind::Write(element(*array, index), remap.value(result)), span);
        }
    }

    /// Takes off what directives say of the operations that were copied, and of their memory: the copies have it.
    fn forget(&mut self, copied: &[OpId]) {
        for op in copied {
            if let OpKind::Declare { slot, .. } = self.builder.func().ops[*op].kind {
                self.builder.func_mut().slots[slot].directives = SlotDirectives::default();
            }
            let is_copied = |value: &ValueId| !self.split.uniform.contains(value);
            if let Some(result) = self.builder.func().ops[*op].result.filter(is_copied) {
                self.builder.func_mut().values[result].bind_op = None;
            }
        }
    }

    /// The item's index among those of its group, the last dimension's beside each other.
    fn linear(&mut self, items: &[ValueId], span: Span) -> ValueId {
        let mut linear = items[0];
        for (item, size) in items.iter().zip(&self.group.sizes).skip(1) {
            let size = self.builder.constant(ScalarValue::from(*size), span);
            let rows = self.builder.binary(BinaryOp::Mul, Overflow::Wrapping, linear, size, span);
            linear = self.builder.binary(BinaryOp::Add, Overflow::Wrapping, rows, *item, span);
        }
        linear
    }
}

/// What an item has in an array.
fn element(array: SlotId, index: ValueId) -> Place {
    Place::whole(Root::Slot(array)).then(Step::Index(index))
}

/// The operands of an operation, in order.
fn operands(kind: &OpKind) -> Vec<ValueId> {
    let mut operands = Vec::new();
    kind.for_each_operand(&mut |operand| operands.push(operand));
    operands
}
