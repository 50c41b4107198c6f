//! What tables of a report hold, on a terminal and on a page.

use sycl_hls_compiler::report::{Budget, Kernel, Loop, Maker, Operators, Part, Period, Shares, Usage};
use sycl_hls_compiler::rtl::predict::Count;

/// A column of the table of loops.
pub struct Column {
    /// Its head.
    pub name: &'static str,
    /// What it says of a loop.
    pub cell: fn(&Loop) -> String,
}

const fn column(name: &'static str, cell: fn(&Loop) -> String) -> Column {
    Column { name, cell }
}

/// What our own hardware is known by: a whole run.
const OWN: [Column; 9] = [
    column("trips", trips),
    column("II", interval),
    column("depth", depth),
    column("iterations", |one| count(one.iterations)),
    column("cycles", |one| count(one.cycles)),
    column("bursts", bursts),
    column("LUT", |one| figure(one.area.luts)),
    column("FF", |one| figure(one.area.ffs)),
    column("DSP", |one| figure(one.area.dsps)),
];

/// What Vitis HLS tells: of one entry.
const VITIS: [Column; 4] = [
    column("trips", trips),
    column("II", interval),
    column("depth", depth),
    column("cycles once", |one| one.latency.map_or_else(unknown, count)),
];

/// The columns of loops behind their sources and lines.
pub const fn columns(maker: &Maker) -> &'static [Column] {
    match maker {
        Maker::Own => &OWN,
        Maker::Vitis(_) => &VITIS,
    }
}

/// A line of the source, if there is one.
pub fn line(line: u32) -> String {
    if line == 0 { "-".to_owned() } else { line.to_string() }
}

fn trips(one: &Loop) -> String {
    one.trips.map_or_else(|| "-".to_owned(), count)
}

fn depth(one: &Loop) -> String {
    one.depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string())
}

/// How many accesses of memory ports become bursts.
fn bursts(one: &Loop) -> String {
    match one.transfers.len() {
        0 => "-".to_owned(),
        all => format!("{} of {all}", one.transfers.iter().filter(|transfer| transfer.burst).count()),
    }
}

/// The interval, with the one that was asked for.
pub fn interval(one: &Loop) -> String {
    match (one.interval, one.wanted) {
        (None, None) => "-".to_owned(),
        (None, Some(wanted)) => format!("- ({wanted})"),
        (Some(reached), Some(wanted)) => format!("{reached} ({wanted})"),
        (Some(reached), None) => reached.to_string(),
    }
}

/// A number of which nothing is known is a question mark.
pub fn count(count: Count) -> String {
    match count.most {
        None if count.least == 0 => unknown(),
        None => format!(">= {}", count.least),
        // Where nothing is known of the least, it is 0.
        Some(most) if count.least == 0 && most > 0 => format!("<= {most}"),
        Some(_) => count.to_string(),
    }
}

/// A figure, if it is known.
pub fn figure(figure: Option<u64>) -> String {
    figure.map_or_else(unknown, |figure| figure.to_string())
}

fn unknown() -> String {
    "?".to_owned()
}

/// Says that a nest has become one loop.
pub fn joined(one: &Loop) -> String {
    if one.joined > 1 { format!(" ({} loops as one)", one.joined) } else { String::new() }
}

/// How many results operators have, where that is more than one for each.
pub fn shared(operators: &Operators) -> String {
    let Operators { count, results, .. } = operators;
    if results > count { format!(" (for {results} results)") } else { String::new() }
}

/// From so many look-up tables on, the lines of operators are said.
const LARGE_LUTS: u32 = 1000;
/// More lines tell nobody which of them to change.
const MOST_LINES: usize = 4;

/// The lines of operators that are large, and why they are no narrower.
pub fn lines(operators: &Operators) -> String {
    if operators.area.luts < LARGE_LUTS || !(1..=MOST_LINES).contains(&operators.lines.len()) {
        return String::new();
    }
    let lines: Vec<String> = operators.lines.iter().map(u32::to_string).collect();
    let wide: Vec<String> = operators.widths.iter().map(|name| format!("`{name}`")).collect();
    let wide = match wide.len() {
        1..=MOST_LINES => format!(", as wide as {}", wide.join(", ")),
        _ => String::new(),
    };
    format!(" (line {}{wide})", lines.join(", "))
}

/// Does something for each loop, outer ones first.
pub fn each<'l>(loops: &'l [Loop], level: usize, act: &mut impl FnMut(&'l Loop, usize)) {
    for one in loops {
        act(one, level);
        each(&one.loops, level + 1, act);
    }
}

/// What the longest path takes of a period, as far as that is told.
pub fn period(period: &Period) -> String {
    let ns = |value: Option<f64>| value.map_or_else(unknown, |value| format!("{value} ns"));
    format!("{} of {} expected", ns(period.expected_ns), ns(period.asked_ns))
}

/// Of each resource, something.
type Each<T> = [Option<T>; 5];

/// What areas are made of.
const RESOURCES: [&str; 5] = ["LUT", "FF", "DSP", "BRAM18", "URAM"];

const fn used(usage: &Usage) -> Each<u64> {
    [usage.luts, usage.ffs, usage.dsps, usage.ramb18s, usage.urams]
}

/// An area in one line.
pub fn words(usage: &Usage) -> String {
    let all = RESOURCES.into_iter().zip(used(usage)).map(|(what, used)| format!("{what} {}", figure(used)));
    all.collect::<Vec<_>>().join(", ")
}

/// The head of a table of areas.
pub fn head() -> Vec<String> {
    ["area"].into_iter().chain(RESOURCES).map(str::to_owned).collect()
}

/// A table of a kernel's area: what of it, and each resource; its head comes first.
pub fn areas(kernel: &Kernel, budget: Option<&Budget>) -> Vec<Vec<String>> {
    let mut rows = vec![head(), area("kernel", &kernel.area)];
    rows.extend(kernel.interfaces.as_ref().map(|interfaces| area("of it interfaces", interfaces)));
    let Some(budget) = budget else { return rows };
    let mut share = |name: &str, whole: Usage| rows.push(shares(name, &kernel.area, &whole));
    share(&format!("of {}", budget.board), budget.all.into());
    if let Some(region) = budget.region {
        share("of its largest SLR", region.into());
    }
    rows
}

fn area(name: &str, usage: &Usage) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(used(usage).map(figure)).collect()
}

fn shares(name: &str, part: &Usage, whole: &Usage) -> Vec<String> {
    let cells = percents(&part.share_of(whole)).map(|share| share.unwrap_or_else(unknown));
    std::iter::once(name.to_owned()).chain(cells).collect()
}

/// The shares of a board, in one line.
pub fn words_of_shares(usage: &Usage, budget: &Budget) -> String {
    let all = RESOURCES.into_iter().zip(percents(&usage.share_of(&budget.all.into())));
    let all = all.filter_map(|(what, share)| Some(format!("{what} {}", share?)));
    all.collect::<Vec<_>>().join(", ")
}

/// An area, each resource with its share where that is known.
pub fn part(part: &Part) -> Vec<String> {
    let percents = part.share.as_ref().map(percents).unwrap_or_default();
    let cells = used(&part.used).into_iter().zip(percents).map(|(used, percent)| match (used, percent) {
        (Some(used), Some(percent)) => format!("{used} ({percent})"),
        (used, _) => figure(used),
    });
    std::iter::once(part.name.clone()).chain(cells).collect()
}

fn percents(shares: &Shares) -> Each<String> {
    [shares.luts, shares.ffs, shares.dsps, shares.ramb18s, shares.urams]
        .map(|share| share.map(|share| format!("{share:.1} %")))
}

/// True if a table has something that no report tells.
pub fn has_unknown(rows: &[Vec<String>]) -> bool {
    rows.iter().flatten().any(|cell| cell.contains('?'))
}
