//! Why an image cannot be emulated.

use std::io;
use std::path::PathBuf;

use sycl_hls_backend::OtherImage;
use sycl_hls_types::Target;

/// An image cannot be emulated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The image is for another device.
    #[error(transparent)]
    Other(#[from] OtherImage),
    /// The image is for another kind of emulation than the card's.
    #[error("the image is for {image}, and this card is emulated by {card}; build it with `--target {card}`")]
    OtherTarget {
        /// What the image is for.
        image: Target,
        /// What emulates the card.
        card: Target,
    },
    /// The image is for another platform than the card's.
    #[error(
        "the image is for the platform {image}, and this card has the platform {card}; build it for this board"
    )]
    OtherPlatform {
        /// The platform of the image.
        image: String,
        /// The platform of the card.
        card: String,
    },
    /// No board has the platform of the image.
    #[error("it is for the platform {platform}, which is not known")]
    UnknownPlatform {
        /// The platform of the image.
        platform: String,
    },
    /// The image has no payload.
    #[error("it has no BITSTREAM section, so nothing to run")]
    NoPayload,
    /// There is no memory for the payload.
    #[error("there is no memory for it: {0}")]
    NoMemory(#[source] io::Error),
    /// The dynamic linker refuses the payload.
    #[error("its BITSTREAM is no shared object for this host: {0}")]
    NoSharedObject(#[source] libloading::Error),
    /// The shared object lacks a symbol of the calling convention.
    #[error("its shared object has no symbol `{name}`; build the image with sycl-hls")]
    NoSymbol {
        /// The symbol.
        name: String,
    },
    /// The payload is no archive of simulators.
    #[error("its BITSTREAM is no archive of simulators: {0}")]
    NoArchive(#[source] io::Error),
    /// The simulators cannot be read from the archive or written.
    #[error("its simulators cannot be unpacked: {0}")]
    Unpack(#[source] io::Error),
    /// A kernel has a symbol that could name a file elsewhere.
    #[error("`{symbol}` cannot be the name of a kernel")]
    KernelName {
        /// The symbol.
        symbol: String,
    },
    /// The process that reads what kernels are linked has failed.
    #[error("it does not say which of its kernels are linked: {0}")]
    Links(#[source] io::Error),
    /// The manifest is malformed.
    #[error("its {holder}'s manifest is malformed: {source}")]
    Manifest {
        /// What holds the manifest: the shared object, or the archive.
        holder: &'static str,
        /// What is wrong, and where.
        source: serde_json::Error,
    },
    /// The manifest has another schema than this version reads.
    #[error(
        "its {holder}'s manifest has schema {} and this version reads {read}; build the image anew",
        found.map_or_else(|| "none".to_owned(), |schema| schema.to_string())
    )]
    Schema {
        /// What holds the manifest: the shared object, or the archive.
        holder: &'static str,
        /// The schema of the manifest, if it states one.
        found: Option<u64>,
        /// The schema that is read.
        read: u32,
    },
    /// Payload and metadata describe a kernel differently.
    #[error(
        "its BITSTREAM and its metadata disagree about kernel `{kernel}` of module `{module}`; build the image anew"
    )]
    Disagreement {
        /// The kernel.
        kernel: String,
        /// Its module.
        module: String,
    },
    /// The metadata cannot be read.
    #[error(transparent)]
    Metadata(#[from] xclbin_tools::Error),
}
