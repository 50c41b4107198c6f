//! `sycl-hls emit`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sycl_hls_compiler::abi::AbiKernel;
use sycl_hls_compiler::back::hls_cpp::{self, Dialect, Version};
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::{link, pass, rtl};
use sycl_hls_ir::Module;

use crate::catalogue;
use crate::folders::write_file;
use crate::image::check_names;
use crate::placement::{check_board, check_version, hardware};
use crate::sources::{each, refuse, translate_one};
use crate::terminal::print;

/// Print the kernels as C++, Verilog, KIR, hardware IR, or the linker's configuration
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls emit --as hls-cpp axpy.rs
  sycl-hls emit --as hls-cpp axpy.rs --vitis 2020.2 --out axpy.cpp
  sycl-hls emit --as verilog axpy.rs --board u200 --out axpy.v
  sycl-hls emit --as config axpy.rs --board u200
  sycl-hls emit --as kir axpy.rs
  sycl-hls emit --as rtl axpy.rs --board u200")]
pub struct Emit {
    /// The form of the output
    #[arg(long = "as", value_name = "FORM")]
    form: EmitForm,
    /// The source file
    #[arg(value_name = "FILE.rs")]
    file: PathBuf,
    /// Spell pragmas for this version of Vitis, and refuse those that it lacks [default: spelling for 2020.2 to 2026.1]
    #[arg(long, value_name = "VERSION")]
    vitis: Option<Version>,
    /// The board, against which banks and SLRs are checked, and whose clock is the target [default: 300 MHz]
    #[arg(long, env = "SYCL_HLS_BOARD", hide_env_values = true, value_name = "NAME")]
    board: Option<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The clock of hardware for no board in particular, in MHz: that of most.
pub const DEFAULT_MHZ: u32 = 300;

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EmitForm {
    /// The compiler's own kernel IR
    Kir,
    /// C++ for Vitis HLS
    HlsCpp,
    /// The compiler's hardware IR after its passes: a design of processes and their blocks for each kernel
    Rtl,
    /// Our Verilog in one text: a module `<kernel>` with AXI ports for each kernel, and its submodules
    Verilog,
    /// The configuration of `v++ --link`: compute units, banks, SLRs, clocks
    Config,
}

pub fn emit(args: &Emit) -> anyhow::Result<ExitCode> {
    let modules = translate_one(&args.file)?;
    if !matches!(args.form, EmitForm::Kir) {
        check_names(&modules)?;
    }
    let board = args.board.as_deref().map(|name| catalogue::find_near(&args.file, name)).transpose()?;
    refuse(&modules, |module| {
        let mut complaints = board.map_or_else(Vec::new, |board| check_board(module, board));
        complaints.extend(args.vitis.map_or_else(Vec::new, |version| check_version(module, version)));
        complaints
    })?;
    let mhz = board.map_or(DEFAULT_MHZ, |board| board.kernel_clock_mhz);
    // What is made of linked kernels is for emulation.
    let on_cards: Vec<Module> = modules.iter().map(Module::without_groups).collect();
    let text = match args.form {
        EmitForm::Kir => joined(modules.iter().map(sycl_hls_ir::print)),
        EmitForm::HlsCpp => {
            let dialect = Dialect { version: args.vitis };
            joined(on_cards.into_iter().map(|module| hls_cpp(module, dialect)))
        }
        EmitForm::Rtl => {
            joined(kernels(&modules, mhz)?.iter().map(|kernel| rtl::text::print(&kernel.design)))
        }
        EmitForm::Verilog => hw_emu::one_text(&kernels(&modules, mhz)?),
        EmitForm::Config => link_config(&on_cards),
    };
    match &args.out {
        Some(path) => write_file(path, text)?,
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

/// The kernels of all modules as hardware.
fn kernels(modules: &[Module], mhz: u32) -> anyhow::Result<Vec<hw_emu::Kernel>> {
    Ok(each(modules, |module| hardware(module, mhz))?.into_iter().flatten().collect())
}

/// One configuration for all modules: they are linked into one image.
fn link_config(modules: &[Module]) -> String {
    let kernels: Vec<AbiKernel> = modules.iter().flat_map(|module| hls_cpp::emit(module).kernels).collect();
    link::config(&kernels, modules.iter().flat_map(|module| &module.links))
}
