//! What operations are called in reports.

use sycl_hls_ir::Func;

use super::limits::Place;
use crate::rtl::design::{Access, BlockId, Machine, NodeId, NodeKind};
use crate::rtl::operator;

/// The names of a kernel's parts.
#[derive(Clone, Copy)]
pub(super) struct Names<'m> {
    pub machine: Machine<'m>,
    pub func: &'m Func,
}

impl Names<'_> {
    /// What a node does; `None` if it is only wires.
    pub fn work(&self, block: BlockId, node: NodeId) -> Option<String> {
        let data = &self.machine.blocks[block].nodes[node];
        Some(match &data.kind {
            NodeKind::Load(memory) => format!("load `{}`", self.machine.memories[*memory].name),
            NodeKind::Store(memory) => format!("store `{}`", self.machine.memories[*memory].name),
            NodeKind::AxiRead(access) => format!("read {}", self.accessed(access)),
            NodeKind::AxiWrite(access) => format!("write {}", self.accessed(access)),
            NodeKind::Fence(bundle) => {
                format!("wait for writes through `{}`", self.machine.bundles[*bundle].name)
            }
            _ => operator(&self.machine.blocks[block], data)?.to_string(),
        })
    }

    /// A node's work with its line.
    pub fn place(&self, block: BlockId, node: NodeId) -> Option<Place> {
        let line = self.machine.blocks[block].nodes[node].span.start.line;
        self.work(block, node).map(|what| Place { what, line })
    }

    fn accessed(&self, access: &Access) -> String {
        let name = self.param(access.param);
        if access.elements == 1 {
            format!("`{name}`")
        } else {
            format!("{} elements of `{name}`", access.elements)
        }
    }

    fn param(&self, position: usize) -> &str {
        self.func.params.get(position).map_or("", |param| &param.name)
    }
}
