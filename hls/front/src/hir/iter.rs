//! Iterators.

use sycl_hls_ir::Span;

use super::{Closure, ExprId};

/// What a loop runs over.
#[derive(Debug)]
pub(crate) enum Iter {
    Range {
        lo: ExprId,
        hi: ExprId,
        inclusive: bool,
    },
    /// `lo..`, which `zip` or `take` ends.
    From(ExprId),
    /// The elements of an array or slice, by reference (`&a`, `a.iter()`, `a.iter_mut()`) or by value.
    Items {
        base: ExprId,
        access: Access,
    },
    /// `chunks_exact(size)`, `chunks_exact_mut(size)`
    Chunks {
        base: ExprId,
        size: ExprId,
        mutable: bool,
        at: Span,
    },
    /// `windows(size)`
    Windows {
        base: ExprId,
        size: ExprId,
        at: Span,
    },
    Zip(Box<Self>, Box<Self>),
    Enumerate(Box<Self>),
    Rev(Box<Self>),
    StepBy(Box<Self>, ExprId, Span),
    Take(Box<Self>, ExprId),
    Skip(Box<Self>, ExprId),
    /// `copied()` and `cloned()`
    Copied(Box<Self>),
    Map(Box<Self>, Closure),
    /// What the closure gives of a state, which begins with a value, and each item.
    Scan(Box<Self>, ExprId, Closure),
    /// The items for which the closure holds.
    Filter(Box<Self>, Closure),
    /// The values of the items for which the closure gives one.
    FilterMap(Box<Self>, Closure),
    /// The items before the first one for which the closure does not hold.
    TakeWhile(Box<Self>, Closure),
    Error,
}

/// How an iterator gives elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Shared,
    Mutable,
    /// The elements themselves, or what a reference says.
    Value,
}

impl Iter {
    /// True if not all items of the inner one are items of it.
    pub const fn leaves_out(&self) -> bool {
        matches!(self, Self::Filter(..) | Self::FilterMap(..) | Self::TakeWhile(..))
    }

    /// True if it has no last item.
    pub fn is_endless(&self) -> bool {
        match self {
            Self::From(_) => true,
            Self::Take(..) => false,
            Self::Zip(a, b) => a.is_endless() && b.is_endless(),
            other => other.parts().iter().any(|part| part.is_endless()),
        }
    }

    /// The iterators that it is made of.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Zip(a, b) => vec![a, b],
            Self::Enumerate(inner)
            | Self::Rev(inner)
            | Self::StepBy(inner, ..)
            | Self::Take(inner, _)
            | Self::Skip(inner, _)
            | Self::Copied(inner)
            | Self::Map(inner, _)
            | Self::Scan(inner, ..)
            | Self::Filter(inner, _)
            | Self::FilterMap(inner, _)
            | Self::TakeWhile(inner, _) => vec![inner],
            Self::Range { .. }
            | Self::From(_)
            | Self::Items { .. }
            | Self::Chunks { .. }
            | Self::Windows { .. }
            | Self::Error => Vec::new(),
        }
    }
}
