//! A block that is made anew of another one, node by node.

use la_arena::{Arena, ArenaMap};

use sycl_hls_ir::Span;
use sycl_hls_types::{Scalar, ScalarValue};

use super::machine::{Block, Node, NodeId, NodeKind};

/// The new block, and what became of the nodes of the old one.
pub(super) struct Copy<'b> {
    from: &'b Block,
    block: Block,
    renamed: ArenaMap<NodeId, NodeId>,
}

impl<'b> Copy<'b> {
    /// Begins a block without nodes.
    pub fn new(from: &'b Block) -> Self {
        let block = Block { nodes: Arena::new(), ..from.clone() };
        Self { from, block, renamed: ArenaMap::default() }
    }

    /// The new block so far. Its writes, its exits and its repetition are still those of the old one.
    pub fn block(&self) -> &Block {
        &self.block
    }

    /// Adds a node of its own.
    pub fn add(&mut self, node: Node) -> NodeId {
        self.block.nodes.alloc(node)
    }

    /// What a node of the old block is called now.
    pub fn of(&self, old: NodeId) -> NodeId {
        self.renamed.get(old).copied().unwrap_or(old)
    }

    /// Takes over a node; what it waits for was taken before.
    pub fn take(&mut self, old: NodeId) -> NodeId {
        let mut node = self.from.nodes[old].clone();
        node.args.iter_mut().for_each(|arg| *arg = self.of(*arg));
        node.when = node.when.map(|when| self.of(when));
        let new = self.block.nodes.alloc(node);
        self.renamed.insert(old, new);
        new
    }

    /// A node of the new block has more operands.
    pub fn also(&mut self, node: NodeId, operands: impl IntoIterator<Item = NodeId>) {
        self.block.nodes[node].args.extend(operands);
    }

    /// What has an effect has it only under this condition.
    pub fn only_if(&mut self, node: NodeId, when: Option<NodeId>) {
        self.block.nodes[node].when = when;
    }

    /// Whoever used a node of the old block uses this one from now on.
    pub fn replace(&mut self, old: NodeId, new: NodeId) {
        self.renamed.insert(old, new);
    }

    /// The new block as a whole.
    pub fn finish(mut self) -> Block {
        let renamed = self.renamed;
        self.block.reads.retain(|read| renamed.contains_idx(read.value) && renamed.contains_idx(read.index));
        let rename = |node: &mut NodeId| *node = renamed.get(*node).copied().unwrap_or(*node);
        self.block.writes.iter_mut().for_each(|(_, node)| rename(node));
        self.block.reads.iter_mut().for_each(|read| {
            rename(&mut read.value);
            rename(&mut read.index);
        });
        self.block.exits.iter_mut().for_each(|(node, _)| rename(node));
        self.block.repeat.iter_mut().for_each(|repeat| rename(&mut repeat.again));
        self.block
    }
}

/// Adds computations to a block.
pub(super) struct Adder<'c, 'b> {
    pub copy: &'c mut Copy<'b>,
    pub span: Span,
}

impl Adder<'_, '_> {
    pub fn number(&mut self, ty: Scalar, value: u64) -> NodeId {
        self.copy.add(Node::constant(ScalarValue::from_bits(ty, value)))
    }

    pub fn add(&mut self, kind: NodeKind, ty: Scalar, args: Vec<NodeId>) -> NodeId {
        self.copy.add(Node::new(kind, ty, args, self.span))
    }

    /// In as many bits as this type has.
    pub fn cast(&mut self, arg: NodeId, ty: Scalar) -> NodeId {
        if self.copy.block().nodes[arg].ty == ty { arg } else { self.add(NodeKind::Cast, ty, vec![arg]) }
    }
}
