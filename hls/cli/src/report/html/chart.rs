//! Schedules as charts.

use std::fmt::Write as _;

use sycl_hls_compiler::report::{BlockSchedule, Row};

use super::{At, escaped};

/// A schedule: a row for each operation, a column for each cycle.
pub fn chart(page: &mut String, block: &BlockSchedule, at: At<'_>) {
    let source = at.sources.line(at.file, block.line);
    let again = block.interval.map(|ii| format!(", an iteration every {ii}")).unwrap_or_default();
    let cycles = if block.depth == 1 { "1 cycle".to_owned() } else { format!("{} cycles", block.depth) };
    let _ = write!(
        page,
        "<figure><figcaption{key}>Line {line} <code>{}</code><small>{cycles}{again}</small></figcaption>\n\
         <div class=\"chart\">\n",
        escaped(source.trim_end_matches('{').trim_end()),
        key = at.data_line(block.line),
        line = block.line,
    );
    // Cycles of a short block are no wider than those of others.
    let columns = block.depth.max(FEWEST_COLUMNS);
    axis(page, columns);
    block.rows.iter().for_each(|one| row(page, columns, one, at));
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
