//! Commands as jobs, by which this project's own campaigns run.

use crate::site::Site;

#[test]
fn commands_run_once_and_give_one_exit_code() {
    let Some(site) = Site::new() else { return };
    let ran = site.path("ran");
    let line =
        |number: usize, end: &str| format!("echo {number} >> {}; echo said {number}; {end}", ran.display());
    let write = |end: &str| {
        let commands: Vec<[String; 3]> = (1..=3)
            .map(|it| ["sh", "-c", &line(it, if it == 2 { end } else { "" })].map(str::to_owned))
            .collect();
        site.project.write("a b/commands.json", &serde_json::to_string(&commands).unwrap());
    };
    write("test -e good");
    let words = ["cluster", "commands", "--name", "it", "--store", "runs", "commands.json"];
    let (code, said) = site.refused(&words);
    assert!(code == Some(1) && said.contains("echo 2") && said.contains("it was job "), "{said}");
    site.project.write("a b/good", "");
    let said = site.said(&words);
    assert!(said.contains(": 1 job"), "{said}");
    assert!(said.find("said 1") < said.find("said 2") && said.find("said 2") < said.find("said 3"), "{said}");
    let mut lines: Vec<String> = std::fs::read_to_string(&ran).unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    assert_eq!(lines, ["1", "2", "2", "3"]);
    assert_eq!(std::fs::read_dir(site.path("a b/runs/runs")).unwrap().count(), 0, "everything was told");
    let (code, said) = site.refused(&[&words[..], &["--option=--array=3"]].concat());
    assert!(code == Some(2) && said.contains("`--array` is not free"), "{said}");
}
