//! `sycl-hls check`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use crate::catalogue;
use crate::cli::ProjectArgs;
use crate::diagnostics::json;
use crate::failure::Failure;
use crate::placement::check_board;
use crate::project::Project;
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
    /// Source files; without any, those of the project
    #[arg(value_name = "FILE.rs")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    project: ProjectArgs,
    /// How messages are written
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
    let (files, board) = if args.files.is_empty() {
        let project = Project::find(&args.project)?;
        let files = project.images()?.into_iter().flat_map(|image| image.files).collect();
        let board = project.config.project.board.as_deref();
        let board = board.map(|name| catalogue::find(project.boards, name)).transpose()?;
        (files, board)
    } else {
        (args.files.iter().map(|file| SourceFile::named(file)).collect::<Vec<_>>(), None)
    };
    let renderer = renderer().short_message(args.message_format == MessageFormat::Short);
    let mut warnings = 0;
    let modules = translate_and_show(&files, |translated| {
        warnings += translated.warnings();
        match args.message_format {
            MessageFormat::Json => print(&json::lines(translated)?),
            format => {
                let end = if format == MessageFormat::Human { "\n" } else { "" };
                translated.rendered(&renderer).for_each(|message| anstream::eprintln!("{message}{end}"));
                Ok(())
            }
        }
    })?;
    if let Some(board) = board {
        refuse(&modules, |module| check_board(module, board))?;
    }
    let kernels: usize = modules.iter().map(|module| module.kernels().count()).sum();
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
