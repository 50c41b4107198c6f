//! The control registers of a kernel that starts itself again, in Icarus: each test is a scenario of `mailbox_bench.v`.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use sycl_hls_compiler::abi::Register;
use sycl_hls_compiler::back::verilog::registers::{Argument, Control, Protocol, emit};
use sycl_hls_types::{OutputRegisters, Restart, Scalar};
use tempfile::TempDir;

use crate::interface::tools::{run, write_library};

/// The arguments that the bench knows: `a` and `b`, and the results `r` and `q`, which follow the mailboxes.
fn arguments() -> Vec<Argument> {
    let arguments = [("a", 0x1c, false), ("b", 0x24, false), ("r", 0x2c, true), ("q", 0x34, true)];
    let argument = |(name, offset, output): (&str, u64, bool)| Argument {
        name: name.to_owned(),
        register: Register { offset, value_bytes: 4, bytes: if output { 8 } else { 4 } },
        input: !output,
        output: output.then_some(OutputRegisters::at(offset, Scalar::U32, false)),
    };
    arguments.map(argument).to_vec()
}

static BENCH: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    write_library(folder.path());
    let control = Control { protocol: Protocol::Chain, restart: Restart::Mailbox };
    fs::write(folder.path().join("sample.v"), emit("sample", &arguments(), 1, control)).unwrap();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface");
    for name in ["mailbox_bench.v", "control_host.v"] {
        fs::copy(sources.join(name), folder.path().join(name)).unwrap();
    }
    let files = ["sample.v", "control.v", "mailbox.v", "mailbox_bench.v"];
    run("iverilog", &[&["-g2001", "-o", "bench.vvp", "-s", "bench"][..], &files].concat(), folder.path());
    folder
});

fn passes(scenario: &str) {
    let said = run("vvp", &["-n", "bench.vvp", &format!("+scenario={scenario}")], BENCH.path());
    assert_eq!(said.trim(), format!("passed {scenario}"));
}

#[test]
fn a_counter_makes_exactly_so_many_runs() {
    passes("counted");
}

#[test]
fn a_counter_of_ones_makes_runs_until_it_is_cleared() {
    passes("forever");
}

#[test]
fn hosts_without_mailboxes_find_an_ordinary_kernel() {
    passes("ordinary");
}

#[test]
fn arguments_land_at_the_release_all_of_them() {
    passes("inputs");
}

#[test]
fn results_are_of_one_run_that_began_after_the_release() {
    passes("outputs");
}
