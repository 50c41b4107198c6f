//! Hosts that are not ours, written for XRT as it is documented, on our images and our device process: XRT's own
//! emulations, without Vitis and without a card.

mod deploy;
mod failures;
mod host_memory;
mod hw_emu;
mod links;
mod mailbox;
mod native;
mod opencl;
mod page;
mod sessions;
mod support;
