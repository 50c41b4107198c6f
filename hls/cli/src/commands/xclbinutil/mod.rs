//! `sycl-hls xclbinutil`: the command line of AMD's xclbinutil.

mod kernels;
mod keys;
mod sections;
mod signatures;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use clap::Args;
use sycl_hls_types::Target;
use xclbin_tools::{Editor, Error, MirrorForm, Mode, SectionKind, SectionPlace, Uuid, XclbinFile};

use kernels::PsKernel;
use keys::KeyValue;
use signatures::Signatures;

use super::xclbin::{Transfer, failure, show_info};
use crate::failure::{Failure, report};
use crate::interrupt::on_interrupt;
use crate::terminal::{Terminal, print};

/// What xclbinutil ends with when a section is missing.
const MISSING_SECTION: u8 = 100;

/// What it ends with at any other error.
pub const ERROR: u8 = 255;

/// Change images with the options of AMD's xclbinutil
///
/// Options can be abbreviated (`--dump-sec`). Options that are not here are not in this version. Exit codes are those of xclbinutil: 100 for a section that is
/// missing, 255 for any other error.
#[derive(Debug, Args)]
#[command(
    infer_long_args = true,
    arg_required_else_help = true,
    after_help = "Examples:
  sycl-hls xclbinutil --info --input build/u200/sw_emu/vadd.xclbin
  sycl-hls xclbinutil -i a.xclbin --dump-section IP_LAYOUT:JSON:i.json
  sycl-hls xclbinutil -i a.xclbin -o c.xclbin --key-value USER:made:here
  sycl-hls xclbinutil --list-sections"
)]
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
    /// Add sections, or append what a JSON file has for them to those that are there
    #[arg(long, value_name = "SECTION:JSON:FILE", num_args = 1..)]
    add_merge_section: Vec<Transfer>,
    /// Append to sections what a JSON file has for them
    #[arg(long, value_name = ":JSON:FILE", num_args = 1..)]
    append_section: Vec<Transfer>,
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
    /// Check that the `file` command can say what the image is
    #[arg(long)]
    file_check: bool,
    /// Show the version
    #[arg(long)]
    version: bool,
    #[command(flatten)]
    signatures: Signatures,
    /// Add kernels that the device has, from their descriptions in JSON
    #[arg(long, value_name = "FILE", num_args = 1..)]
    add_kernel: Vec<PathBuf>,
    /// Add kernels for the card's processor, from their libraries
    #[arg(long, value_name = "[[BANKS]:[NAME]:[INSTANCES]:]LIBRARY", num_args = 1..)]
    add_pskernel: Vec<PsKernel>,
    /// Read the image from its mirror, in whatever form, instead of its headers
    #[arg(long, requires = "input")]
    migrate_forward: bool,
    /// Give images for AI engines the form that loads faster
    #[arg(long)]
    transform_pdi: bool,
    /// Taken for the sake of scripts: nothing more is shown
    #[arg(long, short, hide = true)]
    trace: bool,
    /// Taken for the sake of scripts: nothing more is shown
    #[arg(long, hide = true)]
    signature_debug: bool,
}

impl Xclbinutil {
    /// What sections are added from or get a new content from.
    fn added(&self) -> impl Iterator<Item = &Transfer> {
        let options =
            [&self.add_replace_section, &self.replace_section, &self.add_section, &self.add_merge_section];
        options.into_iter().flatten()
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
    if args.version {
        return print(&format!("sycl-hls {}, in place of xclbinutil 2.13.466\n", env!("CARGO_PKG_VERSION")));
    }
    check_files(args)?;
    let cancel = on_interrupt()?;
    let goes_on = || !cancel.is_cancelled();
    if signatures::of_input(args, terminal, &goes_on)? {
        return Ok(());
    }
    let mut editor = match &args.input {
        Some(input) if args.migrate_forward => Editor::migrated(input)?,
        Some(input) => Editor::of(XclbinFile::open(input)?)?,
        None => Editor::new(Mode::Flat, "", Uuid::new_v4(), now())?,
    };
    sections::change(&mut editor, args)?;
    keys::change(&mut editor, args)?;
    for Transfer { place, format, file } in &args.dump_section {
        match place {
            Some(place) => editor.dump_file(place, *format, file, &goes_on)?,
            None => editor.dump_document(file, &goes_on)?,
        }
    }
    if let Some(output) = &args.output {
        if editor.mirror().is_none() {
            editor.set_mirror(Some(MirrorForm::V2_13));
        }
        let sets_uuid = args.key_value.iter().any(|pair| pair.is_system && pair.key == "XclbinUUID");
        if !args.skip_uuid_insertion && !sets_uuid {
            editor.renew_uuid();
        }
        signatures::write(&editor, output, &args.signatures, terminal, &goes_on)?;
        terminal.say("Wrote", &output.display().to_string());
    }
    info(args)?;
    if args.file_check { check_for_file(&editor) } else { Ok(()) }
}

/// What the `file` command looks for in an image.
fn check_for_file(editor: &Editor) -> anyhow::Result<()> {
    let missing: Vec<&str> = [
        ("the platform's name", editor.platform_vbnv().is_empty()),
        ("any section", editor.sections().len() == 0),
    ]
    .into_iter()
    .filter_map(|(what, is_missing)| is_missing.then_some(what))
    .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let failure = Failure::user(format!("the image lacks {}", missing.join(" and ")));
    Err(failure.note("`file` shows them").into())
}

/// Files that are there are written over only when that is wanted, and never those that are read.
fn check_files(args: &Xclbinutil) -> anyhow::Result<()> {
    let dumped = args.dump_section.iter().map(|transfer| &transfer.file);
    let info = args.info.iter().flatten();
    let signature = args.signatures.dump_signature.iter();
    let read = args.input.iter().chain(args.signatures.read());
    let read = read.chain(args.added().chain(&args.append_section).map(|transfer| &transfer.file));
    let read: Vec<PathBuf> = read.filter_map(|path| path.canonicalize().ok()).collect();
    for path in args.output.iter().chain(dumped).chain(info).chain(signature) {
        let Ok(place) = path.canonicalize() else { continue };
        if !args.force {
            let failure = Failure::user(format!("{} is there already", path.display()));
            return Err(failure.help("say `--force` to write over it").into());
        }
        if read.contains(&place) {
            let failure = Failure::user(format!("{} is read and written", path.display()));
            return Err(failure
                .note("AMD's xclbinutil refuses that, too")
                .help("write to another file; `sycl-hls xclbin` changes images in place")
                .into());
        }
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
