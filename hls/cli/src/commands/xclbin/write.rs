//! Writing a changed image.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use xclbin_tools::{Editor, MirrorForm, XclbinFile};

use super::failure;
use crate::interrupt::on_interrupt;
use crate::terminal::Terminal;

/// Where a changed image goes.
#[derive(Debug, Args)]
pub struct WriteArgs {
    /// Write there [default: the image itself, which is the old one or the whole new one at any time]
    #[arg(short, long, value_name = "FILE.xclbin")]
    pub output: Option<PathBuf>,
    /// Keep the identity, by which XRT takes two images for the same
    #[arg(long)]
    pub keep_uuid: bool,
    /// The copy of the metadata behind the sections, as a version of xclbinutil writes it
    #[arg(long, value_name = "FORM", default_value = "keep", hide_default_value = true)]
    pub mirror: MirrorArg,
}

/// How the mirror is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MirrorArg {
    /// As it is
    Keep,
    /// Without one
    None,
    /// As xclbinutil 2.13 (2022.1) and before
    #[value(name = "2.13")]
    V2_13,
    /// As xclbinutil 2.25
    #[value(name = "2.25")]
    V2_25,
}

/// What is said where a signature is not kept.
pub const LOST_SIGNATURE: &str = "the signature: it would not hold for what was changed";

/// Starts to change a file.
pub fn edit(file: &Path) -> anyhow::Result<Editor> {
    let editor = XclbinFile::open(file).and_then(Editor::of);
    Ok(editor.map_err(failure)?)
}

/// Writes a changed image where it is wanted.
pub fn save(
    mut editor: Editor,
    file: &Path,
    args: &WriteArgs,
    terminal: Terminal,
) -> anyhow::Result<ExitCode> {
    match args.mirror {
        MirrorArg::Keep => {}
        MirrorArg::None => editor.set_mirror(None),
        MirrorArg::V2_13 => editor.set_mirror(Some(MirrorForm::V2_13)),
        MirrorArg::V2_25 => editor.set_mirror(Some(MirrorForm::V2_25)),
    }
    if !args.keep_uuid {
        editor.renew_uuid();
    }
    write(&editor, args.output.as_deref().unwrap_or(file), terminal)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes an image, until Ctrl-C.
pub fn write(editor: &Editor, path: &Path, terminal: Terminal) -> anyhow::Result<()> {
    let cancel = on_interrupt()?;
    if editor.loses_signature() {
        terminal.say("Dropped", LOST_SIGNATURE);
    }
    editor.write(path, &|| !cancel.is_cancelled()).map_err(failure)?;
    terminal.say("Wrote", &path.display().to_string());
    Ok(())
}
