//! Statements as text: indentation, and the Rust line above every group of statements that comes from it.

use sycl_hls_ir::{Source, Span};

use super::lines::Text;
use super::stmt::{Stmt, StmtKind};
use super::wrap;

const INDENT: &str = "    ";

/// Prints the statements of a function's body.
pub(super) fn print(stmts: &[Stmt], source: &Source) -> Text {
    let mut printer = Printer { source, text: Text::default() };
    printer.block(stmts, 1, 0);
    printer.text
}

struct Printer<'p> {
    source: &'p Source,
    text: Text,
}

impl Printer<'_> {
    /// `commented` is the line of Rust that the comment above names.
    fn block(&mut self, stmts: &[Stmt], depth: usize, mut commented: u32) {
        for stmt in stmts {
            let line = stmt.span.start.line;
            let is_pragma = matches!(stmt.kind, StmtKind::Pragma(_));
            if line != 0 && line != commented && !is_pragma {
                self.text.push_str(&comment(stmt.span, self.source, depth));
                commented = line;
            }
            if let StmtKind::Dataflow(text, mark) = &stmt.kind {
                let lines = wrap::line(text, INDENT.len() * depth).lines().count();
                self.text.mark(mark, lines, &self.source.location(stmt.span));
            }
            self.stmt(&stmt.kind, depth, commented);
        }
    }

    fn line(&mut self, text: &str, depth: usize) {
        self.text.push_str(&INDENT.repeat(depth));
        self.text.push_str(&wrap::line(text, INDENT.len() * depth));
        self.text.push_str("\n");
    }

    fn stmt(&mut self, kind: &StmtKind, depth: usize, commented: u32) {
        match kind {
            StmtKind::Line(text) | StmtKind::Dataflow(text, _) => self.line(text, depth),
            // A pragma is one line.
            StmtKind::Pragma(text) => self.text.push_str(&format!("#pragma HLS {text}\n")),
            StmtKind::Scope(body) => {
                self.line("{", depth);
                self.block(body, depth + 1, commented);
                self.line("}", depth);
            }
            StmtKind::Loop { head, body } => {
                self.line(&format!("{head} {{"), depth);
                self.block(body, depth + 1, commented);
                self.line("}", depth);
            }
            StmtKind::Block(body) => {
                self.line("do {", depth);
                self.block(body, depth + 1, commented);
                self.line("} while (false);", depth);
            }
            StmtKind::If { cond, then, otherwise } => {
                self.line(&format!("if ({cond}) {{"), depth);
                self.branches(then, otherwise, depth, commented);
            }
        }
    }

    fn branches(&mut self, then: &[Stmt], otherwise: &[Stmt], depth: usize, commented: u32) {
        self.block(then, depth + 1, commented);
        match otherwise {
            [] => self.line("}", depth),
            [Stmt { kind: StmtKind::If { cond, then, otherwise }, .. }] => {
                self.line(&format!("}} else if ({cond}) {{"), depth);
                self.branches(then, otherwise, depth, commented);
            }
            _ => {
                self.line("} else {", depth);
                self.block(otherwise, depth + 1, commented);
                self.line("}", depth);
            }
        }
    }
}

/// A comment that says which line of Rust comes next, in lines of its own.
pub(super) fn comment(span: Span, source: &Source, depth: usize) -> String {
    let at = span.start;
    if at.line == 0 {
        return String::new();
    }
    let place = match at.file() {
        0 => at.line.to_string(),
        _ => format!("{}:{}", commentable(&source.file_of(at).file), at.line_in_file()),
    };
    let text = match source.line(at.line) {
        Some(rust) => format!("{place}: {}", commentable(rust)),
        None => place,
    };
    let indent = INDENT.repeat(depth);
    wrap::comment(&text, indent.len()).iter().map(|line| format!("{indent}{line}\n")).collect()
}

/// A line of Rust that is safe in a C++ line comment: no trigraph, no backslash at its end, no control characters.
fn commentable(rust: &str) -> String {
    let printable: String = rust.chars().filter(|c| !c.is_control()).collect();
    printable.replace("??", "? ?").trim_end_matches('\\').trim_end().to_owned()
}
