//! The control registers, in Icarus, with both protocols: each test is a scenario of `control_scenarios.v`.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use sycl_hls_compiler::abi::Register;
use sycl_hls_compiler::back::verilog::registers::{Argument, Control, Protocol, emit};
use sycl_hls_types::Restart;
use tempfile::TempDir;

use crate::interface::tools::{run, write_library};

/// The arguments that the bench knows: an address, a `u8`, an `f64` and a struct of six bytes.
fn arguments() -> Vec<Argument> {
    let registers = [("x", 0x10, 8, 8), ("n", 0x1c, 1, 4), ("f", 0x24, 8, 8), ("s", 0x30, 6, 8)];
    let argument = |(name, offset, value_bytes, bytes): (&str, u64, u64, u64)| Argument {
        name: name.to_owned(),
        register: Register { offset, value_bytes, bytes },
        input: true,
        output: None,
    };
    registers.map(argument).to_vec()
}

fn bench(protocol: Protocol) -> &'static TempDir {
    static BENCHES: [OnceLock<TempDir>; 2] = [const { OnceLock::new() }; 2];
    BENCHES[usize::from(protocol == Protocol::Chain)].get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        write_library(folder.path());
        let control = Control { protocol, restart: Restart::Never };
        fs::write(folder.path().join("sample.v"), emit("sample", &arguments(), 1, control)).unwrap();
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface");
        for name in ["control_bench.v", "control_host.v", "control_scenarios.v"] {
            fs::copy(sources.join(name), folder.path().join(name)).unwrap();
        }
        let chain = format!("-Pbench.CHAIN={}", u8::from(protocol == Protocol::Chain));
        let files = ["sample.v", "control.v", "control_bench.v"];
        let mut arguments = vec!["-g2001", "-o", "bench.vvp", "-s", "bench", &chain];
        arguments.extend(files);
        run("iverilog", &arguments, folder.path());
        folder
    })
}

fn passes_with(protocol: Protocol, scenario: &str) {
    let said = run("vvp", &["-n", "bench.vvp", &format!("+scenario={scenario}")], bench(protocol).path());
    assert_eq!(said.trim(), format!("passed {scenario}"), "{protocol:?}");
}

fn passes(scenario: &str) {
    passes_with(Protocol::Handshake, scenario);
    passes_with(Protocol::Chain, scenario);
}

#[test]
fn a_run_is_started_and_seen_to_end() {
    passes("start");
}

#[test]
fn a_second_start_in_the_done_cycle_is_a_second_run() {
    passes("second_start");
}

#[test]
fn a_chain_runs_back_to_back() {
    passes_with(Protocol::Chain, "chain");
}

#[test]
fn auto_restart_runs_until_it_is_cleared() {
    passes("auto_restart");
}

#[test]
fn done_is_cleared_by_reading_it_and_never_lost() {
    passes_with(Protocol::Handshake, "done_read");
}

#[test]
fn arguments_change_while_a_run_goes_on() {
    passes("arguments");
}

#[test]
fn writing_to_the_interrupt_status_toggles_it() {
    passes("interrupt");
}

#[test]
fn halves_of_64_bits_come_in_any_order() {
    passes("halves");
}

#[test]
fn write_strobes_are_honoured() {
    passes("strobes");
}

#[test]
fn all_registers_are_read_back() {
    passes("read_back");
}

#[test]
fn unmapped_addresses_answer() {
    passes("unmapped");
}

#[test]
fn reset_within_a_run_clears_all_registers() {
    passes("reset");
}
