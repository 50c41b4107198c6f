//! What yosys proves of the bridges: see `proof.v`.

use std::fs;
use std::path::Path;

use crate::tools::{run, write_library};

/// Proves the assertions of a wrapper, and those of the library's files where `contracts`.
fn prove(bridge: &str, property: &str, contracts: bool, preparation: &str, sat: &str) {
    let folder = tempfile::tempdir().unwrap();
    write_library(folder.path());
    let wrapper = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface/proof.v");
    fs::copy(wrapper, folder.path().join("proof.v")).unwrap();
    let contracts = if contracts { "-DSYCL_HLS_PROOF" } else { "" };
    let script = format!(
        "read_verilog -formal {contracts} fifo.v axi_{bridge}.v\n\
         read_verilog -sv -formal -D{property} proof.v\n\
         {preparation}\n\
         prep -top proof_{bridge}\nflatten\nmemory_map\nopt -full\n\
         sat -prove-asserts -set-assumes -verify {sat}\n"
    );
    fs::write(folder.path().join("prove.ys"), script).unwrap();
    let said = run("yosys", &["prove.ys"], folder.path());
    assert!(said.contains("SUCCESS!") && said.contains("Import proof for assert"), "{said}");
}

/// Payload stays until READY; bursts are no longer than they may be and stay within a page: for ever, by induction.
#[test]
fn reads_follow_the_protocol() {
    prove("read", "STABLE", false, "", "-tempinduct -maxsteps 2");
}

/// Payload stays until READY, `idle` falls after a command, no queue runs over: for ever, by induction.
#[test]
fn writes_follow_the_protocol() {
    prove("write", "STABLE", true, "", "-tempinduct -maxsteps 2");
}

/// Beats are never more than there is room for. Nine cycles after reset are enough to fill the smallest buffer: without
/// counting, this fails.
#[test]
fn there_is_room_for_every_beat() {
    let smallest = "chparam -set MAX_BURST 1 proof_read";
    prove("read", "BOUNDED", true, smallest, "-tempinduct-baseonly -maxsteps 9");
}
