//! The loops of a synthesis, at their places in Rust and nested as they are there.

use sycl_hls_compiler::report::{self, Limit, LimitKind, Usage};
use sycl_hls_compiler::rtl::predict::Count;

use super::report::count;
use crate::brief::BriefSource;
use crate::report::{Issue, Loop, Synthesis};
use crate::source_map::{loops_around, rust_line};

/// A loop, and the lines of C++ of those around it.
struct Placed {
    cpp_line: Option<u32>,
    around: Vec<u32>,
    made: report::Loop,
}

/// The loops of a kernel. Where a function or a loop was copied, copies that are alike count once.
pub(super) fn of(synthesis: &Synthesis, cpp: &str, source: Option<&BriefSource>) -> Vec<report::Loop> {
    let mut placed: Vec<Placed> = Vec::new();
    for (_, one) in synthesis.loops() {
        let cpp_line = one.lines.first().copied();
        let around = cpp_line.map(|line| loops_around(cpp, line)).unwrap_or_default();
        let made = convert(one, cpp, source);
        if !placed.iter().any(|other| other.cpp_line == cpp_line && other.made == made) {
            placed.push(Placed { cpp_line, around, made });
        }
    }
    // Vitis reports pipelined loops as functions of their own.
    placed.sort_by_key(|one| one.cpp_line.unwrap_or(u32::MAX));
    nested(placed)
}

/// Puts each loop into the nearest one around it that is there. All of them are in the order of their lines.
fn nested(mut placed: Vec<Placed>) -> Vec<report::Loop> {
    let mut outer = Vec::new();
    while let Some(mut one) = placed.pop() {
        let mut inner: Vec<report::Loop> = std::mem::take(&mut one.made.loops);
        inner.reverse();
        one.made.loops = inner;
        let home =
            one.around.iter().find_map(|line| placed.iter().rposition(|it| it.cpp_line == Some(*line)));
        match home.and_then(|home| placed.get_mut(home)) {
            Some(home) => home.made.loops.push(one.made),
            None => outer.push(one.made),
        }
    }
    outer.reverse();
    outer
}

fn convert(one: &Loop, cpp: &str, source: Option<&BriefSource>) -> report::Loop {
    let lines: Vec<u32> = one.lines.iter().filter_map(|line| rust_line(cpp, *line)).collect();
    let line = lines.first().copied();
    let text = source.zip(line).and_then(|(source, line)| source.line(line)).map(str::trim);
    let pipelines = source.map(|source| source.pipelines.as_slice()).unwrap_or_default();
    let asked = pipelines.iter().find(|asked| lines.contains(&asked.line)).map(|asked| asked.interval);
    let is_pipelined = one.pipelined.unwrap_or(one.ii.is_some());
    let depth = one.depth.or(one.iteration_latency.max).filter(|_| is_pipelined);
    report::Loop {
        label: text.and_then(report::label),
        line: line.unwrap_or(0),
        source: text
            .map_or_else(|| one.name.clone(), |text| text.trim_end_matches('{').trim_end().to_owned()),
        wanted: asked.or(one.wanted_ii).map(figure),
        interval: one.ii.map(figure),
        limit: said(one),
        depth: depth.map(figure),
        entries: Count::at_least(0),
        trips: Some(count(one.trip_count)),
        iterations: Count::at_least(0),
        cycles: Count::at_least(0),
        latency: Some(count(one.latency)),
        area: Usage::default(),
        transfers: Vec::new(),
        joined: figure(one.name.matches("VITIS_LOOP_").count().max(1) as u64),
        loops: Vec::new(),
    }
}

fn figure(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// What the tool objects to, or that it does not tell whether the loop is pipelined.
fn said(one: &Loop) -> Option<Limit> {
    let text = match (&one.issue, one.pipelined, one.ii) {
        (Some(Issue { kind, reason: Some(reason) }), ..) => format!("{kind}: {reason}"),
        (Some(Issue { kind, reason: None }), ..) => kind.clone(),
        (None, None, None) => "no report tells whether it is pipelined".to_owned(),
        (None, ..) => return None,
    };
    Some(Limit { kind: LimitKind::Said(text), places: Vec::new() })
}
