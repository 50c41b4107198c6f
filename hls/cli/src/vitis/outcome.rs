//! What became of a build, by the reports of its tools: a summary, and what must not be passed over.

use std::path::Path;

use sycl_hls_vitis::brief::{BriefKernel, Job};
use sycl_hls_vitis::outcome::{Finding, Outcome};
use sycl_hls_vitis::report::{Implementation, Loop, Synthesis};

use crate::failure::{Failure, Place, show};
use crate::progress::Progress;
use crate::report::words;

/// Shows what the reports in a build's folder tell.
///
/// # Errors
/// When a pragma was dropped, a strict pipeline or a clock is missed: all of it is shown, in the user's own source.
pub fn judge(job: &Job, folder: &Path, progress: &Progress) -> anyhow::Result<()> {
    let outcome = Outcome::read(job, folder);
    for one in &outcome.kernels {
        for synthesis in one.reports.iter().filter_map(|report| report.value()) {
            summarize(one.kernel, synthesis, progress);
        }
    }
    outcome.device.iter().for_each(|device| summarize_implementation(device, progress));
    for finding in outcome.findings.iter().filter(|finding| !finding.verdict.is_failure()) {
        progress.note("Unknown", &said(finding));
    }
    complain(&outcome)
}

/// Shows what is not as it was asked for.
///
/// # Errors
/// When there is something.
pub fn complain(outcome: &Outcome<'_>) -> anyhow::Result<()> {
    for finding in outcome.findings.iter().filter(|finding| finding.verdict.is_failure()) {
        let failure = Failure::user(finding.verdict.to_string());
        show(&place(finding).into_iter().fold(failure, Failure::at));
    }
    if !outcome.is_failure() {
        return Ok(());
    }
    Err(Failure::user("the build is not what was asked for, and was not put in its place")
        .help("change what the messages above name; what was compiled is kept")
        .into())
}

/// What is not known, and of which kernel.
fn said(finding: &Finding<'_>) -> String {
    let place = finding.place.map(|(source, line)| format!("{}:{line}: ", source.file));
    let kernel = finding.kernel.map(|kernel| format!("{}: ", kernel.name));
    format!("{}{}", place.or(kernel).unwrap_or_default(), finding.verdict)
}

/// A line of the user's source.
fn place(finding: &Finding<'_>) -> Option<Place> {
    let (source, line) = finding.place?;
    Place::line(&source.file, &source.text, line)
}

fn summarize(kernel: &BriefKernel, synthesis: &Synthesis, progress: &Progress) {
    let clock = match (synthesis.clock.estimated_ns, synthesis.clock.target_ns) {
        (Some(estimated), Some(target)) => format!("{estimated} ns of {target} ns expected, "),
        _ => String::new(),
    };
    progress.note("Reports", &format!("{}: {clock}{}", kernel.name, words(&synthesis.used.into())));
    for each in synthesis.modules.iter().flat_map(|module| &module.loops) {
        loops(each, 1, progress);
    }
}

fn loops(each: &Loop, depth: usize, progress: &Progress) {
    let interval = match (each.ii, each.wanted_ii) {
        (Some(ii), Some(wanted)) => format!("interval {ii}, {wanted} wanted"),
        (Some(ii), None) => format!("interval {ii}"),
        (None, _) => "not pipelined".to_owned(),
    };
    progress.note("", &format!("{}{}: {interval}", "  ".repeat(depth), each.name));
    each.inner.iter().for_each(|inner| loops(inner, depth + 1, progress));
}

fn summarize_implementation(implementation: &Implementation, progress: &Progress) {
    if let Some(used) = implementation.used() {
        progress.note("Reports", &format!("kernels on the device: {}", words(&used.into())));
    }
    let mhz = match (implementation.achieved_mhz(), implementation.requested_mhz()) {
        (Some(achieved), Some(requested)) => format!("kernels run at {achieved} MHz of {requested} MHz"),
        (Some(achieved), None) => format!("kernels run at {achieved} MHz"),
        (None, _) => return,
    };
    let slack = implementation.wns_ns().map_or_else(String::new, |wns| format!(", worst slack {wns} ns"));
    progress.note("Reports", &format!("{mhz}{slack}"));
}
