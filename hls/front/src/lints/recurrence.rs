//! Pipelined loops whose iterations wait for each other.

use std::collections::BTreeSet;

use sycl_hls_ir::analysis::recurrence::{Recurrence, recurrences};
use sycl_hls_ir::analysis::{FlowStep, MemoryKind};

use super::requested::Requested;
use super::{Finding, PIPELINE_RECURRENCE, SERIAL_ACCUMULATION, every};

/// Checks one pipelined loop: the slowest recurrence of each object is told.
pub(super) fn check(requested: &Requested<'_>, findings: &mut Vec<Finding>) {
    let mut told = BTreeSet::new();
    for recurrence in recurrences(requested.trace, requested.one) {
        if recurrence.interval > requested.interval && told.insert(recurrence.memory.object) {
            let finding = if recurrence.is_accumulation() {
                accumulation(requested, &recurrence)
            } else {
                general(requested, &recurrence)
            };
            let slower = format!("or ask for what Vitis can do: `#[pipeline(ii = {})]`", recurrence.interval);
            findings.push(finding.help(slower).site(recurrence.memory.span));
        }
    }
}

/// `1 cycle`, `3 cycles`
fn cycles(count: u32) -> String {
    if count == 1 { "1 cycle".to_owned() } else { format!("{count} cycles") }
}

/// `` `f32` division (12 cycles), 2 x `f32` addition (7 cycles each) ``
fn steps(recurrence: &Recurrence<'_>) -> String {
    let mut parts: Vec<(&FlowStep, usize)> = Vec::new();
    for step in &recurrence.carried.steps {
        match parts.iter_mut().find(|(known, _)| known.name == step.name && known.cycles == step.cycles) {
            Some((_, count)) => *count += 1,
            None => parts.push((step, 1)),
        }
    }
    let texts = parts.iter().map(|(step, count)| {
        let cycles = cycles(step.cycles);
        if *count == 1 {
            format!("{} ({cycles})", step.name)
        } else {
            format!("{count} x {} ({cycles} each)", step.name)
        }
    });
    let write = recurrence.has_write_cycle().then(|| "write (1 cycle)".to_owned());
    texts.chain(write).collect::<Vec<_>>().join(", ")
}

/// Cycles from the request of an element of a local array to the first operator that takes it.
const READ: u64 = 2;

/// The warning about a floating-point sum, with the number of partial results that would do.
fn accumulation(requested: &Requested<'_>, recurrence: &Recurrence<'_>) -> Finding {
    let name = &recurrence.memory.name;
    let reason = format!("each adds to `{name}` what the one before has left in it");
    let operations: u64 = recurrence.operations().map(|step| u64::from(step.cycles)).sum();
    // Each waits for a read of its array, too.
    let partial = (operations + READ).div_ceil(requested.interval).max(2).next_power_of_two();
    let note = format!(
        "at {} MHz that takes {}: {}; floats are added in the order that is written, since another one rounds otherwise",
        requested.trace.clock.mhz(),
        cycles(recurrence.cycles),
        steps(recurrence)
    );
    let finding = requested.finding(SERIAL_ACCUMULATION, &reason);
    let finding = finding.related(recurrence.carried.write_span, "waits for the iteration before").note(note);
    let finding = if matches!(recurrence.memory.kind, MemoryKind::Registers) {
        finding
    } else {
        finding.help(format!("keep what is in `{name}` in a local variable while the loop runs"))
    };
    finding.help(format!(
        "interleave {partial} partial results, and put them together at the end: `let mut parts = [0.0; {partial}];`, and in the \
         loop `parts[i % {partial}] += x[i];`; Vitis needs `#[dependence(variable = parts, inter, distance = {partial}, dependent \
         = true)]`"
    ))
}

/// The warning about any other recurrence.
fn general(requested: &Requested<'_>, recurrence: &Recurrence<'_>) -> Finding {
    let name = &recurrence.memory.name;
    let before = match recurrence.distance {
        1 => "the one before".to_owned(),
        distance => format!("the one {distance} before"),
    };
    let may = if recurrence.certain { "writes" } else { "may write" };
    let reason = format!("each reads from `{name}` what {before} {may}");
    let what = steps(recurrence);
    let what = if what.is_empty() { "logic between two registers".to_owned() } else { what };
    let note = format!(
        "at {} MHz it takes {} from one to the other ({what}), so iterations start {} at best",
        requested.trace.clock.mhz(),
        cycles(recurrence.cycles),
        every(recurrence.interval)
    );
    let carried = recurrence.carried;
    let finding = requested.finding(PIPELINE_RECURRENCE, &reason);
    let finding = if carried.read_span == carried.write_span {
        finding.related(carried.write_span, "read and written")
    } else {
        finding.related(carried.read_span, "read").related(carried.write_span, "written")
    };
    let finding = finding.note(note);
    if !recurrence.certain {
        return finding.help(format!(
            "if neighbouring iterations never meet in one element: `#[dependence(variable = {name}, inter, dependent = false)]`"
        ));
    }
    match recurrence.memory.kind {
        MemoryKind::Registers => {
            finding.help("move what does not depend on it out of the way, or work on several of them in turn")
        }
        _ => finding.help("keep what goes from iteration to iteration in a local variable"),
    }
}
