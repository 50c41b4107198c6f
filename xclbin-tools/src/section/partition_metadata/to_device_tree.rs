//! The metadata as JSON to a device tree.

use super::super::{SectionError, ValueError};
use super::{PartitionMetadataError, Parts, copy_texts, firmware, transform_child};
use crate::tree::Tree;

pub(super) const PARTS: Parts = Parts { interfaces, pcie, endpoint, info };

fn interfaces(from: &Tree) -> Result<Tree, SectionError> {
    let mut to = Tree::new();
    for (index, (_, interface)) in from.children().enumerate() {
        let uuid = interface.required_text("interface_uuid")?;
        to.push(format!("@{index}"), Tree::new().with_text("interface_uuid", uuid));
    }
    Ok(to)
}

fn pcie(from: &Tree) -> Result<Tree, SectionError> {
    let mut bars = Tree::new();
    for (index, (_, from)) in from.required("bars")?.children().enumerate() {
        let mut bar = Tree::new();
        let names = [
            ("pcie_base_address_register", "pcie_bar_mapping"),
            ("pcie_physical_function", "pcie_physical_function"),
        ];
        copy_texts(from, &mut bar, &names, &[])?;
        registers(from, &mut bar);
        bars.push(index.to_string(), bar);
    }
    if bars.is_leaf() {
        return Err(ValueError::Empty { node: "bars".to_owned() }.into());
    }
    Ok(Tree::new().with("bars", bars))
}

/// Offset and range become one list.
fn registers(from: &Tree, to: &mut Tree) {
    if let Some((offset, range)) = from.get("offset").zip(from.get("range")) {
        to.push("reg", Tree::list([offset.clone(), range.clone()]));
    }
}

fn info(from: &Tree) -> Result<Tree, SectionError> {
    Ok(Tree::new().with_text("__INFO", from.compact()))
}

fn endpoint(from: &Tree) -> Result<Tree, SectionError> {
    let mut to = Tree::new();
    registers(from, &mut to);
    copy_texts(from, &mut to, &[], &[("pcie_physical_function", "pcie_physical_function")])?;
    if let Some(name) = from.optional_text("register_abstraction_name") {
        to.push("compatible", compatible(name)?);
    }
    let interrupts = ["msix_interrupt_start_index", "msix_interrupt_end_index"].map(|name| from.get(name));
    match interrupts {
        [Some(start), Some(end)] => to.push("interrupts", Tree::list([start.clone(), end.clone()])),
        [None, None] => {}
        _ => return Err(PartitionMetadataError::OneInterrupt.into()),
    }
    transform_child(from, &mut to, "firmware", firmware)?;
    copy_texts(from, &mut to, &[], &[("pcie_base_address_register", "pcie_bar_mapping")])?;
    transform_child(from, &mut to, "interrupt_alias", |alias| Ok(alias.clone()))?;
    transform_child(from, &mut to, "interrupt_mapping", interrupt_mapping)?;
    Ok(to)
}

/// `a:b:c:d` becomes `a,b-c-d` and `c`.
fn compatible(name: &str) -> Result<Tree, PartitionMetadataError> {
    let [vendor, library, kind, version] = name.split(':').collect::<Vec<_>>()[..] else {
        return Err(PartitionMetadataError::AbstractionName { name: name.to_owned() });
    };
    let full = format!("{vendor},{library}-{kind}-{version}");
    Ok(Tree::list([Tree::text_of(full), Tree::text_of(kind)]))
}

fn interrupt_mapping(from: &Tree) -> Result<Tree, SectionError> {
    let mut to = Tree::new();
    for (index, (name, interrupts)) in from.children().enumerate() {
        if !interrupts.children().len().is_multiple_of(2) {
            return Err(PartitionMetadataError::OddInterrupts { name: name.to_owned() }.into());
        }
        let node = Tree::new().with_text("alias_name", name).with("interrupts", interrupts.clone());
        to.push(format!("@{index}"), node);
    }
    Ok(to)
}
