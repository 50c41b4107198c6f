//! The report as a page: tables, and the schedules as charts beside the source.

mod chart;
mod summary;
mod timeline;

use std::fmt::Write as _;

use sycl_hls_compiler::report::{Device, Finding, Kernel, Maker, Report};

use super::processes::{self, each_loop, outside};
use super::rows::{areas, columns, count, joined, line, lines, period, shared};
use super::sources::Sources;
use super::text::{limit, place};
use super::{device, ports};
use crate::run_statistics::Run;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A page that needs nothing but itself.
pub fn html(report: &Report, runs: &[Run], sources: &Sources<'_>) -> String {
    let (title, about) = about(report);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<header><h1>{title}</h1><p>{about} to see where it belongs; click to stay there.</p></header>\n\
         <main>\n<div class=\"kernels\">\n"
    );
    findings(&mut page, &report.findings, sources);
    for one in &report.kernels {
        let own: Vec<&Run> = runs.iter().filter(|run| run.kernel == one.name).collect();
        kernel(&mut page, one, report, &own, sources);
    }
    report.device.iter().for_each(|made| on_device(&mut page, made));
    page.push_str("</div>\n");
    source(&mut page, sources);
    let _ = write!(page, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

/// The title, and what the page is about.
fn about(report: &Report) -> (String, String) {
    match &report.maker {
        Maker::Own => {
            let file = report.kernels.first().map_or("", |kernel| kernel.file.as_str());
            let about = "Our own hardware; cycles are those with ideal memory, unless another one is named. Point at an operation or a line";
            (format!("Schedule of {}", escaped(file)), about.to_owned())
        }
        Maker::Vitis(build) => {
            let platform = escaped(&build.platform);
            let about = format!(
                "What its reports tell (?: none does); they have no schedules. The platform is {platform}. Point at a line"
            );
            (escaped(&build.to_string()), about)
        }
    }
}

/// What is wrong, then what nothing is known of.
fn findings(page: &mut String, findings: &[Finding], sources: &Sources<'_>) {
    for (title, is_failure) in [("Not as asked for", true), ("Not known", false)] {
        let mut those = findings.iter().filter(|finding| finding.is_failure == is_failure).peekable();
        if those.peek().is_none() {
            continue;
        }
        let class = if is_failure { "wrong" } else { "unknown" };
        let _ = write!(page, "<section class=\"{class}\">\n<h2>{title}</h2>\n<ul>\n");
        for finding in those {
            let at = finding.file.as_deref().zip(finding.line);
            let at = at.and_then(|(file, line)| sources.key(file, line));
            let _ = writeln!(
                page,
                "<li{}>{}{}</li>",
                data_line(at),
                escaped(&place(finding)),
                escaped(&finding.message)
            );
        }
        page.push_str("</ul>\n</section>\n");
    }
}

/// The attribute that makes everything of one line belong together.
fn data_line(key: Option<String>) -> String {
    key.map(|key| format!(" data-line=\"{key}\"")).unwrap_or_default()
}

/// A file, and where its lines are.
#[derive(Clone, Copy)]
struct At<'a> {
    sources: &'a Sources<'a>,
    file: &'a str,
}

impl At<'_> {
    fn data_line(self, line: u32) -> String {
        data_line(self.sources.key(self.file, line))
    }
}

fn kernel(page: &mut String, kernel: &Kernel, report: &Report, runs: &[&Run], sources: &Sources<'_>) {
    let _ = write!(page, "<section>\n<h2>{}</h2>\n", escaped(&kernel.name));
    let nothing = match (&kernel.lacking, &kernel.absent) {
        (Some(lacking), _) => Some(format!("No hardware yet, for {lacking}")),
        (None, absent) => absent.clone(),
    };
    if let Some(nothing) = nothing {
        let _ = write!(page, "<p>{}</p>\n</section>\n", escaped(&nothing));
        return;
    }
    let at = At { sources, file: &kernel.file };
    let duration = match &kernel.deadlock {
        Some(why) => format!("<b>never ends</b>: {}", escaped(why)),
        None => format!("<b>{}</b> cycles", escaped(&count(kernel.cycles))),
    };
    let mhz = kernel.clock_mhz.map(|mhz| format!(" at {mhz} MHz")).unwrap_or_default();
    let period = kernel.period.as_ref().map(|it| format!(", {}", period(it))).unwrap_or_default();
    let _ = writeln!(page, "<p class=\"total\">{duration}{mhz}{period}</p>");
    if *report.maker_of(kernel) == Maker::Own {
        summary::summary(page, kernel, report.budget.as_ref(), at);
    }
    timeline::timeline(page, kernel, at);
    loops(page, kernel, report.maker_of(kernel), at);
    let ports = ports::predicted(kernel);
    if !ports.is_empty() {
        numbers(page, &ports);
    }
    kernel.blocks.iter().for_each(|block| chart::chart(page, block, at));
    for process in &kernel.processes {
        let _ = writeln!(page, "<h3{}>{}</h3>", at.data_line(process.line), escaped(&process.name));
        process.blocks.iter().for_each(|block| chart::chart(page, block, at));
    }
    operators(page, kernel);
    area(page, kernel, report);
    runs.iter().for_each(|run| used(page, run));
    page.push_str("</section>\n");
}

fn loops(page: &mut String, kernel: &Kernel, maker: &Maker, at: At<'_>) {
    if kernel.loops.is_empty() && kernel.processes.iter().all(|process| process.loops.is_empty()) {
        return;
    }
    let (columns, has_processes) = (columns(maker), !kernel.processes.is_empty());
    page.push_str("<div class=\"scroll\"><table>\n<tr>");
    page.push_str(if has_processes { "<th>Process</th>" } else { "" });
    page.push_str("<th>Loop</th><th>Line</th>");
    columns.iter().for_each(|column| _ = write!(page, "<th>{}</th>", column.name));
    page.push_str("</tr>\n");
    each_loop(kernel, &mut |process, one, level| {
        let name = process.map_or("", |process| process.name.as_str());
        let of = if has_processes { format!("<td>{}</td>", escaped(name)) } else { String::new() };
        let _ = write!(
            page,
            "<tr{}>{of}<td style=\"padding-left:{}em\"><code>{}</code>{}</td><td>{}</td>",
            at.data_line(one.line),
            0.6 + 1.2 * level as f64,
            escaped(&one.source),
            joined(one),
            line(one.line),
        );
        for column in columns {
            let _ = write!(page, "<td class=\"number\">{}</td>", escaped(&(column.cell)(one)));
        }
        page.push_str("</tr>\n");
    });
    if let Some(cells) = outside(kernel, maker) {
        let cells = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect::<String>();
        let _ = writeln!(page, "<tr class=\"rest\">{cells}</tr>");
    }
    page.push_str("</table></div>\n");
    limits(page, kernel, at);
}

/// A line for each loop whose initiation interval something limits, as in the text form.
fn limits(page: &mut String, kernel: &Kernel, at: At<'_>) {
    each_loop(kernel, &mut |_, one, _| {
        if let Some(limit) = limit(one) {
            let _ = writeln!(page, "<p class=\"limit\"{}>{}</p>", at.data_line(one.line), escaped(&limit));
        }
    });
}

fn operators(page: &mut String, kernel: &Kernel) {
    if kernel.operators.is_empty() {
        return;
    }
    page.push_str("<p class=\"operators\">");
    for (kind, of) in &kernel.operators {
        let luts = if of.area.luts == 0 { String::new() } else { format!(", {} LUT", of.area.luts) };
        let dsps = if of.area.dsps == 0 { String::new() } else { format!(", {} DSP", of.area.dsps) };
        let _ = write!(
            page,
            "<span>{} × {}{}{luts}{dsps}{}</span>",
            of.count,
            escaped(kind),
            shared(of),
            lines(of)
        );
    }
    page.push_str("</p>\n");
}

/// The ports in a run, and its processes and channels.
fn used(page: &mut String, run: &Run) {
    let _ = writeln!(page, "<p class=\"total\">{}</p>", escaped(&ports::title(run)));
    numbers(page, &ports::rows(run));
    let tables = [processes::simulated_processes(run), processes::simulated_channels(run)];
    tables.iter().filter(|rows| !rows.is_empty()).for_each(|rows| numbers(page, rows));
    for wait in processes::simulated_waits(run) {
        let _ = writeln!(page, "<p class=\"limit\">{}</p>", escaped(&wait));
    }
}

fn area(page: &mut String, kernel: &Kernel, report: &Report) {
    numbers(page, &areas(kernel, report.budget.as_ref()));
    page.push_str(match report.maker_of(kernel) {
        Maker::Own => {
            "<p class=\"total\">Areas are our estimate; LUT and FF as yosys maps our Verilog, not Vivado.</p>\n"
        }
        Maker::Vitis(_) => "<p class=\"total\">Areas are Vitis HLS' estimate, before anything is placed.</p>\n",
    });
}

/// All kernels together.
fn on_device(page: &mut String, made: &Device) {
    page.push_str("<section>\n<h2>On the device</h2>\n<dl>\n");
    for (name, fact) in device::facts(made) {
        let _ = writeln!(page, "<dt>{name}</dt><dd>{}</dd>", escaped(&fact));
    }
    page.push_str("</dl>\n");
    let rows = device::areas(made);
    if !rows.is_empty() {
        numbers(page, &rows);
    }
    page.push_str("</section>\n");
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

fn source(page: &mut String, sources: &Sources<'_>) {
    page.push_str("<pre class=\"source\">");
    for (file, text) in sources.files() {
        if sources.files().len() > 1 {
            let _ = writeln!(page, "<b>{}</b>", escaped(file));
        }
        for (number, line) in (1..).zip(text.lines()) {
            let key = data_line(sources.key(file, number));
            let _ = write!(page, "<span{key}><u>{number}</u>{}\n</span>", escaped(line));
        }
    }
    page.push_str("</pre>\n");
}

pub fn escaped(text: &str) -> String {
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
