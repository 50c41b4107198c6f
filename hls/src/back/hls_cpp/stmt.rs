//! Statements as a tree.

use sycl_hls_ir::{Span, Type};

use super::lines::Mark;

/// A statement with the Rust it comes from.
#[derive(Clone, Debug)]
pub(super) struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum StmtKind {
    /// One line, with its semicolon.
    Line(String),
    /// The same, about processes or channels.
    Dataflow(String, Mark),
    /// A pragma about the scope or the declaration before it, without `#pragma HLS`.
    Pragma(String),
    /// `{ body }`: what pragmas are about.
    Scope(Vec<Stmt>),
    /// `head { body }`
    Loop {
        head: String,
        body: Vec<Stmt>,
    },
    /// `do { body } while (false);`: a block that `break` leaves.
    Block(Vec<Stmt>),
    If {
        cond: String,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
}

impl Stmt {
    pub fn line(text: impl Into<String>, span: Span) -> Self {
        Self { kind: StmtKind::Line(text.into()), span }
    }

    pub fn pragma(text: impl Into<String>, span: Span) -> Self {
        Self { kind: StmtKind::Pragma(text.into()), span }
    }
}

/// Leaves of `names` those that no statement mentions. Names of fields are none of them.
pub(super) fn keep_unmentioned(stmts: &[Stmt], names: &mut Vec<&str>) {
    for stmt in stmts {
        if names.is_empty() {
            return;
        }
        let text = match &stmt.kind {
            StmtKind::Line(text) | StmtKind::Dataflow(text, _) => text,
            StmtKind::Pragma(_) => continue,
            StmtKind::Scope(body) | StmtKind::Block(body) => {
                keep_unmentioned(body, names);
                continue;
            }
            StmtKind::Loop { head, body } => {
                keep_unmentioned(body, names);
                head
            }
            StmtKind::If { cond, then, otherwise } => {
                keep_unmentioned(then, names);
                keep_unmentioned(otherwise, names);
                cond
            }
        };
        for (position, piece) in text.split('.').enumerate() {
            // What follows a dot is a field, whatever else has its name.
            let fields = usize::from(position > 0);
            for word in piece.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').skip(fields) {
                names.retain(|name| *name != word);
            }
        }
    }
}

/// A nested list in braces: the first values of an array or struct of type `ty`, taken from `leaves`.
pub(super) fn braces<'l>(ty: &Type, leaves: &mut impl Iterator<Item = &'l String>) -> String {
    match ty {
        Type::Scalar(_) => leaves.next().cloned().unwrap_or_default(),
        Type::Array(element, len) => {
            let elements: Vec<String> = (0..*len).map(|_| braces(element, leaves)).collect();
            format!("{{{}}}", elements.join(", "))
        }
        Type::Struct(data) => {
            let fields: Vec<String> = data.fields.iter().map(|field| braces(&field.ty, leaves)).collect();
            format!("{{{}}}", fields.join(", "))
        }
    }
}
