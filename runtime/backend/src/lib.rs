//! What a device backend offers the runtime, object-safe and free of any one device.
//!
//! The runtime owns scheduling and memory; a backend only lists its devices, loads programs and runs kernels.
//! It stands apart from the runtime so that backends (the emulator, for one) and the runtime that holds them
//! both depend on it, and on nothing of each other.

mod arg;
mod aspect;
mod device;
mod info;
mod limits;

pub use arg::{ArgError, Args, Content, Contents, KernelArg};
pub use aspect::Aspect;
pub use device::{Backend, Device, Image, LoadError, NativeKernel, Program, Source};
pub use info::{
    BackendKind, BoardInfo, CacheInfo, DeviceInfo, DeviceKind, MemoryInfo, OtherImage, PlatformInfo,
    is_address_of,
};
pub use limits::{FpConfig, LocalMemoryKind, MemoryOrder, MemoryScope};
