//! Messages of AMD's tools: `ERROR: [VPL 101-2] text`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Place;

/// How bad a message is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Severity {
    /// Something may be other than wanted.
    Warning,
    /// Something is other than wanted; the tool goes on.
    Critical,
    /// The tool gives up.
    Error,
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// How bad it is.
    pub severity: Severity,
    /// Tool and number: `VPL 101-2`. Few messages have none.
    pub id: Option<String>,
    /// What it says, with the lines that belong to it.
    pub text: String,
    /// The first place in a source file that it names.
    pub place: Option<Place>,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.as_ref().map_or(Ok(()), |id| write!(f, "[{id}] "))?;
        f.write_str(&self.text)
    }
}

/// Numbers of messages that only say that something else failed. v++ repeats Vivado's with `VPL` before the number.
const ECHOES: [&str; 14] = [
    "60-300", "60-592", "60-599", "60-626", "60-661", "60-702", "60-703", "60-704", "60-806", "60-1328",
    "17-39", "12-13638", "101-3", "4-78",
];

/// Words that only say where to look.
const POINTERS: [&str; 4] = [
    "look at the run log file",
    "please see the console",
    "failed due to earlier errors",
    "returned error code",
];

impl Message {
    /// Reads a line that begins with a severity; `None` for others and for information.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (severity, rest) = severity(line)?;
        let (id, text) = id(rest.trim_start());
        let mut message = Self { severity, id, text: text.to_owned(), place: Place::find(text) };
        message.unwrap();
        Some(message)
    }

    /// Takes a message out of the one that says where it was caught.
    fn unwrap(&mut self) {
        let Some((_, caught)) = self.text.split_once("caught Tcl error:") else { return };
        let caught = caught.trim();
        let (id, text) = severity(caught).map_or((None, caught), |(_, rest)| id(rest.trim_start()));
        // Without a message inside, the whole says more.
        if id.is_some() && !POINTERS.iter().any(|pointer| text.contains(pointer)) {
            (self.text, self.id) = (text.to_owned(), id);
        }
    }

    /// Whether it only says that something else failed.
    #[must_use]
    pub fn is_echo(&self) -> bool {
        let number = self.id.as_deref().and_then(|id| id.rsplit(' ').next()).unwrap_or_default();
        ECHOES.contains(&number) || POINTERS.iter().any(|pointer| self.text.contains(pointer))
    }

    /// The number behind the tool's name: `101-2`.
    pub(super) fn number(&self) -> &str {
        self.id.as_deref().and_then(|id| id.rsplit(' ').next()).unwrap_or_default()
    }
}

/// The severity that a line begins with, and what follows it.
fn severity(line: &str) -> Option<(Severity, &str)> {
    let names = [
        ("ERROR:", Severity::Error),
        ("CRITICAL WARNING:", Severity::Critical),
        ("WARNING:", Severity::Warning),
    ];
    names.into_iter().find_map(|(name, severity)| Some((severity, line.strip_prefix(name)?)))
}

/// What stands in brackets at the beginning, and what follows it.
fn id(text: &str) -> (Option<String>, &str) {
    let inside = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match inside.filter(|(id, _)| !id.is_empty() && id.len() < 60) {
        Some((id, text)) => (Some(id.to_owned()), text.trim()),
        None => (None, text.trim()),
    }
}

/// The names of logs in a text: whatever ends in `.log`, up to the quotes or blanks around it.
pub(super) fn logs_named(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(end) = text.get(from..).and_then(|rest| rest.find(".log")).map(|at| from + at + 4) {
        from = end;
        let quoted = text.get(end..).is_some_and(|rest| rest.starts_with('\''));
        let head = text.get(..end).unwrap_or_default();
        let start = if quoted { head.rfind('\'') } else { head.rfind(char::is_whitespace) };
        let begin = start.and_then(|at| Some(at + head.get(at..)?.chars().next()?.len_utf8())).unwrap_or(0);
        found.extend(head.get(begin..).filter(|name| name.len() > 4).map(str::to_owned));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Message, Severity, logs_named};

    fn read(line: &str) -> Message {
        Message::read(line).expect("a message")
    }

    #[test]
    fn severity_id_text_and_place_are_told_apart() {
        let message = read("WARNING: [HLS 207-6585] expression result unused (k.cpp:29:15)");
        assert_eq!((message.severity, message.id.as_deref()), (Severity::Warning, Some("HLS 207-6585")));
        assert_eq!(message.text, "expression result unused (k.cpp:29:15)");
        assert_eq!(message.place.expect("a place").to_string(), "k.cpp:29:15");
        let message = read("CRITICAL WARNING: [Timing 38-282] missed");
        assert_eq!((message.severity, message.number()), (Severity::Critical, "38-282"));
        assert_eq!(read("ERROR: [VPL-4] missed").id.as_deref(), Some("VPL-4"));
        assert_eq!(read("ERROR: no number").id, None);
        assert!(Message::read("INFO: [HLS 200-10] text").is_none());
        assert!(Message::read(" ERROR: indented").is_none());
    }

    #[test]
    fn what_was_caught_is_taken_out() {
        let message = read(
            "ERROR: [v++ 60-773] In '/a/vitis_hls.log', caught Tcl error: ERROR: [HLS 200-1023] Part 'x' is not installed",
        );
        assert_eq!(message.to_string(), "[HLS 200-1023] Part 'x' is not installed");
        assert!(!message.is_echo());
        let message = read(
            "ERROR: [VPL 60-773] In '/a/runme.log', caught Tcl error:  ERROR: [Common 17-39] 'wait_on_runs' failed due to earlier errors.",
        );
        assert!(message.is_echo());
        assert_eq!(message.id.as_deref(), Some("VPL 60-773"));
        assert!(read("ERROR: [v++ 60-661] v++ link run 'run_link' failed").is_echo());
        assert!(!read("ERROR: [VPL 18-1000] Routing results verification failed").is_echo());
    }

    #[test]
    fn logs_are_named_with_and_without_quotes() {
        assert_eq!(logs_named("In '/a b/runme.log', look at 'c.log'"), ["/a b/runme.log", "c.log"]);
        assert_eq!(logs_named("Log file: /a/vpl/runme.log :"), ["/a/vpl/runme.log"]);
        assert!(logs_named("no logs, .log").is_empty());
    }
}
