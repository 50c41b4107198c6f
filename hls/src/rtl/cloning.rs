//! Cloning: a block that is built anew from another one, node by node.

use la_arena::{Arena, ArenaMap};

use sycl_hls_ir::Span;
use sycl_hls_types::{Scalar, ScalarValue};

use super::design::{Block, Node, NodeId, NodeKind};

/// Clones a block: the new block, and which of its nodes stands for which node of the old one.
pub(super) struct Cloner<'b> {
    from: &'b Block,
    block: Block,
    renamed: ArenaMap<NodeId, NodeId>,
}

impl<'b> Cloner<'b> {
    /// Begins a block without nodes.
    pub fn new(from: &'b Block) -> Self {
        let block = Block { nodes: Arena::new(), ..from.clone() };
        Self { from, block, renamed: ArenaMap::default() }
    }

    /// The new block so far. Its writes, exits and repetition still name nodes of the old one.
    pub fn block(&self) -> &Block {
        &self.block
    }

    /// Adds a node that the old block has not.
    pub fn add(&mut self, node: Node) -> NodeId {
        self.block.nodes.alloc(node)
    }

    /// The new node for a node of the old block.
    pub fn of(&self, old: NodeId) -> NodeId {
        self.renamed.get(old).copied().unwrap_or(old)
    }

    /// Clones a node, whose operands were cloned or replaced before.
    pub fn clone_node(&mut self, old: NodeId) -> NodeId {
        let mut node = self.from.nodes[old].clone();
        node.args.iter_mut().for_each(|arg| *arg = self.of(*arg));
        node.when = node.when.map(|when| self.of(when));
        let new = self.block.nodes.alloc(node);
        self.renamed.insert(old, new);
        new
    }

    /// Gives a node of the new block further operands.
    pub fn also(&mut self, node: NodeId, operands: impl IntoIterator<Item = NodeId>) {
        self.block.nodes[node].args.extend(operands);
    }

    /// Sets the condition under which a node of the new block has its effect.
    pub fn only_if(&mut self, node: NodeId, when: Option<NodeId>) {
        self.block.nodes[node].when = when;
    }

    /// From now on `new` stands for `old`, which is not cloned.
    pub fn replace(&mut self, old: NodeId, new: NodeId) {
        self.renamed.insert(old, new);
    }

    /// The new block.
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

/// Adds computations to a block that is being cloned, all with one span.
pub(super) struct Adder<'c, 'b> {
    pub cloner: &'c mut Cloner<'b>,
    pub span: Span,
}

impl Adder<'_, '_> {
    pub fn number(&mut self, ty: Scalar, value: u64) -> NodeId {
        self.cloner.add(Node::constant(ScalarValue::from_bits(ty, value)))
    }

    pub fn add(&mut self, kind: NodeKind, ty: Scalar, args: Vec<NodeId>) -> NodeId {
        self.cloner.add(Node::new(kind, ty, args, self.span))
    }

    /// A value as one of another type; the value itself if it has that type.
    pub fn cast(&mut self, arg: NodeId, ty: Scalar) -> NodeId {
        if self.cloner.block().nodes[arg].ty == ty { arg } else { self.add(NodeKind::Cast, ty, vec![arg]) }
    }
}
