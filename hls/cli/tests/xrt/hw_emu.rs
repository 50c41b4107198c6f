//! A sample in XRT's hardware emulation.

use std::time::{Duration, Instant};

use crate::xrt::failures::Running;
use crate::xrt::support::{finish, hardware_image, native, native_cpp, opencl, start, xrt_run_hardware};

#[test]
fn hosts_on_all_interfaces() {
    let hosts = [
        (native(), "claims"),
        (native_cpp(), "scale"),
        (native_cpp(), "copies"),
        (native_cpp(), "outputs"),
        (native_cpp(), "queued"),
        (opencl(), "many"),
        (opencl(), "copies"),
    ];
    let runs = hosts.map(|(host, test)| start(&mut xrt_run_hardware(&host, &[test])));
    runs.map(finish).into_iter().for_each(crate::xrt::support::Outcome::passes);
}

/// XRT's own waits alone, of ten seconds and of five, would take longer. Parts of buffers are where the two emulations differ in
/// what XRT tells the device.
#[test]
fn nobody_sleeps() {
    let (host, image) = (native(), hardware_image());
    assert!(image.is_file());
    let start_of_run = Instant::now();
    finish(start(&mut xrt_run_hardware(&host, &["parts"]))).passes();
    assert!(start_of_run.elapsed() < Duration::from_secs(14), "{:?}", start_of_run.elapsed());
}

#[test]
fn a_device_that_is_killed_ends_the_program_with_4() {
    Running::new(&mut xrt_run_hardware(&native(), &["forever"])).ends_with_its_device();
}
