//! A host on OpenCL: the platform of XRT.

use crate::xrt::support::{build, finish, opencl, run_on, start, xrt_run};

#[test]
fn tasks_copies_maps_and_profiles() {
    finish(start(&mut xrt_run(&[], &opencl(), &[]))).passes();
}

#[test]
fn copies_between_buffers() {
    finish(start(&mut xrt_run(&[], &opencl(), &["copies"]))).passes();
}

/// XRT takes the first bank for all that the host states, whichever the kernel's arguments reach: here neither is the first.
#[test]
fn buffers_of_1_gb_in_every_bank_of_the_u280() {
    let image = build("u280", "sw_emu", "banks");
    let outcome = finish(start(&mut run_on("u280", &[], &opencl(), &image, &["banks", "34"])));
    let warning = "`x` of scale_1 is in a buffer of 1 GiB, and HBM[3] of the card has 256 MiB";
    assert_eq!(outcome.stderr.matches(warning).count(), 1, "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("`y` of scale_1"), "{}", outcome.stderr);
    outcome.passes();
}
