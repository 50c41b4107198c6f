//! Where processes and channels stand in a module's C++: what the numbers mean with which emulation tells that processes
//! cannot go on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Blocked, ChannelState, DataflowError, Location, Waiting};

/// How many words describe a blocked process: see [`DataflowLines::stuck`].
const WORDS: usize = 8;

/// The lines of a module's C++, from 1, that are about processes and channels.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DataflowLines {
    /// Those that declare a channel.
    pub channels: BTreeMap<u32, ChannelLine>,
    /// Those that start a process.
    pub processes: BTreeMap<u32, ProcessLine>,
    /// Those that may wait for an element or a place, with the operation in the user's source.
    pub waits: BTreeMap<u32, Location>,
}

/// The declaration of a channel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChannelLine {
    /// The channel's name.
    pub name: String,
    /// How many elements it holds.
    pub depth: u64,
    /// The line that starts the process which writes it, among those of its region.
    pub writer: Option<u32>,
    /// The same for the process that reads it.
    pub reader: Option<u32>,
    /// True if it is a port of the kernel.
    #[serde(default)]
    pub port: bool,
    /// The declaration in the user's source.
    pub at: Location,
}

/// The start of a process.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProcessLine {
    /// The process' name.
    pub name: String,
    /// The process in the user's source.
    pub at: Location,
}

impl DataflowLines {
    /// True if there are no processes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.processes.is_empty()
    }

    /// The same with `count` more lines before the text.
    #[must_use]
    pub fn after(self, count: u32) -> Self {
        let channel = |(line, channel): (u32, ChannelLine)| {
            let moved = |line: Option<u32>| line.map(|line| line + count);
            let (writer, reader) = (moved(channel.writer), moved(channel.reader));
            (line + count, ChannelLine { writer, reader, ..channel })
        };
        Self {
            channels: self.channels.into_iter().map(channel).collect(),
            processes: self.processes.into_iter().map(|(line, it)| (line + count, it)).collect(),
            waits: self.waits.into_iter().map(|(line, it)| (line + count, it)).collect(),
        }
    }

    /// The error of a run whose processes wait as these words say: for each of them eight, which are the kind (0 for an
    /// element, 1 for a place, 2 for the process before it), the lines that start it, that wait and that declare the channel,
    /// how many elements were written and read, the line of the process at the channel's other end or before this one, and 1
    /// if that has ended. `None` if they name other lines.
    #[must_use]
    pub fn stuck(&self, words: &[u64]) -> Option<DataflowError> {
        let (all, []) = words.as_chunks::<WORDS>() else { return None };
        let blocked: Option<Vec<Blocked>> = all.iter().map(|words| self.blocked(*words)).collect();
        blocked.map(DataflowError::stuck)
    }

    /// The error of a run that left this many elements in the channel of this line. `None` if that declares none.
    #[must_use]
    pub fn left(&self, line: u64, count: u64) -> Option<DataflowError> {
        let ChannelLine { name, at, .. } = self.channels.get(&u32::try_from(line).ok()?)?;
        Some(DataflowError::Leftover { channel: name.clone(), count, at: at.clone() })
    }

    fn blocked(
        &self,
        [kind, process, wait, channel, written, read, other, ended]: [u64; WORDS],
    ) -> Option<Blocked> {
        let line = |line: u64| u32::try_from(line).ok();
        let process = self.processes.get(&line(process)?)?;
        let other = self.processes.get(&line(other)?).map(|other| other.name.clone());
        let (on, at) = if kind == 2 {
            (Waiting::Start(other?), &process.at)
        } else {
            let ChannelLine { name, depth, port, .. } = self.channels.get(&line(channel)?)?;
            let (channel, depth, partner_ended, port) = (name.clone(), *depth, ended == 1, *port);
            let state = ChannelState { channel, depth, written, read, partner: other, partner_ended, port };
            let on = if kind == 0 { Waiting::Element(state) } else { Waiting::Place(state) };
            (on, self.waits.get(&line(wait)?)?)
        };
        Some(Blocked { process: process.name.clone(), at: at.clone(), on })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32) -> Location {
        Location { file: "k.rs".into(), line, column: 9 }
    }

    fn lines() -> DataflowLines {
        let process = |name: &str, line| ProcessLine { name: name.into(), at: at(line) };
        let channel = ChannelLine {
            name: "a".into(),
            depth: 2,
            writer: Some(31),
            reader: Some(32),
            port: false,
            at: at(1),
        };
        DataflowLines {
            channels: BTreeMap::from([(30, channel)]),
            processes: BTreeMap::from([(31, process("load", 4)), (32, process("sum", 8))]),
            waits: BTreeMap::from([(10, at(5)), (20, at(9))]),
        }
    }

    #[test]
    fn lines_become_names_and_places() {
        let words = [0, 132, 120, 130, 3, 3, 131, 0, 2, 132, 132, 0, 0, 0, 131, 0];
        let error = lines().after(100).stuck(&words).unwrap();
        assert_eq!(
            error.to_string(),
            "deadlock: no process can go on\n  \
             k.rs:8:9: process `sum` waits for the end of process `load`, which writes what it reads\n  \
             k.rs:9:9: process `sum` waits to read from channel `a`, which is empty: depth 2, 3 written, 3 read\n  help: no depth of a channel frees it"
        );
        let error = lines().left(30, 7).unwrap();
        assert!(error.to_string().starts_with("k.rs:1:9: 7 of the elements in channel `a`"), "{error}");
    }

    #[test]
    fn words_of_another_text_have_no_meaning() {
        assert_eq!(lines().stuck(&[0, 31, 20, 33, 0, 0, 31, 0]), None);
        assert_eq!(lines().stuck(&[0, 31, 20]), None);
        assert_eq!(lines().left(31, 1), None);
    }

    #[test]
    fn lines_survive_json() {
        let json = serde_json::to_string(&lines()).unwrap();
        assert_eq!(serde_json::from_str::<DataflowLines>(&json).unwrap(), lines());
    }
}
