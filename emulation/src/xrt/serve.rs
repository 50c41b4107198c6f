//! The device process: one request, one answer, until the host leaves.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::Arc;

use sycl_hls_boards::Catalogue;

use super::calls::{answer, closes_all};
use super::device::{Device, Report};
use super::host_access::HostAccess;
use super::message::Call;
use super::socket::{Socket, path};
use super::worker::Program;
use crate::error::ImageError;

/// What a device process needs to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The name of the folder in /tmp in which XRT's socket is, if the environment has it.
    pub folder: Option<String>,
    /// The name of XRT's socket, if the environment has it.
    pub socket: Option<String>,
    /// The program that runs as a worker, and calls [`work`](super::work()) with its last argument.
    pub worker: PathBuf,
    /// Its first arguments.
    pub worker_args: Vec<OsString>,
    /// The platform of the card, if the environment has it: images for others are refused.
    pub platform: Option<String>,
    /// The folder of simulators, in `hw_emu`. In `sw_emu` XRT tells what to run.
    pub simulators: Option<PathBuf>,
    /// The boards that simulators can be for.
    pub boards: Catalogue,
}

impl Config {
    /// Where XRT listens.
    #[must_use]
    pub fn socket_path(&self) -> PathBuf {
        path(self.folder.as_deref(), self.socket.as_deref())
    }
}

/// Why a device process ended before the host did.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// XRT does not listen.
    #[error("XRT does not listen at {}: {source}", path.display())]
    NoHost {
        /// Where it should.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The image in XRT's folder cannot be simulated.
    #[error("the image cannot be simulated: {0}")]
    Image(#[source] ImageError),
    /// The connection broke.
    #[error("the connection to XRT broke: {0}")]
    Broken(#[from] io::Error),
}

/// Connects to XRT and is its card until the host is done with it, or gone.
///
/// # Errors
/// When there is no XRT to speak with, or it says what makes no sense.
pub fn serve(config: &Config, report: Arc<dyn Report>) -> Result<(), ServeError> {
    let path = config.socket_path();
    let connected = Socket::connect(&path);
    let mut socket = connected.map_err(|source| ServeError::NoHost { path: path.clone(), source })?;
    let worker = Program { path: config.worker.clone(), args: config.worker_args.clone() };
    let access = config.simulators.as_ref().map(|_| HostAccess::new(&path));
    let mut device = Device::new(worker, config.platform.clone(), report);
    if let (Some(folder), Some(access)) = (&config.simulators, &access) {
        device.simulate(folder, config.boards, access).map_err(ServeError::Image)?;
    }
    let served = converse(&mut socket, &mut device, access);
    // Workers end before this process does: the host waits for it alone.
    device.reset();
    if !matches!(served, Ok(true)) {
        socket.remove();
    }
    served.map(|_| ())
}

/// Answers until the end, which `access` is told of, too; says whether the host has said goodbye. In `hw_emu` any close is one: the next image has a device
/// process of its own.
fn converse(
    socket: &mut Socket,
    device: &mut Device,
    mut access: Option<HostAccess>,
) -> Result<bool, ServeError> {
    let hw_emu = access.is_some();
    while let Some(request) = gone(socket.receive())?.flatten() {
        let last = i32::try_from(request.call).is_ok_and(|call| call == Call::Close as i32)
            && (hw_emu || closes_all(&request.message));
        if last {
            // The host waits for both sockets' ends, for this one's in the first place.
            drop(access.take());
        }
        let answer = answer(device, request);
        if gone(socket.send(&answer))?.is_none() {
            return Ok(false);
        }
        if last {
            return Ok(true);
        }
    }
    Ok(false)
}

/// `None` where an error says that the host is gone.
fn gone<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset) => Ok(None),
        other => other.map(Some),
    }
}
