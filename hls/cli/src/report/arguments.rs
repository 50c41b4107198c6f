//! What cycles are predicted for.

use sycl_hls_compiler::report::Given;
use sycl_hls_ir::{Func, Param, ParamKind};
use sycl_hls_types::{Length, Scalar};

use crate::call::literal;
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
    /// From `NAME=VALUE` and `NAME.len=VALUE`.
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
            ParamKind::Slice { length: Length::Argument, .. } => {
                let name = format!("{}.len", param.name);
                let Some(text) = self.take(&name) else { return Ok(Given::Nothing) };
                let length = literal::parse(text, Scalar::U64).map_err(|error| wrong(&name, text, &error))?;
                Ok(Given::Length(length.low_bits()))
            }
            _ => Ok(Given::Nothing),
        }
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
        Err(Failure::usage(message).help("give scalars as NAME=VALUE, lengths of slices as NAME.len=VALUE"))
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
