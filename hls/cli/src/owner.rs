//! Whose a file is that this user may not read or write.

use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::Command;

use rustix::process::geteuid;

use crate::failure::Failure;

/// Adds to a failure at a path whose file or folder it is, if somebody else's is in the way.
#[must_use]
pub fn of_denied(failure: Failure, path: &Path, error: &io::Error) -> Failure {
    let is_there = |path: &&Path| path.symlink_metadata().is_ok();
    let there = path.ancestors().find(is_there).filter(|_| error.kind() == io::ErrorKind::PermissionDenied);
    match there.and_then(|there| Some((there, other_owner(there)?))) {
        None => failure,
        Some((there, owner)) => {
            failure.note(format!("{} belongs to {owner}", there.display())).help(format!(
                "let {owner} permit it (`chmod`, `chgrp`) or remove it, or build in a folder of your own"
            ))
        }
    }
}

/// The owner of a file or folder, if that is somebody else.
#[must_use]
pub fn other_owner(path: &Path) -> Option<String> {
    let user = path.symlink_metadata().ok()?.uid();
    (user != geteuid().as_raw()).then(|| name_of(user))
}

/// A user's name, or number where none is known.
fn name_of(user: u32) -> String {
    let entry = Command::new("getent").args(["passwd", &user.to_string()]).output();
    let entry = entry.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    match entry.split_once(':') {
        Some((name, _)) => name.to_owned(),
        None => format!("the user {user}"),
    }
}
