//! The device: memory, compute units, and what happens to them.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use sycl_hls_boards::Catalogue;
use sycl_hls_types::{Fault, FaultKind, Restart, SimulatedKernel, Target};
use xclbin_tools::Section as _;
use xclbin_tools::section::embedded_metadata::{
    AddressQualifier, CoreTarget, Kernel, Mailbox, PortMode, Project,
};

use super::copier::Copier;
use super::host_access::{HostAccess, HostMemory};
use super::linked::Linked;
use super::memory::Memory;
use super::runner::Workplace;
use super::unit::{Description, Unit, units};
use super::worker::Program;
use crate::error::ImageError;
use crate::fit::check_platform;
use crate::hw_emu::SimulatedProgram;

/// Is told what the host cannot be told.
pub trait Report: Send + Sync {
    /// A run on the compute units with these names stopped; it will never end for the host.
    fn fault(&self, units: &[&str], fault: &Fault);

    /// The image cannot be loaded, which the host is told without a reason.
    fn refused(&self, reason: &str);

    /// The user should know something of a run that goes on.
    fn warning(&self, message: &str);
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
    /// In hardware emulation, if the board has memory of the host.
    host: Option<HostMemory>,
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
            host: None,
        }
    }

    /// Becomes the kernels of a hardware emulation: a folder of simulators, for one of these boards, with memory of the host.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn simulate(
        &mut self,
        folder: &Path,
        boards: Catalogue,
        access: &HostAccess,
    ) -> Result<(), ImageError> {
        let simulated = SimulatedProgram::in_folder(folder, boards)?;
        let kernels = &simulated.manifest().kernels;
        let kernel = |name: &str| {
            let kernel = kernels.iter().find(|kernel| kernel.interface.name == name)?;
            Some((&kernel.interface, kernel.symbol.as_str()))
        };
        let linked = Linked::of(&simulated.manifest().links, kernel);
        self.host = simulated.host_memory().map(|addresses| access.memory(addresses));
        let units = kernels.iter().flat_map(simulated_units).collect();
        self.program(units, linked, self.worker.with(folder));
        self.offsets_are_added = false;
        self.copier = Some(Copier::new());
        Ok(())
    }

    /// Becomes the kernels of a software emulation: a shared object, and the metadata that goes with it.
    ///
    /// # Errors
    /// What is wrong with the metadata; that the image is for another kind of emulation, or another platform.
    pub fn load(&mut self, metadata: &Path, object: &Path) -> Result<(), ImageError> {
        let bytes =
            fs::read(metadata).map_err(|source| ImageError::Io { path: metadata.to_owned(), source })?;
        let project = Project::from_bytes(&bytes)?;
        let card = Target::SwEmu;
        match project.target {
            Some(CoreTarget::Cosim) => return Err(ImageError::OtherTarget { image: Target::HwEmu, card }),
            Some(CoreTarget::Bitstream) => return Err(ImageError::OtherTarget { image: Target::Hw, card }),
            Some(CoreTarget::Csim) | None => {}
        }
        check_platform(&project.platform.to_string(), self.platform.as_deref())?;
        let program = self.worker.with(object);
        let args = project.kernels.iter().flat_map(|kernel| &kernel.args);
        let has_streams = args.into_iter().any(|arg| arg.address_qualifier == AddressQualifier::Stream);
        let linked = if has_streams { linked(&program)? } else { Vec::new() };
        self.program(descriptions(&project), linked, program);
        Ok(())
    }

    /// Takes these compute units in place of those that there were, whose runs are ended.
    fn program(&mut self, descriptions: Vec<Description>, linked: Vec<Linked>, program: Program) {
        let place = Workplace { program, report: Arc::clone(&self.report), host: self.host.clone() };
        self.units = units(descriptions, linked, &place);
    }

    /// Has no compute units any more: their runs are ended. Buffers stay, as XRT counts on it.
    pub fn reset(&mut self) {
        self.units.clear();
    }

    /// Writes registers; says whether there are any at the address.
    pub fn write_registers(&mut self, address: u64, bytes: &[u8]) -> bool {
        let Self { units, memory, host, .. } = self;
        let mut found = units.iter_mut().filter_map(|unit| Some((unit.offset(address)?, unit)));
        if let Some((offset, unit)) = found.next() {
            return unit.write(offset, bytes, || memory.list());
        }
        let copy = |source, destination, size| copy(memory, host.as_ref(), source, destination, size);
        let written = self.copier.as_mut().and_then(|copier| copier.write(address, bytes, copy));
        if let Some(Err(error)) = &written {
            let (kernel, message) = ("m2m".to_owned(), format!("a copy between buffers: {error}"));
            self.report.fault(&["m2m"], &Fault { kernel, kind: FaultKind::Other, message, at: None });
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

/// Copies between buffers, of which each may be memory of the host. The ranges may overlap.
fn copy(
    memory: &Memory,
    host: Option<&HostMemory>,
    source: u64,
    destination: u64,
    size: u64,
) -> io::Result<()> {
    let host_at = |address| host.filter(|host| host.has(address));
    let bytes = match host_at(source) {
        Some(host) => host.read(source, size)?,
        None => memory.read(source, size)?,
    };
    match host_at(destination) {
        Some(host) => Ok(host.write(destination, &bytes)?),
        None => memory.write(destination, &bytes),
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
        chained: kernel.chained,
        restart: kernel.restart,
    })
}

/// The linked kernels of an image of software emulation, which a worker reads for that: metadata says nothing of them.
fn linked(worker: &Program) -> Result<Vec<Linked>, ImageError> {
    let text = worker.ask("--links").map_err(ImageError::Links)?;
    serde_json::from_str(&text).map_err(|source| ImageError::Links(source.into()))
}

/// Whether a kernel of an image starts itself again.
fn restart(kernel: &Kernel) -> Restart {
    match (kernel.counted_auto_restart, kernel.mailbox) {
        (0, _) => Restart::Never,
        (_, Mailbox::None) => Restart::Counted,
        _ => Restart::Mailbox,
    }
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
                // Vitis' kernels are ready when they are done, unless their processes overlap.
                chained: false,
                restart: restart(kernel),
            })
        })
    });
    units.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_copied_though_they_overlap() {
        let mut memory = Memory::default();
        memory.allocate(0x1000, 8).unwrap();
        memory.write(0x1000, &[1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        copy(&memory, None, 0x1000, 0x1002, 5).unwrap();
        assert_eq!(memory.read(0x1000, 8).unwrap(), [1, 2, 1, 2, 3, 4, 5, 8]);
        let outside = copy(&memory, None, 0x1000, 0x1004, 5).unwrap_err().to_string();
        assert!(outside.contains("not within one buffer"), "{outside}");
    }
}
