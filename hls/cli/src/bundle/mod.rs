//! Bundles: an image, the program that uses it and what else it needs, in one archive for the machine with the card.

mod machine;
mod make;
mod verify;

use serde::{Deserialize, Serialize};
use sycl_hls_types::Target;

pub use make::{Request, make};
pub use verify::{verify, verify_card};

use crate::archive::Kind;

/// Bundles among archives.
const KIND: Kind = Kind { name: "sycl-hls bundle", version: 1 };

/// The script that runs the program with its image.
const SCRIPT: &str = "run.sh";

/// What a bundle says of itself, besides its files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    /// The image.
    pub image: String,
    /// The program.
    pub host: String,
    /// What runs the image.
    pub target: Target,
    /// The shell that the image is for.
    pub platform: String,
    /// The image's identity.
    pub uuid: String,
    /// What the program runs on, as [`machine::of`] names it.
    pub machine: String,
}
