//! The corpus once more, on cards that XRT emulates: in one program for each interface, because XRT has one mode in a process.

use sycl_hls_tests::is_all;
use sycl_hls_tests::on_xrt::{INTERFACES, run_tests};

/// The modules of the corpus, but for this one.
fn modules() -> impl Iterator<Item = &'static str> {
    let declared = |line: &'static str| line.strip_prefix("mod ")?.strip_suffix(';');
    include_str!("mod.rs").lines().filter_map(declared).filter(|module| *module != "on_xrt")
}

/// Every kernel gives the host's values there, through XRT's own interface and through OpenCL. In a sample, each interface takes
/// every eighth module, another one than the other interface.
#[test]
fn kernels_on_emulated_cards() {
    for (number, interface) in INTERFACES.into_iter().enumerate() {
        let (first, step) = if is_all() { (0, 1) } else { (number, 4 * INTERFACES.len()) };
        let modules: Vec<String> =
            modules().skip(first).step_by(step).map(|module| format!("corpus::{module}::")).collect();
        let modules: Vec<&str> = modules.iter().map(String::as_str).collect();
        let said = run_tests(interface, "sw_emu", &[], &modules);
        let passed = said.split_once("test result: ok. ").and_then(|(_, rest)| rest.split_once(" passed"));
        let passed: usize = passed.and_then(|(count, _)| count.parse().ok()).expect("the tests were counted");
        println!("{interface}: {passed} tests of {modules:?}");
        assert!(passed > 2 * modules.len(), "{interface}: {passed}");
    }
}
