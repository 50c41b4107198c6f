//! What a program writes, passed on as it comes and kept.

use std::io::{self, PipeWriter, Read as _, Write};
use std::thread::{self, JoinHandle};

/// How many bytes of a program's output are kept: the last ones.
pub const KEPT: usize = 1 << 20;

/// A text that a thread is collecting.
pub struct Kept(JoinHandle<Vec<u8>>);

/// A pipe whose other end passes on to `to` what arrives, and keeps it.
///
/// # Errors
/// When there is no pipe to be had.
pub fn capture(mut to: impl Write + Send + 'static) -> io::Result<(PipeWriter, Kept)> {
    let (mut reader, writer) = io::pipe()?;
    let thread = thread::spawn(move || {
        let mut kept = Vec::new();
        let mut bytes = vec![0; 1 << 16];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            let new = bytes.get(..count).unwrap_or_default();
            // A reader that has seen enough is no reason to stop the program.
            let _ = to.write_all(new).and_then(|()| to.flush());
            kept.extend_from_slice(new);
        }
        kept
    });
    Ok((writer, Kept(thread)))
}

impl Kept {
    /// All of it, once every writer is gone.
    pub fn text(self) -> String {
        text_of(&self.0.join().unwrap_or_default())
    }
}

/// Output as text without colours.
pub fn text_of(bytes: &[u8]) -> String {
    anstream::adapter::strip_str(&String::from_utf8_lossy(bytes)).to_string()
}

/// The last so many bytes of a text, and how much is left out.
pub fn last_bytes(text: &str, bytes: usize) -> String {
    let cut = text.len().saturating_sub(bytes);
    if cut == 0 {
        return text.to_owned();
    }
    let start = (cut..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    format!("[{start} bytes before this are left out]\n{}", text.get(start..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_passed_on_and_kept_without_colours() {
        let (mut writer, kept) = capture(io::sink()).unwrap();
        writer.write_all("a \x1b[31mred\x1b[0m line\n".as_bytes()).unwrap();
        drop(writer);
        assert_eq!(kept.text(), "a red line\n");
    }

    #[test]
    fn long_texts_lose_their_beginning() {
        let text = format!("{}é{}", "x".repeat(100), "y".repeat(KEPT - 1));
        let last = last_bytes(&text, KEPT);
        assert!(last.starts_with("[102 bytes before this are left out]\ny"), "{}", &last[..60]);
        assert_eq!(last_bytes("short", KEPT), "short");
    }
}
