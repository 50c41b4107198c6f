//! Statements as a tree.

use std::collections::HashSet;

use sycl_hls_ir::{Span, Type};

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

/// The words of the statements' texts, without the names of fields.
pub(super) fn words(stmts: &[Stmt]) -> HashSet<&str> {
    let mut words = HashSet::new();
    for stmt in stmts {
        let text = match &stmt.kind {
            StmtKind::Line(text) => text,
            StmtKind::Pragma(_) => continue,
            StmtKind::Scope(body) | StmtKind::Block(body) => {
                words.extend(self::words(body));
                continue;
            }
            StmtKind::Loop { head, body } => {
                words.extend(self::words(body));
                head
            }
            StmtKind::If { cond, then, otherwise } => {
                words.extend(self::words(then));
                words.extend(self::words(otherwise));
                cond
            }
        };
        for (position, piece) in text.split('.').enumerate() {
            // What follows a dot is a field, whatever else has its name.
            let fields = usize::from(position > 0);
            words.extend(piece.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').skip(fields));
        }
    }
    words
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
