//! Running what has to be installed.

use std::fs;
use std::path::Path;
use std::process::Command;

use sycl_hls_compiler::rtl::library::{INTERFACES, PROCESSES};

/// Runs a tool in a folder. What it says is returned where it succeeds, and told where it does not.
pub fn run(tool: &str, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(tool)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("{tool} has to be installed: {error}"));
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{tool} {arguments:?}:\n{said}");
    said
}

/// Writes the files of all interfaces, and those between processes, to a folder.
pub fn write_library(folder: &Path) {
    for file in INTERFACES.iter().chain(PROCESSES) {
        fs::write(folder.join(file.name), file.text).unwrap();
    }
}
