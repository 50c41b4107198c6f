//! Processes that call XRT.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use serde::de::DeserializeOwned;
use sycl_hls_compiler::tool::{Cancel, ToolError, run};
use sycl_hls_emulation::xrt::status;
use xrt_sys::Place;

use super::Card;
use super::child::{Answer, Found, MARK, Request};
use crate::failure::{Failure, Kind};
use crate::xrt::{Overlay, installed};

/// How long XRT may take to say what there is.
const FIND: Duration = Duration::from_secs(60);

/// How long it may take to load an image: a card takes some seconds, and XRT waits for a device process in hw_emu.
const PROGRAM: Duration = Duration::from_secs(180);

/// The cards that XRT has in this environment.
///
/// # Errors
/// On an interrupt, or when XRT breaks.
pub fn find(cancel: &Cancel) -> anyhow::Result<Found> {
    ask(&Request::Find, FIND, cancel)
}

/// Loads an image on a card; gives the identity of the image that it then runs.
///
/// # Errors
/// When XRT refuses it, with its words; on an interrupt, or when XRT breaks.
pub fn program(image: &Path, card: &Card, cancel: &Cancel) -> anyhow::Result<String> {
    let image = std::path::absolute(image)?;
    let place = card.place.clone();
    let request = Request::Program { image, card: place };
    ask(&request, PROGRAM, cancel)
}

fn ask<T: DeserializeOwned>(request: &Request, limit: Duration, cancel: &Cancel) -> anyhow::Result<T> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["xrt", "call", &serde_json::to_string(request)?]);
    if let (None, Request::Program { card: Place::Bdf(_), .. } | Request::Find) =
        (std::env::var_os("XILINX_XRT"), request)
    {
        command.envs(root().map(|root| ("XILINX_XRT", root)));
    }
    // What happens to this device process concerns nobody else.
    let status = tempfile::tempdir().context("there is no place for temporary files")?;
    command.env(status::VARIABLE, status.path());
    let (said, is_late) = within(limit, cancel, |cancel| run(&mut command, cancel));
    let said = match said {
        Ok(said) => said,
        Err(ToolError::Interrupted) if is_late => {
            let message = format!("XRT has not answered within {} s", limit.as_secs());
            return Err(Failure::new(Kind::Lost, message).into());
        }
        Err(ToolError::Failed { status, output, .. }) => {
            let failure = Failure::new(Kind::Lost, format!("XRT ended the process that called it: {status}"));
            let last: Vec<&str> =
                output.lines().filter(|line| !line.trim().is_empty()).rev().take(5).collect();
            return Err(last.into_iter().rev().fold(failure, Failure::note).into());
        }
        Err(error) => return Err(error.into()),
    };
    let answer = said.lines().find_map(|line| line.strip_prefix(MARK));
    let answer = answer.ok_or_else(|| Failure::new(Kind::Lost, "XRT ended the process that called it"))?;
    match serde_json::from_str(answer)? {
        Answer::Done(answer) => Ok(answer),
        Answer::Refused(reason) => Err(Failure::user(reason).into()),
    }
}

/// Does something that a flag ends, and the time; says whether it was the time.
pub fn within<T>(limit: Duration, cancel: &Cancel, work: impl FnOnce(&Cancel) -> T) -> (T, bool) {
    let part = cancel.part();
    let (done, is_done) = mpsc::channel::<()>();
    let late = part.clone();
    let timer = thread::spawn(move || {
        let is_late = is_done.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout);
        if is_late {
            late.cancel();
        }
        is_late
    });
    let result = work(&part);
    drop(done);
    (result, timer.join().unwrap_or_default())
}

/// Where XRT finds itself when the environment does not say: it takes its libraries from `lib` there. Debian has none such.
fn root() -> Option<OsString> {
    let folder = installed().ok()?;
    let own = folder.parent().filter(|_| folder.file_name().is_some_and(|name| name == "lib"));
    own.map(PathBuf::from).or_else(|| Some(Overlay::set_up(None).ok()?.root)).map(Into::into)
}
