//! A kernels module: its constants and functions.

use std::sync::Arc;

use la_arena::{Arena, Idx};
use sycl_hls_types::{Location, ScalarValue};

use crate::{Func, Span, Type};

/// A constant's id.
pub type GlobalId = Idx<Global>;
/// A function's id.
pub type FuncId = Idx<Func>;

/// One `#[sycl_hls::kernels] mod`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The Rust module's name.
    pub name: String,
    /// The file it stands in.
    pub source: Source,
    /// Constants, in source order.
    pub globals: Arena<Global>,
    /// Functions, in source order.
    pub funcs: Arena<Func>,
}

/// The file that spans point into.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Source {
    /// The path, as the compiler was given it.
    pub file: String,
    /// The whole text, where it is at hand. Debug data: back ends quote it.
    pub text: Option<Arc<str>>,
}

/// A `const` item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// The Rust name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its scalars, row-major: [`Type::leaves`] of them.
    pub leaves: Vec<ScalarValue>,
    /// The item.
    pub span: Span,
}

impl Module {
    /// An empty module.
    #[must_use]
    pub fn new(name: impl Into<String>, source: Source) -> Self {
        Self { name: name.into(), source, globals: Arena::new(), funcs: Arena::new() }
    }

    /// The kernels, in source order.
    pub fn kernels(&self) -> impl Iterator<Item = (FuncId, &Func)> {
        self.funcs.iter().filter(|(_, func)| func.is_kernel())
    }

    /// The function with this name.
    #[must_use]
    pub fn func(&self, name: &str) -> Option<FuncId> {
        self.funcs.iter().find_map(|(id, func)| (func.name == name).then_some(id))
    }

    /// Where a span starts, as a location for messages.
    #[must_use]
    pub fn location(&self, span: Span) -> Location {
        Location { file: self.source.file.clone(), line: span.start.line, column: span.start.column }
    }
}

impl Source {
    /// The text of a line (counted from 1) without its end and indentation, if the text is at hand.
    #[must_use]
    pub fn line(&self, line: u32) -> Option<&str> {
        let index = usize::try_from(line.checked_sub(1)?).ok()?;
        self.text.as_ref()?.lines().nth(index).map(str::trim)
    }
}
