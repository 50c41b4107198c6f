//! What loops access through memory ports, and in how many requests.

use serde::{Deserialize, Serialize};

use super::describe::Names;
use super::limits::Place;
use crate::rtl::design::{Access, BlockId, Node, NodeKind};
use crate::rtl::predict::Nest;

/// An access through a memory port.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transfer {
    /// What is read or written.
    pub place: Place,
    /// True if one request is for the elements of many iterations, or for several elements.
    pub burst: bool,
}

/// The accesses of a loop, without those of the loops in it.
pub(super) fn transfers(names: &Names<'_>, nest: &Nest) -> Vec<Transfer> {
    let is_inner = |block: &&BlockId| nest.inner.iter().any(|inner| inner.blocks.contains(block));
    let blocks = nest.blocks.iter().filter(|block| !is_inner(block));
    let of_block = |block: &BlockId| {
        let nodes = names.machine.blocks[*block].nodes.iter();
        let transfers = nodes.filter_map(|(id, node)| {
            let burst = is_burst(node)?;
            Some(Transfer { place: names.place(*block, id)?, burst })
        });
        transfers.collect::<Vec<_>>()
    };
    blocks.flat_map(of_block).collect()
}

/// True if a node accesses a port in bursts: it has operands beside the address and the values. `None` if it accesses no
/// port.
fn is_burst(node: &Node) -> Option<bool> {
    let wide = |access: &Access| access.elements > 1;
    match &node.kind {
        NodeKind::AxiRead(access) => Some(wide(access) || node.args.len() > 1),
        NodeKind::AxiWrite(access) => Some(wide(access) || node.args.len() > 2),
        _ => None,
    }
}
