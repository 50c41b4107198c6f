//! `sycl-hls build`, and all that can go wrong with it.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use crate::cli::support::{Folder, KERNELS, finish};
use xclbin_tools::Xclbin;

/// Puts a compiler of this shell script's into the folder.
fn compiler(folder: &Folder, script: &str) -> PathBuf {
    folder.write("fake-g++", script);
    let path = folder.path("fake-g++");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    path
}

const BUILD: [&str; 7] = ["build", "--board", "u200", "--source", "kernels.rs", "-o", "out"];

#[test]
fn a_file_becomes_an_image_with_its_cpp_and_its_manifest_beside_it() {
    let folder = Folder::new();
    // Temporary files are beside the image.
    let built = folder.run_with(&[("TMPDIR", OsStr::new("/nonexistent"))], BUILD).success();
    assert!(
        built.stderr.contains("Built") && built.stderr.contains("out/kernels.xclbin"),
        "{}",
        built.stderr
    );
    assert_eq!(folder.list("out"), ["kernels.kernels", "kernels.xclbin"]);
    assert_eq!(
        folder.list("out/kernels.kernels"),
        [".lock", ".objects", "kernels.cpp", "manifest.cpp", "manifest.json"]
    );
    let image = Xclbin::open(&folder.path("out/kernels.xclbin")).unwrap();
    assert_eq!(image.platform_vbnv(), "xilinx_u200_gen3x16_xdma_2_202110_1");
    let before = folder.read("out/kernels.xclbin");
    assert!(folder.run(BUILD).success().stderr.contains("Fresh"));
    assert_eq!(folder.read("out/kernels.xclbin"), before);
}

/// What decides the image makes it new, and nothing else.
#[test]
fn a_change_is_seen() {
    let folder = Folder::new();
    let release = |extra: &[&str]| folder.run(BUILD.iter().chain(extra)).success().stderr;
    release(&[]);
    assert!(release(&["--release"]).contains("without checks"));
    assert!(release(&["--release"]).contains("Fresh"));
    assert!(release(&["--release", "--checks", "on"]).contains("with checks"));
    assert!(release(&["--checks", "off"]).contains("without checks"));
    // A copy of hard links keeps what it has.
    let before = folder.read("out/kernels.xclbin");
    std::fs::hard_link(folder.path("out/kernels.xclbin"), folder.path("copy.xclbin")).unwrap();
    std::fs::hard_link(folder.path("out/kernels.kernels/kernels.cpp"), folder.path("copy.cpp")).unwrap();
    folder.write("kernels.rs", KERNELS.replace("* 2", "* 3"));
    assert!(release(&["--checks", "off"]).contains("Built"));
    assert!(folder.read("copy.xclbin") == before && folder.read("out/kernels.xclbin") != before);
}

#[test]
fn a_damaged_image_is_built_anew() {
    let folder = Folder::new();
    folder.run(BUILD).success();
    let image = folder.read("out/kernels.xclbin");
    for damaged in [&image[..image.len() / 2], b"", b"xclbin2\0 and nothing more"] {
        folder.write("out/kernels.xclbin", damaged);
        assert!(folder.run(BUILD).success().stderr.contains("Built"));
        assert_eq!(folder.read("out/kernels.xclbin").len(), image.len());
    }
}

#[test]
fn what_lies_beside_an_image_comes_back() {
    let folder = Folder::new();
    folder.run(BUILD).success();
    std::fs::remove_dir_all(folder.path("out/kernels.kernels")).unwrap();
    assert!(folder.run(BUILD).success().stderr.contains("Built"));
    assert!(folder.path("out/kernels.kernels/kernels.cpp").exists());
}

#[test]
fn without_a_compiler() {
    let folder = Folder::new();
    let outcome = folder.run_with(&[("CXX", OsStr::new("no-such-g++"))], BUILD);
    outcome.fails(3, &["no C++ compiler was found (looked for no-such-g++)", "apt install g++", "CXX"]);
    let nothing = folder.path("empty");
    std::fs::create_dir(&nothing).unwrap();
    let child = folder.spawn(&[("PATH", nothing.as_os_str())], BUILD);
    finish(child).fails(3, &["looked for g++, clang++"]);
    assert!(!folder.path("out/kernels.xclbin").exists());
}

#[test]
fn a_compiler_that_fails() {
    let folder = Folder::new();
    let outcome = folder.run_with(&[("CXX", OsStr::new("false"))], BUILD);
    outcome.fails(1, &["false failed", "bug of sycl-hls"]);
    assert!(!folder.path("out/kernels.xclbin").exists());
    let says = "Cannot create temporary file in /proc/: No such file or directory";
    let answers = format!("case $1 in -dump*) echo 12.2.0;; *) echo {says} >&2; false;; esac");
    let path = compiler(&folder, &format!("#!/bin/sh\n{answers}\n"));
    let said = folder.run_with(&[("CXX", path.as_os_str())], BUILD).fails(1, &[says, "TMPDIR"]).stderr;
    assert!(!said.contains("bug of sycl-hls"), "{said}");
}

#[test]
fn where_nothing_can_be_written() {
    let folder = Folder::new();
    folder.write("out", "a file");
    folder.run(BUILD).fails(1, &["cannot create the folder out/kernels.kernels"]);
    assert_eq!(folder.read("out"), b"a file");
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("out/kernels.xclbin")).unwrap();
    folder.run(BUILD).fails(1, &["out/kernels.xclbin"]);
    assert_eq!(folder.list("out/kernels.xclbin"), Vec::<String>::new());
}

#[test]
fn boards_and_targets_that_are_not_there() {
    let folder = Folder::new();
    let build =
        |args: &[&str]| folder.run(["build", "--source", "kernels.rs", "-o", "out"].iter().chain(args));
    build(&["--board", "u20"]).fails(2, &["`u20`", "u200"]);
    build(&["--board", "alveo-u280"]).fails(2, &["u280"]);
    build(&[]).fails(2, &["no board was named", "--board NAME", "u250"]);
    build(&["--board", "u200", "--target", "hw", "--vitis", "2020.2"])
        .fails(3, &["was not found", "--dry-run"]);
    build(&["--board", "u200", "--target", "sw_emu", "--toolchain", "vitis"])
        .fails(2, &["Vitis has no sw_emu"]);
    build(&["--board", "u200", "--target", "hw_emu", "--checks", "on"]).fails(2, &["hardware has no checks"]);
    build(&["--board", "u200", "--gate-level"]).fails(2, &["--gate-level", "--target hw_emu"]);
    build(&["--board", "u200", "--waves", "fst"]).fails(2, &["waveforms", "--target hw_emu"]);
    build(&["--board", "u200", "--target", "hardware"]).fails(2, &["hardware"]);
    assert!(!folder.path("out").exists());
}

#[test]
fn sources_that_are_no_kernels() {
    let folder = Folder::new();
    let build = |file: &str| folder.run(["build", "--board", "u200", "-o", "out", "--source", file]);
    build("nowhere.rs").fails(1, &["cannot read nowhere.rs", "No such file"]);
    folder.write("host.rs", "fn main() {}\n");
    build("host.rs").fails(1, &["host.rs has no kernels module", "#[sycl_hls::kernels]"]);
    folder.write("broken.rs", "fn main( {\n");
    build("broken.rs").fails(1, &["broken.rs:1:"]);
    folder.write("binary.rs", [0xff, 0xfe, 0]);
    build("binary.rs").fails(1, &["cannot read binary.rs", "UTF-8"]);
    folder.write("twice.rs", [KERNELS, &KERNELS.replace("mod kernels", "mod others")].concat());
    build("twice.rs")
        .fails(1, &["two kernels are named `axpy`", "`mod kernels`", "`mod others`", "rename one"]);
    folder.run(["emit", "--as", "verilog", "twice.rs"]).fails(1, &["two kernels are named `axpy`"]);
    folder.write("wrong.rs", KERNELS.replace("y[i] * 2", "y[i] * 2.0"));
    build("wrong.rs").fails(1, &["wrong.rs:13:"]);
    assert!(!folder.path("out").exists());
}

/// A compiler that takes its time, and says that it has begun.
const SLOW_COMPILER: &str = "#!/bin/sh
case \"$1\" in -dump*) echo 1; exit;; esac
touch begun
exec sleep 30
";

#[test]
fn an_interrupted_build_leaves_what_was_there() {
    let folder = Folder::new();
    folder.run(BUILD).success();
    let before = folder.read("out/kernels.xclbin");
    let listing = || (folder.list("."), folder.list("out"), folder.list("out/kernels.kernels"));
    let compiler = compiler(&folder, SLOW_COMPILER);
    folder.write("kernels.rs", KERNELS.replace("* 2", "* 3"));
    folder.write("begun", "");
    let files = listing();
    for signal in ["INT", "TERM"] {
        std::fs::remove_file(folder.path("begun")).unwrap();
        let temporary = folder.path("tmp");
        std::fs::create_dir_all(&temporary).unwrap();
        let environment = [("CXX", compiler.as_os_str()), ("TMPDIR", temporary.as_os_str())];
        let child = folder.spawn(&environment, BUILD);
        while !folder.path("begun").exists() {
            sleep(Duration::from_millis(10));
        }
        let killed = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let outcome = finish(child);
        assert_eq!(outcome.status.code(), Some(130), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("error: interrupted"), "{}", outcome.stderr);
        assert_eq!(folder.list("tmp"), Vec::<String>::new());
        std::fs::remove_dir(temporary).unwrap();
        assert_eq!(listing(), files);
        assert_eq!(folder.read("out/kernels.xclbin"), before);
    }
    assert!(
        folder.run(BUILD).success().stderr.contains("Built"),
        "the old image is not taken for the new one"
    );
}

/// Two builds of one image take turns, and the second one finds the work done.
#[test]
fn two_builds_at_once_are_one() {
    let folder = Folder::new();
    let compiler = compiler(&folder, COUNTING_COMPILER);
    let children: Vec<_> = (0..4).map(|_| folder.spawn(&[("CXX", compiler.as_os_str())], BUILD)).collect();
    let said: Vec<String> = children.into_iter().map(|child| finish(child).success().stderr).collect();
    let count = |word: &str| said.iter().filter(|text| text.contains(word)).count();
    assert_eq!((count("Built"), count("Fresh")), (1, 3), "{said:?}");
    assert!(count("Waiting for another sycl-hls") >= 1, "{said:?}");
    assert_eq!(folder.list("compiled").len(), 2, "kernels and manifest, once each");
    assert!(Xclbin::open(&folder.path("out/kernels.xclbin")).is_ok());
}

/// Leaves a file for each compilation, and takes long enough for builds to meet.
const COUNTING_COMPILER: &str = "#!/bin/sh
case \"$1\" in -dump*) exec g++ \"$@\";; esac
case \"$*\" in *' -c '*) mkdir -p compiled; mktemp compiled/XXXXXX >/dev/null; sleep 0.3;; esac
exec g++ \"$@\"
";

/// Host code around the kernels moves their lines: the image says where its kernels stop, but is not compiled anew.
#[test]
fn what_was_compiled_once_is_not_compiled_again() {
    let folder = Folder::new();
    let compiler = compiler(&folder, COUNTING_COMPILER);
    let compiled = |extra: &[&str]| {
        let _ = std::fs::remove_dir_all(folder.path("compiled"));
        std::fs::create_dir(folder.path("compiled")).unwrap();
        folder.run_with(&[("CXX", compiler.as_os_str())], BUILD.iter().chain(extra)).success();
        folder.list("compiled").len()
    };
    assert_eq!(compiled(&[]), 2, "kernels and manifest");
    folder.write("kernels.rs", format!("fn host() {{}}\n\n{KERNELS}"));
    assert_eq!(compiled(&[]), 1, "the manifest has the lines");
    assert_eq!(compiled(&["--release"]), 2);
    folder.write("kernels.rs", KERNELS);
    assert_eq!(compiled(&["--release"]), 0);
    assert_eq!(compiled(&[]), 0);
    folder.write("kernels.rs", KERNELS.replace("* 2", "* 3"));
    assert!(compiled(&[]) >= 1);
}

/// The folder that the user names takes the place of that beside the image.
#[test]
fn images_share_a_cache_that_has_a_name() {
    let folder = Folder::new();
    let compiler = compiler(&folder, COUNTING_COMPILER);
    folder.write("compiled/here", "");
    let built = |out: &str| {
        let variables = [("CXX", compiler.as_os_str()), ("SYCL_HLS_CACHE", OsStr::new("cache"))];
        folder
            .run_with(&variables, ["build", "--board", "u200", "--source", "kernels.rs", "-o", out])
            .success();
        assert!(!folder.path(out).join("kernels.kernels/.objects").exists());
        folder.list("compiled").len() - 1
    };
    assert_eq!([built("one"), built("two")], [2, 2], "kernels and manifest, once each");
    assert_eq!(folder.list("cache/.objects").len(), 2);
}

/// A lock is the process's: one that was killed holds none.
#[test]
fn a_killed_build_blocks_nobody() {
    let folder = Folder::new();
    let compiler = compiler(&folder, SLOW_COMPILER);
    let mut child = folder.spawn(&[("CXX", compiler.as_os_str())], BUILD);
    while !folder.path("begun").exists() {
        sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(folder.run(BUILD).success().stderr.contains("Built"));
}

/// Fails if another compilation goes on.
const LONELY_COMPILER: &str = "#!/bin/sh
case \"$*\" in *' -c '*) mkdir busy || exit 1; sleep 0.2; g++ \"$@\"; code=$?; rmdir busy; exit $code;; esac
exec g++ \"$@\"
";

#[test]
fn jobs_are_limited() {
    let folder = Folder::new();
    let compiler = compiler(&folder, LONELY_COMPILER);
    let environment = [("CXX", compiler.as_os_str())];
    folder.run_with(&environment, BUILD.iter().chain(&["--jobs", "1"])).success();
    folder.write("p/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2024\"\n\n[workspace]\n");
    folder.write("p/src/main.rs", KERNELS);
    folder.write("p/sycl-hls.toml", "[build]\njobs = 1\n");
    folder.run_with(&environment, ["build", "--board", "u200", "--project", "p"]).success();
    folder.run(BUILD.iter().chain(&["--jobs", "0"])).fails(2, &["--jobs"]);
}
