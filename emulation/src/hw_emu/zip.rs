//! Zip archives in memory: files with names and permissions, deflated or stored.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rawzip::{
    CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipArchiveWriter, ZipFileHeaderRecord,
    ZipSliceArchive,
};

/// The permissions of a mode.
const PERMISSIONS: u32 = 0o777;

/// How much is compressed, of 10: simulators are read soon after they are written.
const LEVEL: u8 = 1;

/// Writes an archive. Equal files give equal bytes: none of them has a time.
pub(super) struct Writer(ZipArchiveWriter<Vec<u8>>);

impl Writer {
    /// An archive without files.
    pub fn new() -> Self {
        Self(ZipArchiveWriter::new(Vec::new()))
    }

    /// Adds a file with these permissions.
    ///
    /// # Errors
    /// When its name or its size is more than the format can state.
    pub fn add(&mut self, name: &str, permissions: u32, bytes: &[u8]) -> io::Result<()> {
        let file = self.0.new_file(name).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.unix_permissions(permissions).start().map_err(io::Error::other)?;
        let mut summed = config.wrap(io::sink());
        summed.write_all(bytes)?;
        let (_, descriptor) = summed.finish().map_err(io::Error::other)?;
        entry.write_all(&compress_to_vec(bytes, LEVEL))?;
        entry.finish(descriptor).map_err(io::Error::other)?;
        Ok(())
    }

    /// The bytes of the archive.
    ///
    /// # Errors
    /// When there are more files than the format can state.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        self.0.finish().map_err(io::Error::other)
    }
}

/// An archive that is read.
pub(super) struct Archive<'a>(ZipSliceArchive<&'a [u8]>);

/// A file of an archive.
struct Member {
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
}

impl Member {
    fn of(entry: &ZipFileHeaderRecord<'_>) -> Self {
        Self { place: entry.wayfinder(), method: entry.compression_method() }
    }
}

impl<'a> Archive<'a> {
    /// The archive that these bytes are.
    ///
    /// # Errors
    /// When they are none.
    pub fn new(bytes: &'a [u8]) -> io::Result<Self> {
        ZipArchive::from_slice(bytes).map(Self).map_err(io::Error::other)
    }

    /// The content of the file with this name.
    ///
    /// # Errors
    /// When there is none, or it is damaged.
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut entries = self.0.entries();
        while let Some(entry) = entries.next_entry().map_err(io::Error::other)? {
            if entry.file_path().as_ref() == name.as_bytes() {
                return self.content(&Member::of(&entry));
            }
        }
        Err(io::Error::new(io::ErrorKind::NotFound, format!("it has no file `{name}`")))
    }

    /// Writes all files below a folder, with their permissions.
    ///
    /// # Errors
    /// When a name leads out of the folder, a file is damaged, or cannot be written.
    pub fn extract(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut entries = self.0.entries();
        while let Some(entry) = entries.next_entry().map_err(io::Error::other)? {
            let path = folder.join(inner_path(&entry)?);
            if entry.is_dir() {
                fs::create_dir_all(path)?;
                continue;
            }
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&path, self.content(&Member::of(&entry))?)?;
            let mode = entry.mode().value();
            if mode & PERMISSIONS != 0 {
                fs::set_permissions(&path, fs::Permissions::from_mode(mode & PERMISSIONS))?;
            }
        }
        Ok(())
    }

    /// The content of a file whose size and check sum are those that the archive states.
    fn content(&self, member: &Member) -> io::Result<Vec<u8>> {
        let file = self.0.get_entry(member.place).map_err(io::Error::other)?;
        let mut bytes = Vec::new();
        match member.method {
            CompressionMethod::STORE => file.verifying_reader(file.data()).read_to_end(&mut bytes)?,
            CompressionMethod::DEFLATE => {
                let stated = usize::try_from(member.place.uncompressed_size_hint()).unwrap_or(usize::MAX);
                let inflated = decompress_to_vec_with_limit(file.data(), stated)
                    .map_err(|error| io::Error::other(error.to_string()))?;
                file.verifying_reader(inflated.as_slice()).read_to_end(&mut bytes)?
            }
            method => return Err(io::Error::other(format!("{method:?} is no method that is read"))),
        };
        Ok(bytes)
    }
}

/// The path of a file, which is inside of whatever folder it is joined to.
fn inner_path(entry: &ZipFileHeaderRecord<'_>) -> io::Result<String> {
    let name = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
    let inside = Path::new(&name).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    if inside { Ok(name) } else { Err(io::Error::other(format!("`{name}` is outside of its folder"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(name: &str) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.add(name, 0o640, &[7; 1000]).unwrap();
        writer.finish().unwrap()
    }

    #[test]
    fn files_have_their_content_and_permissions() {
        let (bytes, folder) = (archive("a/b"), tempfile::tempdir().unwrap());
        assert!(bytes.len() < 500, "the content is deflated");
        let archive = Archive::new(&bytes).unwrap();
        archive.extract(folder.path()).unwrap();
        assert_eq!(archive.read("a/b").unwrap(), [7; 1000]);
        assert_eq!(fs::read(folder.path().join("a/b")).unwrap(), [7; 1000]);
        assert_eq!(
            fs::metadata(folder.path().join("a/b")).unwrap().permissions().mode() & PERMISSIONS,
            0o640
        );
        assert!(archive.read("a").unwrap_err().to_string().contains("no file `a`"));
    }

    #[test]
    fn damaged_files_are_not_read() {
        let mut bytes = archive("a");
        let content = bytes.len() / 4;
        bytes[content] ^= 0xff;
        assert!(Archive::new(&bytes).and_then(|archive| archive.read("a")).is_err());
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        for (written, changed) in [("ab/c", "../c"), ("a/b", "/ab")] {
            let bytes = archive(written);
            let text = |name: &str| name.as_bytes().to_vec();
            let (from, to) = (text(written), text(changed));
            let starts: Vec<usize> =
                (0..bytes.len() - from.len()).filter(|at| bytes[*at..].starts_with(&from)).collect();
            let mut bytes = bytes;
            starts.iter().for_each(|at| bytes[*at..at + to.len()].copy_from_slice(&to));
            let inside = folder.path().join("inside");
            let error = Archive::new(&bytes).and_then(|archive| archive.extract(&inside)).unwrap_err();
            assert!(error.to_string().contains("outside of its folder"), "{error}");
            assert!(!folder.path().join("c").exists());
        }
    }
}
