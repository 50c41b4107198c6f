//! Text on its way out, of which little is in memory at any time.

use std::fmt;
use std::io::{self, BufWriter, Write};

/// How much text is written at a time, in bytes.
const BUFFER: usize = 1 << 16;

/// Writes text to `out` while it is made, and tells its size in bytes.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_text(
    out: impl Write,
    write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
) -> io::Result<u64> {
    let mut text = Text { out: BufWriter::with_capacity(BUFFER, out), size: 0, failed: None };
    let _ = write(&mut text);
    let flushed = text.out.flush();
    text.failed.map_or(flushed, Err).map(|()| text.size)
}

struct Text<W: Write> {
    out: BufWriter<W>,
    /// Bytes so far.
    size: u64,
    /// What went wrong, of which [`fmt::Error`] tells nothing.
    failed: Option<io::Error>,
}

impl<W: Write> fmt::Write for Text<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.size += text.len() as u64;
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}
