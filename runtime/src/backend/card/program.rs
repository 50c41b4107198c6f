//! The kernels of an image on a card.

use std::path::PathBuf;
use std::sync::Arc;

use sycl_hls_backend::{Args, Contents, Image, KernelArg, MemoryInfo, Program};
use sycl_hls_emulation::arguments::{self, Argument};
use sycl_hls_types::{
    Fault, FaultKind, KernelInterface, LinkGroup, MEMORY_ERRORS_KEY_PREFIX, MemoryErrors, Param, ParamKind,
    Restart,
};
use xclbin_tools::section::embedded_metadata::{Kernel, Mailbox, Project};

use super::arguments::{fetch, pass};
use super::device::{Loaded, Shared};
use super::error::ImageError;
use super::places::Places;
use super::units::{Unit, Units};
use super::wait::wait;

/// What a card needs to know of an image.
pub(super) struct OnCard {
    pub path: PathBuf,
    /// Its identity.
    pub image: [u8; 16],
    pub kernels: Vec<KernelOnCard>,
    /// Those that are linked.
    pub groups: Vec<LinkGroup>,
}

/// A kernel of an image.
pub(super) struct KernelOnCard {
    pub interface: KernelInterface,
    pub units: Vec<UnitOnCard>,
    /// Offsets of the arguments' registers. A slice's hidden length is an argument.
    pub offsets: Vec<u64>,
    /// True if what it writes into registers is in a mailbox.
    pub mailbox: bool,
    /// The registers that tell of errors of memories, if it is hardware of our own.
    pub memory_errors: Option<MemoryErrors>,
}

impl KernelOnCard {
    /// True if it writes scalars into registers.
    pub fn has_outputs(&self) -> bool {
        self.interface.params.iter().any(|param| matches!(param.kind, ParamKind::Output { .. }))
    }

    /// True if its registers are read after a run.
    pub fn is_read(&self) -> bool {
        self.has_outputs() || self.memory_errors.is_some()
    }

    /// A stream among its arguments that is not linked.
    fn stream(&self, group: Option<&LinkGroup>) -> Option<&str> {
        let streams =
            self.interface.params.iter().filter(|param| matches!(param.kind, ParamKind::Stream { .. }));
        let mut open = streams.filter(|param| !self.is_linked(group, param));
        open.next().map(|param| param.name.as_str())
    }

    /// True if a parameter is no argument in a run of its group.
    fn is_linked(&self, group: Option<&LinkGroup>, param: &Param) -> bool {
        group.is_some_and(|group| group.has_port(&self.interface.name, &param.name))
    }
}

/// A compute unit of an image.
pub(super) struct UnitOnCard {
    /// The kernel's name in the image.
    pub kernel: String,
    pub name: String,
    /// Its arguments that are buffers, each with the position of its memory among the card's.
    pub arguments: Vec<(u32, usize)>,
}

impl OnCard {
    /// What `image` says of itself, for a card with these memories.
    ///
    /// # Errors
    /// When its parts do not agree.
    pub fn of(image: &Image, memories: &[MemoryInfo]) -> Result<Self, ImageError> {
        let places = Places::of(&image.xclbin, memories)?;
        let project = image.xclbin.parse::<Project>()?;
        let described = project.map(|project| project.kernels).unwrap_or_default();
        let keys = image.xclbin.key_values()?;
        let find = |interface: &KernelInterface| {
            let exact = described.iter().find(|kernel| kernel.name == interface.name);
            exact.or_else(|| described.iter().find(|kernel| is_renamed(kernel, interface)))
        };
        // What is made of linked kernels is for emulation without XRT, and nobody starts those that are free-running.
        let interfaces = image
            .modules
            .iter()
            .flat_map(|module| module.kernels.iter().filter(|kernel| module.is_started(&kernel.name)));
        let kernel = |interface: &KernelInterface| {
            let kernel =
                find(interface).ok_or_else(|| ImageError::NoKernel { kernel: interface.name.clone() })?;
            let units = kernel.instances.iter().map(|unit| UnitOnCard {
                kernel: kernel.name.clone(),
                name: unit.name.clone(),
                arguments: places.arguments(&kernel.name, &unit.name),
            });
            let offsets = kernel.args.iter().map(|arg| arg.offset).collect();
            let mailbox = kernel.mailbox != Mailbox::None;
            let key = format!("{MEMORY_ERRORS_KEY_PREFIX}{}", interface.name);
            let memory_errors = keys.get(&key).map(serde_json::from_str).transpose();
            let memory_errors = memory_errors.map_err(|source| ImageError::Key { key, source })?;
            let (interface, units) = (interface.clone(), units.collect());
            Ok(KernelOnCard { interface, units, offsets, mailbox, memory_errors })
        };
        let kernels = interfaces.map(kernel).collect::<Result<_, ImageError>>()?;
        let groups = image.modules.iter().flat_map(|module| module.links.clone()).collect();
        Ok(Self { path: image.path.clone(), image: image.xclbin.uuid().into_bytes(), kernels, groups })
    }
}

/// True if this is the kernel in the image. A name that is a keyword of C++ has another ending there.
fn is_renamed(kernel: &Kernel, interface: &KernelInterface) -> bool {
    let ending = kernel.name.strip_prefix(&interface.name).and_then(|rest| rest.strip_prefix('_'));
    ending.is_some_and(|ending| ending.chars().all(|c| c.is_ascii_digit()))
}

/// The kernels of an image, ready to run.
pub(super) struct CardProgram {
    card: Arc<Shared>,
    image: OnCard,
}

impl CardProgram {
    pub fn new(card: Arc<Shared>, image: OnCard) -> Self {
        Self { card, image }
    }

    /// The group that a run of this name is one of.
    fn group(&self, name: &str) -> Option<&LinkGroup> {
        self.image.groups.iter().find(|group| group.kernel == name)
    }

    /// The kernels that a run of this name starts, by their positions in the image.
    fn positions(&self, name: &str) -> Option<Vec<usize>> {
        let position = |name: &str| self.image.kernels.iter().position(|known| known.interface.name == name);
        match self.group(name) {
            Some(group) => group.members.iter().map(|member| position(member)).collect(),
            None => Some(vec![position(name)?]),
        }
    }

    /// The parts of a run, each with a unit, once that is free. `linked` has a place for each linked port.
    fn parts<'r, 'a>(
        &'r self,
        loaded: &'r Loaded,
        (kernel, positions): (&str, Vec<usize>),
        args: Args<'a>,
        contents: &[Option<Contents>],
        linked: &'a mut [Vec<u8>],
    ) -> Result<Vec<Part<'r, 'a>>, Fault> {
        let group = self.group(kernel);
        let (mut args, mut contents) = (args.into_iter(), contents.iter().copied());
        let mut linked = linked.iter_mut();
        let kernels = positions.iter().filter_map(|position| {
            Some((self.image.kernels.get(*position)?, loaded.kernels.get(*position)?))
        });
        let mut parts: Vec<Part<'_, '_>> = Vec::new();
        for (kernel, units) in kernels {
            let name = &kernel.interface.name;
            let mut given = Vec::new();
            let args: Args<'a> = kernel
                .interface
                .params
                .iter()
                .filter_map(|param| {
                    let is_linked = kernel.is_linked(group, param);
                    given.push(if is_linked { None } else { contents.next().flatten() });
                    if is_linked { linked.next().map(KernelArg::Stream) } else { args.next() }
                })
                .collect();
            let args =
                arguments::check(&kernel.interface, args).map_err(|error| other(name, error.to_string()));
            let unit =
                args.and_then(|args| Ok((args, units.take(&given).map_err(|fault| unusable(name, fault))?)));
            match unit {
                Ok((args, unit)) => parts.push(Part { kernel, units, unit, args, contents: given }),
                Err(fault) => {
                    parts.into_iter().for_each(|part| part.units.give_back(part.unit));
                    return Err(fault);
                }
            }
        }
        Ok(parts)
    }

    /// Starts a part of a run.
    fn start(&self, loaded: &Loaded, part: &mut Part<'_, '_>) -> Result<(), Fault> {
        let Part { kernel, unit, args, contents, .. } = part;
        let other = |error: xrt_sys::Error| other(&kernel.interface.name, error.to_string());
        let opened = unit.open(&*loaded.device);
        let passed = opened.and_then(|(opened, held)| pass(opened, args, contents, held));
        unit.count_buffers();
        let opened = passed.and_then(|()| unit.open(&*loaded.device));
        let (opened, _) = opened.map_err(other)?;
        if kernel.mailbox && kernel.has_outputs() {
            // XRT acquires the mailbox when it closes a run, and never releases it by itself.
            opened.write_register(Restart::OUTPUT as u32, Restart::RELEASED).map_err(other)?;
        }
        opened.start().map_err(other)
    }

    /// Waits for the end of a part of a run, and brings back what it has written.
    fn end(&self, loaded: &Loaded, part: &mut Part<'_, '_>) -> Result<(), Ended> {
        let Part { kernel, unit, args, contents, .. } = part;
        let KernelOnCard { interface, offsets, memory_errors, .. } = kernel;
        let refused = |error: xrt_sys::Error| Ended::Refused(other(&interface.name, error.to_string()));
        let name = unit.name.clone();
        let (opened, held) = unit.open(&*loaded.device).map_err(refused)?;
        wait(opened, &interface.name, &name, loaded.watch.as_ref(), self.card.timeout)
            .map_err(Ended::Stopped)?;
        if let (Some(errors), None) = (memory_errors, self.card.interface.lacks_registers()) {
            let read = |offset| opened.read_register(u32::try_from(offset).unwrap_or(u32::MAX));
            if let Some(fault) = errors.fault(&interface.name, read).map_err(refused)? {
                return Err(Ended::Refused(fault));
            }
        }
        fetch(opened, args, contents, held, offsets).map_err(refused)
    }
}

/// A kernel in a run, with the unit that it has.
struct Part<'r, 'a> {
    kernel: &'r KernelOnCard,
    units: &'r Units,
    unit: Unit,
    args: Vec<Argument<'a>>,
    /// Of its parameters.
    contents: Vec<Option<Contents>>,
}

/// How a run failed.
enum Ended {
    /// The unit is as good as before.
    Refused(Fault),
    /// The run never ends, nor does the unit ever run anything else.
    Stopped(Fault),
}

impl Program for CardProgram {
    fn run(&self, kernel: &str, args: Args<'_>) -> Result<(), Fault> {
        self.run_with(kernel, args, &[])
    }

    fn run_with(&self, kernel: &str, args: Args<'_>, contents: &[Option<Contents>]) -> Result<(), Fault> {
        let card = self.card.with_image(&self.image).map_err(|error| other(kernel, error.to_string()))?;
        let lacking = || other(kernel, "the image does not have it; build the image anew".to_owned());
        let positions = self.positions(kernel).ok_or_else(lacking)?;
        let loaded = card.loaded().ok_or_else(lacking)?;
        let mut linked = vec![Vec::new(); self.group(kernel).map_or(0, |group| 2 * group.links.len())];
        let mut parts = self.parts(loaded, (kernel, positions), args, contents, &mut linked)?;
        let (mut started, mut failure) = (0, None);
        for part in &mut parts {
            match self.start(loaded, part) {
                Ok(()) => started += 1,
                Err(fault) => {
                    failure = Some(fault);
                    break;
                }
            }
        }
        let mut result = Ok(());
        for (index, mut part) in parts.into_iter().enumerate() {
            let ended = match &failure {
                None => self.end(loaded, &mut part),
                // It waits for kernels that never start.
                Some(fault) if index < started => Err(Ended::Stopped(fault.clone())),
                Some(fault) => Err(Ended::Refused(fault.clone())),
            };
            result = result.and(finish(part.units, part.unit, ended));
        }
        result
    }

    fn refusal(&self, kernel: &str) -> Option<String> {
        let group = self.group(kernel);
        let kernels =
            self.positions(kernel)?.into_iter().filter_map(|position| self.image.kernels.get(position));
        let known: Vec<&KernelOnCard> = kernels.collect();
        if let Some(stream) = known.iter().find_map(|known| known.stream(group)) {
            return Some(format!(
                "`{kernel}`, whose stream `{stream}` ends on the card: a host cannot reach it through XRT; run the kernel on \
                 the host, `sw_emu` or `hw_emu`, or let it read and write memory"
            ));
        }
        let reason = self.card.interface.lacks_registers()?;
        let message = || format!("`{kernel}`, which writes scalars into registers: {reason}");
        known.iter().any(|known| known.has_outputs()).then(message)
    }
}

/// Gives the unit back, if it can be used again.
fn finish(units: &Units, unit: Unit, result: Result<(), Ended>) -> Result<(), Fault> {
    match result {
        Err(Ended::Stopped(fault)) => {
            units.stop(unit, &fault);
            Err(fault)
        }
        Err(Ended::Refused(fault)) => {
            units.give_back(unit);
            Err(fault)
        }
        Ok(()) => {
            units.give_back(unit);
            Ok(())
        }
    }
}

/// The fault of a kernel without compute units that run.
fn unusable(kernel: &str, fault: Option<Fault>) -> Fault {
    let message = match fault {
        Some(fault) => format!(
            "it cannot run any more: its last compute unit has stopped, as a card's would, with the error: {fault}"
        ),
        None => "the image has no compute unit of it".to_owned(),
    };
    Fault { kernel: kernel.to_owned(), kind: FaultKind::Lost, message, at: None }
}

fn other(kernel: &str, message: String) -> Fault {
    Fault { kernel: kernel.to_owned(), kind: FaultKind::Other, message, at: None }
}
