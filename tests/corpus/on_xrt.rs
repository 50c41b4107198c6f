//! The corpus once more, on cards that XRT emulates: all of it in one program, because XRT has one mode in a process.

use sycl_hls_tests::on_xrt::{on_each, run_tests};

/// Every kernel gives the host's values there, through each interface.
#[test]
fn all_kernels_on_emulated_cards() {
    on_each(|interface| {
        let said = run_tests(interface, "sw_emu", &[], &["--skip", "on_xrt::"]);
        let passed = said.split_once("test result: ok. ").and_then(|(_, rest)| rest.split_once(" passed"));
        let passed: usize = passed.and_then(|(count, _)| count.parse().ok()).expect("the tests were counted");
        assert!(passed > 100, "{passed}");
    });
}
