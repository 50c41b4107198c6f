//! Commands as jobs, by which this project's own campaigns run.

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, RandomState};
use std::time::{Duration, Instant};

use crate::site::{NODES, Site, signal, until};

/// How many jobs there are in a large run.
const MANY: usize = 1000;

/// Writes a file of commands for `sh`.
fn write(site: &Site, commands: impl Iterator<Item = String>) {
    let commands: Vec<[String; 3]> =
        commands.map(|command| ["sh".to_owned(), "-c".to_owned(), command]).collect();
    site.project.write("a b/commands.json", &serde_json::to_string(&commands).unwrap());
}

/// What runs them.
const COMMANDS: [&str; 7] = ["cluster", "commands", "--name", "it", "--store", "runs", "commands.json"];

#[test]
fn commands_run_once_and_give_one_exit_code() {
    let Some(site) = Site::new() else { return };
    let ran = site.local("ran");
    let line =
        |number: usize, end: &str| format!("echo {number} >> {}; echo said {number}; {end}", ran.display());
    write(&site, (1..=3).map(|it| line(it, if it == 2 { "test -e good" } else { "" })));
    let (code, said) = site.refused(&COMMANDS);
    assert!(code == Some(1) && said.contains("echo 2") && said.contains("it was job "), "{said}");
    site.project.write("a b/good", "");
    let said = site.said(&COMMANDS);
    assert!(said.contains(": 1 job"), "{said}");
    assert!(said.find("said 1") < said.find("said 2") && said.find("said 2") < said.find("said 3"), "{said}");
    let mut lines: Vec<String> = std::fs::read_to_string(&ran).unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    assert_eq!(lines, ["1", "2", "2", "3"]);
    assert_eq!(std::fs::read_dir(site.path("a b/runs/runs")).unwrap().count(), 0, "everything was told");
    let limits = || site.limits("a b", ".it-1");
    assert!(limits().iter().any(|limit| limit.ends_with("|0")), "nothing is known: {:?}", limits());
    site.said(&COMMANDS);
    assert!(limits().iter().any(|limit| limit.starts_with("6:00|")), "as much as was needed: {:?}", limits());
    let (code, said) = site.refused(&[&COMMANDS[..], &["--option=--array=3"]].concat());
    assert!(code == Some(2) && said.contains("`--array` is not free"), "{said}");
}

#[test]
fn what_finished_jobs_said_is_told_when_a_campaign_is_interrupted() {
    let Some(site) = Site::new() else { return };
    write(&site, ["echo said 1".to_owned(), "touch began; sleep 100".to_owned()].into_iter());
    let mut command = site.command(&COMMANDS);
    let run =
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let results = || std::fs::read_dir(site.path("a b/runs/runs")).into_iter().flatten().flatten();
    until("one is done", || {
        site.path("a b/began").exists() && results().any(|run| run.path().join("results/0.json").exists())
    });
    signal("INT", run.id());
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8(output.stdout).unwrap().contains("said 1"));
    until("nothing runs", || site.live_jobs().is_empty());
}

/// A node, chosen at random, is killed with all that it runs every 10 s, and started again: each command's result counts once, and no command begins
/// whose result was there. A command whose node was killed runs again.
#[test]
fn a_thousand_jobs_survive_nodes_that_are_killed() {
    let Some(site) = Site::alone(&[]) else { return };
    let ran = site.local("ran");
    std::fs::create_dir_all(&ran).unwrap();
    let command = |it: usize| {
        let result = format!("runs/runs/it-*/results/{it}.json");
        let (file, again) = (ran.join(it.to_string()), site.local("again"));
        let (file, again) = (file.display(), again.display());
        format!(
            "ls {result} >> {again} 2> /dev/null; echo $SLURM_RESTART_COUNT >> {file}; sleep 0.05; echo told {it}."
        )
    };
    write(&site, (0..MANY).map(command));
    let mut run = site.command(&COMMANDS).stdout(std::process::Stdio::piped()).spawn().unwrap();
    let (mut killed, mut last) = (0, Instant::now());
    while run.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(500));
        site.hasten();
        if last.elapsed() > Duration::from_secs(10) {
            // One of those that run something, if there is one.
            let busy = site.cluster.ask("squeue", &["--noheader", "--states=running", "--format=%N"]);
            let busy: Vec<&str> = busy.lines().chain(NODES).collect();
            let node = busy[usize::try_from(RandomState::new().hash_one(killed)).unwrap()
                % (busy.len() - NODES.len()).max(1)];
            site.restart(node);
            (killed, last) = (killed + 1, Instant::now());
        }
    }
    let output = run.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    let (mut started, mut restarted) = (BTreeMap::<usize, usize>::new(), 0);
    for it in 0..MANY {
        assert!(said.contains(&format!("told {it}.")), "{it} is lost");
        let starts = std::fs::read_to_string(ran.join(it.to_string())).unwrap();
        let mut restarts: Vec<&str> = starts.lines().collect();
        *started.entry(restarts.len()).or_default() += 1;
        restarted += usize::from(restarts.iter().any(|count| !count.is_empty()));
        restarts.dedup();
        assert_eq!(restarts.len(), starts.lines().count(), "{it}: a start of a job runs it once: {starts}");
    }
    assert_eq!(
        std::fs::read_to_string(site.local("again")).unwrap_or_default(),
        "",
        "none begins whose result is there"
    );
    println!(
        "{killed} nodes were killed, {restarted} jobs started again; commands by how often they began: {started:?}"
    );
}

/// Not a test: how much longer a thousand jobs of 5 ms take than `sbatch --array` alone.
#[test]
#[ignore = "measures"]
fn a_thousand_jobs_beside_an_array() {
    let Some(site) = Site::new() else { return };
    write(&site, (0..MANY).map(|_| "sleep 0.005".to_owned()));
    for _ in 0..2 {
        let start = Instant::now();
        let output = format!("--output={}/%a.out", site.path("a b").display());
        let elements = format!("--array=0-{}", MANY - 1);
        site.cluster.ask("sbatch", &[&output, &elements, "--wrap=sleep 0.005"]);
        // `sbatch --wait` looks at growing intervals.
        while !site.cluster.ask("squeue", &["--me", "--noheader"]).is_empty() {
            std::thread::sleep(Duration::from_millis(200));
        }
        let bare = start.elapsed();
        let start = Instant::now();
        let ran = site.command(&COMMANDS).stderr(std::process::Stdio::null()).status().unwrap();
        let ours = start.elapsed();
        assert!(ran.success());
        let more = (ours.as_secs_f64() - bare.as_secs_f64()) * 1000.0 / MANY as f64;
        println!("{MANY} jobs: sbatch --array {bare:.1?}, ours {ours:.1?}: {more:.1} ms more for each");
    }
}
