//! Causes that explain a failure better than the message at its end, each with what to do about it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::message::{Message, Severity};

/// A cause of a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// A licence is missing.
    Licence,
    /// Memory ran out.
    Memory,
    /// A disk is full.
    Disk,
    /// This version has no software emulation.
    NoSoftwareEmulation,
    /// A clock is missed that cannot be lowered, or that would be lowered too far.
    Timing,
    /// There is no such platform.
    NoPlatform,
    /// The platform is of another version.
    PlatformVersion,
}

impl Cause {
    /// What to do about it, in one sentence.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Licence => {
                "set XILINXD_LICENSE_FILE to a licence of this device, this feature and this version, or ask for one"
            }
            Self::Memory => {
                "give the machine more memory, or let fewer steps run side by side (`--jobs`, `[vivado] impl.jobs`)"
            }
            Self::Disk => {
                "free disk where the build's folders and TMPDIR are: a link takes tens of gigabytes"
            }
            Self::NoSoftwareEmulation => {
                "use our own software emulation (`--target sw_emu` without `--toolchain vitis`), or Vitis 2024.2 at most"
            }
            Self::Timing => {
                "ask for a lower clock, use fewer resources in the region of the failing clock, or try another \
                 implementation strategy (`[vivado] prop=run.impl_1.STRATEGY=..`)"
            }
            Self::NoPlatform => "install the platform, or name the folder that has it in PLATFORM_REPO_PATHS",
            Self::PlatformVersion => {
                "use a version of Vitis from the platform's year or the year after, or a newer platform"
            }
        }
    }

    /// The cause that a message names.
    pub(super) fn of_message(message: &Message) -> Option<Self> {
        if message.severity != Severity::Error {
            return None;
        }
        let text = message.text.as_str();
        let says = |words: &[&str]| words.iter().any(|words| text.contains(words));
        match message.number() {
            "17-345" => return Some(Self::Licence),
            "82-10998" => return Some(Self::NoSoftwareEmulation),
            "101-2" | "VPL-4" => return Some(Self::Timing),
            "60-1258" => return Some(Self::NoPlatform),
            "60-1299" => return Some(Self::PlatformVersion),
            _ => {}
        }
        if says(&["valid license was not found", "bitstream generation is not permitted", "no license"]) {
            Some(Self::Licence)
        } else if says(&["not meet timing", "failed to meet timing", "auto frequency scaling failed"]) {
            Some(Self::Timing)
        } else if says(&[
            "No valid platform was found",
            "Failed to open platform file",
            "Failed to find platform",
        ]) {
            Some(Self::NoPlatform)
        } else if says(&["'sw_emu' is no longer supported"]) {
            Some(Self::NoSoftwareEmulation)
        } else {
            Self::of_line(text.as_bytes())
        }
    }

    /// The cause that some line names, which need not be a message.
    pub(super) fn of_line(line: &[u8]) -> Option<Self> {
        (0..line.len()).find_map(|at| {
            let rest = &line[at..];
            // Few bytes begin a phrase: most of a line is passed over by this one test for each byte.
            let (phrase, cause): (&[u8], _) = match rest[0] {
                b'b' if rest.starts_with(b"bad_alloc") => (b"bad_alloc", Self::Memory),
                b'K' if rest.starts_with(b"Killed") => (b"Killed", Self::Memory),
                b'C' if rest.starts_with(b"Cannot allocate memory") => {
                    (b"Cannot allocate memory", Self::Memory)
                }
                b'O' if rest.starts_with(b"Out of memory") => (b"Out of memory", Self::Memory),
                b'o' if rest.starts_with(b"out-of-memory") => (b"out-of-memory", Self::Memory),
                b'v' if rest.starts_with(b"virtual memory exhausted") => {
                    (b"virtual memory exhausted", Self::Memory)
                }
                b'N' if rest.starts_with(b"No space left on device") => {
                    (b"No space left on device", Self::Disk)
                }
                b'D' if rest.starts_with(b"Disk quota exceeded") => (b"Disk quota exceeded", Self::Disk),
                _ => return None,
            };
            stands_alone(line, at, phrase).then_some(cause)
        })
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Licence => "a licence is missing",
            Self::Memory => "memory ran out",
            Self::Disk => "a disk is full",
            Self::NoSoftwareEmulation => "this version of Vitis has no software emulation",
            Self::Timing => "the design misses a clock",
            Self::NoPlatform => "there is no such platform",
            Self::PlatformVersion => "the platform is too old for this version of Vitis",
        })
    }
}

/// Whether a phrase is no part of a longer word: a module may be called `skillKilled`.
fn stands_alone(line: &[u8], at: usize, phrase: &[u8]) -> bool {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    !is_word(at.checked_sub(1).and_then(|before| line.get(before))) && !is_word(line.get(at + phrase.len()))
}

#[cfg(test)]
mod tests {
    use super::{Cause, Message};

    #[test]
    fn causes_are_known_by_number_and_by_words() {
        for (line, expected) in [
            (
                "ERROR: [Common 17-345] A valid license was not found for feature 'Synthesis'",
                Some(Cause::Licence),
            ),
            (
                "ERROR: [VPL 17-69] cells for which bitstream generation is not permitted",
                Some(Cause::Licence),
            ),
            (
                "ERROR: [v++ 82-10998] The software emulation target 'sw_emu' is no longer supported.",
                Some(Cause::NoSoftwareEmulation),
            ),
            ("ERROR: [VPL 101-2] design did not meet timing - hold violation", Some(Cause::Timing)),
            ("ERROR: [VPL-4] Design failed to meet timing.", Some(Cause::Timing)),
            ("ERROR: [v++ 60-1258] No valid platform was found that matches u2", Some(Cause::NoPlatform)),
            ("ERROR: [v++ 60-1299] The specified platform is not supported.", Some(Cause::PlatformVersion)),
            ("ERROR: [Common 17-1] std::bad_alloc", Some(Cause::Memory)),
            ("ERROR: [VPL 18-1000] Routing results verification failed", None),
            ("CRITICAL WARNING: [Timing 38-282] The design failed to meet timing", None),
        ] {
            assert_eq!(
                Message::read(line).and_then(|message| Cause::of_message(&message)),
                expected,
                "{line}"
            );
        }
    }

    #[test]
    fn the_system_speaks_in_lines_of_its_own() {
        for (line, expected) in [
            ("rdiArgs.sh: line 312: 12345 Killed    \"$RDI_PROG\" \"$@\"", Some(Cause::Memory)),
            ("what():  std::bad_alloc", Some(Cause::Memory)),
            ("fork: Cannot allocate memory", Some(Cause::Memory)),
            ("cp: error writing 'a': No space left on device", Some(Cause::Disk)),
            ("the module wasKilled, Killed_by and my_bad_alloc", None),
            ("Kil", None),
            ("", None),
        ] {
            assert_eq!(Cause::of_line(line.as_bytes()), expected, "{line}");
        }
    }
}
