//! The archive in a `hw_emu` image: simulators, what they are, and the script that XRT starts.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sycl_hls_types::{
    SIMULATION_FOLDER, SIMULATION_MANIFEST, START_SCRIPT, SimulatedKernel, SimulationManifest, Target,
};

use super::zip::{Archive, Writer};
use crate::error::ImageError;
use crate::fit::check_platform;
use crate::manifest;
use crate::sealed::SealedFile;

/// How the payload of a `sw_emu` image begins.
const SHARED_OBJECT: &[u8] = b"\x7fELF";

/// What XRT starts in this folder: a device process, which `sycl-hls xrt run` and `xrt env` name.
const SCRIPT: &str = r#"#!/bin/sh
# XRT starts this script in hw_emu.
if [ -x "$SYCL_HLS_XRT_DEVICE" ]; then
    exec "$SYCL_HLS_XRT_DEVICE" --simulators .
fi
exec sycl-hls xrt device --simulators .
"#;

/// The bytes of an archive of these simulators, by the kernels' symbols.
///
/// # Errors
/// When a simulator cannot be read.
pub fn pack(manifest: &SimulationManifest, simulators: &[(String, PathBuf)]) -> io::Result<Vec<u8>> {
    let mut archive = Writer::new();
    let path = |name: &str| format!("{SIMULATION_FOLDER}/{name}");
    archive.add(&path(SIMULATION_MANIFEST), 0o644, manifest.to_json().as_bytes())?;
    archive.add(&path(START_SCRIPT), 0o755, SCRIPT.as_bytes())?;
    for (symbol, program) in simulators {
        archive.add(&path(symbol), 0o755, &fs::read(program)?)?;
    }
    archive.finish()
}

/// Unpacks the archive of an image to a folder, as XRT asks for it, for a card with this platform, or with any.
///
/// # Errors
/// When it is no archive, or its simulators are for another platform.
pub fn unpack(archive: &Path, folder: &Path, platform: Option<&str>) -> Result<(), ImageError> {
    let unread = |source| ImageError::Io { path: archive.to_owned(), source };
    let bytes = fs::read(archive).map_err(unread)?;
    if bytes.starts_with(SHARED_OBJECT) {
        return Err(ImageError::OtherTarget { image: Target::SwEmu, card: Target::HwEmu });
    }
    let archive = Archive::new(&bytes).map_err(ImageError::NoArchive)?;
    // Others may have made images, too.
    if let Ok(text) = member(&archive, SIMULATION_MANIFEST) {
        check_platform(&parse(&text)?.platform, platform)?;
    }
    archive.extract(folder).map_err(ImageError::Unpack)
}

/// The simulators of an archive, unpacked.
#[derive(Debug)]
pub(super) struct Unpacked {
    pub manifest: SimulationManifest,
    programs: Programs,
}

/// Where the simulators are, by the kernels' symbols.
#[derive(Debug)]
enum Programs {
    Folder(PathBuf),
    Memory(HashMap<String, SealedFile>),
}

impl Unpacked {
    /// What XRT has unpacked to this folder.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn in_folder(folder: &Path) -> Result<Self, ImageError> {
        let path = folder.join(SIMULATION_MANIFEST);
        let text = fs::read(&path).map_err(|source| ImageError::Io { path, source })?;
        let manifest = parse(&text)?;
        for kernel in &manifest.kernels {
            check_name(&kernel.symbol)?;
        }
        Ok(Self { manifest, programs: Programs::Folder(folder.to_owned()) })
    }

    /// Unpacks the kernels of an archive.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(bytes: &[u8]) -> Result<Self, ImageError> {
        let archive = Archive::new(bytes).map_err(ImageError::NoArchive)?;
        let text = member(&archive, SIMULATION_MANIFEST).map_err(ImageError::NoArchive)?;
        let manifest = parse(&text)?;
        let mut programs = HashMap::new();
        for kernel in &manifest.kernels {
            check_name(&kernel.symbol)?;
            let program = member(&archive, &kernel.symbol).map_err(ImageError::NoArchive)?;
            let program = SealedFile::new(&kernel.symbol, &program).map_err(ImageError::NoMemory)?;
            programs.insert(kernel.symbol.clone(), program);
        }
        Ok(Self { manifest, programs: Programs::Memory(programs) })
    }

    /// The simulator of a kernel of the manifest.
    pub fn program(&self, kernel: &SimulatedKernel) -> Option<PathBuf> {
        match &self.programs {
            Programs::Folder(folder) => Some(folder.join(&kernel.symbol)),
            Programs::Memory(programs) => programs.get(&kernel.symbol).map(SealedFile::path),
        }
    }
}

/// A kernel's symbol is an identifier, and thus the name of a file in the folder and not one elsewhere.
fn check_name(symbol: &str) -> Result<(), ImageError> {
    let is_name = !symbol.is_empty() && symbol.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_name { Ok(()) } else { Err(ImageError::KernelName { symbol: symbol.to_owned() }) }
}

fn member(archive: &Archive<'_>, name: &str) -> io::Result<Vec<u8>> {
    archive.read(&format!("{SIMULATION_FOLDER}/{name}"))
}

/// Reads a manifest of the current schema.
fn parse(text: &[u8]) -> Result<SimulationManifest, ImageError> {
    manifest::parse(text, "archive", SimulationManifest::SCHEMA)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;
    use sycl_hls_types::{KernelInterface, ObservedDataflow};

    fn manifest(symbol: &str) -> SimulationManifest {
        let interface = KernelInterface::new("k", Vec::new());
        let kernel = SimulatedKernel {
            interface,
            symbol: symbol.into(),
            clock_mhz: 300,
            registers: Vec::new(),
            chained: false,
            restart: sycl_hls_types::Restart::Never,
            persistent: false,
            bundles: Vec::new(),
            memory_errors: None,
            accesses: Vec::new(),
            blocks: Vec::new(),
            dataflow: ObservedDataflow::default(),
            units: Vec::new(),
        };
        SimulationManifest::new("a_board".into(), vec![kernel], vec![])
    }

    fn packed(symbol: &str) -> Vec<u8> {
        pack(&manifest(symbol), &[(symbol.to_owned(), "/bin/sh".into())]).unwrap()
    }

    #[test]
    fn what_was_packed_is_unpacked_and_can_be_started() {
        let bytes = packed("k_");
        assert_eq!(bytes, packed("k_"), "equal builds give equal bytes");
        let unpacked = Unpacked::new(&bytes).unwrap();
        assert_eq!(unpacked.manifest, manifest("k_"));
        let program = unpacked.program(&unpacked.manifest.kernels[0]).unwrap();
        let status = std::process::Command::new(program).args(["-c", "exit 42"]).status().unwrap();
        assert_eq!(status.code(), Some(42));
    }

    #[test]
    fn what_xrt_has_unpacked_is_found() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Unpacked::in_folder(folder.path()).unwrap_err().to_string().contains("sycl-hls.json"));
        fs::write(folder.path().join(SIMULATION_MANIFEST), manifest("k_").to_json()).unwrap();
        let unpacked = Unpacked::in_folder(folder.path()).unwrap();
        assert_eq!(unpacked.program(&unpacked.manifest.kernels[0]), Some(folder.path().join("k_")));
    }

    #[test]
    fn unzip_finds_the_script_that_xrt_starts() {
        let mut archive = zip::ZipArchive::new(io::Cursor::new(packed("k"))).unwrap();
        let script = archive.by_name("behav_waveform/xsim/simulate.sh").unwrap();
        assert_eq!(script.unix_mode().map(|mode| mode & 0o777), Some(0o755));
    }

    #[test]
    fn images_for_other_cards_are_not_unpacked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("image");
        let unpacked = |bytes: &[u8], platform| {
            fs::write(&path, bytes).unwrap();
            unpack(&path, &folder.path().join("unpacked"), platform)
        };
        let refused = unpacked(&packed("k"), Some("another_board")).unwrap_err().to_string();
        assert!(refused.contains("a_board") && refused.contains("another_board"), "{refused}");
        assert!(unpacked(b"\x7fELF..", None).unwrap_err().to_string().contains("the image is for sw_emu"));
        assert!(!folder.path().join("unpacked").exists());
        unpacked(&packed("k"), Some("a_board")).unwrap();
        let script = folder.path().join("unpacked").join(SIMULATION_FOLDER).join(START_SCRIPT);
        assert_ne!(fs::metadata(script).unwrap().permissions().mode() & 0o100, 0);
    }

    #[test]
    fn what_is_no_archive_of_ours_is_refused() {
        let said = |bytes: &[u8]| Unpacked::new(bytes).unwrap_err().to_string();
        assert!(said(b"").contains("no archive of simulators"));
        let bytes = packed("k");
        assert!(said(&bytes[..bytes.len() / 2]).contains("no archive of simulators"));
        for symbol in ["../k", "/k", ""] {
            assert!(said(&packed(symbol)).contains("cannot be the name of a kernel"), "{symbol}");
        }
        let mut other = manifest("k");
        other.schema = 99;
        let bytes = pack(&other, &[]).unwrap();
        assert!(said(&bytes).contains("has schema 99 and this version reads 2"));
    }
}
