//! `sycl-hls emit`

use std::io::Write as _;
use std::process::ExitCode;

use sycl_hls_compiler::back::hls_cpp::{self, CppKernel, Dialect};
use sycl_hls_compiler::{link, pass};
use sycl_hls_ir::Module;
use xclbin_tools::write_atomically;

use crate::cli::{Emit, EmitForm};
use crate::failure::Failure;
use crate::placement::{check_board, check_version};
use crate::sources::{refuse, translate_one};

use super::board_named;

pub fn emit(args: &Emit) -> anyhow::Result<ExitCode> {
    let modules = translate_one(&args.file)?;
    let board = args.board.as_deref().map(board_named).transpose()?;
    refuse(&modules, |module| {
        let mut complaints = board.map_or_else(Vec::new, |board| check_board(module, board));
        complaints.extend(args.vitis.map_or_else(Vec::new, |version| check_version(module, version)));
        complaints
    })?;
    let text = match args.form {
        EmitForm::Kir => joined(modules.iter().map(sycl_hls_ir::print)),
        EmitForm::HlsCpp => {
            let dialect = Dialect { version: args.vitis };
            joined(modules.into_iter().map(|module| hls_cpp(module, dialect)))
        }
        EmitForm::Config => link_config(&modules),
    };
    match &args.out {
        Some(path) => {
            write_atomically(path, text.as_bytes()).map_err(|error| Failure::user(error.to_string()))?;
        }
        None => print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join("\n")
}

fn hls_cpp(mut module: Module, dialect: Dialect) -> String {
    pass::run_all(&mut module, hls_cpp::LEGALIZE);
    hls_cpp::emit_for(&module, dialect).text
}

/// One configuration for all modules: they are linked into one image.
fn link_config(modules: &[Module]) -> String {
    let kernels: Vec<CppKernel> = modules.iter().flat_map(|module| hls_cpp::emit(module).kernels).collect();
    link::config(&kernels)
}

/// A reader that has seen enough (`| head`) is no error.
fn print(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
