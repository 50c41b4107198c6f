//! What a command group requires (S20 §3.8.1): each buffer once, with what all of its accessors want.

use std::cell::Cell;
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

use crate::dag::{Memory, Requirement};

/// The requirements of a command group.
pub(crate) struct Requirements(Vec<Entry>);

/// The accessors of a buffer, combined by S20 §3.8.1, Table 4: what one of them needs, the command needs.
struct Entry {
    memory: Arc<dyn Memory>,
    writes: bool,
    /// The number of accessors that need what is in the buffer.
    initialized: usize,
    no_init: Option<NoInit>,
}

/// What the accessors of one buffer that do not need what is in it have in common: whether one of them is of a part of the buffer, so
/// that the other elements have to keep their values.
#[derive(Clone, Default)]
pub(crate) struct NoInit(Rc<Cell<bool>>);

impl NoInit {
    /// One of the accessors is of a part of the buffer.
    pub fn keep_others(&self) {
        self.0.set(true);
    }
}

impl Requirements {
    /// Nothing.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds an accessor that needs what is in the buffer.
    pub fn add(&mut self, memory: Arc<dyn Memory>, writes: bool) {
        let entry = self.entry(memory);
        entry.writes |= writes;
        entry.initialized += 1;
    }

    /// Adds an accessor that writes, and does not need what is in the buffer.
    pub fn add_no_init(&mut self, memory: Arc<dyn Memory>) -> NoInit {
        let entry = self.entry(memory);
        entry.writes = true;
        entry.no_init.get_or_insert_default().clone()
    }

    /// One of the accessors that seemed to need what is in the buffer overwrites all of it.
    pub fn overwrite(&mut self, memory: &Arc<dyn Memory>) {
        if let Some(entry) = self.0.iter_mut().find(|entry| entry.is_of(memory)) {
            entry.initialized = entry.initialized.saturating_sub(1);
        }
    }

    /// The requirements as the graph takes them.
    pub fn finish(self) -> Vec<Requirement> {
        let requirement = |entry: Entry| {
            let keeps_others = entry.no_init.is_some_and(|no_init| no_init.0.get());
            let overwrites = entry.initialized == 0 && !keeps_others;
            Requirement { memory: entry.memory, writes: entry.writes, overwrites }
        };
        self.0.into_iter().map(requirement).collect()
    }

    fn entry(&mut self, memory: Arc<dyn Memory>) -> &mut Entry {
        let known = self.0.iter().position(|entry| entry.is_of(&memory));
        let position = known.unwrap_or_else(|| {
            self.0.push(Entry { memory, writes: false, initialized: 0, no_init: None });
            self.0.len() - 1
        });
        &mut self.0[position]
    }
}

impl Entry {
    fn is_of(&self, memory: &Arc<dyn Memory>) -> bool {
        ptr::addr_eq(Arc::as_ptr(&self.memory), Arc::as_ptr(memory))
    }
}
