//! A tree to JSON text, as xclbinutil writes it.

use std::fmt::{self, Write};

use super::Tree;

/// Spaces for each level of nesting.
const INDENT: usize = 4;

impl Tree {
    /// JSON on one line, without its end.
    pub fn compact(&self) -> String {
        text(|out| self.write_object(out, None))
    }

    /// JSON on many lines.
    pub fn pretty(&self) -> String {
        text(|out| self.write_pretty(out))
    }

    /// Writes JSON on many lines.
    ///
    /// # Errors
    /// Those of what it is written to.
    pub fn write_pretty(&self, out: &mut dyn Write) -> fmt::Result {
        self.write_object(out, Some(0))?;
        out.write_char('\n')
    }

    /// Writes the children on one line, without the braces around them.
    pub(crate) fn write_members(&self, out: &mut dyn Write) -> fmt::Result {
        self.write_children(out, None, true)
    }

    /// The node inside of others: a text, a list or an object. `level` is that of its own line, if lines are wanted.
    fn write(&self, out: &mut dyn Write, level: Option<usize>) -> fmt::Result {
        if self.is_leaf() {
            write_string(out, &self.text)
        } else if self.children.iter().all(|(name, _)| name.is_empty()) {
            self.write_between(out, level, ['[', ']'], false)
        } else {
            self.write_object(out, level)
        }
    }

    fn write_object(&self, out: &mut dyn Write, level: Option<usize>) -> fmt::Result {
        self.write_between(out, level, ['{', '}'], true)
    }

    fn write_between(
        &self,
        out: &mut dyn Write,
        level: Option<usize>,
        [open, close]: [char; 2],
        named: bool,
    ) -> fmt::Result {
        out.write_char(open)?;
        self.write_children(out, level, named)?;
        break_line(out, level)?;
        out.write_char(close)
    }

    fn write_children(&self, out: &mut dyn Write, level: Option<usize>, named: bool) -> fmt::Result {
        let inside = level.map(|level| level + 1);
        for (index, (name, child)) in self.children.iter().enumerate() {
            if index > 0 {
                out.write_char(',')?;
            }
            break_line(out, inside)?;
            if named {
                write_string(out, name)?;
                out.write_str(if level.is_some() { ": " } else { ":" })?;
            }
            child.write(out, inside)?;
        }
        Ok(())
    }
}

/// What is written, as a text.
fn text(write: impl FnOnce(&mut dyn Write) -> fmt::Result) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write(&mut out);
    out
}

fn break_line(out: &mut dyn Write, level: Option<usize>) -> fmt::Result {
    match level {
        Some(level) => write!(out, "\n{:1$}", "", level * INDENT),
        None => Ok(()),
    }
}

fn write_string(out: &mut dyn Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = text;
    while let Some(at) = rest.find(|character| character < ' ' || matches!(character, '"' | '\\' | '/')) {
        out.write_str(&rest[..at])?;
        let mut characters = rest[at..].chars();
        match characters.next().unwrap_or_default() {
            '\u{8}' => out.write_str("\\b")?,
            '\u{c}' => out.write_str("\\f")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            control if control < ' ' => write!(out, "\\u{:04X}", u32::from(control))?,
            other => write!(out, "\\{other}")?,
        }
        rest = characters.as_str();
    }
    out.write_str(rest)?;
    out.write_char('"')
}
