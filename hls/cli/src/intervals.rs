//! Messages about requested intervals, with what the schedule of our own hardware says of them.

use sycl_hls_compiler::report::Interval;
use sycl_hls_front::{Levels, MISSED_INTERVAL, STRICT, VITIS_INTERVALS};
use sycl_hls_ir::{Diagnostic, Severity, Span};

/// What is said of an interval that is missed: an error if it is strict, else a warning.
pub fn missed(interval: &Interval) -> Diagnostic {
    let message = format!("in our own hardware {}", how_often(interval));
    let mut said = match interval.strict {
        true => Diagnostic::error(STRICT, interval.requested, message),
        false => Diagnostic::warning(MISSED_INTERVAL.code, interval.requested, message),
    };
    said = said.related(interval.place, "in this loop");
    if let Some(limit) = &interval.limit {
        said = said.note(format!("what limits them: {limit}"));
    }
    let change = "change what limits them; `sycl-hls report` shows the schedule";
    said.help(match interval.reached {
        Some(reached) => format!("ask for `ii = {reached}`, or {change}"),
        None => change.to_owned(),
    })
}

/// Adds to the messages about a module what the schedule says of its requested intervals. What is warned of in Vitis' hardware, too,
/// has one message for both; [`missed`] strict ones are errors of the build.
pub fn add(intervals: &[Interval], levels: &Levels, messages: &mut Vec<Diagnostic>) {
    for interval in intervals.iter().filter(|interval| !interval.strict) {
        let Some(said) = of_own(interval, levels) else { continue };
        let is_denied = said.as_ref().is_some_and(|said| said.severity == Severity::Error);
        match of_vitis(messages, interval.requested).filter(|_| !is_denied) {
            Some(message) => say_beside(message, interval),
            None => messages.extend(said),
        }
    }
    messages.sort_by_key(|message| message.span);
}

/// The warning of an interval that is missed, as the levels say it; `Some(None)` if it is reached, `None` if the warning is allowed.
fn of_own(interval: &Interval, levels: &Levels) -> Option<Option<Diagnostic>> {
    let warning = interval.is_missed().then(|| missed(interval));
    warning.map_or(Some(None), |warning| levels.said(MISSED_INTERVAL, warning).map(Some))
}

/// The first message that Vitis' hardware misses the interval which is requested here.
fn of_vitis(messages: &mut [Diagnostic], requested: Span) -> Option<&mut Diagnostic> {
    messages.iter_mut().find(|message| {
        message.span == requested && VITIS_INTERVALS.iter().any(|lint| lint.code == message.code)
    })
}

/// Says beside what Vitis' hardware reaches what ours does, before the last help, which says how to allow the message.
fn say_beside(message: &mut Diagnostic, interval: &Interval) {
    let limit = interval.limit.as_ref().map(|limit| format!("; what limits them: {limit}"));
    let limit = limit.filter(|_| interval.is_missed()).unwrap_or_default();
    message.notes.push(format!("in our own hardware {}{limit}", how_often(interval)));
    let Some(reached) = interval.reached.filter(|_| interval.is_missed()) else { return };
    let directive = format!("`#[pipeline(ii = {reached})]`");
    if !message.helps.iter().any(|help| help.ends_with(&directive)) {
        let last = message.helps.len().saturating_sub(1);
        message.helps.insert(last, format!("or ask for what ours reaches: {directive}"));
    }
}

/// `iterations start every 2 cycles instead of every cycle`
fn how_often(interval: &Interval) -> String {
    let every = |cycles: u32| if cycles == 1 { "cycle".to_owned() } else { format!("{cycles} cycles") };
    let wanted = every(interval.wanted);
    match interval.reached {
        Some(reached) if interval.is_missed() => {
            format!("iterations start every {} instead of every {wanted}", every(reached))
        }
        Some(_) => format!("iterations start every {wanted}, as asked for"),
        None => format!("iterations do not overlap, instead of starting every {wanted}"),
    }
}
