//! Identifiers of items of a module and of loops of a body, after names are resolved.

/// Position of a function in [`crate::front::Front::funcs`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FnId(pub usize);

/// Position of a constant in [`crate::front::Front::consts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ConstId(pub usize);

/// Position of a struct or an enum in [`crate::front::Front::adts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AdtId(pub usize);

/// Position of a type alias in [`crate::front::Front::aliases`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AliasId(pub usize);

/// Position of a trait in [`crate::front::Front::traits`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TraitId(pub usize);

/// A loop or a labelled block of a body: what `break` and `continue` name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LoopId(pub usize);
