//! Text that knows in which lines processes and channels stand.

use rustc_hash::FxHashMap;
use sycl_hls_types::{ChannelLine, DataflowLines, Location, ProcessLine};

/// What a line is about.
#[derive(Clone, Debug)]
pub(super) enum Mark {
    /// It declares a channel, whose ends these functions have.
    Channel { name: String, depth: u64, writer: Option<String>, reader: Option<String>, port: bool },
    /// It starts a process with this name, which is this function.
    Process { name: String, function: String },
    /// It may wait.
    Wait,
}

/// A text with its lines of that kind.
#[derive(Default)]
pub(super) struct Text {
    pub text: String,
    /// Complete lines so far.
    lines: u32,
    marks: Vec<(u32, Mark, Location)>,
}

impl Text {
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
        self.lines += text.bytes().map(|byte| u32::from(byte == b'\n')).sum::<u32>();
    }

    pub fn append(&mut self, text: Self) {
        let first = self.lines;
        self.marks.extend(text.marks.into_iter().map(|(line, mark, at)| (first + line, mark, at)));
        self.push_str(&text.text);
    }

    /// Says what the next `lines` are about, and where that stands in the user's source. Compilers count what waits to any of
    /// the lines of its statement, and what is named to the first one.
    pub fn mark(&mut self, mark: &Mark, lines: usize, at: &Location) {
        let lines = if matches!(mark, Mark::Wait) { lines } else { 1 };
        let next = (self.lines + 1..).take(lines);
        self.marks.extend(next.map(|line| (line, mark.clone(), at.clone())));
    }

    /// The lines that are marked.
    pub fn dataflow_lines(self) -> DataflowLines {
        let functions: FxHashMap<String, u32> = self
            .marks
            .iter()
            .filter_map(|(line, mark, _)| match mark {
                Mark::Process { function, .. } => Some((function.clone(), *line)),
                _ => None,
            })
            .collect();
        let line_of = |function: Option<String>| functions.get(&function?).copied();
        let mut lines = DataflowLines::default();
        for (line, mark, at) in self.marks {
            match mark {
                Mark::Channel { name, depth, writer, reader, port } => {
                    let (writer, reader) = (line_of(writer), line_of(reader));
                    lines.channels.insert(line, ChannelLine { name, depth, writer, reader, port, at });
                }
                Mark::Process { name, .. } => _ = lines.processes.insert(line, ProcessLine { name, at }),
                Mark::Wait => _ = lines.waits.insert(line, at),
            }
        }
        lines
    }
}
