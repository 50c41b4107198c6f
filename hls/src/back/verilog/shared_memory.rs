//! Arrays that reach the next process: memories of the core, with ports for each of the processes, of which one at a
//! time is at work. Of arrays that are handed over there are several buffers, each of which one process at a time accesses.

use std::fmt::Write as _;

use super::channel::process;
use super::control::any;
use super::memory::{Port, Request, Writer, choose, output};
use super::names::Names;
use super::process::Pin;
use super::{Emitter, range};
use crate::rtl::design::{Design, MemoryId, ProcessId};
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
    /// Bits of the number of a buffer; `None` if there are no buffers.
    buffer: Option<u32>,
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
        let buffer = self.buffer.map(|bits| ("buffer", bits));
        std::iter::once(("index", 32)).chain(reads).chain(writes).chain(buffer)
    }

    /// The signals of the process.
    pub fn pins(&self) -> Vec<Pin> {
        let outputs =
            self.outputs().map(|(what, bits)| Pin::new(true, bits, self.pin(what), self.wire(what)));
        let out = if self.buffer.is_some() { self.wire("out") } else { self.pin("out") };
        let element = self.reads.then(|| Pin::new(false, self.bits, self.pin("out"), out));
        outputs.chain(element).collect()
    }

    /// The wire of what it has read: from the one of so many buffers that it has asked before.
    fn element(&self, buffers: u64) -> Option<String> {
        let bits = self.buffer.filter(|_| self.reads)?;
        let out = |number: u64| output(&buffer_name(&self.name, number), self.number, 1);
        let (wire, asked) = (self.wire("out"), self.wire("asked"));
        let chosen = (1..buffers).rev().map(|number| format!("{asked} == {number} ? {} : ", out(number)));
        let (chosen, first) = (chosen.collect::<String>(), out(0));
        Some(format!(
            "  reg {}{asked};\n  always @(posedge clk) if ({}) {asked} <= {};\n  wire {}{wire} = {chosen}{first};\n",
            range(bits),
            self.wire("load"),
            self.wire("buffer"),
            range(self.bits),
        ))
    }

    /// What it asks of a memory, or of one of its buffers.
    fn requests(&self, number: u64) -> impl Iterator<Item = Request> {
        let condition = |_| format!(" & ({} == {number})", self.wire("buffer"));
        let condition = self.buffer.map(condition).unwrap_or_default();
        let request = |active: &str, value: Option<&str>| Request {
            active: format!("{}{condition}", self.wire(active)),
            index: self.wire("index"),
            value: value.map(|value| self.wire(value)),
            buffer: None,
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
    /// The ports of the process at hand to a memory of the core.
    pub(super) fn shared_memory(&mut self, id: MemoryId, ports: &[Vec<Request>]) {
        let (name, memory) = (self.names.memory(id), &self.machine.memories[id]);
        let ce = self.and_common_enable();
        let buffers =
            memory.handover.and_then(|handover| self.design.processes[self.process].buffer(handover.held));
        let buffer = buffers.map(|var| self.machine.vars[var].ty.bits());
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
            if let Some(bits) = buffer {
                let cases =
                    requests.iter().filter_map(|it| Some((it.active.as_str(), it.buffer.as_deref()?)));
                let chosen = choose(cases, bits);
                self.line(format!("assign {name}_buffer{number} = {chosen};"));
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
                buffer,
            });
        }
    }
}

/// The memories of the core, between the ports of the processes.
pub(super) fn memories(design: &Design, plan: &Plan, ports: &[SharedPort]) -> String {
    let mut text = String::new();
    let names = Names::new(design.root());
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
            text.push_str(&element);
        }
    }
    text
}
