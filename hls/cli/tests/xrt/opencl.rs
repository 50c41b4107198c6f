//! A host on OpenCL: the platform of XRT.

use crate::xrt::support::{finish, opencl, start, xrt_run};

#[test]
fn tasks_copies_maps_and_profiles() {
    finish(start(&mut xrt_run(&[], &opencl(), &[]))).passes();
}

#[test]
fn copies_between_buffers() {
    finish(start(&mut xrt_run(&[], &opencl(), &["copies"]))).passes();
}
