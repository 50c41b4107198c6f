//! Reading and writing files.

use std::fs;
use std::path::Path;

use xclbin_tools::{Xclbin, write_atomically};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_is_written_replaced_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xclbin");
    write_atomically(&path, b"old").unwrap();
    write_atomically(&path, &crate::sample::bytes()).unwrap();
    assert_eq!(fs::read(&path).unwrap(), crate::sample::bytes());
    assert_eq!(names(folder.path()), ["a.xclbin"]);
    assert_eq!(Xclbin::open(&path).unwrap().uuid(), crate::sample::UUID);
}

/// Only a temporary file in the same folder can be renamed there when the folder is on a file system of its own.
#[test]
#[cfg(target_os = "linux")]
fn a_folder_on_another_file_system() {
    let folder = tempfile::tempdir_in("/dev/shm").unwrap();
    let path = folder.path().join("a.xclbin");
    write_atomically(&path, b"x").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"x");
}

#[test]
#[cfg(unix)]
fn permissions_are_those_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let (ours, ordinary) = (folder.path().join("ours"), folder.path().join("ordinary"));
    write_atomically(&ours, b"x").unwrap();
    fs::write(&ordinary, b"x").unwrap();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(ours), mode(ordinary));
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let occupied = folder.path().join("occupied");
    fs::create_dir(&occupied).unwrap();
    fs::write(occupied.join("file"), b"x").unwrap();
    let message = write_atomically(&occupied, b"x").unwrap_err().to_string();
    assert!(message.starts_with(&format!("{}: cannot write it: ", occupied.display())), "{message}");
    assert_eq!(names(folder.path()), ["occupied"]);
    assert_eq!(names(&occupied), ["file"]);

    let nowhere = folder.path().join("absent/a.xclbin");
    let message = write_atomically(&nowhere, b"x").unwrap_err().to_string();
    assert!(message.starts_with(&format!("{}: cannot write it: ", nowhere.display())), "{message}");
    assert_eq!(names(folder.path()), ["occupied"]);
}

#[test]
fn a_path_without_a_folder() {
    let name = format!("xclbin-tools-test-{}", std::process::id());
    write_atomically(Path::new(&name), b"x").unwrap();
    let written = fs::read(&name);
    fs::remove_file(&name).unwrap();
    assert_eq!(written.unwrap(), b"x");
}

#[test]
fn messages_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let absent = folder.path().join("absent");
    let message = Xclbin::open(&absent).unwrap_err().to_string();
    assert!(message.starts_with(&format!("{}: cannot read it: ", absent.display())), "{message}");
    let message = Xclbin::open(Path::new("/dev/zero")).unwrap_err().to_string();
    assert_eq!(message, "/dev/zero: cannot read it: it is not a regular file");
    let foreign = folder.path().join("foreign");
    write_atomically(&foreign, b"text").unwrap();
    let message = Xclbin::open(&foreign).unwrap_err().to_string();
    assert_eq!(
        message,
        format!("{}: not an xclbin: it starts with `text` where `xclbin2` is expected", foreign.display())
    );
}

/// Of a large image, only what is asked for is read: the rest of this one is a hole that no machine has memory for.
#[test]
#[cfg(unix)]
fn little_of_a_large_file_is_read() {
    use xclbin_tools::section::MemTopology;
    use xclbin_tools::{Builder, Mode, SectionKind, XclbinFile};
    const HOLE: u64 = 1 << 42;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.xclbin");
    let builder = Builder::new(Mode::Flat, crate::sample::PLATFORM, crate::sample::UUID, 7)
        .section(&crate::sample::mem_topology())
        .unwrap()
        .raw(SectionKind::BITSTREAM, [0; 8]);
    let mut bytes = builder.to_bytes().unwrap();
    let length = bytes.len() as u64 - 8 + HOLE;
    bytes[304..312].copy_from_slice(&length.to_le_bytes());
    bytes[496 + 32..496 + 40].copy_from_slice(&HOLE.to_le_bytes());
    fs::write(&path, bytes).unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
    let file = XclbinFile::open(&path).unwrap();
    assert_eq!(file.layout().uuid(), crate::sample::UUID);
    assert_eq!(file.section(SectionKind::BITSTREAM).unwrap().size(), HOLE);
    assert_eq!(file.parse::<MemTopology>().unwrap(), Some(crate::sample::mem_topology()));
}

#[test]
fn a_section_is_copied_to_a_file_or_leaves_the_old_one() {
    use xclbin_tools::{Builder, Mode, SectionKind, XclbinFile};
    let folder = tempfile::tempdir().unwrap();
    let (image, out) = (folder.path().join("a.xclbin"), folder.path().join("bits"));
    let payload: Vec<u8> = (0..5_000_001_u32).map(|index| (index % 251) as u8).collect();
    let builder =
        Builder::new(Mode::Flat, "p", crate::sample::UUID, 7).raw(SectionKind::BITSTREAM, &payload[..]);
    write_atomically(&image, &builder.to_bytes().unwrap()).unwrap();
    let file = XclbinFile::open(&image).unwrap();
    let section = file.section(SectionKind::BITSTREAM).unwrap();
    fs::write(&out, b"old").unwrap();
    let asked = std::cell::Cell::new(0);
    let interrupted = || asked.replace(asked.get() + 1) < 2;
    let message = file.extract(section, &out, &interrupted).unwrap_err().to_string();
    assert_eq!((message.as_str(), fs::read(&out).unwrap()), ("interrupted", b"old".to_vec()));
    file.extract(section, &out, &|| true).unwrap();
    assert!(fs::read(&out).unwrap() == payload);
    assert_eq!(names(folder.path()), ["a.xclbin", "bits"]);
}
