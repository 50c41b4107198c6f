//! What a value is called in a cycle: a wire in the cycle that computes it, a register later.

use sycl_hls_types::ScalarValue;

use super::Emitter;
use super::names::Names;
use crate::rtl::design::{BlockId, NodeId, NodeKind};
use crate::rtl::lifetime::registers_until;

/// A condition that nothing meets.
pub(super) const NEVER: &str = "1'b0";

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
        match &self.known {
            Some(value) => constant(count, value, low),
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
        if let Some(value) = &self.known {
            return constant(bits, value, 0);
        }
        let missing = bits - self.bits;
        if self.signed {
            format!("{{{{{missing}{{{}}}}}, {}}}", self.part(self.bits - 1, 1), self.text)
        } else {
            format!("{{{missing}'b0, {}}}", self.text)
        }
    }
}

/// The bits of a known value from `low` on, `count` of them: above its highest one, those of integers are their sign, and
/// those of floats 0.
pub(super) fn constant(count: u32, value: &ScalarValue, low: u32) -> String {
    if value.ty().is_wide() {
        return format!("{count}'h{:x}", value.part(low, count));
    }
    let number = value.to_integer().unwrap_or(value.low_bits().into());
    literal(count, number >> low.min(i128::BITS - 1))
}

/// A constant of any width: the low `bits` bits of `value` in two's complement, its sign repeated above bit 127.
pub(super) fn literal(bits: u32, value: i128) -> String {
    let digit = |index: u32| {
        let low = index * 4;
        let kept = (bits - low).min(4);
        (value >> low.min(i128::BITS - 1)) & ((1 << kept) - 1)
    };
    let digits = (0..bits.div_ceil(4)).rev().map(digit).skip_while(|digit| *digit == 0);
    let text: String = digits.map(|digit| format!("{digit:x}")).collect();
    format!("{bits}'h{}", if text.is_empty() { "0" } else { &text })
}

impl Emitter<'_> {
    /// A value in a cycle of its block.
    pub(super) fn operand(&self, block: BlockId, node: NodeId, cycle: u32) -> Operand {
        let data = &self.machine.blocks[block].nodes[node];
        let known = match &data.kind {
            NodeKind::Const(value) => Some(value.clone()),
            _ => None,
        };
        let (bits, signed) = (data.bits(), data.ty.is_signed());
        let text = match &known {
            Some(value) => constant(bits, value, 0),
            None => self.in_cycle(block, node, cycle),
        };
        Operand { text, bits, signed, known }
    }

    fn in_cycle(&self, block: BlockId, node: NodeId, cycle: u32) -> String {
        let data = &self.machine.blocks[block].nodes[node];
        let name = self.names.node(block, node, data);
        let count = registers_until(&self.machine.blocks[block], self.plan_of(block), node, cycle);
        if count == 0 { name } else { format!("{name}_q{count}") }
    }

    pub(super) fn bit(&self, block: BlockId, node: NodeId, cycle: u32) -> String {
        self.operand(block, node, cycle).text
    }

    /// The bit that says that a cycle of a block is active.
    pub(super) fn valid(&self, block: BlockId, cycle: u32) -> String {
        let bits = Names::valid(block);
        if self.plan_of(block).flushes {
            return format!("{bits}[{cycle}]");
        }
        self.looked_at.borrow_mut().entry(block).or_default().insert(cycle);
        format!("{bits}_{cycle}")
    }

    /// The condition that a cycle of the block is active and another condition is true; [`NEVER`] if that one is known to be false.
    pub(super) fn active(&self, block: BlockId, cycle: u32, when: Option<NodeId>) -> String {
        let valid = self.valid(block, cycle);
        let Some(when) = when.map(|when| self.operand(block, when, cycle)) else { return valid };
        match when.known.map(|value| value.low_bits()) {
            None => format!("{valid} & {}", when.text),
            Some(0) => NEVER.to_owned(),
            Some(_) => valid,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: impl Into<ScalarValue>) -> Operand {
        let value = value.into();
        Operand {
            text: String::new(),
            bits: value.ty().bits(),
            signed: value.ty().is_signed(),
            known: Some(value),
        }
    }

    #[test]
    fn a_negative_constant_keeps_its_sign_in_every_width() {
        assert_eq!(known(-7000_i64).extended(64), "64'hffffffffffffe4a8");
        assert_eq!(known(-7000_i64).extended(128), "128'hffffffffffffffffffffffffffffe4a8");
        assert_eq!(known(-2_i64).extended(130), "130'h3fffffffffffffffffffffffffffffffe");
        assert_eq!(known(-1_i8).extended(12), "12'hfff");
        assert_eq!(known(i64::MIN).extended(66), "66'h38000000000000000");
    }

    #[test]
    fn an_unsigned_constant_and_a_float_are_extended_by_zeros() {
        assert_eq!(known(u64::MAX).extended(128), "128'hffffffffffffffff");
        assert_eq!(known(-0.0_f64).extended(128), "128'h8000000000000000");
        assert_eq!(known(0_u32).extended(200), "200'h0");
    }

    #[test]
    fn a_part_is_cut_out_of_the_constant() {
        assert_eq!(known(-256_i64).part(8, 8), "8'hff");
        assert_eq!(known(-256_i64).part(0, 8), "8'h0");
        assert_eq!(known(0x1234_u16).part(4, 6), "6'h23");
        assert_eq!(known(i64::MIN).part(63, 1), "1'h1");
    }
}
