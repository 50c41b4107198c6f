//! What goes wrong, and what is said of it.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::NOT_CPP;
use crate::site::{BUILD, NODES, Site, until};

#[test]
fn a_step_that_fails_names_its_job_node_and_log() {
    let Some(site) = Site::new() else { return };
    site.replay(r#""fail": ["link", "[VPL 101-2] design did not meet timing"]"#);
    let (code, message) = site.refused(&BUILD);
    assert_eq!(code, Some(1), "{message}");
    for part in ["the step `link` failed", "[VPL 101-2]", "it was job ", " on n", "logs/link.log"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert!(!site.path("a b/build/u200/hw/app.xclbin").exists());
    site.replay("");
    let said = site.said(&["cluster", "resume", "app"]);
    assert!(said.contains(": 2 jobs") && said.contains("Built "), "{said}");
    assert_eq!((site.starts("-k fill "), site.starts("-k other "), site.starts("-l ")), (1, 1, 2));
}

#[test]
fn a_kernel_that_fails_is_told_by_its_line_of_rust() {
    let Some(site) = Site::of_all() else { return };
    site.replay(&format!(r#""fail": ["compile", "{NOT_CPP}"]"#));
    let (code, message) = site.refused(&BUILD);
    assert_eq!(code, Some(1), "{message}");
    for kernel in ["fill", "other"] {
        assert!(message.contains(&format!("the step `compile-{kernel}` failed")), "{message}");
        assert!(message.contains(&format!("logs/compile-{kernel}.log")), "{message}");
    }
    for part in ["undeclared identifier", "--> src/main.rs:9:13", "x[i] = 7;", "it was job "] {
        assert_eq!(message.matches(part).count(), 2, "{part}: {message}");
    }
    assert!(message.lines().filter(|line| line.contains("it was job ")).all(|line| line.contains(" on n")));
}

#[test]
fn what_jobs_cannot_have_is_said_before_the_first() {
    let Some(site) = Site::new() else { return };
    let with = |table: &str| {
        site.project.write("a b/sycl-hls.toml", &format!("[cluster]\n{table}\n"));
        site.refused(&BUILD)
    };
    let (code, message) = with("partition = \"nope\"");
    assert!(code == Some(2) && message.contains("invalid partition specified: nope"), "{message}");
    assert!(message.contains("Slurm has main, one"), "{message}");
    let (code, message) = with("licenses = \"vitis:9\"");
    assert!(code == Some(2) && message.contains("sbatch failed: "), "{message}");
    // Only a later step's is wrong: those that were submitted before have not begun.
    let (_, message) = with("time = \"1\"\n[cluster.step.package]\npartition = \"--help\"");
    assert!(message.contains("invalid partition specified: --help"), "{message}");
    assert!(site.live_jobs().is_empty() && site.starts("") == 0);
    let status = site.said(&["cluster", "status"]);
    assert!(!status.contains("app-"), "what was refused is gone: {status}");
    let (code, message) = with("options = [\"--array=1\"]");
    assert!(code == Some(2) && message.contains("`--array` is not free"), "{message}");
    let (code, message) = with("partition = 3");
    assert!(code == Some(2) && message.contains("sycl-hls.toml"), "{message}");
    let (_, message) = with("partitoin = \"x\"");
    assert!(message.contains("did you mean `partition`?"), "{message}");
}

#[test]
fn where_slurm_is_not_nothing_is_written() {
    let Some(site) = Site::new() else { return };
    let output = site.command(&BUILD).env("PATH", "/nowhere").output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(3) && message.contains("Slurm was not found"), "{message}");
    let (code, message) = site.refused(&["build", "--board", "u200", "--on", "slurm"]);
    assert!(code == Some(2) && message.contains("takes seconds"), "{message}");
    let (code, message) = site.refused(&[&BUILD[..], &["--dry-run"]].concat());
    assert!(code == Some(2) && message.contains("`--dry-run` runs nothing"), "{message}");
    let (code, message) = site.refused(&["cluster", "wait", "other"]);
    assert!(code == Some(2) && message.contains("there is no run `other`"), "{message}");
}

#[test]
fn a_job_that_somebody_cancels_is_lost_and_others_go_on() {
    let Some(site) = Site::new() else { return };
    site.replay("\"hang\": \"link\"");
    let build = site.start(&BUILD);
    until("it links", || site.starts("-l ") == 1);
    site.cluster.ask("scancel", &[&site.link()]);
    let output = build.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    site.replay("");
    let said = site.said(&BUILD);
    assert!(said.contains(": 2 jobs") && said.contains("Built "), "the same command goes on: {said}");
}

#[test]
fn a_job_that_takes_too_long_is_lost() {
    let Some(site) = Site::alone(&["OverTimeLimit=0"]) else { return };
    site.project.write("a b/sycl-hls.toml", "[cluster.step.link]\ntime = \"0:01\"\n");
    site.replay("\"hang\": \"link\"");
    let (code, message) = site.refused(&BUILD);
    assert!(
        code == Some(4) && message.contains("`link` was not done: it reached its time limit"),
        "{message}"
    );
}

#[test]
fn nodes_must_see_the_store_and_have_the_tools() {
    let Some(site) = Site::alone_of_root() else { return };
    for folder in ["a b/build", "tools"] {
        std::fs::create_dir_all(site.path(folder)).unwrap();
        NODES
            .iter()
            .for_each(|node| site.cluster.tell(&format!("hide {node} {}", site.path(folder).display())));
        let (code, message) = site.refused(&BUILD);
        let expected =
            if folder == "tools" { "nodes have no Vitis 2022.2" } else { "nodes do not see the folder" };
        assert!(code == Some(3) && message.contains(expected), "{message}");
        assert_eq!(
            (message.matches("error").count(), site.starts("")),
            (1, 0),
            "one message, and no step: {message}"
        );
        NODES.iter().for_each(|node| site.restart(node));
    }
    site.said(&BUILD);
    site.assert_all_once();
}

#[test]
fn a_store_that_is_full_fails_and_is_taken_up_again() {
    let Some(site) = Site::alone_of_root() else { return };
    let (build, small) = small_store(&site);
    site.replay("\"hang\": \"link\"");
    let mut run = site.start(&BUILD);
    until("it links", || site.starts("-l ") == 1);
    fill(&build.join("full"));
    site.replay("");
    site.requeue(&site.link());
    until("it fails", || {
        site.hasten();
        run.try_wait().unwrap().is_some()
    });
    assert_eq!(run.wait().unwrap().code(), Some(1));
    std::fs::remove_file(build.join("full")).unwrap();
    let said = site.said(&BUILD);
    assert!(said.contains("Built "), "{said}");
    assert_eq!((site.starts("-k fill "), site.starts("-p ")), (1, 1));
    small.make_read_only();
    site.project.write("a b/src/main.rs", &crate::site::two_kernels().replace("= 7", "= 9"));
    let (code, message) = site.refused(&BUILD);
    assert!(code == Some(1) && message.contains("Read-only file system"), "{message}");
}

/// The folder of builds, with room for 8 MiB: in memory, or on a server of NFS, which has one such folder.
fn small_store(site: &Site) -> (PathBuf, SmallStore) {
    let build = site.path("a b/build");
    if let Some(nfs) = std::env::var_os("SYCL_HLS_TEST_NFS") {
        std::os::unix::fs::symlink(Path::new(&nfs).join("here/small"), &build).unwrap();
        return (build, SmallStore::Served);
    }
    std::fs::create_dir_all(&build).unwrap();
    ran(Command::new("mount").args(["-t", "tmpfs", "-o", "size=8m", "none"]).arg(&build));
    NODES.iter().for_each(|node| site.restart(node));
    (build.clone(), SmallStore::Mounted(build))
}

/// A file system that is soon full.
enum SmallStore {
    /// Here, at a folder, until this is dropped.
    Mounted(PathBuf),
    /// On the server of NFS: tests/nfs/init.sh.
    Served,
}

impl SmallStore {
    fn make_read_only(&self) {
        match self {
            Self::Mounted(folder) => ran(Command::new("mount").args(["-o", "remount,ro"]).arg(folder)),
            Self::Served => {
                let options = "ro,no_root_squash,no_subtree_check,insecure,fsid=1";
                ran(Command::new("exportfs").args(["-o", options, "127.0.0.1:/mnt/served/small"]));
            }
        }
    }
}

impl Drop for SmallStore {
    fn drop(&mut self) {
        if let Self::Mounted(folder) = self {
            let _ = Command::new("umount").arg("--lazy").arg(folder).status();
        }
    }
}

fn ran(command: &mut Command) {
    assert!(command.status().unwrap().success());
}

/// A file that takes all room. A client of NFS tells what did not fit when it has asked its server.
fn fill(path: &Path) {
    let mut file = std::fs::File::create(path).unwrap();
    while file.write_all(&[0; 4096]).and_then(|()| file.sync_data()).is_ok() {}
}
