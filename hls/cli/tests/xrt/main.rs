//! Hosts that are not ours, written for XRT as it is documented, on our images and our device process: XRT's own
//! emulations, without Vitis and without a card.
#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod deploy;
mod failures;
mod hw_emu;
mod native;
mod opencl;
mod page;
mod sessions;
mod support;
