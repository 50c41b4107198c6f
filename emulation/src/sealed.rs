//! Files in memory that nobody can change.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::AsRawFd as _;
use std::path::PathBuf;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};

/// A file in memory (`memfd_create(2)`) with fixed bytes, which this process loads or starts. No other process can change
/// it, nothing is left of it when this one is killed, and it needs no folder from which programs may be started.
#[derive(Debug)]
pub(crate) struct SealedFile(File);

impl SealedFile {
    /// # Errors
    /// When there is no memory for it.
    pub fn new(name: &str, bytes: &[u8]) -> io::Result<Self> {
        let mut file = File::from(memfd_create(name, MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?);
        file.write_all(bytes)?;
        fcntl_add_seals(&file, SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL)?;
        Ok(Self(file))
    }

    /// The path by which this process and programs that it starts find the file, as long as it is open here.
    pub fn path(&self) -> PathBuf {
        format!("/proc/self/fd/{}", self.0.as_raw_fd()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_bytes_cannot_be_changed() {
        let sealed = SealedFile::new("test", b"kernels").unwrap();
        assert_eq!(std::fs::read(sealed.path()).unwrap(), b"kernels");
        let written =
            File::options().write(true).open(sealed.path()).and_then(|mut file| file.write_all(b"other"));
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert!(sealed.0.set_len(0).is_err() && sealed.0.set_len(100).is_err());
        assert!(fcntl_add_seals(&sealed.0, SealFlags::WRITE).is_err());
    }

    #[test]
    fn it_can_be_started() {
        let shell = SealedFile::new("test", &std::fs::read("/bin/sh").unwrap()).unwrap();
        let status = std::process::Command::new(shell.path()).args(["-c", "exit 42"]).status().unwrap();
        assert_eq!(status.code(), Some(42));
    }
}
