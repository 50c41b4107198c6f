//! Kinds whose payload is JSON text: BUILD_METADATA, KEYVALUE_METADATA, the metadata of the AI engines.

use super::described::wrong;
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// The node inside of a payload whose text has it as its root.
pub(super) fn rooted_to_tree(kind: SectionKind, node: &str, payload: &[u8]) -> Result<Tree, Error> {
    let root = Tree::parse(payload).map_err(wrong(kind))?;
    root.required(node).cloned().map_err(wrong(kind))
}

/// The pairs of KEYVALUE_METADATA, whose text has no node around it.
pub(super) fn key_values_to_tree(payload: &[u8]) -> Result<Tree, Error> {
    if payload.is_empty() {
        return Ok(Tree::new().with("key_values", Tree::new()));
    }
    Tree::parse(payload).map_err(wrong(SectionKind::KEYVALUE_METADATA))
}

/// The payload of pairs; of each pair, only key and value are kept.
pub(super) fn tree_to_key_values(tree: &Tree) -> Result<Vec<u8>, Error> {
    let pair = |(_, pair): (&str, &Tree)| {
        let text = |name| pair.required_text(name);
        Ok(Tree::new().with_text("key", text("key")?).with_text("value", text("value")?))
    };
    let pairs = tree.required("key_values").and_then(|list| list.children().map(pair).collect());
    let pairs: Vec<Tree> = pairs.map_err(wrong(SectionKind::KEYVALUE_METADATA))?;
    Ok(Tree::new().with("key_values", Tree::list(pairs)).compact().into_bytes())
}
