//! What is called with what: all that can be wrong with a command line is found before anything runs.

use sycl_hls_types::{KernelInterface, Length, Packet, Param, ParamKind, Scalar, ScalarValue};

use super::arrays::Arrays;
use super::given::{Given, files, given_to, no_parts, read_scalar, read_struct, usage};
use super::packets;
use super::steps::Step;
use crate::failure::Failure;

/// A kernel's argument with what becomes of it.
#[derive(Debug)]
pub enum CallArg {
    Scalar(ScalarValue),
    /// The scalars of a struct, in order.
    Struct(Vec<ScalarValue>),
    Slice(SliceArg),
    /// A scalar that the kernel writes: its value before.
    Output(ScalarValue),
    Stream(StreamArg),
}

/// A stream that is an array's elements, in order.
#[derive(Debug)]
pub struct StreamArg {
    /// Of what the kernel reads, or what it has written in the end.
    pub array: usize,
    pub input: bool,
    pub scalar: Scalar,
    /// What `scalar` stands for, which is fields in the array.
    packet: Option<Packet>,
    /// The file of what the kernel has written.
    pub output: Option<String>,
}

impl StreamArg {
    /// The elements that the kernel gets to see: none of what it writes.
    pub fn sent(&self, arrays: &Arrays) -> Vec<ScalarValue> {
        if self.input { packets::at_port(self.packet, &arrays.get(self.array).values) } else { Vec::new() }
    }

    /// The kernel has written these elements.
    pub fn take(&self, arrays: &mut Arrays, elements: Vec<ScalarValue>) {
        let count = elements.len();
        let values = match self.packet {
            Some(packet) => packets::values(packet, &elements),
            None => elements,
        };
        arrays.fill(self.array, count, values);
    }
}

/// A slice of a shared array.
#[derive(Debug)]
pub struct SliceArg {
    pub array: usize,
    pub mutable: bool,
    /// The scalars of an element.
    pub width: usize,
    /// How many of the array's elements the kernel gets to see.
    pub len: usize,
    /// Where the array goes after the kernel: another array's number, and its file.
    pub output: Option<(usize, String)>,
}

impl SliceArg {
    /// How many of the array's scalars the kernel gets to see.
    pub fn scalars(&self) -> usize {
        self.len * self.width
    }
}

/// A kernel with its arguments, in its own order.
#[derive(Debug)]
pub struct PlannedStep {
    pub kernel: String,
    pub args: Vec<CallArg>,
    /// The arguments' names.
    pub names: Vec<String>,
}

impl PlannedStep {
    /// The arguments with their names.
    pub fn named_args(&self) -> impl Iterator<Item = (&str, &CallArg)> {
        self.names.iter().map(String::as_str).zip(&self.args)
    }
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
        let given = given_to(kernel, step.args)?;
        let mut args = Vec::new();
        for (param, given) in kernel.params.iter().zip(&given) {
            args.push(self.read_arg(kernel, param, given)?);
        }
        check_aliases(kernel, &args)?;
        fit_lengths(kernel, &mut args)?;
        self.name_outputs(kernel, &given, &mut args)?;
        let names = kernel.params.iter().map(|param| param.name.clone()).collect();
        self.steps.push(PlannedStep { kernel: kernel.name.clone(), args, names });
        Ok(())
    }

    fn read_arg(
        &mut self,
        kernel: &KernelInterface,
        param: &Param,
        given: &Given<'_>,
    ) -> anyhow::Result<CallArg> {
        match (&param.kind, given) {
            (ParamKind::Scalar { scalar }, Given::Value(text)) => {
                Ok(CallArg::Scalar(read_scalar(param, *scalar, text)?))
            }
            (ParamKind::Output { scalar, .. }, Given::Value(text)) => {
                Ok(CallArg::Output(read_scalar(param, *scalar, text)?))
            }
            (ParamKind::Output { scalar, .. }, Given::Nothing) => {
                Ok(CallArg::Output(ScalarValue::from_bits(*scalar, 0)))
            }
            (ParamKind::Struct { layout }, given) => {
                Ok(CallArg::Struct(read_struct(kernel, param, layout, given)?))
            }
            (ParamKind::Slice { element, mutable, .. }, Given::Value(text)) => {
                let (input, _) = files(param, text)?;
                let array = self.arrays.find(input, element).map_err(|reason| {
                    Failure::user(format!("argument `{}`: {input}: {reason:#}", param.name))
                })?;
                let width = element.scalars().len().max(1);
                let len = self.arrays.get(array).values.len() / width;
                Ok(CallArg::Slice(SliceArg { array, mutable: *mutable, width, len, output: None }))
            }
            (ParamKind::Stream { scalar, input: true, packet }, Given::Value(text)) => {
                let (file, _) = files(param, text)?;
                let array =
                    self.arrays.find(file, &packets::element_of(*scalar, *packet)).map_err(|reason| {
                        Failure::user(format!("argument `{}`: {file}: {reason:#}", param.name))
                    })?;
                let (scalar, packet) = (*scalar, *packet);
                Ok(CallArg::Stream(StreamArg { array, input: true, scalar, packet, output: None }))
            }
            (ParamKind::Stream { scalar, input: false, packet }, given) => {
                let file = match given {
                    Given::Value(text) => Some(files(param, text)?.0.to_owned()),
                    Given::Nothing => None,
                    Given::Parts(_) => return Err(no_parts(kernel, param).into()),
                };
                let array = self.arrays.empty(&packets::element_of(*scalar, *packet))?;
                let (scalar, packet) = (*scalar, *packet);
                Ok(CallArg::Stream(StreamArg { array, input: false, scalar, packet, output: file }))
            }
            (_, Given::Parts(_) | Given::Nothing) => Err(no_parts(kernel, param).into()),
        }
    }

    /// Outputs have names from here on: the kernel's inputs are what was there before it.
    fn name_outputs(
        &mut self,
        kernel: &KernelInterface,
        given: &[Given<'_>],
        args: &mut [CallArg],
    ) -> anyhow::Result<()> {
        let mut names: Vec<&str> = Vec::new();
        for ((param, text), arg) in kernel.params.iter().zip(given).zip(args) {
            let Given::Value(text) = text else { continue };
            let output = match (&*arg, files_of(param, text)?) {
                (CallArg::Slice(_), Some((_, Some(output)))) => output,
                (CallArg::Stream(StreamArg { input: false, .. }), Some((output, _))) => output,
                _ => continue,
            };
            if names.contains(&output) {
                return Err(usage(kernel, format!("two arguments are written to {output}")).into());
            }
            names.push(output);
            match arg {
                CallArg::Slice(slice) => {
                    slice.output = Some((self.arrays.output(slice.array, output), output.to_owned()));
                }
                CallArg::Stream(stream) => self.arrays.name(stream.array, output),
                _ => {}
            }
        }
        Ok(())
    }
}

/// The files of an argument, if it is one of those that have files.
fn files_of<'a>(param: &Param, text: &'a str) -> Result<Option<(&'a str, Option<&'a str>)>, Failure> {
    match param.kind {
        ParamKind::Slice { .. } | ParamKind::Stream { .. } => files(param, text).map(Some),
        _ => Ok(None),
    }
}

/// What a kernel changes, it reaches in one way.
fn check_aliases(kernel: &KernelInterface, args: &[CallArg]) -> Result<(), Failure> {
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
fn fit_lengths(kernel: &KernelInterface, args: &mut [CallArg]) -> anyhow::Result<()> {
    let scalars: Vec<Option<ScalarValue>> = args
        .iter()
        .map(|arg| match arg {
            CallArg::Scalar(value) => Some(value.clone()),
            _ => None,
        })
        .collect();
    for (param, arg) in kernel.params.iter().zip(args) {
        let (ParamKind::Slice { length: Length::Expr(expr), .. }, CallArg::Slice(slice)) = (&param.kind, arg)
        else {
            continue;
        };
        let name =
            |index: usize| kernel.params.get(index).map(|param| param.name.clone()).unwrap_or_default();
        let failure = |reason: String| {
            let length = expr.display(&name);
            Failure::user(format!("argument `{}`: its length is `{length}`: {reason}", param.name))
        };
        let scalar = |index: usize| scalars.get(index)?.clone();
        let wanted = expr.eval(&scalar).map_err(|error| failure(error.to_string()))?;
        let there = slice.len;
        slice.len = usize::try_from(wanted)
            .ok()
            .filter(|wanted| *wanted <= there)
            .ok_or_else(|| failure(format!("{wanted} elements, but the array has {there}")))?;
    }
    Ok(())
}

fn slice_of<'a>((param, arg): (&'a Param, &'a CallArg)) -> Option<(&'a str, &'a SliceArg)> {
    match arg {
        CallArg::Slice(slice) => Some((&param.name, slice)),
        _ => None,
    }
}
