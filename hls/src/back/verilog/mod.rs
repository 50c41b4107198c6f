//! Verilog-2001 of a scheduled machine: the core, which computes. Bridges and control registers stand around it.
//!
//! Every block is a pipeline through which iterations pass: a bit travels along its cycles (`valid`), and starts what is
//! scheduled there. A block that does not repeat sees one bit at a time. A process stands still (`ce`) while a port has no room
//! or no data, but for pipelines that flush: there, each cycle has an enable of its own (`b3_en`).

mod axi;
mod block;
mod bundle;
mod channel;
mod control;
mod counters;
mod enable;
mod external_memory;
mod memory;
mod names;
mod observed;
mod operand;
mod operation;
mod process;
pub mod registers;
mod shared_memory;
mod sharing;
mod top;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use la_arena::ArenaMap;
use sycl_hls_ir::ChannelEnd;

use crate::rtl::design::{BlockId, Design, Machine, MemoryId, NodeId, ProcessId, VarId};
use crate::rtl::harness::STATE_BITS;
use crate::rtl::{BlockPlan, Plan, ProcessPlan};
pub use external_memory::bench;
use names::Names;
pub use observed::observed;
pub use top::{Stream, data_width, streams, tells_reads, top};

/// The module that computes, of the name `<kernel>_core`. A kernel of several processes has a module for each of them, and one
/// around them all.
#[must_use]
pub fn core(design: &Design, plan: &Plan) -> String {
    process::core(design, plan).0
}

fn emit<'m>(design: &'m Design, process: ProcessId, plan: &'m ProcessPlan) -> Emitter<'m> {
    let machine = design.machine(process);
    let mut emitter = Emitter {
        design,
        process,
        machine,
        flushes: plan.blocks.iter().any(|(_, plan)| plan.flushes),
        last_enable: enable::Copy::default(),
        waits: Vec::new(),
        synchronizing: Vec::new(),
        stuck: Vec::new(),
        plan,
        names: Names::new(machine),
        looked_at: RefCell::default(),
        nets: String::new(),
        body: String::new(),
        written: ArenaMap::default(),
        ports: ArenaMap::default(),
        requests: vec![axi::Requests::default(); machine.bundles.len()],
        external_ports: Vec::new(),
        outputs: Vec::new(),
        shared_ports: Vec::new(),
    };
    emitter.results();
    for (position, param) in design.processes[process].params.iter().enumerate() {
        emitter.written.insert(*param, vec![("start".to_owned(), format!("param{position}"))]);
    }
    for (id, _) in machine.blocks.iter() {
        emitter.block(id);
    }
    emitter.shared_units();
    emitter.control();
    emitter.vars();
    emitter.memories();
    emitter.channels();
    let waits = emitter.bundles();
    emitter.unwritten_outputs();
    emitter.cycles();
    emitter.enables(&waits);
    emitter.states();
    emitter
}

/// What a reader has to know of a core.
fn introduction(kernel: &str) -> String {
    format!(
        "// The computation of the kernel `{kernel}`, as scheduled.
//
// Blocks: each is a pipeline. `b2_valid_7` says that an iteration of block 2 is in its cycle 7, and starts what is scheduled
// there; where a pipeline flushes, `b2_valid[7]` does. `x_b2_24` is a value that node 24 of block 2 computes, called as in Rust where it has a name there, and `x_b2_24_q3`
// the same value three registers later. `i_v0` is a variable, `table_m0` an array. Lines are those of the Rust source.
// Stalls: `ce` is 0 while a port or channel that a cycle at work wants has no room or no data; then the process stands still.
// Where it goes to many registers, `ce1` and so on are copies of it for some of them.
// Where a pipeline flushes, each of its cycles has an enable instead (`b2_en[7]`), and waits only for those behind it.
// Resets: `rst_n` is synchronous and active low. It ends all that is at work (`b2_valid`, `running`); data is not reset.

"
    )
}

/// Each file declares all of its nets, and leaves the default of others as it was.
const BEGIN: &str = "`default_nettype none\n\n";
const END: &str = "\n`default_nettype wire\n";

/// Files as one text, which says once what they say of undeclared nets.
#[must_use]
pub fn joined(files: &[&str]) -> String {
    let bare = |file: &&str| -> String {
        let begun = file.strip_prefix(BEGIN).unwrap_or(file);
        begun.strip_suffix(END).unwrap_or(begun).to_owned()
    };
    format!("{BEGIN}{}{END}", files.iter().map(bare).collect::<Vec<_>>().join("\n"))
}

struct Emitter<'m> {
    design: &'m Design,
    process: ProcessId,
    machine: Machine<'m>,
    /// True if a pipeline of the process flushes: then each action has its own enable, and otherwise all have `ce`.
    flushes: bool,
    last_enable: enable::Copy,
    /// When a cycle of a block has to wait for a channel or a process.
    waits: Vec<(BlockId, u32, enable::Wait)>,
    /// When operations on channels have to wait.
    stuck: Vec<((BlockId, NodeId), String)>,
    /// The operations on channels and processes.
    synchronizing: Vec<channel::Operation>,
    plan: &'m ProcessPlan,
    names: Names,
    /// The cycles of blocks at which something looks; of those that flush, none.
    looked_at: RefCell<BTreeMap<BlockId, BTreeSet<u32>>>,
    /// The declarations of nets and registers, which stand before the body: nothing is used before it is declared.
    nets: String,
    body: String,
    /// When each variable is written, and with what.
    written: ArenaMap<VarId, Vec<(String, String)>>,
    /// The accesses of each memory's ports.
    ports: ArenaMap<MemoryId, Vec<Vec<memory::Request>>>,
    requests: Vec<axi::Requests>,
    /// The ports to external memories.
    external_ports: Vec<external_memory::Signal>,
    /// The arguments that are written.
    outputs: Vec<usize>,
    /// The ports to memories of the core.
    shared_ports: Vec<shared_memory::SharedPort>,
}

impl Emitter<'_> {
    /// All of the file.
    fn text(&self) -> String {
        format!(
            "{BEGIN}{}{}{}{}endmodule\n{END}",
            introduction(self.machine.name),
            header(self.design, &self.names, &self.external_ports),
            self.nets,
            self.body
        )
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.body.push_str("  ");
        self.body.push_str(text.as_ref());
        self.body.push('\n');
    }

    /// Declares a net.
    fn wire(&mut self, bits: u32, name: impl fmt::Display) {
        let _ = writeln!(self.nets, "  wire {}{name};", range(bits));
    }

    /// Declares a register.
    fn reg(&mut self, bits: u32, name: impl fmt::Display) {
        let _ = writeln!(self.nets, "  reg {}{name};", range(bits));
    }

    /// Declares a net that always has a value.
    fn net(&mut self, bits: u32, name: impl fmt::Display, value: impl fmt::Display) {
        self.wire(bits, &name);
        self.line(format!("assign {name} = {value};"));
    }

    /// True where a cycle of a block goes on.
    fn enable(&self, block: BlockId, cycle: u32) -> String {
        if self.plan_of(block).flushes { format!("b{}_en[{cycle}]", block.into_raw()) } else { "ce".into() }
    }

    /// An action of a cycle of a block, only if the cycle goes on where there is no common `ce`.
    fn enabled(&self, block: BlockId, cycle: u32, active: String) -> String {
        let has_enable = self.flushes && active != operand::NEVER;
        if has_enable { format!("{active} & {}", self.enable(block, cycle)) } else { active }
    }

    /// ` & ce`, where all actions have it in common.
    const fn and_common_enable(&self) -> &'static str {
        if self.flushes { "" } else { " & ce" }
    }

    /// `if (ce) `, where all actions have it in common.
    const fn common_enable(&self) -> &'static str {
        if self.flushes { "" } else { "if (ce) " }
    }

    fn plan_of(&self, block: BlockId) -> &BlockPlan {
        &self.plan.blocks[block]
    }

    /// The outputs of a kernel that never ends: it writes none.
    fn unwritten_outputs(&mut self) {
        if self.process != self.design.root {
            return;
        }
        for (index, arg) in self.machine.args.iter().enumerate() {
            if arg.direction.is_written() && !self.outputs.contains(&index) {
                let (output, valid) = (self.names.output(index), self.names.output_valid(index));
                self.line(format!("assign {output} = {};", operand::literal(arg.bits, 0)));
                self.line(format!("assign {valid} = 1'b0;"));
            }
        }
    }

    /// The registers of the variables.
    fn vars(&mut self) {
        let vars: Vec<VarId> = self.machine.vars.iter().map(|(id, _)| id).collect();
        for var in vars {
            let name = self.names.var(var);
            let data = &self.machine.vars[var];
            let bits = data.ty.bits();
            let initial = data.initial.as_ref().map(|value| operand::constant(bits, value, 0));
            let Some(writes) = self.written.get(var).cloned() else {
                // What is never written is read only where nobody looks at it.
                self.net(bits, name, initial.unwrap_or_else(|| operand::literal(bits, 0)));
                continue;
            };
            let enable = match initial {
                Some(initial) => {
                    self.reg(bits, format!("{name} = {initial}"));
                    // Before the first reset anything may seem to be at work.
                    format!("if (rst_n{}) ", if self.flushes { "" } else { " & ce" })
                }
                None => {
                    self.reg(bits, &name);
                    self.common_enable().to_owned()
                }
            };
            self.line(format!("always @(posedge clk) {enable}begin"));
            for (when, value) in writes {
                self.line(format!("  if ({when}) {name} <= {value};"));
            }
            self.line("end");
        }
    }
}

/// The head of the core.
fn header(design: &Design, names: &Names, external_ports: &[external_memory::Signal]) -> String {
    let machine = design.root();
    let mut text = format!(
        "module {}_core (\n  input wire clk,\n  input wire rst_n,\n  input wire ap_start,\n  input wire ap_continue,\n  output wire ap_done,\n  output wire ap_ready,\n  output wire ap_idle",
        machine.name
    );
    for (index, arg) in machine.args.iter().enumerate() {
        if arg.direction.is_read() {
            let _ = write!(text, ",\n  input wire {}{}", range(arg.bits), names.arg(index));
        }
        if arg.direction.is_written() {
            let (output, valid) = (names.output(index), names.output_valid(index));
            let _ = write!(text, ",\n  output wire {}{output},\n  output wire {valid}", range(arg.bits));
        }
    }
    for bundle in machine.bundles {
        for (output, bits, what) in axi::signals(bundle) {
            let direction = if output { "output" } else { "input" };
            let _ = write!(text, ",\n  {direction} wire {}{}_{what}", range(bits), bundle.name);
        }
    }
    for (id, data, end) in design.ports() {
        let name = channel::channel(id);
        let (to, from) = if end == ChannelEnd::Read { ("input", "output") } else { ("output", "input") };
        let _ = write!(
            text,
            ",\n  {to} wire {}{name}_tdata,\n  {to} wire {name}_tvalid,\n  {from} wire {name}_tready",
            range(data.ty.bits())
        );
    }
    for signal in external_ports {
        let _ = write!(text, ",\n  {}", signal.declaration());
    }
    let states = range(state_words(design) * STATE_BITS as u32);
    let _ = write!(
        text,
        "\n`ifdef SYCL_HLS_SIMULATION\n  , output wire {states}states, output wire waits\n`endif\n);\n"
    );
    text
}

/// The block that each bit of the signal `states` tells of: it is at work. Those of a process begin in a word of their own.
#[must_use]
pub fn states(design: &Design) -> Vec<Option<(ProcessId, BlockId)>> {
    let mut states = Vec::new();
    for (id, process) in design.processes.iter() {
        states.resize(states.len().next_multiple_of(STATE_BITS), None);
        states.extend(process.blocks.iter().map(|(block, _)| Some((id, block))));
    }
    states
}

/// How many signals tell of a kernel's blocks, processes and channels.
#[must_use]
pub fn signals(design: &Design) -> usize {
    observed::signals(design, states(design).len() as u32) as usize
}

/// How many words tell of all of these.
fn state_words(design: &Design) -> u32 {
    signals(design).div_ceil(STATE_BITS) as u32
}

/// How many words tell of the blocks of a process which are at work.
fn own_state_words(machine: Machine<'_>) -> u32 {
    machine.blocks.len().div_ceil(STATE_BITS) as u32
}

/// `[31:0] `, or nothing for one bit.
fn range(bits: u32) -> String {
    if bits == 1 { String::new() } else { format!("[{}:0] ", bits - 1) }
}
