//! The target that the program is named after.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xclbin_fuzz::run(env!("CARGO_BIN_NAME"), bytes));
