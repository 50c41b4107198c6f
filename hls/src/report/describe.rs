//! What operations are called in reports.

use sycl_hls_ir::Func;

use super::limits::Place;
use crate::rtl::design::{Access, BlockId, ChannelId, Design, Machine, NodeId, NodeKind, ProcessId};
use crate::rtl::operator;

/// The names of a process's parts.
#[derive(Clone, Copy)]
pub(super) struct Names<'m> {
    pub machine: Machine<'m>,
    design: &'m Design,
    func: &'m Func,
}

impl<'m> Names<'m> {
    /// Those of a process of a kernel.
    pub fn new(design: &'m Design, process: ProcessId, func: &'m Func) -> Self {
        Self { machine: design.machine(process), design, func }
    }
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
            NodeKind::Output(arg) => format!("write the output `{}`", self.machine.args[*arg].name),
            NodeKind::Receive(id) => format!("receive from {}", self.channel(*id)),
            NodeKind::TryReceive(id) => format!("try to receive from {}", self.channel(*id)),
            NodeKind::Send(id) => format!("send to {}", self.channel(*id)),
            NodeKind::TrySend(id) => format!("try to send to {}", self.channel(*id)),
            NodeKind::Empty(id) => format!("see whether {} is empty", self.channel(*id)),
            NodeKind::Unread(id) => format!("leave an element of {}", self.channel(*id)),
            NodeKind::More(id) => format!("see whether more comes from {}", self.channel(*id)),
            NodeKind::Full(id) => format!("see whether {} is full", self.channel(*id)),
            NodeKind::Start(process) => format!("start `{}`", self.design.processes[*process].name),
            NodeKind::Join(process) => {
                format!("wait for the end of `{}`", self.design.processes[*process].name)
            }
            _ => operator(&self.machine.blocks[block], data)?.to_string(),
        })
    }

    /// A node's work with its line.
    pub fn place(&self, block: BlockId, node: NodeId) -> Option<Place> {
        let line = self.machine.blocks[block].nodes[node].span.start.line_in_file();
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

    fn channel(&self, id: ChannelId) -> String {
        format!("`{}`", self.machine.channels[id].name)
    }

    fn param(&self, position: usize) -> &str {
        self.func.params.get(position).map_or("", |param| &param.name)
    }
}
