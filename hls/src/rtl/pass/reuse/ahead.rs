//! A loop that reads ahead.

use std::collections::BTreeMap;

use la_arena::Arena;
use rustc_hash::FxHashMap;
use sycl_hls_ir::{BinaryOp, Span};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Chain;
use crate::rtl::affine::Forms;
use crate::rtl::cloning::Cloner;
use crate::rtl::counted::Counted;
use crate::rtl::design::{Block, BlockId, Node, NodeId, NodeKind, Process, Var, VarId};

/// A block that reads ahead, and what has to hold when it is entered.
pub(super) struct Ahead {
    pub block: Block,
    vars: Arena<Var>,
    /// The block that leads to it.
    before: BlockId,
    /// What begins as `false`.
    flags: Vec<VarId>,
    /// What begins so much earlier.
    earlier: Vec<(VarId, i128)>,
}

/// What becomes of a node.
enum Fate {
    /// It is read, but in the first iterations, so many of them.
    Leader(usize),
    /// It was read so many iterations before by this one.
    Follower(NodeId, usize),
}

impl Ahead {
    /// `None` if the loop cannot begin earlier.
    pub fn new(process: &Process, id: BlockId, counted: Counted, chains: &[Chain]) -> Option<Self> {
        let [before] = process.before(id)[..] else { return None };
        let block = &process.blocks[id];
        let prologue =
            chains.iter().flat_map(|chain| &chain.followers).map(|(_, distance)| *distance).max()?;
        let earlier = earlier(process, id, before, prologue);
        let begins = |var: &VarId| {
            let moves = block.writes.iter().any(|(written, _)| written == var);
            !moves || earlier.iter().any(|(it, _)| it == var)
        };
        let NodeKind::Var(left) = block.nodes[counted.left].kind else { return None };
        if !begins(&left) || !chains.iter().flat_map(|chain| &chain.vars).all(begins) {
            return None;
        }
        let mut vars = process.vars.clone();
        let mut writer = Writer {
            cloner: Cloner::new(block),
            vars: &mut vars,
            span: block.span,
            ready: Vec::new(),
            kept: BTreeMap::new(),
        };
        writer.count(prologue);
        writer.nodes(block, &fates(chains, prologue));
        let mut writes = writer.writes(block, &earlier);
        let flags = writer.ready.iter().map(|(var, _)| *var).collect();
        writes.sort_by_key(|(var, _)| var.into_raw());
        let mut block = writer.cloner.finish();
        block.writes = writes;
        // What was read of partitioned arrays now comes from registers, so that no index of it is needed.
        block.reads.clear();
        block.repeat.iter_mut().for_each(|repeat| {
            repeat.prologue = prologue as u32;
            repeat.trip_count = repeat.trip_count.map(|count| count + prologue as u64);
        });
        Some(Self { block, vars, before, flags, earlier })
    }

    /// Puts it in the place of the block.
    pub fn put(self, process: &mut Process, id: BlockId) {
        process.blocks[id] = self.block;
        process.vars = self.vars;
        self.flags.into_iter().for_each(|flag| process.write_before(id, flag, false.into()));
        let before = &mut process.blocks[self.before];
        for (var, distance) in self.earlier {
            let Some(position) = before.writes.iter().position(|(written, _)| *written == var) else {
                continue;
            };
            let (first, span) = (before.writes[position].1, before.span);
            let ty = before.nodes[first].ty;
            let distance = before.nodes.alloc(Node::constant(ScalarValue::wrapping(ty, -distance)));
            let args = vec![first, distance];
            let kind = NodeKind::Binary(BinaryOp::Add);
            let earlier = Node::new(kind, ty, args, span);
            before.writes[position].1 = before.nodes.alloc(earlier);
        }
    }
}

/// The counters that can begin earlier by a prologue of so many iterations, and by how much: the block before sets them, and no
/// other block reads them.
fn earlier(process: &Process, id: BlockId, before: BlockId, prologue: usize) -> Vec<(VarId, i128)> {
    let block = &process.blocks[id];
    let forms = Forms { block };
    let counters = block.writes.iter().filter_map(|(var, _)| {
        let step = forms.step(*var).filter(|step| *step != 0)?;
        let is_set = process.blocks[before].writes.iter().any(|(written, _)| written == var);
        let reads = |block: &Block| block.nodes.iter().any(|(_, node)| node.kind == NodeKind::Var(*var));
        let is_own = process.blocks.iter().all(|(other, block)| other == id || !reads(block));
        (is_set && is_own).then_some((*var, step * prologue as i128))
    });
    counters.collect()
}

fn fates(chains: &[Chain], prologue: usize) -> FxHashMap<NodeId, Fate> {
    let mut fates = FxHashMap::default();
    for chain in chains {
        let own = chain.followers.iter().map(|(_, distance)| *distance).max().unwrap_or(0);
        fates.insert(chain.leader, Fate::Leader(prologue - own));
        for (node, distance) in &chain.followers {
            fates.insert(*node, Fate::Follower(chain.leader, *distance));
        }
    }
    fates
}

struct Writer<'b> {
    cloner: Cloner<'b>,
    vars: &'b mut Arena<Var>,
    span: Span,
    /// The variables that count how many iterations have begun, with the nodes that read them.
    ready: Vec<(VarId, NodeId)>,
    /// What a leader has read so many iterations before.
    kept: BTreeMap<(NodeId, usize), (VarId, NodeId)>,
}

impl Writer<'_> {
    fn count(&mut self, prologue: usize) {
        for _ in 0..prologue {
            let var = self.var("ahead", Scalar::Bool);
            self.ready.push(var);
        }
    }

    /// The condition that the loop had this iteration before the prologue was added; `None` without a prologue.
    fn is_real(&self) -> Option<NodeId> {
        self.ready.last().map(|(_, node)| *node)
    }

    fn nodes(&mut self, block: &Block, fates: &FxHashMap<NodeId, Fate>) {
        for (id, node) in block.nodes.iter() {
            self.span = node.span;
            match fates.get(&id) {
                Some(Fate::Follower(leader, 0)) => self.cloner.replace(id, self.cloner.of(*leader)),
                Some(Fate::Follower(leader, distance)) => {
                    let kept = self.kept(*leader, *distance, node.ty);
                    self.cloner.replace(id, kept);
                }
                Some(Fate::Leader(first)) => {
                    let new = self.cloner.clone_node(id);
                    if node.has_effect() {
                        let ready = first.checked_sub(1).map(|index| self.ready[index].1);
                        self.cloner.only_if(new, ready);
                    }
                }
                None if node.has_effect() => {
                    let when = match (node.when.map(|when| self.cloner.of(when)), self.is_real()) {
                        (Some(when), Some(real)) => {
                            Some(self.add(NodeKind::Binary(BinaryOp::And), Scalar::Bool, vec![when, real]))
                        }
                        (when, real) => when.or(real),
                    };
                    let new = self.cloner.clone_node(id);
                    self.cloner.only_if(new, when);
                }
                None => {
                    self.cloner.clone_node(id);
                }
            }
        }
    }

    /// What a leader has read so many iterations before.
    fn kept(&mut self, leader: NodeId, distance: usize, ty: Scalar) -> NodeId {
        if let Some((_, node)) = self.kept.get(&(leader, distance)) {
            return *node;
        }
        let var = self.var("kept", ty);
        self.kept.insert((leader, distance), var);
        if distance > 1 {
            self.kept(leader, distance - 1, ty);
        }
        var.1
    }

    /// What variables hold for the next iteration, in nodes of the new block.
    fn writes(&mut self, block: &Block, earlier: &[(VarId, i128)]) -> Vec<(VarId, NodeId)> {
        let mut writes = Vec::new();
        for (var, node) in &block.writes {
            let reader = block.nodes.iter().find(|(_, node)| node.kind == NodeKind::Var(*var));
            let moves = earlier.iter().any(|(it, _)| it == var);
            let new = self.cloner.of(*node);
            let value = match (reader, self.is_real()) {
                (Some((reader, data)), Some(real)) if !moves => {
                    let old = self.cloner.of(reader);
                    self.add(NodeKind::Select, data.ty, vec![real, new, old])
                }
                _ => new,
            };
            writes.push((*var, value));
        }
        let yes = self.cloner.add(Node::constant(true.into()));
        let begun = std::iter::once(yes).chain(self.ready.iter().map(|(_, node)| *node));
        writes.extend(self.ready.iter().map(|(var, _)| *var).zip(begun));
        for ((leader, distance), (var, _)) in &self.kept {
            let last = match distance {
                1 => self.cloner.of(*leader),
                _ => self.kept[&(*leader, distance - 1)].1,
            };
            writes.push((*var, last));
        }
        writes
    }

    fn var(&mut self, name: &str, ty: Scalar) -> (VarId, NodeId) {
        let var = self.vars.alloc(Var::new(name, ty));
        (var, self.add(NodeKind::Var(var), ty, Vec::new()))
    }

    fn add(&mut self, kind: NodeKind, ty: Scalar, args: Vec<NodeId>) -> NodeId {
        self.cloner.add(Node::new(kind, ty, args, self.span))
    }
}
