//! The corpus once more, on cards that XRT emulates: all of it in one program, because XRT has one mode in a process.

use sycl_hls_tests::on_xrt::run_tests;

/// Every kernel gives the host's values there, each file's on a card of its own.
#[test]
fn all_kernels_on_emulated_cards() {
    let said = run_tests("sw_emu", &[], &["--skip", "on_xrt::"]);
    let passed = said.split_once("test result: ok. ").and_then(|(_, rest)| rest.split_once(" passed"));
    let passed: usize = passed.and_then(|(count, _)| count.parse().ok()).expect("the tests were counted");
    assert!(passed > 100, "{passed}");
}
