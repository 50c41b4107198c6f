//! `sycl-hls xclbin`: its subcommands, one a file.

mod change;
mod create;
mod diff;
mod dump;
mod info;
mod keyvalue;
mod list;
mod merge;
mod sign;
mod transfer;
mod verify;
mod write;

use std::process::ExitCode;

use clap::{Args, Subcommand};
use xclbin_tools::Error;

use crate::failure::{Failure, Kind};
use crate::terminal::Terminal;

pub use info::{show as show_info, write as write_info};
pub use transfer::Transfer;
pub use write::say_lost;

/// Look into images, change them, check them
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin info build/u200/sw_emu/vadd.xclbin
  sycl-hls xclbin dump build/u200/sw_emu/vadd.xclbin MEM_TOPOLOGY")]
pub struct XclbinCommand {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    Info(info::InfoArgs),
    List(list::ListArgs),
    Dump(dump::DumpArgs),
    Add(change::AddArgs),
    Replace(change::ReplaceArgs),
    Remove(change::RemoveArgs),
    Merge(merge::MergeArgs),
    Create(create::CreateArgs),
    Keyvalue(keyvalue::KeyvalueArgs),
    Verify(verify::VerifyArgs),
    Diff(diff::DiffArgs),
    Sign(sign::SignArgs),
    Validate(sign::ValidateArgs),
}

pub fn xclbin(args: &XclbinCommand, terminal: Terminal) -> anyhow::Result<ExitCode> {
    match &args.command {
        Subcommands::Info(args) => info::info(args),
        Subcommands::List(args) => list::list(args),
        Subcommands::Dump(args) => dump::dump(args),
        Subcommands::Add(args) => change::add(args, terminal),
        Subcommands::Replace(args) => change::replace(args, terminal),
        Subcommands::Remove(args) => change::remove(args, terminal),
        Subcommands::Merge(args) => merge::merge(args, terminal),
        Subcommands::Create(args) => create::create(args, terminal),
        Subcommands::Keyvalue(args) => keyvalue::keyvalue(args, terminal),
        Subcommands::Verify(args) => verify::verify(args, terminal),
        Subcommands::Diff(args) => diff::diff(args),
        Subcommands::Sign(args) => sign::sign(args, terminal),
        Subcommands::Validate(args) => sign::validate(args, terminal),
    }
}

/// An error of the container as the user sees it.
pub fn failure(error: Error) -> Failure {
    match error {
        Error::Interrupted => Failure::new(Kind::Interrupted, "interrupted"),
        Error::NoSection { .. } => {
            Failure::user(error.to_string()).help("`sycl-hls xclbin list` says which there are")
        }
        other => Failure::user(other.to_string()),
    }
}
