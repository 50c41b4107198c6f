//! A netlist, checked and in the order in which its cells are evaluated.

mod cells;
mod order;

use std::collections::BTreeMap;

use crate::Error;
use crate::bits::Bits;
use crate::function::Function;
use crate::json::{Bit, Design, Direction, Module, Name, Named};

/// A wire by its number. The first two are the constants.
pub type Net = usize;

/// A module of one clock, without modules in it.
#[derive(Debug)]
pub struct Netlist {
    /// How many nets there are.
    pub(crate) nets: usize,
    pub(crate) inputs: BTreeMap<String, Vec<Net>>,
    pub(crate) outputs: BTreeMap<String, Vec<Net>>,
    /// Nets that have any value.
    unknown: Vec<Net>,
    /// What registers start with, where it is said.
    pub(crate) initial: Vec<(Net, bool)>,
    /// Each after those whose outputs it reads.
    pub(crate) steps: Vec<Step>,
    pub(crate) registers: Vec<Register>,
    pub(crate) memories: Vec<Memory>,
}

/// What gives nets a value within a cycle.
#[derive(Debug)]
pub struct Step {
    pub name: String,
    pub work: Work,
    pub output: Vec<Net>,
}

#[derive(Debug)]
pub enum Work {
    Compute { function: Function, a: Vec<Net>, b: Vec<Net>, select: Vec<Net>, signed: [bool; 2] },
    Read { memory: usize, address: Vec<Net> },
}

/// Flip-flops.
#[derive(Debug)]
pub struct Register {
    pub d: Vec<Net>,
    pub q: Vec<Net>,
    /// It takes a value only while this net has this value.
    pub enable: Option<(Net, bool)>,
    /// It takes these bits while this net has this value, enabled or not.
    pub reset: Option<(Net, bool, Bits)>,
}

#[derive(Debug)]
pub struct Memory {
    pub width: usize,
    /// The address of the first element.
    pub offset: usize,
    /// The elements at the start, as far as they are known.
    pub initial: Vec<Vec<Option<bool>>>,
    pub writes: Vec<WritePort>,
}

#[derive(Debug)]
pub struct WritePort {
    pub address: Vec<Net>,
    pub data: Vec<Net>,
    /// For each bit.
    pub enable: Vec<Net>,
    /// True if it wins over each port before it.
    pub wins: Vec<bool>,
}

impl Step {
    fn reads(&self) -> impl Iterator<Item = &Net> {
        let lists = match &self.work {
            Work::Compute { a, b, select, .. } => [a.as_slice(), b, select],
            Work::Read { address, .. } => [address.as_slice(), &[], &[]],
        };
        lists.into_iter().flatten()
    }
}

impl Netlist {
    /// Reads a module of yosys' JSON.
    ///
    /// # Errors
    /// When the text is no netlist, has cells or clocks that the simulator does not know, or a net that is driven not once.
    pub fn parse(json: &str, top: &str) -> Result<Self, Error> {
        let mut design: Design = serde_json::from_str(json)?;
        let module = design.modules.remove(top).ok_or_else(|| Error::NoModule(top.to_owned()))?;
        let mut builder = Builder::new(&module);
        for (name, port) in &module.ports {
            let nets = builder.nets(name, &port.bits)?;
            let ports = match port.direction {
                Direction::Input => &mut builder.netlist.inputs,
                Direction::Output => &mut builder.netlist.outputs,
                Direction::Inout => return Err(wrong(name, "it goes both ways")),
            };
            ports.insert(name.clone(), nets);
        }
        for (name, cell) in &module.cells {
            builder.cell(&Named { name, cell })?;
        }
        for name in module.netnames.values() {
            builder.initial(name);
        }
        order::sort(&mut builder.netlist)?;
        Ok(builder.netlist)
    }
}

/// A netlist that is not complete yet.
struct Builder {
    netlist: Netlist,
    clock: Option<Net>,
}

impl Builder {
    fn new(module: &Module) -> Self {
        let ports = module.ports.values().map(|port| &port.bits);
        let cells = module.cells.values().flat_map(|cell| cell.connections.values());
        let numbers = ports.chain(cells).flatten().map(|bit| match bit {
            Bit::Net(net) => net + 1,
            Bit::Constant(_) => 2,
        });
        let netlist = Netlist {
            nets: numbers.max().unwrap_or(2),
            inputs: BTreeMap::new(),
            outputs: BTreeMap::new(),
            unknown: Vec::new(),
            initial: vec![(0, false), (1, true)],
            steps: Vec::new(),
            registers: Vec::new(),
            memories: Vec::new(),
        };
        Self { netlist, clock: None }
    }

    /// Nets of what something is connected to. What is not defined is a net that has any value and keeps it.
    fn nets(&mut self, name: &str, bits: &[Bit]) -> Result<Vec<Net>, Error> {
        let net = |bit: &Bit| match bit {
            Bit::Net(net) => Ok(*net),
            Bit::Constant(text) => match text.as_str() {
                "0" => Ok(0),
                "1" => Ok(1),
                "x" => {
                    self.netlist.nets += 1;
                    self.netlist.unknown.push(self.netlist.nets - 1);
                    Ok(self.netlist.nets - 1)
                }
                _ => Err(wrong(name, &format!("it is connected to {text}"))),
            },
        };
        bits.iter().map(net).collect()
    }

    /// What is known of the start of registers.
    fn initial(&mut self, name: &Name) {
        let Some(text) = name.attributes.get("init") else { return };
        for (bit, digit) in name.bits.iter().zip(text.chars().rev()) {
            if let (Bit::Net(net), '0' | '1') = (bit, digit) {
                self.netlist.initial.push((*net, digit == '1'));
            }
        }
    }
}

fn wrong(cell: &str, what: &str) -> Error {
    Error::Cell { cell: cell.to_owned(), what: what.to_owned() }
}
