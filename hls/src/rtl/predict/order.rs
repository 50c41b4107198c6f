//! The blocks of a machine in an order in which control can be followed: every loop is a part by itself.
//!
//! It is a weak topological order (Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993): within
//! a part, control leads on, or out of it, or back to its head.

use la_arena::ArenaMap;
use rustc_hash::FxHashSet;

use crate::rtl::design::{Block, BlockId, Machine, Target};

/// A step of the order.
#[derive(Clone, Debug)]
pub enum Step {
    /// A block, with its own repetition if it is a pipelined loop.
    Block(BlockId),
    /// Blocks that control goes round in.
    Round(Round),
}

/// A loop of several blocks, or of one that is no pipelined loop.
#[derive(Clone, Debug)]
pub struct Round {
    /// Where it is entered.
    pub head: BlockId,
    /// What is in it, the head first.
    pub steps: Vec<Step>,
    /// All of its blocks.
    pub blocks: FxHashSet<BlockId>,
}

impl Round {
    /// True if control stays in it.
    pub fn holds(&self, target: Target) -> bool {
        matches!(target, Target::Block(id) if self.blocks.contains(&id))
    }
}

impl Step {
    /// Where it is entered.
    pub const fn head(&self) -> BlockId {
        match self {
            Self::Block(id) => *id,
            Self::Round(round) => round.head,
        }
    }

    fn add_blocks(&self, blocks: &mut FxHashSet<BlockId>) {
        match self {
            Self::Block(id) => _ = blocks.insert(*id),
            Self::Round(round) => blocks.extend(&round.blocks),
        }
    }
}

/// The order of all blocks that a run can come to.
pub fn order(machine: Machine<'_>) -> Vec<Step> {
    let mut search = Search::new(machine);
    let mut steps = Vec::new();
    search.visit(machine.entry, &mut steps);
    steps.reverse();
    steps
}

/// The blocks that a block leads to, apart from itself by its repetition.
pub fn successors(block: &Block) -> impl Iterator<Item = BlockId> {
    let targets = block.exits.iter().map(|(_, target)| *target).chain([block.next]);
    targets.filter_map(|target| match target {
        Target::Block(id) => Some(id),
        Target::Done => None,
    })
}

struct Search<'m> {
    machine: Machine<'m>,
    /// The number of each block in the order of discovery; the largest there is for what is done with.
    numbers: ArenaMap<BlockId, u32>,
    count: u32,
    stack: Vec<BlockId>,
}

const DONE: u32 = u32::MAX;

impl<'m> Search<'m> {
    fn new(machine: Machine<'m>) -> Self {
        Self { machine, numbers: ArenaMap::default(), count: 0, stack: Vec::new() }
    }

    fn number(&self, id: BlockId) -> u32 {
        self.numbers.get(id).copied().unwrap_or(0)
    }

    /// Puts a block and what is behind it in front of `steps`, which are in reverse. The smallest number that it
    /// leads back to.
    fn visit(&mut self, id: BlockId, steps: &mut Vec<Step>) -> u32 {
        self.stack.push(id);
        self.count += 1;
        let own = self.count;
        self.numbers.insert(id, own);
        let (mut lowest, mut is_loop) = (own, false);
        for next in successors(&self.machine.blocks[id]).collect::<Vec<_>>() {
            let reached = match self.number(next) {
                0 => self.visit(next, steps),
                number => number,
            };
            if reached <= lowest {
                (lowest, is_loop) = (reached, true);
            }
        }
        if lowest == own {
            self.numbers.insert(id, DONE);
            let mut top = self.stack.pop();
            if is_loop {
                while let Some(block) = top.filter(|block| *block != id) {
                    self.numbers.insert(block, 0);
                    top = self.stack.pop();
                }
                steps.push(self.round(id));
            } else {
                steps.push(Step::Block(id));
            }
        }
        lowest
    }

    fn round(&mut self, head: BlockId) -> Step {
        let mut steps = Vec::new();
        for next in successors(&self.machine.blocks[head]).collect::<Vec<_>>() {
            if self.number(next) == 0 {
                self.visit(next, &mut steps);
            }
        }
        steps.push(Step::Block(head));
        steps.reverse();
        let mut blocks = FxHashSet::default();
        steps.iter().for_each(|step| step.add_blocks(&mut blocks));
        Step::Round(Round { head, steps, blocks })
    }
}
