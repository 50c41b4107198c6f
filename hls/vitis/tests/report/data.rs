//! The files in `tests/data`.

use std::path::{Path, PathBuf};

/// The path of a file or folder.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The text of a file.
pub fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).expect("the file is there")
}
