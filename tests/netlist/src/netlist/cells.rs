//! The cells of a netlist, each in the form in which it is simulated.

use super::{Builder, Memory, Net, Register, Step, Work, WritePort};
use crate::Error;
use crate::bits::Bits;
use crate::function::Function;
use crate::json::Named;

/// Flip-flops: their types, and whether they have an enable and a reset.
const REGISTERS: [(&str, bool, bool); 4] =
    [("$dff", false, false), ("$dffe", true, false), ("$sdff", false, true), ("$sdffe", true, true)];

impl Builder {
    pub(super) fn cell(&mut self, cell: &Named<'_>) -> Result<(), Error> {
        let kind = cell.cell.kind.as_str();
        if let Some(function) = Function::named(kind) {
            return self.function(cell, function);
        }
        if let Some((_, enabled, reset)) = REGISTERS.iter().find(|(name, ..)| *name == kind) {
            return self.register(cell, *enabled, *reset);
        }
        match kind {
            "$mem_v2" => self.memory(cell),
            _ => Err(Error::UnknownCell { cell: cell.name.to_owned(), kind: kind.to_owned() }),
        }
    }

    /// What a pin is connected to.
    fn pin(&mut self, cell: &Named<'_>, pin: &str) -> Result<Vec<Net>, Error> {
        let bits = cell.cell.connections.get(pin);
        let bits = bits.ok_or_else(|| cell.wrong(format!("{pin} is not connected")))?;
        self.nets(cell.name, bits)
    }

    /// A pin of one bit.
    fn bit(&mut self, cell: &Named<'_>, pin: &str) -> Result<Net, Error> {
        match self.pin(cell, pin)?.as_slice() {
            [net] => Ok(*net),
            nets => Err(cell.wrong(format!("{pin} has {} bits", nets.len()))),
        }
    }

    fn function(&mut self, cell: &Named<'_>, function: Function) -> Result<(), Error> {
        let mut optional = |pin: &str| match cell.cell.connections.contains_key(pin) {
            true => self.pin(cell, pin),
            false => Ok(Vec::new()),
        };
        let (b, select) = (optional("B")?, optional("S")?);
        let (a, output) = (self.pin(cell, "A")?, self.pin(cell, "Y")?);
        let chosen = match function {
            Function::Mux => output.len(),
            Function::Pmux => output.len() * select.len(),
            _ => b.len(),
        };
        if b.len() != chosen {
            return Err(cell.wrong(format!("B has {} bits instead of {chosen}", b.len())));
        }
        let signed = [cell.flag("A_SIGNED"), cell.flag("B_SIGNED")];
        let work = Work::Compute { function, a, b, select, signed };
        self.netlist.steps.push(Step { name: cell.name.to_owned(), work, output });
        Ok(())
    }

    fn register(&mut self, cell: &Named<'_>, enabled: bool, reset: bool) -> Result<(), Error> {
        let clock = self.bit(cell, "CLK")?;
        self.clocked(cell, clock, cell.flag("CLK_POLARITY"))?;
        let (d, q) = (self.pin(cell, "D")?, self.pin(cell, "Q")?);
        let enable = match enabled {
            true => Some((self.bit(cell, "EN")?, cell.flag("EN_POLARITY"))),
            false => None,
        };
        let reset = match reset {
            true => {
                let value: Bits = cell.digits("SRST_VALUE")?.iter().map(|digit| *digit == '1').collect();
                Some((self.bit(cell, "SRST")?, cell.flag("SRST_POLARITY"), value))
            }
            false => None,
        };
        let reset_bits = reset.as_ref().map_or(q.len(), |(.., value)| value.len());
        if d.len() != q.len() || reset_bits != q.len() {
            return Err(cell.wrong("D, Q and the value of its reset differ in their bits"));
        }
        self.netlist.registers.push(Register { d, q, enable, reset });
        Ok(())
    }

    /// There is one clock, an input, and only its rising edge counts.
    fn clocked(&mut self, cell: &Named<'_>, clock: Net, rising: bool) -> Result<(), Error> {
        let is_input = self.netlist.inputs.values().any(|nets| nets == &[clock]);
        if !rising || !is_input || *self.clock.get_or_insert(clock) != clock {
            return Err(cell.wrong("its clock is not the rising edge of the one input that clocks all cells"));
        }
        Ok(())
    }

    /// A memory whose ports read at once and write at an edge.
    fn memory(&mut self, cell: &Named<'_>) -> Result<(), Error> {
        for (parameter, what) in [
            ("RD_CLK_ENABLE", "a port reads at an edge"),
            ("RD_WIDE_CONTINUATION", "a port reads several elements"),
            ("WR_WIDE_CONTINUATION", "a port writes several elements"),
        ] {
            if cell.flag(parameter) {
                return Err(cell.wrong(format!("{what}, which the simulator does not know")));
            }
        }
        let [width, address, size] = ["WIDTH", "ABITS", "SIZE"].map(|name| cell.number(name));
        let (width, address, size) = (width?, address?, size?);
        let (reads, writes) = (cell.number("RD_PORTS")?, cell.number("WR_PORTS")?);
        let digits = cell.digits("INIT")?;
        let known = |place: usize| match digits.get(place) {
            Some('0') => Some(false),
            Some('1') => Some(true),
            _ => None,
        };
        let element = |index: usize| (0..width).map(|bit| known(index * width + bit)).collect();
        let memory = self.netlist.memories.len();
        let ports = self.write_ports(cell, writes, width, address)?;
        let (addresses, data) = (self.pin(cell, "RD_ADDR")?, self.pin(cell, "RD_DATA")?);
        for port in 0..reads {
            let name = format!("{} (port {port})", cell.name);
            let work = Work::Read { memory, address: part(cell, &addresses, port, address)? };
            self.netlist.steps.push(Step { name, work, output: part(cell, &data, port, width)? });
        }
        self.netlist.memories.push(Memory {
            width,
            offset: cell.number("OFFSET")?,
            initial: (0..size).map(element).collect(),
            writes: ports,
        });
        Ok(())
    }

    fn write_ports(
        &mut self,
        cell: &Named<'_>,
        count: usize,
        width: usize,
        address: usize,
    ) -> Result<Vec<WritePort>, Error> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let pins = ["WR_ADDR", "WR_DATA", "WR_EN", "WR_CLK"].map(|pin| self.pin(cell, pin));
        let [addresses, data, enable, clocks] = pins;
        let (addresses, data, enable, clocks) = (addresses?, data?, enable?, clocks?);
        let [clocked, rising, wins] =
            ["WR_CLK_ENABLE", "WR_CLK_POLARITY", "WR_PRIORITY_MASK"].map(|name| cell.digits(name));
        let (clocked, rising, wins) = (clocked?, rising?, wins?);
        let is = |digits: &[char], place: usize| digits.get(place) == Some(&'1');
        let mut ports = Vec::new();
        for port in 0..count {
            let clock = part(cell, &clocks, port, 1)?[0];
            self.clocked(cell, clock, is(&clocked, port) && is(&rising, port))?;
            ports.push(WritePort {
                address: part(cell, &addresses, port, address)?,
                data: part(cell, &data, port, width)?,
                enable: part(cell, &enable, port, width)?,
                wins: (0..port).map(|other| is(&wins, port * count + other)).collect(),
            });
        }
        Ok(ports)
    }
}

/// What belongs to a port of what all ports are connected to.
fn part(cell: &Named<'_>, nets: &[Net], port: usize, width: usize) -> Result<Vec<Net>, Error> {
    let part = nets.get(port * width..(port + 1) * width);
    part.map(<[Net]>::to_vec).ok_or_else(|| cell.wrong(format!("port {port} is not connected")))
}
