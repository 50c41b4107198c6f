//! What the command line gives to a kernel, by the kernel's arguments.

use sycl_hls_types::{
    ElementType, KernelInterface, Length, LengthExpr, Param, ParamKind, Scalar, ScalarValue, StructLayout,
    end_text,
};

use super::fields::{self, Part};
use super::literal;
use crate::failure::Failure;

/// What is given for one argument.
#[derive(Debug)]
pub enum Given<'a> {
    /// `NAME=VALUE`
    Value(&'a str),
    /// `NAME.FIELD=VALUE`, in any number.
    Parts(Vec<Part<'a>>),
    /// An output is not given if the kernel takes nothing of it.
    Nothing,
}

/// What is given for each argument, in the kernel's order.
///
/// # Errors
/// When something has another form, is for no argument, or is given twice, and when nothing is given for one.
pub fn given_to<'a>(kernel: &KernelInterface, texts: &'a [String]) -> Result<Vec<Given<'a>>, Failure> {
    let mut all: Vec<Option<Given<'a>>> = kernel.params.iter().map(|_| None).collect();
    for text in texts {
        let (target, value) = text
            .split_once('=')
            .ok_or_else(|| usage(kernel, format!("`{text}` is not of the form NAME=VALUE")))?;
        let (name, path) = match target.split_once('.') {
            Some((name, path)) => (name, Some(path)),
            None => (target, None),
        };
        let index =
            kernel.params.iter().position(|param| param.name == name).ok_or_else(|| {
                usage(kernel, format!("the kernel `{}` has no argument `{name}`", kernel.name))
            })?;
        match (&mut all[index], path) {
            (Some(Given::Parts(parts)), Some(path)) => parts.push(Part { path, value }),
            (Some(_), _) => return Err(usage(kernel, format!("the argument `{name}` is given twice"))),
            (slot, Some(path)) => *slot = Some(Given::Parts(vec![Part { path, value }])),
            (slot, None) => *slot = Some(Given::Value(value)),
        }
    }
    let missing = |param: &Param| usage(kernel, format!("the argument `{}` is missing", param.name));
    let given = kernel.params.iter().zip(all).map(|(param, given)| match (given, &param.kind) {
        (Some(given), _) => Ok(given),
        (None, ParamKind::Output { initial: false, .. } | ParamKind::Stream { input: false, .. }) => {
            Ok(Given::Nothing)
        }
        (None, _) => Err(missing(param)),
    });
    given.collect()
}

/// A wrong command line.
pub fn usage(kernel: &KernelInterface, message: String) -> Failure {
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
        ParamKind::Output { scalar, .. } => format!("&mut {scalar}"),
        ParamKind::Slice { element, mutable, length } => {
            let mutability = if *mutable { "mut " } else { "" };
            match (element, length) {
                (ElementType::Array { .. }, Length::Expr(LengthExpr::Const(1))) => {
                    format!("&{mutability}{element}")
                }
                _ => format!("&{mutability}[{element}]"),
            }
        }
        ParamKind::Stream { scalar, input, packet } => end_text(*scalar, *input, *packet),
    }
}

/// Only structs have parts.
pub fn no_parts(kernel: &KernelInterface, param: &Param) -> Failure {
    usage(kernel, format!("argument `{}` is {}: it has no fields", param.name, type_of(param)))
}

/// The scalars of a struct, in order.
///
/// # Errors
/// When it is not given by its fields, or one is wrong.
pub fn read_struct(
    kernel: &KernelInterface,
    param: &Param,
    layout: &StructLayout,
    given: &Given<'_>,
) -> Result<Vec<ScalarValue>, Failure> {
    let Given::Parts(parts) = given else {
        let (name, ty) = (&param.name, layout.description());
        let message = format!("argument `{name}` is {ty}: its fields are given one by one");
        let fields: Vec<String> =
            layout.fields.iter().map(|field| format!("{name}.{}=..", field.name)).collect();
        return Err(Failure::usage(message).help(format!("write `{}`", fields.join(" "))));
    };
    let wrong = |reason: anyhow::Error| {
        let failure = usage(kernel, format!("argument `{}`: {reason:#}", param.name));
        failure.help(format!("the argument is {}", layout.description()))
    };
    fields::read(&param.name, layout, parts).map_err(wrong)
}

/// The value of a scalar argument.
///
/// # Errors
/// When the text is no literal of its type.
pub fn read_scalar(param: &Param, scalar: Scalar, text: &str) -> Result<ScalarValue, Failure> {
    literal::parse(text, scalar).map_err(|reason| {
        Failure::usage(format!("argument `{}`: `{text}` is no {scalar}: {reason:#}", param.name))
    })
}

/// The files of a slice: where it is read from, and where it is written to.
///
/// # Errors
/// When it is no file, or the kernel does not write to the slice.
pub fn files<'a>(param: &Param, text: &'a str) -> Result<(&'a str, Option<&'a str>), Failure> {
    let Some(files) = text.strip_prefix('@') else {
        let does = match param.kind {
            ParamKind::Stream { input: false, .. } => "go to",
            _ => "come from",
        };
        let message = format!("argument `{}` is {}: its values {does} a file", param.name, type_of(param));
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
