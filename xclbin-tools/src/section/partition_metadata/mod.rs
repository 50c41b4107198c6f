//! PARTITION_METADATA: a device tree with a partition's interfaces, PCIe bars and endpoints.
//!
//! The section holds a flattened device tree; JSON has other names for some of its parts.

mod device_tree;
mod error;
mod property;
mod to_device_tree;
mod to_json;

pub use error::PartitionMetadataError;

use super::SectionError;
use super::described::wrong;
use crate::tree::Tree;
use crate::{Error, SectionKind, TreeError};

/// The metadata of a payload, as JSON.
pub(super) fn to_tree(payload: &[u8]) -> Result<Tree, Error> {
    device_tree::read(payload)
        .and_then(|tree| to_json::PARTS.transform(&tree))
        .map_err(wrong(SectionKind::PARTITION_METADATA))
}

/// The payload of metadata in JSON.
pub(super) fn from_tree(tree: &Tree) -> Result<Vec<u8>, Error> {
    to_device_tree::PARTS
        .transform(tree)
        .and_then(|tree| device_tree::write(&tree))
        .map_err(wrong(SectionKind::PARTITION_METADATA))
}

/// How the parts that both forms have become those of the other form.
struct Parts {
    interfaces: fn(&Tree) -> Result<Tree, SectionError>,
    pcie: fn(&Tree) -> Result<Tree, SectionError>,
    /// One of the addressable endpoints.
    endpoint: fn(&Tree) -> Result<Tree, SectionError>,
    /// What is said of the partition.
    info: fn(&Tree) -> Result<Tree, SectionError>,
}

impl Parts {
    /// The metadata in the other form.
    fn transform(&self, from: &Tree) -> Result<Tree, SectionError> {
        from.required("schema_version")?;
        from.required("interfaces")?;
        let mut to = Tree::new();
        transform_child(from, &mut to, "schema_version", check_version)?;
        copy_texts(from, &mut to, &[], &[("logic_uuid", "logic_uuid")])?;
        transform_child(from, &mut to, "interfaces", self.interfaces)?;
        transform_child(from, &mut to, "pcie", self.pcie)?;
        transform_child(from, &mut to, "addressable_endpoints", |from| self.endpoints(from))?;
        transform_child(from, &mut to, "partition_info", self.info)?;
        Ok(to)
    }

    fn endpoints(&self, from: &Tree) -> Result<Tree, SectionError> {
        let mut to = Tree::new();
        for (name, from) in from.children() {
            to.push(name, (self.endpoint)(from).map_err(SectionError::within(name))?);
        }
        Ok(to)
    }
}

/// The only version of the metadata that there is.
fn check_version(tree: &Tree) -> Result<Tree, SectionError> {
    let version = (tree.required_text("major")?, tree.required_text("minor")?);
    let number = |text: &str| u32::from_str_radix(text.trim_start_matches("0x"), 16).ok();
    if (number(version.0), number(version.1)) != (Some(1), Some(0)) {
        let (major, minor) = (version.0.to_owned(), version.1.to_owned());
        return Err(PartitionMetadataError::Version { major, minor }.into());
    }
    Ok(Tree::new().with_text("major", version.0).with_text("minor", version.1))
}

/// Copies texts of these names, each under a name; the first ones must be there.
fn copy_texts(
    from: &Tree,
    to: &mut Tree,
    required: &[(&str, &str)],
    optional: &[(&str, &str)],
) -> Result<(), TreeError> {
    for (name, new) in required {
        to.push(*new, Tree::text_of(from.required_text(name)?));
    }
    for (name, new) in optional {
        if let Some(text) = from.optional_text(name) {
            to.push(*new, Tree::text_of(text));
        }
    }
    Ok(())
}

/// What is said of an endpoint's firmware.
fn firmware(from: &Tree) -> Result<Tree, SectionError> {
    let same = |name| (name, name);
    let mut to = Tree::new();
    let required = ["firmware_product_name", "firmware_branch_name", "firmware_version_major"].map(same);
    let optional = ["firmware_version_minor", "firmware_version_revision"].map(same);
    copy_texts(from, &mut to, &required, &optional)?;
    Ok(to)
}

/// Adds a child that is made of the child of that name, if there is one.
fn transform_child(
    from: &Tree,
    to: &mut Tree,
    name: &str,
    transform: impl FnOnce(&Tree) -> Result<Tree, SectionError>,
) -> Result<(), SectionError> {
    if let Some(child) = from.get(name) {
        to.push(name, transform(child).map_err(SectionError::within(name))?);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
