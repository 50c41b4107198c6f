//! XRT's own emulations with our device process in the place of Vitis': the overlay that XRT takes for an installation of
//! Vitis and itself, the environment that points to it, programs that run in it, and the processes that XRT starts.

mod device;
mod environment;
mod installed;
mod lifetime;
mod overlay;
mod supervise;

pub use device::{device, linked_kernels, unpack, worker};
pub use environment::Session;
pub use installed::find as installed;
pub use lifetime::guard;
pub use overlay::Overlay;
pub use supervise::supervise;
