//! Slowest paths that were found before: synthesis takes much longer than all else.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path as Location, PathBuf};
use std::time::Duration;

use crate::Error;
use crate::external_memory::{read, write};

use super::{DELAYS, Path, SYNTH, WHOLE, mapped, slowest};

/// Changes with what is found in a netlist.
const VERSION: u32 = 4;

/// The slowest path of a module, mapped to cells of UltraScale+. Files are texts with their names. What is known is kept in
/// `target/timing`.
///
/// # Errors
/// As of [`mapped`] and [`slowest`].
pub fn measured(files: &[(&str, &str)], top: &str, limit: Duration) -> Result<Path, Error> {
    let place = place(files, top);
    if let Some(path) = read(&place).ok().and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(path);
    }
    let path = slowest(&mapped(files, top, limit)?, top)?;
    if let Some(folder) = place.parent() {
        std::fs::create_dir_all(folder).map_err(|source| Error::File { path: folder.to_owned(), source })?;
    }
    write(&place, &serde_json::to_string(&path)?)?;
    Ok(path)
}

fn place(files: &[(&str, &str)], top: &str) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    (VERSION, SYNTH, WHOLE, format!("{DELAYS:?}"), top, files).hash(&mut hasher);
    let folder = Location::new(env!("CARGO_MANIFEST_DIR")).join("../../target/timing");
    folder.join(format!("{:016x}.json", hasher.finish()))
}
