//! `csynth.xml`, and the `<function>_csynth.xml` beside it, of Vitis HLS 2020.2 to 2025.2.

use super::error::ReportError;
use super::figure::{Range, count, real, said};
use super::model::{
    Clock, Issue, Latency, Loop, Module, Pragma, PragmaState, Resources, Synthesis, lines_of_name,
};
use super::xml::{self, Element};
use crate::Place;

/// Elements that no reader looks at; most of a report.
const UNWANTED: [&str; 6] = [
    "BindNodes",
    "RTLDesignHierarchy",
    "InterfaceSummary",
    "ReportHWInterface",
    "ReportSWInterface",
    "Interfaces",
];

/// Reads a report in XML.
///
/// # Errors
/// Why it is none, and where.
pub fn read(text: &str) -> Result<Synthesis, ReportError> {
    let root = xml::parse(text, &UNWANTED)?;
    if root.name != "profile" {
        return Err(ReportError::Root { name: root.name });
    }
    let given = |name: &str| root.text(&["UserAssignments", name]);
    let mut synthesis = Synthesis {
        kernel: given("TopModelName").and_then(said),
        version: root.text(&["ReportVersion", "Version"]).and_then(said),
        part: given("Part").and_then(said),
        flow: given("FlowTarget").and_then(said),
        clock: Clock {
            target_ns: given("TargetClockPeriod").and_then(real),
            uncertainty_ns: given("ClockUncertainty").and_then(real),
            estimated_ns: None,
        },
        used: resources(root.at(&["AreaEstimates", "Resources"])),
        available: resources(root.at(&["AreaEstimates", "AvailableResources"])),
        pragmas: pragmas(&root),
        ..Synthesis::default()
    };
    let whole = module(&root, synthesis.kernel.clone().unwrap_or_default());
    synthesis.clock.estimated_ns = whole.clock.estimated_ns;
    synthesis.latency = whole.latency;
    synthesis.interval = whole.interval;
    synthesis.modules = match root.child("ModuleInformation") {
        Some(information) => modules(information),
        None => vec![whole],
    };
    Ok(synthesis)
}

fn modules(information: &Element) -> Vec<Module> {
    let named = information.children.iter().filter(|child| child.name == "Module");
    named.map(|element| module(element, element.text(&["Name"]).unwrap_or_default().to_owned())).collect()
}

fn module(element: &Element, name: String) -> Module {
    let estimates = element.child("PerformanceEstimates");
    let text = |path: &[&str]| estimates.and_then(|estimates| estimates.text(path));
    let timing = |name| text(&["SummaryOfTimingAnalysis", name]).and_then(real);
    let overall = |name| text(&["SummaryOfOverallLatency", name]);
    let violations = estimates.and_then(|estimates| estimates.child("SummaryOfViolations"));
    let interval = match (overall("Interval-min"), overall("Interval-max")) {
        (None, None) => overall("PipelineInitiationInterval").map(Range::read).unwrap_or_default(),
        (min, max) => Range { min: min.and_then(count), max: max.and_then(count) },
    };
    Module {
        name,
        place: place(violations),
        clock: Clock {
            target_ns: timing("TargetClockPeriod"),
            uncertainty_ns: timing("ClockUncertainty"),
            estimated_ns: timing("EstimatedClockPeriod"),
        },
        latency: Latency {
            min: overall("Best-caseLatency").and_then(count),
            avg: overall("Average-caseLatency").and_then(count),
            max: overall("Worst-caseLatency").and_then(count),
        },
        interval,
        used: resources(element.at(&["AreaEstimates", "Resources"])),
        issue: issue(violations),
        loops: loops(
            estimates.and_then(|estimates| estimates.child("SummaryOfLoopLatency")),
            violations.and_then(|violations| violations.child("SummaryOfLoopViolations")),
        ),
    }
}

/// The loops of an element. A loop is an element whose name the user chose: it is known by what is inside.
fn loops(element: Option<&Element>, violations: Option<&Element>) -> Vec<Loop> {
    let children = element.map(|element| element.children.iter()).into_iter().flatten();
    let loops =
        children.filter(|child| child.child("Latency").is_some() || child.child("TripCount").is_some());
    loops.map(|child| one_loop(child, violations.and_then(|all| all.child(&child.name)))).collect()
}

fn one_loop(element: &Element, violation: Option<&Element>) -> Loop {
    let name = element.text(&["Name"]).filter(|name| !name.is_empty()).unwrap_or(&element.name).to_owned();
    let at = place(violation);
    let mut lines = lines_of_name(&name);
    lines.extend(at.as_ref().map(|place| place.line).filter(|line| !lines.contains(line)));
    let ii = element.text(&["PipelineII"]).and_then(count);
    Loop {
        file: at.map(|place| place.file),
        lines,
        trip_count: range(element.child("TripCount")),
        latency: range(element.child("Latency")),
        iteration_latency: range(element.child("IterationLatency")),
        depth: element.text(&["PipelineDepth"]).and_then(count),
        wanted_ii: None,
        ii,
        pipelined: element
            .text(&["PipelineType"])
            .map(|kind| kind != "no" && kind != "none")
            .or(ii.map(|_| true)),
        slack_ns: element.text(&["Slack"]).and_then(real),
        issue: issue(violation),
        inner: loops(Some(element), violation),
        name,
    }
}

/// A figure, a range as `40 ~ 9475`, or a range in elements.
fn range(element: Option<&Element>) -> Range {
    let Some(element) = element else { return Range::default() };
    match element.child("range") {
        Some(range) => {
            Range { min: range.text(&["min"]).and_then(count), max: range.text(&["max"]).and_then(count) }
        }
        None => Range::read(element.text(&[]).unwrap_or_default()),
    }
}

fn issue(violation: Option<&Element>) -> Option<Issue> {
    let kind = said(violation?.text(&["IssueType"])?)?;
    Some(Issue { kind, reason: violation?.text(&["ViolationType"]).and_then(said) })
}

fn place(violation: Option<&Element>) -> Option<Place> {
    Place::find(violation?.text(&["SourceLocation"])?)
}

fn resources(element: Option<&Element>) -> Resources {
    let figure = |name| element.and_then(|element| element.text(&[name])).and_then(count);
    Resources {
        lut: figure("LUT"),
        ff: figure("FF"),
        bram_18k: figure("BRAM_18K"),
        uram: figure("URAM"),
        dsp: figure("DSP").or_else(|| figure("DSP48E")),
    }
}

/// What the report says of pragmas; none where it has no such part.
fn pragmas(root: &Element) -> Option<Vec<Pragma>> {
    let said = root.child("PragmaReport")?;
    let added = root.child("AutoPragmaReport");
    let written = said.children.iter().filter(|child| child.name == "Pragma").map(pragma);
    let added = added.map(|report| report.children.iter()).into_iter().flatten();
    Some(written.chain(added.filter(|child| child.name == "AutoPragma").map(auto_pragma)).collect())
}

fn pragma(element: &Element) -> Pragma {
    let text = |name| element.attribute(name).unwrap_or_default();
    let messages = element.children.iter().filter_map(|child| child.attribute("msg_body"));
    Pragma {
        state: match text("status") {
            "valid" => PragmaState::Valid,
            "warning" => PragmaState::Warned,
            _ => PragmaState::Ignored,
        },
        kind: text("type").to_lowercase(),
        options: text("options").trim().to_owned(),
        place: Place::find(text("location")),
        function: said(text("parentFunction")),
        messages: messages.map(str::to_owned).collect(),
    }
}

fn auto_pragma(element: &Element) -> Pragma {
    let text = |name| element.attribute(name).unwrap_or_default();
    Pragma {
        state: PragmaState::Inferred,
        kind: text("type").to_lowercase(),
        options: text("options").trim().to_owned(),
        place: Place::find(text("pragmaLocId")),
        function: said(text("parentFunction")),
        messages: said(text("srcPragmaLoc")).into_iter().collect(),
    }
}
