//! What earlier runs have left in the buffers of a compute unit.

use std::collections::BTreeMap;

use sycl_hls_backend::{Content, Contents};

/// What is known to be at the beginning of buffers, by the arguments that they are.
#[derive(Debug, Default)]
pub(super) struct Held(BTreeMap<u32, Content>);

impl Held {
    /// True if this is in the buffer of an argument.
    pub fn has(&self, argument: u32, content: Option<Content>) -> bool {
        content.is_some() && self.0.get(&argument) == content.as_ref()
    }

    /// From now on this is in the buffer of an argument, or nothing that is known.
    pub fn set(&mut self, argument: u32, content: Option<Content>) {
        match content {
            Some(content) => _ = self.0.insert(argument, content),
            None => _ = self.0.remove(&argument),
        }
    }

    /// The buffers are gone.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// How many of the bytes that a run starts with are there already.
    pub fn bytes(&self, contents: &[Option<Contents>]) -> usize {
        let is_held = |content: &Content| self.0.values().any(|held| held == content);
        contents.iter().flatten().map(|run| run.before).filter(is_held).map(|content| content.len).sum()
    }
}
