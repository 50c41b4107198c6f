//! The corpus once more, on cards that XRT emulates: in one program for each interface, because XRT has one mode in a process.

use sycl_hls_tests::on_xrt::{INTERFACES, run_tests};

/// Every kernel gives the host's values there, through XRT's own interface and through OpenCL: one after the other, as most of the
/// time goes into compiling kernels, which the second one need not.
#[test]
fn kernels_on_emulated_cards() {
    for interface in INTERFACES {
        let said = run_tests(interface, "sw_emu", &[], &["corpus::", "--skip", "corpus::on_xrt::"]);
        let passed = said.split_once("test result: ok. ").and_then(|(_, rest)| rest.split_once(" passed"));
        let passed: usize = passed.and_then(|(count, _)| count.parse().ok()).expect("the tests were counted");
        assert!(passed > 100, "{interface}: {passed}");
    }
}
