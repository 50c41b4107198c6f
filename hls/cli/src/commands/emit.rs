//! `sycl-hls emit`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sycl_hls_compiler::back::hls_cpp;
use sycl_hls_compiler::pass;
use sycl_hls_ir::Module;
use xclbin_tools::write_atomically;

use crate::failure::Failure;
use crate::sources::translate_one;
use crate::terminal::print;

/// Print what the compiler makes of the kernels
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls emit --as hls-cpp axpy.rs
  sycl-hls emit --as hls-cpp axpy.rs --out axpy.cpp
  sycl-hls emit --as kir axpy.rs")]
pub struct Emit {
    /// The form
    #[arg(long = "as", value_name = "FORM")]
    form: EmitForm,
    /// The source file
    #[arg(value_name = "FILE.rs")]
    file: PathBuf,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EmitForm {
    /// The compiler's own kernel IR
    Kir,
    /// C++ for Vitis HLS
    HlsCpp,
}

pub fn emit(args: &Emit) -> anyhow::Result<ExitCode> {
    let modules = translate_one(&args.file)?;
    let texts: Vec<String> = modules.into_iter().map(|module| text(module, args.form)).collect();
    let text = texts.join("\n");
    match &args.out {
        Some(path) => {
            write_atomically(path, text.as_bytes()).map_err(|error| Failure::user(error.to_string()))?;
        }
        None => print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn text(mut module: Module, form: EmitForm) -> String {
    match form {
        EmitForm::Kir => sycl_hls_ir::print(&module),
        EmitForm::HlsCpp => {
            pass::run_all(&mut module, hls_cpp::LEGALIZE);
            hls_cpp::emit(&module).text
        }
    }
}
