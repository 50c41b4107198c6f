//! XRT's OpenCL, in safe Rust: devices, images, and compute units with their arguments.
//!
//! The loader of OpenCL's implementations is looked for when a program asks for it (dlopen): a program starts
//! where there is none.
//!
//! XRT is the same as through its own interface, and so is what it wants of a process: devices are programmed one at a time, the
//! handlers of signals are put back, the end of the process closes what is open. A process that uses the one interface
//! cannot use the other.
//!
//! **Before [`Device::open`]**, the caller makes sure that XRT's implementation can be asked: where its environment is incomplete,
//! it ends the process (2.13).

mod device;
mod error_names;
mod functions;
mod library;
mod object;
mod unit;

pub use device::{Device, Program};
pub use library::OpenCl;
pub(crate) use object::Kind;
pub use unit::Unit;
