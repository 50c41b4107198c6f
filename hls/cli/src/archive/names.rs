//! Names of files in archives: what none of them may be.

use std::collections::BTreeSet;

use anyhow::{anyhow, bail};

use super::{CONTENTS, Listed};

/// The most files in an archive.
const MAX_FILES: usize = 100_000;

/// Checks the name of a file in an archive: a path inside of its folder, in plain characters. Others could lead elsewhere, or mean
/// something else on the other machine.
///
/// # Errors
/// What is wrong with it.
pub fn check_name(name: &str) -> anyhow::Result<()> {
    let wrong = |reason: &str| Err(anyhow!("the name {name:?} is refused: {reason}"));
    if name == CONTENTS {
        return wrong("the list has it");
    }
    if name.starts_with('/') {
        return wrong("it is a place outside of the archive");
    }
    if name.chars().any(|c| c.is_control() || c == '\\') {
        return wrong("it has a character that names of files should not have");
    }
    match name.split('/').find(|part| ["", ".", ".."].contains(part)) {
        Some("..") => wrong("it leads out of the archive"),
        Some(_) => wrong("a part of it is empty"),
        None => Ok(()),
    }
}

/// Checks all files of a list.
///
/// # Errors
/// What is wrong with the first that is.
pub fn check_all(files: &[Listed]) -> anyhow::Result<()> {
    if files.len() > MAX_FILES {
        bail!("it has {} files, more than {MAX_FILES}", files.len());
    }
    let mut seen = BTreeSet::new();
    for Listed { path, .. } in files {
        check_name(path)?;
        if !seen.insert(path) {
            bail!("it has {path:?} twice");
        }
    }
    Ok(())
}
