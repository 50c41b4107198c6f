//! Kernels that start themselves again, and mailboxes (`xrt::autostart`, `xrt::mailbox`).

use crate::xrt::support::{build, finish, mailbox, run_on, start};

fn hosts_pass(target: &str) {
    let image = build("u200", target, "mailbox");
    let tests = ["counted", "exchanged", "buffers", "ordinary"];
    let run = |test| start(&mut run_on("u200", &["--target", target], &mailbox(), &image, &[test]));
    for test in tests {
        finish(run(test)).passes();
    }
}

#[test]
fn software_emulation() {
    hosts_pass("sw_emu");
}

#[test]
fn hardware_emulation() {
    hosts_pass("hw_emu");
}
