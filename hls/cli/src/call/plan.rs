//! What is called with what: all that can be wrong with a command line is found before anything runs.

use sycl_hls_types::{KernelInterface, Length, Param, ParamKind, Scalar, ScalarValue};

use super::arrays::Arrays;
use super::literal;
use super::steps::Step;
use crate::failure::Failure;

/// A kernel's argument with what becomes of it.
#[derive(Debug)]
pub enum CallArg {
    Scalar(ScalarValue),
    Slice(SliceArg),
}

/// A slice of a shared array.
#[derive(Debug)]
pub struct SliceArg {
    pub array: usize,
    pub mutable: bool,
    /// How many of the array's elements the kernel gets to see.
    pub len: usize,
    /// Where the array goes after the kernel: another array's number, and its file.
    pub output: Option<(usize, String)>,
}

/// A kernel with its arguments, in its own order.
#[derive(Debug)]
pub struct PlannedStep {
    pub kernel: String,
    pub args: Vec<CallArg>,
}

/// The kernels that run in turn, and their arrays.
#[derive(Debug, Default)]
pub struct Plan {
    pub arrays: Arrays,
    pub steps: Vec<PlannedStep>,
}

impl Plan {
    /// Adds a kernel: reads its arguments and the files that no kernel before it has named.
    ///
    /// # Errors
    /// When an argument is missing, unknown, given twice, or does not fit its parameter.
    pub fn add(&mut self, kernel: &KernelInterface, step: &Step<'_>) -> anyhow::Result<()> {
        let texts = texts_of(kernel, step.args)?;
        let mut args = Vec::new();
        for (param, text) in kernel.params.iter().zip(&texts) {
            args.push(self.read_arg(param, text)?);
        }
        self.check_aliases(kernel, &args)?;
        self.fit_lengths(kernel, &mut args)?;
        self.name_outputs(kernel, &texts, &mut args)?;
        self.steps.push(PlannedStep { kernel: kernel.name.clone(), args });
        Ok(())
    }

    fn read_arg(&mut self, param: &Param, text: &str) -> anyhow::Result<CallArg> {
        match &param.kind {
            ParamKind::Scalar { scalar } => Ok(CallArg::Scalar(read_scalar(param, *scalar, text)?)),
            ParamKind::Struct { .. } => Err(not_scalar(param).into()),
            ParamKind::Slice { element, mutable, .. } => {
                let (input, _) = files(param, text)?;
                let Some(element) = element.scalar() else { return Err(not_scalar(param).into()) };
                let array = self.arrays.find(input, element).map_err(|reason| {
                    Failure::user(format!("argument `{}`: {input}: {reason}", param.name))
                })?;
                let len = self.arrays.get(array).values.len();
                Ok(CallArg::Slice(SliceArg { array, mutable: *mutable, len, output: None }))
            }
        }
    }

    /// What a kernel changes, it reaches in one way.
    fn check_aliases(&self, kernel: &KernelInterface, args: &[CallArg]) -> Result<(), Failure> {
        let slices: Vec<(&str, &SliceArg)> = kernel.params.iter().zip(args).filter_map(slice_of).collect();
        for (index, (name, slice)) in slices.iter().enumerate() {
            for (other, earlier) in &slices[..index] {
                if slice.array == earlier.array && (slice.mutable || earlier.mutable) {
                    let message = format!("`{other}` and `{name}` are one array, and the kernel changes it");
                    return Err(usage(kernel, message).help("copy the file, and name the copy"));
                }
            }
        }
        Ok(())
    }

    /// A slice with `#[len(..)]` is as long as its expression says, which the array must reach.
    fn fit_lengths(&self, kernel: &KernelInterface, args: &mut [CallArg]) -> anyhow::Result<()> {
        let scalars: Vec<Option<ScalarValue>> = args
            .iter()
            .map(|arg| match arg {
                CallArg::Scalar(value) => Some(*value),
                CallArg::Slice(_) => None,
            })
            .collect();
        for (param, arg) in kernel.params.iter().zip(args) {
            let (ParamKind::Slice { length: Length::Expr(expr), .. }, CallArg::Slice(slice)) =
                (&param.kind, arg)
            else {
                continue;
            };
            let name =
                |index: usize| kernel.params.get(index).map(|param| param.name.clone()).unwrap_or_default();
            let failure = |reason: String| {
                let length = expr.display(&name);
                Failure::user(format!("argument `{}`: its length is `{length}`: {reason}", param.name))
            };
            let scalar = |index: usize| scalars.get(index).copied().flatten();
            let wanted = expr.eval(&scalar).map_err(|error| failure(error.to_string()))?;
            let there = self.arrays.get(slice.array).values.len();
            slice.len = usize::try_from(wanted)
                .ok()
                .filter(|wanted| *wanted <= there)
                .ok_or_else(|| failure(format!("{wanted} elements, but the array has {there}")))?;
        }
        Ok(())
    }

    /// Outputs have names from here on: the kernel's inputs are what was there before it.
    fn name_outputs(
        &mut self,
        kernel: &KernelInterface,
        texts: &[&str],
        args: &mut [CallArg],
    ) -> anyhow::Result<()> {
        let mut names: Vec<&str> = Vec::new();
        for ((param, text), arg) in kernel.params.iter().zip(texts).zip(args) {
            let CallArg::Slice(slice) = arg else { continue };
            let (_, Some(output)) = files(param, text)? else { continue };
            if names.contains(&output) {
                return Err(usage(kernel, format!("two arguments are written to {output}")).into());
            }
            names.push(output);
            slice.output = Some((self.arrays.output(slice.array, output), output.to_owned()));
        }
        Ok(())
    }
}

fn slice_of<'a>((param, arg): (&'a Param, &'a CallArg)) -> Option<(&'a str, &'a SliceArg)> {
    match arg {
        CallArg::Slice(slice) => Some((&param.name, slice)),
        CallArg::Scalar(_) => None,
    }
}

/// The values of the arguments as they were written, in the kernel's order.
fn texts_of<'a>(kernel: &KernelInterface, given: &'a [String]) -> Result<Vec<&'a str>, Failure> {
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
            return Err(usage(kernel, format!("the argument `{name}` is given twice")));
        }
    }
    let missing = |param: &Param| usage(kernel, format!("the argument `{}` is missing", param.name));
    kernel.params.iter().zip(texts).map(|(param, text)| text.ok_or_else(|| missing(param))).collect()
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

fn not_scalar(param: &Param) -> Failure {
    let message = format!("argument `{}` is {}: only numbers can be given here", param.name, type_of(param));
    Failure::usage(message).help("call the kernel from a program")
}

fn read_scalar(param: &Param, scalar: Scalar, text: &str) -> Result<ScalarValue, Failure> {
    literal::parse(text, scalar).map_err(|reason| {
        Failure::usage(format!("argument `{}`: `{text}` is no {scalar}: {reason}", param.name))
    })
}

/// The files of a slice: where it is read from, and where it is written to.
fn files<'a>(param: &Param, text: &'a str) -> Result<(&'a str, Option<&'a str>), Failure> {
    let Some(files) = text.strip_prefix('@') else {
        let message = format!("argument `{}` is {}: its values come from a file", param.name, type_of(param));
        return Err(Failure::usage(message).help(format!("write `{}=@FILE.npy`", param.name)));
    };
    let Some((input, output)) = files.split_once(':') else { return Ok((files, None)) };
    if !matches!(param.kind, ParamKind::Slice { mutable: true, .. }) {
        let message =
            format!("argument `{}` is {}: the kernel does not change it", param.name, type_of(param));
        return Err(Failure::usage(message).help("leave the output after the colon away"));
    }
    Ok((input, Some(output)))
}
