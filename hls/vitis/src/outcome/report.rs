//! What became of a plan, in the form in which we report on our own hardware.

use sycl_hls_compiler::report::{
    Budget, Build, Device, Finding, Kernel, Maker, Part, Period, Report, Shares, Told, Usage,
};
use sycl_hls_compiler::rtl::predict::Count;

use super::{Outcome, Synthesized, loops};
use crate::report::{
    DeviceUse, Found, Implementation, KernelUse, PartUse, Range, Resources, Timing, Verdict,
};

impl Outcome<'_> {
    /// The report; `budget` is what kernels can have on the board, if that is known.
    #[must_use]
    pub fn report(&self, budget: Option<Budget>) -> Report {
        let (plan, brief) = (&self.job.plan, &self.job.brief);
        let build = Build {
            image: brief.name.clone(),
            board: brief.board.clone(),
            target: brief.target.name().to_owned(),
            version: plan.vitis.clone(),
            platform: plan.platform.clone(),
        };
        Report {
            maker: Maker::Vitis(build),
            budget,
            kernels: self
                .kernels
                .iter()
                .map(|one| self.kernel(one))
                .chain(brief.own.iter().cloned())
                .collect(),
            device: self.device.as_ref().map(device),
            findings: self.findings.iter().filter(|it| !self.is_said(it)).map(finding).collect(),
        }
    }

    /// True if the report says it already, where the figure would stand.
    fn is_said(&self, finding: &super::Finding<'_>) -> bool {
        let is_unknown = matches!(finding.verdict, Verdict::Unknown { .. });
        let kernel = self.kernels.iter().find(|one| Some(one.kernel) == finding.kernel);
        is_unknown && kernel.is_none_or(|one| one.reports.iter().all(|report| report.value().is_none()))
    }

    fn kernel(&self, one: &Synthesized<'_>) -> Kernel {
        let source = self.job.brief.sources.get(&one.kernel.source);
        let file = source.map_or_else(String::new, |source| source.file.clone());
        let unknown = Kernel::unknown(one.kernel.name.clone(), file, one.kernel.line);
        let Some(synthesis) = one.reports.iter().find_map(Found::value) else {
            let absences = one.reports.iter().map(|report| report.absence().to_string());
            return Kernel { absent: Some(absences.collect::<Vec<_>>().join("; ")), ..unknown };
        };
        let clock = synthesis.clock;
        Kernel {
            clock_mhz: clock
                .target_ns
                .filter(|period| *period > 0.0)
                .map(|period| (1000.0 / period).round() as u32),
            period: Some(Period {
                asked_ns: clock.target_ns,
                uncertainty_ns: clock.uncertainty_ns,
                expected_ns: clock.estimated_ns,
            }),
            cycles: count(Range { min: synthesis.latency.min, max: synthesis.latency.max }),
            loops: loops::of(synthesis, self.job.cpp(one.kernel), source),
            area: synthesis.used.into(),
            ..unknown
        }
    }
}

/// A range as a number of which bounds are known.
pub(super) fn count(range: Range) -> Count {
    Count { least: range.min.unwrap_or(0), most: range.max }
}

fn finding(finding: &super::Finding<'_>) -> Finding {
    Finding {
        message: finding.verdict.to_string(),
        kernel: finding.kernel.map(|kernel| kernel.name.clone()),
        file: finding.place.map(|(source, _)| source.file.clone()),
        line: finding.place.map(|(_, line)| line),
        is_failure: finding.verdict.is_failure(),
    }
}

/// What a report tells, or why it does not.
fn told<T, U>(found: &Found<T>, figure: impl Fn(&T) -> Option<U>) -> Told<U> {
    match found {
        Found::Here { file, value } => match figure(value) {
            Some(figure) => Told::Known(figure),
            None => Told::Unknown(format!("not found in {}", name(file))),
        },
        Found::Missing { .. } | Found::Broken { .. } => Told::Unknown(found.absence().to_string()),
    }
}

/// A file's name: all of its path is a temporary place.
fn name(file: &std::path::Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

fn device(made: &Implementation) -> Device {
    let slack = |figure: fn(&Timing) -> Option<f64>| told(&made.timing, figure);
    let asked = made.requested_mhz().map(Told::Known);
    Device {
        asked_mhz: asked.unwrap_or_else(|| told(&made.clocks, |_| None)),
        reached_mhz: told(&made.clocks, |_| made.achieved_mhz()),
        setup_ns: slack(|timing| timing.wns_ns),
        hold_ns: slack(|timing| timing.whs_ns),
        kernels: told(&made.kernels, |use_| Some(kernels(use_))),
        all: told(&made.device, |use_| Some(all(use_))),
        regions: told(&made.regions, |use_| Some(use_.regions.iter().map(region).collect())),
    }
}

/// All kernels, then each with its compute units.
fn kernels(use_: &KernelUse) -> Vec<Part> {
    let available: Usage = use_.available.into();
    let part = |name: &str, resources: &Resources| {
        let used: Usage = (*resources).into();
        Part { name: name.to_owned(), used, share: Some(used.share_of(&available)) }
    };
    let each = use_.parts.iter().map(|one| {
        let indent = if one.is_unit { "  " } else { "" };
        part(&format!("{indent}{}", one.name), &one.used)
    });
    std::iter::once(part("kernels", &use_.used)).chain(each).collect()
}

fn all(use_: &DeviceUse) -> Part {
    let used: Usage = use_.used.into();
    let share = Some(used.share_of(&use_.available.into()));
    Part { name: "with the platform".to_owned(), used, share }
}

fn region(part: &PartUse) -> Part {
    let share = Some(part.share).filter(|share| *share != Shares::default());
    Part { name: part.name.clone(), used: part.used.into(), share }
}
