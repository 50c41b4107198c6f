//! A project's own boards.

use crate::cli::support::{Folder, KERNELS, Outcome, finish, start};

/// A project with a board like the U200, in which `from` is replaced.
fn project(from: &str, to: &str) -> Folder {
    let folder = Folder::new();
    folder.write("p/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2024\"\n\n[workspace]\n");
    folder.write("p/src/lib.rs", KERNELS);
    let text = folder.run(["boards", "u200", "--toml"]).success().stdout;
    let text = text.replace("\"u200\"", "\"mine\"").replace("xilinx_u200_", "me_mine_");
    assert!(text.contains(from));
    folder.write("p/boards/mine.toml", text.replacen(from, to, 1));
    folder
}

fn build(folder: &Folder, args: &[&str]) -> Outcome {
    folder.run(["build", "--project", "p"].iter().chain(args))
}

#[test]
fn a_projects_own_board_is_one_like_any_other() {
    let folder = project("size_mib = 16384", "size_mib = 4096");
    folder.write("p/sycl-hls.toml", "[project]\nboard = \"mine\"\n");
    assert!(build(&folder, &[]).success().stderr.contains("Built"));
    assert!(build(&folder, &["--board", "me_mine_xdma_201830_2"]).success().stderr.contains("Fresh"));
    let image = "p/build/mine/sw_emu/p.xclbin";
    let info = folder.run(["xclbin", "info", image]).success().stdout;
    assert!(info.contains("me_mine_gen3x16_xdma_2_202110_1"), "{info}");
    folder.run(["check", "--project", "p"]).success();
    folder.run(["emit", "--as", "config", "p/src/lib.rs", "--board", "mine"]).success();
    folder.run(["report", "p/src/lib.rs", "--board", "mine"]).success();
    let call = "call p/src/lib.rs double --target sw_emu --board mine n=1 y=@y.npy:out.npy";
    folder.write("y.npy", npy());
    folder.run(call.split(' ')).success();
    folder.run(["build", "--source", "p/src/lib.rs", "-o", "out", "--board", "mine"]).success();
    folder
        .run(["build", "--source", "kernels.rs", "-o", "out", "--board", "mine"])
        .fails(2, &["no board `mine`"]);
    folder.run(["clean", "--project", "p"]).success();
    assert!(!folder.path(image).exists());
}

/// An array with a zero.
fn npy() -> Vec<u8> {
    let header = format!("{:<117}\n", "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }");
    [b"\x93NUMPY\x01\x00".as_slice(), &[118, 0], header.as_bytes(), &[0; 4]].concat()
}

#[test]
fn a_board_that_changes_makes_another_image() {
    let folder = project("size_mib = 16384", "size_mib = 4096");
    build(&folder, &["--board", "mine"]).success();
    let text = String::from_utf8(folder.read("p/boards/mine.toml")).unwrap();
    folder.write("p/boards/mine.toml", text.replace("notes = [", "notes = [\n    \"Ours.\","));
    assert!(build(&folder, &["--board", "mine"]).success().stderr.contains("Fresh"));
    folder.write("p/boards/mine.toml", text.replacen("size_mib = 4096", "size_mib = 2048", 1));
    assert!(build(&folder, &["--board", "mine"]).success().stderr.contains("Built"));
}

#[test]
fn they_are_listed_in_their_project() {
    let folder = project("notes = [", "notes = [\n    \"Ours.\",");
    let place = folder.path("p");
    let in_project = |words: &[&str]| {
        let mut command = folder.limited("p", env!("CARGO_BIN_EXE_sycl-hls"));
        command.args(words);
        finish(start(command)).success().stdout
    };
    let list = in_project(&["boards"]);
    assert!(list.contains("\nmine ") && list.contains("this project's own: mine\n"), "{list}");
    assert!(!folder.run(["boards"]).success().stdout.contains("mine"));
    let page = in_project(&["boards", "mine"]);
    assert!(page.contains("  - Ours.\n") && page.contains(&*place.to_string_lossy()), "{page}");
    assert_eq!(in_project(&["boards", "mine", "--toml"]).as_bytes(), folder.read("p/boards/mine.toml"));
    let own = [("SYCL_HLS_BOARDS", folder.path("p/boards"))];
    let own = own.each_ref().map(|(name, path)| (*name, path.as_os_str()));
    folder.run_with(&own, ["boards", "mine"]).success();
}

#[test]
fn mistakes_have_their_line() {
    for (from, to, words) in [
        ("slrs = 3", "slrs = 4", ["there are 4 regions, and resources of 3", "mine.toml:10:8", "[[slr]]"]),
        (
            "name = \"mine\"",
            "name = \"u250\"",
            ["there is a board `u250` already", "mine.toml:3:9", "another name"],
        ),
        ("part = ", "prat = ", ["unknown field `prat`", "mine.toml:5:1", "sycl-hls boards u200 --toml"]),
        ("title = ", "# ", ["missing field `title`", "mine.toml:", "--toml"]),
        ("tag = \"DDR[1]\"", "tag = \"DDR[0]\"", ["two banks `DDR[0]`", "mine.toml:", "a tag of its own"]),
    ] {
        build(&project(from, to), &["--board", "u200"]).fails(2, &words);
    }
    let folder = project("slrs = 3", "slrs = 3");
    folder.write("p/boards/more.toml", [0xff]);
    build(&folder, &["--board", "u200"]).fails(2, &["more.toml: cannot be read"]);
}
