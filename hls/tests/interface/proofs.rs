//! What yosys proves of the bridges and of channels: see `proof.v`.

use std::fs;
use std::path::Path;

use sycl_hls_compiler::rtl::library::{CHANNEL, FIFO};

const DELAY: &str = include_str!("../../src/rtl/library/sh_delay.v");

use crate::interface::tools::{run, write_library};
use crate::is_all;

/// Proves the assertions of a wrapper about these files, and those of the library's own where `contracts`.
fn prove(wrapper: &str, files: &str, property: &str, contracts: bool, preparation: &str, sat: &str) {
    let folder = tempfile::tempdir().unwrap();
    write_library(folder.path());
    // As simulators have them, and under other names.
    for (name, text) in [("fifo.v", FIFO.text), ("sh_delay.v", DELAY)] {
        fs::write(folder.path().join(name), text).unwrap();
        let simulated = format!("`define SYCL_HLS_DPI\n{}", text.replace("module sh_", "module simulated_"));
        fs::write(folder.path().join(format!("simulated_{name}")), simulated).unwrap();
    }
    fs::write(folder.path().join(CHANNEL.name), CHANNEL.text).unwrap();
    let proof = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface/proof.v");
    fs::copy(proof, folder.path().join("proof.v")).unwrap();
    let contracts = if contracts { "-DSYCL_HLS_PROOF" } else { "" };
    let script = format!(
        "read_verilog -formal {contracts} {files}\n\
         read_verilog -sv -formal -D{property} proof.v\n\
         {preparation}\n\
         prep -top proof_{wrapper}\nflatten\nmemory_map\nopt -full\n\
         sat -prove-asserts -set-assumes -verify {sat}\n"
    );
    fs::write(folder.path().join("prove.ys"), script).unwrap();
    let said = run("yosys", &["prove.ys"], folder.path());
    assert!(said.contains("SUCCESS!") && said.contains("Import proof for assert"), "{said}");
}

const READ: &str = "fifo.v short_fifo.v axi_read.v axi_gather.v";
const WRITE: &str = "fifo.v axi_write.v axi_scatter.v";

/// Elements as they are, and groups of them.
fn of_both_kinds(wrapper: &str) -> [String; 2] {
    [String::new(), format!("chparam -set GROUPS 1 -set SIZE_WIDTH 3 proof_{wrapper}")]
}

/// Payload stays until READY; bursts are no longer than they may be and stay within a page: for ever, by induction.
#[test]
fn reads_follow_the_protocol() {
    for kind in of_both_kinds("read") {
        prove("read", READ, "STABLE", false, &kind, "-tempinduct -maxsteps 2");
    }
}

/// Payload stays until READY, `idle` falls after a command, no queue runs over: for ever, by induction.
#[test]
fn writes_follow_the_protocol() {
    for kind in of_both_kinds("write") {
        prove("write", WRITE, "STABLE", true, &kind, "-tempinduct -maxsteps 2");
    }
}

/// Beats are never more than there is room for. So many cycles after reset are enough to fill the smallest buffer: without
/// counting, this fails. `make test` leaves out the second kind, which counts in the same way.
#[test]
fn there_is_room_for_every_beat() {
    let kinds = of_both_kinds("read").into_iter().zip([9, 10]);
    for (kind, cycles) in kinds.take(if is_all() { 2 } else { 1 }) {
        let smallest = format!("{kind}\nchparam -set MAX_BURST 1 proof_read");
        let sat = format!("-tempinduct-baseonly -maxsteps {cycles}");
        prove("read", READ, "BOUNDED", true, &smallest, &sat);
    }
}

/// For 14 cycles from reset, in which a queue of three elements is filled, emptied and goes around in all ways.
#[test]
fn simulated_queues_are_those_of_gates() {
    prove("fifo", "fifo.v simulated_fifo.v", "EQUAL", false, "", "-tempinduct-baseonly -maxsteps 14");
}

/// In whatever cycles it is enabled.
#[test]
fn simulated_delays_are_those_of_gates() {
    prove(
        "delay",
        "sh_delay.v simulated_sh_delay.v",
        "EQUAL",
        false,
        "",
        "-tempinduct-baseonly -maxsteps 14",
    );
}

/// Channels lose and repeat nothing, keep the order, and take an element in each cycle in which there is a place: for 12 cycles
/// from reset, in which the queue is filled, emptied and goes around in all ways.
#[test]
fn channels_keep_the_order() {
    for depth in [1, 2, 3] {
        let preparation = format!("chparam -set DEPTH {depth} proof_channel");
        prove("channel", "sh_channel.v", "ORDER", false, &preparation, "-tempinduct-baseonly -maxsteps 12");
    }
}
