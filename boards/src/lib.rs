//! The boards that sycl-hls knows: part, platforms, clocks, regions, memory banks, and what Vitis can do with them.
//!
//! Each board is one file in `boards/data`, which states its sources; a project adds files of the same form. The same
//! data serves the images' memory topology, the emulated devices and what is checked before Vitis is started.

mod board;
mod built_in;
mod catalogue;
mod file;
mod folder;
mod memory;
mod names;
mod size;
mod vitis;

pub use board::{Alternative, Board, Resources};
pub use built_in::Unsupported;
pub use catalogue::{Catalogue, FOLDERS_VARIABLE, NoBoard, PlatformName};
pub use folder::{FOLDER, FileError};
pub use memory::{Bank, BankKind, MemoryTiming};
pub use names::{Fit, nearest, suggestion};
pub use size::size;
pub use vitis::{Family, VitisSupport};
