//! Devices, the programs they load, and the backends that list them.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use sycl_hls_types::{Fault, ModuleInterface};
use xclbin_tools::{Mode, Xclbin};

use crate::{ArgError, Args, Contents, DeviceInfo, DeviceKind, OtherImage, PlatformInfo};

/// A family of devices behind one library or engine.
pub trait Backend: Send + Sync {
    /// What it is, whether or not it can be used.
    fn platform(&self) -> PlatformInfo;

    /// Why it cannot be used in this process, for people, if it cannot.
    fn unavailable(&self) -> Option<String> {
        None
    }

    /// Its devices, in a stable order. Empty when what it needs is not installed.
    fn devices(&self) -> Vec<Arc<dyn Device>>;
}

/// One device.
pub trait Device: Send + Sync {
    /// What the device is.
    fn info(&self) -> &DeviceInfo;

    /// Free bytes of each of its memories ([`DeviceInfo::memories`]) at this moment. Never waits.
    fn free_memory(&self) -> Vec<u64>;

    /// Makes the kernels of `source` ready to run.
    ///
    /// # Errors
    /// When the device cannot run that kind of source, or the image is damaged.
    fn load(&self, source: Source<'_>) -> Result<Arc<dyn Program>, LoadError>;
}

/// What a device loads.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// The kernels as native functions of this process.
    Native(&'a [NativeKernel]),
    /// An image file.
    Image(&'a Image),
}

/// A kernel as a native function.
#[derive(Clone, Copy)]
pub struct NativeKernel {
    /// The kernel's name.
    pub name: &'static str,
    /// Calls the kernel. It panics where the kernel's Rust code does.
    pub run: fn(Args<'_>) -> Result<(), ArgError>,
}

/// An image file with what it says of its kernels modules.
pub struct Image {
    /// Where it was read from.
    pub path: PathBuf,
    /// The container.
    pub xclbin: Xclbin,
    /// The kernels modules it holds; empty for an image that another tool made.
    pub modules: Vec<ModuleInterface>,
}

impl Image {
    /// Checks that the image is for a device.
    ///
    /// # Errors
    /// What it is for instead.
    pub fn check_for(&self, device: &DeviceInfo) -> Result<(), OtherImage> {
        match &device.kind {
            DeviceKind::Host => return Ok(()),
            DeviceKind::Board(board) => board.check(&self.xclbin)?,
        }
        // XRT ends the process when the mode is not quite its own.
        match self.xclbin.mode() {
            mode @ Mode::HwEmuPr => Err(OtherImage::NoEmulation { mode }),
            _ => Ok(()),
        }
    }
}

/// Kernels that are ready to run on one device.
pub trait Program: Send + Sync {
    /// Runs one kernel to its end. May be called from several threads at once.
    ///
    /// # Errors
    /// The kernel's fault: a failed check, a panic, or a device that is gone.
    fn run(&self, kernel: &str, args: Args<'_>) -> Result<(), Fault>;

    /// The same, where it is known what is in the memory of slices: of each argument, by its position. A device with memory of its
    /// own need not be brought what it has from an earlier run.
    ///
    /// # Errors
    /// As for [`Program::run`].
    fn run_with(&self, kernel: &str, args: Args<'_>, contents: &[Option<Contents>]) -> Result<(), Fault> {
        let _ = contents;
        self.run(kernel, args)
    }

    /// Why the device cannot run a kernel of the program, as the end of "the device cannot run .."; `None` if it can.
    fn refusal(&self, kernel: &str) -> Option<String> {
        let _ = kernel;
        None
    }
}

/// A device could not load a program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// The device does not run this kind of source.
    #[error("{device} cannot run {what}")]
    Unsupported {
        /// The device's id.
        device: String,
        /// What was offered.
        what: String,
    },
    /// The image is damaged or not what the device runs.
    #[error("{}: {reason}", path.display())]
    BadImage {
        /// The image file.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        reason: String,
    },
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Native(kernels) => f.debug_list().entries(kernels.iter().map(|k| k.name)).finish(),
            Self::Image(image) => write!(f, "{}", image.path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use sycl_hls_types::Target;
    use xclbin_tools::{Builder, Uuid};

    use super::*;
    use crate::BoardInfo;

    #[test]
    fn images_that_xrt_would_end_the_process_for_are_refused() {
        let board = BoardInfo { target: Target::HwEmu, board: "u200".into(), platform: "p".into() };
        let device = DeviceInfo {
            id: "xrt/hw_emu/u200".into(),
            name: String::new(),
            vendor: String::new(),
            driver_version: String::new(),
            kind: DeviceKind::Board(board),
            kernel_clock_mhz: None,
            memories: Vec::new(),
            compute_units: 1,
            local_memory: 0,
            cache: None,
            aspects: Vec::new(),
        };
        let checked = |mode| {
            let bytes = Builder::new(mode, "p", Uuid::nil(), 0).to_bytes().unwrap();
            let xclbin = Xclbin::from_bytes(bytes).unwrap();
            Image { path: "a.xclbin".into(), xclbin, modules: Vec::new() }.check_for(&device)
        };
        assert_eq!(checked(Mode::HwEmu), Ok(()));
        assert!(checked(Mode::HwEmuPr).unwrap_err().to_string().contains("no emulation here runs"));
        assert!(checked(Mode::SwEmu).unwrap_err().to_string().contains("not for hw_emu"));
    }
}
