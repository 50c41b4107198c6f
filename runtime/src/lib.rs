//! SYCL's model of queues, buffers and kernels for FPGAs, in safe Rust.
//!
//! A program submits *command groups* to a [`Queue`]. Each one declares which [`Buffer`]s its kernel reads
//! and writes, by making [`Accessor`]s, and the runtime orders the kernels by that alone, across queues and
//! devices (S20 §3.7.1.2). Kernels run on the device that the queue's [`Selector`] names, and on no other.
//!
//! ```
//! use sycl_hls::{Buffer, Queue, Selector};
//!
//! #[sycl_hls::kernels]
//! mod kernels {
//!     #[kernel]
//!     pub fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
//!         for i in 0..y.len() {
//!             y[i] = a * x[i] + y[i];
//!         }
//!     }
//!
//!     /// Rows become columns.
//!     #[kernel]
//!     pub fn transpose(rows: usize, columns: usize, x: &[f32], y: &mut [f32]) {
//!         for i in 0..rows {
//!             for j in 0..columns {
//!                 y[j * rows + i] = x[i * columns + j];
//!             }
//!         }
//!     }
//! }
//!
//! # fn main() -> Result<(), sycl_hls::Error> {
//! let q = Queue::new(Selector::from_env())?; // the host unless SYCL_HLS_DEVICE says otherwise
//! let x = Buffer::from_slice(&[1.0, 2.0, 3.0]);
//! let y = Buffer::from_vec(vec![10.0, 20.0, 30.0]);
//! q.submit(|h| {
//!     let (x, y) = (x.read(h), y.read_write(h));
//!     h.single_task(kernels::axpy::args(2.0, x, y))
//! })?
//! .wait()?;
//! assert_eq!(y.into_vec()?, [12.0, 24.0, 36.0]);
//!
//! // In two dimensions: a buffer of 2 rows and 3 columns, which a kernel takes as the slice that it is in memory.
//! let x = Buffer::from_vec_with_range(vec![0.0, 1.0, 2.0, 10.0, 11.0, 12.0], [2, 3])?;
//! let y = Buffer::zeroed([3, 2])?;
//! q.submit(|h| {
//!     let (x, y) = (x.read(h), y.write(h));
//!     h.single_task(kernels::transpose::args(2, 3, x, y))
//! })?;
//! let columns = y.host_read()?; // waits for the kernel
//! assert_eq!(columns[[2, 0]], 2.0);
//! assert_eq!(columns[1], [1.0, 11.0]);
//! # Ok(())
//! # }
//! ```
//!
//! # What is what
//! - [`Device`], [`Platform`], [`Selector`], [`Context`]: where kernels run.
//! - [`Queue`], [`Handler`], [`Event`]: submitting kernels, copies and host tasks, and waiting for them;
//!   [`Queue`] tells where errors go.
//! - [`Buffer`], [`Accessor`], [`HostRead`], [`HostWrite`], [`scope()`]: data, in 1 to 3 dimensions ([`Range`],
//!   [`Id`]).
//! - [`Usm`]: memory whose users only the program orders.
//! - [`Error`], [`Errc`]: what can go wrong.
//!
//! Section numbers like S20 §4.6.5 refer to the SYCL 2020 specification, revision 10.

pub mod access;
mod args;
mod backend;
mod boards;
mod buffer;
mod bundle;
mod call;
mod context;
mod copy;
mod dag;
mod dataflow;
pub mod device;
mod devices;
mod element;
mod environment;
mod error;
mod event;
mod final_data;
mod handler;
mod host;
mod host_index;
mod host_task;
mod image;
mod image_kernel;
mod index;
mod launch;
mod module;
mod panics;
mod persistent;
mod port;
mod programs;
mod queue;
mod reduction;
mod requirements;
mod scope;
mod selector;
mod shortcuts;
mod storage;
mod transfer;
pub mod usm;
mod view;
mod window;

pub use access::Accessor;
pub use backend::is_active;
pub use buffer::Buffer;
pub use bundle::{BundleState, DeviceImage, KernelBundle, KernelId};
pub use call::{KernelCall, NdCall, ParallelCall, ParallelKernel};
pub use context::{Context, ContextBuilder};
pub use copy::{CopySource, CopyTarget, Download};
pub use dag::{Profiling, Status};
pub use device::packet::{PacketData, StreamElement};
pub use devices::{Device, Platform};
pub use element::Element;
pub use error::{Errc, Error, Failed, NoImage, Result, StaleImage};
pub use event::Event;
pub use final_data::FinalData;
pub use handler::Handler;
pub use host::{HostRead, HostWrite};
pub use host_index::HostIndex;
pub use host_task::TaskAccess;
pub use image_kernel::{ImageArg, ImageCall, ImageKernel};
pub use index::{Id, NdRange, Range};
pub use port::{StreamInput, StreamOutput};
pub use queue::{Queue, QueueBuilder};
pub use reduction::{Reduction, ReductionFromIdentity};
pub use scope::{Scope, ScopedBuffer, scope};
pub use selector::Selector;
pub use sycl_hls_backend::{
    Aspect, BackendKind, BoardInfo, CacheInfo, DeviceInfo, DeviceKind, FpConfig, LoadError, LocalMemoryKind,
    MemoryInfo, MemoryOrder, MemoryScope, PlatformInfo,
};
pub use sycl_hls_boards::NoBoard;
pub use sycl_hls_macros::kernels;
pub use sycl_hls_numbers as numbers;
pub use sycl_hls_types::{Digest, Fault, FaultKind, Location, Scalar, Target};
pub use usm::Usm;

/// What the expansion of `#[sycl_hls::kernels]` needs. Not for other use; it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use crate::access::{Accessor, Readable, Writable};
    pub use crate::args::{ArgReader, ScalarArg};
    pub use crate::backend::host_program;
    pub use crate::call::{KernelCall, ReadSlice, WrittenSlice};
    pub use crate::dataflow::Region;
    pub use crate::devices::by_name as device;
    pub use crate::module::ModuleInfo;
    pub use crate::persistent::{Held, persistent};
    pub use crate::reduction::Reduced;
    pub use bytemuck;
    pub use sycl_hls_backend::{ArgError, Args, KernelArg, NativeKernel};
    pub use sycl_hls_macros::with_kernels;
    pub use sycl_hls_types::ScalarValue;
}
