//! `sycl-hls clean`

use crate::cli::support::{Folder, KERNELS};

#[test]
fn images_are_removed_and_nothing_else() {
    let folder = Folder::new();
    folder.write("p/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2024\"\n\n[workspace]\n");
    folder.write("p/src/main.rs", KERNELS);
    folder.write("p/build/notes.txt", "mine");
    for board in ["u200", "u280"] {
        folder.run(["build", "--project", "p", "--board", board]).success();
    }
    folder.run(["clean", "--project", "p", "--board", "u200"]).success();
    assert_eq!(folder.list("p/build"), ["notes.txt", "u280"]);
    let said = folder.run(["clean", "--project", "p"]).success().stderr;
    assert!(said.contains("Removed 7 files"), "{said}");
    assert_eq!(folder.list("p/build"), ["notes.txt"]);
    std::fs::remove_file(folder.path("p/build/notes.txt")).unwrap();
    let said = folder.run(["clean", "--project", "p"]).success().stderr;
    assert!(said.contains("nothing to remove"), "{said}");
    assert!(!folder.path("p/build").exists());
    folder.run(["clean", "--project", "p", "--board", "u2"]).fails(2, &["u200"]);
    folder.run(["clean"]).fails(2, &["no Cargo package"]);
}
