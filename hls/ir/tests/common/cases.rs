//! The files of `tests/kir`: KIR whose first comments say what happens.
//!
//! `//? call` has arguments, and either `//=` what the slices then hold or `//!` the error, a line for each of its own.
//! `//? check` comes with what the verifier says.

use std::path::{Path, PathBuf};

use sycl_hls_ir::interp::{self, Arg, Options};
use sycl_hls_ir::{Func, Module, ParamKind};
use sycl_hls_types::{Scalar, ScalarValue};

/// The files of a folder of `tests/kir` with their texts, in the repository with this root.
pub fn files(root: &Path, folder: &str) -> Vec<(PathBuf, String)> {
    let folder = root.join("tests/kir").join(folder);
    let mut paths: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

/// What is asked, and the lines that answer it.
pub struct Case<'t> {
    pub question: &'t str,
    pub answer: Vec<&'t str>,
}

pub fn cases(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for line in text.lines() {
        if let Some(question) = line.strip_prefix("//? ") {
            cases.push(Case { question, answer: Vec::new() });
        } else if let Some(answer) = line.strip_prefix("//= ").or_else(|| line.strip_prefix("//! ")) {
            cases.last_mut().unwrap().answer.push(answer);
        }
    }
    cases
}

fn scalar(ty: Scalar, text: &str) -> ScalarValue {
    ScalarValue::from_integer(ty, text.parse().unwrap()).unwrap()
}

/// `5 [1 2 3]` as arguments of a kernel.
pub fn arguments(func: &Func, text: &str) -> Vec<Arg> {
    let mut rest = text.trim();
    let argument = |kind: &ParamKind| match kind {
        ParamKind::Scalar(value) => {
            let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
            rest = after.trim_start();
            Arg::Scalar(scalar(func.ty(*value), word))
        }
        ParamKind::Slice { .. } | ParamKind::Stream { .. } => {
            let (list, after) = rest.strip_prefix('[').unwrap().split_once(']').unwrap();
            rest = after.trim_start();
            let words = list.split_whitespace();
            match kind {
                ParamKind::Stream { channel, .. } => {
                    let element = func.channels[*channel].element;
                    Arg::Stream(words.map(|word| scalar(element, word)).collect())
                }
                ParamKind::Slice { element, .. } => {
                    Arg::Slice(words.map(|word| scalar(element.leaf().unwrap(), word)).collect())
                }
                _ => panic!("it is a list"),
            }
        }
        ParamKind::Ref { .. } | ParamKind::Output { .. } => panic!("no reference in the files"),
    };
    func.params.iter().map(|param| &param.kind).map(argument).collect()
}

/// What slices and streams hold, as the files write it.
fn slices(args: &[Arg]) -> String {
    let lists = args.iter().filter_map(|arg| match arg {
        Arg::Scalar(_) => None,
        Arg::Slice(values) | Arg::Stream(values) => {
            let words: Vec<String> = values.iter().map(ToString::to_string).collect();
            Some(format!("[{}]", words.join(" ")))
        }
    });
    lists.collect::<Vec<_>>().join(" ")
}

/// What a call of the first kernel gives, as the files write it.
pub fn outcome(module: &Module, question: &str) -> String {
    let (id, func) = module.kernels().next().unwrap();
    let mut args = arguments(func, question.strip_prefix("call").unwrap());
    let options = Options { steps: 1_000_000, ..Options::default() };
    match interp::call(module, id, &mut args, options) {
        Ok(_) => slices(&args),
        Err(error) => error.to_string(),
    }
}
