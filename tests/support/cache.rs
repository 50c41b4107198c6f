//! What tools have made for tests, object files and simulators, found again by what it was made of: the text, the tools' versions and
//! their flags. Nothing depends on what is there.

use std::fs;
use std::path::{Path, PathBuf};

use sycl_hls_cli::image::Objects;
use sycl_hls_compiler::tool::ToolError;
use sycl_hls_types::Digest;

/// The variable that names the cache's folder in the place of `target/test-cache`; if it is empty, nothing is kept.
pub const CACHE: &str = "SYCL_HLS_TEST_CACHE";

/// The folder of what is the same for every simulator.
pub const OBJECTS: &str = "objects";

/// A folder of the cache; nothing if nothing is kept.
#[must_use]
pub fn folder(name: &str) -> Option<PathBuf> {
    match std::env::var_os(CACHE) {
        Some(cache) if cache.is_empty() => None,
        Some(cache) => Some(Path::new(&cache).join(name)),
        None => Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/test-cache").join(name)),
    }
}

/// Object files of this kind that are kept; without a cache, in this folder.
///
/// # Errors
/// When the folder cannot be made.
pub fn objects(kind: &str, otherwise: &Path) -> Result<Objects, ToolError> {
    Objects::open(folder(kind).unwrap_or_else(|| otherwise.join(kind)))
}

/// A digest of what tools are told and of all files below a folder, which may lie elsewhere another time.
///
/// # Errors
/// When a file cannot be read.
pub fn key(tools: &[String], sources: &Path) -> Result<Digest, ToolError> {
    let mut text = tools.join("\n");
    for (name, bytes) in files(sources)? {
        text += &format!("\n{name} {}", Digest::of(bytes).as_str());
    }
    Ok(Digest::of(text))
}

/// The files below a folder with their paths from there, in order.
fn files(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, ToolError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| ToolError::File { path, source }
    };
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).map_err(failed(&next))? {
            let path = entry.map_err(failed(&next))?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
                found.push((name, fs::read(&path).map_err(failed(&path))?));
            }
        }
    }
    found.sort();
    Ok(found)
}
