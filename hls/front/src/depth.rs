//! Refuses code that is nested so deeply that parsing it could exhaust the stack.
//!
//! The parser and what walks its trees are recursive, and an exhausted stack ends the program, or rustc, without a
//! message. So the tokens are looked at first, in a loop: every token adds what a level of the recursion that it may
//! stand for takes at most, until a statement or an argument ends.

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};
use sycl_hls_ir::Diagnostic;

use crate::codes;
use crate::span::span;

/// What fits into a thread's 2 MiB, in about KiB as a build without optimization takes them.
const LIMIT: u32 = 1600;

/// A pair of brackets of any kind. 40 of them lie inside of each other at most.
const GROUP: u32 = 40;
/// `A<`
const ANGLE: u32 = 72;
/// `fn(A) -> B`, `&A`, `*const A`
const TYPE: u32 = 56;
/// `return a`, `if a`, `|a| b`, `a = b`
const PREFIX: u32 = 20;
/// `-a`
const SIGN: u32 = 6;
const OTHER: u32 = 1;

/// Complains about the first place that is nested too deeply.
pub(crate) fn check(tokens: TokenStream) -> Result<(), Box<Diagnostic>> {
    let mut levels = vec![Level::new(tokens, 0, false)];
    while let Some(level) = levels.last_mut() {
        let Some(token) = level.rest.next() else {
            levels.pop();
            continue;
        };
        let inner = match &token {
            TokenTree::Group(group) => Some(level.enter(group)),
            other => {
                level.pass(other);
                None
            }
        };
        if level.depth() > LIMIT {
            return Err(too_deep(token.span()));
        }
        levels.extend(inner);
    }
    Ok(())
}

/// The error about code that nests too deeply for a recursive parser.
fn too_deep(at: Span) -> Box<Diagnostic> {
    let error = Diagnostic::error(codes::DEPTH, span(at), "the code is nested too deeply")
        .note("about 40 brackets inside of each other, or 800 operators in a row, are the limit")
        .help("split it with `let`, or with helper functions");
    Box::new(error)
}

/// The tokens between two brackets.
struct Level {
    rest: IntoIter,
    /// What the levels around it take.
    outer: u32,
    /// What the statement or argument takes so far.
    own: u32,
    /// Unclosed `<` of the statement.
    angles: u32,
    before: Before,
    /// Attributes change nothing.
    before_attribute: Before,
    /// The character that an operator began with.
    joined: Option<char>,
    /// What a macro is given is not parsed.
    in_macro: bool,
}

/// What stands before a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing, or an operator that an operand follows.
    Operator,
    /// An operand ends.
    Operand,
    Name,
    /// `#`
    Hash,
    /// `!` after a name.
    Bang,
    /// `}`
    Brace,
}

impl Level {
    /// Begins a group of tokens that lies `outer` levels deep.
    fn new(tokens: TokenStream, outer: u32, in_macro: bool) -> Self {
        let rest = tokens.into_iter();
        Self {
            rest,
            outer,
            own: 0,
            angles: 0,
            before: Before::Operator,
            before_attribute: Before::Operator,
            joined: None,
            in_macro,
        }
    }

    fn depth(&self) -> u32 {
        self.outer.saturating_add(self.own).saturating_add(self.angles.saturating_mul(ANGLE))
    }

    /// The group as the next level.
    fn enter(&mut self, group: &Group) -> Self {
        let in_macro = self.in_macro || self.before == Before::Bang;
        let cost = if in_macro { OTHER } else { GROUP };
        let inner = Self::new(group.stream(), self.depth().saturating_add(cost), in_macro);
        if self.before == Before::Hash {
            self.before = self.before_attribute;
        } else {
            let brace = group.delimiter() == Delimiter::Brace;
            self.before = if brace { Before::Brace } else { Before::Operand };
            self.own += OTHER;
        }
        inner
    }

    /// Takes the next token into account.
    fn pass(&mut self, token: &TokenTree) {
        if self.in_macro {
            return;
        }
        match token {
            TokenTree::Punct(punct) => self.punct(punct),
            TokenTree::Ident(name) => self.name(&name.to_string()),
            _ => {
                self.own += OTHER;
                self.before = Before::Operand;
            }
        }
    }

    /// A keyword or a name, with the levels that a parser enters for it.
    fn name(&mut self, name: &str) {
        // After a block, a name begins a new statement.
        if self.before == Before::Brace && !matches!(name, "else" | "as") {
            self.end();
        }
        let (cost, before) = match name {
            "fn" => (TYPE, Before::Name),
            "dyn" | "impl" => (TYPE, Before::Operator),
            "async" | "await" | "break" | "const" | "for" | "gen" | "if" | "in" | "let" | "loop"
            | "match" | "move" | "return" | "static" | "unsafe" | "while" | "yield" => {
                (PREFIX, Before::Operator)
            }
            "as" | "mut" | "ref" => (OTHER, Before::Operator),
            _ => (OTHER, Before::Name),
        };
        self.own += cost;
        let lifetime = self.joined.take() == Some('\'');
        self.before = if lifetime { Before::Operator } else { before };
    }

    /// A punctuation mark: operators are levels, too.
    fn punct(&mut self, punct: &Punct) {
        let after_operand = matches!(self.before, Before::Operand | Before::Name | Before::Brace);
        let joined = self.joined.take();
        let mut before = Before::Operator;
        match (joined, punct.as_char()) {
            (_, ';') => self.end(),
            (_, ',') => self.own = 0,
            (_, '<') => self.angles += u32::from(!after_operand || self.before == Before::Name),
            (Some('-'), '>') => self.own += TYPE,
            (Some('='), '>') => {}
            (_, '>') => {
                self.angles = self.angles.saturating_sub(1);
                before = Before::Operand;
            }
            (_, '#') => {
                self.before_attribute = self.before;
                before = Before::Hash;
            }
            (_, '!') if self.before == Before::Hash => before = Before::Hash,
            (_, '!') if self.before == Before::Name => before = Before::Bang,
            (_, '-' | '!') if !after_operand => self.own += SIGN,
            (_, '&' | '*') if !after_operand => self.own += TYPE,
            (Some('<'), '=') => self.angles = self.angles.saturating_sub(1),
            (Some('='), '=') => self.own = self.own.saturating_sub(PREFIX),
            (_, '=' | '@') => self.own += PREFIX,
            (_, '|') if !after_operand => self.own += PREFIX,
            _ => self.own += OTHER,
        }
        self.before = before;
        self.joined = (punct.spacing() == Spacing::Joint).then(|| punct.as_char());
    }

    /// A statement ends.
    fn end(&mut self) {
        self.own = 0;
        self.angles = 0;
    }
}
