//! What became of a plan, by the reports that its steps left: figures, and what must not be passed over.

mod loops;
mod report;

use std::collections::BTreeSet;
use std::path::Path;

use sycl_hls_types::Target;

use crate::brief::{BriefKernel, BriefSource, Job};
use crate::flow::LINK;
use crate::report::{
    Found, Implementation, Synthesis, Verdict, harvest, judge_implementation, judge_synthesis,
};
use crate::runner::REPORTS;
use crate::source_map::rust_line;

/// What became of a plan.
#[derive(Debug)]
pub struct Outcome<'j> {
    /// What was asked for.
    pub job: &'j Job,
    /// What Vitis HLS made of each kernel, in the brief's order.
    pub kernels: Vec<Synthesized<'j>>,
    /// What became of all of them on the device; `None` where emulation needs no device.
    pub device: Option<Implementation>,
    /// What must not be passed over, each once.
    pub findings: Vec<Finding<'j>>,
}

/// What Vitis HLS made of a kernel.
#[derive(Debug)]
pub struct Synthesized<'j> {
    /// The kernel.
    pub kernel: &'j BriefKernel,
    /// Its reports: one, unless its step compiles several functions.
    pub reports: Vec<Found<Synthesis>>,
}

/// Something that must not be passed over.
#[derive(Debug)]
pub struct Finding<'j> {
    /// The kernel whose report says it; `None` if it is about all of them.
    pub kernel: Option<&'j BriefKernel>,
    /// What it is. Its lines are those of C++.
    pub verdict: Verdict,
    /// The line of Rust that it is about, if it is known.
    pub place: Option<(&'j BriefSource, u32)>,
}

impl<'j> Outcome<'j> {
    /// Reads the reports in a plan's folder.
    #[must_use]
    pub fn read(job: &'j Job, folder: &Path) -> Self {
        let reports = |step: &str| harvest(&folder.join(REPORTS).join(step));
        let kernels = job.brief.kernels.iter();
        let kernels: Vec<Synthesized<'j>> =
            kernels.map(|kernel| Synthesized { kernel, reports: reports(&kernel.step).syntheses }).collect();
        let device = (job.brief.target == Target::Hw).then(|| reports(LINK).implementation);
        let mut outcome = Self { job, kernels, device, findings: Vec::new() };
        outcome.findings = outcome.judged();
        outcome
    }

    fn judged(&self) -> Vec<Finding<'j>> {
        let of_kernels = self.kernels.iter().flat_map(|one| {
            let wanted = self.job.wanted(one.kernel);
            let verdicts: Vec<Verdict> =
                one.reports.iter().flat_map(|report| judge_synthesis(report, &wanted)).collect();
            verdicts.into_iter().map(|verdict| self.finding(one.kernel, verdict))
        });
        let device = self.device.iter();
        let of_device = device.flat_map(|device| judge_implementation(device, self.job.brief.min_mhz));
        let all = of_kernels.chain(of_device.map(|verdict| Finding { kernel: None, verdict, place: None }));
        // Helpers are compiled for each kernel that calls them.
        let mut said = BTreeSet::new();
        let key = |finding: &Finding<'j>| {
            let place = finding.place.map(|(source, line)| (source.file.as_str(), line));
            let kernel = finding.kernel.filter(|_| place.is_none()).map(|kernel| kernel.name.as_str());
            (finding.verdict.to_string(), place, kernel)
        };
        all.filter(|finding| said.insert(key(finding))).collect()
    }

    fn finding(&self, kernel: &'j BriefKernel, verdict: Verdict) -> Finding<'j> {
        let line = verdict.line().and_then(|line| rust_line(self.job.cpp(kernel), line));
        let place = self.job.brief.sources.get(&kernel.source).zip(line);
        Finding { kernel: Some(kernel), verdict, place }
    }

    /// True if something is known to be other than what was asked for.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        self.findings.iter().any(|finding| finding.verdict.is_failure())
    }
}
