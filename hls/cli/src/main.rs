//! The program `sycl-hls`.

use std::process::ExitCode;

/// Translating makes many small objects, with which this one is faster than that of libc.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    sycl_hls_cli::main()
}
