//! Accesses of banks in the place of accesses of an array.

use rustc_hash::FxHashMap;
use sycl_hls_ir::{BinaryOp, CompareOp};
use sycl_hls_types::{Scalar, ScalarValue};

use super::banks::{Hash, Reads, steady_bits};
use crate::rtl::cloning::{Adder, Cloner};
use crate::rtl::design::{Block, BlockId, Design, Memory, MemoryId, Node, NodeId, NodeKind, Process, Space};
use crate::rtl::pass::prune::without_dead;

/// An array and how it is split.
pub(super) struct Split {
    pub memory: MemoryId,
    pub hash: Hash,
}

/// A read of a class: where it is, as far as it is known, and its row.
struct Place {
    bank: NodeId,
    row: NodeId,
}

impl Split {
    /// The design with the banks, and the process that accesses them.
    pub fn applied(&self, design: &Design, process: &Process) -> (Design, Process) {
        let (mut design, mut process) = (design.clone(), process.clone());
        let whole = &design.memories[self.memory];
        let bank = Memory { depth: self.hash.rows(whole.depth), ..whole.clone() };
        design.memories[self.memory] = bank.clone();
        let others = (1..self.hash.banks()).map(|_| design.memories.alloc(bank.clone()));
        let banks: Vec<MemoryId> = std::iter::once(self.memory).chain(others.collect::<Vec<_>>()).collect();
        for id in process.block_ids() {
            process.blocks[id] = self.in_banks(&process, id, &banks);
        }
        (design, process)
    }

    /// A block that accesses the banks.
    fn in_banks(&self, process: &Process, id: BlockId, banks: &[MemoryId]) -> Block {
        let block = &process.blocks[id];
        let steady = |access: NodeId| {
            let is_low = self.hash.high == 0;
            is_low.then(|| steady_bits(process, id, access, self.hash.low)).flatten()
        };
        let classes = Reads::of(block, self.memory).classes(self.hash);
        let mut first: FxHashMap<NodeId, Vec<(NodeId, i128)>> =
            classes.into_iter().map(|class| (class[0].0, class)).collect();
        let mut cloner = Cloner::new(block);
        for (id, node) in block.nodes.iter() {
            let mut writer =
                Writer { hash: self.hash, banks, adder: Adder { cloner: &mut cloner, span: node.span } };
            match node.kind {
                NodeKind::Load(memory) if memory == self.memory => {
                    if let Some(class) = first.remove(&id) {
                        writer.read(node, &class, steady(id));
                    }
                }
                NodeKind::Store(memory) if memory == self.memory => writer.write(node, steady(id)),
                _ => {
                    cloner.clone_node(id);
                }
            }
        }
        let mut block = cloner.finish();
        if let Some(repeat) = &mut block.repeat
            && repeat.independent.contains(&Space::Memory(self.memory))
        {
            repeat.independent.extend(banks[1..].iter().copied().map(Space::Memory));
        }
        without_dead(&block)
    }
}

struct Writer<'w, 'b> {
    hash: Hash,
    banks: &'w [MemoryId],
    adder: Adder<'w, 'b>,
}

impl Writer<'_, '_> {
    /// Reads of elements at these distances from that of a node, no two of them in one bank.
    /// `first` is the bank of its own element, if it is always the same one.
    fn read(&mut self, node: &Node, class: &[(NodeId, i128)], first: Option<u64>) {
        let index = self.index(node);
        let places: Vec<Place> = class.iter().map(|(_, distance)| self.place(index, *distance)).collect();
        if let Some(first) = first {
            for ((read, distance), place) in class.iter().zip(&places) {
                let bank = (i128::from(first) + distance).rem_euclid(self.hash.banks().into());
                let load =
                    self.adder.add(NodeKind::Load(self.banks[bank as usize]), node.ty, vec![place.row]);
                self.adder.cloner.replace(*read, load);
            }
            return;
        }
        let banks = self.banks;
        let values: Vec<NodeId> = banks
            .iter()
            .enumerate()
            .map(|(bank, memory)| {
                let row = self.row_in(bank as u64, &places);
                self.adder.add(NodeKind::Load(*memory), node.ty, vec![row])
            })
            .collect();
        for ((read, _), place) in class.iter().zip(&places) {
            let value = self.chosen(place.bank, &values, node.ty);
            self.adder.cloner.replace(*read, value);
        }
    }

    /// The row that is read in a bank: that of whichever place is in it.
    fn row_in(&mut self, bank: u64, places: &[Place]) -> NodeId {
        let mut row = places[0].row;
        for place in &places[1..] {
            let here = self.is(place.bank, bank);
            row = self.adder.add(NodeKind::Select, Scalar::U32, vec![here, place.row, row]);
        }
        row
    }

    /// One of the values, by the number of its bank: bit by bit of the number.
    fn chosen(&mut self, bank: NodeId, values: &[NodeId], ty: Scalar) -> NodeId {
        let mut values = values.to_vec();
        let mut bit = 0;
        while values.len() > 1 {
            let mask = self.adder.number(Scalar::U32, 1 << bit);
            let none = self.adder.number(Scalar::U32, 0);
            let part = self.adder.add(NodeKind::Binary(BinaryOp::And), Scalar::U32, vec![bank, mask]);
            let upper = self.adder.add(NodeKind::Compare(CompareOp::Ne), Scalar::Bool, vec![part, none]);
            let pairs = values.chunks(2);
            values = pairs
                .map(|pair| self.adder.add(NodeKind::Select, ty, vec![upper, pair[1], pair[0]]))
                .collect();
            bit += 1;
        }
        values[0]
    }

    /// `known` is the bank of the element, if it is always the same one.
    fn write(&mut self, node: &Node, known: Option<u64>) {
        let index = self.index(node);
        let place = self.place(index, 0);
        let value = self.adder.cloner.of(node.args[1]);
        let when = node.when.map(|when| self.adder.cloner.of(when));
        if let Some(bank) = known {
            let memory = self.banks[bank as usize];
            let store = self.adder.add(NodeKind::Store(memory), node.ty, vec![place.row, value]);
            return self.adder.cloner.only_if(store, when);
        }
        let banks = self.banks;
        for (bank, memory) in banks.iter().enumerate() {
            let here = self.is(place.bank, bank as u64);
            let both = match when {
                Some(when) => self.adder.add(NodeKind::Binary(BinaryOp::And), Scalar::Bool, vec![when, here]),
                None => here,
            };
            let store = self.adder.add(NodeKind::Store(*memory), node.ty, vec![place.row, value]);
            self.adder.cloner.only_if(store, Some(both));
        }
    }

    fn is(&mut self, bank: NodeId, number: u64) -> NodeId {
        let number = self.adder.number(Scalar::U32, number);
        self.adder.add(NodeKind::Compare(CompareOp::Eq), Scalar::Bool, vec![bank, number])
    }

    /// The number of an access's element (`u32`).
    fn index(&mut self, node: &Node) -> NodeId {
        let index = self.adder.cloner.of(node.args[0]);
        self.adder.cast(index, Scalar::U32)
    }

    /// Bank and row of the element at a distance from another one.
    fn place(&mut self, index: NodeId, distance: i128) -> Place {
        let element = if distance == 0 {
            index
        } else {
            let distance =
                self.adder.cloner.add(Node::constant(ScalarValue::wrapping(Scalar::U32, distance)));
            self.binary(BinaryOp::Add, index, distance)
        };
        let Hash { low, high, from } = self.hash;
        let lowest = self.bits(element, 0, low);
        if high == 0 {
            return Place { bank: lowest, row: self.shifted(BinaryOp::Shr, element, low) };
        }
        let above = self.bits(element, from, high);
        let above = self.shifted(BinaryOp::Shl, above, low);
        let inside = self.bits(element, low, from - low);
        let outside = self.shifted(BinaryOp::Shr, element, from + high);
        let outside = self.shifted(BinaryOp::Shl, outside, from - low);
        Place {
            bank: self.binary(BinaryOp::Or, lowest, above),
            row: self.binary(BinaryOp::Or, outside, inside),
        }
    }

    /// So many bits of a number from one on.
    fn bits(&mut self, number: NodeId, from: u32, count: u32) -> NodeId {
        let number = if from == 0 { number } else { self.shifted(BinaryOp::Shr, number, from) };
        let mask = self.adder.number(Scalar::U32, (1 << count) - 1);
        self.binary(BinaryOp::And, number, mask)
    }

    fn shifted(&mut self, op: BinaryOp, number: NodeId, by: u32) -> NodeId {
        let by = self.adder.number(Scalar::U32, by.into());
        self.binary(op, number, by)
    }

    fn binary(&mut self, op: BinaryOp, a: NodeId, b: NodeId) -> NodeId {
        self.adder.add(NodeKind::Binary(op), Scalar::U32, vec![a, b])
    }
}
