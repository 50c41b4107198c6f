//! What a person looks for first: what takes the cycles, what was asked for and missed, and how full the board is.

use std::fmt::Write as _;

use sycl_hls_compiler::report::{Budget, Kernel, Loop};

use super::{At, escaped};
use crate::report::processes::{each_loop, on_board, slow_ports};
use crate::report::rows::{line, words_of_shares};

/// The summary of a kernel of our own hardware.
pub fn summary(page: &mut String, kernel: &Kernel, budget: Option<&Budget>, at: At<'_>) {
    page.push_str("<dl class=\"summary\">\n");
    if let Some((board, cycles)) = on_board(kernel) {
        entry(page, &format!("memory of {board}"), String::new(), &format!("{cycles} cycles"));
    }
    // Processes run at the same time: the time line shows what each waits for.
    if let Some(slowest) = slowest(&kernel.loops).filter(|_| kernel.processes.is_empty()) {
        entry(page, "most cycles", at.data_line(slowest.first.line), &time(kernel, &slowest));
    }
    let mut missed = Vec::new();
    let mut is_requested = false;
    each_loop(kernel, &mut |_, one, _| {
        is_requested |= one.wanted.is_some();
        missed.extend(is_missed(one).then(|| line(one.line)));
    });
    if is_requested {
        let text = if missed.is_empty() {
            "none".to_owned()
        } else {
            format!("{}: line {}", missed.len(), missed.join(", "))
        };
        entry(page, "missed intervals", String::new(), &text);
    }
    let slow = slow_ports(kernel);
    if !slow.is_empty() {
        entry(page, "no bursts", String::new(), &slow.join(", "));
    }
    if let Some(budget) = budget {
        entry(page, &format!("of {}", budget.board), String::new(), &words_of_shares(&kernel.area, budget));
    }
    page.push_str("</dl>\n");
}

fn entry(page: &mut String, name: &str, data_line: String, text: &str) {
    let _ = writeln!(page, "<dt>{}</dt><dd{data_line}>{}</dd>", escaped(name), escaped(text));
}

/// Innermost loops of one line: those of a helper are there wherever it is called.
struct Line<'k> {
    first: &'k Loop,
    cycles: u64,
}

/// The line whose innermost loops have the most cycles, as far as these are known.
fn slowest(loops: &[Loop]) -> Option<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    innermost(loops, &mut |one| match lines.iter_mut().find(|other| other.first.line == one.line) {
        Some(line) => line.cycles = line.cycles.saturating_add(one.cycles.least),
        None => lines.push(Line { first: one, cycles: one.cycles.least }),
    });
    lines.into_iter().filter(|line| line.cycles > 0).max_by_key(|line| line.cycles)
}

fn innermost<'k>(loops: &'k [Loop], act: &mut impl FnMut(&'k Loop)) {
    for one in loops {
        if one.loops.is_empty() { act(one) } else { innermost(&one.loops, act) }
    }
}

/// What a line takes of a run, and why it takes no less.
fn time(kernel: &Kernel, slowest: &Line<'_>) -> String {
    let one = slowest.first;
    let whole = kernel.cycles.exact().map(|whole| whole.max(1) as f64);
    let share = whole.map(|whole| format!(", {:.0} %", slowest.cycles as f64 * 100.0 / whole));
    let why = match (&one.limit, one.interval) {
        (Some(limit), Some(interval)) => format!("II {interval}, {limit}"),
        (Some(limit), None) => limit.to_string(),
        (None, Some(1)) => "an iteration starts every cycle".to_owned(),
        (None, Some(interval)) => format!("II {interval}"),
        (None, None) => "iterations do not overlap: nothing asks for a pipeline".to_owned(),
    };
    format!("line {}, {}{}: {why}", line(one.line), one.source, share.unwrap_or_default())
}

fn is_missed(one: &Loop) -> bool {
    one.wanted.is_some_and(|wanted| one.interval.is_none_or(|interval| interval > wanted))
}
