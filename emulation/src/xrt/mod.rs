//! The process that the emulations of XRT, the Xilinx runtime, take for a card.
//!
//! XRT's `sw_emu` and `hw_emu` start a *device process*, which Vitis would have made, and speak with it over a socket: about
//! memory, registers and runs. [`serve`] is that process. It never executes a kernel: each compute unit has a *worker*
//! process for that ([`work`]), which may die without the host noticing more than a run that does not end. Compute units of
//! linked kernels have one together. Buffers are memory that host, device process and workers share.
//!
//! XRT has no way to say that a kernel failed, so a failed run stays busy, and [`Report`] is told. [`status`] is how it is known to
//! whoever looks: who started the host, and hosts that know of it.

#[cfg(feature = "xrt-device")]
mod arguments;
#[cfg(feature = "xrt-device")]
mod calls;
#[cfg(feature = "xrt-device")]
mod capacity;
#[cfg(feature = "xrt-device")]
mod copier;
#[cfg(feature = "xrt-device")]
mod device;
#[cfg(feature = "xrt-device")]
mod host_access;
#[cfg(feature = "xrt-device")]
mod linked;
#[cfg(feature = "xrt-device")]
mod mapping;
#[cfg(feature = "xrt-device")]
mod memory;
#[cfg(feature = "xrt-device")]
mod message;
#[cfg(feature = "xrt-device")]
mod progress;
#[cfg(feature = "xrt-device")]
mod restart;
#[cfg(feature = "xrt-device")]
mod runner;
#[cfg(feature = "xrt-device")]
mod serve;
#[cfg(feature = "xrt-device")]
mod socket;
#[cfg(feature = "xrt-device")]
mod staging;
pub mod status;
#[cfg(feature = "xrt-device")]
mod unit;
#[cfg(feature = "xrt-device")]
mod work;
#[cfg(feature = "xrt-device")]
mod worker;

#[cfg(feature = "xrt-device")]
pub use device::Report;
#[cfg(feature = "xrt-device")]
pub use serve::{Config, ServeError, serve};
#[cfg(feature = "xrt-device")]
pub use work::{WorkError, linked_kernels, work};
