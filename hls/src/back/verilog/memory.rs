//! Local memories: ports, each for one access in a cycle.
//!
//! Whether a read gives the old or the new element while another port writes it differs from memory to memory. Schedules
//! do not rely on it: with `SYCL_HLS_COLLISIONS` such a read gives what was never written, and tests agree nevertheless.

use std::fmt::Write as _;

use super::control::any;
use super::operand::{NEVER, constant, literal};
use super::{Emitter, range};
use crate::rtl::MemoryPlan;
use crate::rtl::design::{BlockId, MadeOf, Memory, MemoryId, NodeId};

/// An access.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub active: String,
    pub index: String,
    /// What is written.
    pub value: Option<String>,
    /// The number of the buffer, of a memory that is handed over.
    pub buffer: Option<String>,
}

impl Emitter<'_> {
    /// An access asks its port. Gives what the port reads.
    pub(super) fn request(
        &mut self,
        memory: MemoryId,
        block: BlockId,
        node: NodeId,
        request: Request,
    ) -> String {
        let plan = &self.plan.memories[memory];
        let (port, count) = (plan.port_of(block, node), plan.ports.len());
        let ports = self.ports.entry(memory).or_insert_with(|| vec![Vec::new(); count]);
        ports[port].push(request);
        output(&self.names.memory(memory), port, self.machine.memories[memory].latency)
    }

    pub(super) fn memories(&mut self) {
        let memories: Vec<MemoryId> = self.machine.memories.iter().map(|(id, _)| id).collect();
        for id in memories {
            self.memory(id);
        }
    }

    fn memory(&mut self, id: MemoryId) {
        let Some(ports) = self.ports.get(id).cloned() else { return };
        if self.machine.memories[id].external.is_some() {
            return self.external_memory(id, &ports);
        }
        if self.design.is_shared(id) {
            return self.shared_memory(id, &ports);
        }
        let (memory, plan) = (&self.machine.memories[id], &self.plan.memories[id]);
        let read = plan.reading().len() as u32 * memory.latency * memory.ty.bits();
        let ce = self.ce(read);
        let writer = Writer {
            memory,
            plan,
            name: self.names.memory(id),
            latency: memory.latency,
            has_common_enable: !self.flushes,
            ce,
        };
        self.nets.push_str(&writer.outputs());
        self.body.push_str(&writer.text(&ports));
    }
}

/// Writes a memory.
pub(super) struct Writer<'m> {
    pub memory: &'m Memory,
    pub plan: &'m MemoryPlan,
    pub name: String,
    /// Cycles from an index to its element.
    pub latency: u32,
    /// True if all accesses happen only while `ce` is 1.
    pub has_common_enable: bool,
    /// The name of `ce` or of a copy of it.
    pub ce: String,
}

impl Writer<'_> {
    /// The registers of what its ports read.
    pub fn outputs(&self) -> String {
        let registers = |port: usize| {
            let cycles = (1..=self.latency).map(|cycle| output(&self.name, port, cycle));
            let names = cycles.collect::<Vec<_>>().join(", ");
            format!("  reg {}{names};\n", range(self.memory.ty.bits()))
        };
        self.plan.reading().into_iter().map(registers).collect()
    }

    /// Its elements and its ports, with the requests of each.
    pub fn text(&self, ports: &[Vec<Request>]) -> String {
        let mut text = String::new();
        let mut line = |line: String| _ = writeln!(text, "  {line}");
        let (writing, reading) = (self.plan.writing(), self.plan.reading());
        // What nobody reads is not there.
        if reading.is_empty() {
            return String::new();
        }
        let apart = self.plan.has_copies();
        let array = |port: usize| if apart { format!("{}_copy{port}", self.name) } else { self.name.clone() };
        let mut arrays: Vec<String> = reading.iter().map(|port| array(*port)).collect();
        arrays.dedup();
        for array in &arrays {
            self.array(&mut line, array, writing.is_empty());
        }
        for (number, requests) in ports.iter().enumerate().filter(|(_, requests)| !requests.is_empty()) {
            self.port(&mut line, number, requests, &arrays);
        }
        for port in reading {
            let others: Vec<usize> = writing.iter().copied().filter(|other| *other != port).collect();
            self.read_port(&mut line, port, &array(port), &others, &ports[port]);
        }
        text
    }

    /// The elements themselves.
    fn array(&self, line: &mut impl FnMut(String), array: &str, is_rom: bool) {
        let made_of = self.plan.made_of;
        let kind = if is_rom { "rom" } else { "ram" };
        let (bits, depth) = (self.memory.ty.bits(), self.memory.depth.max(2));
        let (style, range) = (style(made_of), range(bits));
        // To yosys a table in look-up tables is logic; what it takes first, Vivado does not know.
        let logic = if is_rom && made_of == MadeOf::Luts { ", rom_block = \"logic\"" } else { "" };
        line(format!(
            "(* {kind}_style = \"{style}\"{logic}, no_rw_check *) reg {range}{array} [0:{}];",
            depth - 1
        ));
        if let Some(contents) = &self.memory.contents {
            line("initial begin".to_owned());
            for (index, value) in contents.iter().enumerate() {
                line(format!("  {array}[{index}] = {};", constant(bits, value, 0)));
            }
            line("end".to_owned());
        }
    }

    /// What a port is asked for; and what it writes, to each copy.
    fn port(&self, line: &mut impl FnMut(String), number: usize, requests: &[Request], arrays: &[String]) {
        let (name, bits, address_bits) = (&self.name, self.memory.ty.bits(), self.memory.address_bits());
        let port = Port::of(requests, bits);
        line(format!("wire [31:0] {name}_index{number} = {};", port.index));
        line(format!(
            "wire {}{name}_address{number} = {name}_index{number}[{}:0];",
            range(address_bits),
            address_bits - 1
        ));
        let Some((when, value)) = port.write else { return };
        line(format!("wire {name}_write{number} = {when};"));
        line(format!("wire {}{name}_in{number} = {value};", range(bits)));
        // Before the first reset anything may seem to be at work.
        let reset = if self.memory.persistent { "rst_n & " } else { "" };
        let ce = if self.has_common_enable { format!("{} & ", self.ce) } else { String::new() };
        for array in arrays {
            line(format!(
                "always @(posedge clk) if ({reset}{ce}{name}_write{number}) {array}[{name}_address{number}] <= {name}_in{number};"
            ));
        }
    }

    /// What a port reads.
    fn read_port(
        &self,
        line: &mut impl FnMut(String),
        number: usize,
        array: &str,
        writing: &[usize],
        requests: &[Request],
    ) {
        let name = &self.name;
        let element = format!("{array}[{name}_address{number}]");
        let first = output(name, number, 1);
        let loads = requests.iter().filter(|it| it.value.is_none()).map(|it| it.active.clone());
        let ce = if self.has_common_enable { self.ce.clone() } else { any(&loads.collect::<Vec<_>>()) };
        let read = format!("always @(posedge clk) if ({ce}) {first} <= {element};");
        if writing.is_empty() {
            line(read);
        } else {
            let meets = |other: &usize| {
                format!("({name}_write{other} & ({name}_address{other} == {name}_address{number}))")
            };
            let meets = writing.iter().map(meets).collect::<Vec<_>>().join(" | ");
            line("`ifdef SYCL_HLS_COLLISIONS".to_owned());
            line(format!("always @(posedge clk) if ({ce}) {first} <= ({meets}) ? ~{element} : {element};"));
            line("`else".to_owned());
            line(read);
            line("`endif".to_owned());
        }
        for cycle in 1..self.latency {
            let (from, to) = (output(name, number, cycle), output(name, number, cycle + 1));
            line(format!("always @(posedge clk) if ({}) {to} <= {from};", self.ce));
        }
    }
}

/// What a port has read so many cycles ago.
pub(super) fn output(memory: &str, port: usize, cycles: u32) -> String {
    if cycles == 1 { format!("{memory}_out{port}") } else { format!("{memory}_out{port}_q{}", cycles - 1) }
}

/// The value of Vivado's attributes (UG901, "RAM_STYLE", "ROM_STYLE").
const fn style(made_of: MadeOf) -> &'static str {
    match made_of {
        MadeOf::Luts => "distributed",
        MadeOf::Block => "block",
        MadeOf::Ultra => "ultra",
    }
}

/// What comes together at a port, as expressions.
pub(super) struct Port {
    /// True if there is an access.
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

/// The value of the condition that holds; any of them if none does.
pub(super) fn choose<'c>(cases: impl Iterator<Item = (&'c str, &'c str)>, bits: u32) -> String {
    let mut cases: Vec<(&str, &str)> = cases.filter(|(when, _)| *when != NEVER).collect();
    let Some((_, last)) = cases.pop() else { return literal(bits, 0) };
    let others = cases.iter().rposition(|(_, value)| *value != last).map_or(0, |other| other + 1);
    let rest = &cases[..others];
    let chosen: String = rest.iter().map(|(when, value)| format!("({when}) ? {value} : ")).collect();
    format!("{chosen}{last}")
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn what_decides_nothing_is_not_asked() {
        let chosen = |cases: &[(&str, &str)]| choose(cases.iter().copied(), 8);
        assert_eq!(chosen(&[("a", "x"), ("b", "y")]), "(a) ? x : y");
        assert_eq!(chosen(&[("a", "x"), ("b", "x"), ("c", "x")]), "x");
        assert_eq!(chosen(&[("a", "x"), ("b", "y"), ("c", "y")]), "(a) ? x : y");
        assert_eq!(chosen(&[("a", "x"), ("b", "y"), ("1'b0", "z")]), "(a) ? x : y");
        assert_eq!(chosen(&[("1'b0", "z")]), "8'h0");
    }
}
