//! The kernels of an image on a card.

use std::path::PathBuf;
use std::sync::Arc;

use sycl_hls_backend::{Args, Contents, Image, MemoryInfo, Program};
use sycl_hls_emulation::arguments;
use sycl_hls_types::{Fault, FaultKind, KernelInterface, ParamKind, Restart};
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
}

/// A kernel of an image.
pub(super) struct KernelOnCard {
    pub interface: KernelInterface,
    pub units: Vec<UnitOnCard>,
    /// Offsets of the arguments' registers. A slice's hidden length is an argument.
    pub offsets: Vec<u64>,
    /// True if what it writes into registers is in a mailbox.
    pub mailbox: bool,
}

impl KernelOnCard {
    /// True if it writes scalars into registers.
    pub fn has_outputs(&self) -> bool {
        self.interface.params.iter().any(|param| matches!(param.kind, ParamKind::Output { .. }))
    }

    /// A stream among its arguments.
    fn stream(&self) -> Option<&str> {
        let mut streams =
            self.interface.params.iter().filter(|param| matches!(param.kind, ParamKind::Stream { .. }));
        streams.next().map(|param| param.name.as_str())
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
        let find = |interface: &KernelInterface| {
            let exact = described.iter().find(|kernel| kernel.name == interface.name);
            exact.or_else(|| described.iter().find(|kernel| is_renamed(kernel, interface)))
        };
        // What is made of linked kernels is in images for emulation only.
        let interfaces = image.modules.iter().flat_map(|module| {
            let is_group = |name: &str| module.links.iter().any(|group| group.kernel == name);
            module.kernels.iter().filter(move |kernel| !is_group(&kernel.name) || find(kernel).is_some())
        });
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
            Ok(KernelOnCard { interface: interface.clone(), units: units.collect(), offsets, mailbox })
        };
        let kernels = interfaces.map(kernel).collect::<Result<_, ImageError>>()?;
        Ok(Self { path: image.path.clone(), image: image.xclbin.uuid().into_bytes(), kernels })
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

    /// Runs a kernel on a unit that is free.
    fn run_on(
        &self,
        unit: &mut Unit,
        loaded: &Loaded,
        kernel: &KernelOnCard,
        args: Args<'_>,
        contents: &[Option<Contents>],
    ) -> Result<(), Ended> {
        let release_outputs = kernel.mailbox && kernel.has_outputs();
        let KernelOnCard { interface: kernel, offsets, .. } = kernel;
        let other = |message: String| Ended::Refused(other(&kernel.name, message));
        let mut args = arguments::check(kernel, args).map_err(|error| other(error.to_string()))?;
        let name = unit.name.clone();
        let opened = unit.open(&*loaded.device);
        let passed = opened.and_then(|(opened, held)| pass(opened, &args, contents, held));
        unit.count_buffers();
        let opened = passed.and_then(|()| unit.open(&*loaded.device));
        let (opened, held) = opened.map_err(|error| other(error.to_string()))?;
        if release_outputs {
            // XRT acquires the mailbox when it closes a run, and never releases it by itself.
            let released = opened.write_register(Restart::OUTPUT as u32, Restart::RELEASED);
            released.map_err(|error| other(error.to_string()))?;
        }
        opened.start().map_err(|error| other(error.to_string()))?;
        wait(opened, &kernel.name, &name, loaded.watch.as_ref(), self.card.timeout)
            .map_err(Ended::Stopped)?;
        fetch(opened, &mut args, contents, held, offsets).map_err(|error| other(error.to_string()))
    }
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
        let position = self.image.kernels.iter().position(|known| known.interface.name == kernel);
        let found = position.and_then(|position| {
            let loaded = card.loaded()?;
            Some((self.image.kernels.get(position)?, loaded, loaded.kernels.get(position)?))
        });
        let Some((known, loaded, units)) = found else {
            return Err(other(kernel, "the image does not have it; build the image anew".to_owned()));
        };
        let mut unit = units.take(contents).map_err(|fault| unusable(kernel, fault))?;
        let result = self.run_on(&mut unit, loaded, known, args, contents);
        finish(units, unit, result)
    }

    fn refusal(&self, kernel: &str) -> Option<String> {
        let known = self.image.kernels.iter().find(|known| known.interface.name == kernel);
        let Some(known) = known else {
            return Some(format!(
                "`{kernel}`, the kernels that are linked: on a card they are kernels of their own, which programs in Rust do                  not start together yet; run them on the host, `sw_emu` or `hw_emu`, or let them read and write memory"
            ));
        };
        if let Some(stream) = known.stream() {
            return Some(format!(
                "`{kernel}`, whose stream `{stream}` ends on the card: a host cannot reach it through XRT; run the kernel on \
                 the host, `sw_emu` or `hw_emu`, or let it read and write memory"
            ));
        }
        let reason = self.card.interface.lacks_registers()?;
        let message = || format!("`{kernel}`, which writes scalars into registers: {reason}");
        known.has_outputs().then(message)
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
