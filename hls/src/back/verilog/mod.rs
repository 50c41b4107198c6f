//! Verilog-2001 of a scheduled machine: the core, which computes. Bridges and control registers stand around it.
//!
//! Every block is a pipeline through which iterations pass: a bit travels along its cycles (`valid`), and starts what is
//! scheduled there. A block that does not repeat sees one bit at a time. The whole core stands still (`ce`) while a
//! port has no room or no data.

mod axi;
mod block;
mod control;
mod external_memory;
mod memory;
mod names;
mod operand;
mod operation;
pub mod registers;
mod sharing;
mod top;

use std::fmt::Write as _;

use la_arena::ArenaMap;

use crate::rtl::design::{BlockId, Design, Machine, MemoryId, VarId};
use crate::rtl::harness::STATE_BITS;
use crate::rtl::{BlockPlan, Plan, ProcessPlan};
pub use external_memory::bench;
use names::Names;
pub use top::{data_width, tells_reads, top};

/// The module that computes, of the name `<kernel>_core`.
#[must_use]
pub fn core(design: &Design, plan: &Plan) -> String {
    emit(design.root(), plan.root()).text()
}

fn emit<'m>(machine: Machine<'m>, plan: &'m ProcessPlan) -> Emitter<'m> {
    let mut emitter = Emitter {
        machine,
        plan,
        names: Names::new(machine),
        body: String::new(),
        written: ArenaMap::default(),
        ports: ArenaMap::default(),
        requests: vec![axi::Requests::default(); machine.bundles.len()],
        external_ports: Vec::new(),
    };
    emitter.results();
    for (id, _) in machine.blocks.iter() {
        emitter.block(id);
    }
    emitter.shared_units();
    emitter.control();
    emitter.vars();
    emitter.memories();
    emitter.bundles();
    emitter.states();
    emitter
}

/// Names that only SystemVerilog reserves are names here: `matches`, `bit`. Other tools do not read these files as
/// SystemVerilog.
const BEGIN: &str = "`ifdef VERILATOR\n`begin_keywords \"1364-2001\"\n`endif\n";
const END: &str = "`ifdef VERILATOR\n`end_keywords\n`endif\n";

struct Emitter<'m> {
    machine: Machine<'m>,
    plan: &'m ProcessPlan,
    names: Names,
    body: String,
    /// When each variable is written, and with what.
    written: ArenaMap<VarId, Vec<(String, String)>>,
    /// The accesses of each memory's ports.
    ports: ArenaMap<MemoryId, Vec<Vec<memory::Request>>>,
    requests: Vec<axi::Requests>,
    /// The ports to external memories.
    external_ports: Vec<external_memory::Signal>,
}

impl Emitter<'_> {
    /// All of the file.
    fn text(&self) -> String {
        format!("{BEGIN}{}{}endmodule\n{END}", self.header(), self.body)
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.body.push_str("  ");
        self.body.push_str(text.as_ref());
        self.body.push('\n');
    }

    fn plan_of(&self, block: BlockId) -> &BlockPlan {
        &self.plan.blocks[block]
    }

    fn header(&self) -> String {
        let mut text = format!(
            "module {}_core (\n  input wire clk,\n  input wire rst_n,\n  input wire ap_start,\n  input wire ap_continue,\n  output wire ap_done,\n  output wire ap_ready,\n  output wire ap_idle",
            self.machine.name
        );
        for (index, arg) in self.machine.args.iter().enumerate() {
            let _ = write!(text, ",\n  input wire {}{}", range(arg.bits), self.names.arg(index));
        }
        for bundle in self.machine.bundles {
            axi::ports(&mut text, bundle);
        }
        for signal in &self.external_ports {
            let _ = write!(text, ",\n  {}", signal.declaration());
        }
        let states = range(state_words(self.machine) * STATE_BITS as u32);
        let _ = write!(
            text,
            "\n`ifdef SYCL_HLS_SIMULATION\n  , output wire {states}states, output wire waits\n`endif\n);\n"
        );
        text
    }

    /// The registers of the variables.
    fn vars(&mut self) {
        let vars: Vec<VarId> = self.machine.vars.iter().map(|(id, _)| id).collect();
        for var in vars {
            let name = self.names.var(var);
            let bits = self.machine.vars[var].ty.bits();
            let Some(writes) = self.written.get(var).cloned() else {
                // What is never written is read only where nobody looks at it.
                self.line(format!("wire {}{name} = {};", range(bits), operand::literal(bits, 0)));
                continue;
            };
            self.line(format!("reg {}{name};", range(bits)));
            self.line("always @(posedge clk) if (ce) begin");
            for (when, value) in writes {
                self.line(format!("  if ({when}) {name} <= {value};"));
            }
            self.line("end");
        }
    }
}

/// How many words tell of all blocks which are at work.
fn state_words(machine: Machine<'_>) -> u32 {
    machine.blocks.len().div_ceil(STATE_BITS) as u32
}

/// `[31:0] `, or nothing for one bit.
fn range(bits: u32) -> String {
    if bits == 1 { String::new() } else { format!("[{}:0] ", bits - 1) }
}
