fn main() -> std::process::ExitCode {
    sycl_hls_tests::serve::main(&[])
}
