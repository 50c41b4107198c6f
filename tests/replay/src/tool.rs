//! `sycl-hls` as a program of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    sycl_hls_cli::main()
}
