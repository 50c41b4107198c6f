//! The registers and choices of a bypass.

use std::collections::BTreeMap;

use la_arena::Arena;
use sycl_hls_ir::{BinaryOp, CompareOp, Span};
use sycl_hls_types::Scalar;

use crate::rtl::cloning::Cloner;
use crate::rtl::dependence::{Dependence, dependence};
use crate::rtl::design::{Block, Memory, MemoryId, Node, NodeId, NodeKind, Var, VarId};

/// What is known of a store, of this iteration or of one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fact {
    /// True if the store has happened.
    Stored,
    /// The index of the element that it wrote.
    Index,
    /// The value that it wrote.
    Value,
}

struct Bypass<'b> {
    /// The block without the bypass.
    from: &'b Block,
    cloner: Cloner<'b>,
    memory: &'b Memory,
    vars: &'b mut Arena<Var>,
    /// Where the load comes from that is at hand.
    span: Span,
    /// Facts of earlier iterations, that many before: their variables, with the nodes that read them.
    history: BTreeMap<(NodeId, Fact, u32), (VarId, NodeId)>,
}

/// A variable that holds what is known of a store of an earlier iteration.
pub(super) struct History {
    pub var: VarId,
    /// True if it says whether the store has happened.
    pub is_flag: bool,
}

/// The block, whose loads of a memory see what was stored in `window` iterations before, and the variables that hold it.
pub(super) fn bypass(
    from: &Block,
    memory: &Memory,
    id: MemoryId,
    window: u32,
    vars: &mut Arena<Var>,
) -> (Block, Vec<History>) {
    let of = |kind: NodeKind| -> Vec<NodeId> {
        from.nodes.iter().filter(|(_, node)| node.kind == kind).map(|(id, _)| id).collect()
    };
    let (loads, stores) = (of(NodeKind::Load(id)), of(NodeKind::Store(id)));
    let mut bypass =
        Bypass { from, cloner: Cloner::new(from), memory, vars, span: from.span, history: BTreeMap::new() };
    for (node, _) in from.nodes.iter() {
        let new = bypass.cloner.clone_node(node);
        if loads.contains(&node) {
            bypass.span = from.nodes[node].span;
            let seen = bypass.seen(node, new, &stores, window);
            bypass.cloner.replace(node, seen);
        }
    }
    let writes = bypass.keep();
    let kept = bypass.history.iter();
    let kept = kept.map(|((_, fact, _), (var, _))| History { var: *var, is_flag: *fact == Fact::Stored });
    let mut history: Vec<History> = kept.collect();
    history.sort_by_key(|kept| kept.var.into_raw());
    let mut block = bypass.cloner.finish();
    block.writes.extend(writes);
    block.repeat.iter_mut().for_each(|repeat| repeat.bypassed.push((id, window)));
    (block, history)
}

impl Bypass<'_> {
    /// What a load sees: what was stored last, or else the memory's element.
    fn seen(&mut self, load: NodeId, raw: NodeId, stores: &[NodeId], window: u32) -> NodeId {
        let mut seen = raw;
        for back in (0..=window).rev() {
            for &store in stores {
                if back == 0 && store.into_raw() > load.into_raw() {
                    continue;
                }
                let compared = match dependence(self.from, load, store) {
                    Dependence::None => continue,
                    Dependence::Distance(later) if later == i64::from(back) => false,
                    Dependence::Distance(_) => continue,
                    Dependence::Distances(found) if back == 0 && !found.same => continue,
                    Dependence::Distances(found)
                        if found.later.is_none_or(|later| later > back.into()) && back > 0 =>
                    {
                        continue;
                    }
                    Dependence::Distances(_) | Dependence::Unknown => true,
                };
                seen = self.choice(load, store, back, compared, seen);
            }
        }
        seen
    }

    fn choice(
        &mut self,
        load: NodeId,
        store: NodeId,
        back: u32,
        compared: bool,
        otherwise: NodeId,
    ) -> NodeId {
        let mut hit = self.fact(store, Fact::Stored, back);
        if compared {
            let index = self.fact(store, Fact::Index, back);
            let wanted = self.index(load);
            let same = self.add(NodeKind::Compare(CompareOp::Eq), Scalar::Bool, vec![index, wanted]);
            hit = self.add(NodeKind::Binary(BinaryOp::And), Scalar::Bool, vec![hit, same]);
        }
        let value = self.fact(store, Fact::Value, back);
        self.add(NodeKind::Select, self.memory.ty, vec![hit, value, otherwise])
    }

    /// What is known of a store so many iterations back.
    fn fact(&mut self, store: NodeId, fact: Fact, back: u32) -> NodeId {
        if back == 0 {
            return self.current(store, fact);
        }
        if let Some((_, node)) = self.history.get(&(store, fact, back)) {
            return *node;
        }
        let (name, ty) = match fact {
            Fact::Stored => ("bypass_stored", Scalar::Bool),
            Fact::Index => ("bypass_index", self.index_type()),
            Fact::Value => ("bypass_value", self.memory.ty),
        };
        let var = self.vars.alloc(Var::new(name, ty));
        let node = self.add(NodeKind::Var(var), ty, Vec::new());
        self.history.insert((store, fact, back), (var, node));
        node
    }

    fn current(&mut self, store: NodeId, fact: Fact) -> NodeId {
        let data = &self.from.nodes[store];
        match fact {
            Fact::Stored => match data.when {
                Some(when) => self.cloner.of(when),
                None => self.cloner.add(Node::constant(true.into())),
            },
            Fact::Index => self.index(store),
            Fact::Value => self.cloner.of(data.args[1]),
        }
    }

    /// The index of an access, in as few bits as the memory's elements need.
    fn index(&mut self, access: NodeId) -> NodeId {
        let index = self.cloner.of(self.from.nodes[access].args[0]);
        let ty = self.index_type();
        if self.cloner.block().nodes[index].ty == ty {
            return index;
        }
        self.add(NodeKind::Cast, ty, vec![index])
    }

    fn index_type(&self) -> Scalar {
        match self.memory.depth {
            0..=0x100 => Scalar::U8,
            0x101..=0x1_0000 => Scalar::U16,
            _ => Scalar::U32,
        }
    }

    /// What the variables of the history hold for the next iteration.
    fn keep(&mut self) -> Vec<(VarId, NodeId)> {
        let mut needed: Vec<_> = self.history.keys().copied().collect();
        let mut writes = Vec::new();
        // What was two iterations back was one back before: all that lies between is kept, too.
        while let Some((store, fact, back)) = needed.pop() {
            let known = self.history.contains_key(&(store, fact, back - 1));
            let value = self.fact(store, fact, back - 1);
            if back > 1 && !known {
                needed.push((store, fact, back - 1));
            }
            writes.push((self.history[&(store, fact, back)].0, value));
        }
        writes.sort_by_key(|(var, _)| var.into_raw());
        writes
    }

    fn add(&mut self, kind: NodeKind, ty: Scalar, args: Vec<NodeId>) -> NodeId {
        self.cloner.add(Node::new(kind, ty, args, self.span))
    }
}
