//! The partition as JSON.

use uuid::Uuid;

use super::super::described::{in_entry, name_of, wrong};
use super::super::{Loader, NamedFile, Section as _, SectionError, ValueError};
use super::{AiePartition, AiePartitionError, AiePdi, CdoGroup};
use crate::Error;
use crate::tree::{Tree, number};

/// The names of groups' kinds in JSON.
const KINDS: [(u8, &str); 4] = [(0, "UNKNOWN"), (1, "PRIMARY"), (2, "LITE"), (3, "PRE_POST")];

/// The JSON of a payload, and the images beside it by their names.
pub(crate) fn to_tree(payload: &[u8]) -> Result<(Tree, Vec<NamedFile>), Error> {
    let partition = AiePartition::from_bytes(payload)?;
    let columns = partition.start_columns.iter().map(|column| Tree::text_of(column.to_string()));
    let place = Tree::new()
        .with_text("column_width", partition.column_width)
        .with("start_columns", Tree::list(columns));
    let tree = Tree::new()
        .with_text("name", &partition.name)
        .with_text("operations_per_cycle", partition.operations_per_cycle)
        .with_text("inference_fingerprint", partition.inference_fingerprint)
        .with_text("pre_post_fingerprint", partition.pre_post_fingerprint)
        .with_text("kernel_commit_id", &partition.kernel_commit_id)
        .with("partition", place)
        .with("PDIs", Tree::list(partition.pdis.iter().map(pdi_to_tree)));
    let images = partition.pdis.into_iter().map(|pdi| (file_name(pdi.uuid), pdi.image));
    Ok((tree, images.collect()))
}

fn file_name(uuid: Uuid) -> String {
    format!("{uuid}.pdi")
}

fn pdi_to_tree(pdi: &AiePdi) -> Tree {
    Tree::new()
        .with_text("uuid", pdi.uuid)
        .with_text("file_name", file_name(pdi.uuid))
        .with("cdo_groups", Tree::list(pdi.groups.iter().map(group_to_tree)))
}

fn group_to_tree(group: &CdoGroup) -> Tree {
    let mut tree = Tree::new().with_text("name", &group.name);
    if group.kind != 0 {
        let name = name_of(&KINDS, group.kind);
        tree = tree.with_text("type", if name.is_empty() { KINDS[0].1 } else { name });
    }
    tree = tree.with_hex("pdi_id", group.pdi_id);
    let lists = [("dpu_kernel_ids", &group.dpu_kernel_ids), ("pre_cdo_groups", &group.pre_cdo_groups)];
    for (name, numbers) in lists.into_iter().filter(|(_, numbers)| !numbers.is_empty()) {
        tree.push(name, Tree::list(numbers.iter().map(|number| Tree::text_of(format!("{number:#x}")))));
    }
    tree
}

/// The payload of JSON, with the images from the files that it names. `name` is the partition's.
pub(crate) fn from_tree(tree: &Tree, name: &str, load: Loader<'_>) -> Result<Vec<u8>, Error> {
    let place = tree.required("partition").map_err(wrong(AiePartition::KIND))?;
    let pdis = entries(tree, "PDIs").map_err(wrong(AiePartition::KIND))?;
    let partition = AiePartition {
        name: name.to_owned(),
        operations_per_cycle: tree.number_or("operations_per_cycle", 0).map_err(wrong(AiePartition::KIND))?,
        inference_fingerprint: tree
            .number_or("inference_fingerprint", 0)
            .map_err(wrong(AiePartition::KIND))?,
        pre_post_fingerprint: tree.number_or("pre_post_fingerprint", 0).map_err(wrong(AiePartition::KIND))?,
        kernel_commit_id: tree.optional_text("kernel_commit_id").unwrap_or_default().to_owned(),
        column_width: place.number("column_width").map_err(wrong(AiePartition::KIND))?,
        start_columns: numbers(place, "start_columns").map_err(wrong(AiePartition::KIND))?,
        pdis: pdis.into_iter().map(|pdi| pdi_from_tree(pdi, load)).collect::<Result<_, _>>()?,
    };
    complete(&partition).map_err(wrong(AiePartition::KIND))?;
    partition.to_bytes()
}

/// Refuses a partition without what it is made of.
fn complete(partition: &AiePartition) -> Result<(), SectionError> {
    if partition.column_width == 0 {
        return Err(AiePartitionError::NoColumns.into());
    }
    if partition.start_columns.is_empty() {
        return Err(ValueError::Empty { node: "start_columns".to_owned() }.into());
    }
    if partition.pdis.is_empty() {
        return Err(ValueError::Empty { node: "PDIs".to_owned() }.into());
    }
    Ok(())
}

fn pdi_from_tree(tree: &Tree, load: Loader<'_>) -> Result<AiePdi, Error> {
    let pdi = || -> Result<_, SectionError> {
        let uuid = tree.required_text("uuid")?.replace("0x", "");
        let uuid = Uuid::parse_str(&uuid).map_err(AiePartitionError::Uuid)?;
        let groups = entries(tree, "cdo_groups")?;
        if groups.is_empty() {
            return Err(ValueError::Empty { node: "cdo_groups".to_owned() }.into());
        }
        let groups = groups
            .into_iter()
            .enumerate()
            .map(|(index, group)| group_from_tree(group).map_err(in_entry("cdo_groups", index)));
        Ok((uuid, groups.collect::<Result<_, _>>()?, tree.required_text("file_name")?))
    };
    let (uuid, groups, file) = pdi().map_err(wrong(AiePartition::KIND))?;
    Ok(AiePdi { uuid, image: load(file)?, groups })
}

fn group_from_tree(tree: &Tree) -> Result<CdoGroup, SectionError> {
    let kind = tree.optional_text("type").unwrap_or_default();
    let known = KINDS.iter().find(|(_, name)| name.eq_ignore_ascii_case(kind));
    Ok(CdoGroup {
        name: tree.optional_text("name").unwrap_or_default().to_owned(),
        kind: known.map_or(0, |(number, _)| *number),
        pdi_id: tree.number("pdi_id")?,
        dpu_kernel_ids: numbers(tree, "dpu_kernel_ids")?,
        pre_cdo_groups: numbers(tree, "pre_cdo_groups")?,
    })
}

fn entries<'a>(tree: &'a Tree, name: &str) -> Result<Vec<&'a Tree>, SectionError> {
    Ok(tree.required(name)?.children().map(|(_, entry)| entry).collect())
}

/// The numbers of a list; none if it is missing.
fn numbers<T: TryFrom<u64>>(tree: &Tree, name: &str) -> Result<Vec<T>, SectionError> {
    let entries = tree.get(name).into_iter().flat_map(Tree::children).enumerate();
    entries.map(|(index, (_, entry))| number(entry.text()).map_err(in_entry(name, index))).collect()
}
