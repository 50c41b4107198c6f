//! Registers that become a part of the DSP before them: its register behind the multiplier, MREG (UG579, "Multiplier"; UG901,
//! "Inferring DSPs"). yosys 0.23 leaves them beside the DSPs of UltraScale+.

use std::collections::{HashMap, HashSet};

use crate::json::{Cell, Module};

use super::{nets, pins};

/// The results of DSPs that go to one flip-flop each and nowhere else.
pub(super) fn results(module: &Module) -> HashSet<usize> {
    let uses = Uses::of(module);
    let dsps = module.cells.values().filter(|cell| cell.kind == "DSP48E2");
    dsps.map(outputs).filter(|nets| uses.are_registered(nets)).flatten().collect()
}

/// The ports of a DSP's results.
pub(super) const RESULTS: [&str; 2] = ["P", "PCOUT"];

/// The nets of a DSP's results.
pub(super) fn outputs(dsp: &Cell) -> Vec<usize> {
    RESULTS.iter().flat_map(|port| pins(dsp, port)).collect()
}

/// How many inputs, outputs of the module among them, nets drive, and how many of these are data of flip-flops.
#[derive(Default)]
struct Uses {
    all: HashMap<usize, usize>,
    registers: HashMap<usize, usize>,
}

impl Uses {
    fn of(module: &Module) -> Self {
        let mut uses = Self::default();
        for port in module.ports.values() {
            nets(&port.bits).for_each(|net| *uses.all.entry(net).or_insert(0) += 1);
        }
        for cell in module.cells.values() {
            let is_result = |port: &str| cell.kind == "DSP48E2" && RESULTS.contains(&port);
            let inputs = cell.connections.iter().filter(|(port, _)| !is_result(port));
            for net in inputs.flat_map(|(_, bits)| nets(bits)) {
                *uses.all.entry(net).or_insert(0) += 1;
            }
            if matches!(cell.kind.as_str(), "FDRE" | "FDSE") {
                pins(cell, "D").into_iter().for_each(|net| *uses.registers.entry(net).or_insert(0) += 1);
            }
        }
        uses
    }

    fn are_registered(&self, nets: &[usize]) -> bool {
        let used: Vec<&usize> = nets.iter().filter(|net| self.all.contains_key(net)).collect();
        let once = |net: &&&usize| self.all[**net] == 1 && self.registers.contains_key(**net);
        !used.is_empty() && used.iter().filter(once).count() == used.len()
    }
}
