//! The kernels of a loaded image.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use sycl_hls_backend::{Args, Program};
use sycl_hls_types::{
    BankConnection, DataflowLines, EmulationManifest, Fault, FaultKind, KernelInterface, LinkGroup,
    ModuleInterface, TrapSite,
};

use crate::error::ImageError;
use crate::library::{EntryPoint, Outcome, STUCK, SharedObject};
use crate::manifest::parse;

/// A loaded `sw_emu` image.
pub(crate) struct EmulatedProgram {
    kernels: HashMap<String, ComputeUnit>,
    sites: Vec<TrapSite>,
    dataflow: Vec<DataflowLines>,
    connections: Vec<BankConnection>,
    links: Vec<LinkGroup>,
}

/// The one compute unit of a kernel: its runs do not overlap.
struct ComputeUnit {
    /// The kernel's name in the image.
    symbol: String,
    entry: EntryPoint,
    busy: Mutex<()>,
}

impl EmulatedProgram {
    /// Loads a shared object; `modules` is what the image says that it holds.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn load(object: &[u8], modules: &[ModuleInterface]) -> Result<Self, ImageError> {
        let object = SharedObject::load(object)?;
        let text = object.manifest()?;
        let manifest: EmulationManifest = parse(text.as_bytes(), "shared object", EmulationManifest::SCHEMA)?;
        let mut kernels = HashMap::new();
        for kernel in manifest.kernels {
            let entry = object.kernel(&kernel.symbol, kernel.interface.clone())?;
            let unit = ComputeUnit { symbol: kernel.symbol, entry, busy: Mutex::new(()) };
            kernels.insert(kernel.interface.name, unit);
        }
        let program = Self {
            kernels,
            sites: manifest.sites,
            dataflow: manifest.dataflow,
            connections: manifest.connections,
            links: manifest.links,
        };
        check_modules(modules, |name| Some(program.kernels.get(name)?.entry.interface()))?;
        Ok(program)
    }

    /// What the kernel of this name in the image takes.
    pub fn kernel_of_symbol(&self, symbol: &str) -> Option<&KernelInterface> {
        self.kernels.values().find(|unit| unit.symbol == symbol).map(|unit| unit.entry.interface())
    }

    /// What the kernel of this name takes, and its name in the image.
    pub fn kernel(&self, name: &str) -> Option<(&KernelInterface, &str)> {
        self.kernels.get(name).map(|unit| (unit.entry.interface(), unit.symbol.as_str()))
    }

    /// The kernels that are linked to each other.
    pub fn links(&self) -> &[LinkGroup] {
        &self.links
    }

    /// The banks of the card that the arguments of compute units reach.
    pub fn connections(&self) -> &[BankConnection] {
        &self.connections
    }

    /// The error of a run that ended like this, if it did not succeed.
    fn fault(&self, kernel: &str, outcome: &Outcome) -> Option<Fault> {
        let Outcome { status, report: [number, left, right], blocked } = outcome;
        let what = if *status == 1 { "check" } else { "dataflow region of text" };
        let unknown = format!("{what} {number} failed, which the image does not describe");
        let number = usize::try_from(*number).ok();
        let site = || Some(self.sites.get(number?)?.fault(kernel, [*left, *right]));
        let lines = || self.dataflow.get(number?);
        let known = match *status {
            0 => return None,
            1 => site(),
            STUCK => lines().and_then(|lines| lines.stuck(blocked)).map(|error| error.fault(kernel)),
            3 => lines().and_then(|lines| lines.left(*left, *right)).map(|error| error.fault(kernel)),
            4 => Some(other(
                kernel,
                "there is no memory for the stacks and channels of its processes".to_owned(),
            )),
            status => Some(other(kernel, format!("its emulated code returned the unknown status {status}"))),
        };
        Some(known.unwrap_or_else(|| other(kernel, unknown)))
    }
}

impl Program for EmulatedProgram {
    fn run(&self, kernel: &str, args: Args<'_>) -> Result<(), Fault> {
        let unit = self
            .kernels
            .get(kernel)
            .ok_or_else(|| other(kernel, "the image does not have it; build the image anew".to_owned()))?;
        let outcome = {
            let _busy = unit.busy.lock().unwrap_or_else(PoisonError::into_inner);
            unit.entry.run(args)
        };
        let outcome = outcome.map_err(|error| other(kernel, error.to_string()))?;
        self.fault(kernel, &outcome).map_or(Ok(()), Err)
    }
}

/// Checks that the kernels in the payload of an image are those of the modules that it says to hold.
pub(crate) fn check_modules<'k>(
    modules: &[ModuleInterface],
    known: impl Fn(&str) -> Option<&'k KernelInterface>,
) -> Result<(), ImageError> {
    for module in modules {
        if let Some(kernel) = module.kernels.iter().find(|kernel| known(&kernel.name) != Some(kernel)) {
            return Err(ImageError::Disagreement {
                kernel: kernel.name.clone(),
                module: module.name.clone(),
            });
        }
    }
    Ok(())
}

fn other(kernel: &str, message: String) -> Fault {
    Fault { kernel: kernel.to_owned(), kind: FaultKind::Other, message, at: None }
}
