//! The packages around a source file, as Cargo knows them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use thiserror::Error;

use crate::package::cargo;

/// Why Cargo does not tell, in its words.
#[derive(Clone, Debug, Error)]
#[error("{0}")]
pub struct NoMetadata(String);

/// What Cargo said of packages in folders.
type Known = HashMap<PathBuf, Result<Arc<Metadata>, NoMetadata>>;

/// What `cargo metadata` says.
#[derive(Debug, Deserialize)]
pub struct Metadata {
    packages: Vec<PackageEntry>,
    resolve: Option<Resolve>,
    /// What paths in messages start from.
    pub workspace_root: PathBuf,
}

#[derive(Debug, Deserialize)]
struct PackageEntry {
    id: String,
    name: String,
    version: String,
    manifest_path: PathBuf,
    targets: Vec<TargetEntry>,
}

#[derive(Debug, Deserialize)]
struct TargetEntry {
    kind: Vec<String>,
    name: String,
    src_path: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Debug, Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    name: String,
    pkg: String,
}

/// A crate: a target of a package, or a file that belongs to no package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crate {
    /// Its first file.
    pub root: PathBuf,
    /// The package's name and version.
    pub package: (String, String),
    /// Cargo's name of the package.
    pub id: String,
}

impl Metadata {
    /// Of the package in a folder. Asked for once by a process.
    ///
    /// # Errors
    /// When Cargo cannot tell.
    pub fn of(package: &Path) -> Result<Arc<Self>, NoMetadata> {
        static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
        // What a thread that panicked has left is whole.
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        known.entry(package.to_owned()).or_insert_with(|| ask(package).map(Arc::new)).clone()
    }

    /// The crates of the package with its manifest in this folder: the library first.
    pub fn crates_of(&self, folder: &Path) -> Vec<Crate> {
        let package = self.packages.iter().find(|package| package.manifest_path.parent() == Some(folder));
        let Some(package) = package else { return Vec::new() };
        let mut targets: Vec<&TargetEntry> = package.targets.iter().collect();
        targets.sort_by_key(|target| !target.is_library());
        targets.into_iter().map(|target| crate_of(package, target)).collect()
    }

    /// The crate that another one knows by this name: a dependency, or the library of its package.
    pub fn dependency(&self, of: &Crate, name: &str) -> Option<Crate> {
        let nodes = &self.resolve.as_ref()?.nodes;
        let node = nodes.iter().find(|node| node.id == of.id)?;
        let library = |id: &str| {
            let package = self.packages.iter().find(|package| package.id == id)?;
            let target = package.targets.iter().find(|target| target.is_library())?;
            Some((target, crate_of(package, target)))
        };
        if let Some(dependency) = node.deps.iter().find(|dependency| dependency.name == name) {
            return library(&dependency.pkg).map(|(_, found)| found);
        }
        library(&of.id).filter(|(target, _)| target.name.replace('-', "_") == name).map(|(_, found)| found)
    }
}

impl TargetEntry {
    fn is_library(&self) -> bool {
        self.kind.iter().any(|kind| kind == "lib" || kind == "rlib")
    }
}

fn crate_of(package: &PackageEntry, target: &TargetEntry) -> Crate {
    Crate {
        root: target.src_path.clone(),
        package: (package.name.clone(), package.version.clone()),
        id: package.id.clone(),
    }
}

/// Asks Cargo, first for what it knows without a network.
fn ask(package: &Path) -> Result<Metadata, NoMetadata> {
    let run = |more: &[&str]| {
        let mut command = Command::new(cargo());
        command
            .args(["metadata", "--format-version", "1", "--manifest-path"])
            .arg(package.join("Cargo.toml"));
        let output = command.args(more).output();
        let output = output.map_err(|error| NoMetadata(format!("cargo cannot be started: {error}")))?;
        if !output.status.success() {
            return Err(NoMetadata(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        }
        serde_json::from_slice(&output.stdout)
            .map_err(|error| NoMetadata(format!("`cargo metadata`: {error}")))
    };
    run(&["--offline"]).or_else(|_| run(&[]))
}
