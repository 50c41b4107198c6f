//! Kernels that a document describes, as xclbinutil's `--add-kernel` reads it:
//!
//! ```text
//! { "ps-kernels": { "kernels": [ { "name": "DPU",
//!     "extended-data": { "subtype": "DPU", "functional": "DPU", "dpu_kernel_id": "0x101" },
//!     "arguments": [ { "name": "in", "address-qualifier": "GLOBAL", "type": "char *", "offset": "0x00",
//!                      "memory-connection": "HOST", "use-id": "1" } ],
//!     "instances": [ { "name": "one" } ] } ] } }
//! ```

use super::KernelError;
use crate::section::ValueError;
use crate::section::embedded_metadata::{AddressQualifier, Memory, PsArg, PsKernel};
use crate::tree::Tree;

/// What arguments refer to, by the names in documents.
const QUALIFIERS: [(&str, AddressQualifier); 5] = [
    ("SCALAR", AddressQualifier::Scalar),
    ("GLOBAL", AddressQualifier::Global),
    ("CONSTANT", AddressQualifier::Constant),
    ("LOCAL", AddressQualifier::Local),
    ("STREAM", AddressQualifier::Stream),
];

/// The sizes of values, in bytes, by their types without spaces. `int` has that of a register.
const SIZES: [(&str, u64); 14] = [
    ("char", 1),
    ("unsignedchar", 1),
    ("int8_t", 1),
    ("uint8_t", 1),
    ("int16_t", 2),
    ("uint16_t", 2),
    ("int32_t", 4),
    ("uint32_t", 4),
    ("float", 4),
    ("int64_t", 8),
    ("uint64_t", 8),
    ("int", 8),
    ("unsignedint", 8),
    ("unsigned", 8),
];

/// The size of an address, in bytes.
const ADDRESS: u64 = 8;

/// The numbers of names in the data that extend a kernel, by attribute.
const NUMBERS: [(&str, [&str; 2]); 2] = [("functional", ["DPU", "PrePost"]), ("subtype", ["PS", "DPU"])];

/// The kernels of a document.
///
/// # Errors
/// What is wrong, and with which of them.
pub(super) fn kernels(document: &Tree) -> Result<Vec<PsKernel>, KernelError> {
    let list = document.required("ps-kernels")?.required("kernels")?;
    if list.is_leaf() {
        return Err(ValueError::Empty { node: "kernels".to_owned() }.into());
    }
    let kernels = list.children().enumerate().map(|(index, (_, tree))| {
        let name = tree.optional_text("name").unwrap_or_default();
        kernel(tree).map_err(|problem| problem.within(format!("kernels[{index}] `{name}`")))
    });
    kernels.collect()
}

fn kernel(tree: &Tree) -> Result<PsKernel, KernelError> {
    Ok(PsKernel {
        name: filled(tree, "name")?,
        is_fixed: true,
        extended: tree.get("extended-data").map(extended).unwrap_or_default(),
        args: each(tree, "arguments", arg)?,
        instances: each(tree, "instances", |instance| filled(instance, "name"))?,
    })
}

/// What every item of a list states; none without a list.
fn each<T>(
    tree: &Tree,
    list: &str,
    read: impl Fn(&Tree) -> Result<T, KernelError>,
) -> Result<Vec<T>, KernelError> {
    let items = tree.get(list).into_iter().flat_map(Tree::children).enumerate();
    items
        .map(|(index, (_, item))| read(item).map_err(|problem| problem.within(format!("{list}[{index}]"))))
        .collect()
}

/// A text that must be there and not be empty.
fn filled(tree: &Tree, name: &str) -> Result<String, KernelError> {
    match tree.required_text(name)? {
        "" => Err(ValueError::Empty { node: name.to_owned() }.into()),
        text => Ok(text.to_owned()),
    }
}

/// Names and values as they stand, but for those that have numbers, which stand at the end if they are missing.
fn extended(tree: &Tree) -> Vec<(String, String)> {
    if tree.is_leaf() {
        return Vec::new();
    }
    let mut data: Vec<(String, String)> =
        tree.children().map(|(name, value)| (name.to_owned(), value.text().to_owned())).collect();
    for (name, values) in NUMBERS {
        match data.iter_mut().find(|(present, _)| present == name) {
            Some((_, value)) => {
                if let Some(number) = values.iter().position(|candidate| candidate == value) {
                    *value = number.to_string();
                }
            }
            None => data.push((name.to_owned(), String::new())),
        }
    }
    data
}

fn arg(tree: &Tree) -> Result<PsArg, KernelError> {
    let ty = filled(tree, "type")?;
    let stated = filled(tree, "address-qualifier")?;
    let qualifier = QUALIFIERS.iter().find(|(name, _)| *name == stated).map(|(_, qualifier)| *qualifier);
    Ok(PsArg {
        name: filled(tree, "name")?,
        qualifier: qualifier.ok_or_else(|| {
            let known = QUALIFIERS.map(|(name, _)| name).to_vec();
            ValueError::UnknownName { node: "address-qualifier".to_owned(), text: stated.clone(), known }
        })?,
        has_position: tree.number_or::<u8>("use-id", 1)? != 0,
        size: size(&ty)?,
        offset: filled(tree, "offset")?,
        ty,
        memory: tree.optional_text("memory-connection").map(memory),
    })
}

fn size(ty: &str) -> Result<u64, KernelError> {
    let ty = ty.replace(' ', "");
    if ty.ends_with('*') {
        return Ok(ADDRESS);
    }
    let size = SIZES.iter().find(|(name, _)| *name == ty).map(|(_, size)| *size);
    size.ok_or_else(|| KernelError::UnknownType { ty, known: SIZES.map(|(name, _)| name).to_vec() })
}

/// Positions of banks that are separated by commas, or a bank's tag.
fn memory(text: &str) -> Memory {
    if text.is_empty() {
        return Memory::OfPrograms;
    }
    let banks: Result<Vec<usize>, _> = text.split(',').map(|bank| bank.trim().parse()).collect();
    banks.map_or_else(|_| Memory::Tagged(text.to_owned()), Memory::Banks)
}
