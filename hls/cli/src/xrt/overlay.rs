//! The overlay: a folder that XRT takes for the installations of itself and of Vitis. What is installed is linked or copied,
//! never changed.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use sycl_hls_types::Digest;
use sycl_hls_vitis::shell::quoted;

use super::installed::{SHIMS, STAMP, find};
use crate::failure::Failure;

/// Where XRT looks for the device process of a software emulation: old versions in the first place, those from 2.15 on in
/// the second.
const MODELS: [&str; 2] = ["cpu_em", "sw_emu"];

/// Where OpenCL implementations are registered.
const VENDORS: &str = "/etc/OpenCL/vendors";

/// An overlay that is in place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlay {
    /// Its folder: what XILINX_XRT and XILINX_VITIS point to.
    pub root: PathBuf,
}

impl Overlay {
    /// The overlay in this folder, or in one of the user's cache. It is made, unless it is there and up to date.
    ///
    /// # Errors
    /// When XRT is not installed or not known, the folder is something else, or it cannot be written.
    pub fn set_up(folder: Option<&Path>) -> anyhow::Result<Self> {
        let plan = Plan::new()?;
        let stamp = plan.stamp();
        let root = match folder {
            Some(folder) => std::path::absolute(folder)?,
            // Whatever it is made of is in its name: what runs in it keeps it.
            None => cache()?.join(Digest::of(&stamp).short()),
        };
        let overlay = Self { root };
        if overlay.is_made_of(&stamp) {
            return Ok(overlay);
        }
        overlay.check_place()?;
        let failed = |error: io::Error| {
            let failure = Failure::user(format!("cannot write {}: {error}", overlay.root.display()));
            failure
                .help("name a folder that you can write: `--dir DIR`, or XDG_CACHE_HOME for the user's cache")
        };
        let parent = overlay.root.parent().unwrap_or(Path::new("/"));
        fs::create_dir_all(parent).map_err(failed)?;
        let made = tempfile::Builder::new().prefix(".sycl-hls-").tempdir_in(parent).map_err(failed)?;
        plan.write(made.path(), &stamp)?.map_err(failed)?;
        overlay.replace(made, &stamp).map_err(failed)?;
        Ok(overlay)
    }

    /// Refuses to take the place of anything but an older overlay.
    fn check_place(&self) -> Result<(), Failure> {
        let empty = fs::read_dir(&self.root).map_or(true, |mut entries| entries.next().is_none());
        if empty || self.root.join(STAMP).is_file() {
            return Ok(());
        }
        let failure = Failure::user(format!("{} is there already and no overlay", self.root.display()));
        Err(failure.help("name another folder"))
    }

    fn is_made_of(&self, stamp: &str) -> bool {
        fs::read_to_string(self.root.join(STAMP)).is_ok_and(|made_of| made_of == stamp)
    }

    /// Puts what was made in its place. Somebody else may have done so meanwhile, and programs run in it: then it stays.
    fn replace(&self, made: tempfile::TempDir, stamp: &str) -> io::Result<()> {
        fs::set_permissions(made.path(), fs::Permissions::from_mode(0o755))?;
        if self.is_made_of(stamp) {
            return Ok(());
        }
        if self.root.exists() {
            let old = tempfile::Builder::new().prefix(".sycl-hls-").tempdir_in(made.path().join(".."))?;
            fs::rename(&self.root, old.path())?;
        }
        match fs::rename(made.path(), &self.root) {
            Err(_) if self.is_made_of(stamp) => Ok(()),
            other => other.map(|()| drop(made.keep())),
        }
    }

    /// Where OpenCL's loader finds XRT's implementation, and those that were there.
    pub fn vendors(&self) -> PathBuf {
        self.root.join("icd")
    }

    /// The program that XRT starts.
    pub fn device(&self) -> PathBuf {
        let [_, newest] = MODELS;
        self.root.join(model(newest))
    }
}

/// What an overlay is made of.
struct Plan {
    /// The folder of XRT's libraries.
    libraries: PathBuf,
    /// This very program.
    program: PathBuf,
    /// Registered implementations of OpenCL.
    vendors: Vec<PathBuf>,
}

impl Plan {
    fn new() -> anyhow::Result<Self> {
        let program = std::env::current_exe()?;
        let mut vendors: Vec<PathBuf> =
            fs::read_dir(VENDORS).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        vendors.retain(|path| path.extension().is_some_and(|end| end == "icd"));
        vendors.sort();
        Ok(Self { libraries: find()?, program, vendors })
    }

    /// What XRT starts as the device process.
    fn script(&self) -> String {
        script_for(&self.program, "XRT starts this as the device of an emulation.", "device")
    }

    /// Equal stamps, equal overlays. A library that is replaced has another time or size.
    fn stamp(&self) -> String {
        let shims = SHIMS.map(|shim| {
            let path = self.libraries.join(shim.name);
            let found = fs::metadata(&path).and_then(|data| Ok((data.len(), data.modified()?)));
            format!("{} {found:?} {shim:?}\n", path.display())
        });
        let vendors = self.vendors.iter().map(|path| format!("{}\n", path.display()));
        let own = format!("{} {}", env!("CARGO_PKG_VERSION"), self.script());
        [own].into_iter().chain(shims).chain(vendors).collect()
    }

    /// Writes all of it; the outer error is about XRT, the inner one about files.
    fn write(&self, root: &Path, stamp: &str) -> Result<io::Result<()>, Failure> {
        let mut mended = Vec::new();
        for shim in SHIMS {
            mended.push((shim.name, shim.mended(&self.libraries)?));
        }
        let write = || {
            self.link_libraries(&root.join("lib"))?;
            for (name, bytes) in &mended {
                fs::write(root.join("lib").join(name), bytes)?;
            }
            for place in MODELS {
                let path = root.join(model(place));
                fs::create_dir_all(path.parent().unwrap_or(root))?;
                fs::write(&path, self.script())?;
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
            }
            self.register(&root.join("icd"))?;
            fs::write(root.join(STAMP), stamp)
        };
        Ok(write())
    }

    /// Links to XRT's libraries and plugins, but not to those that are mended.
    fn link_libraries(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)?;
        for entry in fs::read_dir(&self.libraries)? {
            let name = entry?.file_name();
            let text = name.to_string_lossy();
            let ours = ["libxrt", "libxilinxopencl", "libxdp", "libxma", "libsched_em", "xrt"];
            let wanted = ours.iter().any(|start| text.starts_with(start)) && !text.ends_with(".a");
            if wanted && !SHIMS.iter().any(|shim| shim.name == text) {
                symlink(self.libraries.join(&name), folder.join(&name))?;
            }
        }
        Ok(())
    }

    fn register(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)?;
        fs::write(folder.join("xilinx.icd"), "libxilinxopencl.so.2\n")?;
        for path in &self.vendors {
            let Some(name) = path.file_name().filter(|name| *name != "xilinx.icd") else { continue };
            symlink(path, folder.join(name))?;
        }
        Ok(())
    }
}

fn model(place: &str) -> String {
    format!("data/emulation/unified/{place}/generic_pcie/model/genericpciemodel")
}

/// A script that starts this very program for XRT.
///
/// # Errors
/// When the system does not say where that is.
pub fn script(what: &str, command: &str) -> io::Result<String> {
    Ok(script_for(&std::env::current_exe()?, what, command))
}

/// Signals for the whole group of processes are the host's: it may handle them, and its device ends with it in any case. XRT
/// itself sends some when the host crashes, which would look as if the device had.
fn script_for(program: &Path, what: &str, command: &str) -> String {
    let program = quoted(&program.to_string_lossy());
    let ignored = "ABRT HUP INT QUIT SEGV TERM";
    format!("#!/bin/sh\n# {what}\ntrap '' {ignored}\nexec {program} xrt {command} \"$@\"\n")
}

/// Where overlays of this user are kept.
fn cache() -> Result<PathBuf, Failure> {
    let own = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".cache"));
    let cache = own.or_else(home).map(|cache| cache.join("sycl-hls/xrt"));
    cache.ok_or_else(|| {
        Failure::usage("there is no home folder to keep the overlay in").help("say `--dir DIR`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt as _;

    #[test]
    fn an_overlay_has_what_xrt_looks_for_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a b");
        let overlay = Overlay::set_up(Some(&place)).unwrap();
        assert_eq!(overlay.root, place);
        for (name, linked) in
            [("libxrt_core.so.2", true), ("libxrt_swemu.so.2", false), ("libxrt_hwemu.so.2", false)]
        {
            let path = place.join("lib").join(name);
            assert_eq!(path.is_symlink(), linked, "{name}");
            assert!(path.is_file(), "{name}");
        }
        for model in MODELS.map(model) {
            assert_ne!(fs::metadata(place.join(model)).unwrap().permissions().mode() & 0o100, 0);
        }
        assert!(overlay.vendors().join("xilinx.icd").is_file());
    }

    #[test]
    fn an_overlay_is_made_once_and_anew_when_it_is_stale() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("overlay");
        let made = || {
            Overlay::set_up(Some(&place)).unwrap();
            fs::metadata(place.join("icd/xilinx.icd")).unwrap().modified().unwrap()
        };
        let first = made();
        assert_eq!(made(), first);
        fs::write(place.join(STAMP), "something older").unwrap();
        assert_ne!(made(), first);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left over");
    }

    /// Those who come at once have one overlay, which stays as soon as anyone may run in it.
    #[test]
    fn an_overlay_that_others_made_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("overlay");
        let set_up = || {
            Overlay::set_up(Some(&place)).unwrap();
            fs::metadata(&place).unwrap().ino()
        };
        let made: Vec<u64> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..8).map(|_| scope.spawn(set_up)).collect();
            all.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert!(made.iter().all(|one| *one == made[0]), "{made:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left over");
    }

    #[test]
    fn a_folder_of_the_users_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("thesis.tex"), "").unwrap();
        let error = Overlay::set_up(Some(folder.path())).unwrap_err();
        assert!(error.to_string().contains("no overlay"), "{error}");
        assert!(folder.path().join("thesis.tex").is_file());
        let error = Overlay::set_up(Some(Path::new("/proc/nobody/overlay"))).unwrap_err();
        let helps = error.downcast::<Failure>().unwrap().helps;
        assert!(helps[0].contains("`--dir DIR`"), "{helps:?}");
    }

    #[test]
    fn scripts_start_programs_of_any_name() {
        let script = script_for(Path::new("/it's a/b"), "", "device");
        assert!(script.contains(r"exec '/it'\''s a/b' xrt device"));
    }
}
