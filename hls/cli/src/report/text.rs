//! The report as a table.

use sycl_hls_compiler::report::{Budget, Device, Finding, Kernel, Loop, Maker, Report};

use super::rows::{areas, has_unknown, line, lines, period, shared};
use super::{device, ports, processes};
use crate::run_statistics::Run;
use crate::table::table;

/// The report for a terminal.
pub fn text(report: &Report, runs: &[Run]) -> String {
    let kernels = report.kernels.iter().map(|one| {
        let own = runs.iter().filter(|run| run.kernel == one.name);
        kernel(one, report.maker_of(one), report.budget.as_ref()) + &own.map(simulated).collect::<String>()
    });
    let kernels = kernels.chain(report.device.as_ref().map(on_device));
    let body = kernels.chain(findings(&report.findings)).collect::<Vec<_>>().join("\n");
    match &report.maker {
        Maker::Own => body,
        Maker::Vitis(build) => format!("{build}\n\n{body}"),
    }
}

/// A simulated run.
fn simulated(run: &Run) -> String {
    let tables = [processes::simulated_processes(run), processes::simulated_channels(run)];
    let [processes, channels] = tables.map(|rows| table("  ", &rows));
    let waits: String = processes::simulated_waits(run).iter().map(|wait| format!("  {wait}\n")).collect();
    format!("  {}\n{}{processes}{waits}{channels}", ports::title(run), table("  ", &ports::rows(run)))
}

fn kernel(kernel: &Kernel, maker: &Maker, budget: Option<&Budget>) -> String {
    let place = format!("{} ({}:{})", kernel.name, kernel.file, kernel.line);
    if let Some(lacking) = &kernel.lacking {
        return format!("{place}: no hardware yet, for {lacking}\n");
    }
    if let Some(absent) = &kernel.absent {
        return format!("{place}: {absent}\n");
    }
    let period = kernel.period.as_ref().map(|it| format!(", {}", period(it))).unwrap_or_default();
    let mut text = format!("{place}: {}{period}\n", processes::duration(kernel));
    text.extend(kernel.deadlock.iter().flat_map(|why| why.lines()).map(|line| format!("  {line}\n")));
    text += &of_processes(kernel);
    let rows = loops(kernel, maker);
    text += &table("  ", &rows);
    processes::each_loop(kernel, &mut |_, one, _| {
        text.extend(limit(one).map(|limit| format!("  {limit}\n")));
    });
    let slow = processes::slow_ports(kernel);
    if !slow.is_empty() {
        text += &format!("  a request for each element: {}\n", slow.join(", "));
    }
    text += &table("  ", &ports::predicted(kernel));
    if !kernel.operators.is_empty() {
        let operators: Vec<String> = kernel
            .operators
            .iter()
            .map(|(kind, of)| format!("{} x {kind}{}{}", of.count, shared(of), lines(of)))
            .collect();
        text += &format!("  operators: {}\n", operators.join(", "));
    }
    let areas = areas(kernel, budget);
    text += &table("  ", &areas);
    text += match maker {
        Maker::Own => "  areas: our estimate; LUT and FF as yosys maps our Verilog, not Vivado\n",
        Maker::Vitis(_) => "  areas: Vitis HLS' estimate, before anything is placed\n",
    };
    if *maker != Maker::Own && (has_unknown(&rows) || has_unknown(&areas)) {
        text += "  ?: no report tells\n";
    }
    text
}

/// Processes, what they wait for, and channels.
fn of_processes(kernel: &Kernel) -> String {
    let waits = kernel.processes.iter().flat_map(processes::waits);
    let waits: String = waits.map(|(_, wait)| format!("  {wait}\n")).collect();
    let [processes, channels] =
        [processes::processes(kernel), processes::channels(kernel)].map(|rows| table("  ", &rows));
    processes + &waits + &channels
}

/// The table of loops.
fn loops(kernel: &Kernel, maker: &Maker) -> Vec<Vec<String>> {
    let name = |one: &Loop, level: usize| format!("{}{}", "  ".repeat(level), shortened(&one.source));
    processes::loops(kernel, maker, name)
}

/// What limits the initiation interval (II) of a loop, if anything does.
pub fn limit(one: &Loop) -> Option<String> {
    let limit = one.limit.as_ref()?;
    Some(match one.interval {
        Some(interval) => format!("line {}: II {interval}, {limit}", line(one.line)),
        None => format!("line {}: {limit}", line(one.line)),
    })
}

fn on_device(made: &Device) -> String {
    let facts = device::facts(made).into_iter().map(|(name, fact)| format!("  {name}: {fact}\n"));
    format!("on the device\n{}{}", facts.collect::<String>(), table("  ", &device::areas(made)))
}

/// What is wrong, then what nothing is known of.
fn findings(findings: &[Finding]) -> Vec<String> {
    let kinds = [("not as asked for", true), ("not known", false)];
    let of_kind = |(title, is_failure)| {
        let lines = findings.iter().filter(|finding| finding.is_failure == is_failure);
        let lines: String =
            lines.map(|finding| format!("  {}{}\n", place(finding), finding.message)).collect();
        (!lines.is_empty()).then(|| format!("{title}\n{lines}"))
    };
    kinds.into_iter().filter_map(of_kind).collect()
}

/// Where something was found, or in which kernel.
pub fn place(finding: &Finding) -> String {
    match (&finding.file, finding.line, &finding.kernel) {
        (Some(file), Some(line), _) => format!("{file}:{line}: "),
        (_, _, Some(kernel)) => format!("{kernel}: "),
        _ => String::new(),
    }
}

fn shortened(source: &str) -> String {
    const MOST: usize = 40;
    if source.chars().count() <= MOST {
        return source.to_owned();
    }
    let start: String = source.chars().take(MOST - 2).collect();
    format!("{}..", start.trim_end())
}
