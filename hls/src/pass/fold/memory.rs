//! What is in memory: objects are numbered anew wherever they may have been written, so that two reads of one element with
//! the same number give the same.

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::{Constants, Func, Init, OpId, OpKind, Place, Root, ValueId};

/// The numbers of objects' states; no two states of an object share one.
#[derive(Clone, Default)]
pub(super) struct States {
    of: FxHashMap<Root, u32>,
    last: u32,
}

impl States {
    /// The number of what an object holds now.
    pub fn of(&self, root: Root) -> u32 {
        self.of.get(&root).copied().unwrap_or(0)
    }

    /// These objects may have been written.
    pub fn change(&mut self, roots: impl IntoIterator<Item = Root>) {
        for root in roots {
            self.last += 1;
            self.of.insert(root, self.last);
        }
    }

    /// Control comes from here or from where the other states are.
    pub fn join(&mut self, other: &Self) {
        self.last = self.last.max(other.last);
        let both: FxHashSet<Root> = self.of.keys().chain(other.of.keys()).copied().collect();
        let changed: Vec<Root> = both.into_iter().filter(|root| self.of(*root) != other.of(*root)).collect();
        self.change(changed);
    }

    /// Another way from a state before: what is numbered on it has no number of this one.
    pub fn restart(&mut self, before: &Self) -> Self {
        let there = Self { of: before.of.clone(), last: self.last };
        std::mem::replace(self, there)
    }
}

/// The objects that an operation, or one inside of it, may write.
pub(super) fn written(func: &Func, op: OpId) -> FxHashSet<Root> {
    let kind = &func.ops[op].kind;
    let mut roots = FxHashSet::default();
    kind.for_each_write(|root| func.is_writable(root), &mut |place: &Place| {
        roots.insert(place.root);
    });
    if let OpKind::Channel { channel, .. } = kind {
        // Another block is in its place.
        roots.extend(func.channels[*channel].token.map(|token| Root::Slot(token.blocks)));
    }
    for region in kind.regions() {
        roots.extend(func.regions[region].ops.iter().flat_map(|op| written(func, *op)));
    }
    roots
}

/// The one value that all initial values of an object are. Filling with it takes hardware a loop, listed values a store each.
pub(super) fn filled_with(constants: &Constants, init: &Init) -> Option<ValueId> {
    let Init::List(values) = init else { return None };
    let (first, rest) = values.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let known = constants.get(*first);
    let is_first = |value: &ValueId| value == first || known.is_some() && constants.get(*value) == known;
    rest.iter().all(is_first).then_some(*first)
}
