//! Schedules as charts.

use std::fmt::Write as _;

use sycl_hls_compiler::report::{BlockSchedule, Row};

use super::{At, escaped};

/// A schedule: a row for each operation, a column for each cycle. Those that say little are folded: of one cycle, and of
/// loops that write initial values.
pub fn chart(page: &mut String, block: &BlockSchedule, at: At<'_>) {
    let source = at.sources.line(at.file, block.line);
    let again = block.interval.map(|ii| format!(", an iteration every {ii}")).unwrap_or_default();
    let cycles = if block.depth == 1 { "1 cycle".to_owned() } else { format!("{} cycles", block.depth) };
    let is_initial = block.interval.is_some() && source.starts_with("let ");
    let (open, heading, close) = if block.depth <= 1 || is_initial {
        ("<details>", "summary", "</details>")
    } else {
        ("<figure>", "figcaption", "</figure>")
    };
    let _ = write!(
        page,
        "{open}<{heading}{key}>Line {line} <code>{}</code><small>{cycles}{again}</small></{heading}>\n\
         <div class=\"chart\">\n",
        escaped(source.trim_end_matches('{').trim_end()),
        key = at.data_line(block.line),
        line = block.line,
    );
    // Cycles of a short block are no wider than those of others.
    let columns = block.depth.max(FEWEST_COLUMNS);
    axis(page, columns.into());
    block.rows.iter().for_each(|one| row(page, columns, one, at));
    let _ = writeln!(page, "</div>{close}");
}

const FEWEST_COLUMNS: u32 = 16;

/// Numbers of cycles, no more than fit.
pub fn axis(page: &mut String, cycles: u64) {
    let most = if cycles < 100_000 { 16 } else { 8 };
    let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(10));
    let mut steps = powers.flat_map(|power| [power, power.saturating_mul(2), power.saturating_mul(5)]);
    let step = steps.find(|step| cycles / step <= most).unwrap_or(cycles.max(1));
    page.push_str("<div class=\"row axis\"><span></span><span class=\"cycles\">");
    for cycle in (0..cycles).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
        let _ = write!(page, "<i style=\"left:{:.3}%\">{cycle}</i>", percent(cycle, cycles));
    }
    page.push_str("</span></div>\n");
}

fn row(page: &mut String, depth: u32, row: &Row, at: At<'_>) {
    let name = row.name.as_deref().map(|name| format!(" <em>{}</em>", escaped(name))).unwrap_or_default();
    let cycles = if row.start == row.end {
        format!("cycle {}", row.start)
    } else {
        format!("cycles {} to {}", row.start, row.end)
    };
    let _ = writeln!(
        page,
        "<div class=\"row\"{key} title=\"{what}, line {line}, {cycles}\"><span>{what}{name}</span>\
         <span class=\"cycles\"><b class=\"{kind}\" style=\"left:{left:.3}%;width:{width:.3}%\"></b></span></div>",
        key = at.data_line(row.line),
        line = row.line,
        what = escaped(&row.what),
        kind = kind(&row.what),
        left = percent(row.start.into(), depth.into()),
        width = percent(u64::from(row.end - row.start) + 1, depth.into()),
    );
}

fn percent(cycle: u64, depth: u64) -> f64 {
    cycle as f64 * 100.0 / depth.max(1) as f64
}

/// What colour an operation has.
fn kind(what: &str) -> &'static str {
    match what.split(' ').next() {
        Some("load" | "store") => "memory",
        Some("read" | "write" | "wait" | "receive" | "send" | "try" | "see" | "start") => "port",
        Some("f32" | "f64") => "float",
        _ => "integer",
    }
}
