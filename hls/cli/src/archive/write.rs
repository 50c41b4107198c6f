//! Writing an archive.

use std::io::{self, Read, Write};
use std::path::Path;

use serde::Serialize;
use sycl_hls_types::{Digest, Hasher};
use tar::{Builder, EntryType, Header};
use xclbin_tools::AtomicFile;

use super::{CONTENTS, Contents, Kind, Listed, Packed, Source, names, open, wrong};
use crate::failure::Failure;

/// The time that all files of archives have, so that equal contents make equal archives: the start of 2000.
const TIME: u64 = 946_684_800;

/// Writes an archive, whole or not at all; gives the digest of its list. `about` goes into the list. Files are unpacked to a folder with the
/// name of the archive, without its ending.
///
/// # Errors
/// When a name is refused, a file cannot be read or changes meanwhile, or the archive cannot be written.
pub fn pack(path: &Path, kind: Kind, about: &impl Serialize, files: &[Packed]) -> Result<Digest, Failure> {
    let failed = |error: io::Error| match error.get_ref() {
        // It names the file.
        Some(inner) if inner.is::<xclbin_tools::Error>() => Failure::user(error.to_string()),
        _ => wrong(path, format_args!("cannot be written: {error}")),
    };
    let listed = files.iter().map(list).collect::<Result<Vec<_>, _>>()?;
    names::check_all(&listed).map_err(|problem| wrong(path, problem))?;
    let contents = Contents {
        kind: kind.name.to_owned(),
        version: kind.version,
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        files: listed,
        about: serde_json::to_value(about).map_err(|error| failed(error.into()))?,
    };
    let list = serde_json::to_vec_pretty(&contents).map_err(|error| failed(error.into()))?;
    let folder = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = AtomicFile::create(path).map_err(|error| Failure::user(error.to_string()))?;
    let mut builder = Builder::new(Out(file));
    append(&mut builder, &folder, CONTENTS, (list.len() as u64, false), &list[..]).map_err(failed)?;
    for (packed, listed) in files.iter().zip(&contents.files) {
        let mut hasher = Hasher::default();
        let form = (listed.bytes, listed.executable);
        let (reader, _) = reader(packed)?;
        let reader = Hashing { reader: reader.take(listed.bytes), hasher: &mut hasher };
        append(&mut builder, &folder, &listed.path, form, reader).map_err(failed)?;
        if hasher.digest() != listed.sha256 {
            return Err(wrong(path, format_args!("{} changed while it was packed", listed.path)));
        }
    }
    let Out(file) = builder.into_inner().map_err(failed)?;
    file.commit().map_err(|error| Failure::user(error.to_string()))?;
    Ok(Digest::of(&list))
}

fn append(
    builder: &mut Builder<Out>,
    folder: &str,
    name: &str,
    (bytes, executable): (u64, bool),
    reader: impl Read,
) -> io::Result<()> {
    let mut header = Header::new_ustar();
    header.set_path(format!("{folder}/{name}"))?;
    header.set_entry_type(EntryType::Regular);
    header.set_size(bytes);
    header.set_mode(if executable { 0o755 } else { 0o644 });
    header.set_mtime(TIME);
    header.set_uid(0);
    header.set_gid(0);
    header.set_cksum();
    builder.append(&header, reader)
}

/// A file as the list has it.
fn list(packed: &Packed) -> Result<Listed, Failure> {
    let (mut reader, bytes) = reader(packed)?;
    let mut hasher = Hasher::default();
    io::copy(&mut reader, &mut hasher).map_err(|error| unread(packed, error))?;
    let Packed { name, executable, .. } = packed;
    Ok(Listed { path: name.clone(), bytes, sha256: hasher.digest(), executable: *executable })
}

/// The bytes of a file, and how many they are.
fn reader(packed: &Packed) -> Result<(Box<dyn Read + '_>, u64), Failure> {
    match &packed.source {
        Source::Bytes(bytes) => Ok((Box::new(&bytes[..]), bytes.len() as u64)),
        Source::File(path) => {
            let (file, size) = open(path).map_err(|error| unread(packed, error))?;
            Ok((Box::new(file), size))
        }
    }
}

fn unread(packed: &Packed, error: io::Error) -> Failure {
    match &packed.source {
        Source::File(path) => wrong(path, format_args!("cannot be read: {error}")),
        Source::Bytes(_) => Failure::user(format!("{}: {error}", packed.name)),
    }
}

/// Passes bytes on, and their digest.
struct Hashing<'h, R> {
    reader: R,
    hasher: &'h mut Hasher,
}

impl<R: Read> Read for Hashing<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.hasher.write_all(&buffer[..count])?;
        Ok(count)
    }
}

/// A file that appears whole or not at all.
struct Out(AtomicFile);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
