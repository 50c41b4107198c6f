//! Kernels that are linked to each other: hosts start each of them but those that are free-running.

use std::io::{BufRead as _, BufReader};
use std::process::Command;

use crate::xrt::support::{build, finish, interrupt, native, native_cpp, opencl, run_on, start};

/// Hosts in C, C++ and OpenCL. The one in C passes more elements in the end than the links hold: processes that wait for one
/// another are told as on other targets, with lines and counts.
fn hosts_start_linked_kernels(target: &str) {
    let image = build("u200", target, "links");
    let run = |host, test| start(&mut run_on("u200", &["--target", target], host, &image, &[test]));
    let (native, native_cpp, opencl) = (native(), native_cpp(), opencl());
    let [cpp, opencl] = [run(&native_cpp, "linked"), run(&opencl, "linked")];
    let stuck = run(&native, "stuck");
    finish(cpp).passes();
    finish(opencl).passes();
    let stuck = finish(stuck);
    assert!(stuck.stdout.contains("4 have passed"), "{}{}", stuck.stdout, stuck.stderr);
    stuck.fails(
        1,
        &[
            "kernel `linked_split`: deadlock: no process can go on",
            "links.rs:14:17: process `split` waits to write to channel `split_low`, which is full: depth 4, 4 written, 0 read",
            "links.rs:23:12: process `shift` waits to read from channel `split_both`, which is empty: depth 2, 0 written, 0 read",
            "links.rs:39:30: process `unite` waits to read from channel `shift_high`, which is empty: depth 2, 0 written, 0 read",
            "help: `sycl-hls report` searches for depths that free it",
        ],
    );
}

#[test]
fn software_emulation() {
    hosts_start_linked_kernels("sw_emu");
}

#[test]
fn hardware_emulation() {
    hosts_start_linked_kernels("hw_emu");
    let image = build("u200", "hw_emu", "links");
    waits_for_ever(run_on("u200", &["--target", "hw_emu"], &native(), &image, &["alone"]));
}

/// XRT waits for ever for a kernel whose partner nobody starts: the device tells of it, and the host may still start it.
fn waits_for_ever(mut alone: Command) {
    let mut alone = start(&mut alone);
    let mut lines = BufReader::new(alone.stderr.as_mut().unwrap()).lines().map_while(Result::ok);
    let waits = "deadlock: `unite.low` is linked to `split.low`, and the host has started no run of `split`";
    assert!(lines.any(|line| line.contains(waits)));
    interrupt(&alone);
    assert!(!finish(alone).status.success());
}
