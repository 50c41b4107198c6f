//! Bindings to the C interface of the XRT whose headers are installed here; none, and `available` tells why, where there are
//! no headers. XRT itself is not linked: it is looked for when a program runs.

use std::path::{Path, PathBuf};

/// Where distributions and AMD's own packages put headers.
const FOLDERS: [&str; 2] = ["/usr/include/xrt", "/opt/xilinx/xrt/include"];

/// One of the headers of the C interface.
const HEADER: &str = "xrt/xrt_kernel.h";

#[cfg(feature = "xrt")]
const ALL: &str = r#"
#include "xrt/xrt_bo.h"
#include "xrt/xrt_kernel.h"
#include "experimental/xrt_ini.h"
"#;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=XILINX_XRT");
    println!("cargo::rustc-check-cfg=cfg(xrt_headers)");
    let own = std::env::var_os("XILINX_XRT").map(|root| Path::new(&root).join("include"));
    let folders: Vec<PathBuf> = own.into_iter().chain(FOLDERS.map(PathBuf::from)).collect();
    match folders.iter().find(|folder| folder.join(HEADER).is_file()).map(|folder| generate(folder)) {
        Some(Ok(())) => println!("cargo::rustc-cfg=xrt_headers"),
        Some(Err(reason)) => without(&reason),
        None => without("XRT's headers are not installed (Debian: `apt install libxrt-dev`)"),
    }
}

/// The crate tells at run time why it has no bindings.
fn without(reason: &str) {
    println!("cargo::rustc-env=XRT_SYS_WITHOUT={}", reason.replace('\n', " "));
}

/// Writes the bindings.
#[cfg(feature = "xrt")]
fn generate(folder: &Path) -> Result<(), String> {
    let bindings = bindgen::Builder::default()
        .header_contents("all.h", ALL)
        .clang_arg(format!("-I{}", folder.display()))
        .allowlist_function("xrt(Device|BO|PLKernel|Kernel|Run|Ini).*|xclProbe|xclGetDeviceInfo2")
        .allowlist_var("ERT_CMD_STATE_.*|XCL_BO_SYNC_BO_.*")
        .generate_comments(false)
        .prepend_enum_name(false)
        .default_enum_style(bindgen::EnumVariation::Consts)
        .layout_tests(false)
        .dynamic_library_name("Functions")
        // Versions of XRT differ in what they have.
        .dynamic_link_require_all(false);
    // Where there is no libclang, bindgen can only panic.
    let generated = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| bindings.generate()));
    let failed = |reason: String| format!("bindings to it could not be made: {reason}");
    let bindings = match generated {
        Ok(Ok(bindings)) => bindings,
        Ok(Err(error)) => return Err(failed(error.to_string())),
        Err(_) => return Err(failed("there was no libclang (Debian: `apt install libclang1`)".to_owned())),
    };
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    bindings.write_to_file(out.join("functions.rs")).map_err(|error| failed(error.to_string()))
}

#[cfg(not(feature = "xrt"))]
fn generate(_: &Path) -> Result<(), String> {
    Err("it was built without the feature `xrt`".to_owned())
}
