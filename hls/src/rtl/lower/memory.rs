//! Reading and writing.

use sycl_hls_ir::{Init, Place, RegionId, Root, Slot, SlotId, Type, ValueId};
use sycl_hls_types::Scalar;

use super::banks::{Banks, Split, splits};
use super::place::{Part, Where};
use super::storage::{Kept, Leaf, Storage, is_registers, memory};
use super::{Builder, Unsupported};
use crate::rtl::design::{Memory, MemoryId, NodeId, NodeKind, SplitRead};

impl Builder<'_> {
    pub(super) fn read(&mut self, place: &Place) -> Result<NodeId, Unsupported> {
        let parts = self.parts(place);
        self.read_scalar(place.root, &parts)
    }

    pub(super) fn read_scalar(&mut self, root: Root, parts: &[Part]) -> Result<NodeId, Unsupported> {
        let (place, ty) = self.locate(root, parts)?;
        Ok(match place {
            Where::Var(var) => self.read_var(var),
            Where::Vars(vars, number) => {
                let values: Vec<NodeId> = vars.iter().map(|var| self.read_var(*var)).collect();
                self.choose(&values, number)
            }
            Where::Memories(memories, number, index) => self.read_memories(&memories, number, index, ty),
            Where::Split(memories, number, row, index) => {
                let value = self.read_memories(&memories, number, row, ty);
                self.block_mut().reads.push(SplitRead { value, memories, index });
                value
            }
            Where::Axi(access, address) => {
                self.design.bundles[access.bundle].reads = true;
                if !self.pipelined {
                    self.fence(access.param);
                }
                let node = self.node(NodeKind::AxiRead(access), ty.in_memory(), vec![address]);
                self.predicate(node);
                self.cast(node, ty)
            }
            Where::Arg(arg, bits, number) => {
                let values = bits.iter().map(|bit| self.node(NodeKind::Arg(arg, *bit), ty, Vec::new()));
                let values: Vec<NodeId> = values.collect();
                self.choose(&values, number)
            }
        })
    }

    fn read_memories(&mut self, memories: &[MemoryId], number: NodeId, index: NodeId, ty: Scalar) -> NodeId {
        let values = memories.iter().map(|memory| {
            let args = std::iter::once(index).chain(self.buffer(*memory)).collect();
            self.node(NodeKind::Load(*memory), ty, args)
        });
        let values: Vec<NodeId> = values.collect();
        self.choose(&values, number)
    }

    /// The number of the buffer that the process accesses, of a memory that is handed over.
    fn buffer(&mut self, memory: MemoryId) -> Option<NodeId> {
        let held = self.design.memories[memory].handover?.held;
        let buffer = self.process.buffer(held)?;
        Some(self.read_var(buffer))
    }

    /// One of several values, by its number.
    fn choose(&mut self, values: &[NodeId], number: NodeId) -> NodeId {
        if let Some(known) = self.known(number) {
            return values[known.bits().map_or(usize::MAX, |known| known as usize).min(values.len() - 1)];
        }
        let mut chosen = values[0];
        for (index, value) in values.iter().enumerate().skip(1) {
            let here = self.equals(number, index as u64);
            chosen = self.select(here, *value, chosen);
        }
        chosen
    }

    pub(super) fn write_scalar(
        &mut self,
        root: Root,
        parts: &[Part],
        value: NodeId,
    ) -> Result<(), Unsupported> {
        if let Root::Param(index) = root
            && let Some(output) = self.params[index].output
        {
            self.write_var(output, value);
            return Ok(());
        }
        let (place, ty) = self.locate(root, parts)?;
        match place {
            Where::Var(var) => self.write_var(var, value),
            Where::Vars(vars, number) => {
                for (index, var) in vars.into_iter().enumerate() {
                    let here = self.equals(number, index as u64);
                    let old = self.read_var(var);
                    let new = self.select(here, value, old);
                    self.write_var(var, new);
                }
            }
            Where::Memories(memories, number, index) | Where::Split(memories, number, index, _) => {
                for (which, memory) in memories.iter().enumerate() {
                    let here = self.equals(number, which as u64);
                    let when = match self.active {
                        Some(active) => self.and(active, here),
                        None => here,
                    };
                    let args = [index, value].into_iter().chain(self.buffer(*memory)).collect();
                    let node = self.node(NodeKind::Store(*memory), ty, args);
                    self.block_mut().nodes[node].when = Some(when);
                }
            }
            Where::Axi(access, address) => {
                self.design.bundles[access.bundle].writes = true;
                let value = self.cast(value, ty.in_memory());
                let node = self.node(NodeKind::AxiWrite(access), ty.in_memory(), vec![address, value]);
                self.predicate(node);
            }
            Where::Arg(..) => return Err(self.unsupported("writing to an argument")),
        }
        Ok(())
    }

    /// What was written to a slice has arrived before it is read.
    pub(super) fn fence(&mut self, param: usize) {
        if self.written.contains(&param) && self.params[param].external.is_none() {
            let bundle = self.params[param].bundle;
            self.node(NodeKind::Fence(bundle), Scalar::Bool, Vec::new());
        }
    }

    /// As [`fence`](Self::fence), for all slices that are read in a region.
    pub(super) fn fence_before(&mut self, region: RegionId) {
        let mut read = Vec::new();
        self.slices_read(region, &mut read);
        read.sort_unstable();
        read.dedup();
        read.into_iter().for_each(|param| self.fence(param));
    }

    fn slices_read(&self, region: RegionId, read: &mut Vec<usize>) {
        for &op in &self.func.regions[region].ops {
            let kind = &self.func.ops[op].kind;
            kind.for_each_read(&mut |place| {
                if let Root::Param(param) = place.root {
                    read.push(param);
                }
            });
            kind.regions().for_each(|inner| self.slices_read(inner, read));
        }
    }

    fn predicate(&mut self, node: NodeId) {
        let active = self.active;
        self.block_mut().nodes[node].when = active;
    }

    /// Writes a value to every scalar of a place.
    pub(super) fn fill(&mut self, place: &Place, ty: &Type, value: NodeId) -> Result<(), Unsupported> {
        let parts = self.parts(place);
        self.fill_part((place.root, parts), ty, value)
    }

    /// Writes a value to every scalar of a part of an object.
    pub(super) fn fill_part(
        &mut self,
        (root, parts): (Root, Vec<Part>),
        ty: &Type,
        value: NodeId,
    ) -> Result<(), Unsupported> {
        let rests = self.scalars_of(ty);
        rests.into_iter().try_for_each(|rest| self.write_scalar(root, &[&parts[..], &rest].concat(), value))
    }

    /// Copies each scalar of a place.
    pub(super) fn copy(&mut self, to: &Place, from: &Place, ty: &Type) -> Result<(), Unsupported> {
        let (target, source) = (self.parts(to), self.parts(from));
        self.copy_part((to.root, target), (from.root, source), ty)
    }

    /// Copies each scalar of a part of an object. All are read before the first is written: a slice need not be read again after a
    /// write, which would wait for the response.
    pub(super) fn copy_part(
        &mut self,
        (to, target): (Root, Vec<Part>),
        (from, source): (Root, Vec<Part>),
        ty: &Type,
    ) -> Result<(), Unsupported> {
        let rests = self.scalars_of(ty);
        let values = rests.iter().map(|rest| self.read_scalar(from, &[&source[..], rest].concat()));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let mut copied = rests.iter().zip(values);
        copied.try_for_each(|(rest, value)| self.write_scalar(to, &[&target[..], rest].concat(), value))
    }

    pub(super) fn allocate(&mut self, slot: SlotId) {
        if self.slots.contains_idx(slot) {
            return;
        }
        if self.reached.contains(&slot) {
            return self.allocate_memories(slot);
        }
        let data = &self.func.slots[slot];
        let leaves = Leaf::of(&data.ty).into_iter().map(|leaf| {
            let splits = self.splits(slot, &leaf);
            let kept = self.kept_as(data, &leaf, splits);
            (leaf, kept)
        });
        let leaves = leaves.collect();
        self.slots.insert(slot, Storage { leaves });
    }

    /// As [`allocate`](Self::allocate), for what several processes access: registers belong to one.
    pub(super) fn allocate_memories(&mut self, slot: SlotId) {
        let data = &self.func.slots[slot];
        let leaves = Leaf::of(&data.ty).into_iter().map(|leaf| {
            let kept = self.banks(data, &leaf, splits(&leaf.dims, &data.directives));
            (leaf, kept)
        });
        let leaves = leaves.collect();
        self.slots.insert(slot, Storage { leaves });
    }

    /// The registers or memories of an array.
    fn kept_as(&mut self, slot: &Slot, leaf: &Leaf, splits: Vec<Split>) -> Kept {
        if is_registers(&splits, leaf, self.pipelined) {
            let vars = (0..leaf.count()).map(|_| self.new_var(slot.name.clone(), leaf.ty));
            return Kept::Vars(vars.collect());
        }
        self.banks(slot, leaf, splits)
    }

    /// How a leaf of a slot is split: as its directives say, but not into registers that are accessed like a memory.
    pub(super) fn splits(&self, slot: SlotId, leaf: &Leaf) -> Vec<Split> {
        let mut splits = splits(&leaf.dims, &self.func.slots[slot].directives);
        if self.addressed.contains(&slot) && splits.iter().all(|split| split.rows() == 1) {
            splits.iter_mut().for_each(|split| split.parts = 1);
        }
        splits
    }

    fn banks(&mut self, slot: &Slot, leaf: &Leaf, splits: Vec<Split>) -> Kept {
        let depth = splits.iter().map(|split| split.rows()).product();
        let count: u64 = splits.iter().map(|split| split.parts).product();
        let bound = slot.directives.storage.as_deref();
        let is_split = splits.iter().any(|split| split.parts > 1);
        let bank = memory(&slot.name, leaf.ty, depth, bound);
        let bank = Memory { requested: bank.requested || is_split, ..bank };
        let memories = (0..count).map(|_| self.design.memories.alloc(bank.clone())).collect();
        Kept::Banks(Banks { splits, memories })
    }

    /// A slot comes into being, if that takes no loop.
    pub(super) fn declare(&mut self, slot: SlotId, init: &Init) -> Result<(), Unsupported> {
        if self.func.slots[slot].persistent {
            return self.persist(slot, init);
        }
        self.allocate(slot);
        self.forget(slot);
        let ty = self.func.slots[slot].ty.clone();
        let place = Place::whole(Root::Slot(slot));
        match init {
            Init::Uninit => Ok(()),
            Init::Fill(value) => {
                let value = self.value(*value);
                self.fill(&place, &ty, value)
            }
            Init::List(values) => self.list(&place, &ty, values),
            Init::Copy(from) => self.copy(&place, from, &ty),
        }
    }

    /// Nothing of what a slot's registers held in an earlier iteration is there any more.
    fn forget(&mut self, slot: SlotId) {
        if !self.pipelined {
            return;
        }
        let leaves = self.slots.get(slot).map(|storage| storage.leaves.as_slice()).unwrap_or_default();
        let vars = leaves.iter().filter_map(|(_, kept)| match kept {
            Kept::Vars(vars) => Some(vars.clone()),
            Kept::Banks(_) => None,
        });
        for var in vars.collect::<Vec<_>>().concat() {
            let any = self.number(self.process.vars[var].ty, 0);
            self.undefined.insert(any);
            self.set_var(var, any);
        }
    }

    fn list(&mut self, place: &Place, ty: &Type, values: &[ValueId]) -> Result<(), Unsupported> {
        for (path, value) in self.scalars_of(ty).into_iter().zip(values) {
            let value = self.value(*value);
            self.write_scalar(place.root, &path, value)?;
        }
        Ok(())
    }

    /// True if a type has more scalars than are read or written one by one.
    pub(super) fn is_large(ty: &Type) -> bool {
        ty.leaves() > super::storage::MOST_REGISTERS
    }
}
