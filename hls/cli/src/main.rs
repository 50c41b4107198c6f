//! The program `sycl-hls`.

use std::process::ExitCode;

fn main() -> ExitCode {
    sycl_hls_cli::main()
}
