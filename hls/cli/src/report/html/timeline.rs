//! Processes on a time line: when each works, and what it waits for.

use std::fmt::Write as _;

use sycl_hls_compiler::report::{Kernel, Process};
use sycl_hls_types::WaitCause;

use super::chart::axis;
use super::{At, escaped, numbers};
use crate::report::processes::{channels, processes, waits};

/// What a colour means.
const LEGEND: [(&str, &str); 5] = [
    ("works", "works"),
    ("empty", "channel is empty"),
    ("full", "channel is full"),
    ("end", "another process has not ended"),
    ("responses", "writes have not arrived"),
];

/// The processes of a kernel that has several, what they wait for, and their channels.
pub fn timeline(page: &mut String, kernel: &Kernel, at: At<'_>) {
    let Some(period) = kernel.processes.first().map(|process| process.activity.period) else { return };
    let parts = kernel.processes.iter().map(|process| process.activity.parts.len()).max().unwrap_or(0).max(1);
    let all = parts as u64 * period;
    let each = if period == 1 { "a cycle".to_owned() } else { format!("{period} cycles") };
    let _ = write!(
        page,
        "<figure><figcaption>Processes<small> in time; a column is {each}</small></figcaption>\n<p class=\"legend\">"
    );
    for (class, meaning) in LEGEND {
        let _ = write!(page, "<span><i class=\"{class}\"></i>{meaning}</span>");
    }
    page.push_str("</p>\n<div class=\"chart time\">\n");
    axis(page, all);
    kernel.processes.iter().for_each(|process| row(page, process, parts, at));
    page.push_str("</div></figure>\n");
    for wait in kernel.processes.iter().flat_map(waits) {
        let _ = writeln!(page, "<p class=\"limit\"{}>{}</p>", at.data_line(wait.0), escaped(&wait.1));
    }
    numbers(page, &processes(kernel));
    numbers(page, &channels(kernel));
}

fn row(page: &mut String, process: &Process, parts: usize, at: At<'_>) {
    let period = process.activity.period;
    let _ = write!(
        page,
        "<div class=\"row\"{key} title=\"{name}, line {line}\"><span>{name}</span>\
         <span class=\"cycles\"><svg viewBox=\"0 0 {parts} {period}\" preserveAspectRatio=\"none\">",
        key = at.data_line(process.line),
        name = escaped(&process.name),
        line = process.line,
    );
    for (column, cycles) in process.activity.parts.iter().enumerate() {
        part(page, process, column as u64, cycles);
    }
    page.push_str("</svg></span></div>\n");
}

/// A column: what takes how much of it, upwards.
fn part(page: &mut String, process: &Process, column: u64, cycles: &[u64]) {
    let period = process.activity.period;
    let first = column * period;
    let mut said = format!("cycles {first} to {}", first + period - 1);
    let mut bars = String::new();
    let mut top = period;
    for (position, cycles) in cycles.iter().enumerate().filter(|(_, cycles)| **cycles > 0) {
        let wait = position.checked_sub(1).and_then(|position| process.waits.get(position));
        let (class, what) =
            wait.map_or(("works", "works".to_owned()), |it| (class(&it.what), it.what.to_string()));
        let _ = write!(said, "\n{cycles}: {what}");
        top = top.saturating_sub(*cycles);
        let _ = write!(
            bars,
            "<rect class=\"{class}\" x=\"{column}\" y=\"{top}\" width=\"1.02\" height=\"{cycles}\"/>"
        );
    }
    if !bars.is_empty() {
        let _ = write!(page, "<g><title>{}</title>{bars}</g>", escaped(&said));
    }
}

const fn class(what: &WaitCause) -> &'static str {
    match what {
        WaitCause::Element(_) => "empty",
        WaitCause::Place(_) => "full",
        WaitCause::End(_) => "end",
        WaitCause::Responses(_) => "responses",
    }
}
