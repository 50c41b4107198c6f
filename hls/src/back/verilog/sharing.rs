//! Shared functional units: the multiplexers of their operands, and the units.

use super::Emitter;
use super::control::any;
use super::memory::choose;
use super::operation::Instance;
use crate::rtl::design::{BlockId, Node, NodeId};
use crate::rtl::instance::{OPERANDS, module};
use crate::rtl::resource_sharing::{SharedOperand, SharedUnit};

impl Emitter<'_> {
    /// The wires that the units drive.
    pub(super) fn results(&mut self) {
        for (number, unit) in self.plan.sharing.shared.iter().enumerate() {
            for (output, bits) in self.used(unit) {
                self.wire(bits, format!("{}_{output}", name(number, unit)));
            }
        }
    }

    /// A node's result, where it comes from a unit that is shared.
    pub(super) fn result_of(&self, unit: usize, block: BlockId, node: &Node) -> String {
        let output = module(&self.machine.blocks[block], node).map_or("", |(_, output)| output);
        format!("{}_{output}", name(unit, &self.plan.sharing.shared[unit]))
    }

    pub(super) fn shared_units(&mut self) {
        let plan = self.plan;
        for (number, unit) in plan.sharing.shared.iter().enumerate() {
            self.line(format!("// {}, for {} results", unit.operator, unit.results));
            let name = name(number, unit);
            let operands: Vec<String> = unit
                .operands
                .iter()
                .enumerate()
                .map(|(position, operand)| self.chosen(&name, position, operand))
                .collect();
            let outputs: Vec<(&str, String)> =
                self.used(unit).into_iter().map(|(it, _)| (it, format!("{name}_{it}"))).collect();
            let to = |output: &str| {
                outputs.iter().find(|(used, _)| *used == output).map(|(_, wire)| wire.as_str())
            };
            let SharedUnit { module, operator, latency, .. } = unit;
            let unit = Instance { module, operator: *operator, latency: *latency, held: false };
            self.instance(&unit, &name, &operands, to);
        }
    }

    /// The outputs of a unit that are results, with their bits.
    fn used(&self, unit: &SharedUnit) -> Vec<(&'static str, u32)> {
        let outputs = unit.nodes.iter().filter_map(|(block, node)| {
            let block = &self.machine.blocks[*block];
            let data = &block.nodes[*node];
            module(block, data).map(|(_, output)| (output, data.ty.bits()))
        });
        let mut outputs: Vec<(&str, u32)> = outputs.collect();
        outputs.sort_unstable();
        outputs.dedup();
        outputs
    }

    /// The operand of a unit, chosen of those of the nodes that it computes.
    fn chosen(&mut self, unit: &str, position: usize, operand: &SharedOperand) -> String {
        let cases: Vec<(String, String)> =
            operand.sources.iter().map(|nodes| self.source(nodes, position)).collect();
        if let ([(_, only)], false) = (cases.as_slice(), operand.has_register()) {
            return only.clone();
        }
        let bits = operand.sources.first().and_then(|nodes| nodes.first()).map_or(1, |(block, node)| {
            let nodes = &self.machine.blocks[*block].nodes;
            nodes[nodes[*node].args[position]].ty.bits()
        });
        let value = choose(cases.iter().map(|(when, value)| (when.as_str(), value.as_str())), bits);
        let wire = format!("{unit}_{}", OPERANDS[position]);
        if operand.has_register() {
            self.reg(bits, &wire);
            let ce = self.ce(bits);
            self.line(format!("always @(posedge clk) if ({ce}) {wire} <= {value};"));
        } else {
            self.net(bits, &wire, value);
        }
        wire
    }

    /// When a signal is an operand, and the signal.
    fn source(&self, nodes: &[(BlockId, NodeId)], position: usize) -> (String, String) {
        let active = |(block, node): &(BlockId, NodeId)| {
            self.active(*block, self.plan_of(*block).taken(*node, position), None)
        };
        let mut cycles: Vec<String> = nodes.iter().map(active).collect();
        cycles.sort_unstable();
        cycles.dedup();
        let text = nodes.first().map_or_else(String::new, |(block, node)| {
            self.taken(*block, *node, &self.machine.blocks[*block].nodes[*node], position)
        });
        (any(&cycles), text)
    }
}

/// `fmul_u0`
fn name(number: usize, unit: &SharedUnit) -> String {
    format!("{}_u{number}", unit.module.name.trim_start_matches("sh_"))
}
