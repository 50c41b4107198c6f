//! A configuration into another one: what both have must be the same, lists get what they lack.

use super::super::SectionError;
use super::super::described::{in_entry, wrong};
use super::super::forms::Loader;
use std::collections::HashMap;

use super::{SmartnicError, from_tree};
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// Lists of what a configuration is made of, and the name by which their items are told apart.
const PARTS: [(&str, &str); 2] = [("extensions", "instance_name"), ("softhubs", "id")];

/// Lists inside of an extension; the items of the one without a name are all different.
const IN_EXTENSION: [(&str, Option<&str>); 4] = [
    ("info", None),
    ("cam_instances", Some("name")),
    ("messages", Some("name")),
    ("resource_classes", Some("name")),
];

/// The version, which is only compared.
const VERSION: &str = "schema_version";

/// The payload of a configuration with what another one has.
pub(in super::super) fn merged(before: &[u8], more: &Tree, load: Loader<'_>) -> Result<Vec<u8>, Error> {
    let mut tree = super::to_tree(before)?;
    // Whatever was given, maps have few names from here on.
    for part in [&tree, more] {
        from_tree(part, &|_| Ok(Vec::new()))?;
    }
    merge(&mut tree, more).map_err(wrong(SectionKind::SMARTNIC))?;
    from_tree(&tree, load)
}

fn merge(tree: &mut Tree, more: &Tree) -> Result<(), SectionError> {
    for (name, part) in more.children() {
        if name == VERSION {
            if !tree.get(VERSION).is_some_and(|version| is_same(version, part)) {
                return Err(SmartnicError::Version.into());
            }
            continue;
        }
        let Some((_, key)) = PARTS.iter().find(|(list, _)| *list == name) else {
            let known = PARTS.map(|(list, _)| list);
            return Err(SmartnicError::NotMerged { name: name.to_owned(), known }.into());
        };
        add_items(tree, name, Some(key), part)?;
    }
    Ok(())
}

/// Whether two nodes have the same texts by the same names, in any order, or lists the same items.
fn is_same(one: &Tree, other: &Tree) -> bool {
    if one.text() != other.text() || one.children().len() != other.children().len() {
        return false;
    }
    one.children().zip(other.children()).all(|((name, child), (_, item))| {
        let found = if name.is_empty() { Some(item) } else { other.get(name) };
        found.is_some_and(|found| is_same(child, found))
    })
}

/// Adds items to a list: those whose key is there become one with it. As in xclbinutil, the list comes to stand last.
fn add_items(tree: &mut Tree, list: &str, key: Option<&str>, items: &Tree) -> Result<(), SectionError> {
    let target = tree.last_entry(list);
    let Some(key) = key else {
        items.children().for_each(|(_, item)| target.push("", item.clone()));
        return Ok(());
    };
    let mut known = HashMap::new();
    for (position, (_, item)) in target.children().enumerate() {
        known.entry(item.optional_text(key).unwrap_or_default().to_owned()).or_insert(position);
    }
    for (index, (_, item)) in items.children().enumerate() {
        let value = item.required_text(key).map_err(in_entry(list, index))?;
        match known.get(value).and_then(|position| target.item_mut(*position)) {
            Some(there) => unite(there, item).map_err(in_entry(list, index))?,
            None => {
                known.insert(value.to_owned(), target.children().len());
                target.push("", item.clone());
            }
        }
    }
    Ok(())
}

/// Adds to an item what another one of the same key has.
fn unite(known: &mut Tree, item: &Tree) -> Result<(), SectionError> {
    for (name, child) in item.children() {
        match IN_EXTENSION.iter().find(|(list, _)| *list == name) {
            Some((_, key)) => add_items(known, name, *key, child)?,
            None => add(known, name, child)?,
        }
    }
    Ok(())
}

/// Adds a node that is no list of items, or compares it with the one that is there.
fn add(known: &mut Tree, name: &str, node: &Tree) -> Result<(), SectionError> {
    let Some(there) = known.get(name) else {
        known.push(name, node.clone());
        return Ok(());
    };
    let is_map = node.children().len() > 0 && node.children().all(|(name, _)| !name.is_empty());
    if is_map && !there.is_leaf() {
        let there = known.entry(name);
        return node
            .children()
            .try_for_each(|(inner, child)| add(there, inner, child).map_err(SectionError::within(name)));
    }
    if is_same(there, node) {
        return Ok(());
    }
    match (there.is_leaf(), node.is_leaf()) {
        (true, true) => {
            let (there, here) = (there.text().to_owned(), node.text().to_owned());
            Err(SmartnicError::OtherText { name: name.to_owned(), there, here }.into())
        }
        _ => Err(SmartnicError::OtherNode { name: name.to_owned() }.into()),
    }
}
