//! Why there are no cards, or a card does not take an image.

use std::io;
use std::path::PathBuf;

use sycl_hls_backend::OtherImage;
use sycl_hls_types::{Fault, Target};

use super::HELP;
use crate::environment::Malformed;

/// There are no cards in this process.
#[derive(Debug, thiserror::Error)]
pub(in crate::backend) enum CardsError {
    /// A variable of the environment is malformed.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// OpenCL is asked for without emulation.
    #[error("this version drives cards through `xrt` alone; {HELP}")]
    OnlyXrt,
    /// XRT's driver is not loaded.
    #[error("there is no card: XRT's driver, xocl, is not loaded; {HELP}")]
    NoDriver,
    /// XRT's driver has no card.
    #[error("XRT's driver, xocl, has found no card; {HELP}")]
    NoCard,
    /// The cards have shells of no board.
    #[error(
        "of no card the shell is known: {}; a file `boards/NAME.toml` of your own says what a board is",
        shells.join(", ")
    )]
    NoShell {
        /// The cards with their shells.
        shells: Vec<String>,
    },
    /// There are cards, and XRT does not find its parts.
    #[error("there are cards, and {0}: `source /opt/xilinx/xrt/setup.sh`")]
    NoRoot(#[source] RootError),
    /// XRT does not find its parts for an emulation.
    #[error("XCL_EMULATION_MODE is {target}, and {source}; {HELP}")]
    NoEmulation {
        /// The mode.
        target: Target,
        /// What is missing.
        source: RootError,
    },
    /// The description of emulated cards is missing.
    #[error(
        "there is no emconfig.json, which tells what XRT emulates, in EMCONFIG_PATH or beside the program; {HELP}"
    )]
    NoConfig,
    /// The description of emulated cards is wrong.
    #[error("{}: {source}", file.display())]
    Config {
        /// Its file.
        file: PathBuf,
        /// What is wrong.
        source: ConfigError,
    },
    /// OpenCL's loader does not know XRT.
    #[error("XRT's OpenCL is not registered in {}; {HELP}", place.display())]
    Unregistered {
        /// Where implementations are registered.
        place: PathBuf,
    },
    /// XRT cannot be used in this process.
    #[error(transparent)]
    Unavailable(#[from] xrt_sys::Unavailable),
}

/// XRT does not find its own parts.
#[derive(Debug, thiserror::Error)]
pub(in crate::backend) enum RootError {
    /// The variable is not set.
    #[error("XILINX_XRT is not set, by which XRT finds its own parts")]
    NotSet,
    /// The variable leads elsewhere.
    #[error("XILINX_XRT is {}, where XRT does not find {}", root.display(), driver.display())]
    NoDriver {
        /// The variable's value.
        root: PathBuf,
        /// The library that XRT looks for.
        driver: PathBuf,
    },
}

/// The description of emulated cards (`emconfig.json`) is wrong.
#[derive(Debug, thiserror::Error)]
pub(in crate::backend) enum ConfigError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It names a platform that no board has.
    #[error("the platform `{name}` is none that is known")]
    UnknownPlatform {
        /// The platform.
        name: String,
    },
    /// It describes nothing.
    #[error("it names no device")]
    NoDevice,
}

/// A card does not take an image.
#[derive(Debug, thiserror::Error)]
pub(super) enum ImageError {
    /// The image is for another device.
    #[error(transparent)]
    Other(#[from] OtherImage),
    /// A section of the image cannot be read.
    #[error(transparent)]
    Section(#[from] xclbin_tools::Error),
    /// A value in the metadata is malformed.
    #[error("key `{key}` in its metadata: {source}; build the image anew")]
    Key {
        /// Its key.
        key: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The metadata lack a kernel.
    #[error("its metadata say nothing of kernel `{kernel}`; build the image anew")]
    NoKernel {
        /// The kernel.
        kernel: String,
    },
    /// A kernel has stopped, and XRT loads nothing after that.
    #[error("XRT loads no image any more in this process, because a kernel has stopped: {0}")]
    Stopped(Fault),
    /// XRT refuses the image.
    #[error(transparent)]
    Xrt(#[from] xrt_sys::Error),
    /// The file is not the one that was read.
    #[error("it has changed since this program read it; start the program anew")]
    Changed,
}
