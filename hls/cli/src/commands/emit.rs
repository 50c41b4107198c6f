//! `sycl-hls emit`

use std::io::Write as _;
use std::process::ExitCode;

use sycl_hls_compiler::back::hls_cpp;
use sycl_hls_compiler::pass;
use sycl_hls_ir::Module;
use xclbin_tools::write_atomically;

use crate::cli::{Emit, EmitForm};
use crate::failure::Failure;
use crate::sources::translate_one;

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

/// A reader that has seen enough (`| head`) is no error.
fn print(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
