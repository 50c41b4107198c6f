//! The error at the bottom: v++'s log names Vivado's, which names that of a run.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::cause::Cause;
use super::message::Message;
use super::reader::{Log, Reader};

/// Logs that are read for one failure.
const MAX_LOGS: usize = 32;

/// Where logs of runs are below a build's folder, for failures whose messages name none.
const KNOWN: [&str; 4] = [
    "link/vivado/vpl/prj/prj.runs/impl_1/runme.log",
    "link/vivado/vpl/runme.log",
    "link/vivado/vpl/vivado.log",
    "logs/hls_compile.log",
];

/// What a failure goes back to.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Root {
    /// The first error that is not only the echo of another one; the first echo where there is no other.
    pub error: Option<Message>,
    /// The log that has it; `None` where it is the one that was given.
    pub log: Option<PathBuf>,
    /// What explains the failure best.
    pub cause: Option<Cause>,
    /// Logs that are named and not there.
    pub absent: Vec<String>,
}

/// Looks for what a failure goes back to: in a log, then in the logs that it names, wherever they are now in a folder.
#[must_use]
pub fn root(log: &Log, folder: &Path) -> Root {
    let mut root = Root { error: log.first_error().cloned(), cause: log.cause, ..Root::default() };
    let mut named = log.logs.clone();
    named.extend(KNOWN.map(str::to_owned));
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let mut at = 0;
    while root.error.is_none() || root.cause.is_none() {
        let Some(name) = named.get(at).cloned() else { break };
        at += 1;
        let Some(path) = locate(&name, folder) else {
            if !KNOWN.contains(&name.as_str()) && !root.absent.contains(&name) {
                root.absent.push(name);
            }
            continue;
        };
        if seen.len() >= MAX_LOGS || !seen.insert(path.clone()) {
            continue;
        }
        let Ok(inner) = read(&path) else { continue };
        root.cause = root.cause.or(inner.cause);
        if root.error.is_none() {
            root.error = inner.first_error().cloned();
            root.log = root.error.is_some().then_some(path);
        }
        named.extend(inner.logs);
    }
    root.error = root.error.or_else(|| log.errors().next().cloned());
    root
}

/// A log as it is named, or the longest end of its name that is in a folder: builds are moved.
fn locate(name: &str, folder: &Path) -> Option<PathBuf> {
    let name = Path::new(name);
    if name.is_absolute() && name.is_file() {
        return Some(name.to_owned());
    }
    let parts: Vec<_> =
        name.components().filter(|part| matches!(part, std::path::Component::Normal(_))).collect();
    let ends = (0..parts.len()).map(|from| folder.join(parts[from..].iter().collect::<PathBuf>()));
    ends.take(64).find(|path| path.is_file())
}

fn read(path: &Path) -> io::Result<Log> {
    let mut file = File::open(path)?;
    let (mut reader, mut buffer) = (Reader::default(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(reader.finish()),
            size => reader.feed(&buffer[..size]),
        }
    }
}
