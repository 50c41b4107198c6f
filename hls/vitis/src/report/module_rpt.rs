//! `<function>_csynth.rpt`: one module, and the initiation intervals that were asked for. Vitis HLS 2020.2 to 2025.2.

use super::csynth_rpt::header;
use super::error::ReportError;
use super::figure::{Range, count, real, said};
use super::model::{Clock, Latency, Loop, Module, Resources, Synthesis, lines_of_name};
use super::table::{Table, tables};

/// Loops in loops that are followed.
const MAX_DEPTH: usize = 32;

/// Reads the report of a module in text.
///
/// # Errors
/// Why it is none.
pub fn read(text: &str) -> Result<Synthesis, ReportError> {
    let titles = text.lines().filter(|line| line.starts_with("== "));
    let title = titles.filter_map(|line| line.split_once(" HLS Report for '")).next();
    let Some(name) = title.and_then(|(_, title)| title.split('\'').next()).and_then(said) else {
        return Err(ReportError::Other {
            wanted: "no report of Vitis HLS",
            lacks: "no line `== Vitis HLS Report for ..`",
        });
    };
    let tables = tables(text);
    let find = |columns: &[&str]| {
        tables.iter().find(|table| columns.iter().all(|column| table.column(column).is_some()))
    };
    let clock = find(&["Clock", "Target", "Estimated"]).map(clock).unwrap_or_default();
    let (latency, interval) =
        tables.iter().find(|table| table.head.first() == Some(&"min")).map(cycles).unwrap_or_default();
    let area = tables.iter().find(|table| row(table, "Name", "Available").is_some());
    let used = area.map(|table| resources(table, "Total")).unwrap_or_default();
    let loops = find(&["achieved", "target"]).map(loops).unwrap_or_default();
    Ok(Synthesis {
        kernel: Some(name.clone()),
        version: header(text, "Version"),
        part: header(text, "Target device"),
        flow: header(text, "Solution"),
        clock,
        latency,
        interval,
        used,
        available: area.map(|table| resources(table, "Available")).unwrap_or_default(),
        modules: vec![Module { name, clock, latency, interval, used, loops, ..Module::default() }],
        pragmas: None,
    })
}

fn clock(table: &Table<'_>) -> Clock {
    let cell = |column| table.rows.first().and_then(|row| real(table.cell(row, column)));
    Clock { target_ns: cell("Target"), uncertainty_ns: cell("Uncertainty"), estimated_ns: cell("Estimated") }
}

/// Latency in cycles, latency in time, interval: two columns each.
fn cycles(table: &Table<'_>) -> (Latency, Range) {
    let cell = |at: usize| table.rows.first().and_then(|row| row.get(at)).and_then(|cell| count(cell));
    (Latency { min: cell(0), avg: None, max: cell(1) }, Range { min: cell(4), max: cell(5) })
}

/// The row whose cell in a column has a text.
fn row<'t, 's>(table: &'s Table<'t>, column: &str, text: &str) -> Option<&'s Vec<&'t str>> {
    table.rows.iter().find(|row| table.cell(row, column) == text)
}

fn resources(table: &Table<'_>, name: &str) -> Resources {
    let cell = |column| row(table, "Name", name).and_then(|row| count(table.cell(row, column)));
    Resources {
        lut: cell("LUT"),
        ff: cell("FF"),
        bram_18k: cell("BRAM_18K"),
        uram: cell("URAM"),
        dsp: cell("DSP").or_else(|| cell("DSP48E")),
    }
}

/// The loops: `- name`, and `+ name`, `++ name` for those inside.
fn loops(table: &Table<'_>) -> Vec<Loop> {
    let mut outer: Vec<Loop> = Vec::new();
    for cells in &table.rows {
        let Some((marker, name)) = cells.first().and_then(|cell| cell.trim().split_once(' ')) else {
            continue;
        };
        let depth = if marker == "-" { 0 } else { marker.len().min(MAX_DEPTH) };
        let mut list = &mut outer;
        for _ in 0..depth {
            if list.is_empty() {
                break;
            }
            let last = list.len() - 1;
            list = &mut list[last].inner;
        }
        list.push(one_loop(table, cells, name.trim()));
    }
    outer
}

fn one_loop(table: &Table<'_>, cells: &[&str], name: &str) -> Loop {
    let cell = |column| table.cell(cells, column);
    Loop {
        name: name.to_owned(),
        lines: lines_of_name(name),
        trip_count: Range::read(cell("Count")),
        latency: Range { min: count(cell("min")), max: count(cell("max")) },
        iteration_latency: Range::read(cell("Latency")),
        wanted_ii: count(cell("target")),
        ii: count(cell("achieved")),
        pipelined: said(cell("Pipelined")).map(|kind| kind != "no"),
        ..Loop::default()
    }
}
