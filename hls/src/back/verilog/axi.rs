//! What the core asks of the bridges to its AXI ports.

use super::Emitter;
use super::control::any;
use super::enable::Wait;
use super::memory::choose;
use super::operand::literal;
use crate::rtl::design::{Bundle, NodeKind};

/// All requests of one bundle.
#[derive(Clone, Debug, Default)]
pub(super) struct Requests {
    pub reads: Vec<Read>,
    pub writes: Vec<Write>,
    /// When to wait for what was written.
    pub fences: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Read {
    pub requested: String,
    pub address: String,
    /// For how much: see [`length`].
    pub count: String,
    /// When the element is taken.
    pub taken: String,
    pub bytes: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Write {
    pub active: String,
    /// When elements are announced.
    pub requested: String,
    pub address: String,
    /// How much.
    pub count: String,
    pub value: String,
    pub bytes: u32,
}

/// Bits of a request's length and of its size through a widened port.
pub(super) const WIDE_LENGTH: u32 = 48;
const WIDE_SIZE: u32 = 7;

/// Bits of a request's length, and of the size of its elements.
pub(super) const fn request_bits(bundle: &Bundle) -> (u32, u32) {
    if bundle.widened { (WIDE_LENGTH, WIDE_SIZE) } else { (32, 2) }
}

/// The length of a request for so many elements (32 bits): their number, or through a widened port their bytes.
pub(super) fn length(bundle: &Bundle, elements: &str, bytes: u32) -> String {
    let zeros = bytes.trailing_zeros();
    let missing = literal(WIDE_LENGTH - 32 - zeros, 0);
    match (bundle.widened, zeros) {
        (false, _) => elements.to_owned(),
        (true, 0) => format!("{{{missing}, {elements}}}"),
        (true, _) => format!("{{{missing}, {elements}, {}}}", literal(zeros, 0)),
    }
}

/// A signal between the core and a bundle's bridges: true if the core drives it, its width, its name behind that of the bundle.
pub(super) type Signal = (bool, u32, &'static str);

/// The signals to the bridge that reads.
pub(super) fn read_signals(bundle: &Bundle) -> [Signal; 8] {
    let (length, size) = request_bits(bundle);
    [
        (true, 1, "req_valid"),
        (false, 1, "req_ready"),
        (true, 64, "req_addr"),
        (true, length, "req_len"),
        (true, size, "req_size"),
        (false, 1, "rsp_valid"),
        (true, 1, "rsp_ready"),
        (false, bundle.element_bytes * 8, "rsp_data"),
    ]
}

/// The signals to the bridge that writes, but for [`IDLE`].
pub(super) fn write_signals(bundle: &Bundle) -> [Signal; 8] {
    let (length, size) = request_bits(bundle);
    [
        (true, 1, "cmd_valid"),
        (false, 1, "cmd_ready"),
        (true, 64, "cmd_addr"),
        (true, length, "cmd_len"),
        (true, size, "cmd_size"),
        (true, 1, "dat_valid"),
        (false, 1, "dat_ready"),
        (true, bundle.element_bytes * 8, "dat_data"),
    ]
}

/// True if everything that was written has arrived.
pub(super) const IDLE: Signal = (false, 1, "idle");

/// The signals of the core to a bundle's bridges.
pub(super) fn signals(bundle: &Bundle) -> Vec<Signal> {
    let reads = read_signals(bundle).into_iter().filter(|_| bundle.reads);
    let writes = write_signals(bundle).into_iter().chain([IDLE]).filter(|_| bundle.writes);
    reads.chain(writes).collect()
}

impl Emitter<'_> {
    /// Gives what the process waits for.
    pub(super) fn bundles(&mut self) -> Vec<Wait> {
        let mut waits = Vec::new();
        for (index, bundle) in self.machine.bundles.iter().enumerate() {
            let Requests { reads, writes, fences } = std::mem::take(&mut self.requests[index]);
            if self.design.readers(index).contains(&self.process) {
                self.reads(bundle, &reads, &mut waits);
            }
            if self.design.writers(index).contains(&self.process) {
                self.writes(bundle, &writes, &fences, &mut waits);
            } else if self.sees_idle(index) {
                self.fences(bundle, &fences);
            }
            if self.sees_idle(index) && !self.flushes {
                waits.push(wait(&bundle.name, "waits", "idle"));
            }
        }
        waits.extend(self.goes_on());
        waits
    }

    /// True if the process at hand looks at whether everything that was written through a bundle has arrived.
    pub(super) fn sees_idle(&self, bundle: usize) -> bool {
        let process = &self.design.processes[self.process];
        let is_fence = |kind: &NodeKind| *kind == NodeKind::Fence(bundle);
        process.has(is_fence) || self.design.writers(bundle).contains(&self.process)
    }

    fn reads(&mut self, bundle: &Bundle, reads: &[Read], waits: &mut Vec<Wait>) {
        let name = &bundle.name;
        let requested: Vec<String> = reads.iter().map(|read| read.requested.clone()).collect();
        let taken: Vec<String> = reads.iter().map(|read| read.taken.clone()).collect();
        self.net(1, format!("{name}_asks"), any(&requested));
        self.net(1, format!("{name}_takes"), any(&taken));
        let ce = self.and_common_enable();
        self.line(format!("assign {name}_req_valid = {name}_asks{ce};"));
        self.line(format!("assign {name}_rsp_ready = {name}_takes{ce};"));
        let addresses = choose(reads.iter().map(|it| (it.requested.as_str(), it.address.as_str())), 64);
        self.line(format!("assign {name}_req_addr = {addresses};"));
        let (length, bits) = request_bits(bundle);
        let counts = choose(reads.iter().map(|it| (it.requested.as_str(), it.count.as_str())), length);
        self.line(format!("assign {name}_req_len = {counts};"));
        let sizes: Vec<String> = reads.iter().map(|it| size(bundle, it.bytes)).collect();
        let sizes =
            choose(reads.iter().zip(&sizes).map(|(it, size)| (it.requested.as_str(), size.as_str())), bits);
        self.line(format!("assign {name}_req_size = {sizes};"));
        if !self.flushes {
            waits.extend([wait(name, "asks", "req_ready"), wait(name, "takes", "rsp_valid")]);
        }
    }

    fn fences(&mut self, bundle: &Bundle, fences: &[String]) {
        self.net(1, format!("{}_waits", bundle.name), any(fences));
    }

    fn writes(&mut self, bundle: &Bundle, writes: &[Write], fences: &[String], waits: &mut Vec<Wait>) {
        let (name, bits) = (&bundle.name, bundle.element_bytes * 8);
        let active: Vec<String> = writes.iter().map(|it| it.active.clone()).collect();
        let requested: Vec<String> = writes.iter().map(|it| it.requested.clone()).collect();
        self.net(1, format!("{name}_gives"), any(&active));
        self.net(1, format!("{name}_announces"), any(&requested));
        self.fences(bundle, fences);
        let ce = self.and_common_enable();
        self.line(format!("assign {name}_cmd_valid = {name}_announces{ce};"));
        self.line(format!("assign {name}_dat_valid = {name}_gives{ce};"));
        let addresses = choose(writes.iter().map(|it| (it.requested.as_str(), it.address.as_str())), 64);
        self.line(format!("assign {name}_cmd_addr = {addresses};"));
        let (length, size_bits) = request_bits(bundle);
        let counts = choose(writes.iter().map(|it| (it.requested.as_str(), it.count.as_str())), length);
        self.line(format!("assign {name}_cmd_len = {counts};"));
        let sizes: Vec<String> = writes.iter().map(|it| size(bundle, it.bytes)).collect();
        let sizes = writes.iter().zip(&sizes).map(|(it, size)| (it.active.as_str(), size.as_str()));
        let sizes = choose(sizes, size_bits);
        self.line(format!("assign {name}_cmd_size = {sizes};"));
        let values: Vec<String> = writes
            .iter()
            .map(|it| {
                let missing = bits - it.bytes * 8;
                if missing == 0 {
                    it.value.clone()
                } else {
                    format!("{{{}, {}}}", literal(missing, 0), it.value)
                }
            })
            .collect();
        let values =
            choose(writes.iter().zip(&values).map(|(it, value)| (it.active.as_str(), value.as_str())), bits);
        self.line(format!("assign {name}_dat_data = {values};"));
        if !self.flushes {
            waits.extend([wait(name, "announces", "cmd_ready"), wait(name, "gives", "dat_ready")]);
        }
    }
}

/// A signal of a bundle that waits for another one.
fn wait(bundle: &str, wanted: &str, there: &str) -> Wait {
    Wait::new(format!("{bundle}_{wanted}"), format!("{bundle}_{there}"))
}

/// The logarithm of an element's size, or through a widened port the size.
fn size(bundle: &Bundle, bytes: u32) -> String {
    let (_, bits) = request_bits(bundle);
    literal(bits, if bundle.widened { bytes } else { bytes.trailing_zeros() }.into())
}
