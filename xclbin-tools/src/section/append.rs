//! Payloads to which a document appends something.

use super::described::{Described as _, wrong};
use super::{IpLayout, Section as _, from_json, partition_metadata};
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// The payload with what a document has for it at the end; without a payload, what the document has.
///
/// # Errors
/// [`Error::Section`] when nothing is appended to sections of the kind, the document lacks the section's node or has what is
/// there already, or something in it is wrong.
pub fn appended(kind: SectionKind, before: Option<&[u8]>, document: &Tree) -> Result<Vec<u8>, Error> {
    let append = match kind {
        SectionKind::IP_LAYOUT => ips,
        SectionKind::PARTITION_METADATA => metadata,
        _ => return Err(wrong(kind)("only IP_LAYOUT and PARTITION_METADATA are appended to".to_owned())),
    };
    let Some(before) = before else {
        return from_json(kind, document, "", &|name| {
            Err(wrong(kind)(format!("it names the file `{name}`")))
        });
    };
    let node = kind.node().unwrap_or_default();
    append(before, document.required(node).map_err(wrong(kind))?)
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
            return Err(wrong(SectionKind::PARTITION_METADATA)(format!("`{name}` is there already")));
        }
        tree.push(name, child.clone());
    }
    partition_metadata::from_tree(&tree)
}
