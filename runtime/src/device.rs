//! What kernels see: `use sycl_hls::device::*;` is the one import that a kernels module may have.
//!
//! A kernels module is an inline module marked with [`kernels`](macro@crate::kernels). Its functions are written in a
//! subset of Rust that can become hardware; those marked `#[kernel]` can be launched, the others are helpers.
//!
//! The language is described construct by construct in `docs/language.md` of the repository, with the C++ that each becomes;
//! the directives in `docs/pragmas.md`, beside the pragmas of Vitis HLS.
//!
//! ```
//! #[sycl_hls::kernels]
//! mod kernels {
//!     use sycl_hls::device::*;
//!
//!     #[derive(Clone, Copy, Element)]
//!     pub struct Point {
//!         pub x: f32,
//!         pub y: f32,
//!     }
//!
//!     fn largest<T: Number>(values: &[T]) -> T {
//!         values.iter().fold(T::MIN, |best, v| if *v > best { *v } else { best })
//!     }
//!
//!     #[kernel]
//!     pub fn lengths(points: &[Point], lengths: &mut [f32], most: &mut [f32]) {
//!         for (length, point) in lengths.iter_mut().zip(points) {
//!             *length = (point.x * point.x + point.y * point.y).sqrt();
//!         }
//!         most[0] = largest(lengths);
//!     }
//! }
//!
//! let points = [kernels::Point { x: 3.0, y: 4.0 }, kernels::Point { x: 0.0, y: 1.0 }];
//! let (mut lengths, mut most) = ([0.0; 2], [0.0]);
//! kernels::lengths(&points, &mut lengths, &mut most); // the kernel is a function, too
//! assert_eq!((lengths, most), ([5.0, 1.0], [5.0]));
//! ```
//!
//! What can be imported from here:
//! - [`Number`], [`Integer`] and [`Float`], the bounds of generic helper functions.
//! - [`Int`] and [`Uint`], integers of any width.
//! - [`Fixed`] and [`UFixed`], fixed-point numbers, with their modes: [`Rnd`], [`Sat`] and so on.
//! - [`FpCategory`], the kinds of floats that `classify` tells apart.
//! - [`math`]: functions of `f32` and `f64`, and random numbers, with the same bits on every target.
//! - [`stream`], [`streams`], [`Sender`] and [`Receiver`]: FIFOs between the processes of a `#[dataflow]` region.
//! - [`blocks`], [`BlockSender`] and [`BlockReceiver`]: memory that processes hand over, block after block.
//! - [`Packet`]: an element of a kernel's own stream with TLAST and other signals of AXI4-Stream.
//! - [`split`] and [`merge`]: processes with several streams.
//! - [`Item`] and [`Global`], for kernels that run for each item of a range; [`NdItem`], [`Group`] and [`Local`], for those of work-groups.
//! - [`Reducer`], what items combine to one value, and its operations: [`Plus`] and so on, or an own [`Operation`].
//! - The derive `Element`, for structs that are elements of slices. It exists only inside of a kernels module, whose
//!   macro does what it says: see [`Element`](trait@crate::Element).

mod blocks;
#[doc(hidden)]
pub mod flush;
mod group;
mod in_turns;
mod item;
mod local;
pub mod merge;
mod nd_item;
mod number;
mod operation;
mod own;
pub(crate) mod packet;
mod parallel;
mod reduction;
pub mod split;
mod stream;

pub use core::num::FpCategory;

pub use sycl_hls_math as math;

pub use blocks::{Block, BlockReceiver, BlockSender, ReadBlock, WriteBlock, blocks, streams_of_blocks};
#[doc(hidden)]
pub use blocks::{named_blocks, named_streams_of_blocks};
pub use group::{GroupNumber, GroupValue};
pub use item::{Global, Item};
pub use local::Local;
#[doc(hidden)]
pub use nd_item::GroupItems;
pub use nd_item::{Group, NdItem};
pub use number::{Bits, Float, Integer, MinMax, Number};
pub use operation::{
    BitAnd, BitOr, BitXor, KnownIdentity, LogicalAnd, LogicalOr, Maximum, Minimum, Multiplies, Operation,
    Plus,
};
#[doc(hidden)]
pub use own::{OwnElements, OwnGroup};
pub use packet::Packet;
pub use reduction::Reducer;
#[doc(hidden)]
pub use reduction::{Block as ReducedBlock, Blocks, InOrder, Lanes, PartialBlocks, Partials};
pub use stream::{Receiver, Sender, stream, streams};
#[doc(hidden)]
pub use stream::{ReceiverPort, SenderPort, named_stream, named_streams};
pub use sycl_hls_numbers::{
    Fixed, Int, Rnd, RndConv, RndInf, RndMinInf, RndZero, Sat, SatSym, SatZero, Trn, TrnZero, UFixed, Uint,
    Wrap, WrapSm,
};
