//! A host on OpenCL: the platform of XRT.

use crate::support::{finish, host, start, xrt_run};

#[test]
fn tasks_copies_maps_and_profiles() {
    let host = host("opencl.c", &["-lOpenCL"]);
    finish(start(&mut xrt_run(&[], &host, &[]))).passes();
}
