//! The axlf container (`.xclbin`): the file that FPGA images for XRT, the Xilinx runtime, come in.
//!
//! A file is a header (what kind of image, for which platform, its identity), a table of sections, and the sections'
//! payloads: the bitstream or what stands for it in emulation, the memory banks, the compute units and their
//! addresses, the kernels' arguments as XML, and more. Numbers are little-endian.
//!
//! - [`Xclbin`] reads a file. Whatever the bytes are, it answers with an [`Error`] rather than a panic, and takes
//!   memory in proportion to the file.
//! - [`XclbinFile`] opens one of any size and reads of it what is asked for.
//! - [`Builder`] puts a file together, and [`write_atomically`] brings it to the disk.
//! - [`Editor`] changes one, whatever its size.
//! - [`verify`] checks what [`XclbinFile`] does not look at.
//! - `Editor::add_ps_kernel` adds a kernel for the card's processor; it needs the feature `libraries`.
//! - `Editor::write_signed` and `validate` sign images and check that; they need the feature `signatures`.
//! - [`section`] has the payloads as types; sections of any other kind are bytes.
//!
//! The layouts are those of `xclbin.h` of XRT 2.13.466 (2022.1), whose names the documentation gives in brackets.
//!
//! ```
//! use xclbin_tools::section::{Ip, IpControl, IpLayout, KeyValues};
//! use xclbin_tools::{Builder, Mode, SectionKind, Xclbin};
//!
//! let uuid = "6dd1bdc6-0ba1-4a5a-bd2c-0a8a2d8e1b3f".parse()?;
//! let unit = Ip::compute_unit("axpy", "axpy_1", 0x180_0000, IpControl::ApCtrlHs);
//! let bytes = Builder::new(Mode::SwEmu, "xilinx_u200_gen3x16_xdma_2_202110_1", uuid, 1_700_000_000)
//!     .raw(SectionKind::BITSTREAM, *b"what the emulation loads")
//!     .section(&IpLayout { ips: vec![unit] })?
//!     .section(&KeyValues::from_iter([("made by", "an example")]))?
//!     .to_bytes()?;
//!
//! let image = Xclbin::from_bytes(bytes)?;
//! assert_eq!(image.mode(), Mode::SwEmu);
//! assert_eq!(image.uuid(), uuid);
//! assert_eq!(image.section(SectionKind::BITSTREAM), Some(&b"what the emulation loads"[..]));
//! assert_eq!(image.key_values()?.get("made by"), Some("an example"));
//! let layout: IpLayout = image.parse()?.ok_or("no IP_LAYOUT")?;
//! assert_eq!(layout.ips[0].name, "axpy:axpy_1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
mod container;
mod editor;
mod endian;
mod error;
mod file;
mod fixed;
mod grouping;
mod header;
mod kernels;
mod keys;
mod kind;
mod layout;
mod lazy;
mod leftover;
mod migrate;
mod mirror;
mod mode;
mod numbered;
mod place;
pub mod section;
#[cfg(feature = "signatures")]
mod signature;
mod transfer;
mod transform;
mod tree;
mod user_signature;
mod verify;

pub use builder::Builder;
pub use container::{RawSection, Xclbin};
pub use editor::{Content, Editor, Lost};
pub use error::{DocumentError, Error, HeaderError, SectionHeaderError, SignatureError, TransferError};
pub use file::{AtomicFile, load_beside, write_atomically, write_generated, write_text};
pub use fixed::TextError;
pub use grouping::group_banks;
pub use kernels::KernelError;
#[cfg(feature = "libraries")]
pub use kernels::LibraryError;
pub use keys::{Kept, Merged};
pub use kind::SectionKind;
pub use layout::{Layout, SectionEntry};
pub use lazy::XclbinFile;
pub use mirror::{MirrorError, MirrorForm};
pub use mode::Mode;
pub use numbered::UnknownNumber;
pub use place::{PlaceError, SectionPlace};
pub use section::Section;
#[cfg(feature = "signatures")]
pub use signature::{Certificate, CredentialError, Digest, MessageError, Signer, UnknownDigest, validate};
pub use tree::{NumberError, SyntaxError, Tree, TreeError};
pub use user_signature::UserSignature;
pub use uuid::Uuid;
pub use verify::{Finding, verify};
