//! The bytes of a device tree's properties. Their names tell what they are.

use super::super::bytes::push_text;
use super::super::{SectionError, unhex};
use super::PartitionMetadataError;
use crate::tree::{Tree, number};

/// What a property's bytes are. Numbers have their most significant byte first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A number of so many bytes.
    Number(usize),
    /// A list of numbers of so many bytes each.
    Numbers(usize),
    /// A number of 16 bytes, as hexadecimal digits.
    Wide,
    /// A text.
    Text,
    /// A list of texts.
    Texts,
}

/// The forms of names that are in use.
const KNOWN: [(&str, Form); 19] = [
    ("__INFO", Form::Text),
    ("alias_name", Form::Text),
    ("compatible", Form::Texts),
    ("firmware_branch_name", Form::Text),
    ("firmware_product_name", Form::Text),
    ("firmware_version_major", Form::Number(4)),
    ("firmware_version_minor", Form::Number(4)),
    ("firmware_version_revision", Form::Number(4)),
    ("interface_uuid", Form::Text),
    ("interrupt_alias", Form::Texts),
    ("interrupts", Form::Numbers(4)),
    ("logic_uuid", Form::Text),
    ("major", Form::Number(4)),
    ("minor", Form::Number(4)),
    ("pcie_bar_mapping", Form::Number(4)),
    ("pcie_physical_function", Form::Number(4)),
    ("range", Form::Number(8)),
    ("reg", Form::Numbers(8)),
    ("resolves_interface_uuid", Form::Text),
];

/// The forms of other names, by how they end.
const ENDINGS: [(&str, Form); 10] = [
    ("_au8", Form::Numbers(1)),
    ("_au16", Form::Numbers(2)),
    ("_au32", Form::Numbers(4)),
    ("_au64", Form::Numbers(8)),
    ("_asz", Form::Texts),
    ("_u16", Form::Number(2)),
    ("_u32", Form::Number(4)),
    ("_u64", Form::Number(8)),
    ("_u128", Form::Wide),
    ("_sz", Form::Text),
];

/// The form of a name that is known to be a property's.
pub(super) fn known(name: &str) -> Option<Form> {
    KNOWN.iter().find(|(known, _)| *known == name).map(|(_, form)| *form)
}

/// The form of a property; bytes if its name says nothing.
fn form(name: &str) -> Form {
    let ending = || ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, form)| *form);
    known(name).or_else(ending).unwrap_or(Form::Numbers(1))
}

/// The bytes of a property as JSON.
pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Tree, PartitionMetadataError> {
    let sized = |size: usize| {
        if bytes.len() == size {
            Ok(())
        } else {
            Err(PartitionMetadataError::Size { name: name.to_owned(), bytes: bytes.len(), expected: size })
        }
    };
    match form(name) {
        Form::Number(size) => sized(size).map(|()| Tree::text_of(digits(bytes))),
        Form::Wide => sized(16).map(|()| Tree::text_of(format!("0x{}", super::super::hex(bytes)))),
        Form::Numbers(size) if bytes.len().is_multiple_of(size) => {
            Ok(Tree::list(bytes.chunks(size).map(|number| Tree::text_of(digits(number)))))
        }
        Form::Numbers(unit) => {
            Err(PartitionMetadataError::Multiple { name: name.to_owned(), bytes: bytes.len(), unit })
        }
        Form::Text => Ok(Tree::text_of(texts(name, bytes)?.next().unwrap_or(Ok(""))?)),
        Form::Texts => {
            let list: Result<Vec<_>, PartitionMetadataError> =
                texts(name, bytes)?.map(|text| Ok(Tree::text_of(text?))).collect();
            Ok(Tree::list(list?))
        }
    }
}

/// Numbers of 8 bytes have all their digits in JSON, others have not.
fn digits(bytes: &[u8]) -> String {
    if bytes.len() == 8 {
        return format!("0x{}", super::super::hex(bytes));
    }
    let number = bytes.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    format!("{number:#x}")
}

fn texts<'a>(
    name: &str,
    bytes: &'a [u8],
) -> Result<impl Iterator<Item = Result<&'a str, PartitionMetadataError>>, PartitionMetadataError> {
    let name = name.to_owned();
    let inside =
        bytes.strip_suffix(&[0]).ok_or_else(|| PartitionMetadataError::NoNul { name: name.clone() })?;
    Ok(inside.split(|&byte| byte == 0).map(move |text| {
        std::str::from_utf8(text)
            .map_err(|problem| PartitionMetadataError::NotUtf8 { name: name.clone(), problem })
    }))
}

/// The bytes of a property in JSON.
pub(super) fn write(name: &str, tree: &Tree) -> Result<Vec<u8>, SectionError> {
    let mut bytes = Vec::new();
    match form(name) {
        Form::Number(_) | Form::Wide | Form::Text if !tree.is_leaf() => {
            return Err(PartitionMetadataError::List { name: name.to_owned() }.into());
        }
        Form::Number(size) => push_number(&mut bytes, tree.text(), size),
        Form::Wide => push_wide(&mut bytes, tree.text()).map_err(SectionError::from),
        Form::Text => push_text(&mut bytes, tree.text()).map_err(SectionError::from),
        Form::Numbers(size) => {
            tree.children().try_for_each(|(_, item)| push_number(&mut bytes, item.text(), size))
        }
        Form::Texts => tree
            .children()
            .try_for_each(|(_, item)| push_text(&mut bytes, item.text()).map_err(SectionError::from)),
    }
    .map_err(SectionError::within(format!("`{name}`")))?;
    Ok(bytes)
}

fn push_number(bytes: &mut Vec<u8>, text: &str, size: usize) -> Result<(), SectionError> {
    let all = number::<u64>(text)?.to_be_bytes();
    let (unused, used) = all.split_at(8 - size);
    if unused.iter().any(|&byte| byte != 0) {
        return Err(PartitionMetadataError::NoFit { text: text.to_owned(), bytes: size }.into());
    }
    bytes.extend_from_slice(used);
    Ok(())
}

/// Hexadecimal digits, two for each byte, from the first byte on.
fn push_wide(bytes: &mut Vec<u8>, text: &str) -> Result<(), PartitionMetadataError> {
    let wrong = || PartitionMetadataError::NoDigits { text: text.to_owned() };
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).ok_or_else(wrong)?;
    let value = unhex(digits).filter(|value| value.len() <= 16).ok_or_else(wrong)?;
    let start = bytes.len();
    bytes.extend(value);
    bytes.resize(start + 16, 0);
    Ok(())
}
