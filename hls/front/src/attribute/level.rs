//! Attributes that set the levels of lints.

use syn::Attribute;

/// How much is made of a lint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Nothing is said.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Deny,
}

/// The attributes that set levels. Rust's own `allow` takes no lints of tools that it does not know: it looks at them
/// before any macro is run.
const ATTRIBUTES: [(&str, Level); 3] =
    [("hls_allow", Level::Allow), ("hls_warn", Level::Warn), ("hls_deny", Level::Deny)];

/// The level that the attribute sets, if it sets one.
pub(crate) fn level_of(attr: &Attribute) -> Option<Level> {
    ATTRIBUTES.iter().find(|(name, _)| attr.path().is_ident(name)).map(|(_, level)| *level)
}

/// True if the attribute sets levels of lints.
pub(crate) fn sets_levels(attr: &Attribute) -> bool {
    level_of(attr).is_some()
}
