//! Inferred types by nodes of the syntax tree, which are annotated in the host code.

use std::collections::HashMap;

use crate::ty::{Prim, Ty};

/// Identifies a node of the module's syntax tree while the tree stays in place: its address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NodeKey(usize);

impl NodeKey {
    pub fn of<T>(node: &T) -> Self {
        Self(std::ptr::from_ref(node).addr())
    }
}

/// What is written into the host code.
#[derive(Debug, Default)]
pub(crate) struct Typings {
    /// Types of `let`s without one.
    pub lets: HashMap<NodeKey, Ty>,
    /// Types of literals without a suffix.
    pub literals: HashMap<NodeKey, Prim>,
    /// Calls of `min` and `max` of floats, of which Rust leaves open which zero they give, and whether the receiver is a reference.
    pub min_max: HashMap<NodeKey, bool>,
}
