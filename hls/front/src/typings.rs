//! What inference found out, by the nodes of the syntax tree: for the host code, into which it is written.

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

/// Inferred types: of `let`s without a type, and of literals without a suffix.
#[derive(Debug, Default)]
pub(crate) struct Typings {
    pub lets: HashMap<NodeKey, Ty>,
    pub literals: HashMap<NodeKey, Prim>,
}
