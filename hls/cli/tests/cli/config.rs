//! `sycl-hls.toml`: what is said about mistakes.

use crate::cli::support::{Folder, KERNELS};

fn fails(toml: &str, words: &[&str]) {
    let folder = Folder::new();
    folder.write("p/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2024\"\n\n[workspace]\n");
    folder.write("p/src/main.rs", KERNELS);
    folder.write("p/sycl-hls.toml", toml);
    folder.run(["build", "--project", "p", "--board", "u200"]).fails(2, words);
    assert!(!folder.path("p/build").exists());
}

#[test]
fn unknown_keys_are_shown_with_the_nearest_one() {
    fails(
        "[project]\nboerd = \"u200\"\n",
        &["`[project]` has no key `boerd`", ":2:1", "did you mean `board`?"],
    );
    fails("# first\n[prject]\n", &["the file has no key `prject`", ":2:2", "did you mean `project`?"]);
    fails("[image.a]\nsource = []\n", &["`[image.a]` has no key `source`", "did you mean `sources`?"]);
}

#[test]
fn values_of_a_wrong_type_are_shown() {
    fails("[project]\nboard = 200\n", &["invalid type", ":2:9", "board = 200"]);
    fails("[project]\ntarget = \"sw\"\n", &["`sw_emu`, `hw_emu`, `hw`", ":2:10"]);
    fails("[deploy]\nsmoke = true\n", &["invalid type", ":2:9"]);
    fails("[build]\njobs = -1\n", &["nonzero", ":2:8"]);
    fails("[image.a]\nsources = 1\n", &["invalid type", ":2:11"]);
    fails("project = \"u200\"\n", &["`project` is a table", "[project]"]);
    fails("[image.\"a/b\"]\nsources = []\n", &["cannot be the name of an image"]);
    fails("[project\n", &["sycl-hls.toml:1:"]);
}

#[test]
fn a_board_that_is_not_there() {
    fails_without_a_flag(
        "[project]\nboard = \"u20\"\n",
        &["there is no board `u20`", "did you mean `u200`?"],
    );
}

fn fails_without_a_flag(toml: &str, words: &[&str]) {
    let folder = Folder::new();
    folder.write("p/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2024\"\n\n[workspace]\n");
    folder.write("p/src/main.rs", KERNELS);
    folder.write("p/sycl-hls.toml", toml);
    folder.run(["build", "--project", "p"]).fails(2, words);
}
