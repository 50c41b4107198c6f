//! A sample in XRT's hardware emulation. XRT sleeps for most of the time that it takes.

use crate::support::{command, finish, hardware_image, native, start};

/// Parts of buffers are where the two emulations differ in what XRT tells the device.
#[test]
fn parts_of_buffers_and_copies_of_parts() {
    let mut run = command(crate::support::PROGRAM);
    run.args(["xrt", "run", "--board", "u200", "--target", "hw_emu", "--"]).arg(native());
    finish(start(run.arg(hardware_image()).arg("parts"))).passes();
}
