//! What a value is called in a cycle: a wire in the cycle that computes it, a register later.

use sycl_hls_types::ScalarValue;

use super::Emitter;
use super::names::Names;
use crate::rtl::lifetime::registers_until;
use crate::rtl::machine::{BlockId, NodeId, NodeKind};

/// An operand in Verilog.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub text: String,
    pub bits: u32,
    pub signed: bool,
    pub known: Option<ScalarValue>,
}

impl Operand {
    /// The bits from `low` on, `count` of them.
    pub fn part(&self, low: u32, count: u32) -> String {
        match self.known {
            Some(value) => literal(count, value.bits().checked_shr(low).unwrap_or(0)),
            None if low == 0 && count == self.bits => self.text.clone(),
            None if count == 1 => format!("{}[{low}]", self.text),
            None => format!("{}[{}:{low}]", self.text, low + count - 1),
        }
    }

    /// With as many bits, by its sign.
    pub fn extended(&self, bits: u32) -> String {
        if bits <= self.bits {
            return self.part(0, bits);
        }
        if let Some(value) = self.known {
            return literal(bits, value.to_integer().map_or(value.bits(), |value| value as u64));
        }
        let missing = bits - self.bits;
        if self.signed {
            format!("{{{{{missing}{{{}}}}}, {}}}", self.part(self.bits - 1, 1), self.text)
        } else {
            format!("{{{missing}'b0, {}}}", self.text)
        }
    }
}

pub(super) fn literal(bits: u32, value: u64) -> String {
    let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    format!("{bits}'h{:x}", value & mask)
}

impl Emitter<'_> {
    /// A value in a cycle of its block.
    pub(super) fn operand(&self, block: BlockId, node: NodeId, cycle: u32) -> Operand {
        let data = &self.machine.blocks[block].nodes[node];
        let known = match data.kind {
            NodeKind::Const(value) => Some(value),
            _ => None,
        };
        let (bits, signed) = (data.bits(), data.ty.is_signed());
        let text = match known {
            Some(value) => literal(bits, value.bits()),
            None => self.in_cycle(block, node, cycle),
        };
        Operand { text, bits, signed, known }
    }

    fn in_cycle(&self, block: BlockId, node: NodeId, cycle: u32) -> String {
        let data = &self.machine.blocks[block].nodes[node];
        let name = Names::node(block, node, data);
        let count = registers_until(&self.machine.blocks[block], self.plan_of(block), node, cycle);
        if count == 0 { name } else { format!("{name}_q{count}") }
    }

    pub(super) fn bit(&self, block: BlockId, node: NodeId, cycle: u32) -> String {
        self.operand(block, node, cycle).text
    }

    /// Is a cycle of the block active, and a condition true?
    pub(super) fn active(&self, block: BlockId, cycle: u32, when: Option<NodeId>) -> String {
        let valid = format!("{}[{cycle}]", Names::valid(block));
        match when {
            None => valid,
            Some(when) => format!("{valid} & {}", self.bit(block, when, cycle)),
        }
    }
}
