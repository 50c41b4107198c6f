//! Which values, slots and channels may be used where (K7, K9, K18).

use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::{ChannelId, SlotId, ValueId};

/// The values, slots and channels of one function.
#[derive(Default)]
pub(super) struct Scope {
    pub values: Names<ValueId>,
    pub slots: Names<SlotId>,
    pub channels: Names<ChannelId>,
}

/// What is defined, and what of it is in scope.
pub(super) struct Names<Id> {
    visible: FxHashSet<Id>,
    /// The visible ones in the order in which they came.
    order: Vec<Id>,
    /// Wherever.
    defined: FxHashSet<Id>,
}

impl<Id> Default for Names<Id> {
    fn default() -> Self {
        Self { visible: FxHashSet::default(), order: Vec::new(), defined: FxHashSet::default() }
    }
}

impl<Id: Copy + Eq + Hash> Names<Id> {
    pub fn has(&self, id: Id) -> bool {
        self.visible.contains(&id)
    }

    /// Brings it into scope. False if it was defined before.
    pub fn define(&mut self, id: Id) -> bool {
        self.visible.insert(id);
        self.order.push(id);
        self.defined.insert(id)
    }

    /// What [`leave`](Self::leave) goes back to.
    pub fn enter(&self) -> usize {
        self.order.len()
    }

    /// Ends the scope of everything that came since.
    pub fn leave(&mut self, entered: usize) {
        for id in self.order.drain(entered..) {
            self.visible.remove(&id);
        }
    }
}
