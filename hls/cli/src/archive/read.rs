//! Reading archives, which may come from anywhere: nothing that they say is believed before it was checked.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io::{self, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use sycl_hls_types::{Digest, Hasher};
use tar::{Archive, Entries, EntryType};

use super::{CONTENTS, Contents, Kind, Listed, Opened, names, open, wrong};
use crate::failure::Failure;

/// The most bytes of a list.
const MAX_LIST: u64 = 64 << 20;

/// How much is read at a time, in bytes.
const CHUNK: usize = 1 << 20;

/// Unpacks an archive to a folder that is not there, or empty: whole or not at all.
///
/// # Errors
/// When it is no archive of this kind, or any file is not what its list says; when the folder is there already or cannot be written.
pub fn unpack(path: &Path, kind: Kind, folder: &Path) -> Result<Opened, Failure> {
    let failed = |error: io::Error| wrong(folder, format_args!("cannot be written: {error}"));
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) || folder.is_file() {
        return Err(wrong(folder, "it is there already").help("name another folder"));
    }
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(failed)?;
    // Nobody else writes there: no name can lead out of it by a link.
    let made = tempfile::Builder::new().prefix(".sycl-hls-").tempdir_in(parent).map_err(failed)?;
    let opened = read(path, kind, |listed| {
        let place = made.path().join(&listed.path);
        fs::create_dir_all(place.parent().unwrap_or(made.path()))?;
        let file = File::options().write(true).create_new(true).open(&place)?;
        file.set_permissions(Permissions::from_mode(if listed.executable { 0o755 } else { 0o644 }))?;
        Ok(Box::new(file))
    })?;
    fs::set_permissions(made.path(), Permissions::from_mode(0o755)).map_err(failed)?;
    fs::rename(made.path(), folder).map_err(failed)?;
    drop(made.keep());
    Ok(opened)
}

/// Compares a folder to which an archive was unpacked with its list.
///
/// # Errors
/// When it has no list of this kind, any file is not what the list says, or there is one that the list does not have.
pub fn check_folder(folder: &Path, kind: Kind) -> Result<Opened, Failure> {
    let path = folder.join(CONTENTS);
    let list = regular(&path).and_then(|(file, size)| bytes(file, size));
    let (contents, digest) = parse(&list.map_err(|error| wrong(&path, error))?, &path, kind)?;
    for listed in &contents.files {
        let path = folder.join(&listed.path);
        let (file, size) = regular(&path).map_err(|error| wrong(&path, error))?;
        compare(listed, size, file, &mut io::sink()).map_err(|problem| wrong(&path, problem))?;
    }
    let known: BTreeSet<&Path> =
        contents.files.iter().map(|file| file.path.as_str()).chain([CONTENTS]).map(Path::new).collect();
    check_others(folder, Path::new(""), &known)?;
    Ok(opened(contents, digest))
}

/// Refuses everything in a folder of `root` that the list does not have; `known` are the paths in it.
fn check_others(root: &Path, folder: &Path, known: &BTreeSet<&Path>) -> Result<(), Failure> {
    let place = root.join(folder);
    let unread = |error: io::Error| wrong(&place, format_args!("cannot be read: {error}"));
    for entry in fs::read_dir(&place).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        let path = folder.join(entry.file_name());
        if known.contains(&*path) {
            continue;
        }
        // Paths order by their parts: what lies in a folder follows it.
        let has_listed = known.range(&*path..).next().is_some_and(|next| next.starts_with(&path));
        if !has_listed || !entry.file_type().map_err(unread)?.is_dir() {
            return Err(wrong(&root.join(&path), "it is not in the list of the archive"));
        }
        check_others(root, &path, known)?;
    }
    Ok(())
}

/// Opens a file that is no link.
fn regular(path: &Path) -> io::Result<(File, u64)> {
    if fs::symlink_metadata(path)?.is_symlink() {
        return Err(io::Error::other("it is a link"));
    }
    open(path)
}

/// Reads an archive; `place` says where each file goes. The list is written last, when all of the others are right.
fn read(
    path: &Path,
    kind: Kind,
    mut place: impl FnMut(&Listed) -> io::Result<Box<dyn Write>>,
) -> Result<Opened, Failure> {
    let wrong = |problem: String| wrong(path, problem);
    let (file, _) = open(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let mut archive = Archive::new(BufReader::with_capacity(CHUNK, file));
    let no_archive = |error: io::Error| wrong(format!("it is no archive of `sycl-hls`: {error}"));
    // As they are in the file: whatever tar can say of long names, sparse files and links is refused.
    let mut entries = archive.entries().map_err(no_archive)?.raw(true);
    let first = entries.next().ok_or_else(|| wrong("it is empty".to_owned()))?.map_err(no_archive)?;
    let name = String::from_utf8_lossy(&first.path_bytes()).into_owned();
    let folder = name.strip_suffix(CONTENTS).and_then(|rest| rest.strip_suffix('/'));
    let (Some(folder), EntryType::Regular) = (folder, first.header().entry_type()) else {
        return Err(wrong(format!("it is no archive of `sycl-hls`: its first file is not {CONTENTS}")));
    };
    let folder = folder.to_owned();
    let size = first.size();
    let list = bytes(first, size).map_err(|error| wrong(format!("{CONTENTS}: {error}")))?;
    let (contents, digest) = parse(&list, path, kind)?;
    for listed in &contents.files {
        next(&mut entries, &folder, listed, &mut place).map_err(|problem| wrong(format!("{problem:#}")))?;
    }
    if entries.next().is_some() {
        return Err(wrong("it has more files than its list".to_owned()));
    }
    let last = Listed { path: CONTENTS.to_owned(), bytes: size, sha256: digest.clone(), executable: false };
    place(&last).and_then(|mut out| out.write_all(&list)).map_err(|error| wrong(error.to_string()))?;
    Ok(opened(contents, digest))
}

/// Reads the next file, which must be this one.
fn next<R: Read>(
    entries: &mut Entries<'_, R>,
    folder: &str,
    listed: &Listed,
    place: &mut impl FnMut(&Listed) -> io::Result<Box<dyn Write>>,
) -> anyhow::Result<()> {
    let missing = || format!("it is cut short, or was changed: {:?} is missing", listed.path);
    let entry = entries.next().with_context(missing)?.with_context(missing)?;
    if *entry.path_bytes() != *format!("{folder}/{}", listed.path).as_bytes() {
        let found = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        bail!("it was changed: {found:?} is where its list has {:?}", listed.path);
    }
    if entry.header().entry_type() != EntryType::Regular {
        bail!("it was changed: {:?} is no ordinary file", listed.path);
    }
    let mut out = place(listed).with_context(|| format!("{:?} cannot be written", listed.path))?;
    let size = entry.size();
    compare(listed, size, entry, &mut out).with_context(|| format!("{:?}", listed.path))
}

/// Copies a file that must be as its list says.
fn compare(listed: &Listed, size: u64, file: impl Read, out: &mut dyn Write) -> anyhow::Result<()> {
    if size != listed.bytes {
        bail!("it was changed: it has {size} bytes, and {} in the list", listed.bytes);
    }
    let mut hasher = Hasher::default();
    let mut file = file.take(size);
    let mut chunk = vec![0; CHUNK.min(usize::try_from(size).unwrap_or(CHUNK).max(1))];
    let mut read = 0;
    loop {
        let count = file.read(&mut chunk)?;
        if count == 0 {
            break;
        }
        read += count as u64;
        let write = |out: &mut dyn Write| out.write_all(&chunk[..count]);
        write(&mut hasher).and_then(|()| write(out))?;
    }
    match () {
        () if read < size => Err(anyhow!("it is cut short: {read} bytes of {size} are there")),
        () if hasher.digest() != listed.sha256 => Err(anyhow!("it was changed: its digest is another one")),
        () => Ok(()),
    }
}

/// The bytes of a list.
fn bytes(file: impl Read, size: u64) -> io::Result<Vec<u8>> {
    if size > MAX_LIST {
        return Err(io::Error::other("it is too large for a list of files"));
    }
    let mut bytes = Vec::new();
    file.take(size).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < size { Err(io::Error::other("it is cut short")) } else { Ok(bytes) }
}

/// A list, and its digest.
fn parse(list: &[u8], path: &Path, kind: Kind) -> Result<(Contents, Digest), Failure> {
    let wrong = |problem: String| wrong(path, format_args!("its list is wrong: {problem}"));
    let contents: Contents = serde_json::from_slice(list).map_err(|error| wrong(error.to_string()))?;
    if contents.kind != kind.name {
        return Err(wrong(format!("it is a {:?}, and not a {:?}", contents.kind, kind.name)));
    }
    if contents.version != kind.version {
        let failure =
            wrong(format!("it is of version {}, and this sycl-hls reads {}", contents.version, kind.version));
        return Err(failure.help(format!("it was written by sycl-hls {}", contents.tool)));
    }
    names::check_all(&contents.files).map_err(|problem| wrong(problem.to_string()))?;
    Ok((contents, Digest::of(list)))
}

fn opened(contents: Contents, digest: Digest) -> Opened {
    let Contents { files, about, tool, .. } = contents;
    Opened { files, about, tool, digest }
}
