//! Arrays that reach the next process: memories of the core, with ports for each of the processes, of which one at a
//! time is at work. Of arrays that are handed over there are several buffers, each of which one process at a time accesses.

use std::fmt::Write as _;

use super::channel::{channel, process};
use super::control::any;
use super::memory::{Port, Request, Writer, output};
use super::names::Names;
use super::process::Pin;
use super::{Emitter, range};
use crate::rtl::design::{ChannelId, Design, MemoryId, ProcessId, VarId};
use crate::rtl::{MemoryPlan, Plan};

/// A port of a process to a memory of the core.
#[derive(Clone, Debug)]
pub(super) struct SharedPort {
    process: ProcessId,
    memory: MemoryId,
    number: usize,
    name: String,
    reads: bool,
    writes: bool,
    /// Bits of an element.
    bits: u32,
    /// The tokens for buffers that are held, of which the process accesses one at a time; `None` if there are no buffers.
    held: Option<ChannelId>,
}

/// The signal of a process that tells which of the buffers with these tokens it accesses: `p1_c3_buffer`.
pub(super) fn buffer(id: ProcessId, held: ChannelId) -> String {
    format!("{}_{}", process(id), buffer_pin(held))
}

/// The same inside of the process: `c3_buffer`.
pub(super) fn buffer_pin(held: ChannelId) -> String {
    format!("{}_buffer", channel(held))
}

impl SharedPort {
    /// `p1_x_m0_load0`
    fn wire(&self, what: &str) -> String {
        format!("{}_{}", process(self.process), self.pin(what))
    }

    fn pin(&self, what: &str) -> String {
        format!("{}_{what}{}", self.name, self.number)
    }

    /// What the process drives, and its width.
    fn outputs(&self) -> impl Iterator<Item = (&'static str, u32)> {
        let reads = self.reads.then_some(("load", 1));
        let writes = [("store", 1), ("in", self.bits)].into_iter().filter(|_| self.writes);
        std::iter::once(("index", 32)).chain(reads).chain(writes)
    }

    /// The signals of the process.
    pub fn pins(&self) -> Vec<Pin> {
        let outputs =
            self.outputs().map(|(what, bits)| Pin::new(true, bits, self.pin(what), self.wire(what)));
        let out = if self.held.is_some() { self.wire("out") } else { self.pin("out") };
        let element = self.reads.then(|| Pin::new(false, self.bits, self.pin("out"), out));
        outputs.chain(element).collect()
    }

    /// The wire of what it has read: from the one of so many buffers that the process accesses.
    fn element(&self, buffers: u64) -> Option<String> {
        let held = self.held.filter(|_| self.reads)?;
        let out = |number: u64| output(&buffer_name(&self.name, number), self.number, 1);
        let (range, wire, buffer) = (range(self.bits), self.wire("out"), buffer(self.process, held));
        let chosen = (1..buffers).rev().map(|number| format!("{buffer} == {number} ? {} : ", out(number)));
        Some(format!("wire {range}{wire} = {}{};", chosen.collect::<String>(), out(0)))
    }

    /// What it asks of a memory, or of one of its buffers.
    fn requests(&self, number: u64) -> impl Iterator<Item = Request> {
        let condition = |held| format!(" & ({} == {number})", buffer(self.process, held));
        let condition = self.held.map(condition).unwrap_or_default();
        let request = |active: &str, value: Option<&str>| Request {
            active: format!("{}{condition}", self.wire(active)),
            index: self.wire("index"),
            value: value.map(|value| self.wire(value)),
        };
        [self.reads.then(|| request("load", None)), self.writes.then(|| request("store", Some("in")))]
            .into_iter()
            .flatten()
    }
}

/// `x_m0_buffer1`
fn buffer_name(memory: &str, number: u64) -> String {
    format!("{memory}_buffer{number}")
}

impl Emitter<'_> {
    /// The variables that tell which buffers the process accesses, of memories that it shares.
    pub(super) fn buffers(&self) -> Vec<(ChannelId, VarId)> {
        let is_used = |held: ChannelId| self.shared_ports.iter().any(|port| port.held == Some(held));
        let buffers = self.design.processes[self.process].buffers.iter().copied();
        buffers.filter(|(held, _)| is_used(*held)).collect()
    }

    /// Tells the core which buffers the process accesses.
    pub(super) fn tell_buffers(&mut self) {
        for (held, var) in self.buffers() {
            self.line(format!("assign {} = {};", buffer_pin(held), self.names.var(var)));
        }
    }

    /// The ports of the process at hand to a memory of the core.
    pub(super) fn shared_memory(&mut self, id: MemoryId, ports: &[Vec<Request>]) {
        let (name, memory) = (self.names.memory(id), &self.machine.memories[id]);
        let ce = self.and_common_enable();
        for (number, requests) in ports.iter().enumerate().filter(|(_, requests)| !requests.is_empty()) {
            let (port, bits) = (Port::of(requests, memory.ty.bits()), memory.ty.bits());
            let loads = requests.iter().filter(|it| it.value.is_none()).map(|it| it.active.clone());
            let loads = any(&loads.collect::<Vec<_>>());
            self.line(format!("assign {name}_index{number} = {};", port.index));
            if port.reads {
                self.line(format!("assign {name}_load{number} = ({loads}){ce};"));
                for cycle in 1..memory.latency {
                    let (from, to) = (output(&name, number, cycle), output(&name, number, cycle + 1));
                    self.reg(bits, &to);
                    let ce = self.ce(bits);
                    self.line(format!("always @(posedge clk) if ({ce}) {to} <= {from};"));
                }
            }
            if let Some((when, value)) = &port.write {
                self.line(format!("assign {name}_store{number} = ({when}){ce};"));
                self.line(format!("assign {name}_in{number} = {value};"));
            }
            let (process, reads, writes) = (self.process, port.reads, port.write.is_some());
            self.shared_ports.push(SharedPort {
                process,
                memory: id,
                number,
                name: name.clone(),
                reads,
                writes,
                bits,
                held: memory.handover.map(|handover| handover.held),
            });
        }
    }
}

/// The memories of the core, between the ports of the processes.
pub(super) fn memories(design: &Design, plan: &Plan, ports: &[SharedPort]) -> String {
    let mut text = String::new();
    let names = Names::new(design.root());
    for (id, process) in design.inner_processes() {
        for (held, var) in &process.buffers {
            if ports.iter().any(|port| port.process == id && port.held == Some(*held)) {
                let _ =
                    writeln!(text, "  wire {}{};", range(process.vars[*var].ty.bits()), buffer(id, *held));
            }
        }
    }
    for port in ports {
        for (what, bits) in port.outputs() {
            let _ = writeln!(text, "  wire {}{};", range(bits), port.wire(what));
        }
    }
    for (id, memory) in
        design.memories.iter().filter(|(id, memory)| memory.external.is_none() && design.is_shared(*id))
    {
        let users = design.accessors(id);
        let plans: Vec<&MemoryPlan> = users.iter().map(|user| &plan.processes[*user].memories[id]).collect();
        let plan = MemoryPlan::together(memory, &plans);
        let own = |number: usize| ports.iter().filter(move |port| port.memory == id && port.number == number);
        let buffers = design.buffers(id);
        for number in 0..buffers {
            let requests = |port: usize| own(port).flat_map(|port| port.requests(number)).collect();
            let requests: Vec<Vec<Request>> = (0..memory.ports.len()).map(requests).collect();
            let name = names.memory(id);
            let name = if memory.handover.is_some() { buffer_name(&name, number) } else { name };
            let ce = "ce".to_owned();
            let writer = Writer { memory, plan: &plan, name, latency: 1, has_common_enable: false, ce };
            text.push_str(&writer.outputs());
            text.push_str(&writer.text(&requests));
        }
        for element in (0..memory.ports.len()).flat_map(own).filter_map(|port| port.element(buffers)) {
            let _ = writeln!(text, "  {element}");
        }
    }
    text
}
