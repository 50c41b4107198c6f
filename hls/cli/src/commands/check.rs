//! `sycl-hls check`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sycl_hls_boards::Board;
use sycl_hls_ir::Module;

use super::emit::DEFAULT_MHZ;
use crate::args::ProjectArgs;
use crate::catalogue;
use crate::diagnostics::json;
use crate::failure::{Failure, report};
use crate::placement::check_board;
use crate::project::{ImageSources, Project};
use crate::sources::{SourceFile, refuse, translate_and_show};
use crate::terminal::{Terminal, print, renderer};

/// Check kernels without building anything
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls check
  sycl-hls check axpy.rs
  sycl-hls check --deny-warnings
  sycl-hls check --message-format json")]
pub struct Check {
    /// Source files [default: those of the project]
    #[arg(value_name = "FILE.rs")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    project: ProjectArgs,
    /// The form of messages
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    message_format: MessageFormat,
    /// Fail when there are warnings
    #[arg(long)]
    deny_warnings: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    /// With the source, as rustc does; on standard error
    Human,
    /// One line for each; on standard error
    Short,
    /// rustc's JSON for editors, one object a line; on standard output
    Json,
}

pub fn check(args: &Check, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let project = if args.files.is_empty() { Some(Project::find(&args.project)?) } else { None };
    let images = project.as_ref().map_or(Ok(Vec::new()), Project::images)?;
    let named = args.files.iter().map(|file| SourceFile::named(file));
    let files: Vec<_> = images.iter().flat_map(|image| image.files.clone()).chain(named).collect();
    let renderer = renderer().short_message(args.message_format == MessageFormat::Short);
    let mut warnings = 0;
    let board = project.as_ref().map_or(Ok(None), named_board);
    let known = board.as_ref().ok().copied().flatten();
    let mhz = known.map_or(DEFAULT_MHZ, |board| board.kernel_clock_mhz);
    let modules = translate_and_show(&files, Some(mhz), |translated| {
        warnings += translated.warnings();
        match args.message_format {
            MessageFormat::Json => print(&json::lines(&translated.source, &translated.diagnostics)?),
            format => {
                let end = if format == MessageFormat::Human { "\n" } else { "" };
                translated.rendered(&renderer).for_each(|message| anstream::eprintln!("{message}{end}"));
                Ok(())
            }
        }
    })?;
    if let Some(project) = &project {
        // A board that is not there hides nothing else.
        let checked = images.iter().try_for_each(|image| check_image(project, image, known, &modules));
        if let (Err(_), Err(error)) = (&board, &checked) {
            report(error);
        }
        board.and(checked)?;
    }
    let kernels: usize = modules.iter().map(|module| module.own_kernels().count()).sum();
    let count = |number, what| if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") };
    let found = match warnings {
        0 => "no errors".to_owned(),
        warnings => format!("no errors, {}", count(warnings, "warning")),
    };
    terminal.say(
        "Checked",
        &format!("{} in {}: {found}", count(kernels, "kernel"), count(modules.len(), "module")),
    );
    if args.deny_warnings && warnings > 0 {
        let failure = Failure::user(format!("{}, and warnings are denied", count(warnings, "warning")));
        return Err(failure.into());
    }
    Ok(ExitCode::SUCCESS)
}

/// The board that a project names, if it names one.
fn named_board(project: &Project) -> anyhow::Result<Option<&'static Board>> {
    let name = project.config.project.board.as_ref();
    name.map(|name| catalogue::find(project.boards, name)).transpose()
}

/// True if an image fits what `sycl-hls.toml` says of its kernels, and the board.
fn check_image(
    project: &Project,
    image: &ImageSources,
    board: Option<&Board>,
    modules: &[Module],
) -> anyhow::Result<()> {
    let is_in = |module: &&Module| image.files.iter().any(|file| file.shown_as == module.source.file);
    let mut placed: Vec<Module> = modules.iter().filter(is_in).cloned().collect();
    project.config.place(&image.name, &mut placed, board)?;
    board.map_or(Ok(()), |board| refuse(&placed, |module| check_board(module, board)))
}
