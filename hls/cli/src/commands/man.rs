//! `sycl-hls man`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Command};

use crate::folders::{create_folder, write_file};
use crate::terminal::Terminal;

/// Write the manual pages: one for each command
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls man man1")]
pub struct Man {
    /// Where they go; what is there under their names is replaced
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the pages of `program`.
pub fn man(args: &Man, program: Command, terminal: Terminal) -> anyhow::Result<ExitCode> {
    create_folder(&args.folder)?;
    let mut program = program.disable_help_subcommand(true);
    program.build();
    write_pages(program, &args.folder)?;
    terminal.say("Wrote", &args.folder.join("sycl-hls*.1").display().to_string());
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command, and those of its commands.
fn write_pages(command: Command, folder: &Path) -> anyhow::Result<()> {
    for command in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        write_pages(command.clone(), folder)?;
    }
    let page = clap_mangen::Man::new(command);
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok(write_file(&folder.join(page.get_filename()), text)?)
}
