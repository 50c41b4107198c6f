//! Not a test: what jobs and submitters ask of a store on NFS, counted by its clients. `make bench-store` runs it; `tests/nfs/store.py` computes
//! from it what many nodes would ask.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::site::{BUILD, NODES, Site};

/// What a client has asked, by the requests' names: how often, and how many bytes went both ways.
type Asked = BTreeMap<String, [u64; 2]>;

/// What each node's client and that of whoever submits have asked since they were mounted (`/proc/PID/mountstats`, statvers 1.1).
fn asked() -> BTreeMap<String, Asked> {
    let text = std::fs::read_to_string("/proc/self/mountstats").unwrap();
    let (mut clients, mut client) = (BTreeMap::<String, Asked>::new(), None);
    for line in text.lines() {
        if let Some(mounted) = line.strip_prefix("device ") {
            client = mounted.split(' ').nth(3).and_then(|folder| folder.strip_prefix("/mnt/nfs/"));
        }
        // NAME: requests, transmissions, timeouts, bytes sent, bytes received, ..
        let Some((name, numbers)) = line.trim().split_once(": ") else { continue };
        let numbers: Vec<u64> = numbers.split(' ').map_while(|number| number.parse().ok()).collect();
        if let (Some(client), [requests, _, _, sent, received, _, _, _, ..]) = (client, &numbers[..])
            && name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_')
        {
            clients
                .entry(client.to_owned())
                .or_default()
                .insert(name.to_owned(), [*requests, sent + received]);
        }
    }
    clients
}

/// What was asked between two moments by some of the clients.
fn sum(before: &BTreeMap<String, Asked>, after: &BTreeMap<String, Asked>, clients: &[&str]) -> Asked {
    let mut sum = Asked::new();
    for (name, [requests, bytes]) in clients.iter().flat_map(|client| &after[*client]) {
        let of_all = sum.entry(name.clone()).or_default();
        *of_all = [of_all[0] + requests, of_all[1] + bytes];
    }
    for (name, [requests, bytes]) in clients.iter().flat_map(|client| &before[*client]) {
        let of_all = sum.entry(name.clone()).or_default();
        *of_all = [of_all[0] - requests, of_all[1] - bytes];
    }
    sum.retain(|_, [requests, _]| *requests > 0);
    sum
}

/// Tells what a run of so many tasks asks: a line of JSON.
fn measure(kind: &str, tasks: usize, run: impl FnOnce()) {
    let (before, start) = (asked(), Instant::now());
    run();
    let (after, seconds) = (asked(), start.elapsed().as_secs_f64());
    let of = |clients: &[&str]| serde_json::to_string(&sum(&before, &after, clients)).unwrap();
    let (nodes, here) = (of(&NODES), of(&["here"]));
    println!(
        "measured {{\"kind\": \"{kind}\", \"tasks\": {tasks}, \"seconds\": {seconds:.1}, \"nodes\": {nodes}, \"here\": {here}}}"
    );
}

/// The processor time that slurmctld has had, in seconds (`/proc/PID/stat`, in ticks of 10 ms).
fn time_of_slurmctld(site: &Site) -> f64 {
    let process = std::fs::read_to_string(site.cluster.conf().with_file_name("slurmctld.pid")).unwrap();
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.trim())).unwrap();
    let (_, numbers) = stat.rsplit_once(')').unwrap();
    numbers.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<f64>().unwrap() / 100.0).sum()
}

/// How many jobs slurmctld is measured with, and how many looks.
const JOBS: u32 = 400;
const LOOKS: u32 = 400;

#[test]
#[ignore = "measures"]
fn what_is_asked_of_slurmctld() {
    let Some(site) = Site::new() else { return };
    let elements = format!("--array=1-{JOBS}");
    let said =
        site.cluster.ask("sbatch", &["--parsable", "--hold", "--output=/dev/null", &elements, "--wrap=true"]);
    let before = time_of_slurmctld(&site);
    for _ in 0..LOOKS {
        site.cluster.ask("squeue", &["--me", "--array", "--noheader", "--states=all", "--Format=Name"]);
    }
    let look = (time_of_slurmctld(&site) - before) / f64::from(LOOKS);
    let before = time_of_slurmctld(&site);
    site.cluster.ask("scontrol", &["release", said.trim()]);
    let (mut looks, is_left) =
        (0, |site: &Site| !site.cluster.ask("squeue", &["--me", "--noheader"]).is_empty());
    while is_left(&site) {
        looks += 1;
        std::thread::sleep(std::time::Duration::from_secs(2));
    }
    let start = (time_of_slurmctld(&site) - before - f64::from(looks) * look) / f64::from(JOBS);
    println!(
        "measured {{\"kind\": \"slurmctld\", \"tasks\": {JOBS}, \"look\": {look:.4}, \"start\": {start:.4}}}"
    );
}

#[test]
#[ignore = "measures"]
fn what_is_asked_of_a_store() {
    let Some(site) = Site::new() else { return };
    for tasks in [4, 8, 40] {
        let commands: Vec<[&str; 1]> = vec![["true"]; tasks];
        site.project.write("a b/commands.json", &serde_json::to_string(&commands).unwrap());
        let run = [
            "cluster",
            "commands",
            "--name",
            "it",
            "--store",
            "runs",
            "--option=--exclusive",
            "commands.json",
        ];
        measure("command", tasks, || drop(site.said(&run)));
    }
    measure("step", 4, || drop(site.said(&BUILD)));
}
