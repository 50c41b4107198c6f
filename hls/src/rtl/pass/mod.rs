//! Passes over hardware IR, and their one registry.
//!
//! A pass changes one process and what it accesses of its design: ports and memories. It keeps what the kernel computes; whether
//! a change is worth it, it asks of [`Cost`]. [`run_all`] runs them in order.

mod burst;
mod forward;
mod loop_fusion;
mod memory_duplication;
mod memory_partitioning;
mod port_widening;
mod prune;
mod reassociation;
mod reuse;
mod slowdown;

pub(super) use burst::single_requests;
pub(super) use port_widening::widen_ports;

use super::check::check;
use super::cost::Cost;
use super::design::{Design, Process};

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    run: fn(&mut Design, &mut Process, Cost),
}

/// Each access of several elements in one cycle.
const PORT_WIDENING: Pass = Pass { name: "port_widening", run: port_widening::widen_ports };
/// Consecutive independent loops become one.
const LOOP_FUSION: Pass = Pass { name: "loop_fusion", run: loop_fusion::fuse_loops };
/// What nothing needs is removed.
const PRUNE: Pass = Pass { name: "prune", run: prune::prune };
/// What earlier iterations have read comes from registers.
const REUSE: Pass = Pass { name: "reuse", run: reuse::reuse };
/// Chains of integer operations take in last what comes around a recurrence.
const REASSOCIATION: Pass = Pass { name: "reassociation", run: reassociation::reassociate };
/// Loads see stores that have not landed yet.
const FORWARD: Pass = Pass { name: "forward", run: forward::forward };
/// Arrays in banks, of which one iteration reads each at most once for each port.
const MEMORY_PARTITIONING: Pass = Pass { name: "memory_partitioning", run: memory_partitioning::partition };
/// Arrays with more read ports.
const MEMORY_DUPLICATION: Pass = Pass { name: "memory_duplication", run: memory_duplication::duplicate };
/// One request for many elements.
const BURST: Pass = Pass { name: "burst", run: burst::infer_bursts };

/// All passes, in the order in which they run. Port widening runs again for loops that read fewer elements after `reuse`.
pub const PASSES: [Pass; 12] = [
    PRUNE,
    PORT_WIDENING,
    LOOP_FUSION,
    PRUNE,
    REUSE,
    PRUNE,
    PORT_WIDENING,
    REASSOCIATION,
    FORWARD,
    MEMORY_PARTITIONING,
    MEMORY_DUPLICATION,
    BURST,
];

impl Pass {
    /// Changes every process of a design.
    pub fn run(&self, design: &mut Design, cost: Cost) {
        let ids: Vec<_> = design.processes.iter().map(|(id, _)| id).collect();
        for id in ids {
            let mut process = design.processes[id].clone();
            (self.run)(design, &mut process, cost);
            design.processes[id] = process;
        }
    }
}

/// Runs all passes in order. Debug builds verify the design after each of them.
pub fn run_all(design: &mut Design, cost: Cost) {
    for pass in &PASSES {
        pass.run(design, cost);
        debug_assert_eq!(check(design), Ok(()), "after pass {}", pass.name);
    }
}
