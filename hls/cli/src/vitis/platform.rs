//! The platform that is installed: what it says of itself goes before the board's file.

use std::path::Path;

use sycl_hls_vitis::brief::Job;
use sycl_hls_vitis::flow::PLATFORM;
use sycl_hls_vitis::platform::{Change, PlatformInfo, Unfit};
use sycl_hls_vitis::runner::RunError;

use crate::failure::Failure;
use crate::progress::Progress;

/// What the platform said of itself in a plan's folder.
///
/// # Errors
/// When it cannot be read.
pub fn read(folder: &Path) -> Result<PlatformInfo, RunError> {
    let path = folder.join(PLATFORM);
    // It is a tool's text, in whatever encoding.
    let text = std::fs::read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    text.map(|text| PlatformInfo::read(&text)).map_err(|source| RunError::File { path, source })
}

/// Says where a platform overrules the board's file.
pub fn say(changes: &[Change], progress: &Progress) {
    for change in changes {
        progress.note("Platform", &change.to_string());
    }
}

/// Compares what a job needs with what the platform said of itself. What cannot be told is said.
///
/// # Errors
/// When they do not fit.
pub fn check(info: &PlatformInfo, job: &Job, progress: &Progress) -> anyhow::Result<()> {
    let (name, needs) = (&job.plan.platform, &job.brief.needs);
    let version = job.plan.vitis.parse();
    for unsure in version.map_or_else(|_| Vec::new(), |version| info.unsure(needs, name, version)) {
        progress.note("Unknown", &unsure);
    }
    let unfit = info.unfit(needs, name, job.brief.target);
    if unfit.is_empty() {
        return Ok(());
    }
    let failure =
        Failure::unavailable(format!("the platform {name} that is installed does not fit the plan"));
    let failure = unfit.iter().fold(failure, |failure, why| failure.note(why.to_string()));
    let failure = failure.help("plan for what is installed: `sycl-hls build --board NAME --platform NAME`");
    Err(match unfit.iter().any(|why| matches!(why, Unfit::Clock { .. })) {
        true => failure.help("name the clock: `freq_mhz` in `[image.NAME.kernel.K]`, or `#[clock]`"),
        false => failure,
    }
    .into())
}
