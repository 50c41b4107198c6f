//! The process that the emulations of XRT, the Xilinx runtime, take for a card.
//!
//! XRT's `sw_emu` and `hw_emu` start a *device process*, which Vitis would have made, and speak with it over a socket: about
//! memory, registers and runs. [`serve`] is that process. It never executes a kernel: each compute unit has a *worker*
//! process for that ([`work`]), which may die without the host noticing more than a run that does not end. Buffers are
//! memory that host, device process and workers share.
//!
//! XRT has no way to say that a kernel failed, so a failed run stays busy, and [`Report`] is told. [`status`] is how it is known to
//! whoever looks: who started the host, and hosts that know of it.

mod arguments;
mod calls;
mod copier;
mod device;
mod host_access;
mod mapping;
mod memory;
mod message;
mod serve;
mod socket;
pub mod status;
mod unit;
mod work;
mod worker;

pub use device::Report;
pub use serve::{Config, ServeError, serve};
pub use work::{WorkError, work};
