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

/// Name of the file that says what an overlay was made of: a folder beside it is no installation.
pub const STAMP: &str = "sycl-hls-overlay";

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
    mends: &'static [Mend],
}

/// Bytes of a build that are wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mend {
    /// Where, as a position in the file.
    at: usize,
    wrong: &'static [u8],
    right: &'static [u8],
}

/// The jump past the store of what `realloc` gave, and the one that includes it.
const fn growth(at: usize) -> Mend {
    Mend { at, wrong: &[0x75, 0xe6], right: &[0x75, 0xdf] }
}

/// The call with these bytes, and nothing in its place.
const fn without(at: usize, call: &'static [u8; 5]) -> Mend {
    Mend { at, wrong: call, right: &[0x0f, 0x1f, 0x44, 0x00, 0x00] }
}

/// `CpuemShim::xclSyncBO` where a buffer has no memory of the user's (first to the device, then from there): loads the address of
/// the host's copy, and goes on with that.
const SYNC: Mend = Mend {
    at: 0xa0810,
    wrong: &[
        0x48, 0x8b, 0x70, 0x18, // mov 0x18(%rax), %rsi
        0xe9, 0xd0, 0xfe, 0xff, 0xff, // jmp
        0x0f, 0x1f, 0x80, 0, 0, 0, 0, // nop
        0x48, 0x8b, 0x70, 0x18, 0xe9, 0x68, 0xfe, 0xff, 0xff, // the same
        0x0f, 0x1f, 0x80, 0, 0, 0, 0,
    ],
    right: &[
        0x83, 0x78, 0x40, 0x00, // cmpl $0, 0x40(%rax): the length of a file's name
        0x75, 0x6c, // jne, to `SYNCED`
        0x48, 0x8b, 0x70, 0x18, 0xe9, 0xca, 0xfe, 0xff, 0xff, 0x90, // as above
        0x83, 0x78, 0x40, 0x00, 0x75, 0x5c, 0x48, 0x8b, 0x70, 0x18, 0xe9, 0x62, 0xfe, 0xff, 0xff, 0x90,
    ],
};

/// Where nothing was, at the end of that function: a jump to its success.
const SYNCED: Mend =
    Mend { at: 0xa0882, wrong: &[0x66, 0x66, 0x2e, 0x0f, 0x1f], right: &[0xe9, 0x2d, 0xfe, 0xff, 0xff] };

/// The variable that names the folder in /tmp in which XRT's sockets are, in the mended copies. XRT's own is USER, which others read,
/// too, and whose folder is anybody's to make.
pub const SOCKETS: &str = "XEMU";

/// The name of that variable.
const fn sockets(at: usize) -> Mend {
    Mend { at, wrong: b"USER\0", right: b"XEMU\0" }
}

/// The variable that names the program that unpacks images of hardware emulation, in the mended copy: ours can say what is wrong with
/// one.
pub const UNPACKER: &str = "XEMUZIP";

/// The start of the command line that unpacks an image.
const UNPACK: Mend = Mend { at: 0x133240, wrong: b"unzip -q \0", right: b"$XEMUZIP \0" };

/// The mode of the folders from which images are loaded: everybody could write them.
const fn mode(at: usize) -> Mend {
    Mend { at, wrong: b"777\0", right: b"700\0" }
}

/// The same in `CpuemShim::dumpXML`, whose code has the text: two characters, and the third.
const MODE_START: Mend = Mend { at: 0x95ac7, wrong: b"\xb8\x37\x37\0\0", right: b"\xb8\x37\x30\0\0" };
const MODE_END: Mend =
    Mend { at: 0x95b00, wrong: b"\xc6\x84\x24\x82\0\0\0\x37", right: b"\xc6\x84\x24\x82\0\0\0\x30" };

/// `CpuemShim::xclCopyBO` between buffers that only the device has: it copied by way of an array on the stack, which is too small
/// for large buffers, above all that of a thread. Here the device process copies, as to an exported buffer.
const COPY: Mend = Mend {
    at: 0xa4355,
    wrong: &[0x48, 0x8b, 0x8d, 0x80, 0xfe, 0xff, 0xff, 0x49, 0x8b],
    right: &[
        0x49, 0x8d, 0x45, 0x38, // lea 0x38(%r13), %rax: the name of the destination's file
        0xe9, 0xd5, 0xfc, 0xff, 0xff, // jmp, to where that of an exported buffer would have been found
    ],
};

/// `HwEmShim::xclExecWait`: slept for ten seconds the first time, then for one each time; here for a millisecond.
const WAIT: Mend = Mend {
    at: 0xb0824,
    wrong: &[
        0x80, 0x3d, 0xf5, 0x57, 0x0c, 0, 0, // cmpb $0, (first time)
        0x48, 0x63, 0xfe, // movslq %esi, %rdi
        0x75, 0x20, // jne
        0x48, 0x69, 0xff, 0xd3, 0x4d, 0x62, 0x10, // imul
        0xc1,
    ],
    right: &[
        0xbf, 0xe8, 0x03, 0, 0, // mov $1000, %edi
        0xe8, 0x72, 0xc4, 0xfc, 0xff, // call usleep
        0xb8, 0x01, 0, 0, 0, // mov $1, %eax
        0x48, 0x83, 0xc4, 0x08, // add $8, %rsp
        0xc3, // ret
    ],
};

/// The shims of both emulations. Those of Debian 12 (202210.2.13.466+dfsg-8) drop the result of `realloc` when their buffer has
/// to grow: one jump is mended that goes past the store of it. Upstream's source is right.
///
/// Programming a card (`CpuemShim::resetProgram`, `HwEmShim::resetProgram`) unmaps all files that were ever mapped, and so does
/// closing one in hardware emulation (`HwEmShim::xclClose`), though buffers that were freed are unmapped already and the memory
/// is somebody else's by now: threads died of it. The calls of `munmap` are taken out. In hardware emulation only buffers for
/// other devices (`XCL_BO_FLAGS_P2P`) and exported ones are files.
///
/// In software emulation, programming a card takes SIGCHLD (`CpuemShim::launchDeviceProcess`), after which any child that is killed
/// ends the program, whoever's it is, and before its own handler can be put back: that call of `sigaction` is taken out. Who started
/// the program sees the death of a device process by itself.
///
/// In software emulation a buffer is a file, which the host and the device have mapped. A `sync` copies it over a socket onto itself:
/// here it is done at once.
///
/// In hardware emulation, the wait for a kernel slept for seconds, however soon the kernel had ended.
///
/// Sockets lie in a folder of the session's, and the folders from which images are loaded are the user's alone.
pub const SHIMS: [Shim; 2] = [
    Shim {
        name: "libxrt_swemu.so.2",
        builds: &[Build {
            digest: "7d6303a40e3f97ce410793734790859eed2b9aed61c3de5c3d86a6bf1e73b153",
            mends: &[
                growth(0x9272f),
                without(0xa1074, &[0xe8, 0xe7, 0xf3, 0xfc, 0xff]),
                without(0x96c0f, &[0xe8, 0x8c, 0x9d, 0xfd, 0xff]),
                SYNC,
                SYNCED,
                sockets(0x10b6fd),
                mode(0x108d5f),
                MODE_START,
                MODE_END,
                COPY,
            ],
        }],
    },
    Shim {
        name: "libxrt_hwemu.so.2",
        builds: &[Build {
            digest: "66e02777e1f2f770c63246a6c7aff9e6df58a36b42f014137b891abd3f5003f7",
            mends: &[
                growth(0xafc2f),
                without(0xc394c, &[0xe8, 0xaf, 0x8b, 0xfb, 0xff]),
                without(0xc9dfc, &[0xe8, 0xff, 0x26, 0xfb, 0xff]),
                sockets(0x12e640),
                mode(0x13052f),
                UNPACK,
                WAIT,
            ],
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
    let own = own.filter(|folder| !folder.with_file_name(STAMP).exists());
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
        let mended = build.and_then(|build| build.mends.iter().try_for_each(|mend| mend.apply(&mut bytes)));
        match mended {
            Some(()) => Ok(bytes),
            None => Err(unknown(&real, &digest)),
        }
    }
}

impl Mend {
    /// Puts the right bytes in their place, if the wrong ones are there.
    fn apply(&self, bytes: &mut [u8]) -> Option<()> {
        let place = bytes.get_mut(self.at..self.at + self.wrong.len())?;
        (*place == *self.wrong).then(|| place.copy_from_slice(self.right))
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
    fn what_is_installed_can_be_mended_in_some_bytes() {
        let folder = find().unwrap();
        for (shim, count) in
            SHIMS.into_iter().zip([1 + 5 + 5 + 37 + 4 + 2 + 2 + 9, 1 + 5 + 5 + 4 + 2 + 8 + 20])
        {
            let original = fs::read(folder.join(shim.name)).unwrap();
            let mended = shim.mended(&folder).unwrap();
            assert_eq!(original.iter().zip(&mended).filter(|(a, b)| a != b).count(), count, "{}", shim.name);
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
