//! Processes and channels: the files of `tests/kir/dataflow` run, those of `tests/kir/broken` violate a rule.

use std::path::PathBuf;

use crate::common::cases::{Case, cases, files, outcome};
use sycl_hls_ir::interp::{self, Options};
use sycl_hls_ir::{
    Builder, Channel, ChannelAccess, Func, FuncKind, Module, OpKind, Source, Span, check, parse, print,
};
use sycl_hls_types::Scalar;

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
    for (path, text) in ["dataflow", "ports"].into_iter().flat_map(|folder| files(&root(), folder)) {
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
    for rule in ["K8", "K17", "K18", "K19", "K20", "K21", "K22", "K23", "K24"] {
        assert!(rules.contains(&rule), "no file violates {rule}");
    }
}

#[test]
fn a_builder_makes_processes_and_channels() {
    let span = Span::NONE;
    let mut builder = Builder::new(Func::new("f", FuncKind::Helper, None, span));
    let seven = builder.constant(7_u32.into(), span);
    builder.dataflow(span, |builder| {
        let name = "a".to_owned();
        let channel =
            builder.declare_channel(Channel { name, element: Scalar::U32, depth: 4, span, token: None });
        builder.process("send", span, |builder| {
            builder.query_channel(channel, ChannelAccess::Full, span);
            builder.write_channel(channel, seven, span);
        });
        builder.process("receive", span, |builder| {
            builder.read_channel(channel, span);
        });
    });
    builder.push(OpKind::Return(None), span);
    let mut built = Module::new("m", Source::default());
    built.funcs.alloc(builder.finish());
    let text = "module m\nfn @f() {\n%0 = const 7: u32\ndataflow {\nchannel #0.a: u32 depth 4\nprocess \"send\" {\n\
                %1 = full #0: bool\nwrite #0, %0\n}\nprocess \"receive\" {\n%2 = read #0: u32\n}\n}\nreturn\n}\n";
    assert_eq!(print(&built), print(&module(text)));
    assert_eq!(check(&built), Ok(()));
}

#[test]
fn the_declared_depth_decides_whether_processes_wait_for_one_another() {
    let text = std::fs::read_to_string(root().join("tests/kir/dataflow/diamond_deadlock.kir")).unwrap();
    for depth in 1..5 {
        let module = module(&text.replace("early: i32 depth 2", &format!("early: i32 depth {depth}")));
        for count in 0..8 {
            let found = outcome(&module, &format!("call {count} [0 0 0 0 0 0 0 0]"));
            let is_stuck =
                found.starts_with("deadlock") && found.contains(&format!("depth {depth}, {depth} written"));
            assert_eq!(is_stuck, count > depth, "{count} elements at depth {depth}: {found}");
        }
    }
}

#[test]
fn processes_that_ask_for_ever_are_ended_by_the_limit_of_operations() {
    let wait = |channel: u32| {
        format!(
            "process {{\nwhile {{\n%{channel} = empty #{channel}: bool\nyield %{channel}\n}} do {{\n}}\n}}\n"
        )
    };
    let region =
        format!("dataflow {{\nchannel #0: i32 depth 1\nchannel #1: i32 depth 1\n{}{}}}", wait(0), wait(1));
    let module = module(&format!("module m\nfn @f() {{\n{region}\nreturn\n}}\n"));
    let options = Options { steps: 5000, ..Options::default() };
    let error = interp::call(&module, module.func("f").unwrap(), &mut [], options);
    assert!(matches!(error, Err(interp::Error::Steps { steps: 5000, .. })), "{error:?}");
}
