//! XRT, the Xilinx runtime, in safe Rust: devices, images, buffers, kernels and runs; through its own interface, or through its
//! OpenCL ([`opencl`]).
//!
//! The C interface is declared here, so that programs are built without XRT's headers; a test compares the declarations with them.
//! The library is looked for when a program asks for it: a program starts where there is no XRT, and [`Xrt::load`] says what is
//! missing.
//!
//! What XRT wants of a process, and does not look after itself, is looked after here:
//! - devices are opened, programmed and closed one at a time, and buffers made and freed one at a time;
//! - the handlers of signals that programming a device replaces are put back;
//! - when the process ends, what is open is closed in order, and nobody calls XRT any more while it takes itself apart;
//! - errors carry XRT's own text, which it would print.
//!
//! It knows nothing of what is run.

mod bo;
mod cards;
mod device;
mod error;
mod functions;
mod kernel;
mod live;
mod messages;
pub mod opencl;
mod process;
mod run;
mod shim;

pub use bo::Bo;
pub use cards::{Cards, PciCard};
pub use device::{Device, Place};
pub use error::{Error, Unavailable};
pub use functions::Xrt;
pub use kernel::{Access, Kernel};
pub use run::{Run, State, Value};
pub use shim::{Info, count, driver};
