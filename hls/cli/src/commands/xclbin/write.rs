//! Writing a changed image.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sycl_hls_compiler::tool::Cancel;
use xclbin_tools::{Editor, Error, Lost, MirrorForm, XclbinFile};

use super::failure;
use crate::interrupt::on_interrupt;
use crate::terminal::Terminal;

/// Where a changed image goes.
#[derive(Debug, Args)]
pub struct WriteArgs {
    /// The file to write [default: the image itself, which is replaced as a whole]
    #[arg(short, long, value_name = "FILE.xclbin")]
    pub output: Option<PathBuf>,
    /// Keep the UUID, by which XRT recognizes images
    #[arg(long)]
    pub keep_uuid: bool,
    /// The form of the mirror, a copy of the metadata after the sections
    #[arg(long, value_name = "FORM", default_value = "keep", hide_default_value = true)]
    pub mirror: MirrorArg,
}

/// How the mirror is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MirrorArg {
    /// Its existing form
    Keep,
    /// No mirror
    None,
    /// The form of xclbinutil 2.13 (2022.1) and earlier
    #[value(name = "2.13")]
    V2_13,
    /// The form of xclbinutil 2.25
    #[value(name = "2.25")]
    V2_25,
}

/// An image that is being changed, until Ctrl-C.
pub struct Change {
    /// The image.
    pub editor: Editor,
    /// Where it goes.
    pub output: PathBuf,
    cancel: Cancel,
}

impl Change {
    /// Starts to change a file; `output` is where it goes if that is another one. Processes that change one in place take
    /// turns.
    ///
    /// # Errors
    /// When the file cannot be read or is no sound image.
    pub fn start(file: &Path, output: Option<&Path>) -> anyhow::Result<Self> {
        let cancel = on_interrupt()?;
        let output = output.unwrap_or(file);
        let goes_on = || !cancel.is_cancelled();
        let is_same = match (file.canonicalize(), output.canonicalize()) {
            (Ok(file), Ok(output)) => file == output,
            _ => false,
        };
        let image = if is_same { XclbinFile::open_in_turn(file, &goes_on) } else { XclbinFile::open(file) };
        let editor = image.and_then(Editor::of);
        Ok(Self { editor: editor.map_err(failure)?, output: output.to_owned(), cancel })
    }

    /// Starts a new file.
    ///
    /// # Errors
    /// When there can be no Ctrl-C.
    pub fn new(editor: Editor, output: &Path) -> anyhow::Result<Self> {
        Ok(Self { editor, output: output.to_owned(), cancel: on_interrupt()? })
    }

    /// False after Ctrl-C.
    pub fn goes_on(&self) -> bool {
        !self.cancel.is_cancelled()
    }
}

/// Says what of an image does not outlast the change.
pub fn say_lost(lost: &[Lost], terminal: Terminal) {
    lost.iter().for_each(|lost| terminal.say("Dropped", &lost.to_string()));
}

/// Writes a changed image where it is wanted.
pub fn save(mut change: Change, args: &WriteArgs, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let editor = &mut change.editor;
    match args.mirror {
        MirrorArg::Keep => {}
        MirrorArg::None => editor.set_mirror(None),
        MirrorArg::V2_13 => editor.set_mirror(Some(MirrorForm::V2_13)),
        MirrorArg::V2_25 => editor.set_mirror(Some(MirrorForm::V2_25)),
    }
    if !args.keep_uuid {
        editor.renew_uuid();
    }
    write(&change, terminal).map_err(failure)?;
    terminal.say("Wrote", &change.output.display().to_string());
    Ok(ExitCode::SUCCESS)
}

fn write(change: &Change, terminal: Terminal) -> Result<(), Error> {
    say_lost(&change.editor.lost()?, terminal);
    change.editor.write(&change.output, &|| change.goes_on())
}
