//! Files of another user in the store.

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::site::{BUILD, Site, output, two_kernels};

/// Who builds. Root, who runs these tests, is the other one.
const NOBODY: [&str; 4] = ["--reuid=65534", "--regid=65534", "--clear-groups", "--"];

/// A site whose project is nobody's; none, and why, where that cannot be.
fn site() -> Option<Site> {
    let site = Site::of_all()?;
    let folders = [site.path(""), site.local("")];
    let tool = ["test", "-x", env!("CARGO_BIN_EXE_sycl-hls-under-test")];
    if !site.is_of_root() || !Command::new("setpriv").args(NOBODY).args(tool).status().unwrap().success() {
        println!("skipped: another user needs root, and a target folder that all may read");
        return None;
    }
    let conf = site.cluster.conf();
    set_permissions(conf.parent().unwrap(), Permissions::from_mode(0o755)).unwrap();
    folders.iter().for_each(|folder| give(folder, "nobody"));
    Some(site)
}

fn give(folder: &Path, owner: &str) {
    assert!(Command::new("chown").args(["-R", owner]).arg(folder).status().unwrap().success());
}

/// Runs a command as nobody: its exit code and what it said.
fn said(site: &Site, words: &[&str]) -> (Option<i32>, String) {
    let own = site.command(words);
    let mut command = Command::new("setpriv");
    command.args(NOBODY).arg(own.get_program()).args(own.get_args());
    command
        .current_dir(own.get_current_dir().unwrap())
        .envs(own.get_envs().filter_map(|(k, v)| Some((k, v?))));
    let output = output(command);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// The object that a step left in the store.
fn kept(site: &Site, file: &str) -> PathBuf {
    let entries = std::fs::read_dir(site.path("a b/build/.vitis")).unwrap().flatten();
    entries.map(|entry| entry.path().join(file)).find(|path| path.is_file()).unwrap()
}

#[test]
fn files_of_another_user_are_told_whose_they_are() {
    let Some(site) = site() else { return };
    site.replay(r#""fail": ["link", "[VPL 101-2] design did not meet timing"]"#);
    assert_eq!(said(&site, &BUILD).0, Some(1));
    site.replay("");
    let object = kept(&site, "fill.xo");
    let good = std::fs::read(&object).unwrap();
    // A wrong result in the place of what a job wrote.
    std::fs::remove_file(&object).unwrap();
    std::fs::write(&object, "planted").unwrap();
    let refused = |words: &[&str], parts: &[&str]| {
        let (code, message) = said(&site, words);
        assert_eq!((code, message.matches("error: ").count()), (Some(1), 1), "{message}");
        for part in parts.iter().chain(&[" belongs to root"]) {
            assert!(message.contains(part), "{part}: {message}");
        }
    };
    refused(
        &["cluster", "resume", "app"],
        &["what `compile-fill` made is not what its job wrote", "fill.xo"],
    );
    let links = site.starts("-l ");
    // One that cannot be read, before the first job.
    std::fs::write(&object, &good).unwrap();
    set_permissions(&object, Permissions::from_mode(0o600)).unwrap();
    for words in [&BUILD[..], &["cluster", "resume", "app"], &["cluster", "wait", "app"]] {
        refused(words, &["the store has a step that cannot be read", "fill.xo", "let root permit it"]);
    }
    set_permissions(&object, Permissions::from_mode(0o644)).unwrap();
    // A folder that cannot be written.
    let store = site.path("a b/build/.vitis");
    give(&store, "root");
    refused(&BUILD, &["let root permit it"]);
    site.project.write("a b/src/main.rs", &two_kernels().replace("= 7", "= 9"));
    refused(&BUILD, &["let root permit it"]);
    assert_eq!((site.starts("-k fill "), site.starts("-l ")), (1, links));
    give(&site.path("a b"), "nobody");
    let (code, message) = said(&site, &BUILD);
    assert_eq!(code, Some(0), "{message}");
}
