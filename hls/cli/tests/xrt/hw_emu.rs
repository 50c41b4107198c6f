//! A sample in XRT's hardware emulation. XRT sleeps for most of the time that it takes: programs run side by side.

use crate::xrt::failures::Running;
use crate::xrt::support::{finish, native, native_cpp, opencl, start, xrt_run_hardware};

/// Parts of buffers are where the two emulations differ in what XRT tells the device.
#[test]
fn hosts_on_all_interfaces() {
    let hosts = [(native(), "parts"), (native(), "claims"), (native_cpp(), "scale"), (opencl(), "many")];
    let runs = hosts.map(|(host, test)| start(&mut xrt_run_hardware(&host, &[test])));
    runs.map(finish).into_iter().for_each(crate::xrt::support::Outcome::passes);
}

#[test]
fn a_device_that_is_killed_ends_the_program_with_4() {
    Running::new(&mut xrt_run_hardware(&native(), &["forever"])).ends_with_its_device();
}
