//! A static estimate of how long signals take from register to register, of what yosys and abc make of Verilog.
//!
//! Places and routes are not known: each net takes the same time, but for those that stay within a slice. The estimate compares
//! circuits with each other. It is no replacement for Vivado's, and is not calibrated against it.

mod cache;
mod cells;
mod names;
mod product_registers;

pub use cache::measured;

use std::collections::{HashMap, HashSet};
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sycl_hls_compiler::tool::{self, Cancel};

use crate::Error;
use crate::external_memory::{read, temporary, write};
use crate::json::{Bit, Cell, Design, Direction, Module, Named};
use names::Names;

/// The time that each kind of cell takes, in ns.
#[derive(Clone, Copy, Debug)]
pub struct Delays {
    /// From the clock's edge to the output of a flip-flop.
    pub flip_flop: f64,
    /// Through a LUT.
    pub lut: f64,
    /// Along a net from slice to slice.
    pub route: f64,
    /// Through a multiplexer behind the LUTs of a slice (`MUXF7` to `MUXF9`).
    pub mux: f64,
    /// Through four bits of a carry chain.
    pub carry: f64,
    /// Through a DSP48E2 without registers; half of it before and behind the register of its multiplier.
    pub dsp: f64,
    /// From the clock's edge to what a block RAM or UltraRAM has read, without a register behind it.
    pub block: f64,
}

/// The model: LUT, route, carry and flip-flop are round figures for UltraScale+. That of a DSP is the smallest
/// product of DSPs that Vitis HLS lists (operator library, xcu55c: 13 bits, 1.55 ns), without a flip-flop and a
/// route. That of a block RAM is a round figure, too: the data sheets (DS923, "Block RAM and FIFO Switching
/// Characteristics") have more without an output register.
pub const DELAYS: Delays =
    Delays { flip_flop: 0.11, lut: 0.10, route: 0.25, mux: 0.05, carry: 0.025, dsp: 1.19, block: 1.0 };

/// The slowest path between two registers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Path {
    /// From the clock's edge to the input of the register at its end.
    pub ns: f64,
    /// LUTs on it.
    pub luts: u32,
    /// Carry cells of four bits on it.
    pub carries: u32,
    /// DSPs on it.
    pub dsps: u32,
    /// The signals on it that the Verilog names, from the register where it begins to the one where it ends, without indices.
    pub through: Vec<String>,
    /// The net that drives most inputs, the clock aside.
    pub fan_out: Load,
    /// The clock enable of most flip-flops, lines of registers and memories.
    pub enable: Load,
}

/// A net, and how many inputs it drives.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Load {
    /// The net's name in the Verilog; empty if it has none, as what synthesis made of several signals.
    pub net: String,
    /// The inputs.
    pub inputs: usize,
}

/// Maps Verilog to the cells of UltraScale+; gives yosys' JSON. Files are texts with their names; yosys may take so much
/// processor time.
///
/// # Errors
/// When yosys is not there, does not accept the Verilog, or takes longer than the limit.
pub fn mapped(files: &[(&str, &str)], top: &str, limit: Duration) -> Result<String, Error> {
    let folder = temporary()?;
    let mut script = String::from("read_verilog");
    for (name, text) in files {
        write(&folder.path().join(name), text)?;
        script.push_str(&format!(" {name}"));
    }
    script.push_str(&format!("; {SYNTH} -top {top} -run begin:check; {WHOLE}; write_json netlist.json"));
    // Of processor time: the machine may have other work.
    let mut yosys = Command::new("prlimit");
    yosys.arg(format!("--cpu={}", limit.as_secs())).args(["yosys", "-q", "-p", &script]);
    tool::run(yosys.current_dir(folder.path()), &Cancel::new())?;
    read(&folder.path().join("netlist.json"))
}

/// The boards' FPGAs, and what is estimated: no pads, and no buffers for the clock.
const SYNTH: &str = "synth_xilinx -family xcup -flatten -noiopad -noclkbuf -uram";

/// Takes what was kept apart, copies of enables, into the module around it.
const WHOLE: &str = "setattr -mod -unset keep_hierarchy; flatten; clean";

/// The slowest path of a module in yosys' JSON, mapped to cells of UltraScale+. Inputs of the module come at the clock's edge.
///
/// # Errors
/// When the text is no netlist, or has cells that the estimate does not know or that form a loop.
pub fn slowest(json: &str, top: &str) -> Result<Path, Error> {
    let mut design: Design = serde_json::from_str(json)?;
    let module = design.modules.remove(top).ok_or_else(|| Error::NoModule(top.to_owned()))?;
    let (mut graph, names) = (Graph::of(&module)?, Names::of(&module));
    let mut worst = (Delay::default(), None);
    for end in std::mem::take(&mut graph.ends) {
        let delay = graph.arrival(end.net)?.delay.then(end.delay);
        if delay.ns > worst.0.ns {
            worst = (delay, Some(end));
        }
    }
    let (Delay { ns, luts, carries, dsps }, end) = worst;
    let through = end.map_or_else(Vec::new, |end| graph.through(&end, &names));
    let largest = |loads: &HashMap<usize, usize>| {
        let most = loads.iter().max_by_key(|(net, inputs)| (**inputs, **net));
        most.map_or_else(Load::default, |(net, inputs)| Load { net: names.signal(*net), inputs: *inputs })
    };
    let (fan_out, enable) = (largest(&graph.fan_outs), largest(&graph.enables));
    Ok(Path { ns, luts, carries, dsps, through, fan_out, enable })
}

/// What a part of a path takes.
#[derive(Clone, Copy, Default)]
struct Delay {
    ns: f64,
    luts: u32,
    carries: u32,
    dsps: u32,
}

impl Delay {
    const fn ns(ns: f64) -> Self {
        Self { ns, luts: 0, carries: 0, dsps: 0 }
    }

    const fn lut() -> Self {
        Self { luts: 1, ..Self::ns(DELAYS.lut) }
    }

    const fn then(self, next: Self) -> Self {
        Self {
            ns: self.ns + next.ns,
            luts: self.luts + next.luts,
            carries: self.carries + next.carries,
            dsps: self.dsps + next.dsps,
        }
    }
}

/// When a net has its value, and the net before it on the slowest path to it.
#[derive(Clone, Copy, Default)]
struct Arrival {
    delay: Delay,
    before: Option<usize>,
}

/// An input of a register, and what is before the register itself.
struct End<'m> {
    net: usize,
    name: &'m str,
    cell: &'m Cell,
    delay: Delay,
}

/// The nets of a module, and what is between them.
struct Graph<'m> {
    /// For each net that a cell computes: from which nets, and what each of these ways takes.
    ways: HashMap<usize, Vec<(usize, Delay)>>,
    /// Of nets that begin with a register, and of those whose arrival is known.
    arrivals: HashMap<usize, Arrival>,
    ends: Vec<End<'m>>,
    /// How many inputs each net drives.
    fan_outs: HashMap<usize, usize>,
    /// How many of them are clock enables.
    enables: HashMap<usize, usize>,
    /// The nets that LUTs compute.
    luts: HashSet<usize>,
    /// The results of products behind which there is a register of the DSP.
    registered: HashSet<usize>,
}

impl<'m> Graph<'m> {
    fn of(module: &'m Module) -> Result<Self, Error> {
        let luts = module.cells.values().filter(|cell| cell.kind.starts_with("LUT"));
        let inputs = module.ports.values().filter(|port| port.direction == Direction::Input);
        let mut graph = Self {
            ways: HashMap::new(),
            arrivals: inputs.flat_map(|port| nets(&port.bits)).map(|net| (net, Arrival::default())).collect(),
            ends: Vec::new(),
            fan_outs: HashMap::new(),
            enables: HashMap::new(),
            luts: luts.flat_map(|cell| pins(cell, "O")).collect(),
            registered: product_registers::results(module),
        };
        for (name, cell) in &module.cells {
            graph.cell(Named { name, cell })?;
        }
        Ok(graph)
    }

    /// When a net has its value. Nets that nothing drives have it always.
    fn arrival(&mut self, net: usize) -> Result<Arrival, Error> {
        let mut open = vec![net];
        let mut entered = HashSet::new();
        while let Some(&net) = open.last() {
            if self.arrivals.contains_key(&net) {
                open.pop();
                continue;
            }
            let ways = self.ways.get(&net).map_or(&[][..], Vec::as_slice);
            let before = open.len();
            open.extend(ways.iter().map(|(from, _)| *from).filter(|from| !self.arrivals.contains_key(from)));
            if open.len() > before {
                if !entered.insert(net) {
                    return Err(Error::Loop(vec![format!("net {net}")]));
                }
                continue;
            }
            let arrivals = ways.iter().filter_map(|(from, delay)| {
                let delay = self.arrivals.get(from)?.delay.then(*delay);
                Some(Arrival { delay, before: Some(*from) })
            });
            let latest = arrivals.max_by(|a, b| a.delay.ns.total_cmp(&b.delay.ns)).unwrap_or_default();
            self.arrivals.insert(net, latest);
            open.pop();
        }
        Ok(self.arrivals.get(&net).copied().unwrap_or_default())
    }

    /// The signals on the slowest path to an end, and the register there.
    fn through(&self, end: &End<'_>, names: &Names) -> Vec<String> {
        let before = |net: &usize| self.arrivals.get(net)?.before;
        let nets = std::iter::successors(Some(end.net), before);
        let mut signals: Vec<String> = nets.map(|net| names.signal(net)).collect();
        signals.reverse();
        signals.push(names.register(end.name, end.cell));
        signals.retain(|signal| !signal.is_empty());
        signals.dedup();
        signals
    }
}

fn nets(bits: &[Bit]) -> impl Iterator<Item = usize> {
    bits.iter().filter_map(|bit| match bit {
        Bit::Net(net) => Some(*net),
        Bit::Constant(_) => None,
    })
}

/// The nets at a port of a cell.
fn pins(cell: &Cell, port: &str) -> Vec<usize> {
    cell.connections.get(port).map_or_else(Vec::new, |bits| nets(bits).collect())
}
