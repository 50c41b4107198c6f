//! Where directives stand.

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Site {
    Loop,
    Let,
    /// A `let` that takes a value apart.
    Pattern,
    KernelSlice,
    KernelScalar,
    HelperScalar,
    /// Any other parameter.
    Param,
    Kernel,
    Helper,
    /// A struct, an enum, or a part of one.
    Type,
    Const,
    Expression,
    Block,
    If,
}

impl Site {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loop => "a loop",
            Self::Let => "a `let`",
            Self::Pattern => "a `let` of several variables",
            Self::KernelSlice => "a slice argument of a kernel",
            Self::KernelScalar => "a scalar argument of a kernel",
            Self::HelperScalar => "a scalar argument of a helper function",
            Self::Param => "this parameter",
            Self::Kernel => "a kernel",
            Self::Helper => "a helper function",
            Self::Type => "a type",
            Self::Const => "a `const`",
            Self::Expression => "this expression",
            Self::Block => "a block",
            Self::If => "an `if`",
        }
    }
}

/// The names of sites: `a loop, a block or a kernel`.
pub(super) fn listed(sites: &[Site]) -> String {
    let names: Vec<&str> = sites.iter().map(|site| site.name()).collect();
    match names.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        names => names.concat(),
    }
}
