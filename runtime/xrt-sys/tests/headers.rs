//! What this crate declares of XRT's C interface is what the headers say that are installed: bindgen reads them, and rustc
//! compares the types.
#![allow(missing_docs, clippy::expect_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The headers of what is declared.
const HEADERS: &str = r#"
#include "xrt/xrt_bo.h"
#include "xrt/xrt_kernel.h"
#include "experimental/xrt_ini.h"
"#;

/// A line for each function, which gives it the declared type.
macro_rules! functions {
    (
        { $($(#[$doc:meta])* $field:ident = $name:ident($($arg:ty),* $(; $variadic:tt)?) $(-> $result:ty)?;)* }
        { $($maybe:ident = $maybe_name:ident($($maybe_arg:ty),*) -> $maybe_result:ty;)* }
    ) => {
        const DECLARED: &[&str] = &[
            $(concat!(
                "const _: unsafe extern \"C\" fn(", stringify!($($arg),* $(, $variadic)?), ")", $(" -> ", stringify!($result),)?
                " = bound::", stringify!($name), ";",
            ),)*
            $(concat!(
                "const _: unsafe extern \"C\" fn(", stringify!($($maybe_arg),*), ") -> ", stringify!($maybe_result),
                " = bound::", stringify!($maybe_name), ";",
            ),)*
        ];
    };
}

include!("../src/declared.rs");

/// The constants of `functions.rs` by their names in the headers.
const CONSTANTS: [(&str, &str); 7] = [
    ("TO_DEVICE", "XCL_BO_SYNC_BO_TO_DEVICE"),
    ("FROM_DEVICE", "XCL_BO_SYNC_BO_FROM_DEVICE"),
    ("COMPLETED", "ERT_CMD_STATE_COMPLETED"),
    ("ERROR", "ERT_CMD_STATE_ERROR"),
    ("ABORT", "ERT_CMD_STATE_ABORT"),
    ("TIMEOUT", "ERT_CMD_STATE_TIMEOUT"),
    ("NO_RESPONSE", "ERT_CMD_STATE_NORESPONSE"),
];

fn headers() -> PathBuf {
    let own = std::env::var_os("XILINX_XRT").map(|root| Path::new(&root).join("include"));
    let mut folders =
        own.into_iter().chain(["/usr/include/xrt", "/opt/xilinx/xrt/include"].map(PathBuf::from));
    let found = folders.find(|folder| folder.join("xrt/xrt_kernel.h").is_file());
    found.expect("this test needs XRT's headers: apt-get install libxrt-dev")
}

/// Writes the bindings that bindgen makes of the headers.
fn bind(path: &Path) {
    let bindings = bindgen::Builder::default()
        .header_contents("all.h", HEADERS)
        .clang_arg(format!("-I{}", headers().display()))
        .allowlist_function("xrt(Device|BO|PLKernel|Kernel|Run|Ini).*|xclProbe|xclGetDeviceInfo2")
        .allowlist_var("ERT_CMD_STATE_.*|XCL_BO_SYNC_BO_.*")
        .generate_comments(false)
        .prepend_enum_name(false)
        .default_enum_style(bindgen::EnumVariation::Consts)
        .layout_tests(false);
    let bindings = bindings.generate().expect("this test needs libclang: apt-get install libclang1");
    bindings.write_to_file(path).expect("the folder can be written");
}

/// The fields of the start of `xclDeviceInfo2`.
fn fields(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter_map(|line| line.trim().split_once(':'))
        .map(|(name, _)| name)
        .filter(|name| name.starts_with('m'))
}

#[test]
fn declarations_are_those_of_the_headers() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    bind(&folder.path().join("bound.rs"));
    let functions = std::fs::read_to_string(source.join("functions.rs")).expect("a file of this crate");
    let constants =
        functions.lines().filter(|line| line.trim_start().starts_with("pub const ") && line.ends_with(';'));
    let info = std::fs::read_to_string(source.join("device_info.rs")).expect("a file of this crate");
    let mut text = String::from(
        "#![allow(warnings)]\nuse std::ffi::*;\nuse std::mem::offset_of;\ntype Handle = *mut c_void;\n\
         mod bound { include!(\"bound.rs\"); }\n",
    );
    text.extend(constants.map(|line| format!("{line}\n")));
    text += &info;
    text += "const fn probe(_: unsafe extern \"C\" fn() -> c_uint) {}\nconst _: () = probe(bound::xclProbe);\n\
             const fn info(_: unsafe extern \"C\" fn(Handle, *mut bound::xclDeviceInfo2) -> c_int) {}\n\
             const _: () = info(bound::xclGetDeviceInfo2);\n";
    text += &DECLARED.join("\n");
    for (ours, theirs) in CONSTANTS {
        text += &format!("\nconst _: () = assert!({ours} == bound::{theirs});");
    }
    assert!(fields(&info).count() > 15);
    for field in fields(&info) {
        text += &format!(
            "\nconst _: () = assert!(offset_of!(DeviceInfo, {field}) == offset_of!(bound::xclDeviceInfo2, {field}));"
        );
    }
    let path = folder.path().join("compared.rs");
    std::fs::write(&path, text).expect("the folder can be written");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "--out-dir"]);
    let output = rustc.arg(folder.path()).arg(&path).output().expect("rustc starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
