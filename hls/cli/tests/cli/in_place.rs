//! Images that are changed in place: what stays as it was, what is refused, and what a killed process leaves.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use crate::cli::images;
use crate::cli::support::{Folder, finish, start};

/// What no user of this machine is called.
const SOMEBODY: u32 = 12_345;

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn keys(folder: &Folder, image: &str) -> String {
    folder.run(["xclbin", "keyvalue", image]).success().stdout
}

#[test]
fn mode_owner_and_links_stay() {
    let folder = images::folder();
    let image = folder.path("a.xclbin");
    set_mode(&image, 0o640);
    let owner = match chown(&image, Some(SOMEBODY), Some(SOMEBODY + 1)) {
        Ok(()) => (SOMEBODY, SOMEBODY + 1),
        Err(error) => {
            println!("the owner is not tested: {error}");
            let metadata = fs::metadata(&image).unwrap();
            (metadata.uid(), metadata.gid())
        }
    };
    symlink("a.xclbin", folder.path("one")).unwrap();
    symlink(folder.path("one"), folder.path("two")).unwrap();
    folder.run(["xclbin", "keyvalue", "two", "--set", "c=3"]).success();
    assert!(keys(&folder, "a.xclbin").contains("c  3"));
    for link in ["one", "two"] {
        assert!(fs::symlink_metadata(folder.path(link)).unwrap().is_symlink(), "{link}");
    }
    folder.make_key("key.pem", "cert.pem");
    for words in [
        "xclbin add a.xclbin PDI key.pem",
        "xclbin remove a.xclbin PDI",
        "xclbin sign a.xclbin --private-key key.pem --certificate cert.pem",
        "xclbin keyvalue two --set d=4 -o one",
    ] {
        folder.run(words.split(' ')).success();
        let metadata = fs::metadata(&image).unwrap();
        assert_eq!((metadata.uid(), metadata.gid(), metadata.mode() & 0o7777), (owner.0, owner.1, 0o640));
    }
    assert!(fs::symlink_metadata(folder.path("one")).unwrap().is_symlink());
    assert_eq!(folder.list("."), ["a.xclbin", "cert.pem", "kernels.rs", "key.pem", "one", "two"]);
}

#[test]
fn what_cannot_stay_is_refused() {
    let folder = images::folder();
    let before = folder.read("a.xclbin");
    let refused = |words: &[&str]| {
        let names = folder.list(".");
        folder.run(["xclbin", "keyvalue", "a.xclbin", "--set", "c=3"]).fails(1, words);
        assert!(folder.read("a.xclbin") == before);
        assert_eq!(folder.list("."), names);
    };
    set_mode(&folder.path("a.xclbin"), 0o444);
    refused(&["a.xclbin: cannot write it: it is read-only"]);
    set_mode(&folder.path("a.xclbin"), 0o644);
    fs::hard_link(folder.path("a.xclbin"), folder.path("b.xclbin")).unwrap();
    refused(&["a.xclbin: cannot write it: it has 2 names (hard links)"]);
    fs::remove_file(folder.path("b.xclbin")).unwrap();
    folder.run(["xclbin", "keyvalue", "a.xclbin", "--set", "c=3"]).success();
}

/// Of a file of somebody else's which everybody may write, only the superuser can keep the owner.
#[test]
fn an_owner_that_cannot_be_kept_is_refused() {
    let folder = images::folder();
    set_mode(&folder.path("."), 0o777);
    set_mode(&folder.path("a.xclbin"), 0o666);
    let before = folder.read("a.xclbin");
    // Where the tests' own program is, others may not look.
    fs::copy(env!("CARGO_BIN_EXE_sycl-hls"), folder.path("sycl-hls")).unwrap();
    let mut command = Command::new(folder.path("sycl-hls"));
    command.args(["xclbin", "keyvalue", "a.xclbin", "--set", "c=3"]).current_dir(folder.path("."));
    command.uid(SOMEBODY).gid(SOMEBODY);
    match command.output() {
        Ok(output) => {
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(
                said.contains("a.xclbin: cannot write it: its owner, ") && said.contains(" cannot be kept"),
                "{said}"
            );
            assert_eq!(output.status.code(), Some(1));
            assert!(folder.read("a.xclbin") == before);
            assert_eq!(folder.list("."), ["a.xclbin", "kernels.rs", "sycl-hls"]);
        }
        Err(error) => println!("skipped: no other user can be had here: {error}"),
    }
}

#[test]
fn simultaneous_changes_all_survive() {
    let folder = images::folder();
    let changes: Vec<_> = (0..16)
        .map(|index| {
            let mut command = folder.limited("", env!("CARGO_BIN_EXE_sycl-hls"));
            command.args(["xclbin", "keyvalue", "a.xclbin", "--set", &format!("key{index}=x")]);
            start(command)
        })
        .collect();
    for change in changes {
        let outcome = finish(change);
        assert!(outcome.status.success(), "{}", outcome.stderr);
    }
    let keys = keys(&folder, "a.xclbin");
    let missing: Vec<_> = (0..16).filter(|index| !keys.contains(&format!("key{index} "))).collect();
    assert!(missing.is_empty(), "{missing:?}:\n{keys}");
}

#[test]
fn the_next_run_removes_what_a_killed_one_left() {
    let folder = images::folder();
    fs::write(folder.path("design.pdi"), vec![7; 4 << 20]).unwrap();
    folder.run(["xclbin", "add", "a.xclbin", "PDI", "design.pdi", "-o", "b.xclbin"]).success();
    let hidden = || folder.list(".").into_iter().find(|name| name.starts_with(".b.xclbin.sycl-hls."));
    // The kernel kills it (SIGXFSZ) when it has written half of the image.
    let mut command = folder.limited("", "prlimit");
    command.args([
        "--fsize=2097152",
        env!("CARGO_BIN_EXE_sycl-hls"),
        "xclbin",
        "keyvalue",
        "b.xclbin",
        "--set",
        "c=3",
    ]);
    assert!(!finish(start(command)).status.success());
    assert!(hidden().is_some(), "{:?}", folder.list("."));
    folder.run(["xclbin", "keyvalue", "a.xclbin", "--set", "c=3"]).success();
    assert_eq!(hidden(), None);
    assert!(!keys(&folder, "b.xclbin").contains("c  3"));
}
