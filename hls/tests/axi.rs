//! The simulator's memory ports, without a kernel.

use std::path::Path;
use std::process::Command;

#[test]
fn ports_of_every_width_carry_their_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("widths");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compiler = Command::new("g++")
        .args(["-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined"])
        .arg("-fno-sanitize-recover=undefined")
        .arg("-I")
        .arg(root.join("src/rtl/simulator"))
        .arg(root.join("tests/axi/widths.cpp"))
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(compiler.status.success(), "{}", String::from_utf8_lossy(&compiler.stderr));
    let run = Command::new(program).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
