//! Buffers that are memory of the host (`XCL_BO_FLAGS_HOST_ONLY`, `XCL_MEM_EXT_HOST_ONLY`), which kernels reach on `HOST[0]`.

use std::path::Path;
use std::process::Command;

use crate::xrt::support::{build, finish, native_cpp, opencl, run_on, start};

fn run(target: &str, image: &Path, host: &Path, test: &str) -> Command {
    run_on("u200", &["--target", target], host, image, &[test])
}

/// Hosts on both interfaces, in this emulation.
fn hosts_pass(target: &str) {
    let image = build("u200", target, "host_memory");
    for host in [native_cpp(), opencl()] {
        finish(start(&mut run(target, &image, &host, "host_only"))).passes();
    }
}

#[test]
fn software_emulation() {
    hosts_pass("sw_emu");
}

/// XRT says of reads outside of its buffers that they succeed.
#[test]
fn hardware_emulation_reports_addresses_without_a_buffer() {
    hosts_pass("hw_emu");
    let image = build("u200", "hw_emu", "host_memory");
    let fails = |test, words: &[&str]| {
        finish(start(&mut run("hw_emu", &image, &native_cpp(), test))).fails(1, words);
    };
    fails(
        "unmapped",
        &["kernel `swap_ends`: `x` is at address 0x9000001000", "map the buffer before the run"],
    );
    fails("short_of_it", &["`x` has 1025 elements of 4 bytes from address 0x90", "is shorter"]);
}
