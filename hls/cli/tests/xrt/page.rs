//! `docs/xrt.md` works as it stands.

use std::path::Path;

use crate::support::{PROGRAM, command, finish, folder, start};

/// The first block of code in this language.
fn block<'t>(text: &'t str, language: &str) -> &'t str {
    let (_, rest) = text.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("\n```").unwrap().0
}

#[test]
fn the_first_host_line_by_line() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/xrt.md");
    let text = std::fs::read_to_string(page).unwrap();
    let place = folder().join("page");
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("vadd.rs"), block(&text, "rust")).unwrap();
    std::fs::write(place.join("host.cpp"), block(&text, "cpp")).unwrap();
    let programs = Path::new(PROGRAM).parent().unwrap().display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let mut last = String::new();
    for line in block(&text, "sh").lines().filter(|line| !line.starts_with("apt ")) {
        let mut shell = command("sh");
        shell.args(["-c", line]).current_dir(&place).env("PATH", &path);
        let outcome = finish(start(&mut shell)).success();
        let expected = line.split_once("# ").map_or("", |(_, expected)| expected);
        assert!(outcome.stdout.contains(expected), "{line}: {}", outcome.stdout);
        last = expected.to_owned();
    }
    assert_eq!(last, "3069", "what the page promises is compared");
}
