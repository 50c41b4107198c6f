//! The integration tests of the package, one module for each subject: one program is linked faster than many.
#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

/// True in `make test-all`: then whole suites run, of which there are samples otherwise.
fn is_all() -> bool {
    std::env::var_os("SYCL_HLS_TEST_ALL").is_some()
}

mod dataflow;
mod explain;
mod robust;
