//! The cycles of a kernel from its schedule: control is followed from block to block, and what is read from memory is not
//! known. A block takes its depth; a pipelined loop, its interval for every iteration but the last, and its depth.

use std::collections::HashMap;

use anyhow::{Context as _, bail};
use sycl_hls_compiler::rtl::design::{Block, BlockId, Design, Node, NodeId, NodeKind, Target, VarId};
use sycl_hls_compiler::rtl::{BlockPlan, Plan};
use sycl_hls_ir::interp::Arg;
use sycl_hls_ir::{binary, bits, cast, compare, overflows, unary};
use sycl_hls_types::ScalarValue;

/// More blocks than this are not followed.
const MOST: u64 = 100_000_000;

type Values = HashMap<NodeId, ScalarValue>;

struct Walk<'m> {
    design: &'m Design,
    scalars: Vec<ScalarValue>,
    vars: HashMap<VarId, ScalarValue>,
    cycles: u64,
    steps: u64,
}

/// The cycles of a run with these arguments; an error where control depends on memory.
pub fn cycles(design: &Design, plan: &Plan, args: &[Arg]) -> anyhow::Result<u64> {
    let scalars = args.iter().filter_map(|arg| match arg {
        Arg::Scalar(value) => Some(value.clone()),
        Arg::Slice(_) | Arg::Stream(_) => None,
    });
    let mut walk = Walk { design, scalars: scalars.collect(), vars: HashMap::new(), cycles: 0, steps: 0 };
    let mut at = Target::Block(design.root().entry);
    while let Target::Block(id) = at {
        at = walk.block(id, &plan.root().blocks[id])?;
    }
    Ok(walk.cycles)
}

impl Walk<'_> {
    /// Runs a block; gives where it leads.
    fn block(&mut self, id: BlockId, plan: &BlockPlan) -> anyhow::Result<Target> {
        let block = &self.design.root().blocks[id];
        self.cycles += u64::from(plan.depth);
        let interval = u64::from(plan.schedule.ii.unwrap_or(0));
        if let Some(trip_count) = block.repeat.as_ref().and_then(|repeat| repeat.trip_count) {
            self.cycles += (trip_count - 1) * interval;
            block.writes.iter().for_each(|(var, _)| _ = self.vars.remove(var));
            return if block.exits.is_empty() { Ok(block.next) } else { bail!("a loop is left early") };
        }
        loop {
            self.steps += 1;
            if self.steps > MOST {
                bail!("there are more than {MOST} steps");
            }
            let values = self.values(block);
            for (var, node) in &block.writes {
                match values.get(node) {
                    Some(value) => self.vars.insert(*var, value.clone()),
                    None => self.vars.remove(var),
                };
            }
            let is_true = |node: &NodeId| values.get(node).map(|value| value.is_true());
            match &block.repeat {
                Some(repeat) if is_true(&repeat.again).context("a loop's end depends on memory")? => {
                    self.cycles += interval;
                }
                _ => {
                    for (cond, target) in &block.exits {
                        if is_true(cond).context("a branch depends on memory")? {
                            return Ok(*target);
                        }
                    }
                    return Ok(block.next);
                }
            }
        }
    }

    /// What is known of the values of a block.
    fn values(&self, block: &Block) -> Values {
        let mut values = Values::new();
        for (id, node) in block.nodes.iter() {
            if let Some(value) = self.value(node, &values) {
                values.insert(id, value);
            }
        }
        values
    }

    fn value(&self, node: &Node, values: &Values) -> Option<ScalarValue> {
        let arg = |index: usize| node.args.get(index).and_then(|arg| values.get(arg));
        match &node.kind {
            NodeKind::Const(value) => Some(value.clone()),
            NodeKind::Arg(index, 0) => self.scalars.get(*index).cloned(),
            NodeKind::Var(var) => self.vars.get(var).cloned(),
            NodeKind::Unary(op) => unary(*op, arg(0)?),
            NodeKind::Binary(op) => binary(*op, arg(0)?, arg(1)?),
            NodeKind::Compare(op) => Some(compare(*op, arg(0)?, arg(1)?).into()),
            NodeKind::Overflows(op) => Some(overflows(*op, arg(0)?, arg(1)?).into()),
            NodeKind::Cast => cast(arg(0)?, node.ty),
            NodeKind::Bits => bits(arg(0)?, node.ty),
            NodeKind::Select => arg(if arg(0)?.is_true() { 1 } else { 2 }).cloned(),
            _ => None,
        }
    }
}
