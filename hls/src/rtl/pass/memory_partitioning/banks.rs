//! Which bank an element belongs to, and which reads never meet in one.

use crate::rtl::affine::{Form, Forms, Symbol};
use crate::rtl::design::{Block, BlockId, MemoryId, NodeId, NodeKind, Process, VarId};

/// The bank of an element: the lowest `low` bits of its number, and `high` bits from bit `from` on above them. The other bits are
/// its row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hash {
    pub low: u32,
    pub high: u32,
    pub from: u32,
}

/// The last bit at which the upper bits of a bank may begin: rows of an array of two dimensions are no longer.
const HIGHEST: u32 = 10;

/// Elements that banks have more than the array, at most one for so many of the array's.
const WASTE: u64 = 8;

impl Hash {
    /// All of them, those with the fewest banks first.
    pub fn all(most_banks: u32) -> impl Iterator<Item = Self> {
        let most = most_banks.ilog2();
        (1..=most).flat_map(|bits| {
            (0..bits).flat_map(move |high| {
                let low = bits - high;
                let last = if high == 0 { low } else { HIGHEST };
                let first = if high == 0 { low } else { low + 1 };
                (first..=last).map(move |from| Self { low, high, from })
            })
        })
    }

    pub const fn banks(self) -> u32 {
        1 << (self.low + self.high)
    }

    /// The number of the first bit above all bits of a bank.
    const fn bits(self) -> u32 {
        if self.high == 0 { self.low } else { self.from + self.high }
    }

    pub const fn bank(self, element: u64) -> u64 {
        let low = element & ((1 << self.low) - 1);
        if self.high == 0 {
            return low;
        }
        low | (element >> self.from & ((1 << self.high) - 1)) << self.low
    }

    /// The rows of each bank of an array of so many elements.
    pub const fn rows(self, depth: u64) -> u64 {
        if self.high == 0 {
            return depth.div_ceil(1 << self.low);
        }
        ((depth.saturating_sub(1) >> self.bits()) + 1) << (self.from - self.low)
    }

    pub const fn wastes_little(self, depth: u64) -> bool {
        self.rows(depth) * (self.banks() as u64) <= depth + depth / WASTE
    }

    /// True if two elements, the second one at this distance from the first one, are never in the same bank.
    fn divides(self, distance: i128) -> bool {
        let size = 1_u64 << self.bits();
        let distance = distance.rem_euclid(size.into()) as u64;
        (0..size).all(|first| self.bank(first) != self.bank((first + distance) % size))
    }
}

/// The reads of an array in a block: those whose indices differ by constants together, with their distances from the first one.
/// A store to the array ends all groups: what is read behind it must not be read before it.
pub(super) struct Reads {
    groups: Vec<Group>,
}

struct Group {
    form: Form,
    /// How many stores to the array come before its reads.
    stores: usize,
    reads: Vec<(NodeId, i128)>,
}

impl Reads {
    /// The first read.
    pub fn first(&self) -> Option<NodeId> {
        Some(self.groups.first()?.reads.first()?.0)
    }

    /// Of more than so many groups, whose reads no banks keep apart, the first read beyond.
    pub fn beyond(&self, groups: usize) -> Option<NodeId> {
        Some(self.groups.get(groups)?.reads.first()?.0)
    }

    /// True if some indices differ by no constants.
    pub fn differ(&self) -> bool {
        let first = self.groups.first();
        self.groups.iter().any(|group| first.is_some_and(|first| group.form.distance(&first.form).is_none()))
    }

    pub fn of(block: &Block, memory: MemoryId) -> Self {
        let forms = Forms { block };
        let mut groups: Vec<Group> = Vec::new();
        let mut stores = 0;
        for (id, node) in block.nodes.iter() {
            stores += usize::from(node.kind == NodeKind::Store(memory));
            if node.kind != NodeKind::Load(memory) {
                continue;
            }
            let (form, _) = forms.of_access(id);
            let mut near = groups.iter_mut().filter(|group| group.stores == stores);
            match near.find_map(|group| Some((form.distance(&group.form)?, &mut group.reads))) {
                Some((distance, reads)) => reads.push((id, distance)),
                None => groups.push(Group { form, stores, reads: vec![(id, 0)] }),
            }
        }
        Self { groups }
    }

    /// The reads in classes, in each of which no two are ever in the same bank; with their distances from the first one of their
    /// class, which comes first in the block.
    pub fn classes(&self, hash: Hash) -> Vec<Vec<(NodeId, i128)>> {
        self.groups.iter().flat_map(|group| classes(&group.reads, hash)).collect()
    }
}

fn classes(reads: &[(NodeId, i128)], hash: Hash) -> Vec<Vec<(NodeId, i128)>> {
    let mut classes: Vec<Vec<(NodeId, i128)>> = Vec::new();
    for (node, place) in reads {
        let apart = |(_, other): &(NodeId, i128)| hash.divides(place - other);
        match classes.iter_mut().find(|class| class.iter().all(apart)) {
            Some(class) => class.push((*node, *place)),
            None => classes.push(vec![(*node, *place)]),
        }
    }
    for class in &mut classes {
        let first = class.first().map_or(0, |(_, place)| *place);
        class.iter_mut().for_each(|(_, place)| *place -= first);
    }
    classes
}

/// The lowest bits of the number of an access's element, so many of them, if they are the same in every iteration: those of
/// loops that are unrolled.
pub(super) fn steady_bits(process: &Process, id: BlockId, access: NodeId, count: u32) -> Option<u64> {
    let forms = Forms { block: &process.blocks[id] };
    let (form, _) = forms.of_access(access);
    let size = 1_i128 << count;
    let mut sum = form.offset();
    for (symbol, factor) in form.terms().filter(|(_, factor)| factor % size != 0) {
        let Symbol::Var(var) = *symbol else { return None };
        let moves = forms.step(var)?;
        if factor * (moves % size) % size != 0 {
            return None;
        }
        sum += factor * (first_value(process, id, var)? % size);
    }
    u64::try_from(sum.rem_euclid(size)).ok()
}

/// What a variable holds whenever a block is entered, if that is one constant.
fn first_value(process: &Process, id: BlockId, var: VarId) -> Option<i128> {
    let [before] = process.before(id)[..] else { return None };
    let block = &process.blocks[before];
    let (_, value) = block.writes.iter().find(|(written, _)| *written == var)?;
    match &block.nodes[*value].kind {
        NodeKind::Const(value) => value.to_integer(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use sycl_hls_ir::Span;
    use sycl_hls_types::Scalar;

    use super::*;
    use crate::rtl::design::Node;

    /// The bits that are not the bank's.
    fn row(hash: Hash, element: u64) -> u64 {
        let bits = |from: u32, count: u32| element >> from & ((1 << count) - 1);
        if hash.high == 0 {
            return element >> hash.low;
        }
        let inside = hash.from - hash.low;
        element >> hash.bits() << inside | bits(hash.low, inside)
    }

    #[test]
    fn elements_have_places_of_their_own() {
        for hash in Hash::all(16).filter(|hash| hash.bits() <= 9) {
            for depth in [1, 7, 64, 100, 512] {
                let places: HashSet<(u64, u64)> =
                    (0..depth).map(|element| (hash.bank(element), row(hash, element))).collect();
                assert_eq!(places.len() as u64, depth, "{hash:?}");
                let inside =
                    |(bank, row): &(u64, u64)| *bank < hash.banks().into() && *row < hash.rows(depth);
                assert!(places.iter().all(inside), "{hash:?} {depth}");
            }
        }
    }

    /// A window of three by three in rows of 64 elements, and crosses in rows of 30.
    #[test]
    fn windows_are_divided() {
        let node = |number: u32| NodeId::from_raw(number.into());
        let reads = |places: &[i128]| -> Vec<(NodeId, i128)> {
            places.iter().enumerate().map(|(at, place)| (node(at as u32), *place)).collect()
        };
        let window = reads(&[0, 1, 2, 64, 65, 66, 128, 129, 130]);
        let fewest = |reads: &[(NodeId, i128)], most: usize| {
            Hash::all(16).find(|hash| classes(reads, *hash).len() <= most)
        };
        assert_eq!(fewest(&window, 2), Some(Hash { low: 2, high: 1, from: 6 }));
        assert_eq!(fewest(&window, 1), Some(Hash { low: 2, high: 2, from: 6 }));
        let cross = reads(&[30, 29, 31, 0, 60]);
        assert_eq!(fewest(&cross, 2).map(Hash::banks), Some(4));
    }

    /// A read behind a store is none of those before it, wherever the elements are.
    #[test]
    fn stores_part_reads() {
        let memory = MemoryId::from_raw(0.into());
        let mut block = Block::new(Span::NONE);
        let mut access = |kind: NodeKind, element: u32| {
            let index = block.nodes.alloc(Node::constant(element.into()));
            let args = if kind == NodeKind::Load(memory) { vec![index] } else { vec![index, index] };
            block.nodes.alloc(Node::new(kind, Scalar::U32, args, Span::NONE))
        };
        let before = [0, 1].map(|element| access(NodeKind::Load(memory), element));
        access(NodeKind::Store(memory), 9);
        let behind = access(NodeKind::Load(memory), 2);
        let classes = Reads::of(&block, memory).classes(Hash { low: 2, high: 0, from: 2 });
        assert_eq!(classes, [vec![(before[0], 0), (before[1], 1)], vec![(behind, 0)]]);
    }
}
