//! The report as a table.

use sycl_hls_compiler::report::{Budget, Kernel, Loop, Report};
use sycl_hls_compiler::rtl::area::Area;
use sycl_hls_compiler::rtl::predict::Count;

use super::ports;
use crate::figures::Run;
use crate::table::table;

/// The report for a terminal.
pub fn text(report: &Report, runs: &[Run]) -> String {
    let kernels = report.kernels.iter().map(|one| {
        let own = runs.iter().filter(|run| run.kernel == one.name);
        kernel(one, report.budget.as_ref()) + &own.map(ports).collect::<String>()
    });
    kernels.collect::<Vec<_>>().join("\n")
}

fn ports(run: &Run) -> String {
    format!("  {}\n{}", ports::title(run), table("  ", &ports::rows(run)))
}

fn kernel(kernel: &Kernel, budget: Option<&Budget>) -> String {
    let place = format!("{} ({}:{})", kernel.name, kernel.file, kernel.line);
    if let Some(lacking) = &kernel.lacking {
        return format!("{place}: no hardware yet, for {lacking}\n");
    }
    let mut text = format!("{place}: {} cycles\n", count(kernel.cycles));
    if !kernel.loops.is_empty() {
        let head = ["loop", "line", "trips", "II", "depth", "iterations", "cycles", "LUT", "FF", "DSP"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        each(&kernel.loops, 0, &mut |one, level| rows.push(row(one, level)));
        text += &table("  ", &rows);
        each(&kernel.loops, 0, &mut |one, _| text += &limit(one));
    }
    if !kernel.operators.is_empty() {
        let operators: Vec<String> =
            kernel.operators.iter().map(|(kind, of)| format!("{} x {kind}", of.count)).collect();
        text += &format!("  operators: {}\n", operators.join(", "));
    }
    text += &table("  ", &areas(kernel, budget));
    text + "  areas: our estimate; LUT and FF as yosys maps our Verilog, not Vivado\n"
}

/// A field of an area.
pub type Field = fn(&Area) -> u32;

/// What areas are made of: a name, a unit, and the field.
pub const RESOURCES: [(&str, Field); 5] = [
    ("LUT", |area| area.luts),
    ("FF", |area| area.ffs),
    ("DSP", |area| area.dsps),
    ("BRAM18", |area| area.ramb18s),
    ("URAM", |area| area.urams),
];

/// A table of a kernel's area: what of it, and each resource; its head comes first.
pub fn areas(kernel: &Kernel, budget: Option<&Budget>) -> Vec<Vec<String>> {
    let row = |name: &str, cell: &dyn Fn(Field) -> String| {
        let cells = RESOURCES.iter().map(|(_, field)| cell(*field));
        std::iter::once(name.to_owned()).chain(cells).collect::<Vec<String>>()
    };
    let head = RESOURCES.iter().map(|(name, _)| (*name).to_owned());
    let mut rows = vec![std::iter::once("area".to_owned()).chain(head).collect()];
    rows.push(row("kernel", &|field| field(&kernel.area).to_string()));
    rows.push(row("of it interfaces", &|field| field(&kernel.interfaces).to_string()));
    let Some(budget) = budget else { return rows };
    let mut share = |name: &str, whole: &Area| {
        rows.push(row(name, &|field| percent(field(&kernel.area), field(whole))));
    };
    share(&format!("of {}", budget.board), &budget.all);
    if let Some(region) = &budget.region {
        share("of its largest SLR", region);
    }
    rows
}

fn percent(part: u32, whole: u32) -> String {
    format!("{:.1} %", f64::from(part) * 100.0 / f64::from(whole.max(1)))
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
        one.area.luts.to_string(),
        one.area.ffs.to_string(),
        one.area.dsps.to_string(),
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
