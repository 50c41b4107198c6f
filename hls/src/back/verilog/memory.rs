//! Local memories: two ports, each for one access in a cycle.

use super::control::any;
use super::operand::literal;
use super::{Emitter, range};
use crate::rtl::machine::{BlockId, MemoryId};

/// An access.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub block: BlockId,
    /// The cycle of the interval.
    pub slot: u32,
    pub active: String,
    pub index: String,
    /// What is written.
    pub value: Option<String>,
}

impl Emitter<'_> {
    /// Takes a port for an access: one that no other access of the same cycle has.
    pub(super) fn request(&mut self, memory: MemoryId, request: Request) -> usize {
        let ports = self.ports.entry(memory).or_default();
        let taken = |port: &Vec<Request>| {
            port.iter().any(|other| other.block == request.block && other.slot == request.slot)
        };
        let port = ports.iter().position(|port| !taken(port)).unwrap_or_else(|| {
            ports.push(Vec::new());
            ports.len() - 1
        });
        ports[port].push(request);
        port
    }

    pub(super) fn memories(&mut self) {
        let memories: Vec<MemoryId> = self.machine.memories.iter().map(|(id, _)| id).collect();
        for id in memories {
            self.memory(id);
        }
    }

    fn memory(&mut self, id: MemoryId) {
        let Some(ports) = self.ports.get(id).cloned() else { return };
        if self.machine.memories[id].beside {
            return self.memory_beside(id, &ports);
        }
        let memory = &self.machine.memories[id];
        let (name, bits, depth) = (self.names.memory(id), memory.ty.bits(), memory.depth.max(2));
        let address_bits = memory.address_bits();
        self.line(format!("reg {}{name} [0:{}];", range(bits), depth - 1));
        if let Some(contents) = &memory.contents {
            self.line("initial begin");
            for (index, value) in contents.iter().enumerate() {
                self.line(format!("  {name}[{index}] = {};", literal(bits, value.bits())));
            }
            self.line("end");
        }
        for (number, requests) in ports.iter().enumerate() {
            let port = Port::of(requests, bits);
            self.line(format!("wire [31:0] {name}_index{number} = {};", port.index));
            self.line(format!(
                "wire {}{name}_address{number} = {name}_index{number}[{}:0];",
                range(address_bits),
                address_bits - 1
            ));
            if let Some((when, value)) = port.write {
                self.line(format!("wire {name}_write{number} = {when};"));
                self.line(format!("wire {}{name}_in{number} = {value};", range(bits)));
                self.line(format!("always @(posedge clk) if (ce & {name}_write{number}) {name}[{name}_address{number}] <= {name}_in{number};"));
            }
            if port.reads {
                self.line(format!("reg {}{name}_out{number};", range(bits)));
                self.line(format!(
                    "always @(posedge clk) if (ce) {name}_out{number} <= {name}[{name}_address{number}];"
                ));
            }
        }
    }
}

/// What comes together at a port, as expressions.
pub(super) struct Port {
    /// Is there any access?
    pub active: String,
    /// The number of the element, in 32 bits.
    pub index: String,
    /// When something is written, and what.
    pub write: Option<(String, String)>,
    pub reads: bool,
}

impl Port {
    /// The accesses of a port of a memory with elements of so many bits.
    pub fn of(requests: &[Request], bits: u32) -> Self {
        let index = choose(requests.iter().map(|it| (it.active.as_str(), it.index.as_str())), 32);
        let writes: Vec<&Request> = requests.iter().filter(|it| it.value.is_some()).collect();
        let when =
            |requests: &[&Request]| any(&requests.iter().map(|it| it.active.clone()).collect::<Vec<_>>());
        let values = writes.iter().map(|it| (it.active.as_str(), it.value.as_deref().unwrap_or_default()));
        let value = choose(values, bits);
        Self {
            active: when(&requests.iter().collect::<Vec<_>>()),
            index,
            reads: writes.len() < requests.len(),
            write: (!writes.is_empty()).then(|| (when(&writes), value)),
        }
    }
}

/// The value of the condition that holds; the last one if none does.
pub(super) fn choose<'c>(cases: impl Iterator<Item = (&'c str, &'c str)>, bits: u32) -> String {
    let cases: Vec<(&str, &str)> = cases.collect();
    let Some(((_, last), rest)) = cases.split_last() else { return literal(bits, 0) };
    let chosen: String = rest.iter().map(|(when, value)| format!("({when}) ? {value} : ")).collect();
    format!("{chosen}{last}")
}
