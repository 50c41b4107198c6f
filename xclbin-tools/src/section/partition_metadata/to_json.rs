//! A device tree to the metadata as JSON.

use super::super::{SectionError, ValueError};
use super::{PartitionMetadataError, Parts, copy_texts, firmware, transform_child};
use crate::tree::Tree;

pub(super) const PARTS: Parts = Parts { interfaces, pcie, endpoint, info };

fn interfaces(from: &Tree) -> Result<Tree, SectionError> {
    let interface = |(_, interface): (&str, &Tree)| {
        Ok(Tree::new().with_text("interface_uuid", interface.required_text("interface_uuid")?))
    };
    Ok(Tree::list(from.children().map(interface).collect::<Result<Vec<_>, SectionError>>()?))
}

fn pcie(from: &Tree) -> Result<Tree, SectionError> {
    let mut bars = Tree::new();
    for (_, from) in from.required("bars")?.children() {
        let mut bar = Tree::new();
        let names = [
            ("pcie_bar_mapping", "pcie_base_address_register"),
            ("pcie_physical_function", "pcie_physical_function"),
        ];
        copy_texts(from, &mut bar, &names, &[])?;
        pair(from, &mut bar, "reg", ["offset", "range"])?;
        bars.push("", bar);
    }
    if bars.is_leaf() {
        return Err(ValueError::Empty { node: "bars".to_owned() }.into());
    }
    Ok(Tree::new().with("bars", bars))
}

/// A list of two becomes two texts.
fn pair(from: &Tree, to: &mut Tree, list: &str, names: [&str; 2]) -> Result<(), PartitionMetadataError> {
    let Some(list_node) = from.get(list) else { return Ok(()) };
    let items: Vec<&Tree> = list_node.children().map(|(_, item)| item).collect();
    let [first, second] = items[..] else {
        return Err(PartitionMetadataError::NoPair { list: list.to_owned(), entries: items.len() });
    };
    to.push(names[0], first.clone());
    to.push(names[1], second.clone());
    Ok(())
}

fn info(from: &Tree) -> Result<Tree, SectionError> {
    Ok(Tree::parse(from.required_text("__INFO")?.as_bytes())?)
}

fn endpoint(from: &Tree) -> Result<Tree, SectionError> {
    let mut to = Tree::new();
    pair(from, &mut to, "reg", ["offset", "range"])?;
    copy_texts(from, &mut to, &[], &[("pcie_physical_function", "pcie_physical_function")])?;
    if let Some(compatible) = from.get("compatible") {
        to.push("register_abstraction_name", Tree::text_of(abstraction_name(compatible)?));
    }
    pair(from, &mut to, "interrupts", ["msix_interrupt_start_index", "msix_interrupt_end_index"])?;
    transform_child(from, &mut to, "firmware", firmware)?;
    copy_texts(from, &mut to, &[], &[("pcie_bar_mapping", "pcie_base_address_register")])?;
    transform_child(from, &mut to, "interrupt_alias", |alias| Ok(alias.clone()))?;
    transform_child(from, &mut to, "interrupt_mapping", interrupt_mapping)?;
    Ok(to)
}

/// `a,b-c-d` and `c` become `a:b:c:d`; older trees have `a,b-d` and `c`.
fn abstraction_name(compatible: &Tree) -> Result<String, PartitionMetadataError> {
    let items: Vec<&str> = compatible.children().map(|(_, item)| item.text()).collect();
    let [full, kind] = items[..] else {
        let list = "compatible".to_owned();
        return Err(PartitionMetadataError::NoPair { list, entries: items.len() });
    };
    // A part may have a dash of its own.
    if let Some((vendor, rest)) = full.split_once(',')
        && let Some((library, version)) = rest.split_once(&format!("-{kind}-"))
    {
        return Ok(format!("{vendor}:{library}:{kind}:{version}"));
    }
    let name = full.replacen(',', ":", 1);
    if name.matches('-').count() == 1 {
        Ok(name.replace('-', &format!(":{kind}:")))
    } else {
        Ok(name.replace('-', ":"))
    }
}

fn interrupt_mapping(from: &Tree) -> Result<Tree, SectionError> {
    let mut to = Tree::new();
    for (_, node) in from.children() {
        let name = node.required_text("alias_name")?;
        let interrupts = node.get("interrupts").cloned().unwrap_or_default();
        if !interrupts.children().len().is_multiple_of(2) {
            return Err(PartitionMetadataError::OddInterrupts { name: name.to_owned() }.into());
        }
        to.push(name, interrupts);
    }
    Ok(to)
}
