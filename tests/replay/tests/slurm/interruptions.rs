//! Whoever submits, a node or Slurm itself is killed: nothing is lost, and nothing runs twice.

use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use crate::site::{BUILD, Site, signal, until};

/// How many moments a submitter is killed at, unless all are wanted.
const MOMENTS: u64 = 2;

#[test]
fn a_submitter_that_is_killed_leaves_a_run_that_goes_on() {
    let Some(site) = Site::new() else { return };
    // On a machine in a machine a moment takes half a minute.
    let is_on_nfs = std::env::var_os("SYCL_HLS_TEST_NFS").is_some();
    let all = std::env::var_os("SYCL_HLS_TEST_ALL").is_some() && !is_on_nfs;
    for moment in 0..if all { 24 } else { MOMENTS } {
        let site = Site::on(site.cluster.clone());
        site.replay("\"takes_ms\": 100");
        let mut build = site.start(&BUILD);
        // From before the first job to the last ones.
        std::thread::sleep(Duration::from_millis(100 + moment * if all { 60 } else { 300 }));
        signal("KILL", build.id());
        build.wait().unwrap();
        let said = site.said(&BUILD);
        assert!(said.contains("Built "), "{said}");
        site.assert_all_once();
        assert!(site.live_jobs().is_empty(), "{:?}", site.live_jobs());
    }
}

#[test]
fn an_interrupt_cancels_what_was_submitted() {
    let Some(site) = Site::new() else { return };
    site.replay("\"hang\": \"link\"");
    let mut build = site.start(&BUILD);
    until("it links", || site.starts("-l ") == 1);
    signal("INT", build.id());
    assert_eq!(build.wait().unwrap().code(), Some(130));
    site.replay("");
    // At once: the job has not ended yet.
    site.said(&["cluster", "resume", "app"]);
    assert!(site.live_jobs().is_empty());
    assert_eq!((site.starts("-k fill "), site.starts("-l ")), (1, 2));
}

#[test]
fn a_node_that_is_killed_gives_its_job_to_another_one() {
    let Some(site) = Site::alone(&[]) else { return };
    site.replay("\"hang\": \"link\"");
    let mut build = site.command(&BUILD).stderr(std::process::Stdio::piped()).spawn().unwrap();
    until("it links", || site.starts("-l ") == 1);
    let node = site.cluster.ask("squeue", &["--jobs", &site.link(), "--noheader", "--format=%N"]);
    site.replay("");
    site.cluster.tell(&format!("kill {}", node.trim()));
    until("another node does it", || {
        site.hasten();
        build.try_wait().unwrap().is_some()
    });
    let output = build.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!((site.starts("-k fill "), site.starts("-l "), site.starts("-p ")), (1, 2, 1));
}

#[test]
fn a_job_whose_nodes_fail_again_and_again_is_given_up() {
    let Some(site) = Site::alone(&[]) else { return };
    site.project.write("a b/sycl-hls.toml", "[cluster]\nretries = 1\n");
    site.replay("\"hang\": \"link\"");
    let mut build = site.command(&BUILD).stderr(std::process::Stdio::piped()).spawn().unwrap();
    for start in 1..=2 {
        until("it links", || {
            site.hasten();
            site.starts("-l ") == start
        });
        site.requeue(&site.link());
    }
    until("it is given up", || {
        site.hasten();
        build.try_wait().unwrap().is_some()
    });
    let output = build.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("Slurm started it 2 times"), "{said}");
    assert!(said.contains("`retries` of this run is 1") && site.starts("-l ") == 2, "{said}");
}

#[test]
fn slurm_may_be_started_again_while_jobs_run() {
    let Some(site) = Site::alone(&[]) else { return };
    site.replay("\"takes_ms\": 1500");
    let build = site.start(&BUILD);
    for step in ["-k fill ", "-l "] {
        until(step, || site.starts(step) == 1);
        site.cluster.tell("kill slurmctld");
        std::thread::sleep(Duration::from_secs(1));
        site.cluster.tell("start slurmctld");
    }
    assert!(build.wait_with_output().unwrap().status.success());
    site.assert_all_once();
}

#[test]
fn slurm_may_forget_jobs_that_nobody_waited_for() {
    let Some(site) = Site::alone(&["MinJobAge=2"]) else { return };
    site.said(&[&BUILD[..], &["--detach"]].concat());
    until("Slurm forgets", || site.cluster.ask("squeue", &["--states=all", "--noheader"]).is_empty());
    let said = site.said(&["cluster", "wait", "app"]);
    assert!(said.contains("Built "), "{said}");
    site.assert_all_once();
    // One that ended without a result is as good as never started.
    std::fs::remove_file(site.path(&format!("a b/build/.vitis/runs/{}/results/3.json", site.run_name())))
        .unwrap();
    let (code, message) = site.refused(&["cluster", "wait", "app"]);
    assert!(
        code == Some(4) && message.contains("`link` was not done: Slurm does not know its job"),
        "{message}"
    );
    site.said(&["cluster", "resume", "app"]);
    site.assert_all_once();
}

/// Takes the script of a job away at the last moment before Slurm starts it, if there is a file `lose/END` for a job whose name has
/// this end: then Slurm ends the job with the exit code 2, as on a node that is being started while it is given a job.
const LOSE: &str = r#"#!/bin/sh
for file in "${0%/*}"/lose/*; do
    case $SLURM_JOB_NAME in
        *."${file##*/}") rm "$file" && rm "$(dirname "$SLURM_CONF")/$SLURMD_NODENAME/$(printf job%05d "$SLURM_JOB_ID")/slurm_script" ;;
    esac
done
"#;

#[test]
fn a_job_that_slurm_cannot_start_is_submitted_again() {
    let folder = tempfile::tempdir().unwrap();
    let prolog = folder.path().join("prolog");
    std::fs::write(&prolog, LOSE).unwrap();
    std::fs::set_permissions(&prolog, std::fs::Permissions::from_mode(0o755)).unwrap();
    let Some(site) = Site::alone(&[&format!("TaskProlog={}", prolog.display())]) else { return };
    let lose = |end: &&str| {
        std::fs::create_dir_all(folder.path().join("lose")).unwrap();
        std::fs::write(folder.path().join("lose").join(end), "").unwrap();
    };
    // The job that looks at a node, one that others wait for, and the last one.
    ["probe", "compile-fill", "package"].iter().for_each(lose);
    let said = site.said(&BUILD);
    assert_eq!(said.matches("again: some ended before they had begun").count(), 3, "{said}");
    assert!(said.contains("Built "), "{said}");
    site.assert_all_once();

    // A job that never begins is given up. Whoever waits submits again, too, where the submitter is gone.
    let site = Site::on(site.cluster);
    site.project.write("a b/sycl-hls.toml", "[cluster]\nretries = 0\n");
    lose(&"link");
    let (code, said) = site.refused(&BUILD);
    assert!(
        code == Some(4) && said.contains("its job ended with the exit code 2 before it had begun"),
        "{said}"
    );
    site.project.write("a b/sycl-hls.toml", "");
    lose(&"link");
    site.said(&[&BUILD[..], &["--detach"]].concat());
    let said = site.said(&["cluster", "wait", "app"]);
    assert!(said.contains("1 job again") || said.contains("2 jobs again"), "{said}");
    assert!(site.live_jobs().is_empty());
}
