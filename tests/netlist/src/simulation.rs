//! A netlist at work.

use std::collections::BTreeMap;

use fastrand::Rng;

use crate::Error;
use crate::bits::{self, Bits};
use crate::function::Operands;
use crate::netlist::{Memory, Net, Netlist, Register, Work};

/// The state of a netlist. [`settle`](Self::settle) computes what follows from inputs and registers, [`edge`](Self::edge) is
/// the clock's rising edge.
#[derive(Debug)]
pub struct Simulation<'n> {
    netlist: &'n Netlist,
    values: Vec<bool>,
    memories: Vec<Vec<Bits>>,
    random: Rng,
}

impl<'n> Simulation<'n> {
    /// Before the first cycle: what the netlist does not define is random.
    #[must_use]
    pub fn new(netlist: &'n Netlist, seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let mut values: Vec<bool> = (0..netlist.nets).map(|_| random.bool()).collect();
        netlist.initial.iter().for_each(|(net, value)| values[*net] = *value);
        let mut element = |bits: &Vec<Option<bool>>| {
            bits.iter().map(|bit| bit.unwrap_or_else(|| random.bool())).collect::<Bits>()
        };
        let mut memories = Vec::new();
        for memory in &netlist.memories {
            memories.push(memory.initial.iter().map(&mut element).collect());
        }
        Self { netlist, values, memories, random }
    }

    /// Gives an input a value.
    ///
    /// # Errors
    /// When there is no such input of at most 64 bits.
    pub fn set(&mut self, input: &str, value: u64) -> Result<(), Error> {
        let nets = self.netlist.inputs.get(input).filter(|nets| nets.len() <= 64);
        let nets = nets.ok_or_else(|| Error::NoPort(input.to_owned()))?;
        for (place, net) in nets.iter().enumerate() {
            self.values[*net] = value >> place & 1 == 1;
        }
        Ok(())
    }

    /// The value of an output, once all has settled.
    ///
    /// # Errors
    /// When there is no such output of at most 64 bits.
    pub fn get(&self, output: &str) -> Result<u64, Error> {
        let nets = self.netlist.outputs.get(output).filter(|nets| nets.len() <= 64);
        Ok(bits::number(&self.read(nets.ok_or_else(|| Error::NoPort(output.to_owned()))?)))
    }

    fn read(&self, nets: &[Net]) -> Bits {
        nets.iter().map(|net| self.values[*net]).collect()
    }

    fn write(&mut self, nets: &[Net], bits: &[bool]) {
        nets.iter().zip(bits).for_each(|(net, bit)| self.values[*net] = *bit);
    }

    /// Evaluates all cells.
    pub fn settle(&mut self) {
        for step in &self.netlist.steps {
            let output = match &step.work {
                Work::Compute { function, a, b, select, signed: [a_signed, b_signed] } => {
                    let (a, b, select) = (self.read(a), self.read(b), self.read(select));
                    let operands = Operands { a, b, select, a_signed: *a_signed, b_signed: *b_signed };
                    function.evaluate(&operands, step.output.len())
                }
                Work::Read { memory, address } => {
                    let place = place(&self.netlist.memories[*memory], &self.read(address));
                    let element = place.map(|place| self.memories[*memory][place].clone());
                    // What is beyond the end is anything.
                    element.unwrap_or_else(|| step.output.iter().map(|_| self.random.bool()).collect())
                }
            };
            self.write(&step.output, &output);
        }
    }

    /// The clock rises: registers and memories take what has settled.
    pub fn edge(&mut self) {
        let registers = self.netlist.registers.iter();
        let next: Vec<Option<Bits>> = registers.map(|register| self.next(register)).collect();
        let netlist = self.netlist;
        for (number, memory) in netlist.memories.iter().enumerate() {
            self.store(number, memory);
        }
        for (register, bits) in netlist.registers.iter().zip(next) {
            bits.into_iter().for_each(|bits| self.write(&register.q, &bits));
        }
    }

    /// What a register takes, if anything.
    fn next(&self, register: &Register) -> Option<Bits> {
        let is = |net: Net, value: bool| self.values[net] == value;
        match (&register.reset, register.enable) {
            (Some((net, value, bits)), _) if is(*net, *value) => Some(bits.clone()),
            (_, Some((net, value))) if !is(net, value) => None,
            _ => Some(self.read(&register.d)),
        }
    }

    /// What the ports of a memory write. Where two write one bit, and none is said to win, it is random.
    fn store(&mut self, number: usize, memory: &Memory) {
        let mut written: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (port, ports) in memory.writes.iter().enumerate() {
            let Some(place) = place(memory, &self.read(&ports.address)) else { continue };
            let (data, enable) = (self.read(&ports.data), self.read(&ports.enable));
            for bit in (0..memory.width).filter(|bit| enable[*bit]) {
                let meets = written.insert((place, bit), port).is_some_and(|other| !ports.wins[other]);
                self.memories[number][place][bit] = if meets { self.random.bool() } else { data[bit] };
            }
        }
    }
}

/// The element at an address.
fn place(memory: &Memory, address: &[bool]) -> Option<usize> {
    let place = usize::try_from(bits::number(address)).ok()?.checked_sub(memory.offset)?;
    (place < memory.initial.len()).then_some(place)
}
