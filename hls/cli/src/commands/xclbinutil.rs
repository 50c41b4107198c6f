//! `sycl-hls xclbinutil`: the command line of AMD's xclbinutil.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use clap::Args;
use sycl_hls_types::Target;
use xclbin_tools::section::{self, Connectivity, MemTopology};
use xclbin_tools::{
    Content, Editor, Error, MirrorForm, Mode, Section, SectionKind, SectionPlace, Uuid, XclbinFile,
    group_banks,
};

use super::xclbin::{Transfer, failure, show_info};
use crate::failure::{Failure, report};
use crate::image::mode_of;
use crate::interrupt::on_interrupt;
use crate::terminal::{Terminal, print};

/// What xclbinutil ends with when a section is missing.
const MISSING_SECTION: u8 = 100;

/// What it ends with at any other error.
const ERROR: u8 = 255;

/// Change images with the options of AMD's xclbinutil
///
/// Options that are not here are not in this version. Exit codes are those of xclbinutil: 100 for a section that is
/// missing, 255 for any other error.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbinutil --info --input build/u200/sw_emu/vadd.xclbin
  sycl-hls xclbinutil -i a.xclbin --dump-section IP_LAYOUT:JSON:i.json
  sycl-hls xclbinutil -i a.xclbin -o c.xclbin --key-value USER:made:here
  sycl-hls xclbinutil --list-sections")]
pub struct Xclbinutil {
    /// The image; without one, sections are added to an empty one
    #[arg(short, long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Where the changed image goes
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write over files that are there
    #[arg(long)]
    force: bool,
    /// Show the image, or write what would be shown to a file
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    info: Option<Option<PathBuf>>,
    /// List the names of sections
    #[arg(long, visible_alias = "list-names", exclusive = true)]
    list_sections: bool,
    /// Remove sections
    #[arg(long, value_name = "SECTION", num_args = 1..)]
    remove_section: Vec<SectionPlace>,
    /// Add sections, or give those that are there another content
    #[arg(long, value_name = "SECTION:FORMAT:FILE", num_args = 1..)]
    add_replace_section: Vec<Transfer>,
    /// Give sections another content
    #[arg(long, value_name = "SECTION:FORMAT:FILE", num_args = 1..)]
    replace_section: Vec<Transfer>,
    /// Add sections
    #[arg(long, value_name = "SECTION:FORMAT:FILE", num_args = 1..)]
    add_section: Vec<Transfer>,
    /// Write sections to files
    #[arg(long, value_name = "SECTION:FORMAT:FILE", num_args = 1..)]
    dump_section: Vec<Transfer>,
    /// Remove keys
    #[arg(long, value_name = "KEY", num_args = 1..)]
    remove_key: Vec<String>,
    /// Give keys values, USER:key:value, or set fields of the header, SYS:field:value
    #[arg(long, value_name = "[USER|SYS]:KEY:VALUE", num_args = 1..)]
    key_value: Vec<KeyValue>,
    /// hw, hw_emu or sw_emu
    #[arg(long)]
    target: Option<Target>,
    /// Make no groups of memory banks
    #[arg(long)]
    skip_bank_grouping: bool,
    /// Make the groups of memory banks anew
    #[arg(long)]
    reset_bank_grouping: bool,
    /// Keep the identity
    #[arg(long)]
    skip_uuid_insertion: bool,
}

/// An argument of `--key-value`.
#[derive(Clone, Debug)]
struct KeyValue {
    is_system: bool,
    key: String,
    value: String,
}

impl std::str::FromStr for KeyValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "expected USER:key:value or SYS:key:value".to_owned();
        let (domain, rest) = text.split_once(':').ok_or_else(wrong)?;
        let (key, value) = rest.split_once(':').ok_or_else(wrong)?;
        let is_system = match domain.to_ascii_uppercase().as_str() {
            "SYS" => true,
            "USER" => false,
            _ => return Err(wrong()),
        };
        Ok(Self { is_system, key: key.to_owned(), value: value.to_owned() })
    }
}

pub fn xclbinutil(args: &Xclbinutil, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let Err(error) = run(args, terminal) else { return Ok(ExitCode::SUCCESS) };
    let is_missing = matches!(error.downcast_ref::<Error>(), Some(Error::NoSection { .. }));
    let code = if is_missing { MISSING_SECTION } else { ERROR };
    report(&error.downcast::<Error>().map_or_else(|other| other, |error| failure(error).into()));
    Ok(code.into())
}

fn run(args: &Xclbinutil, terminal: Terminal) -> anyhow::Result<()> {
    if args.list_sections {
        let names = SectionKind::all().map(|kind| format!("  {kind}\n")).collect::<String>();
        return print(&names);
    }
    check_outputs(args)?;
    let mut editor = match &args.input {
        Some(input) => Editor::of(XclbinFile::open(input)?)?,
        None => Editor::new(Mode::Flat, "", Uuid::new_v4(), now())?,
    };
    change_sections(&mut editor, args)?;
    change_keys(&mut editor, args)?;
    let cancel = on_interrupt()?;
    let goes_on = || !cancel.is_cancelled();
    for transfer in &args.dump_section {
        let place = transfer.place.as_ref();
        let place = place.context("say which section is dumped: SECTION:FORMAT:FILE")?;
        editor.dump_file(place, transfer.format, &transfer.file, &goes_on)?;
    }
    if let Some(output) = &args.output {
        if editor.mirror().is_none() {
            editor.set_mirror(Some(MirrorForm::V2_13));
        }
        let sets_uuid = args.key_value.iter().any(|pair| pair.is_system && pair.key == "XclbinUUID");
        if !args.skip_uuid_insertion && !sets_uuid {
            editor.renew_uuid();
        }
        editor.write(output, &goes_on)?;
        terminal.say("Wrote", &output.display().to_string());
    }
    info(args)
}

/// Files that are there are written over only when that is wanted.
fn check_outputs(args: &Xclbinutil) -> anyhow::Result<()> {
    let dumped = args.dump_section.iter().map(|transfer| &transfer.file);
    let info = args.info.iter().flatten();
    let there = args.output.iter().chain(dumped).chain(info).find(|path| path.exists());
    match there.filter(|_| !args.force) {
        Some(path) => {
            let failure = Failure::user(format!("{} is there already", path.display()));
            Err(failure.help("say `--force` to write over it").into())
        }
        None => Ok(()),
    }
}

/// In the order of xclbinutil, whatever the order of the options.
fn change_sections(editor: &mut Editor, args: &Xclbinutil) -> anyhow::Result<()> {
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
    let groups = [SectionKind::GROUP_TOPOLOGY, SectionKind::GROUP_CONNECTIVITY];
    if args.reset_bank_grouping {
        groups.iter().for_each(|kind| editor.position(*kind).into_iter().for_each(|at| editor.remove(at)));
    }
    let is_grouped = groups.iter().any(|kind| editor.position(*kind).is_some());
    let is_asked_for = args.output.is_some() || !args.dump_section.is_empty();
    if !is_grouped && !args.skip_bank_grouping && is_asked_for {
        group(editor)?;
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

fn change_keys(editor: &mut Editor, args: &Xclbinutil) -> anyhow::Result<()> {
    for key in &args.remove_key {
        if !editor.remove_key(key)? {
            return Err(Failure::user(format!("there is no key `{key}`")).into());
        }
    }
    if let Some(target) = args.target {
        editor.set_mode(mode_of(target));
    }
    for KeyValue { is_system, key, value } in &args.key_value {
        if *is_system {
            set_field(editor, key, value)?;
        } else {
            editor.set_key(key, value)?;
        }
    }
    set_interface(editor)
}

fn set_field(editor: &mut Editor, field: &str, value: &str) -> anyhow::Result<()> {
    let wrong = || Failure::user(format!("`{value}` is no value of SYS:{field}"));
    match field {
        "mode" => editor.set_mode(mode(value).ok_or_else(wrong)?),
        "action_mask" => editor.add_actions(match value {
            "LOAD_AIE" => 1,
            "LOAD_PDI" => 2,
            _ => return Err(wrong().into()),
        }),
        "FeatureRomTimestamp" => editor.set_feature_rom_timestamp(value.parse().map_err(|_| wrong())?),
        "InterfaceUUID" => editor.set_interface_uuid(Uuid::parse_str(value).map_err(|_| wrong())?),
        "PlatformVBNV" => editor.set_platform_vbnv(value)?,
        "XclbinUUID" => editor.set_uuid(Uuid::parse_str(value).map_err(|_| wrong())?),
        _ => {
            let known = "mode, action_mask, FeatureRomTimestamp, InterfaceUUID, PlatformVBNV and XclbinUUID";
            return Err(Failure::user(format!("there is no SYS:{field}"))
                .help(format!("there are {known}"))
                .into());
        }
    }
    Ok(())
}

fn mode(name: &str) -> Option<Mode> {
    Some(match name {
        "flat" => Mode::Flat,
        "hw_pr" => Mode::Pr,
        "tandem" => Mode::TandemStage2,
        "tandem_pr" => Mode::TandemStage2WithPr,
        "hw_emu" => Mode::HwEmu,
        "sw_emu" => Mode::SwEmu,
        "hw_emu_pr" => Mode::HwEmuPr,
        _ => return None,
    })
}

/// The partition's first interface is that of the image.
fn set_interface(editor: &mut Editor) -> anyhow::Result<()> {
    let kind = SectionKind::PARTITION_METADATA;
    let Some(position) = editor.position(kind) else { return Ok(()) };
    let json = section::to_json(kind, &editor.payload(position)?)?;
    let interfaces =
        json.as_ref().and_then(|json| json.document.get("partition_metadata")?.get("interfaces"));
    let first = interfaces.and_then(|list| list.children().next());
    if let Some(uuid) = first.and_then(|(_, interface)| interface.optional_text("interface_uuid")) {
        let wrong = || Failure::user(format!("section {kind}: `{uuid}` is no UUID"));
        editor.set_interface_uuid(Uuid::parse_str(uuid).map_err(|_| wrong())?);
    }
    Ok(())
}

/// Shows the image that was written, or the one that was read.
fn info(args: &Xclbinutil) -> anyhow::Result<()> {
    let Some(wanted) = &args.info else { return Ok(()) };
    let file: &Path =
        args.output.as_ref().or(args.input.as_ref()).context("there is no image: say `--input FILE`")?;
    match wanted {
        None => show_info(file, file, false),
        Some(path) => super::xclbin::write_info(file, path),
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
