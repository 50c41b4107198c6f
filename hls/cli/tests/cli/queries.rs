//! `sycl-hls boards`, `explain` and `completions`: questions that need no project.

use crate::support::Folder;

#[test]
fn boards_are_listed_and_described() {
    let folder = Folder::new();
    let list = folder.run(["boards"]).success().stdout;
    for words in ["u280", "32 x 256 MiB HBM + 2 x 16 GiB DDR4", "xilinx_u280_gen3x16_xdma_1_202211_1"] {
        assert!(list.contains(words), "{list}");
    }
    let one = folder.run(["boards", "u280"]).success().stdout;
    for words in ["xcu280-fsvh2892-2L-e", "default bank  HBM[0]", "DDR[1]"] {
        assert!(one.contains(words), "{one}");
    }
    folder.run(["boards", "u28"]).fails(2, &["did you mean `u280`"]);
}

#[test]
fn boards_as_json() {
    let folder = Folder::new();
    let json = |words: &[&str]| -> serde_json::Value {
        serde_json::from_str(&folder.run(words).success().stdout).unwrap()
    };
    let all = json(&["boards", "--json"]);
    assert_eq!(all.as_array().unwrap().len(), 5);
    let one = json(&["boards", "u200", "--json"]);
    assert_eq!(one["banks"][1]["tag"], "DDR[1]");
    assert_eq!(one["banks"][1]["bytes"], 16_u64 << 30);
    assert_eq!(one["default_bank"], "DDR[1]");
    assert!(all.as_array().unwrap().contains(&one));
}

#[test]
fn codes_are_explained() {
    let folder = Folder::new();
    let page = folder.run(["explain", "SH0107"]).success().stdout;
    assert!(page.starts_with("SH0107: recursion\n") && page.contains("    mod kernels {"), "{page}");
    assert!(!page.contains("```") && !page.contains("##"), "{page}");
    assert_eq!(folder.run(["explain", "error[sh0107]"]).success().stdout, page);
    let list = folder.run(["explain", "--list"]).success().stdout;
    assert!(list.lines().any(|line| line == "SH0107  Hardware has no call stack."), "{list}");
    for (code, _) in sycl_hls_front::CATALOGUE {
        assert!(folder.run(["explain", code.0]).success().stdout.starts_with(code.0));
    }
    folder.run(["explain", "E0308"]).fails(2, &["there is no code `E0308`", "explain --list"]);
}

#[test]
fn completions_know_every_command() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.run(["completions", shell]).success().stdout;
        for command in [
            "new", "check", "build", "run", "test", "call", "emit", "report", "boards", "explain", "xclbin",
            "clean",
        ] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}
