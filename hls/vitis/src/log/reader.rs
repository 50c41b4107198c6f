//! A log as it comes.

use serde::{Deserialize, Serialize};

use super::cause::Cause;
use super::facts::{self, Pipelined};
use super::lines::Lines;
use super::message::{Message, Severity, logs_named};
use super::phase::{self, At, Phase};
use crate::report::Frequency;

/// Messages of each severity that are kept.
const MAX_MESSAGES: u64 = 200;

/// Loops, clocks and logs that are kept.
const MAX_FACTS: usize = 2000;

/// The numbers of v++'s messages that tell how far it is or what came of it, behind `60-`.
const STEPS_OF_V_PLUS_PLUS: [&[u8]; 7] = [b"242", b"594", b"791", b"1230", b"1441", b"1443", b"2256"];

/// Lines and bytes of a message that are kept.
const MAX_TEXT: (usize, usize) = (12, 4 << 10);

/// How many messages there were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Errors.
    pub errors: u64,
    /// Critical warnings.
    pub critical: u64,
    /// Warnings.
    pub warnings: u64,
}

/// What a log said so far.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Log {
    /// What the step is at; `None` before anything told.
    pub phase: Option<Phase>,
    /// The share of the step's time that is over, from 0 to 1; rough.
    pub done: f64,
    /// How many messages there were.
    pub counts: Counts,
    /// The first messages of each severity, in the order in which they came.
    pub messages: Vec<Message>,
    /// What explains a failure best, if anything does.
    pub cause: Option<Cause>,
    /// What Vitis HLS reached.
    pub pipelined: Vec<Pipelined>,
    /// The frequencies that clocks were given.
    pub frequencies: Vec<Frequency>,
    /// The logs that errors name.
    pub logs: Vec<String>,
    /// The seconds that the step took, by its own account.
    pub seconds: Option<u64>,
}

impl Log {
    /// Reads a whole log.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let mut reader = Reader::default();
        reader.feed(bytes);
        reader.finish()
    }

    /// The first error that is not only the echo of another one.
    #[must_use]
    pub fn first_error(&self) -> Option<&Message> {
        self.errors().find(|message| !message.is_echo())
    }

    /// The errors that were kept.
    pub fn errors(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter().filter(|message| message.severity == Severity::Error)
    }
}

/// Reads a log as it comes.
#[derive(Debug, Default)]
pub struct Reader {
    lines: Lines,
    state: State,
}

impl Reader {
    /// Takes the next bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.lines.feed(bytes, |line| self.state.line(line));
    }

    /// What the log said so far, but for a message whose lines may still come.
    #[must_use]
    pub const fn so_far(&self) -> &Log {
        &self.state.log
    }

    /// Ends the log.
    #[must_use]
    pub fn finish(mut self) -> Log {
        self.lines.finish(|line| self.state.line(line));
        self.state.close();
        self.state.log
    }
}

/// A message whose lines may still come.
#[derive(Debug)]
struct Open {
    message: Message,
    lines: usize,
    /// Whether it is one of the first ones.
    is_kept: bool,
}

#[derive(Debug, Default)]
struct State {
    log: Log,
    /// A message whose lines may still come.
    open: Option<Open>,
}

impl State {
    fn line(&mut self, line: &[u8]) {
        // Most lines are information.
        match line {
            [b'I', b'N', b'F', b'O', b':', rest @ ..] => {
                self.close();
                self.information(rest);
            }
            [b'E' | b'C' | b'W', ..] => self.message_or_other(line),
            [b' ', ..] | [b's', b'y', b's', b't', b'e', b'm', ..] => self.continued(line),
            _ => {
                self.close();
                self.other(line);
            }
        }
    }

    fn message_or_other(&mut self, line: &[u8]) {
        self.close();
        // Vivado warns a hundred thousand times.
        let many = self.log.counts.warnings >= MAX_MESSAGES;
        if many && line.starts_with(b"WARNING:") && !line.starts_with(b"WARNING: [VPL 60-732]") {
            self.log.counts.warnings += 1;
            return;
        }
        match Message::read(&String::from_utf8_lossy(line)) {
            Some(message) => self.open(message),
            None => self.other(line),
        }
    }

    fn open(&mut self, message: Message) {
        let counts = &mut self.log.counts;
        let count = match message.severity {
            Severity::Error => &mut counts.errors,
            Severity::Critical => &mut counts.critical,
            Severity::Warning => &mut counts.warnings,
        };
        *count += 1;
        let is_kept = *count <= MAX_MESSAGES;
        // Of the echoes of an early cause only the cause matters.
        self.log.cause = self.log.cause.or_else(|| Cause::of_message(&message));
        if message.severity == Severity::Error {
            self.log.logs.extend(logs_named(&message.text));
            self.log.logs.truncate(MAX_FACTS);
        }
        if message.severity == Severity::Warning {
            self.frequency(facts::scaled(&message.text));
        }
        self.open = Some(Open { message, lines: 1, is_kept });
    }

    /// A line that may belong to the message above it.
    fn continued(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let belongs = text.starts_with(' ') || text.starts_with("system clock: ");
        match &mut self.open {
            Some(Open { message, lines, .. }) if belongs && message.severity == Severity::Error => {
                if *lines < MAX_TEXT.0 && message.text.len() + text.len() < MAX_TEXT.1 {
                    message.text.push('\n');
                    message.text.push_str(text.trim_end());
                    *lines += 1;
                }
            }
            _ => self.close(),
        }
        self.other(line);
    }

    fn close(&mut self) {
        let kept = self.open.take().filter(|open| open.is_kept);
        self.log.messages.extend(kept.map(|open| open.message));
    }

    /// What stands behind `INFO:`.
    fn information(&mut self, rest: &[u8]) {
        if let Some(rest) = rest.strip_prefix(b" [v++ 60-") {
            let Some(end) = rest.iter().take(8).position(|byte| *byte == b']') else { return };
            if STEPS_OF_V_PLUS_PLUS.contains(&&rest[..end]) {
                self.step(&String::from_utf8_lossy(rest));
            }
        } else if rest.starts_with(b" [HLS 200-111]") || rest.starts_with(b" [HLS 200-2161]") {
            self.advance(phase::of_hls(&String::from_utf8_lossy(rest)));
        } else if self.log.pipelined.len() < MAX_FACTS {
            self.log.pipelined.extend(facts::pipelined(rest));
        }
    }

    /// A message of v++ that tells how far it is: `1443] text`.
    fn step(&mut self, text: &str) {
        let Some((number, text)) = text.split_once(']') else { return };
        self.advance(phase::of_message(number, text));
        facts::frequencies(text).for_each(|clock| self.frequency(Some(clock)));
        if let Some((_, time)) = text.split_once("Total elapsed time: ") {
            self.log.seconds = facts::seconds(time);
        }
    }

    /// A line without a severity.
    fn other(&mut self, line: &[u8]) {
        match line {
            [b'[', digit, ..] if digit.is_ascii_digit() => {
                self.advance(phase::of_time(&String::from_utf8_lossy(line)));
            }
            [b'C', b'o', b'm', b'm', b'a', b'n', b'd', ..] => {
                self.advance(phase::of_command(&String::from_utf8_lossy(line)));
            }
            [b'=', b'=', b'=', b'>', ..] => {
                self.log.logs.extend(logs_named(&String::from_utf8_lossy(line)));
                self.log.logs.truncate(MAX_FACTS);
            }
            _ if self.log.cause.is_none() => self.log.cause = Cause::of_line(line),
            _ => {}
        }
    }

    /// Progress only grows: a later mark of an earlier phase is of another run inside the step.
    fn advance(&mut self, at: Option<At>) {
        let Some((phase, done)) = at else { return };
        if self.log.phase.is_none_or(|known| phase >= known) {
            self.log.phase = Some(phase);
            self.log.done = self.log.done.max(done);
        }
    }

    fn frequency(&mut self, clock: Option<Frequency>) {
        let Some(clock) = clock else { return };
        let known = &mut self.log.frequencies;
        match known.iter().position(|known| known.clock == clock.clock) {
            Some(at) => {
                let known = &mut known[at];
                known.requested_mhz = clock.requested_mhz.or(known.requested_mhz);
                known.achieved_mhz = clock.achieved_mhz.or(known.achieved_mhz);
            }
            None if known.len() < MAX_FACTS => known.push(clock),
            None => {}
        }
    }
}
