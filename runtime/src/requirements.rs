//! What a command group requires (S20 §3.8.1): each buffer once, with what all of its accessors want.

use std::cell::Cell;
use std::rc::Rc;

use crate::dag::{Part, Requirement};

/// The requirements of a command group.
pub(crate) struct Requirements(Vec<Entry>);

/// The accessors of a buffer, combined by S20 §3.8.1, Table 4: what one of them needs, the command needs.
struct Entry {
    part: Part,
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
    pub fn add(&mut self, part: Part, writes: bool) {
        let entry = self.entry(part);
        entry.writes |= writes;
        entry.initialized += 1;
    }

    /// Adds an accessor that writes, and does not need what is in the buffer.
    pub fn add_no_init(&mut self, part: Part) -> NoInit {
        let entry = self.entry(part);
        entry.writes = true;
        entry.no_init.get_or_insert_default().clone()
    }

    /// One of the accessors that seemed to need what is in the buffer overwrites all of it.
    pub fn overwrite(&mut self, part: &Part) {
        if let Some(entry) = self.0.iter_mut().find(|entry| entry.part.is(part)) {
            entry.initialized = entry.initialized.saturating_sub(1);
        }
    }

    /// The requirements as the graph takes them.
    pub fn finish(self) -> Vec<Requirement> {
        let requirement = |entry: Entry| {
            let keeps_others = entry.no_init.is_some_and(|no_init| no_init.0.get());
            let overwrites = entry.initialized == 0 && !keeps_others;
            Requirement { part: entry.part, writes: entry.writes, overwrites }
        };
        self.0.into_iter().map(requirement).collect()
    }

    fn entry(&mut self, part: Part) -> &mut Entry {
        let known = self.0.iter().position(|entry| entry.part.is(&part));
        let position = known.unwrap_or_else(|| {
            self.0.push(Entry { part, writes: false, initialized: 0, no_init: None });
            self.0.len() - 1
        });
        &mut self.0[position]
    }
}
