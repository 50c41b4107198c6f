//! Payloads to which a document appends something.

use super::described::{Described as _, wrong};
use super::forms::Loader;
use super::{IpLayout, Section as _, SectionError, ValueError, partition_metadata, smartnic};
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// The payload with what a document has for it. `load` reads the files that the document names.
///
/// # Errors
/// [`Error::Section`] when nothing is appended to sections of the kind, the document lacks the section's node or has what is
/// there already, or something in it is wrong.
pub fn appended(
    kind: SectionKind,
    before: &[u8],
    document: &Tree,
    load: Loader<'_>,
) -> Result<Vec<u8>, Error> {
    let node = kind.node().unwrap_or_default();
    let more = || document.required(node).map_err(wrong(kind));
    match kind {
        SectionKind::IP_LAYOUT => ips(before, more()?),
        SectionKind::PARTITION_METADATA => metadata(before, more()?),
        SectionKind::SMARTNIC => smartnic::merged(before, more()?, load),
        _ => Err(wrong(kind)(SectionError::NotAppendedTo)),
    }
}

/// Whether a document that is appended may begin a section of the kind.
pub const fn is_begun_by_appending(kind: SectionKind) -> bool {
    matches!(kind, SectionKind::IP_LAYOUT | SectionKind::PARTITION_METADATA)
}

fn ips(before: &[u8], more: &Tree) -> Result<Vec<u8>, Error> {
    let more = IpLayout::from_tree(more).map_err(wrong(SectionKind::IP_LAYOUT))?;
    let ips = IpLayout::from_bytes(before)?.ips.into_iter().chain(more.ips);
    IpLayout { ips: ips.collect() }.to_bytes()
}

fn metadata(before: &[u8], more: &Tree) -> Result<Vec<u8>, Error> {
    let mut tree = partition_metadata::to_tree(before)?;
    for (name, child) in more.children() {
        if tree.get(name).is_some() {
            let present = ValueError::Present { node: name.to_owned() };
            return Err(wrong(SectionKind::PARTITION_METADATA)(present));
        }
        tree.push(name, child.clone());
    }
    partition_metadata::from_tree(&tree)
}
