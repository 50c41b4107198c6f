//! The bridges between a kernel and memory.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use crate::interface::bench::{Bench, build};
use crate::interface::tools::{run, write_library};
use crate::is_all;

/// Every run of random traffic has twelve rounds of 25 transfers with each set of parameters.
fn seeds() -> u32 {
    if is_all() { 8 } else { 1 }
}

fn read() -> &'static Bench {
    static READ: OnceLock<Bench> = OnceLock::new();
    READ.get_or_init(|| build("read"))
}

fn write() -> &'static Bench {
    static WRITE: OnceLock<Bench> = OnceLock::new();
    WRITE.get_or_init(|| build("write"))
}

#[test]
fn reads_keep_the_protocol_under_any_back_pressure_and_through_resets() {
    read().passes("random", seeds());
}

#[test]
fn a_frozen_core_gets_what_it_asked_for() {
    read().passes("frozen", seeds());
}

#[test]
fn read_errors_are_told() {
    read().passes("errors", 1);
}

#[test]
fn reads_take_as_many_cycles_as_documented() {
    read().passes("latency", 2);
}

#[test]
fn writes_keep_the_protocol_and_neighbouring_bytes_under_any_back_pressure_and_through_resets() {
    write().passes("random", seeds());
}

#[test]
fn a_frozen_core_leaves_no_address_without_data() {
    write().passes("frozen", seeds());
}

#[test]
fn addresses_and_data_do_not_wait_for_each_other() {
    write().passes("one_channel", 2);
}

/// AXI lets a memory wait for VALID before it is ready, and forbids the bridges to wait for that.
#[test]
fn valid_never_waits_for_ready() {
    read().passes("waiting", 1);
    write().passes("waiting", 1);
}

#[test]
fn write_errors_are_told() {
    write().passes("errors", 1);
}

#[test]
fn writes_take_as_many_cycles_as_documented() {
    write().passes("latency", 2);
}

#[test]
fn nothing_valid_is_unknown_after_reset() {
    let folder = tempfile::tempdir().unwrap();
    write_library(folder.path());
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface/unknown_bench.v");
    fs::copy(bench, folder.path().join("bench.v")).unwrap();
    let bridges = ["axi_read.v", "axi_gather.v", "axi_write.v", "axi_scatter.v"];
    let files = [&["bench.v"][..], &bridges, &["fifo.v", "short_fifo.v"]].concat();
    run("iverilog", &[&["-g2001", "-s", "bench", "-o", "bench.vvp"][..], &files].concat(), folder.path());
    assert_eq!(run("vvp", &["-n", "bench.vvp"], folder.path()).trim(), "passed");
}
