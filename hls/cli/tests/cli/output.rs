//! How much is said, and in which colours.

use crate::cli::support::Folder;

const BUILD: [&str; 7] = ["build", "--board", "u200", "--source", "kernels.rs", "-o", "out"];

#[test]
fn quiet_normal_and_verbose() {
    let folder = Folder::new();
    let said = |extra: &[&str]| {
        let _ = std::fs::remove_dir_all(folder.path("out"));
        folder.run(BUILD.iter().chain(extra)).success().stderr
    };
    assert_eq!(said(&["--quiet"]), "");
    let normal = said(&[]);
    assert_eq!(normal.lines().count(), 2, "{normal}");
    let verbose = said(&["-v"]);
    for word in ["Compiler", "Digest", "Flags", "-O3", "Built"] {
        assert!(verbose.contains(word), "{word}: {verbose}");
    }
    folder.write("kernels.rs", "mod kernels {");
    folder.run(["-q", "check", "kernels.rs"]).fails(1, &["error[SH0001]"]);
}

/// Standard error is no terminal in tests: `auto` has no colours, and no spinner.
#[test]
fn colours_are_a_choice() {
    let folder = Folder::new();
    folder.write("wrong.rs", "mod kernels {");
    for (words, coloured) in [
        (&["check", "wrong.rs"][..], false),
        (&["check", "wrong.rs", "--color", "auto"], false),
        (&["check", "wrong.rs", "--color", "always"], true),
        (&["--color", "never", "check", "wrong.rs"], false),
        (&["check", "nowhere.rs", "--color", "always"], true),
        (&["chek", "--color", "always"], true),
        (&["chek", "--color", "never"], false),
        (&["build", "--board", "u200", "--source", "kernels.rs", "-o", "out", "--color=always"], true),
    ] {
        let outcome = folder.run(words);
        assert_eq!(outcome.stderr.contains("\x1b["), coloured, "{words:?}: {}", outcome.stderr);
    }
    for (color, coloured) in [("always", true), ("never", false)] {
        for words in [&["explain", "101"][..], &["--help"]] {
            let stdout = folder.run(words.iter().chain(&["--color", color])).success().stdout;
            assert_eq!(stdout.contains("\x1b["), coloured, "{words:?} {color}");
        }
    }
}

#[test]
fn text_for_files_has_no_colours() {
    let folder = Folder::new();
    for words in [
        &["boards"][..],
        &["boards", "u280", "--json"],
        &["explain", "101"],
        &["emit", "--as", "kir", "kernels.rs"],
    ] {
        let stdout = folder.run(words).success().stdout;
        assert!(!stdout.is_empty() && !stdout.contains('\x1b'), "{words:?}");
    }
}
