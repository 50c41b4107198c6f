//! External memories: the core's ports to them, and a test bench that contains them.

use std::fmt::Write as _;

use super::memory::{Port, Request};
use super::names::Names;
use super::{BEGIN, END, Emitter, process, range};
use crate::rtl::Plan;
use crate::rtl::design::{Design, MemoryId};
use crate::rtl::library::PROCESSES;

/// A signal between the core and an external memory.
#[derive(Clone, Debug)]
pub(super) struct Signal {
    memory: MemoryId,
    /// Of which port of the memory.
    port: usize,
    name: String,
    /// True if the core drives it.
    output: bool,
    bits: u32,
}

impl Signal {
    /// Its name, in a process as in the core.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True if the core drives it.
    pub const fn is_output(&self) -> bool {
        self.output
    }

    /// Its width.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// The port of the core.
    pub fn declaration(&self) -> String {
        let direction = if self.output { "output" } else { "input" };
        format!("{direction} wire {}{}", range(self.bits), self.name)
    }
}

impl Emitter<'_> {
    /// The ports to an external memory, named as Vitis names those of `ap_memory`.
    pub(super) fn external_memory(&mut self, id: MemoryId, ports: &[Vec<Request>]) {
        let memory = &self.machine.memories[id];
        let (name, bits, address_bits) = (self.names.memory(id), memory.ty.bits(), memory.address_bits());
        for (number, requests) in ports.iter().enumerate().filter(|(_, requests)| !requests.is_empty()) {
            let port = Port::of(requests, bits);
            let mut signal = |what: &str, output: bool, bits: u32| {
                let name = format!("{name}_{what}{number}");
                self.external_ports.push(Signal { memory: id, port: number, name, output, bits });
            };
            signal("address", true, address_bits);
            signal("ce", true, 1);
            if port.write.is_some() {
                signal("we", true, 1);
                signal("d", true, bits);
            }
            if port.reads {
                signal("q", false, bits);
            }
            self.net(32, format!("{name}_index{number}"), port.index);
            self.line(format!(
                "assign {name}_address{number} = {name}_index{number}[{}:0];",
                address_bits - 1
            ));
            let ce = if self.flushes { "" } else { "ce & " };
            self.line(format!("assign {name}_ce{number} = {ce}({});", port.active));
            if let Some((when, value)) = port.write {
                self.line(format!("assign {name}_we{number} = {when};"));
                self.line(format!("assign {name}_d{number} = {value};"));
            }
            if port.reads {
                self.net(bits, format!("{name}_out{number}"), format!("{name}_q{number}"));
            }
        }
    }
}

/// The core with a module `bench` around it. Memories are filled from the files `<slice>.hex`, a number in each line,
/// and written to `<slice>.out`. Other arguments are `+arg0=..` and so on, in hexadecimal. There is one run; the bench
/// says `cycles: N`, from the edge that sees the start to the one that sees the end. After `+limit=..` cycles it ends without
/// having said so. Verilator drives the clock, `clk`; other simulators take the one of the bench.
#[must_use]
pub fn bench(design: &Design, plan: &Plan) -> String {
    let machine = design.root();
    let (core, external_ports) = process::core(design, plan);
    let names = Names::new(machine);
    let mut text = format!("{BEGIN}{BENCH}");
    let mut pins = String::new();
    let args = machine.args.iter().enumerate();
    for (index, arg) in args.filter(|(_, arg)| arg.direction.is_read()) {
        let name = names.arg(index);
        let _ = writeln!(text, "  reg {}{name};", range(arg.bits));
        let _ = writeln!(text, "  initial if (!$value$plusargs(\"arg{index}=%h\", {name})) {name} = 0;");
        let _ = write!(pins, ", .{name}({name})");
    }
    let mut outcome = String::new();
    for (id, memory) in machine.memories.iter().filter(|(_, memory)| memory.external.is_some()) {
        let name = names.memory(id);
        let signals: Vec<&Signal> = external_ports.iter().filter(|it| it.memory == id).collect();
        let _ = writeln!(text, "  reg {}{name}_memory [0:{}];", range(memory.ty.bits()), memory.depth - 1);
        let _ = writeln!(text, "  initial $readmemh(\"{}.hex\", {name}_memory);", memory.name);
        model(&mut text, &name, &signals);
        signals.iter().for_each(|it| pins.push_str(&format!(", .{0}({0})", it.name)));
        let _ = writeln!(outcome, "        $writememh(\"{}.out\", {name}_memory);", memory.name);
    }
    let _ = writeln!(text, "  {}_core core ({CORE_PINS}{pins});", machine.name);
    text.push_str(&CONTROL.replace("OUTCOME", outcome.trim_end()));
    text.push_str(END);
    if design.processes.len() > 1 {
        PROCESSES.iter().for_each(|file| text.push_str(file.text));
    }
    text + &core
}

/// What a memory does at its ports: it answers in the next cycle, with what it held before.
fn model(text: &mut String, name: &str, signals: &[&Signal]) {
    for signal in signals {
        let kind = if signal.output { "wire" } else { "reg" };
        let _ = writeln!(text, "  {kind} {}{};", range(signal.bits), signal.name);
    }
    let has = |what: &str, port: usize| signals.iter().any(|it| it.name == format!("{name}_{what}{port}"));
    for port in signals.iter().filter(|it| it.name.starts_with(&format!("{name}_ce"))).map(|it| it.port) {
        // Before the reset is over a core may do anything.
        let _ = writeln!(text, "  always @(posedge clk) if (rst_n & {name}_ce{port}) begin");
        let element = format!("{name}_memory[{name}_address{port}]");
        if has("we", port) {
            let _ = writeln!(text, "    if ({name}_we{port}) {element} <= {name}_d{port};");
        }
        if has("q", port) {
            let _ = writeln!(text, "    {name}_q{port} <= {element};");
        }
        text.push_str("  end\n");
    }
}

const BENCH: &str = "`ifdef VERILATOR
module bench (input wire clk);
`else
module bench;
  reg clk = 0;
  always #1 clk = ~clk;
`endif
  reg [2:0] reset = 0;
  wire rst_n = reset[2];
";

const CORE_PINS: &str = ".clk(clk), .rst_n(rst_n), .ap_start(ap_start), .ap_continue(1'b1), .ap_done(ap_done), \
                         .ap_ready(ap_ready), .ap_idle(ap_idle)";

const CONTROL: &str = "  reg [63:0] cycles = 0, limit;
  initial if (!$value$plusargs(\"limit=%d\", limit)) limit = ~64'b0;
  reg started = 0;
  wire ap_start = rst_n & ~started;
  wire ap_done, ap_ready, ap_idle;
  always @(posedge clk) begin
    if (!rst_n) reset <= reset + 1;
    else begin
      started <= 1;
      if (started) cycles <= cycles + 1;
      if (cycles == limit) $finish;
      if (started & ap_done) begin
        $display(\"cycles: %0d\", cycles + 1);
OUTCOME
        $finish;
      end
    end
  end
endmodule
";
