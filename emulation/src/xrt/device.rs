//! The device: memory, compute units, and what happens to them.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use sycl_hls_boards::Catalogue;
use sycl_hls_types::{Fault, FaultKind, SimulatedKernel, Target};
use xclbin_tools::Section as _;
use xclbin_tools::section::embedded_metadata::{CoreTarget, PortMode, Project};

use super::copier::Copier;
use super::host_access::HostMemory;
use super::memory::Memory;
use super::staging::Staging;
use super::unit::{Description, Unit};
use super::worker::Program;
use crate::fit::{check_platform, other_target};
use crate::hw_emu::SimulatedProgram;

/// Is told what the host cannot be told.
pub trait Report: Send + Sync {
    /// A run on the compute unit with this name stopped; it will never end for the host.
    fn fault(&self, unit: &str, fault: &Fault);

    /// The image cannot be loaded, which the host is told without a reason.
    fn refused(&self, reason: &str);

    /// XRT asked for something that there is not.
    fn note(&self, message: &str);
}

/// Bytes of the largest argument that is believed to be the last one, a struct; and of the smallest range of registers.
const MAX_ARGUMENT: u64 = 4096;
const MIN_RANGE: u64 = 0x1000;

/// A device.
pub(super) struct Device {
    pub memory: Memory,
    pub started: Instant,
    pub report: Arc<dyn Report>,
    /// True if XRT has added the offset in a buffer to the address of a copy. In `hw_emu` it has not.
    pub offsets_are_added: bool,
    units: Vec<Unit>,
    worker: Program,
    platform: Option<String>,
    /// In hardware emulation.
    copier: Option<Copier>,
}

impl Device {
    /// A device without compute units, for images of this platform, or of any. `worker` lacks the argument that says what it runs.
    pub fn new(worker: Program, platform: Option<String>, report: Arc<dyn Report>) -> Self {
        Self {
            memory: Memory::default(),
            started: Instant::now(),
            report,
            offsets_are_added: true,
            units: Vec::new(),
            worker,
            platform,
            copier: None,
        }
    }

    /// Becomes the kernels of a hardware emulation: a folder of simulators, for one of these boards, with memory of the host.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn simulate(&mut self, folder: &Path, boards: Catalogue, host: &HostMemory) -> Result<(), String> {
        let simulated = SimulatedProgram::in_folder(folder, boards)?;
        let units = simulated.manifest().kernels.iter().flat_map(simulated_units).collect();
        let mut program = self.worker.clone();
        program.args.push(folder.into());
        self.program(units, &program);
        if let Some(addresses) = simulated.host_memory() {
            let staging = Staging::new(host.clone(), addresses);
            self.units.iter_mut().for_each(|unit| unit.reach_host(staging.clone()));
        }
        self.offsets_are_added = false;
        self.copier = Some(Copier::new());
        Ok(())
    }

    /// Becomes the kernels of a software emulation: a shared object, and the metadata that goes with it.
    ///
    /// # Errors
    /// What is wrong with the metadata; that the image is for another kind of emulation, or another platform.
    pub fn load(&mut self, metadata: &Path, object: &Path) -> Result<(), String> {
        let bytes = fs::read(metadata).map_err(|error| format!("{}: {error}", metadata.display()))?;
        let project = Project::from_bytes(&bytes).map_err(|error| error.to_string())?;
        match project.target {
            Some(CoreTarget::Cosim) => return Err(other_target(Target::HwEmu, Target::SwEmu)),
            Some(CoreTarget::Bitstream) => return Err(other_target(Target::Hw, Target::SwEmu)),
            Some(CoreTarget::Csim) | None => {}
        }
        check_platform(&project.platform.to_string(), self.platform.as_deref())?;
        let mut program = self.worker.clone();
        program.args.push(object.into());
        self.program(descriptions(&project), &program);
        Ok(())
    }

    /// Takes these compute units in place of those that there were, whose runs are ended.
    pub fn program(&mut self, units: Vec<Description>, worker: &Program) {
        let unit = |description| Unit::new(description, worker.clone(), Arc::clone(&self.report));
        self.units = units.into_iter().map(unit).collect();
    }

    /// Has no compute units any more: their runs are ended. Buffers stay, as XRT counts on it.
    pub fn reset(&mut self) {
        self.units.clear();
    }

    /// Writes registers; says whether there are any at the address.
    pub fn write_registers(&mut self, address: u64, bytes: &[u8]) -> bool {
        let Self { units, memory, .. } = self;
        let mut found = units.iter_mut().filter_map(|unit| Some((unit.offset(address)?, unit)));
        if let Some((offset, unit)) = found.next() {
            return unit.write(offset, bytes, || memory.list());
        }
        let written = self.copier.as_mut().and_then(|copier| copier.write(address, bytes, &self.memory));
        if let Some(Err(error)) = &written {
            let (kernel, message) = ("m2m".to_owned(), format!("a copy between buffers: {error}"));
            self.report.fault("m2m", &Fault { kernel, kind: FaultKind::Other, message, at: None });
        }
        written.is_some()
    }

    /// Reads registers.
    pub fn read_registers(&self, address: u64, size: u32) -> Option<Vec<u8>> {
        match self.units.iter().find_map(|unit| Some((unit.offset(address)?, unit))) {
            Some((offset, unit)) => unit.read(offset, usize::try_from(size).ok()?),
            None => self.copier.as_ref()?.read(address, size),
        }
    }
}

/// The compute units of a kernel that is simulated. Their registers end with the last argument's.
fn simulated_units(kernel: &SimulatedKernel) -> impl Iterator<Item = Description> {
    let range = kernel.registers.iter().max().map_or(0, |last| last + MAX_ARGUMENT).max(MIN_RANGE);
    kernel.units.iter().map(move |unit| Description {
        symbol: kernel.symbol.clone(),
        name: unit.name.clone(),
        base: unit.base,
        range,
        offsets: kernel.registers.clone(),
        interface: Some(kernel.interface.clone()),
    })
}

/// The compute units of an image.
fn descriptions(project: &Project) -> Vec<Description> {
    let units = project.kernels.iter().flat_map(|kernel| {
        let range =
            kernel.ports.iter().find(|port| port.mode == PortMode::Slave).map_or(0, |port| port.range);
        kernel.instances.iter().filter_map(move |instance| {
            Some(Description {
                symbol: kernel.name.clone(),
                name: instance.name.clone(),
                base: instance.addr_remaps.first()?.base,
                range,
                offsets: kernel.args.iter().map(|arg| arg.offset).collect(),
                interface: None,
            })
        })
    });
    units.collect()
}
