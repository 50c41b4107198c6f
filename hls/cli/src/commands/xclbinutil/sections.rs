//! Sections, as the options say.

use anyhow::Context as _;
use xclbin_tools::section::{Connectivity, Format, MemTopology};
use xclbin_tools::{Content, Editor, Error, Section as _, SectionKind, SectionPlace, group_banks};

use super::{Xclbinutil, kernels};
use crate::commands::xclbin::Transfer;
use crate::failure::Failure;

/// In the order of xclbinutil, whatever the order of the options.
pub fn change(editor: &mut Editor, args: &Xclbinutil) -> anyhow::Result<()> {
    for place in &args.remove_section {
        editor.remove_place(place)?;
    }
    for transfer in &args.add_replace_section {
        let place = named(transfer)?;
        match editor.find(place)? {
            Some(_) if place.part.is_none() => editor.replace_file(place, transfer.format, &transfer.file)?,
            _ => editor.add_file(place, transfer.format, &transfer.file)?,
        }
    }
    for transfer in &args.replace_section {
        editor.replace_file(named(transfer)?, transfer.format, &transfer.file)?;
    }
    for transfer in &args.add_section {
        match &transfer.place {
            Some(place) => editor.add_file(place, transfer.format, &transfer.file)?,
            None => editor.add_document(&transfer.file).map(drop)?,
        }
    }
    for transfer in &args.add_merge_section {
        editor.add_or_append_file(named(transfer)?, transfer.format, &transfer.file)?;
    }
    for transfer in &args.append_section {
        if transfer.place.is_some() || transfer.format != Format::Json {
            let failure = Failure::user(format!("`{transfer}` cannot be appended"));
            return Err(failure.help("a document tells its sections itself: `:JSON:FILE`").into());
        }
        editor.append_document(&transfer.file)?;
    }
    kernels::change(editor, args)?;
    let groups = [SectionKind::GROUP_TOPOLOGY, SectionKind::GROUP_CONNECTIVITY];
    let has_new_kernels = !args.add_kernel.is_empty() || !args.add_pskernel.is_empty();
    if args.reset_bank_grouping || has_new_kernels && !args.skip_bank_grouping {
        groups.iter().for_each(|kind| editor.position(*kind).into_iter().for_each(|at| editor.remove(at)));
    }
    let is_grouped = groups.iter().any(|kind| editor.position(*kind).is_some());
    let is_asked_for = args.output.is_some() || !args.dump_section.is_empty();
    if !is_grouped && !args.skip_bank_grouping && is_asked_for {
        group(editor)?;
    }
    if args.transform_pdi {
        editor.transform_pdis()?;
    }
    Ok(())
}

fn named(transfer: &Transfer) -> anyhow::Result<&SectionPlace> {
    transfer.place.as_ref().with_context(|| format!("`{transfer}` does not say which section is meant"))
}

/// Adds the groups of memory banks.
fn group(editor: &mut Editor) -> Result<(), Error> {
    let Some(memory) = editor.position(SectionKind::MEM_TOPOLOGY) else { return Ok(()) };
    let memory = MemTopology::from_bytes(&editor.payload(memory)?)?;
    let connectivity = editor.position(SectionKind::CONNECTIVITY).map(|position| editor.payload(position));
    let connectivity =
        connectivity.transpose()?.map(|payload| Connectivity::from_bytes(&payload)).transpose()?;
    if memory.banks.is_empty() {
        return Ok(());
    }
    let (topology, groups) = group_banks(&memory, connectivity.as_ref().unwrap_or(&Connectivity::default()))?;
    if !groups.0.connections.is_empty() {
        editor.add(SectionKind::GROUP_CONNECTIVITY, "", Content::Bytes(groups.to_bytes()?))?;
    }
    editor.add(SectionKind::GROUP_TOPOLOGY, "", Content::Bytes(topology.to_bytes()?))
}
