//! Payloads as JSON: what the kinds have in common.

use super::{Section, SectionError, ValueError};
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// A payload that has a form in JSON, with the names of xclbinutil.
pub trait Described: Section {
    /// The name of the node that holds it.
    const NODE: &'static str;

    /// The node.
    fn to_tree(&self) -> Tree;

    /// What a node states.
    ///
    /// # Errors
    /// What is wrong, and in which of its nodes.
    fn from_tree(tree: &Tree) -> Result<Self, SectionError>;
}

/// The node of a payload.
pub(super) fn payload_to_tree<D: Described>(payload: &[u8]) -> Result<Tree, Error> {
    D::from_bytes(payload).map(|section| section.to_tree())
}

/// The payload of a node.
pub(super) fn tree_to_payload<D: Described>(tree: &Tree) -> Result<Vec<u8>, Error> {
    D::from_tree(tree).map_err(wrong(D::KIND)).and_then(|section| section.to_bytes())
}

/// Completes what is wrong with the kind of section that it is in.
pub(super) fn wrong<E: Into<SectionError>>(kind: SectionKind) -> impl Fn(E) -> Error {
    move |problem| Error::Section { kind, problem: problem.into() }
}

/// Completes what is wrong with an entry of a list.
pub(super) fn in_entry<E: Into<SectionError>>(list: &str, index: usize) -> impl FnOnce(E) -> SectionError {
    move |problem| SectionError::InEntry { list: list.to_owned(), index, problem: Box::new(problem.into()) }
}

/// The name of a value.
pub(super) fn name_of<T: Copy + PartialEq>(names: &[(T, &'static str)], value: T) -> &'static str {
    names.iter().find(|(candidate, _)| *candidate == value).map_or("", |(_, name)| name)
}

/// The value whose name a node states.
///
/// # Errors
/// When the node is missing, or there is no such value.
pub(super) fn named<T: Copy>(
    names: &[(T, &'static str)],
    tree: &Tree,
    node: &str,
) -> Result<T, SectionError> {
    let text = tree.required_text(node)?;
    let found = names.iter().find(|(_, name)| *name == text).map(|(value, _)| *value);
    found.ok_or_else(|| {
        let known = names.iter().map(|(_, name)| *name).collect();
        ValueError::UnknownName { node: node.to_owned(), text: text.to_owned(), known }.into()
    })
}
