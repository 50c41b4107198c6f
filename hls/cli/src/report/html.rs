//! The report as a page: tables, and the schedules as charts beside the source.

use std::fmt::Write as _;

use sycl_hls_compiler::report::{BlockSchedule, Budget, Kernel, Report, Row};
use sycl_hls_ir::Module;

use super::ports;
use super::text::{areas, count, each, interval, joined};
use crate::figures::Run;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A page that needs nothing but itself.
pub fn html(report: &Report, runs: &[Run], modules: &[Module]) -> String {
    let text = modules.iter().find_map(|module| module.source.text.as_deref()).unwrap_or_default();
    let file = report.kernels.first().map_or("", |kernel| kernel.file.as_str());
    let title = format!("Schedule of {}", escaped(file));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<header><h1>{title}</h1><p>Our own hardware, with ideal memory. \
         Point at an operation or a line to see where it belongs; click to stay there.</p></header>\n<main>\n\
         <div class=\"kernels\">\n"
    );
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    for one in &report.kernels {
        let own: Vec<&Run> = runs.iter().filter(|run| run.kernel == one.name).collect();
        kernel(&mut page, one, report.budget.as_ref(), &own, &lines);
    }
    page.push_str("</div>\n");
    source(&mut page, text);
    let _ = write!(page, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

fn kernel(page: &mut String, kernel: &Kernel, budget: Option<&Budget>, runs: &[&Run], lines: &[&str]) {
    let _ = write!(page, "<section>\n<h2>{}</h2>\n", escaped(&kernel.name));
    if let Some(lacking) = &kernel.lacking {
        let _ = write!(page, "<p>No hardware yet, for {}</p>\n</section>\n", escaped(&lacking.to_string()));
        return;
    }
    let cycles = escaped(&count(kernel.cycles));
    let _ = writeln!(page, "<p class=\"total\"><b>{cycles}</b> cycles at {} MHz</p>", kernel.clock_mhz);
    loops(page, kernel);
    operators(page, kernel);
    area(page, kernel, budget);
    runs.iter().for_each(|run| used(page, run));
    kernel.blocks.iter().for_each(|block| chart(page, block, lines));
    page.push_str("</section>\n");
}

fn loops(page: &mut String, kernel: &Kernel) {
    if kernel.loops.is_empty() {
        return;
    }
    page.push_str(
        "<div class=\"scroll\"><table>\n<tr><th>Loop</th><th>Line</th><th>Trips</th><th>II</th><th>Depth</th>\
         <th>Iterations</th><th>Cycles</th><th>LUT</th><th>FF</th><th>DSP</th><th>What limits II</th></tr>\n",
    );
    each(&kernel.loops, 0, &mut |one, level| {
        let depth = one.depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string());
        let limit = one.limit.as_ref().map(ToString::to_string).unwrap_or_default();
        let trips = one.trips.map_or_else(|| "-".to_owned(), count);
        let _ = write!(
            page,
            "<tr data-line=\"{line}\"><td style=\"padding-left:{indent}em\"><code>{}</code>{}</td><td>{line}</td>",
            escaped(&one.source),
            joined(one),
            line = one.line,
            indent = 0.6 + 1.2 * level as f64,
        );
        let area = [one.area.luts, one.area.ffs, one.area.dsps].map(|count| count.to_string());
        let counts = [trips, interval(one), depth, count(one.iterations), count(one.cycles)];
        for cell in counts.into_iter().chain(area) {
            let _ = write!(page, "<td class=\"number\">{}</td>", escaped(&cell));
        }
        let _ = writeln!(page, "<td>{}</td></tr>", escaped(&limit));
    });
    page.push_str("</table></div>\n");
}

fn operators(page: &mut String, kernel: &Kernel) {
    page.push_str("<p class=\"operators\">");
    for (kind, of) in &kernel.operators {
        let luts = if of.area.luts == 0 { String::new() } else { format!(", {} LUT", of.area.luts) };
        let dsps = if of.area.dsps == 0 { String::new() } else { format!(", {} DSP", of.area.dsps) };
        let _ = write!(page, "<span>{} × {}{luts}{dsps}</span>", of.count, escaped(kind));
    }
    page.push_str("</p>\n");
}

/// The ports in a run.
fn used(page: &mut String, run: &Run) {
    let _ = writeln!(page, "<p class=\"total\">{}</p>", escaped(&ports::title(run)));
    numbers(page, &ports::rows(run));
}

fn area(page: &mut String, kernel: &Kernel, budget: Option<&Budget>) {
    numbers(page, &areas(kernel, budget));
    page.push_str(
        "<p class=\"total\">Areas are our estimate; LUT and FF as yosys maps our Verilog, not Vivado.</p>\n",
    );
}

/// A table whose first row is its head and whose first column has names.
fn numbers(page: &mut String, rows: &[Vec<String>]) {
    page.push_str("<div class=\"scroll\"><table>\n");
    for (index, row) in rows.iter().enumerate() {
        let (name, cells) = row.split_first().map_or(("", &[][..]), |(name, cells)| (name.as_str(), cells));
        let tag = if index == 0 { "th" } else { "td" };
        let _ = write!(page, "<tr><{tag}>{}</{tag}>", escaped(name));
        for cell in cells {
            let _ = write!(page, "<{tag} class=\"number\">{}</{tag}>", escaped(cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table></div>\n");
}

/// A schedule: a row for each operation, a column for each cycle.
fn chart(page: &mut String, block: &BlockSchedule, lines: &[&str]) {
    let source = lines.get((block.line as usize).wrapping_sub(1)).copied().unwrap_or_default();
    let again = block.interval.map(|ii| format!(", an iteration every {ii}")).unwrap_or_default();
    let cycles = if block.depth == 1 { "1 cycle".to_owned() } else { format!("{} cycles", block.depth) };
    let _ = write!(
        page,
        "<figure><figcaption data-line=\"{line}\">Line {line} <code>{}</code><small>{cycles}{again}</small></figcaption>\n\
         <div class=\"chart\">\n",
        escaped(source.trim_end_matches('{').trim_end()),
        line = block.line,
    );
    // Cycles of a short block are no wider than those of others.
    let columns = block.depth.max(FEWEST_COLUMNS);
    axis(page, columns);
    block.rows.iter().for_each(|one| row(page, columns, one));
    page.push_str("</div></figure>\n");
}

const FEWEST_COLUMNS: u32 = 16;

/// Numbers of cycles, no more than fit.
fn axis(page: &mut String, depth: u32) {
    let step =
        [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|step| depth / step <= 16).unwrap_or(1000);
    page.push_str("<div class=\"row axis\"><span></span><span class=\"cycles\">");
    for cycle in (0..depth).step_by(step as usize) {
        let _ = write!(page, "<i style=\"left:{:.3}%\">{cycle}</i>", percent(cycle, depth));
    }
    page.push_str("</span></div>\n");
}

fn row(page: &mut String, depth: u32, row: &Row) {
    let name = row.name.as_deref().map(|name| format!(" <em>{}</em>", escaped(name))).unwrap_or_default();
    let cycles = if row.start == row.end {
        format!("cycle {}", row.start)
    } else {
        format!("cycles {} to {}", row.start, row.end)
    };
    let _ = writeln!(
        page,
        "<div class=\"row\" data-line=\"{line}\" title=\"{what}, line {line}, {cycles}\"><span>{what}{name}</span>\
         <span class=\"cycles\"><b class=\"{kind}\" style=\"left:{left:.3}%;width:{width:.3}%\"></b></span></div>",
        line = row.line,
        what = escaped(&row.what),
        kind = kind(&row.what),
        left = percent(row.start, depth),
        width = percent(row.end - row.start + 1, depth),
    );
}

fn percent(cycle: u32, depth: u32) -> f64 {
    f64::from(cycle) * 100.0 / f64::from(depth.max(1))
}

/// What colour an operation has.
fn kind(what: &str) -> &'static str {
    match what.split(' ').next() {
        Some("load" | "store") => "memory",
        Some("read" | "write" | "wait") => "port",
        Some("f32" | "f64") => "float",
        _ => "integer",
    }
}

fn source(page: &mut String, text: &str) {
    page.push_str("<pre class=\"source\">");
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let _ = write!(page, "<span data-line=\"{number}\"><u>{number}</u>{}\n</span>", escaped(line));
    }
    page.push_str("</pre>\n");
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(c),
        }
    }
    escaped
}
