//! Archives that are made here and used on another machine: a tar file of one folder, whose first file lists the others with their
//! digests.
//!
//! Digests find damage, and changes by whoever does not change the list, too. Whether the list is the one that was written, its own
//! digest tells, if it is known from elsewhere: [`Opened::digest`].

mod names;
mod read;
mod write;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sycl_hls_types::Digest;

pub use names::check_name;
pub use read::{check_folder, unpack};
pub use write::pack;

use crate::failure::Failure;

/// Name of the list: the first file of an archive, and a file of the folder that it is unpacked to.
pub const CONTENTS: &str = "contents.json";

/// A kind of archives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// What the list says that it is of: `sycl-hls bundle`.
    pub name: &'static str,
    /// The version of what is in it. Others are refused.
    pub version: u32,
}

/// A file for an archive.
#[derive(Clone, Debug)]
pub struct Packed {
    /// Its path in the archive, with `/` between folders: see [`check_name`].
    pub name: String,
    /// What is in it.
    pub source: Source,
    /// True if it may be run.
    pub executable: bool,
}

/// Where the bytes of a file are.
#[derive(Clone, Debug)]
pub enum Source {
    /// In a file, of any size.
    File(PathBuf),
    /// Here.
    Bytes(Vec<u8>),
}

/// An archive whose files are those of its list.
#[derive(Debug)]
pub struct Opened {
    /// Its files, without the list.
    pub files: Vec<Listed>,
    /// What else its list says: what was given to [`pack`].
    pub about: Value,
    /// Version of the `sycl-hls` that wrote it.
    pub tool: String,
    /// The digest of the list, with which all of the archive is known.
    pub digest: Digest,
}

/// A file of an archive, as its list has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Listed {
    /// Its path, with `/` between folders.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its digest.
    pub sha256: Digest,
    /// True if it may be run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub executable: bool,
}

/// The list.
#[derive(Serialize, Deserialize)]
struct Contents {
    kind: String,
    version: u32,
    /// Version of the `sycl-hls` that wrote it.
    tool: String,
    files: Vec<Listed>,
    #[serde(default)]
    about: Value,
}

impl Opened {
    /// What else the list says, as it was given to [`pack`].
    ///
    /// # Errors
    /// When it is something else; `path` is how the message names the archive.
    pub fn about<T: for<'de> Deserialize<'de>>(&self, path: &Path) -> Result<T, Failure> {
        T::deserialize(&self.about).map_err(|error| wrong(path, format!("{CONTENTS}: {error}")))
    }
}

/// Opens a regular file; to open a pipe would wait for its other end.
fn open(path: &Path) -> io::Result<(File, u64)> {
    let size = |metadata: std::fs::Metadata| match metadata.is_file() {
        true => Ok(metadata.len()),
        false => Err(io::Error::other("it is no regular file")),
    };
    size(std::fs::metadata(path)?)?;
    let file = File::open(path)?;
    let size = size(file.metadata()?)?;
    Ok((file, size))
}

/// An error about an archive, or one of its files.
fn wrong(path: &Path, problem: impl std::fmt::Display) -> Failure {
    Failure::user(format!("{}: {problem}", path.display()))
}

#[cfg(test)]
mod tests;
