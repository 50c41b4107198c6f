//! One run of a kernel.

use std::path::Path;

use sycl_hls_backend::Args;
use sycl_hls_types::{Fault, FaultKind, OutputRegisters, ParamKind, SimulatedKernel};

use super::fault;
use super::memory::{Layout, Region};
use crate::arguments::{self, Argument, Data};
use crate::simulator::{
    Configuration, RunLimits, RunReport, RunStatus, Simulator, SimulatorError, WaveFormat,
};

/// How a kernel is run.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    /// Clock and memory.
    pub configuration: Configuration,
    /// Where the slices lie, by parameter.
    pub regions: Vec<Region>,
    /// What ends the run before the kernel does.
    pub limits: RunLimits,
    /// Where waveforms go.
    pub wave: Option<(WaveFormat, &'a Path)>,
}

/// What a run is watched with.
pub trait Watch {
    /// It is in this cycle.
    fn progress(&mut self, cycles: u64);
    /// It has ended, in whatever way.
    fn ended(&mut self, report: &RunReport);
}

/// Nobody watches.
impl Watch for () {
    fn progress(&mut self, _: u64) {}
    fn ended(&mut self, _: &RunReport) {}
}

/// A slice in the simulator's memory.
#[derive(Debug)]
pub(super) struct Place {
    /// Position of the parameter.
    pub param: usize,
    pub address: u64,
    pub bytes: u64,
}

/// Offset of the control register.
const CONTROL: u32 = 0;

/// Runs a kernel in a simulator process of its own.
///
/// # Errors
/// When the arguments do not fit, the kernel goes wrong, or the simulator is lost.
pub fn run(
    kernel: &SimulatedKernel,
    program: &Path,
    setup: &Setup<'_>,
    args: Args<'_>,
    watch: &mut dyn Watch,
) -> Result<RunReport, Fault> {
    run_again(kernel, (program, &mut None), setup, args, watch)
}

/// As [`run`]. The simulator of a kernel that keeps something from run to run stays for the next run, unless something has gone wrong:
/// that one begins as the first.
///
/// # Errors
/// As of [`run`].
pub fn run_again(
    kernel: &SimulatedKernel,
    (program, kept): (&Path, &mut Option<Simulator>),
    setup: &Setup<'_>,
    args: Args<'_>,
    watch: &mut dyn Watch,
) -> Result<RunReport, Fault> {
    let name = &kernel.interface.name;
    let lost = |error: SimulatorError| Fault { kind: FaultKind::Lost, ..other(name, error.to_string()) };
    let args = arguments::check(&kernel.interface, args).map_err(|error| other(name, error.to_string()))?;
    let places = places(kernel, &args, &setup.regions)?;
    let mut simulator = prepare(program, kept.take(), setup).map_err(lost)?;
    pass(&mut simulator, kernel, &args, &places).map_err(lost)?;
    let report = simulator.run(&setup.limits, &mut |cycles| watch.progress(cycles)).map_err(lost)?;
    watch.ended(&report);
    if report.status != RunStatus::Done {
        return Err(fault::of_report(kernel, &report, &places));
    }
    // As hosts do: results behind a mailbox are there in the cycle after the end, before a host can have read of it.
    simulator.read_register(CONTROL).map_err(lost)?;
    if let Some(fault) = refused(&mut simulator, kernel).map_err(lost)? {
        return Err(fault);
    }
    read_back(&mut simulator, kernel, args, (&places, &report)).map_err(lost)?;
    if kernel.persistent {
        release(&mut simulator, &places).map_err(lost)?;
        // It is ready for the next run, and waveforms are complete.
        simulator.configure_again(&setup.configuration).map_err(lost)?;
        *kept = Some(simulator);
    } else if setup.wave.is_some() {
        // Only waveforms need an end in the process's own way.
        simulator.quit().map_err(lost)?;
    }
    Ok(report)
}

/// Gives the slices' memory back.
fn release(simulator: &mut Simulator, places: &[Place]) -> Result<(), SimulatorError> {
    places.iter().filter(|place| place.bytes > 0).try_for_each(|place| simulator.free(place.address))
}

/// Where each slice lies.
fn places(kernel: &SimulatedKernel, args: &[Argument<'_>], regions: &[Region]) -> Result<Vec<Place>, Fault> {
    let mut layout = Layout::default();
    let mut places = Vec::new();
    for arg in args {
        let Argument::Slice { param, data } = arg else { continue };
        let param = *param;
        let region = regions.get(param).copied().unwrap_or(Region::FLAT);
        let bytes = data.bytes().len() as u64;
        let address = layout.place(region, bytes).ok_or_else(|| too_large(kernel, param, bytes, region))?;
        places.push(Place { param, address, bytes });
    }
    Ok(places)
}

fn too_large(kernel: &SimulatedKernel, param: usize, bytes: u64, region: Region) -> Fault {
    let name = kernel.interface.params.get(param).map_or("?", |param| param.name.as_str());
    let message = format!(
        "`{name}` of {bytes} bytes does not fit its memory of {} bytes beside the other slices and the gaps \
         between them",
        region.size
    );
    other(&kernel.interface.name, message)
}

/// A simulator before a run: that of the last run, if it was kept.
fn prepare(program: &Path, kept: Option<Simulator>, setup: &Setup<'_>) -> Result<Simulator, SimulatorError> {
    let mut simulator = match kept {
        Some(simulator) => simulator,
        None => {
            let mut simulator = Simulator::start(program)?;
            simulator.configure(&setup.configuration)?;
            simulator
        }
    };
    if let Some((format, path)) = setup.wave {
        if simulator.description().waves != Some(format) {
            let what = "the image's simulators were not built for these waveforms; build it with `--waves`";
            return Err(SimulatorError::Refused(what.to_owned()));
        }
        simulator.record(format, path)?;
    }
    Ok(simulator)
}

/// Fills memory and registers.
fn pass(
    simulator: &mut Simulator,
    kernel: &SimulatedKernel,
    args: &[Argument<'_>],
    places: &[Place],
) -> Result<(), SimulatorError> {
    let mut registers = kernel.registers.iter();
    let (mut places, mut ports) = (places.iter(), 0..);
    for arg in args {
        let offset = *registers.next().ok_or(SimulatorError::Malformed)?;
        match arg {
            Argument::Scalar(value) => write_register(simulator, offset, &value.to_le_bytes())?,
            Argument::Struct(bytes) => write_register(simulator, offset, bytes)?,
            Argument::Length(length) => write_register(simulator, offset, &length.to_le_bytes())?,
            Argument::Output { initial: true, value, .. } => write_register(simulator, offset, value)?,
            Argument::Output { initial: false, .. } => {}
            Argument::Stream { input, elements, .. } => {
                let port = ports.next().ok_or(SimulatorError::Malformed)?;
                if *input {
                    simulator.send(port, elements)?;
                }
            }
            Argument::Slice { data, .. } => {
                let place = places.next().ok_or(SimulatorError::Malformed)?;
                if place.bytes > 0 {
                    simulator.allocate(place.address, place.bytes)?;
                    simulator.write(place.address, data.bytes())?;
                }
                write_register(simulator, offset, &place.address.to_le_bytes())?;
            }
        }
    }
    Ok(())
}

fn write_register(simulator: &mut Simulator, offset: u64, bytes: &[u8]) -> Result<(), SimulatorError> {
    for (number, word) in (0_u64..).zip(bytes.chunks(4)) {
        let mut value = [0; 4];
        value.iter_mut().zip(word).for_each(|(to, from)| *to = *from);
        let offset = u32::try_from(offset + 4 * number).map_err(|_| SimulatorError::Malformed)?;
        let response = simulator.write_register(offset, u32::from_le_bytes(value))?;
        if response != 0 {
            return Err(SimulatorError::Refused(format!("the register at {offset:#x} cannot be written")));
        }
    }
    Ok(())
}

fn read_back(
    simulator: &mut Simulator,
    kernel: &SimulatedKernel,
    args: Vec<Argument<'_>>,
    (places, report): (&[Place], &RunReport),
) -> Result<(), SimulatorError> {
    let (mut places, mut ports) = (places.iter(), 0..);
    let streams = kernel.interface.params.iter().filter(|it| matches!(it.kind, ParamKind::Stream { .. }));
    let mut streams = streams.map(|param| param.name.as_str());
    for (arg, offset) in args.into_iter().zip(&kernel.registers) {
        match arg {
            Argument::Slice { data, .. } => {
                let place = places.next().ok_or(SimulatorError::Malformed)?;
                if let Data::Mutable(bytes) = data
                    && !bytes.is_empty()
                {
                    simulator.read(place.address, bytes)?;
                }
            }
            Argument::Stream { scalar, input, elements } => {
                let (Some(port), Some(name)) = (ports.next(), streams.next()) else {
                    return Err(SimulatorError::Malformed);
                };
                if input {
                    // What waits in the registers of the port is still in the stream.
                    let read =
                        usize::try_from(kernel.dataflow.read(name, &report.blocks)).unwrap_or(usize::MAX);
                    elements.drain(..elements.len().min(read.saturating_mul(scalar.bytes())));
                } else {
                    elements.append(&mut simulator.receive(port)?);
                }
            }
            Argument::Output { scalar, initial, value } => {
                let registers = OutputRegisters::at(*offset, scalar, initial);
                read_output(simulator, registers, value)?;
            }
            Argument::Scalar(_) | Argument::Struct(_) | Argument::Length(_) => {}
        }
    }
    Ok(())
}

/// The error of a run that ended, if a memory refused one of its accesses.
fn refused(simulator: &mut Simulator, kernel: &SimulatedKernel) -> Result<Option<Fault>, SimulatorError> {
    let Some(errors) = &kernel.memory_errors else { return Ok(None) };
    let read =
        |offset| simulator.read_register(u32::try_from(offset).map_err(|_| SimulatorError::Malformed)?);
    errors.fault(&kernel.interface.name, read)
}

fn read_output(
    simulator: &mut Simulator,
    registers: OutputRegisters,
    value: &mut [u8],
) -> Result<(), SimulatorError> {
    registers.read_value(value, |offset| {
        let offset = u32::try_from(offset).map_err(|_| SimulatorError::Malformed)?;
        simulator.read_register(offset)
    })
}

pub(super) fn other(kernel: &str, message: String) -> Fault {
    Fault { kernel: kernel.to_owned(), kind: FaultKind::Other, message, at: None }
}
