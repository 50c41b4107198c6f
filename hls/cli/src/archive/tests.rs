//! Archives are read as they were written, and refused in every other state.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use tempfile::TempDir;

use super::*;

const KIND: Kind = Kind { name: "sycl-hls test", version: 1 };

/// A folder with an archive, `a.tar`, in which one file has so many bytes.
fn packed_with(size: usize) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("large"), vec![7; size]).unwrap();
    let path = folder.path().join("a.tar");
    let file = |name: &str, source, executable| Packed { name: name.to_owned(), source, executable };
    let files = [
        file("bin/host", Source::Bytes(b"#!/bin/sh\n".to_vec()), true),
        file("large", Source::File(folder.path().join("large")), false),
        file("empty", Source::Bytes(Vec::new()), false),
    ];
    pack(&path, KIND, &serde_json::json!({ "smoke": ["a"] }), &files).unwrap();
    (folder, path)
}

/// As [`packed_with`].
fn packed() -> (TempDir, PathBuf) {
    packed_with(9000)
}

/// An archive of these files with a list that is right; names are written as they are.
fn forged(path: &Path, files: &[(&str, tar::EntryType, &[u8])], list: &[(&str, &[u8])]) {
    let listed = list.iter().map(|(path, bytes)| Listed {
        path: (*path).to_owned(),
        bytes: bytes.len() as u64,
        sha256: Digest::of(bytes),
        executable: false,
    });
    let contents = Contents {
        kind: KIND.name.to_owned(),
        version: KIND.version,
        tool: String::new(),
        files: listed.collect(),
        about: Value::Null,
    };
    let list = serde_json::to_vec(&contents).unwrap();
    let mut builder = tar::Builder::new(File::create(path).unwrap());
    let first = (CONTENTS, tar::EntryType::Regular, &list[..]);
    for (name, kind, bytes) in [first].iter().chain(files) {
        let mut header = tar::Header::new_ustar();
        let name = if name.starts_with('/') { (*name).to_owned() } else { format!("a/{name}") };
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(*kind);
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        builder.append(&header, *bytes).unwrap();
    }
    builder.finish().unwrap();
}

/// Reads all of an archive.
fn check(path: &Path, kind: Kind) -> Result<Opened, Failure> {
    let folder = tempfile::tempdir().unwrap();
    unpack(path, kind, &folder.path().join("unpacked"))
}

fn refused(path: &Path, words: &str) {
    let place = path.with_extension("unpacked");
    let failure = unpack(path, KIND, &place).unwrap_err();
    assert!(failure.message.contains(words), "{words}: {}", failure.message);
    assert!(!place.exists(), "nothing is unpacked");
}

#[test]
fn an_archive_is_unpacked_as_it_was_packed() {
    let (folder, path) = packed_with(3_000_000);
    let place = folder.path().join("deep/place");
    let opened = unpack(&path, KIND, &place).unwrap();
    assert_eq!(opened.about["smoke"][0], "a");
    assert_eq!(
        opened.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(),
        ["bin/host", "large", "empty"]
    );
    assert_eq!(fs::read(place.join("large")).unwrap(), vec![7; 3_000_000]);
    let mode = |name: &str| fs::metadata(place.join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("bin/host"), mode("large")), (0o755, 0o644));
    assert_eq!(check_folder(&place, KIND).unwrap().digest, opened.digest);
    assert_eq!(check(&path, KIND).unwrap().digest, opened.digest);
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 3, "the archive, the large file, the folder");
    assert!(unpack(&path, KIND, &place).unwrap_err().message.contains("there already"));
}

#[test]
fn equal_contents_make_equal_archives_that_tar_reads() {
    let ((_one, path), (_other, again)) = (packed(), packed());
    assert_eq!(fs::read(&path).unwrap(), fs::read(again).unwrap());
    let list = std::process::Command::new("tar").arg("tf").arg(&path).output().unwrap();
    assert_eq!(String::from_utf8(list.stdout).unwrap(), "a/contents.json\na/bin/host\na/large\na/empty\n");
}

#[test]
fn damage_is_found_wherever_it_is() {
    let (_folder, path) = packed();
    let bytes = fs::read(&path).unwrap();
    let end = bytes.iter().rposition(|byte| *byte != 0).unwrap();
    for size in [0, 1, 511, 512, 700, 1800, bytes.len() / 2, end] {
        fs::write(&path, &bytes[..size]).unwrap();
        refused(&path, "a.tar: ");
    }
    // Any byte that is not padding.
    for at in (0..=end).step_by(97).chain([512 + 30, end]).filter(|at| bytes[*at] != 0) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        fs::write(&path, &damaged).unwrap();
        assert!(check(&path, KIND).is_err(), "byte {at}");
    }
    fs::write(&path, "no archive at all").unwrap();
    refused(&path, "no archive");
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let (_folder, path) = packed();
    let regular = tar::EntryType::Regular;
    for (name, words) in [
        ("../evil", "it leads out of the archive"),
        ("a/../../evil", "it leads out of the archive"),
        ("/tmp/evil", "outside"),
        ("a//b", "empty"),
        ("./a", "empty"),
        ("", "empty"),
        ("a\\b", "character"),
        ("a\nb", "character"),
        ("contents.json", "the list has it"),
    ] {
        forged(&path, &[(name, regular, b"x")], &[(name, b"x")]);
        refused(&path, words);
    }
}

#[test]
fn what_the_list_does_not_say_is_refused() {
    let (_folder, path) = packed();
    let regular = tar::EntryType::Regular;
    forged(&path, &[("a", regular, b"x"), ("b", regular, b"x")], &[("a", b"x")]);
    refused(&path, "more files than its list");
    forged(&path, &[("a", regular, b"x")], &[("a", b"x"), ("b", b"x")]);
    refused(&path, "\"b\" is missing");
    forged(&path, &[("a", regular, b"x")], &[("a", b"x"), ("a", b"x")]);
    refused(&path, "it has \"a\" twice");
    forged(&path, &[("../b", regular, b"x")], &[("a", b"x")]);
    refused(&path, "\"a/../b\" is where its list has \"a\"");
    forged(&path, &[("a", regular, b"y")], &[("a", b"x")]);
    refused(&path, "its digest is another one");
    forged(&path, &[("a", regular, b"xx")], &[("a", b"x")]);
    refused(&path, "it has 2 bytes, and 1 in the list");
    for kind in
        [tar::EntryType::Symlink, tar::EntryType::Link, tar::EntryType::Fifo, tar::EntryType::GNUSparse]
    {
        forged(&path, &[("a", kind, b"x")], &[("a", b"x")]);
        refused(&path, "");
    }
}

#[test]
fn other_kinds_and_versions_are_named() {
    let (_folder, path) = packed();
    let other = |name, version| check(&path, Kind { name, version }).unwrap_err();
    assert!(
        other("sycl-hls plan", 1).message.contains("it is a \"sycl-hls test\", and not a \"sycl-hls plan\"")
    );
    assert!(other(KIND.name, 2).message.contains("it is of version 1, and this sycl-hls reads 2"));
}

#[test]
fn a_folder_is_compared_with_its_list() {
    let (folder, path) = packed();
    let place = folder.path().join("a");
    unpack(&path, KIND, &place).unwrap();
    let refused = |words: &str| {
        let failure = check_folder(&place, KIND).unwrap_err();
        assert!(failure.message.contains(words), "{}", failure.message);
    };
    fs::write(place.join("bin/host"), "#!/bin/su\n").unwrap();
    refused("bin/host: it was changed: its digest");
    fs::remove_file(place.join("bin/host")).unwrap();
    refused("bin/host: No such file");
    std::os::unix::fs::symlink("/bin/sh", place.join("bin/host")).unwrap();
    refused("bin/host: it is a link");
    assert!(check_folder(folder.path(), KIND).unwrap_err().message.contains(CONTENTS));
}

#[test]
fn what_cannot_be_packed_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let packed = |name: &str, path: &str| Packed {
        name: name.to_owned(),
        source: Source::File(folder.path().join(path)),
        executable: false,
    };
    let path = folder.path().join("a.tar");
    let refused = |packed: Packed| pack(&path, KIND, &(), &[packed]).unwrap_err().message;
    assert!(refused(packed("a", "nowhere")).contains("nowhere: cannot be read: No such file"));
    assert!(refused(packed("a", ".")).contains("it is no regular file"));
    fs::write(folder.path().join("x"), "").unwrap();
    assert!(refused(packed("../x", "x")).contains("leads out"));
    assert!(refused(packed(&"x".repeat(300), "x")).contains("cannot be written"));
    assert!(!path.exists());
}
