//! Processes and channels: the files of `tests/kir/dataflow` run, those of `tests/kir/broken` violate a rule.

use std::path::PathBuf;

use crate::common::cases::{Case, cases, files, outcome};
use sycl_hls_ir::{Module, check, parse, print};

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The module in a text, which must read back as the same text.
fn module(text: &str) -> Module {
    let module = parse(text).unwrap();
    let printed = print(&module);
    assert_eq!(print(&parse(&printed).unwrap()), printed);
    module
}

#[test]
fn processes_run_as_the_files_say() {
    for (path, text) in files(&root(), "dataflow") {
        let module = module(&text);
        assert_eq!(check(&module), Ok(()), "{}", path.display());
        let cases = cases(&text);
        assert!(!cases.is_empty(), "{}", path.display());
        for Case { question, answer } in cases {
            assert_eq!(outcome(&module, question), answer.join("\n"), "{}: {question}", path.display());
        }
    }
}

#[test]
fn every_rule_of_processes_and_channels_is_violated() {
    let mut rules = Vec::new();
    for (path, text) in files(&root(), "broken") {
        let errors = check(&module(&text)).unwrap_err();
        let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let [Case { answer, .. }] = cases(&text).try_into().unwrap_or_else(|_| panic!("{}", path.display()));
        assert_eq!(said.join("\n"), answer.join("\n"), "{}", path.display());
        rules.extend(errors.iter().map(|error| error.invariant));
    }
    for rule in ["K8", "K17", "K18", "K19", "K20", "K21", "K22"] {
        assert!(rules.contains(&rule), "no file violates {rule}");
    }
}
