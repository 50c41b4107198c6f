//! AMD's headers, and programs with them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The open headers of `ap_int` and `ap_fixed` are in this package, under the Apache licence.
const PACKAGE: &str =
    "hls4ml==1.3.0 --hash=sha256:01bf1de2cd9bca56699b9fe3385cb1735026b022f9580fe1d73faf192dfb90f2";

/// Runs a program to its end.
fn run(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The folder with `ap_int.h`, fetched from PyPI once: tests of one program wait for each other.
pub fn headers() -> PathBuf {
    static HEADERS: LazyLock<PathBuf> = LazyLock::new(fetched);
    HEADERS.clone()
}

fn fetched() -> PathBuf {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hls4ml-1.3.0");
    let headers = "hls4ml/templates/vivado/ap_types";
    if !home.exists() {
        let part = home.with_extension(format!("part{}", std::process::id()));
        fs::create_dir_all(&part).unwrap();
        fs::write(part.join("requirements.txt"), PACKAGE).unwrap();
        let pip = ["download", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"];
        run(Command::new("pip3").args(pip).args(["--requirement", "requirements.txt"]).current_dir(&part));
        let wheel = "hls4ml-1.3.0-py3-none-any.whl";
        run(Command::new("unzip").args(["-q", wheel, &format!("{headers}/*")]).current_dir(&part));
        // Another test program may have been faster.
        if fs::rename(&part, &home).is_err() {
            fs::remove_dir_all(&part).unwrap();
        }
    }
    home.join(headers)
}

/// What a program prints that is `program.h` and `main` with these statements.
pub(super) fn output(name: &str, statements: &str) -> String {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("numbers-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let source = format!("{}\nint main() {{\n{statements}}}\n", include_str!("program.h"));
    fs::write(folder.join("main.cpp"), source).unwrap();
    run(Command::new("g++")
        .args(["-std=c++14", "-w", "-O0", "-DNDEBUG", "-isystem"])
        .arg(headers())
        .args(["main.cpp", "-o", "main"])
        .current_dir(&folder));
    let output = run(&mut Command::new(folder.join("main")));
    fs::remove_dir_all(&folder).unwrap();
    String::from_utf8(output).unwrap()
}
