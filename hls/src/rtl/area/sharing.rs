//! The area of functional units that several computations share, with their multiplexers.

use super::logic::SELECT;
use super::widths::Widths;
use super::{Area, Group, Operators, operators};
use crate::rtl::design::{BlockId, Machine};
use crate::rtl::operators::Operator;
use crate::rtl::plan::ProcessPlan;
use crate::rtl::resource_sharing::{SharedOperand, SharedUnit};

/// An operator that takes so many cycles.
pub fn unit(operator: Operator, latency: u32) -> Area {
    operators::area(operator, latency)
}

/// The choice of one of so many signals.
pub fn choice(bits: u32, signals: usize) -> Area {
    Area::gates(f64::from(bits) * SELECT * signals.saturating_sub(1) as f64)
}

/// What only one block uses, or what several blocks do.
pub(super) fn shared(
    machine: Machine<'_>,
    plan: &ProcessPlan,
    of: Option<BlockId>,
    widths: &Widths,
) -> Operators {
    let mut found = Operators::new();
    for unit in plan.sharing.shared.iter().filter(|unit| only(unit) == of) {
        let operands = unit.operands.iter().enumerate();
        let operands = operands.map(|(position, it)| operand(machine, position, it, widths)).sum::<Area>();
        let area = self::unit(unit.operator, unit.latency) + operands;
        *found.entry(unit.operator).or_default() += Group { count: 1, results: unit.results, area };
    }
    found
}

/// The block that has a unit for itself.
fn only(unit: &SharedUnit) -> Option<BlockId> {
    let mut blocks = unit.nodes.iter().map(|(block, _)| *block);
    let first = blocks.next()?;
    blocks.all(|block| block == first).then_some(first)
}

fn operand(machine: Machine<'_>, position: usize, operand: &SharedOperand, widths: &Widths) -> Area {
    let bits = operand.sources.iter().filter_map(|nodes| nodes.first()).map(|(block, node)| {
        let arg = machine.blocks[*block].nodes[*node].args[position];
        widths.node(*block, arg)
    });
    let bits = bits.max().unwrap_or(0);
    let register = if operand.has_register() { bits } else { 0 };
    choice(bits, operand.sources.len()) + Area::ffs(register)
}
