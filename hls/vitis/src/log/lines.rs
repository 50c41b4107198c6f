//! Lines of a stream of bytes, of which each is kept up to a bound.

/// Bytes of a line that are looked at; whatever is behind them is dropped.
const MAX_LINE: usize = 16 << 10;

/// The beginning of a line whose end has not come yet.
#[derive(Debug, Default)]
pub(super) struct Lines {
    begun: Vec<u8>,
}

impl Lines {
    /// Takes the next bytes and hands out the lines that end in them, without what ends them.
    pub(super) fn feed(&mut self, bytes: &[u8], mut line: impl FnMut(&[u8])) {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let (now, later) = rest.split_at(end);
            if self.begun.is_empty() {
                line(trimmed(&now[..now.len().min(MAX_LINE)]));
            } else {
                self.keep(now);
                line(trimmed(&self.begun));
                self.begun.clear();
            }
            rest = &later[1..];
        }
        self.keep(rest);
    }

    /// Hands out the line that nothing ended.
    pub(super) fn finish(&mut self, mut line: impl FnMut(&[u8])) {
        if !self.begun.is_empty() {
            line(trimmed(&self.begun));
            self.begun.clear();
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = MAX_LINE - self.begun.len().min(MAX_LINE);
        self.begun.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }
}

/// Without a carriage return at the end, and without colours at the beginning.
fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match line.strip_prefix(b"\x1b[") {
        Some(rest) => rest.iter().position(|byte| *byte == b'm').map_or(line, |at| &rest[at + 1..]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, MAX_LINE};

    fn split(parts: &[&[u8]]) -> Vec<Vec<u8>> {
        let (mut lines, mut found) = (Lines::default(), Vec::new());
        parts.iter().for_each(|part| lines.feed(part, |line| found.push(line.to_vec())));
        lines.finish(|line| found.push(line.to_vec()));
        found
    }

    #[test]
    fn lines_come_whole_however_they_arrive() {
        assert_eq!(split(&[b"a\r\nb", b"", b"c\n\n", b"d"]), [&b"a"[..], b"bc", b"", b"d"]);
        assert_eq!(split(&[b"\x1b[31mERROR\n"]), [b"ERROR"]);
        assert!(split(&[b""]).is_empty());
    }

    #[test]
    fn endless_lines_are_bounded() {
        let long = vec![b'x'; MAX_LINE - 1];
        let found = split(&[&long, &long, &long, b"\nnext"]);
        assert_eq!((found[0].len(), &found[1][..]), (MAX_LINE, &b"next"[..]));
        assert_eq!(split(&[&[&long[..], &long, b"\n"].concat()])[0].len(), MAX_LINE);
    }
}
