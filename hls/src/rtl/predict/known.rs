//! What is known before a run of what registers and memory hold.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use sycl_hls_types::{Scalar, ScalarValue};

use super::Inputs;
use crate::rtl::design::{Access, Design, Machine, MemoryId, NodeKind};

/// What is known of a design's inputs. What no process writes holds the same all the time.
pub struct Known<'i> {
    registers: &'i [Option<Vec<u8>>],
    /// The slices that no process writes, by the position of the parameter.
    slices: BTreeMap<usize, &'i [u8]>,
    /// What is sent to the ports that the kernel reads, by their numbers among all.
    streams: &'i [Option<Vec<u8>>],
    /// True if what is written to slices is followed.
    pub follows_writes: bool,
}

impl<'i> Known<'i> {
    pub fn new(design: &Design, inputs: &'i Inputs) -> Self {
        let written = written(design);
        let slices = inputs.slices.iter().filter(|(param, _)| !written.contains(param));
        Self {
            registers: &inputs.registers,
            slices: slices.map(|(param, bytes)| (*param, &bytes[..])).collect(),
            streams: &inputs.streams,
            follows_writes: false,
        }
    }

    /// The same, and what is written to slices is followed, besides what decides.
    pub fn with_writes(self) -> Self {
        Self { follows_writes: true, ..self }
    }

    /// Some bits of an argument as a scalar; `None` if they are not known.
    pub fn part(&self, position: usize, low: u32, ty: Scalar) -> Option<ScalarValue> {
        scalar(self.registers.get(position)?.as_ref()?, u64::from(low / 8), ty)
    }

    /// The elements that are sent to a port; `None` if that is not known.
    pub fn stream(&self, number: usize, ty: Scalar) -> Option<VecDeque<ScalarValue>> {
        let bytes = self.streams.get(number)?.as_ref()?;
        Some(bytes.chunks_exact(ty.bytes()).map(|element| ScalarValue::from_le_bytes(ty, element)).collect())
    }

    /// An element of what an access reads from this address on, by its number.
    pub fn read(&self, access: Access, address: u64, number: u32, ty: Scalar) -> Option<ScalarValue> {
        let offset = address.checked_add(u64::from(number) * ty.bytes() as u64)?;
        scalar(self.slices.get(&access.param)?, offset, ty)
    }

    /// An element of a memory.
    pub fn load(&self, machine: Machine<'_>, memory: MemoryId, index: u64) -> Option<ScalarValue> {
        let data = &machine.memories[memory];
        match (&data.contents, data.external) {
            (Some(contents), _) if !data.persistent => contents.get(usize::try_from(index).ok()?).cloned(),
            (None, Some(param)) => {
                let offset = index.checked_mul(data.ty.bytes() as u64)?;
                scalar(self.slices.get(&param)?, offset, data.ty)
            }
            _ => None,
        }
    }

    /// True if it reads from a place of which nothing is known.
    pub fn comes_from_nowhere(&self, machine: Machine<'_>, kind: &NodeKind) -> bool {
        match kind {
            NodeKind::AxiRead(access) => !self.slices.contains_key(&access.param),
            NodeKind::Load(memory) => {
                let data = &machine.memories[*memory];
                let is_known = |param| self.slices.contains_key(&param);
                (data.contents.is_none() || data.persistent) && !data.external.is_some_and(is_known)
            }
            _ => false,
        }
    }
}

/// The slices that any process writes, by the position of the parameter.
fn written(design: &Design) -> BTreeSet<usize> {
    let blocks = design.processes.iter().flat_map(|(_, process)| process.blocks.iter());
    let nodes = blocks.flat_map(|(_, block)| block.nodes.iter());
    nodes.filter_map(|(_, node)| written_slice(design.root(), &node.kind)).collect()
}

/// The slice that a node writes, by the position of the parameter.
pub fn written_slice(machine: Machine<'_>, kind: &NodeKind) -> Option<usize> {
    match kind {
        NodeKind::AxiWrite(access) => Some(access.param),
        NodeKind::Store(memory) => machine.memories[*memory].external,
        _ => None,
    }
}

/// The scalar that begins at a byte.
fn scalar(bytes: &[u8], offset: u64, ty: Scalar) -> Option<ScalarValue> {
    let first = usize::try_from(offset).ok()?;
    let own = bytes.get(first..first.checked_add(ty.bytes())?)?;
    Some(ScalarValue::from_le_bytes(ty, own))
}
