//! The exit codes that scripts rely on. 4, a timeout or a lost device, is in `tests/xrt/failures.rs`, and 130 in
//! `build.rs`.

use std::ffi::OsStr;

use crate::cli::support::{Folder, KERNELS};

fn code(folder: &Folder, environment: &[(&str, &OsStr)], words: &str) -> Option<i32> {
    folder.run_with(environment, words.split(' ')).status.code()
}

#[test]
fn success_is_0() {
    let folder = Folder::new();
    for words in
        ["check kernels.rs", "emit --as kir kernels.rs", "boards", "explain 101", "--version", "help"]
    {
        assert_eq!(code(&folder, &[], words), Some(0), "{words}");
    }
}

#[test]
fn the_users_code_or_data_is_1() {
    let folder = Folder::new();
    folder.write("wrong.rs", KERNELS.replace("y[i] * 2", "z[i] * 2"));
    folder.write("no.npy", "no array");
    for words in [
        "check wrong.rs",
        "check nowhere.rs",
        "build --board u200 --source wrong.rs -o out",
        "call kernels.rs double n=1 y=@no.npy",
        "call kernels.rs double n=1 y=@nowhere.npy",
        "xclbin info kernels.rs",
    ] {
        assert_eq!(code(&folder, &[], words), Some(1), "{words}");
    }
}

#[test]
fn usage_and_configuration_are_2() {
    let folder = Folder::new();
    for words in [
        "chek",
        "check --nonsense",
        "check --project nowhere",
        "build --board u2 --source kernels.rs -o out",
        "call kernels.rs doubel",
        "boards u2",
        "explain SH9999",
        "new 2nd",
        "completions perl",
        "check -q -v kernels.rs",
        "check --color sometimes kernels.rs",
    ] {
        assert_eq!(code(&folder, &[], words), Some(2), "{words}");
    }
}

#[test]
fn what_is_not_available_is_3() {
    let folder = Folder::new();
    for words in
        ["build --board u200 --target hw --source kernels.rs -o out", "call kernels.rs axpy --target hw"]
    {
        assert_eq!(code(&folder, &[], words), Some(3), "{words}");
    }
    let environment = [("CXX", OsStr::new("no-such-g++"))];
    let build = "build --board u200 --source kernels.rs -o out";
    assert_eq!(code(&folder, &environment, build), Some(3));
}
