//! What processes write to slices, where that is followed.

use std::collections::BTreeMap;

use sycl_hls_types::ScalarValue;

use crate::rtl::design::{Machine, MemoryId, Node, NodeId, NodeKind};
use crate::rtl::predict::known::written_slice;
use crate::rtl::predict::value::Value;

/// What slices hold, by the position of the kernel's parameter; `None` behind a write of which not all is known.
#[derive(Clone, Debug, Default)]
pub struct Slices(BTreeMap<usize, Option<Vec<u8>>>);

impl Slices {
    pub fn new(slices: &BTreeMap<usize, Vec<u8>>) -> Self {
        Self(slices.iter().map(|(param, bytes)| (*param, Some(bytes.clone()))).collect())
    }

    /// True if nothing is followed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a node writes of which these are the values, and whether its condition is true.
    pub fn write<'v>(
        &mut self,
        machine: Machine<'_>,
        node: &Node,
        holds: Option<bool>,
        value: impl Fn(NodeId) -> &'v Value,
    ) {
        let Some(param) = written_slice(machine, &node.kind).filter(|_| holds != Some(false)) else { return };
        let Some(slice) = self.0.get_mut(&param) else { return };
        let known = |node: &NodeId| value(*node).known();
        let (first, values) = node.args.split_first().map_or((None, [].as_slice()), |(first, rest)| {
            (known(first).and_then(ScalarValue::bits), &rest[..rest.len().min(elements(&node.kind))])
        });
        let values: Option<Vec<&ScalarValue>> = values.iter().map(known).collect();
        let is_done = match (slice.as_mut(), first, values, holds) {
            (Some(bytes), Some(first), Some(values), Some(true)) => {
                let offset = offset(machine, &node.kind, first);
                let new: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
                replace(bytes, offset, &new)
            }
            _ => false,
        };
        if !is_done {
            *slice = None;
        }
    }

    /// The slices of which all is known.
    pub fn known(self) -> BTreeMap<usize, Vec<u8>> {
        self.0.into_iter().filter_map(|(param, bytes)| Some((param, bytes?))).collect()
    }
}

/// How many elements a node writes.
const fn elements(kind: &NodeKind) -> usize {
    match kind {
        NodeKind::AxiWrite(access) => access.elements as usize,
        _ => 1,
    }
}

/// The byte of a node's first element: accesses through bundles have addresses, those of memories an element's number.
fn offset(machine: Machine<'_>, kind: &NodeKind, first: u64) -> Option<usize> {
    let bytes = |memory: MemoryId| machine.memories[memory].ty.bytes() as u64;
    let offset = match kind {
        NodeKind::Store(memory) => first.checked_mul(bytes(*memory))?,
        _ => first,
    };
    usize::try_from(offset).ok()
}

/// Puts bytes in place of others; false if these are beyond the end.
fn replace(bytes: &mut [u8], offset: Option<usize>, new: &[u8]) -> bool {
    let range = offset.and_then(|first| Some(first..first.checked_add(new.len())?));
    let Some(own) = range.and_then(|range| bytes.get_mut(range)) else { return false };
    own.copy_from_slice(new);
    true
}
