//! A tree to JSON text, as xclbinutil writes it.

use std::fmt::Write as _;

use super::Tree;

/// Spaces for each level of nesting.
const INDENT: usize = 4;

impl Tree {
    /// JSON on one line, without its end.
    pub fn compact(&self) -> String {
        let mut out = String::new();
        self.write_compact(&mut out);
        out
    }

    /// Adds JSON on one line, without its end, to a text.
    pub(crate) fn write_compact(&self, out: &mut String) {
        self.write_object(out, None);
    }

    /// JSON on many lines.
    pub fn pretty(&self) -> String {
        let mut out = String::new();
        self.write_pretty(&mut out);
        out
    }

    /// Adds JSON on many lines to a text.
    pub(crate) fn write_pretty(&self, out: &mut String) {
        self.write_object(out, Some(0));
        out.push('\n');
    }

    /// The node inside of others: a text, a list or an object. `level` is that of its own line, if lines are wanted.
    fn write(&self, out: &mut String, level: Option<usize>) {
        if self.is_leaf() {
            write_string(out, &self.text);
        } else if self.children.iter().all(|(name, _)| name.is_empty()) {
            self.write_between(out, level, ['[', ']'], false);
        } else {
            self.write_object(out, level);
        }
    }

    fn write_object(&self, out: &mut String, level: Option<usize>) {
        self.write_between(out, level, ['{', '}'], true);
    }

    fn write_between(&self, out: &mut String, level: Option<usize>, [open, close]: [char; 2], named: bool) {
        let inside = level.map(|level| level + 1);
        out.push(open);
        for (index, (name, child)) in self.children.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            break_line(out, inside);
            if named {
                write_string(out, name);
                out.push_str(if level.is_some() { ": " } else { ":" });
            }
            child.write(out, inside);
        }
        break_line(out, level);
        out.push(close);
    }
}

fn break_line(out: &mut String, level: Option<usize>) {
    if let Some(level) = level {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', level * INDENT));
    }
}

fn write_string(out: &mut String, text: &str) {
    // Texts may be long: otherwise there are twice as many bytes of room as of text while it grows.
    out.reserve(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' | '/' => out.extend(['\\', character]),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{:04X}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
