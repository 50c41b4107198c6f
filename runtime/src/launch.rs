//! Checks of a kernel call before it is submitted.

use std::ptr;
use std::sync::Arc;

use sycl_hls_memory::overlap;
use sycl_hls_types::{KernelInterface, Length, LengthExpr, ParamKind, ScalarValue};

use crate::dag::{Action, Launch, LaunchArg, Rendezvous};
use crate::port::{Port, Streams};
use crate::programs::Programs;
use crate::{Error, KernelCall, Result};

/// Turns a call into something that can be run.
///
/// # Errors
/// As [`crate::Handler::single_task`].
pub(crate) fn prepare(call: KernelCall<'_>, programs: &Programs, streams: &Streams) -> Result<Action> {
    let KernelCall { module, kernel, mut args, scattered, single, .. } = call;
    let interface = module.kernel(kernel)?;
    let group = module.interface()?.group_of(&interface.name);
    if let Some(index) = scattered {
        return Err(not_contiguous(interface, index));
    }
    check_single(interface, &args, single)?;
    for (param, arg) in args.iter_mut().enumerate() {
        if let LaunchArg::Stream(stream) = arg {
            *stream = Some(streams.stream(Port::new(module, kernel, param)));
        }
    }
    check(interface, &mut args)?;
    let program = programs.program_with(module, kernel)?;
    let Some(group) = group else {
        return Ok(Action::Launch(Launch { program, kernel: interface.name.as_str().into(), args }));
    };
    let mut params = interface.params.iter();
    args.retain(|_| params.next().is_none_or(|param| !group.has_port(&interface.name, &param.name)));
    let launch = Launch { program, kernel: interface.name.as_str().into(), args };
    Ok(Action::Linked(Rendezvous::of(launch, group)))
}

/// Checks what a kernel's arguments are bound to, and cuts slices to their lengths.
///
/// # Errors
/// [`Error::Invalid`] when a kernel cannot run with them.
pub(crate) fn check(kernel: &KernelInterface, args: &mut [LaunchArg]) -> Result<()> {
    check_aliases(kernel, args)?;
    apply_lengths(kernel, args)?;
    check_outputs(kernel, args)
}

/// Refuses a buffer that is bound to a `&mut` argument and to another one.
fn check_aliases(kernel: &KernelInterface, args: &[LaunchArg]) -> Result<()> {
    for (i, second) in args.iter().enumerate() {
        if let Some(j) = args[..i].iter().position(|first| conflict(first, second)) {
            let (first, second) = (param_name(kernel, j), param_name(kernel, i));
            return Err(Error::Invalid(format!(
                "kernel `{}`: arguments `{first}` and `{second}` are the same buffer and the kernel writes it; \
                 bind a buffer of its own to each",
                kernel.name
            )));
        }
    }
    Ok(())
}

fn conflict(first: &LaunchArg, second: &LaunchArg) -> bool {
    match (first, second) {
        (
            LaunchArg::Slice { memory: a, mutable: a_mutable, bytes: a_bytes, .. },
            LaunchArg::Slice { memory: b, mutable: b_mutable, bytes: b_bytes, .. },
        ) => {
            let same = ptr::addr_eq(Arc::as_ptr(a), Arc::as_ptr(b)) && overlap(a_bytes, b_bytes);
            same && (*a_mutable || *b_mutable)
        }
        _ => false,
    }
}

/// Cuts each slice whose length is an expression to that length.
fn apply_lengths(kernel: &KernelInterface, args: &mut [LaunchArg]) -> Result<()> {
    let scalars: Vec<Option<ScalarValue>> = args.iter().map(LaunchArg::scalar).collect();
    for ((index, arg), param) in args.iter_mut().enumerate().zip(&kernel.params) {
        let (LaunchArg::Slice { bytes, .. }, ParamKind::Slice { element, length: Length::Expr(length), .. }) =
            (arg, &param.kind)
        else {
            continue;
        };
        let elements = evaluate(kernel, index, length, &scalars)?;
        let size = usize::try_from(element.size()).unwrap_or(usize::MAX).max(1);
        let held = bytes.len() / size;
        let needed = usize::try_from(elements).ok().filter(|&needed| needed <= held);
        let needed = needed.ok_or_else(|| too_short(kernel, index, length, elements, held))?;
        bytes.end = bytes.start + size * needed;
    }
    Ok(())
}

/// A scalar that the kernel writes is one element.
fn check_outputs(kernel: &KernelInterface, args: &[LaunchArg]) -> Result<()> {
    let outputs = kernel.params.iter().enumerate();
    let outputs = outputs.filter(|(_, param)| matches!(param.kind, ParamKind::Output { .. }));
    check_single(kernel, args, outputs.map(|(index, _)| index))
}

/// These arguments are one element each.
fn check_single(
    kernel: &KernelInterface,
    args: &[LaunchArg],
    single: impl IntoIterator<Item = usize>,
) -> Result<()> {
    for index in single {
        let (Some(LaunchArg::Slice { bytes, .. }), Some(param)) = (args.get(index), kernel.params.get(index))
        else {
            continue;
        };
        let size = match &param.kind {
            ParamKind::Output { scalar, .. } => scalar.bytes(),
            ParamKind::Slice { element, .. } => usize::try_from(element.size()).unwrap_or(usize::MAX),
            _ => continue,
        };
        let elements = bytes.len() / size.max(1);
        if elements != 1 {
            return Err(Error::Invalid(format!(
                "kernel `{}`: argument `{}` is one value, but is bound to {elements} elements; bind a buffer of one \
                 element, or a ranged accessor of one",
                kernel.name, param.name
            )));
        }
    }
    Ok(())
}

fn evaluate(
    kernel: &KernelInterface,
    index: usize,
    length: &LengthExpr,
    scalars: &[Option<ScalarValue>],
) -> Result<u64> {
    length.eval(&|param| scalars.get(param)?.clone()).map_err(|error| {
        Error::Invalid(format!(
            "kernel `{}`: argument `{}` has the length {}, which has no value: {error}",
            kernel.name,
            param_name(kernel, index),
            text(kernel, length)
        ))
    })
}

fn not_contiguous(kernel: &KernelInterface, index: usize) -> Error {
    Error::Invalid(format!(
        "kernel `{}`: argument `{}` is a slice, and the elements of its ranged accessor are not contiguous in \
         memory; bind whole rows or a part of one row, or copy the part into a buffer of its own first",
        kernel.name,
        param_name(kernel, index)
    ))
}

fn too_short(
    kernel: &KernelInterface,
    index: usize,
    length: &LengthExpr,
    elements: u64,
    held: usize,
) -> Error {
    Error::Invalid(format!(
        "kernel `{}`: argument `{}` has the length {} = {elements}, but is bound to {held} elements; bind \
         more",
        kernel.name,
        param_name(kernel, index),
        text(kernel, length)
    ))
}

fn text(kernel: &KernelInterface, length: &LengthExpr) -> String {
    length.display(&|param| param_name(kernel, param)).to_string()
}

fn param_name(kernel: &KernelInterface, index: usize) -> String {
    kernel.params.get(index).map_or_else(|| format!("#{index}"), |param| param.name.clone())
}
