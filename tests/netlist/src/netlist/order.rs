//! Topological order.

use super::{Net, Netlist, Step};
use crate::Error;

/// What gives a net its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Driver {
    None,
    /// A constant, an input or a register: it has its value when a cycle begins.
    Start,
    Step(usize),
}

/// Brings the steps into an order in which each finds its inputs computed.
pub fn sort(netlist: &mut Netlist) -> Result<(), Error> {
    let drivers = drivers(netlist)?;
    let before = predecessors(netlist, &drivers)?;
    let mut after = vec![Vec::new(); before.len()];
    for (step, others) in before.iter().enumerate() {
        others.iter().for_each(|other| after[*other].push(step));
    }
    let mut missing: Vec<usize> = before.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..before.len()).filter(|step| missing[*step] == 0).collect();
    let mut next = 0;
    while let Some(step) = order.get(next).copied() {
        next += 1;
        for later in &after[step] {
            missing[*later] -= 1;
            if missing[*later] == 0 {
                order.push(*later);
            }
        }
    }
    if order.len() < before.len() {
        return Err(Error::Loop(cycle(netlist, &before, &missing)));
    }
    let mut steps: Vec<Option<Step>> = std::mem::take(&mut netlist.steps).into_iter().map(Some).collect();
    netlist.steps = order.into_iter().filter_map(|step| steps[step].take()).collect();
    Ok(())
}

fn drivers(netlist: &Netlist) -> Result<Vec<Driver>, Error> {
    let mut drivers = vec![Driver::None; netlist.nets];
    let mut drive = |name: &str, nets: &[Net], driver: Driver| {
        nets.iter().try_for_each(|net| match std::mem::replace(&mut drivers[*net], driver) {
            Driver::None => Ok(()),
            _ => Err(Error::DrivenTwice { driver: name.to_owned(), net: *net }),
        })
    };
    drive("a constant", &[0, 1], Driver::Start)?;
    drive("an unknown value", &netlist.unknown, Driver::Start)?;
    for (name, nets) in &netlist.inputs {
        drive(name, nets, Driver::Start)?;
    }
    for register in &netlist.registers {
        drive("a register", &register.q, Driver::Start)?;
    }
    for (number, step) in netlist.steps.iter().enumerate() {
        drive(&step.name, &step.output, Driver::Step(number))?;
    }
    Ok(drivers)
}

/// The steps that each step waits for; all that is read has a value.
fn predecessors(netlist: &Netlist, drivers: &[Driver]) -> Result<Vec<Vec<usize>>, Error> {
    let known = |reader: &str, net: &Net| match drivers[*net] {
        Driver::None => Err(Error::Undriven { reader: reader.to_owned(), net: *net }),
        driver => Ok(driver),
    };
    for (name, nets) in &netlist.outputs {
        nets.iter().try_for_each(|net| known(name, net).map(|_| ()))?;
    }
    for register in &netlist.registers {
        let enable = register.enable.iter().map(|(net, _)| net);
        let reset = register.reset.iter().map(|(net, ..)| net);
        register
            .d
            .iter()
            .chain(enable)
            .chain(reset)
            .try_for_each(|net| known("a register", net).map(|_| ()))?;
    }
    for port in netlist.memories.iter().flat_map(|memory| &memory.writes) {
        let read = port.address.iter().chain(&port.data).chain(&port.enable);
        read.into_iter().try_for_each(|net| known("a memory", net).map(|_| ()))?;
    }
    let steps = netlist.steps.iter().map(|step| {
        let mut before = Vec::new();
        for net in step.reads() {
            if let Driver::Step(other) = known(&step.name, net)? {
                before.push(other);
            }
        }
        before.sort_unstable();
        before.dedup();
        Ok(before)
    });
    steps.collect()
}

/// The names of steps that wait for each other.
fn cycle(netlist: &Netlist, before: &[Vec<usize>], missing: &[usize]) -> Vec<String> {
    let mut path: Vec<usize> = missing.iter().position(|missing| *missing > 0).into_iter().collect();
    while let Some(step) = path.last() {
        let Some(next) = before[*step].iter().copied().find(|other| missing[*other] > 0) else { break };
        if let Some(start) = path.iter().position(|other| *other == next) {
            path.drain(..start);
            break;
        }
        path.push(next);
    }
    path.iter().rev().map(|step| netlist.steps[*step].name.clone()).collect()
}
