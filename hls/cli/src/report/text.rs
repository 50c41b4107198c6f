//! The report as a table.

use sycl_hls_compiler::report::{Kernel, Loop, Report};
use sycl_hls_compiler::rtl::predict::Count;

use super::ports;
use crate::figures::Run;
use crate::table::table;

/// The report for a terminal.
pub fn text(report: &Report, runs: &[Run]) -> String {
    let kernels = report.kernels.iter().map(|one| {
        let own = runs.iter().filter(|run| run.kernel == one.name);
        kernel(one) + &own.map(ports).collect::<String>()
    });
    kernels.collect::<Vec<_>>().join("\n")
}

fn ports(run: &Run) -> String {
    let rows = ports::rows(run).into_iter().map(|row| row.to_vec());
    let rows: Vec<Vec<String>> = [ports::HEAD.map(str::to_owned).to_vec()].into_iter().chain(rows).collect();
    format!("  {}\n{}", ports::title(run), table("  ", &rows))
}

fn kernel(kernel: &Kernel) -> String {
    let place = format!("{} ({}:{})", kernel.name, kernel.file, kernel.line);
    if let Some(lacking) = &kernel.lacking {
        return format!("{place}: no hardware yet, for {lacking}\n");
    }
    let mut text = format!("{place}: {} cycles\n", count(kernel.cycles));
    if !kernel.loops.is_empty() {
        let head = ["loop", "line", "trips", "II", "depth", "iterations", "cycles"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        each(&kernel.loops, 0, &mut |one, level| rows.push(row(one, level)));
        text += &table("  ", &rows);
        each(&kernel.loops, 0, &mut |one, _| text += &limit(one));
    }
    if !kernel.operators.is_empty() {
        let operators: Vec<String> =
            kernel.operators.iter().map(|(kind, count)| format!("{count} x {kind}")).collect();
        text += &format!("  operators: {}\n", operators.join(", "));
    }
    text
}

/// Does something for each loop, outer ones first.
pub fn each(loops: &[Loop], level: usize, act: &mut impl FnMut(&Loop, usize)) {
    for one in loops {
        act(one, level);
        each(&one.loops, level + 1, act);
    }
}

fn row(one: &Loop, level: usize) -> Vec<String> {
    vec![
        format!("{}{}{}", "  ".repeat(level), shortened(&one.source), joined(one)),
        one.line.to_string(),
        one.trips.map_or_else(|| "-".to_owned(), count),
        interval(one),
        one.depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string()),
        count(one.iterations),
        count(one.cycles),
    ]
}

/// Says that a nest has become one loop.
pub fn joined(one: &Loop) -> String {
    if one.joined > 1 { format!(" ({} loops as one)", one.joined) } else { String::new() }
}

/// The interval, with the one that was asked for if that is another.
pub fn interval(one: &Loop) -> String {
    match (one.interval, one.wanted) {
        (None, None) => "-".to_owned(),
        (None, Some(wanted)) => format!("- ({wanted})"),
        (Some(reached), Some(wanted)) if reached != wanted => format!("{reached} ({wanted})"),
        (Some(reached), _) => reached.to_string(),
    }
}

/// A number of which nothing is known is a question mark.
pub fn count(count: Count) -> String {
    match count.most {
        None if count.least == 0 => "?".to_owned(),
        None => format!(">= {}", count.least),
        Some(_) => count.to_string(),
    }
}

fn limit(one: &Loop) -> String {
    let (Some(limit), Some(interval)) = (&one.limit, one.interval) else { return String::new() };
    format!("  line {}: II {interval}, {limit}\n", one.line)
}

fn shortened(source: &str) -> String {
    const MOST: usize = 40;
    if source.chars().count() <= MOST {
        return source.to_owned();
    }
    let start: String = source.chars().take(MOST - 2).collect();
    format!("{}..", start.trim_end())
}
