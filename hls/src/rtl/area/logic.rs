//! The area of one computation.
//!
//! What is no module of the library are gates, which tools merge with their neighbours: the figures here are look-up
//! tables of a bit if nothing is wasted.

use sycl_hls_ir::{BinaryOp, CompareOp, UnaryOp};
use sycl_hls_types::ScalarValue;

use super::widths::{Widths, constant};
use super::{Area, operators, products};
use crate::rtl::constant_multiplication::{needs_multiplier, signed_digits};
use crate::rtl::design::{Block, BlockId, Node, NodeId, NodeKind};
use crate::rtl::instance::factor_bits;
use crate::rtl::timing::operator;

/// A node of which something depends.
pub(super) struct Computed<'m> {
    pub block: &'m Block,
    pub id: BlockId,
    pub node: &'m Node,
    /// Bits of its result that are computed.
    pub bits: u32,
    /// Its cycles.
    pub latency: u32,
    pub widths: &'m Widths,
}

/// Of a bit of a bitwise operation.
const LOGIC: f64 = 0.6;
/// Of a bit of a choice between two values.
pub(super) const SELECT: f64 = 0.7;
/// Of a bit of a comparison for equality, and by order.
const EQUAL: f64 = 0.4;
const ORDER: f64 = 0.67;
/// Of a bit of a shift, for each two bits of the distance.
const SHIFT: f64 = 1.0;

/// The area of a node.
pub(super) fn node(of: &Computed<'_>) -> Area {
    let bits = f64::from(of.bits);
    match &of.node.kind {
        NodeKind::Unary(UnaryOp::Neg) if !of.node.ty.is_float() => Area::gates(bits),
        // The exponent's zero, and the fraction behind it.
        NodeKind::Unary(UnaryOp::Flush) => Area::gates(bits * LOGIC * 0.5),
        NodeKind::Unary(UnaryOp::Not) => Area::gates(bits * LOGIC * 0.5),
        NodeKind::Binary(op) if !of.is_float() => of.integer(*op),
        NodeKind::Compare(op) if !of.is_float() => Area::gates(of.compared(*op)),
        NodeKind::Overflows(op) => of.overflows(*op),
        NodeKind::Select => Area::gates(bits * SELECT),
        _ => of.library(),
    }
}

impl Computed<'_> {
    fn is_float(&self) -> bool {
        self.node.args.first().is_some_and(|arg| self.block.nodes[*arg].ty.is_float())
    }

    fn arg(&self, index: usize) -> NodeId {
        self.node.args[index]
    }

    /// The constant among two operands.
    fn known(&self) -> Option<ScalarValue> {
        self.node.args.iter().rev().find_map(|arg| constant(self.block, *arg))
    }

    fn set(&self, index: usize) -> u32 {
        self.widths.set(self.id, self.arg(index))
    }

    fn integer(&self, op: BinaryOp) -> Area {
        let bits = f64::from(self.bits);
        match op {
            BinaryOp::Add | BinaryOp::Sub => Area::gates(self.sum(op)),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                let own = if self.known().is_some() { 0.25 } else { 1.0 };
                Area::gates(bits * LOGIC * own)
            }
            BinaryOp::Min | BinaryOp::Max => Area::gates(self.compared(CompareOp::Lt) + bits * SELECT),
            BinaryOp::Shl | BinaryOp::Shr if constant(self.block, self.arg(1)).is_some() => Area::default(),
            BinaryOp::Shl | BinaryOp::Shr => {
                let distance = f64::from(self.node.ty.distance_bits());
                Area::gates(bits * SHIFT * distance / 2.0)
            }
            BinaryOp::Mul => match self.known() {
                Some(value) if !needs_multiplier(self.node.bits(), &value) => self.by_constant(&value),
                _ => self.multiplier(),
            },
            BinaryOp::Div | BinaryOp::Rem => self.library(),
        }
    }

    fn library(&self) -> Area {
        operator(self.block, self.node).map_or_else(Area::default, |it| operators::area(it, self.latency))
    }

    /// A sum is a look-up table for each bit. Of a constant, only bits that are set invert something.
    fn sum(&self, op: BinaryOp) -> f64 {
        let ones = self.known().map(|value| value.ones_below(self.bits));
        f64::from(match (ones, op) {
            (None, _) => self.bits,
            (Some(ones), BinaryOp::Add) => ones,
            (Some(ones), _) => self.bits - ones,
        })
    }

    fn by_constant(&self, value: &ScalarValue) -> Area {
        let other = self.node.args.iter().find(|arg| constant(self.block, **arg).is_none());
        let Some(other) = other else { return Area::default() };
        let wide = self.widths.set(self.id, *other);
        let narrow = value.bit_length();
        let product = self.bits.min(wide + narrow);
        if let Some(digits) = signed_digits(value) {
            let sums = (digits.len() as u32).saturating_sub(1);
            return Area::gates(f64::from(sums * product));
        }
        let dsps = products::dsps(wide, narrow, product);
        let sums =
            if dsps > 0 { (dsps - 1) * PER_TILE } else { wide.min(product) * value.ones_below(narrow) };
        Area { dsps, ..Area::gates(f64::from(sums)) }
    }

    /// A multiplier: tiles of which a factor has no bits are not there.
    fn multiplier(&self) -> Area {
        let [a, b] = [0, 1].map(|position| factor_bits(self.block, self.node, position));
        let library = self.library();
        Area { dsps: products::tiles(a, b, self.node.bits()).min(library.dsps), ..library }
    }

    /// The bits of a constant factor; of a power of two, by which a product is shifted, none.
    fn constant_factor(&self) -> Option<u32> {
        let value = self.known()?.to_integer()?;
        // With the sign, where it is less than 0.
        let bits = i128::BITS - value.leading_zeros();
        Some(if value.count_ones() == 1 { 0 } else { bits })
    }

    fn compared(&self, op: CompareOp) -> f64 {
        let bits = f64::from(self.set(0).max(self.set(1)));
        let per_bit = if matches!(op, CompareOp::Eq | CompareOp::Ne) { EQUAL } else { ORDER };
        let known = if self.known().is_some() { 0.5 } else { 1.0 };
        (bits * per_bit * known).max(1.0)
    }

    fn overflows(&self, op: BinaryOp) -> Area {
        let bits = self.block.nodes[self.arg(0)].ty.bits();
        let signed = self.block.nodes[self.arg(0)].ty.is_signed();
        match op {
            BinaryOp::Mul => {
                // Copies of the sign are factors, too; zeros are none.
                let factor = if signed { 2 * bits } else { bits };
                let other = self.constant_factor().map_or(factor, |bits| bits.min(factor));
                let dsps = products::dsps(factor, other, 2 * bits);
                Area { dsps, ..Area::gates(f64::from(dsps * PER_TILE + bits)) }
            }
            BinaryOp::Div | BinaryOp::Rem => Area::gates(f64::from(bits) * EQUAL),
            _ => Area::gates(f64::from(bits)),
        }
    }
}

/// Look-up tables to add another DSP's product.
const PER_TILE: u32 = 20;
