//! Cargo packages around a folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::failure::Failure;

#[derive(Deserialize)]
struct Manifest {
    package: Option<Package>,
    workspace: Option<toml::Table>,
}

/// A package of a manifest.
#[derive(Deserialize)]
pub struct Package {
    /// Its name.
    pub name: String,
}

/// The program `cargo`.
pub fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The folder of the package that `folder` lies in, if it does.
///
/// # Errors
/// When a `Cargo.toml` is wrong.
pub fn root_around(folder: &Path) -> anyhow::Result<Option<PathBuf>> {
    Ok(package_around(&absolute(folder)?)?.map(|(root, _)| root.to_owned()))
}

/// A folder as an absolute path.
///
/// # Errors
/// When the current folder is needed and unknown, or the path is empty.
pub fn absolute(folder: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(folder).map_err(|error| Failure::usage(format!("{}: {error}", folder.display())))
}

/// The nearest package in an absolute path's folders and the path itself: its folder and its manifest's entry.
///
/// # Errors
/// When a `Cargo.toml` is wrong.
pub fn package_around(folder: &Path) -> anyhow::Result<Option<(&Path, Package)>> {
    for root in folder.ancestors() {
        if let Some(Manifest { package: Some(package), .. }) = manifest(root)? {
            return Ok(Some((root, package)));
        }
    }
    Ok(None)
}

fn manifest(folder: &Path) -> anyhow::Result<Option<Manifest>> {
    let path = folder.join("Cargo.toml");
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(None) };
    let manifest = toml::from_str(&text);
    manifest.map(Some).map_err(|error| Failure::usage(format!("{}: {error}", path.display())).into())
}

/// The folder of the workspace that a package belongs to.
///
/// # Errors
/// When a `Cargo.toml` is wrong.
pub fn workspace(package: &Path) -> anyhow::Result<Option<PathBuf>> {
    for folder in package.ancestors() {
        if manifest(folder)?.is_some_and(|manifest| manifest.workspace.is_some()) {
            return Ok(Some(folder.to_owned()));
        }
    }
    Ok(None)
}
