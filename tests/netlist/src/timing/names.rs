//! What the Verilog calls the nets that synthesis left.

use std::collections::HashMap;

use crate::json::{Cell, Module};

use super::{nets, pins};

/// What the Verilog says of nets.
pub(super) struct Names {
    /// Their names, without indices: of several the one of the outermost module, and of these the shortest.
    names: HashMap<usize, String>,
}

impl Names {
    pub(super) fn of(module: &Module) -> Self {
        let mut found: HashMap<usize, &str> = HashMap::new();
        let rank = |name: &str| (name.matches('.').count(), name.len(), name.to_owned());
        // Names with this sign are those of synthesis.
        for (name, net) in module.netnames.iter().filter(|(name, _)| !name.contains('$')) {
            for bit in nets(&net.bits) {
                let known = found.entry(bit).or_insert(name);
                if rank(name) < rank(known) {
                    *known = name;
                }
            }
        }
        let names = found.into_iter().map(|(net, name)| (net, name.to_owned())).collect();
        Self { names }
    }

    /// The name of a net; empty if it has none.
    pub(super) fn signal(&self, net: usize) -> String {
        self.names.get(&net).cloned().unwrap_or_default()
    }

    /// The name of what a register or memory has, or else its own.
    pub(super) fn register(&self, name: &str, cell: &Cell) -> String {
        let outputs = ["Q", "O", "P", "DOA", "DOB"].into_iter().flat_map(|port| pins(cell, port));
        let mut named = outputs.filter_map(|net| self.names.get(&net));
        named.next().map_or_else(|| name.to_owned(), Clone::clone)
    }
}
