//! `sycl-hls test`

use crate::support::{Folder, KERNELS};

/// Tests that look at the device that they are given; the image is there when they run.
const TESTS: &str = r#"
#[test]
fn device() {
    assert_eq!(std::env::var("SYCL_HLS_DEVICE").as_deref(), Ok("sw_emu/u50"));
    assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("build/u50/sw_emu/p.xclbin").exists());
}

#[test]
fn wrong() {
    assert_eq!(1 + 1, 3);
}
"#;

fn package() -> Folder {
    let folder = Folder::new();
    folder.write("p/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2024\"\n\n[workspace]\n");
    folder.write("p/src/lib.rs", "");
    folder.write("p/src/device/kernels.rs", KERNELS);
    folder.write("p/tests/board.rs", TESTS);
    folder
}

#[test]
fn tests_run_on_the_board_and_give_cargos_code() {
    let folder = package();
    let test = ["test", "--project", "p", "--board", "u50"];
    let outcome = folder.run(test.iter().chain(&["device", "--", "--test-threads=1"])).success();
    assert!(outcome.stdout.contains("test device ... ok"), "{}", outcome.stdout);
    assert!(!outcome.stdout.contains("wrong"), "{}", outcome.stdout);
    let outcome = folder.run(test);
    assert_eq!(outcome.status.code(), Some(101), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("test wrong ... FAILED"), "{}", outcome.stdout);
}

/// Wrong kernels are said at once, and no test runs.
#[test]
fn wrong_kernels_end_it() {
    let folder = package();
    folder.write("p/src/device/kernels.rs", KERNELS.replace("y[i] * 2", "z[i] * 2"));
    let outcome = folder.run(["test", "--project", "p", "--board", "u50"]).fails(1, &["error[SH0302]"]);
    assert!(!outcome.stdout.contains("running"), "{}", outcome.stdout);
}
