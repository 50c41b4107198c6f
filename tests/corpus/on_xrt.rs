//! The corpus once more, on cards that XRT emulates: in one program for each interface, because XRT has one mode in a process.

use sycl_hls_tests::on_xrt::{on_each, run_tests};

/// Every kernel gives the host's values there through XRT's own interface, and a sample of them through OpenCL.
///
/// What drives cards is the same for both; the whole of it takes a minute and a half of a core for each.
#[test]
fn kernels_on_emulated_cards() {
    on_each(|interface| {
        let (which, least): (&[&str], usize) = match interface {
            "opencl" => (&["algorithms::"], 10),
            _ => (&["--skip", "on_xrt::"], 100),
        };
        let said = run_tests(interface, "sw_emu", &[], which);
        let passed = said.split_once("test result: ok. ").and_then(|(_, rest)| rest.split_once(" passed"));
        let passed: usize = passed.and_then(|(count, _)| count.parse().ok()).expect("the tests were counted");
        assert!(passed > least, "{interface}: {passed}");
    });
}
