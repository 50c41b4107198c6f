//! Which implementations of OpenCL are registered. It is looked up before OpenCL is asked for anything: asked where XRT's is
//! registered and its environment is not complete, XRT (2.13) ends the process.

use std::fs;
use std::path::{Path, PathBuf};

use crate::environment::Environment;

/// Where implementations are registered, unless the environment says another place.
const VENDORS: &str = "/etc/OpenCL/vendors";

/// How XRT's library is called.
const XRT: &str = "libxilinxopencl";

/// The folder or file in which implementations are registered.
pub fn place(environment: &Environment) -> PathBuf {
    environment.opencl_vendors.clone().unwrap_or_else(|| PathBuf::from(VENDORS))
}

/// True if XRT's implementation is registered.
pub fn is_xrt(environment: &Environment) -> bool {
    let place = place(environment);
    let files = match fs::read_dir(&place) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(_) => vec![place],
    };
    files.iter().any(|file| names_xrt(file))
}

/// A file of one line, the name of a library.
fn names_xrt(file: &Path) -> bool {
    let is_one = file.extension().is_some_and(|ending| ending == "icd");
    is_one && fs::read_to_string(file).is_ok_and(|text| text.contains(XRT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xrts_library_is_named_by_a_file_or_one_in_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |place: PathBuf| Environment { opencl_vendors: Some(place), ..Environment::default() };
        let registered = |place: PathBuf| is_xrt(&at(place));
        assert_eq!(place(&Environment::default()), Path::new(VENDORS));
        let (pocl, xrt) = (folder.path().join("pocl.icd"), folder.path().join("xilinx.icd"));
        fs::write(&pocl, "libpocl.so.2\n").unwrap();
        fs::write(folder.path().join("xilinx.txt"), "libxilinxopencl.so.2\n").unwrap();
        assert!(!registered(folder.path().to_owned()));
        assert!(!registered(xrt.clone()), "it is not there");
        fs::write(&xrt, "libxilinxopencl.so.2\n").unwrap();
        assert!(registered(folder.path().to_owned()) && registered(xrt) && !registered(pocl));
    }
}
