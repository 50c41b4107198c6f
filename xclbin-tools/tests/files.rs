//! Reading and writing files.

#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use xclbin_tools::{Xclbin, write_atomically};

mod sample;

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
    write_atomically(&path, &sample::bytes()).unwrap();
    assert_eq!(fs::read(&path).unwrap(), sample::bytes());
    assert_eq!(names(folder.path()), ["a.xclbin"]);
    assert_eq!(Xclbin::open(&path).unwrap().uuid(), sample::UUID);
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
