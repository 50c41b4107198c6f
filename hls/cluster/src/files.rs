//! Files in a folder that many nodes see, perhaps through NFS: they appear whole or not at all, and no lock is needed.

use std::fs::{self, File};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes a file under a name that nobody else has, brings it to the server, and renames it.
pub fn write(path: &Path, value: &impl Serialize) -> io::Result<()> {
    let half = write_half(path.parent().unwrap_or(Path::new("")), value)?;
    let renamed = fs::rename(&half, path);
    if renamed.is_err() {
        let _ = fs::remove_file(&half);
    }
    renamed
}

/// Writes a file into a folder, under a name that nobody else has, and brings it to the server.
pub fn write_half(folder: &Path, value: &impl Serialize) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let half = folder.join(format!(".half-{}-{:016x}", std::process::id(), random()));
    let written = (|| {
        let mut file = File::create_new(&half)?;
        file.write_all(&serde_json::to_vec(value)?)?;
        // A server reports a full disk here, if not before.
        file.sync_all()
    })();
    match written {
        Ok(()) => Ok(half),
        Err(error) => {
            let _ = fs::remove_file(&half);
            Err(error)
        }
    }
}

/// Reads what [`write`] wrote; `None` if there is no such file.
pub fn read<T: DeserializeOwned>(path: &Path) -> io::Result<Option<T>> {
    let bytes = fs::read(path).or_else(|error| {
        if error.kind() == io::ErrorKind::NotFound {
            refresh(path.parent().unwrap_or(Path::new("")));
            return fs::read(path);
        }
        Err(error)
    });
    match bytes {
        Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A client of NFS remembers for up to a minute that a file was not there. It asks its server what is new in a folder that is opened.
fn refresh(folder: &Path) {
    let is_missing = File::open(folder).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
    if let Some(above) = folder.parent().filter(|_| is_missing) {
        refresh(above);
        // That was all that there is to do.
        let _ = File::open(folder);
    }
}

/// Another number in each process and at each call.
fn random() -> u64 {
    RandomState::new().hash_one(0)
}
