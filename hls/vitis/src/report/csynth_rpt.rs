//! `csynth.rpt`: the table of modules and loops, and what became of pragmas. Vitis HLS 2020.2 to 2025.2.

use super::error::ReportError;
use super::figure::{Range, amount, count, real, said};
use super::model::{Issue, Latency, Loop, Module, Pragma, PragmaState, Resources, Synthesis, lines_of_name};
use super::table::{Table, tables};
use crate::Place;

/// Rows in rows that are followed; deeper ones are listed where the last ones are.
const MAX_DEPTH: usize = 32;

/// Reads the summary of a synthesis in text.
///
/// # Errors
/// Why it is none.
pub fn read(text: &str) -> Result<Synthesis, ReportError> {
    let title = text.lines().find_map(|line| line.strip_prefix("== Synthesis Summary Report of '"));
    let Some(title) = title else {
        return Err(ReportError::Other {
            wanted: "no summary of Vitis HLS",
            lacks: "no line `== Synthesis Summary Report of ..`",
        });
    };
    let modules = tables(text).iter().find(|table| table.column("& Loops").is_some()).map(modules);
    let modules = modules.unwrap_or_default();
    let top = modules.first().cloned().unwrap_or_default();
    Ok(Synthesis {
        kernel: title.split('\'').next().and_then(said),
        version: header(text, "Version"),
        part: header(text, "Target device"),
        flow: header(text, "Solution"),
        latency: top.latency,
        interval: top.interval,
        used: top.used,
        modules,
        pragmas: pragmas(text),
        ..Synthesis::default()
    })
}

/// The value of a line `* Name:  value`.
pub(super) fn header(text: &str, name: &str) -> Option<String> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("* "));
    lines
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| *key == name)
        .and_then(|(_, value)| said(value))
}

/// A row of the table of modules and loops.
struct Row {
    depth: usize,
    is_loop: bool,
    name: String,
}

/// The name of a row: `+` before a module, `o` before a loop, a blank before them for each level, `*` behind dataflow.
fn row(cell: &str) -> Option<Row> {
    let depth = cell.len() - cell.trim_start_matches(' ').len();
    let (marker, name) = cell.trim().split_once(' ')?;
    let is_loop = match marker {
        "o" => true,
        "+" => false,
        _ => return None,
    };
    Some(Row { depth, is_loop, name: name.trim().trim_end_matches('*').to_owned() })
}

/// A row that further rows may be inside of.
#[derive(Clone, Copy)]
enum Open {
    /// A module, by its position; none if it was seen before.
    Module(Option<usize>),
    /// A loop, by its position in what is around it.
    Loop(usize),
}

fn modules(table: &Table<'_>) -> Vec<Module> {
    let mut modules: Vec<Module> = Vec::new();
    let mut open: Vec<(usize, Open)> = Vec::new();
    for cells in &table.rows {
        let Some(row) = cells.first().and_then(|cell| row(cell)) else { continue };
        open.retain(|(depth, _)| *depth < row.depth);
        let opened = if row.is_loop {
            push_loop(&mut modules, &open, one_loop(table, cells, row.name))
        } else if modules.iter().any(|module| module.name == row.name) {
            Open::Module(None)
        } else {
            modules.push(module(table, cells, row.name));
            Open::Module(Some(modules.len() - 1))
        };
        if open.len() < MAX_DEPTH {
            open.push((row.depth, opened));
        }
    }
    modules
}

/// Adds a loop to the innermost module that is open, or to the loop in it.
fn push_loop(modules: &mut [Module], open: &[(usize, Open)], each: Loop) -> Open {
    let around = open.iter().rev().find_map(|(_, around)| match around {
        Open::Module(at) => Some(*at),
        Open::Loop(_) => None,
    });
    let Some(module) = around.flatten().and_then(|at| modules.get_mut(at)) else { return Open::Module(None) };
    let inside = open.iter().rev().map_while(|(_, around)| match around {
        Open::Loop(at) => Some(*at),
        Open::Module(_) => None,
    });
    let path: Vec<usize> = inside.collect();
    let mut list = &mut module.loops;
    for at in path.into_iter().rev() {
        if at >= list.len() {
            break;
        }
        list = &mut list[at].inner;
    }
    list.push(each);
    Open::Loop(list.len() - 1)
}

/// The table shows the most where figures depend on data.
fn most(text: &str) -> Range {
    Range { min: None, max: count(text) }
}

fn module(table: &Table<'_>, cells: &[&str], name: String) -> Module {
    let cell = |column| table.cell(cells, column);
    let whole = |column| amount(cell(column)).map(|value| value as u64);
    Module {
        name,
        latency: Latency { max: count(cell("(cycles)")), ..Latency::default() },
        interval: most(cell("Interval")),
        used: Resources {
            lut: whole("LUT"),
            ff: whole("FF"),
            bram_18k: whole("BRAM"),
            uram: whole("URAM"),
            dsp: whole("DSP"),
        },
        issue: issue(table, cells),
        ..Module::default()
    }
}

fn one_loop(table: &Table<'_>, cells: &[&str], name: String) -> Loop {
    let cell = |column| table.cell(cells, column);
    let pipelined = said(cell("Pipelined")).map(|kind| kind != "no");
    Loop {
        lines: lines_of_name(&name),
        trip_count: most(cell("Count")),
        latency: most(cell("(cycles)")),
        iteration_latency: most(cell("Latency")),
        ii: count(cell("Interval")).filter(|_| pipelined == Some(true)),
        pipelined,
        slack_ns: real(cell("Slack")),
        issue: issue(table, cells),
        name,
        ..Loop::default()
    }
}

fn issue(table: &Table<'_>, cells: &[&str]) -> Option<Issue> {
    let kind = said(table.cell(cells, "Type"))?;
    // As the XML calls them.
    let kind = if matches!(&*kind, "II" | "Timing") { format!("{kind} Violation") } else { kind };
    Some(Issue { kind, reason: said(table.cell(cells, "Violation Type")) })
}

/// The part on pragmas; none where the report has no such part.
fn pragmas(text: &str) -> Option<Vec<Pragma>> {
    let (_, part) = text.split_once("\n== Pragma Report")?;
    let part = part.split_once("\n== ").map_or(part, |(part, _)| part);
    let mut pragmas = Vec::new();
    for block in part.split("\n* ").skip(1) {
        let state = match block.lines().next().unwrap_or_default().trim() {
            "Valid Pragma Syntax" => PragmaState::Valid,
            "Pragmas with Warnings" => PragmaState::Warned,
            "Inferred Pragmas" => PragmaState::Inferred,
            // Whatever else a version lists had better be seen.
            _ => PragmaState::Ignored,
        };
        tables(block).iter().for_each(|table| list(table, state, &mut pragmas));
    }
    Some(pragmas)
}

fn list(table: &Table<'_>, state: PragmaState, pragmas: &mut Vec<Pragma>) {
    for cells in &table.rows {
        let cell = |column| table.cell(cells, column);
        let message = said(cell("Messages")).or_else(|| said(cell("Inferred From")));
        if cell("Type").is_empty() {
            // A further message on the pragma above.
            if let Some(last) = pragmas.last_mut() {
                last.messages.extend(message);
            }
            continue;
        }
        let location = cell("Location");
        let function = location.rsplit_once(" in ").and_then(|(_, rest)| rest.split([',', ' ']).next());
        pragmas.push(Pragma {
            state,
            kind: cell("Type").to_lowercase(),
            options: cell("Options").to_owned(),
            place: Place::find(location),
            function: function.and_then(said),
            messages: message.into_iter().collect(),
        });
    }
}
