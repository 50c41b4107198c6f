//! Arguments of `sycl-hls call`: from the command line and NumPy files to kernel arguments and back.

mod literal;
mod npy;

use std::path::PathBuf;

use sycl_hls_types::{KernelInterface, Length, Param, ParamKind, Scalar, ScalarValue};

use crate::failure::Failure;

/// A kernel's argument with what becomes of it.
#[derive(Debug)]
pub enum CallArg {
    Scalar(ScalarValue),
    Slice {
        element: Scalar,
        mutable: bool,
        values: Vec<ScalarValue>,
        /// How many of the values the kernel gets to see.
        len: usize,
        /// Where the values go after the run.
        output: Option<PathBuf>,
    },
}

/// Reads the kernel's arguments, in its own order.
///
/// # Errors
/// When one is missing, unknown, given twice, or does not fit its parameter.
pub fn read_args(kernel: &KernelInterface, given: &[String]) -> anyhow::Result<Vec<CallArg>> {
    let mut texts: Vec<Option<&str>> = vec![None; kernel.params.len()];
    for text in given {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| usage(kernel, format!("`{text}` is not of the form NAME=VALUE")))?;
        let index =
            kernel.params.iter().position(|param| param.name == name).ok_or_else(|| {
                usage(kernel, format!("the kernel `{}` has no argument `{name}`", kernel.name))
            })?;
        if texts[index].replace(value).is_some() {
            return Err(usage(kernel, format!("the argument `{name}` is given twice")).into());
        }
    }
    let mut args = Vec::new();
    for (param, text) in kernel.params.iter().zip(texts) {
        let text = text.ok_or_else(|| usage(kernel, format!("the argument `{}` is missing", param.name)))?;
        args.push(read_arg(param, text)?);
    }
    fit_lengths(kernel, &mut args)?;
    Ok(args)
}

fn usage(kernel: &KernelInterface, message: String) -> Failure {
    Failure::usage(message).help(format!("the kernel is `{}`", signature(kernel)))
}

/// The kernel as the user wrote it.
fn signature(kernel: &KernelInterface) -> String {
    let params: Vec<String> =
        kernel.params.iter().map(|param| format!("{}: {}", param.name, type_of(param))).collect();
    format!("fn {}({})", kernel.name, params.join(", "))
}

fn type_of(param: &Param) -> String {
    match &param.kind {
        ParamKind::Scalar { scalar } => scalar.to_string(),
        ParamKind::Struct { layout } => layout.name.clone(),
        ParamKind::Slice { element, mutable: true, .. } => format!("&mut [{element}]"),
        ParamKind::Slice { element, mutable: false, .. } => format!("&[{element}]"),
    }
}

fn read_arg(param: &Param, text: &str) -> anyhow::Result<CallArg> {
    match &param.kind {
        ParamKind::Scalar { scalar } => {
            let value = literal::parse(text, *scalar).map_err(|reason| {
                let message = format!("argument `{}`: `{text}` is no {scalar}: {reason}", param.name);
                Failure::usage(message)
            })?;
            Ok(CallArg::Scalar(value))
        }
        ParamKind::Struct { .. } => Err(not_scalar(param).into()),
        ParamKind::Slice { element, mutable, .. } => {
            let Some(files) = text.strip_prefix('@') else {
                let message =
                    format!("argument `{}` is {}: its values come from a file", param.name, type_of(param));
                return Err(Failure::usage(message).help(format!("write `{}=@FILE.npy`", param.name)).into());
            };
            let (input, output) = match files.split_once(':') {
                Some((input, output)) => (input, Some(PathBuf::from(output))),
                None => (files, None),
            };
            if output.is_some() && !mutable {
                let message =
                    format!("argument `{}` is {}: the kernel does not change it", param.name, type_of(param));
                return Err(Failure::usage(message).help("leave the output after the colon away").into());
            }
            let Some(element) = element.scalar() else { return Err(not_scalar(param).into()) };
            let values = npy::read(input.as_ref(), element)
                .map_err(|reason| Failure::user(format!("argument `{}`: {input}: {reason}", param.name)))?;
            Ok(CallArg::Slice { element, mutable: *mutable, len: values.len(), values, output })
        }
    }
}

fn not_scalar(param: &Param) -> Failure {
    let message = format!("argument `{}` is {}: only numbers can be given here", param.name, type_of(param));
    Failure::usage(message).help("call the kernel from a program")
}

/// A slice with `#[len(..)]` is as long as its expression says, which the array must reach.
fn fit_lengths(kernel: &KernelInterface, args: &mut [CallArg]) -> anyhow::Result<()> {
    let scalars: Vec<Option<ScalarValue>> = args
        .iter()
        .map(|arg| match arg {
            CallArg::Scalar(value) => Some(*value),
            CallArg::Slice { .. } => None,
        })
        .collect();
    for (param, arg) in kernel.params.iter().zip(args) {
        let (ParamKind::Slice { length: Length::Expr(expr), .. }, CallArg::Slice { len, values, .. }) =
            (&param.kind, arg)
        else {
            continue;
        };
        let name =
            |index: usize| kernel.params.get(index).map(|param| param.name.clone()).unwrap_or_default();
        let failure = |reason: String| {
            Failure::user(format!(
                "argument `{}`: its length is `{}`: {reason}",
                param.name,
                expr.display(&name)
            ))
        };
        let wanted =
            expr.eval(&|index| scalars.get(index).copied().flatten()).map_err(|e| failure(e.to_string()))?;
        *len = usize::try_from(wanted)
            .ok()
            .filter(|wanted| *wanted <= values.len())
            .ok_or_else(|| failure(format!("{wanted} elements, but the array has {}", values.len())))?;
    }
    Ok(())
}

/// Writes the slices that have an output.
///
/// # Errors
/// When a file cannot be written.
pub fn write_outputs(args: &[CallArg]) -> anyhow::Result<()> {
    for arg in args {
        if let CallArg::Slice { values, element, output: Some(path), .. } = arg {
            npy::write(path, *element, values)
                .map_err(|reason| Failure::user(format!("{}: {reason}", path.display())))?;
        }
    }
    Ok(())
}
