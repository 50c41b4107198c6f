//! What cycles are predicted for.

use sycl_hls_compiler::report::Given;
use sycl_hls_ir::{ChannelEnd, ChannelId, Func, Param, ParamKind, Type};
use sycl_hls_types::{Length, Scalar, ScalarValue};

use crate::call::{literal, npy, packets};
use crate::failure::Failure;

/// What the user gives, for all kernels of the report.
#[derive(Debug)]
pub struct Arguments<'a>(Vec<Argument<'a>>);

#[derive(Debug)]
struct Argument<'a> {
    name: &'a str,
    value: &'a str,
    /// True if it is an argument of any kernel.
    used: bool,
}

impl<'a> Arguments<'a> {
    /// From `NAME=VALUE`, `NAME.len=VALUE` and `NAME=@FILE.npy`.
    ///
    /// # Errors
    /// When one has another form, or is given twice.
    pub fn new(texts: &'a [String]) -> Result<Self, Failure> {
        let mut all: Vec<Argument<'a>> = Vec::new();
        for text in texts {
            let (name, value) = text.split_once('=').ok_or_else(|| {
                let help = "as `--args n=4096,x.len=100`";
                Failure::usage(format!("`{text}` is not of the form NAME=VALUE")).help(help)
            })?;
            if all.iter().any(|other| other.name == name) {
                return Err(Failure::usage(format!("`{name}` is given twice")));
            }
            all.push(Argument { name, value, used: false });
        }
        Ok(Self(all))
    }

    /// What is given for each parameter of a kernel.
    ///
    /// # Errors
    /// When a value is of another type.
    pub fn of(&mut self, kernel: &Func) -> Result<Vec<Given>, Failure> {
        kernel.params.iter().map(|param| self.of_param(kernel, param)).collect()
    }

    fn of_param(&mut self, kernel: &Func, param: &Param) -> Result<Given, Failure> {
        match &param.kind {
            ParamKind::Scalar(_) | ParamKind::Output { initial: true, .. } => {
                let ty = match &param.kind {
                    ParamKind::Scalar(value) => Some(kernel.ty(*value)),
                    ParamKind::Output { pointee, .. } => pointee.scalar(),
                    _ => None,
                };
                let Some(ty) = ty else { return Ok(Given::Nothing) };
                let Some(text) = self.take(&param.name) else { return Ok(Given::Nothing) };
                literal::parse(text, ty).map(Given::Scalar).map_err(|error| wrong(&param.name, text, &error))
            }
            ParamKind::Slice { element, length, .. } => match self.take(&param.name) {
                Some(text) => elements(&param.name, text, element, length),
                None if *length == Length::Argument => self.length(&param.name),
                None => Ok(Given::Nothing),
            },
            ParamKind::Stream { channel, end: ChannelEnd::Read, .. } => match self.take(&param.name) {
                Some(text) => stream(kernel, *channel, &param.name, text),
                None => Ok(Given::Nothing),
            },
            _ => Ok(Given::Nothing),
        }
    }

    fn length(&mut self, slice: &str) -> Result<Given, Failure> {
        let name = format!("{slice}.len");
        let Some(text) = self.take(&name) else { return Ok(Given::Nothing) };
        let length = literal::parse(text, Scalar::U64).map_err(|error| wrong(&name, text, &error))?;
        Ok(Given::Length(length.low_bits()))
    }

    fn take(&mut self, name: &str) -> Option<&'a str> {
        let argument = self.0.iter_mut().find(|argument| argument.name == name)?;
        argument.used = true;
        Some(argument.value)
    }

    /// Fails if something was given that no kernel has.
    ///
    /// # Errors
    /// When there is such a thing.
    pub fn all_used(&self) -> Result<(), Failure> {
        let Some(unused) = self.0.iter().find(|argument| !argument.used) else { return Ok(()) };
        let message =
            format!("no kernel has a scalar or a length of its own that is called `{}`", unused.name);
        let help = "give scalars as NAME=VALUE, slices as NAME=@FILE.npy, or their lengths as NAME.len=VALUE";
        Err(Failure::usage(message).help(help))
    }
}

/// What a kernel receives, from a file.
fn stream(kernel: &Func, channel: ChannelId, name: &str, text: &str) -> Result<Given, Failure> {
    let packet = kernel.packet_of(channel);
    let element = packets::element_of(kernel.channels[channel].element, packet);
    let Some(file) = text.strip_prefix('@') else {
        let failure = Failure::usage(format!("`{text}` is no value of `{name}`, which is a stream"));
        return Err(failure.help(format!("give the file of its elements, `{name}=@FILE.npy`")));
    };
    let values = npy::read(file.as_ref(), &element).map_err(|error| wrong(name, text, &error))?.values;
    Ok(Given::Elements(packets::at_port(packet, &values).iter().flat_map(ScalarValue::to_le_bytes).collect()))
}

/// The elements of a slice, from a file.
fn elements(name: &str, text: &str, element: &Type, length: &Length) -> Result<Given, Failure> {
    let Some(file) = text.strip_prefix('@') else {
        let failure = Failure::usage(format!("`{text}` is no value of `{name}`, which is a slice"));
        let help =
            format!("give the file of its elements, `{name}=@FILE.npy`, or its length, `{name}.len=VALUE`");
        return Err(failure.help(help));
    };
    let array = npy::read(file.as_ref(), &element.layout()).map_err(|error| wrong(name, text, &error))?;
    let count = array.values.len() / element.scalars().count().max(1);
    let known = match length {
        Length::Expr(expr) => expr.eval(&|_| None).ok(),
        Length::Argument => None,
    };
    match known {
        Some(length) if length != count as u64 => {
            let message = format!("`{name}` has {length} elements, and {file} {count}");
            Err(Failure::usage(message))
        }
        _ => Ok(Given::Elements(array.values.iter().flat_map(ScalarValue::to_le_bytes).collect())),
    }
}

fn wrong(name: &str, text: &str, error: &anyhow::Error) -> Failure {
    Failure::usage(format!("`{text}` is no value of `{name}`: {error:#}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(texts: &[&str]) -> String {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        match Arguments::new(&texts).and_then(|arguments| arguments.all_used()) {
            Ok(()) => String::new(),
            Err(failure) => failure.to_string(),
        }
    }

    #[test]
    fn wrong_arguments_are_named() {
        assert_eq!(message(&[]), "");
        assert!(message(&["n"]).contains("`n` is not of the form NAME=VALUE"));
        assert!(message(&["n=1", "n=2"]).contains("`n` is given twice"));
        assert!(message(&["n=1"]).contains("called `n`"));
    }
}
