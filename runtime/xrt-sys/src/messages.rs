//! What XRT says: it prints its errors, and has no other way to tell them.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::FileExt as _;

/// The key of XRT's setting for where its messages go.
const KEY: &CStr = c"Runtime.runtime_log";

/// A file without a name to which XRT writes its messages.
pub(crate) struct Messages(File);

impl Messages {
    /// Has XRT write its messages there; nothing if it will not. `set` changes a setting.
    pub fn new(set: impl FnOnce(&CStr, &CStr) -> bool) -> Option<Self> {
        let file = File::from(rustix::fs::memfd_create("xrt", rustix::fs::MemfdFlags::CLOEXEC).ok()?);
        let path = CString::new(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()?;
        set(KEY, &path).then_some(Self(file))
    }

    /// Where the next message will begin.
    pub fn position(&self) -> u64 {
        self.0.metadata().map_or(0, |metadata| metadata.len())
    }

    /// The errors among the messages from there on.
    pub fn since(&self, position: u64) -> String {
        let size = usize::try_from(self.position().saturating_sub(position)).unwrap_or(0);
        let mut bytes = vec![0; size];
        match self.0.read_exact_at(&mut bytes, position) {
            Ok(()) => errors(&String::from_utf8_lossy(&bytes)),
            Err(_) => String::new(),
        }
    }
}

/// What XRT says from a moment on.
pub(crate) struct Said<'a> {
    messages: Option<&'a Messages>,
    from: u64,
}

impl<'a> Said<'a> {
    /// From now on; nothing if it cannot be read.
    pub fn from_now(messages: Option<&'a Messages>) -> Self {
        Self { messages, from: messages.map_or(0, Messages::position) }
    }

    /// The errors up to now.
    pub fn text(&self) -> String {
        self.messages.map(|messages| messages.since(self.from)).unwrap_or_default()
    }
}

/// Kinds of messages that tell why something failed.
const SEVERE: [&str; 4] = ["EMERGENCY: ", "ALERT: ", "CRITICAL: ", "ERROR: "];

/// The errors in XRT's log, in one line: `[time] [XRT] Tid: 1,  ERROR: text`, and what follows on lines of its own.
fn errors(log: &str) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut inside = false;
    for line in log.lines() {
        let message = line.split_once("[XRT]").filter(|_| line.starts_with('['));
        match (message, texts.last_mut()) {
            (Some((_, message)), _) => {
                let text = SEVERE.iter().find_map(|severity| Some(message.split_once(severity)?.1));
                inside = text.is_some();
                texts.extend(text.map(|text| text.trim().to_owned()));
            }
            (None, Some(last)) if inside && !line.trim().is_empty() => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => {}
        }
    }
    texts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_in_one_line_without_what_surrounds_them() {
        let log = "XRT build version: 2.13.0\nPID: 1\n[Sun Nov 22 16:37:01 2026 GMT]\n\
            [Sun Nov 22 16:37:01 2026 GMT] [XRT] Tid: 1,  WARNING: never mind\n and more\n\
            [Sun Nov 22 16:37:02 2026 GMT] [XRT] Tid: 1,  ERROR: No such kernel 'nope': \n  Invalid argument\n\n\
            [Sun Nov 22 16:37:03 2026 GMT] [XRT] Tid: 1,  ERROR: and another\n";
        assert_eq!(errors(log), "No such kernel 'nope': Invalid argument; and another");
        assert_eq!(errors(""), "");
    }

    #[test]
    fn messages_are_those_since_a_position() {
        let file = std::cell::RefCell::new(None);
        let set = |key: &CStr, path: &CStr| {
            assert_eq!(key, KEY);
            *file.borrow_mut() = File::options().write(true).open(path.to_str().unwrap()).ok();
            true
        };
        let messages = Messages::new(set).unwrap();
        let file = file.into_inner().unwrap();
        let say =
            |text: &str, at| file.write_all_at(format!("[x] [XRT] ERROR: {text}\n").as_bytes(), at).unwrap();
        say("one", 0);
        let position = messages.position();
        say("two", position);
        assert_eq!((messages.since(0).as_str(), messages.since(position).as_str()), ("one; two", "two"));
        assert!(Messages::new(|_, _| false).is_none());
    }
}
