//! Random programs, compiled in one crate: `sycl_hls_difftest::bench` builds it for each batch of them and runs them with it. In the
//! workspace it shares what it depends on with all other tests.
#![allow(
    warnings,
    clippy::all,
    clippy::restriction,
    arithmetic_overflow,
    overflowing_literals,
    unconditional_panic
)]

include!(env!("PROGRAMS"));
