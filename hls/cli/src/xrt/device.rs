//! The processes that XRT starts: the device, and its workers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sycl_hls_emulation::hw_emu;
use sycl_hls_emulation::xrt::status::{self, Entry, Stopped};
use sycl_hls_emulation::xrt::{self, Config, Report};
use sycl_hls_types::Fault;

use super::environment::PLATFORM;
use super::installed::SOCKETS;
use crate::catalogue;
use crate::failure::{Failure, Kind, show};
use crate::terminal::step_line;

/// Tells standard error and those who look after this process.
struct Teller(Option<Entry>);

impl Report for Teller {
    fn fault(&self, units: &[&str], fault: &Fault) {
        let failure = Failure::user(fault.to_string());
        let failure = match &self.0 {
            Some(entry) => {
                for unit in units {
                    entry.fault(&Stopped { unit: (*unit).to_owned(), fault: fault.clone() });
                }
                if entry.is_watched() {
                    return;
                }
                failure
            }
            None => failure.note("XRT cannot tell the program so, which waits for the kernel's end"),
        };
        show(&failure);
    }

    fn refused(&self, reason: &str) {
        show(&refused(reason));
    }

    fn warning(&self, message: &str) {
        step_line("Warning", message);
    }

    fn note(&self, message: &str) {
        step_line("XRT", message);
    }
}

/// A variable of the environment that is not empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Unpacks an image for a device of hardware emulation.
///
/// # Errors
/// When the image is not for such a card.
pub fn unpack(archive: &Path, folder: &Path) -> anyhow::Result<()> {
    let unpacked = hw_emu::unpack(archive, folder, variable(PLATFORM).as_deref());
    Ok(unpacked.map_err(|reason| refused(&reason.to_string()))?)
}

/// The complaint about an image that XRT loads.
fn refused(reason: &str) -> Failure {
    Failure::user(format!("XRT's image cannot be loaded: {reason}"))
}

/// Is the device of an emulation until its host is gone: of `hw_emu` with a folder of simulators.
///
/// # Errors
/// When there is no host, or it says what makes no sense.
pub fn device(simulators: Option<&Path>) -> anyhow::Result<()> {
    let config = Config {
        folder: variable(SOCKETS),
        platform: variable(PLATFORM),
        socket: variable("EMULATION_SOCKETID"),
        worker: std::env::current_exe()?,
        worker_args: ["xrt", "worker"].map(Into::into).to_vec(),
        simulators: simulators.map(std::path::absolute).transpose()?,
        boards: catalogue::of_project(None)?,
    };
    let folder = std::env::var_os(status::VARIABLE).map(PathBuf::from).filter(|folder| folder.is_dir());
    let entry = folder.map(|folder| Entry::new(&folder, &config.socket_path())).transpose()?;
    let teller = Arc::new(Teller(entry));
    let served = xrt::serve(&config, Arc::clone(&teller) as Arc<dyn Report>);
    served.map_err(|error| Failure::new(Kind::Lost, error.to_string()))?;
    if let Some(entry) = &teller.0 {
        entry.ended();
    }
    Ok(())
}

/// The linked kernels of an image of software emulation, for a device.
///
/// # Errors
/// When the image cannot be loaded.
pub fn linked_kernels(image: &Path) -> anyhow::Result<String> {
    Ok(xrt::linked_kernels(image).map_err(|error| Failure::user(error.to_string()))?)
}

/// Runs kernels for a device.
///
/// # Errors
/// When the image cannot be loaded, or the device is gone.
pub fn worker(image: &Path) -> anyhow::Result<()> {
    let boards = catalogue::of_project(None)?;
    Ok(xrt::work(image, boards).map_err(|error| Failure::user(error.to_string()))?)
}
