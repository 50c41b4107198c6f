//! Emulated FPGA boards as devices of the runtime.
//!
//! Software emulation (`sw_emu`) runs the C++ that the compiler emits for a board as native code in this
//! process: the image's BITSTREAM section is a shared object. Its convention for calls is that of
//! [`sycl_hls_types::sw_emu_entry_symbol`].
//!
//! Hardware emulation ([`hw_emu`]) runs the kernels' RTL in processes of their own ([`simulator`]): the image's BITSTREAM
//! section is an archive of simulators.
//!
//! [`xrt`] lets programs that use XRT, the Xilinx runtime, run the same images: with the feature `xrt-device`, which the
//! command-line tool has. Programs need it not, and compile seven packages less.
//!
//! Loading an image runs native code with the rights of this process, so an image deserves the trust of a
//! program.

// Some of what runs kernels is only for the device process.
#![cfg_attr(not(feature = "xrt-device"), allow(dead_code))]

pub mod arguments;
mod device;
mod error;
mod fit;
mod frame;
pub mod hw_emu;
mod library;
mod manifest;
mod program;
mod sealed;
pub mod simulator;
pub mod xrt;

pub use device::{HwEmulation, SwEmulation, memories};
pub use error::ImageError;
