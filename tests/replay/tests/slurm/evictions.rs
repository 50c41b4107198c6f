//! Jobs that lose their nodes to others: drained nodes, and preemption.

use std::process::{Child, Stdio};

use crate::site::{BUILD, NODES, Site, revoked, until};

/// A partition whose jobs take the nodes of `main`, and what becomes of these.
fn preempting(mode: &str) -> [String; 3] {
    let urgent = "PartitionName=urgent Nodes=ALL PriorityTier=10 PreemptMode=OFF MaxTime=INFINITE State=UP";
    ["PreemptType=preempt/partition_prio".to_owned(), format!("PreemptMode={mode}"), urgent.to_owned()]
}

fn site(settings: &[String]) -> Option<Site> {
    Site::alone(&settings.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A build whose link hangs until somebody ends it.
fn linking(site: &Site) -> Child {
    site.replay("\"hang\": \"link\"");
    let build = site.command(&BUILD).stderr(Stdio::piped()).spawn().unwrap();
    until("it links", || site.starts("-l ") == 1);
    site.replay("");
    build
}

/// A job of somebody else on all nodes, for a moment.
fn take_all_nodes(site: &Site) {
    let all = format!("--nodes={}", NODES.len());
    site.cluster
        .ask("sbatch", &["--partition=urgent", &all, "--exclusive", "--wrap=sleep 1", "--output=/dev/null"]);
}

#[test]
fn a_preempted_job_starts_again() {
    let Some(site) = site(&preempting("REQUEUE")) else { return };
    let mut build = linking(&site);
    take_all_nodes(&site);
    until("it is linked again", || {
        site.hasten();
        build.try_wait().unwrap().is_some()
    });
    assert!(build.wait().unwrap().success());
    assert_eq!((site.starts("-k fill "), site.starts("-l "), site.starts("-p ")), (1, 2, 1));
}

#[test]
fn a_job_that_preemption_cancels_is_lost_and_can_be_resumed() {
    let Some(site) = site(&preempting("CANCEL")) else { return };
    let build = linking(&site);
    take_all_nodes(&site);
    let output = build.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    let (_, message) = site.refused(&["cluster", "wait", "app"]);
    assert!(message.contains("`link` was not done"), "{message}");
    let said = site.said(&["cluster", "resume", "app"]);
    assert!(said.contains(": 2 jobs") && said.contains("Built "), "{said}");
    assert_eq!((site.starts("-k fill "), site.starts("-l "), site.starts("-p ")), (1, 2, 1));
}

#[test]
fn a_drained_node_ends_its_job_and_gets_no_other() {
    let Some(site) = Site::alone(&[]) else { return };
    site.replay("\"takes_ms\": 2000");
    let build = site.start(&BUILD);
    until("it links", || site.starts("-l ") == 1);
    let node = site.cluster.ask("squeue", &["--jobs", &site.link(), "--noheader", "--format=%N"]);
    let name = format!("NodeName={}", node.trim());
    site.cluster.ask("scontrol", &["update", &name, "State=DRAIN", "Reason=test"]);
    assert!(build.wait_with_output().unwrap().status.success());
    site.assert_all_once();
    let states = site.cluster.ask("sinfo", &["--noheader", "--Node", "--partition=main", "--format=%N %T"]);
    assert!(states.contains(&format!("{} drained", node.trim())), "{states}");
}

#[test]
fn a_node_that_is_taken_down_gives_its_job_to_another_one() {
    let Some(site) = Site::alone(&[]) else { return };
    let mut build = linking(&site);
    let node = site.cluster.ask("squeue", &["--jobs", &site.link(), "--noheader", "--format=%N"]);
    let name = format!("NodeName={}", node.trim());
    site.cluster.ask("scontrol", &["update", &name, "State=DOWN", "Reason=test"]);
    revoked();
    until("another node does it", || {
        site.hasten();
        build.try_wait().unwrap().is_some()
    });
    let output = build.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!((site.starts("-k fill "), site.starts("-l "), site.starts("-p ")), (1, 2, 1));
}
