//! The netlist of the core, with memories around it that keep to what the bench in Verilog does.

use sycl_hls_compiler::back::verilog;
use sycl_hls_compiler::rtl::Plan;
use sycl_hls_compiler::rtl::design::Design;
use sycl_hls_compiler::rtl::operators::library;
use sycl_hls_ir::interp::Arg;

use super::{Outcome, memories};
use crate::{Error, Netlist, Simulation, synthesize};

/// A run that takes more cycles than this does not end.
const TIMEOUT: u64 = 100_000;

/// Cycles of the reset.
const RESET: u64 = 4;

/// A memory beside the core.
struct Beside<'m> {
    name: &'m str,
    elements: Vec<u64>,
    ports: Vec<Port>,
}

/// The names of the core's pins to a port of a memory.
struct Port {
    address: String,
    enable: String,
    write: Option<(String, String)>,
    read: Option<String>,
}

/// What yosys makes of a core and of the operators' gates.
///
/// # Errors
/// When yosys fails, or the simulator does not know something.
pub fn netlist(design: &Design, plan: &Plan) -> Result<Netlist, Error> {
    let core = verilog::core(design, plan);
    let gates = library().iter().copied().filter(|(name, _)| name.ends_with(".v"));
    let files: Vec<(&str, &str)> = gates.chain([("core.v", core.as_str())]).collect();
    let top = format!("{}_core", design.name);
    Netlist::parse(&synthesize(&files, &top)?, &top)
}

/// Runs a kernel as its [`netlist`]. What nothing has defined starts with what the seed says.
///
/// # Errors
/// When the run does not end, or the core writes beyond a memory's end or an element twice at once.
pub fn simulate(netlist: &Netlist, design: &Design, args: &[Arg], seed: u64) -> Result<Outcome, Error> {
    let mut simulation = Simulation::new(netlist, seed);
    let mut beside = connect(design, netlist, args)?;
    give(&mut simulation, netlist, args)?;
    for cycle in 0..TIMEOUT {
        simulation.set("rst_n", u64::from(cycle >= RESET))?;
        simulation.set("ap_start", u64::from(cycle == RESET))?;
        simulation.settle();
        if cycle > RESET && simulation.get("ap_done")? == 1 {
            let slices = beside.into_iter().map(|memory| memory.elements).collect();
            return Ok(Outcome { slices, cycles: cycle - RESET });
        }
        let mut answers = Vec::new();
        // Before the reset is over a core may do anything.
        for memory in beside.iter_mut().filter(|_| cycle >= RESET) {
            memory.edge(&simulation, &mut answers)?;
        }
        simulation.edge();
        for (pin, value) in answers {
            simulation.set(&pin, value)?;
        }
    }
    Err(Error::Run(format!("{} is not done after {TIMEOUT} cycles", design.name)))
}

/// Gives the core its scalar arguments, and its other inputs what they have all the time.
fn give(simulation: &mut Simulation<'_>, netlist: &Netlist, args: &[Arg]) -> Result<(), Error> {
    simulation.set("ap_continue", 1)?;
    let scalars = args.iter().filter_map(|arg| match arg {
        Arg::Scalar(value) => Some(value.low_bits()),
        Arg::Slice(_) | Arg::Stream(_) => None,
    });
    for (index, value) in scalars.enumerate() {
        let prefix = format!("arg{index}_");
        let pin = netlist.inputs.keys().find(|name| name.starts_with(&prefix));
        simulation.set(pin.ok_or(Error::NoPort(prefix))?, value)?;
    }
    Ok(())
}

/// The memories with the contents that the arguments say.
fn connect<'m>(design: &'m Design, netlist: &Netlist, args: &[Arg]) -> Result<Vec<Beside<'m>>, Error> {
    let contents = args.iter().filter_map(|arg| match arg {
        Arg::Slice(values) => Some(values.iter().map(|value| value.low_bits()).collect()),
        Arg::Scalar(_) | Arg::Stream(_) => None,
    });
    let connect = |(name, elements): (&'m str, Vec<u64>)| {
        let ports = (0..2).filter_map(|number| port(netlist, name, number)).collect();
        Beside { name, elements, ports }
    };
    Ok(memories(design).into_iter().zip(contents).map(connect).collect())
}

fn port(netlist: &Netlist, memory: &str, number: usize) -> Option<Port> {
    let pin = |what: &str| format!("{memory}_{what}{number}");
    let output = |what: &str| Some(pin(what)).filter(|pin| netlist.outputs.contains_key(pin));
    Some(Port {
        address: output("address")?,
        enable: output("ce")?,
        write: output("we").zip(output("d")),
        read: Some(pin("q")).filter(|pin| netlist.inputs.contains_key(pin)),
    })
}

impl Beside<'_> {
    /// What the memory does at an edge: it answers with what it held before.
    fn edge(&mut self, core: &Simulation<'_>, answers: &mut Vec<(String, u64)>) -> Result<(), Error> {
        let mut writes: Vec<(usize, u64)> = Vec::new();
        for port in &self.ports {
            if core.get(&port.enable)? == 0 {
                continue;
            }
            let place = core.get(&port.address)? as usize;
            if let Some(read) = &port.read {
                // What is read beyond the end is not used.
                let element = self.elements.get(place).copied().unwrap_or(0x5555_5555_5555_5555);
                answers.push((read.clone(), element));
            }
            match &port.write {
                Some((when, value)) if core.get(when)? == 1 => writes.push((place, core.get(value)?)),
                _ => {}
            }
        }
        for (number, (place, value)) in writes.iter().enumerate() {
            let twice = writes[..number].iter().any(|(other, _)| other == place);
            let element = self.elements.get_mut(*place).filter(|_| !twice).ok_or_else(|| {
                Error::Run(format!("{}[{place}] is written twice at once, or does not exist", self.name))
            })?;
            *element = *value;
        }
        Ok(())
    }
}
