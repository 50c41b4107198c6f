//! The methods of `Option` and `Result` that are a `match`, by what they give.

/// What a method, or `?`, gives for a value, or for what is there without one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// What it was called of: `Some(value)`, `Err(error)`.
    Kept,
    /// The same with what the closure gives inside.
    Mapped,
    /// What is inside.
    Inner,
    /// What the closure gives.
    Closure,
    /// The first argument.
    Default,
    Flag(bool),
    /// `Some(value)` if the closure holds.
    Filtered,
    /// `Ok(value)`
    Ok,
    /// `Err` of what the closure gives.
    ErrOfClosure,
    /// `Err` of the first argument.
    ErrOfDefault,
    /// What it was called of, from the function.
    Returned,
    /// The run stops with the text that is the argument.
    Stop,
}

use Outcome as O;

/// A method: its name, whether `Option` and `Result` have it, and what it gives for a value and without one. Its arguments are what the
/// second outcome needs, and then what the first one needs.
pub(super) struct Method {
    pub name: &'static str,
    pub of_option: bool,
    pub of_result: bool,
    pub found: Outcome,
    pub missing: Outcome,
}

/// The methods that take closures, and two others.
pub(super) const METHODS: [Method; 15] = [
    both("map", O::Mapped, O::Kept),
    both("and_then", O::Closure, O::Kept),
    both("map_or", O::Closure, O::Default),
    both("map_or_else", O::Closure, O::Closure),
    both("unwrap_or_else", O::Inner, O::Closure),
    both("or_else", O::Kept, O::Closure),
    of_option("is_some_and", O::Closure, O::Flag(false)),
    of_option("is_none_or", O::Closure, O::Flag(true)),
    of_option("filter", O::Filtered, O::Kept),
    of_option(OK_OR, O::Ok, O::ErrOfDefault),
    of_option("ok_or_else", O::Ok, O::ErrOfClosure),
    both(EXPECT, O::Inner, O::Stop),
    of_result("is_ok_and", O::Closure, O::Flag(false)),
    of_result("is_err_and", O::Flag(false), O::Closure),
    of_result("map_err", O::Kept, O::Mapped),
];

/// Those that take no closure.
pub(super) const OK_OR: &str = "ok_or";
pub(super) const EXPECT: &str = "expect";

/// `?`
pub(super) const QUESTION_MARK: Method = both("?", O::Inner, O::Returned);

const fn both(name: &'static str, found: Outcome, missing: Outcome) -> Method {
    Method { name, of_option: true, of_result: true, found, missing }
}

const fn of_option(name: &'static str, found: Outcome, missing: Outcome) -> Method {
    Method { of_result: false, ..both(name, found, missing) }
}

const fn of_result(name: &'static str, found: Outcome, missing: Outcome) -> Method {
    Method { of_option: false, ..both(name, found, missing) }
}

/// The names of the methods of `Option` that are resolved here, or of those of `Result`.
pub(crate) fn names_of_methods(of_result: bool) -> impl Iterator<Item = String> {
    let has = move |method: &&Method| if of_result { method.of_result } else { method.of_option };
    METHODS.iter().filter(has).map(|method| method.name.to_owned())
}

impl Outcome {
    /// True if an argument is a closure for it.
    pub const fn takes_closure(self) -> bool {
        matches!(self, Self::Mapped | Self::Closure | Self::Filtered | Self::ErrOfClosure)
    }

    /// True if the first argument is a value for it.
    pub const fn takes_default(self) -> bool {
        matches!(self, Self::Default | Self::ErrOfDefault)
    }

    pub const fn takes_argument(self) -> bool {
        self.takes_closure() || self.takes_default() || matches!(self, Self::Stop)
    }
}
