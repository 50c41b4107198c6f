//! The XRT that is installed, and what has to be mended in copies of its libraries.

use std::fs;
use std::path::{Path, PathBuf};

use sycl_hls_types::Digest;

use crate::failure::Failure;

/// Where distributions and AMD's own packages put libraries. Debian's folder has the name of the architecture.
const FOLDERS: [&str; 5] = [
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/lib",
    "/opt/xilinx/xrt/lib",
];

/// A library that XRT loads for an emulation: its *shim*.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shim {
    /// Its file, as XRT's loader names it.
    pub name: &'static str,
    builds: &'static [Build],
}

/// A build of a shim that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Build {
    /// SHA-256 of the file.
    digest: &'static str,
    /// Where a byte is wrong, as a position in the file.
    at: usize,
    wrong: [u8; 2],
    right: [u8; 2],
}

/// The shims of both emulations. Those of Debian 12 (202210.2.13.466+dfsg-8) drop the result of `realloc` when their buffer has
/// to grow: one jump is mended that goes past the store of it. Upstream's source is right.
pub const SHIMS: [Shim; 2] = [
    Shim {
        name: "libxrt_swemu.so.2",
        builds: &[Build {
            digest: "7d6303a40e3f97ce410793734790859eed2b9aed61c3de5c3d86a6bf1e73b153",
            at: 0x9272f,
            wrong: [0x75, 0xe6],
            right: [0x75, 0xdf],
        }],
    },
    Shim {
        name: "libxrt_hwemu.so.2",
        builds: &[Build {
            digest: "66e02777e1f2f770c63246a6c7aff9e6df58a36b42f014137b891abd3f5003f7",
            at: 0xafc2f,
            wrong: [0x75, 0xe6],
            right: [0x75, 0xdf],
        }],
    },
];

/// The folder of XRT's libraries.
///
/// # Errors
/// When there is none.
pub fn find() -> Result<PathBuf, Failure> {
    let own = std::env::var_os("XILINX_XRT").map(|root| Path::new(&root).join("lib"));
    // An overlay of ours leads back to itself; what it was made of is looked for instead.
    let own = own.filter(|folder| !folder.with_file_name(super::overlay::STAMP).exists());
    let folders = own.into_iter().chain(FOLDERS.map(PathBuf::from));
    let has_all = |folder: &PathBuf| SHIMS.iter().all(|shim| folder.join(shim.name).is_file());
    let mut found = folders.filter(has_all);
    found.next().ok_or_else(|| {
        let failure = Failure::unavailable("XRT, the Xilinx runtime, is not installed");
        let names = SHIMS.map(|shim| shim.name).join(" and ");
        failure
            .note(format!("looked for {names} in $XILINX_XRT/lib, {}", FOLDERS.join(", ")))
            .help("install it (Debian: `apt install libxrt1`)")
    })
}

impl Shim {
    /// The library's bytes, mended.
    ///
    /// # Errors
    /// When it is not a build that is known.
    pub fn mended(&self, folder: &Path) -> Result<Vec<u8>, Failure> {
        let path = folder.join(self.name);
        let real = fs::canonicalize(&path).unwrap_or(path);
        let mut bytes = fs::read(&real)
            .map_err(|error| Failure::unavailable(format!("{} cannot be read: {error}", real.display())))?;
        let digest = Digest::of(&bytes);
        let build = self.builds.iter().find(|build| build.digest == digest.as_str());
        let mend = build.and_then(|build| {
            let place = bytes.get_mut(build.at..build.at + 2)?;
            (*place == build.wrong).then(|| place.copy_from_slice(&build.right))
        });
        match mend {
            Some(()) => Ok(bytes),
            None => Err(unknown(&real, &digest)),
        }
    }
}

fn unknown(path: &Path, digest: &Digest) -> Failure {
    let failure = Failure::unavailable(format!("this build of XRT is not known: {}", path.display()));
    failure
        .note(format!("its SHA-256 is {}", digest.as_str()))
        .note("known is Debian's libxrt1 202210.2.13.466+dfsg-8, whose emulation must be mended to run")
        .help(
            "install that one (Debian 12: `apt install libxrt1`), or unset XILINX_XRT if it points elsewhere",
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_installed_can_be_mended_by_one_byte() {
        let folder = find().unwrap();
        for shim in SHIMS {
            let original = fs::read(folder.join(shim.name)).unwrap();
            let mended = shim.mended(&folder).unwrap();
            assert_eq!(original.iter().zip(&mended).filter(|(a, b)| a != b).count(), 1, "{}", shim.name);
            assert_eq!(original.len(), mended.len());
        }
    }

    #[test]
    fn other_builds_are_refused_by_what_was_found() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(SHIMS[0].name), "another").unwrap();
        let failure = SHIMS[0].mended(folder.path()).unwrap_err();
        assert!(failure.message.contains("not known") && failure.message.contains(SHIMS[0].name));
        assert!(failure.notes[0].contains(Digest::of("another").as_str()));
    }
}
