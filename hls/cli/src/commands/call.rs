//! `sycl-hls call`: one kernel on NumPy arrays, without a host program.

use std::path::Path;
use std::process::ExitCode;

use sycl_hls_backend::{Backend as _, Image, KernelArg, Source};
use sycl_hls_compiler::pass;
use sycl_hls_emulation::SwEmulation;
use sycl_hls_ir::{FuncId, Module, interp};
use sycl_hls_types::{Fault, ScalarValue, Target};
use xclbin_tools::Xclbin;

use super::{board_named, missing_target};
use crate::call::{CallArg, read_args, write_outputs};
use crate::cli::{Call, CallTarget};
use crate::diagnostics;
use crate::failure::{Failure, Reported};
use crate::image::{ImageRequest, build_image};
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::sources::translate_one;

pub fn call(args: &Call) -> anyhow::Result<ExitCode> {
    match args.target {
        CallTarget::HwEmu => return Err(missing_target(Target::HwEmu).into()),
        CallTarget::Hw => return Err(missing_target(Target::Hw).into()),
        CallTarget::Host | CallTarget::SwEmu => {}
    }
    let modules = translate_one(&args.file)?;
    let (module, kernel) = find(&modules, &args.kernel)?;
    let mut actuals = read_args(&module.funcs[kernel].interface(), &args.args)?;
    let outcome = match args.target {
        CallTarget::Host => interpret(module, kernel, args.checks.enabled(), &mut actuals)?,
        _ => emulate(args, &modules, &mut actuals)?,
    };
    if let Err(fault) = outcome {
        diagnostics::show_fault(&fault);
        return Err(Reported { errors: 1 }.into());
    }
    write_outputs(&actuals)?;
    Ok(ExitCode::SUCCESS)
}

fn find<'m>(modules: &'m [Module], name: &str) -> anyhow::Result<(&'m Module, FuncId)> {
    let kernels =
        || modules.iter().flat_map(|module| module.kernels().map(move |(id, func)| (module, id, func)));
    if let Some((module, id, _)) = kernels().find(|(_, _, func)| func.name == name) {
        return Ok((module, id));
    }
    let known: Vec<&str> = kernels().map(|(_, _, func)| func.name.as_str()).collect();
    let failure = Failure::usage(format!("there is no kernel `{name}`"));
    Err(failure.help(format!("the kernels are {}", known.join(", "))).into())
}

fn interpret(
    module: &Module,
    kernel: FuncId,
    checks: bool,
    actuals: &mut [CallArg],
) -> anyhow::Result<Result<(), Fault>> {
    let mut module = module.clone();
    pass::run_all(&mut module, if checks { &[pass::CHECKS] } else { &[pass::TOTAL_DIVISION] });
    let mut args: Vec<interp::Arg> = actuals
        .iter()
        .map(|actual| match actual {
            CallArg::Scalar(value) => interp::Arg::Scalar(*value),
            CallArg::Slice { values, len, .. } => interp::Arg::Slice(values[..*len].to_vec()),
        })
        .collect();
    match interp::run(&module, kernel, &mut args) {
        Ok(()) => {}
        Err(interp::Error::Fault(fault)) => return Ok(Err(fault)),
        Err(other) => return Err(Failure::user(other.to_string()).into()),
    }
    for (actual, arg) in actuals.iter_mut().zip(args) {
        if let (CallArg::Slice { values, len, .. }, interp::Arg::Slice(result)) = (actual, arg) {
            values[..*len].copy_from_slice(&result);
        }
    }
    Ok(Ok(()))
}

/// Builds an image of the file and runs the kernel from it.
fn emulate(args: &Call, modules: &[Module], actuals: &mut [CallArg]) -> anyhow::Result<Result<(), Fault>> {
    let board = board_named(&args.board)?;
    let cancel = on_interrupt()?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("call.xclbin");
    let checks = args.checks.enabled();
    let request = ImageRequest { modules: modules.to_vec(), board, checks, image: path.clone() };
    build_image(&request, &Progress::spinner_only(), &cancel)?;
    let mut memory: Vec<Vec<u8>> = actuals.iter().map(bytes_of).collect();
    let result = {
        let kernel_args = actuals.iter().zip(&mut memory).map(|(actual, bytes)| match actual {
            CallArg::Scalar(value) => KernelArg::Scalar(*value),
            CallArg::Slice { mutable: true, .. } => KernelArg::SliceMut(bytes),
            CallArg::Slice { mutable: false, .. } => KernelArg::Slice(bytes),
        });
        run_image(&path, &board.name, &args.kernel, kernel_args.collect())?
    };
    for (actual, bytes) in actuals.iter_mut().zip(memory) {
        if let CallArg::Slice { values, element, .. } = actual {
            for (value, chunk) in values.iter_mut().zip(bytes.chunks_exact(element.bytes())) {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                *value = ScalarValue::from_bits(*element, u64::from_le_bytes(word));
            }
        }
    }
    Ok(result)
}

fn bytes_of(actual: &CallArg) -> Vec<u8> {
    match actual {
        CallArg::Scalar(_) => Vec::new(),
        CallArg::Slice { values, len, .. } => {
            values[..*len].iter().flat_map(|value| value.to_le_bytes()).collect()
        }
    }
}

fn run_image(
    path: &Path,
    board: &str,
    kernel: &str,
    args: Vec<KernelArg<'_>>,
) -> anyhow::Result<Result<(), Fault>> {
    let xclbin = Xclbin::open(path)?;
    let image = Image { path: path.to_owned(), xclbin, modules: Vec::new() };
    let id = format!("{}/{board}", Target::SwEmu);
    let device = SwEmulation.devices().into_iter().find(|device| device.info().id == id);
    let device = device.ok_or_else(|| Failure::unavailable(format!("there is no device {id}")))?;
    let program = device.load(Source::Image(&image))?;
    Ok(program.run(kernel, args))
}
