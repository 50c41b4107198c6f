//! Arrays that reach the next process: memories of the core, with ports for each of the processes, of which one at a time is at
//! work.

use std::fmt::Write as _;

use super::channel::process;
use super::control::any;
use super::memory::{Port, Request, Writer, output};
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
        let element = self.reads.then(|| Pin::new(false, self.bits, self.pin("out"), self.pin("out")));
        outputs.chain(element).collect()
    }

    fn requests(&self) -> impl Iterator<Item = Request> {
        let request = |active: &str, value: Option<&str>| Request {
            active: self.wire(active),
            index: self.wire("index"),
            value: value.map(|value| self.wire(value)),
        };
        [self.reads.then(|| request("load", None)), self.writes.then(|| request("store", Some("in")))]
            .into_iter()
            .flatten()
    }
}

impl Emitter<'_> {
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
                    self.line(format!("reg {}{to};", range(bits)));
                    self.line(format!("always @(posedge clk) if (ce) {to} <= {from};"));
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
        design.memories.iter().filter(|(id, memory)| !memory.external && design.is_shared(*id))
    {
        let users = design.accessors(id);
        let plans: Vec<&MemoryPlan> = users.iter().map(|user| &plan.processes[*user].memories[id]).collect();
        let requests = |number: usize| {
            let own = ports.iter().filter(|port| port.memory == id && port.number == number);
            own.flat_map(SharedPort::requests).collect()
        };
        let requests: Vec<Vec<Request>> = (0..memory.ports.len()).map(requests).collect();
        let plan = MemoryPlan::together(memory, &plans);
        let name = names.memory(id);
        let writer = Writer { memory, plan: &plan, name, latency: 1, has_common_enable: false };
        text.push_str(&writer.text(&requests));
    }
    text
}
