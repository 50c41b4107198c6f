//! What each kind of cell of UltraScale+ is to a path (UG974, "Design Elements").

use crate::Error;
use crate::json::{Bit, Cell, Direction, Named};

use super::product_registers::{self, RESULTS};
use super::{Arrival, DELAYS, Delay, End, Graph, pins};

/// The registers of a DSP48E2, by which its inputs and its results are cut.
const DSP_INPUTS: [&str; 5] = ["A", "B", "C", "D", "PCIN"];

/// Before or behind the register of a DSP's multiplier.
const HALF_DSP: Delay = Delay { dsps: 1, ..Delay::ns(DELAYS.dsp / 2.0) };

impl<'m> Graph<'m> {
    /// Adds a cell.
    pub(super) fn cell(&mut self, named: Named<'m>) -> Result<(), Error> {
        match named.cell.kind.as_str() {
            "FDRE" | "FDSE" if self.is_in_dsp(named.cell) => {
                self.ends(named, &["CE", "R", "S"], Delay::default());
                self.begins(named, &["Q"], Delay::ns(DELAYS.flip_flop).then(HALF_DSP));
            }
            "FDRE" | "FDSE" | "FDCE" | "FDPE" => {
                self.ends(named, &["D", "CE", "R", "S", "CLR", "PRE"], Delay::default());
                self.begins(named, &["Q"], Delay::ns(DELAYS.flip_flop));
            }
            // Lines of registers. Their outputs come as those of flip-flops.
            "SRL16E" | "SRLC32E" => {
                self.ends(named, &["D", "CE"], Delay::default());
                self.begins(named, &["Q", "Q31"], Delay::ns(DELAYS.flip_flop));
            }
            "LUT1" | "LUT2" | "LUT3" | "LUT4" | "LUT5" | "LUT6" => {
                self.computes(named, &["I0", "I1", "I2", "I3", "I4", "I5"], &["O"], Delay::lut());
            }
            // Becomes a part of the LUTs that it drives.
            "INV" => self.passes(named, &["I"], &["O"], Delay::default()),
            "MUXF7" | "MUXF8" | "MUXF9" => {
                self.passes(named, &["I0", "I1"], &["O"], Delay::ns(DELAYS.mux));
                self.computes(named, &["S"], &["O"], Delay::ns(DELAYS.mux));
            }
            "CARRY4" => self.carry(named),
            "DSP48E2" => self.dsp(named)?,
            kind if kind.starts_with("RAMB") || kind.starts_with("URAM") => {
                self.ends(named, &ports(named.cell, Direction::Input), Delay::default());
                let results = ports(named.cell, Direction::Output);
                self.begins(named, &results, Delay::ns(DELAYS.block));
            }
            kind if kind.starts_with("RAM") => self.lut_memory(named),
            kind => {
                return Err(Error::UnknownCell { cell: named.name.to_owned(), kind: kind.to_owned() });
            }
        }
        Ok(())
    }

    /// What goes into sums comes from LUTs of the same slice; where there is none, one passes it on. A bit has an
    /// influence on those above it alone.
    fn carry(&mut self, named: Named<'m>) {
        let carry = Delay { carries: 1, ..Delay::ns(DELAYS.carry) };
        self.passes(named, &["CI"], &["O", "CO"], carry);
        self.computes(named, &["CYINIT"], &["O", "CO"], carry);
        for (port, first_sum) in [("S", 0), ("DI", 1)] {
            for (at, net) in numbered(named.cell, port) {
                let sums = numbered(named.cell, "O").filter(|(sum, _)| *sum >= at + first_sum);
                let carries = numbered(named.cell, "CO").filter(|(carry, _)| *carry >= at);
                let to: Vec<usize> = sums.chain(carries).map(|(_, net)| net).collect();
                let entry = match self.luts.contains(&net) {
                    true => Delay::default(),
                    false => Delay::ns(DELAYS.route).then(Delay::lut()),
                };
                self.way(net, &to, entry.then(carry));
            }
        }
    }

    /// A memory of LUTs: it is written at the clock's edge, and read as LUTs compute.
    fn lut_memory(&mut self, named: Named<'m>) {
        let inputs = ports(named.cell, Direction::Input);
        self.ends(named, &inputs, Delay::default());
        let is_address = |port: &&str| port.starts_with('A') || port.starts_with("DPRA");
        let addresses: Vec<&str> = inputs.iter().copied().filter(is_address).collect();
        self.computes(named, &addresses, &ports(named.cell, Direction::Output), Delay::lut());
    }

    /// True if a flip-flop is the register behind a product.
    fn is_in_dsp(&self, cell: &Cell) -> bool {
        pins(cell, "D").iter().any(|net| self.registered.contains(net))
    }

    /// A product, which the registers in it cut: behind its inputs, in the middle, and before its result.
    fn dsp(&mut self, named: Named<'m>) -> Result<(), Error> {
        let has = |register: &str| named.number(register).map(|count| count > 0);
        let whole = Delay { dsps: 1, ..Delay::ns(DELAYS.dsp) };
        let half = HALF_DSP;
        let at_inputs = has("AREG")? || has("BREG")?;
        let (in_the_middle, at_the_end) = (has("MREG")?, has("PREG")?);
        let outputs = RESULTS;
        if product_registers::outputs(named.cell).iter().any(|net| self.registered.contains(net)) {
            self.ends(named, &DSP_INPUTS, half);
            return Ok(());
        }
        if !(at_inputs || in_the_middle || at_the_end) {
            self.computes(named, &DSP_INPUTS[..4], &outputs, whole);
            self.passes(named, &DSP_INPUTS[4..], &outputs, half);
            return Ok(());
        }
        let before = match (at_inputs, in_the_middle) {
            (true, _) => Delay::default(),
            (false, true) => half,
            (false, false) => whole,
        };
        self.ends(named, &DSP_INPUTS, before);
        let behind = match (at_the_end, in_the_middle) {
            (true, _) => Delay::default(),
            (false, true) => half,
            (false, false) => whole,
        };
        self.begins(named, &outputs, Delay::ns(DELAYS.flip_flop).then(behind));
        Ok(())
    }

    /// Outputs that a register has at the clock's edge, or some time after it.
    fn begins(&mut self, named: Named<'m>, outputs: &[&str], delay: Delay) {
        for net in outputs.iter().flat_map(|port| pins(named.cell, port)) {
            self.arrivals.insert(net, Arrival { delay, before: None });
        }
    }

    /// Inputs of a register, behind a route.
    fn ends(&mut self, named: Named<'m>, inputs: &[&str], delay: Delay) {
        let Named { name, cell } = named;
        for (port, net) in
            inputs.iter().flat_map(|port| pins(cell, port).into_iter().map(move |net| (port, net)))
        {
            *self.fan_outs.entry(net).or_insert(0) += 1;
            if *port == "CE" {
                *self.enables.entry(net).or_insert(0) += 1;
            }
            self.ends.push(End { net, name, cell, delay: Delay::ns(DELAYS.route).then(delay) });
        }
    }

    /// From inputs to outputs, behind a route.
    fn computes(&mut self, named: Named<'m>, inputs: &[&str], outputs: &[&str], delay: Delay) {
        self.passes(named, inputs, outputs, Delay::ns(DELAYS.route).then(delay));
    }

    /// From inputs to outputs, within a slice.
    fn passes(&mut self, named: Named<'m>, inputs: &[&str], outputs: &[&str], delay: Delay) {
        let to: Vec<usize> = outputs.iter().flat_map(|port| pins(named.cell, port)).collect();
        for net in inputs.iter().flat_map(|port| pins(named.cell, port)) {
            self.way(net, &to, delay);
        }
    }

    fn way(&mut self, from: usize, to: &[usize], delay: Delay) {
        *self.fan_outs.entry(from).or_insert(0) += 1;
        for net in to {
            self.ways.entry(*net).or_default().push((from, delay));
        }
    }
}

/// The ports of a cell that go in or out, but for clocks.
fn ports(cell: &Cell, direction: Direction) -> Vec<&str> {
    let own = cell.port_directions.iter().filter(|(port, it)| **it == direction && !port.contains("CLK"));
    own.map(|(port, _)| port.as_str()).collect()
}

/// The nets at a port of a cell, with their positions.
fn numbered(cell: &Cell, port: &str) -> impl Iterator<Item = (usize, usize)> {
    let bits = cell.connections.get(port).into_iter().flatten().enumerate();
    bits.filter_map(|(at, bit)| match bit {
        Bit::Net(net) => Some((at, *net)),
        Bit::Constant(_) => None,
    })
}
