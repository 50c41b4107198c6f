//! A configuration in JSON to CBOR. JSON has texts only: names tell what becomes a number or bytes.

use std::collections::HashSet;

use super::super::described::wrong;
use super::super::forms::Loader;
use super::super::unhex;
use super::SmartnicError;
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// Major types of CBOR (RFC 8949, 3.1).
const NUMBER: u8 = 0;
const BYTES: u8 = 2;
const TEXT: u8 = 3;
const LIST: u8 = 4;
const MAP: u8 = 5;

/// The largest number and length that is written. xclbinutil has codes of its own for larger ones, which are not those of
/// CBOR: one of the two would not be understood.
const MAX: u64 = 0xFFFF;

/// What ends the name of a file that holds the bytes.
const FILE: &str = "_file";

/// What stands under a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Number,
    /// Hexadecimal digits.
    Bytes,
    Text,
    List,
    Map,
}

/// The names of the schema, by what they are wherever they stand.
const NAMES: [(Form, &[&str]); 5] = [
    (
        Form::Number,
        &[
            "major",
            "minor",
            "patch",
            "id",
            "version",
            "compatible_version",
            "base_address",
            "driver_index",
            "offset",
            "aperture_size_bytes",
            "param_size_bytes",
            "max_count",
            "memory_size_bytes",
            "global_memory_size_bytes",
            "per_handle_memory_size_bytes",
        ],
    ),
    (Form::Bytes, &["uuid", "features", "config", "ebpf", "dtor", "driver", "signature"]),
    (
        Form::Text,
        &[
            "instance_name",
            "name",
            "description",
            "id_enum",
            "title",
            "creator",
            "subject",
            "publisher",
            "date",
            "type",
            "format",
            "identifier",
            "source",
            "language",
            "relation",
            "coverage",
            "rights",
        ],
    ),
    (
        Form::List,
        &[
            "extensions",
            "softhubs",
            "cam_drivers",
            "info",
            "features_enum",
            "cam_instances",
            "messages",
            "resource_classes",
        ],
    ),
    (
        Form::Map,
        &["schema_version", "version_info", "address_mapping", "setup", "background_proc", "tear_down"],
    ),
];

/// The payload of a configuration. Names and their forms are checked, but not which of them must be there.
pub(in super::super) fn from_tree(tree: &Tree, load: Loader<'_>) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    map(&mut out, tree, load)?;
    Ok(out)
}

fn problem(problem: SmartnicError) -> Error {
    wrong(SectionKind::SMARTNIC)(problem)
}

fn head(out: &mut Vec<u8>, major: u8, argument: u64) -> Result<(), Error> {
    let major = major << 5;
    match argument {
        0..=23 => out.push(major | argument as u8),
        24..=0xFF => out.extend([major | 24, argument as u8]),
        0x100..=MAX => {
            out.push(major | 25);
            out.extend_from_slice(&(argument as u16).to_be_bytes());
        }
        _ => {
            return Err(problem(SmartnicError::TooLarge { number: argument, most: MAX }));
        }
    }
    Ok(())
}

fn map(out: &mut Vec<u8>, tree: &Tree, load: Loader<'_>) -> Result<(), Error> {
    head(out, MAP, tree.children().len() as u64)?;
    let mut seen = HashSet::new();
    for (name, child) in tree.children() {
        let stem = name.strip_suffix(FILE).unwrap_or(name);
        if !seen.insert(name) {
            return Err(problem(SmartnicError::Twice { name: name.to_owned() }));
        }
        let form = NAMES.iter().find(|(_, names)| names.contains(&stem)).map(|(form, _)| *form);
        let form = form.filter(|form| stem == name || *form == Form::Bytes);
        let form = form.ok_or_else(|| problem(SmartnicError::UnknownName { name: name.to_owned() }))?;
        if stem != name && tree.get(stem).is_some() {
            let (stem, name) = (stem.to_owned(), name.to_owned());
            return Err(problem(SmartnicError::Beside { stem, name }));
        }
        if child.is_leaf() == matches!(form, Form::List | Form::Map) {
            let name = name.to_owned();
            let is_leaf = child.is_leaf();
            return Err(problem(if is_leaf {
                SmartnicError::Leaf { name }
            } else {
                SmartnicError::NoText { name }
            }));
        }
        text(out, TEXT, stem.as_bytes())?;
        match form {
            Form::Number => head(out, NUMBER, number(tree, name)?)?,
            Form::Bytes if stem != name => text(out, BYTES, &load(child.text())?)?,
            Form::Bytes => text(out, BYTES, &bytes(name, child.text())?)?,
            Form::Text => text(out, TEXT, child.text().as_bytes())?,
            Form::List => list(out, child, load)?,
            Form::Map => map(out, child, load)?,
        }
    }
    Ok(())
}

fn list(out: &mut Vec<u8>, tree: &Tree, load: Loader<'_>) -> Result<(), Error> {
    head(out, LIST, tree.children().len() as u64)?;
    for (_, item) in tree.children() {
        if item.is_leaf() {
            text(out, TEXT, item.text().as_bytes())?;
        } else {
            map(out, item, load)?;
        }
    }
    Ok(())
}

fn text(out: &mut Vec<u8>, major: u8, bytes: &[u8]) -> Result<(), Error> {
    head(out, major, bytes.len() as u64)?;
    out.extend_from_slice(bytes);
    Ok(())
}

fn number(tree: &Tree, name: &str) -> Result<u64, Error> {
    tree.number(name).map_err(wrong(SectionKind::SMARTNIC))
}

fn bytes(name: &str, digits: &str) -> Result<Vec<u8>, Error> {
    let wrong = || SmartnicError::NoDigits { name: name.to_owned(), digits: digits.to_owned() };
    unhex(digits).ok_or_else(|| problem(wrong()))
}
