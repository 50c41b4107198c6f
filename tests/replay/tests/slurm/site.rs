//! A project on a cluster.

use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::project::{KERNEL, Project};

/// How long anything may take that has to come to its end.
const LIMIT: Duration = Duration::from_secs(120);

/// A build for Slurm.
pub const BUILD: [&str; 7] = ["build", "--board", "u200", "--target", "hw", "--on", "slurm"];

/// The nodes of a cluster.
pub const NODES: [&str; 4] = ["n1", "n2", "n3", "n4"];

/// A project with two kernels on a cluster.
pub struct Site {
    pub project: Project,
    pub cluster: Arc<Cluster>,
    /// A folder that all nodes see alike at once, whatever the project's is.
    pub local: tempfile::TempDir,
}

impl Site {
    /// On a cluster of its own, for what others would not survive, or that takes a minute: in whole suites only.
    pub fn alone(settings: &[&str]) -> Option<Self> {
        std::env::var_os("SYCL_HLS_TEST_ALL")?;
        Some(Self::on(Arc::new(Cluster::new(settings)?)))
    }

    /// On the cluster that tests share; `None` where Slurm is not installed.
    pub fn new() -> Option<Self> {
        Some(Self::on(Cluster::shared()?))
    }

    /// The same, in whole suites only.
    pub fn of_all() -> Option<Self> {
        std::env::var_os("SYCL_HLS_TEST_ALL")?;
        Self::new()
    }

    /// On a cluster of its own, for what only root may do to file systems; it says so where an ordinary user runs the tests.
    pub fn alone_of_root() -> Option<Self> {
        let site = Self::alone(&[])?;
        if !site.is_of_root() {
            println!("skipped: only root may mount file systems");
            return None;
        }
        Some(site)
    }

    /// True if it is root who runs the tests.
    pub fn is_of_root(&self) -> bool {
        self.path("").metadata().unwrap().uid() == 0
    }

    pub fn on(cluster: Arc<Cluster>) -> Self {
        let project = Project::new();
        project.write("a b/src/main.rs", &two_kernels());
        let site = Self { project, cluster, local: tempfile::tempdir().unwrap() };
        site.replay("");
        site
    }

    /// What the replay does wrong: entries of `replay.json`.
    pub fn replay(&self, entries: &str) {
        let record = serde_json::to_string(&self.local("record")).unwrap();
        let comma = if entries.is_empty() { "" } else { ", " };
        // Jobs that are running read it, too.
        std::fs::write(self.local("replay.half"), format!("{{\"record\": {record}{comma}{entries}}}"))
            .unwrap();
        std::fs::rename(self.local("replay.half"), self.local("replay.json")).unwrap();
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.project.path(path)
    }

    /// A path that all nodes see alike at once.
    pub fn local(&self, path: &str) -> PathBuf {
        self.local.path().join(path)
    }

    /// A command in the project's folder, with Slurm and Vitis.
    pub fn command(&self, args: &[&str]) -> Command {
        let vitis = self.path("tools/Vitis/2022.2");
        let mut command = self.project.command_in("a b", Some(&vitis), args);
        command.env("SLURM_CONF", self.cluster.conf()).env("SYCL_HLS_REPLAY", self.local("replay.json"));
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, args: &[&str]) -> Output {
        output(self.command(args))
    }

    /// Runs a command that succeeds; gives what it said.
    pub fn said(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let said = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{said}");
        said
    }

    /// Runs a command that fails: its exit code and its message.
    pub fn refused(&self, args: &[&str]) -> (Option<i32>, String) {
        let output = self.run(args);
        assert!(!output.status.success());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }

    /// Starts a command in the background.
    pub fn start(&self, args: &[&str]) -> Child {
        self.command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// How often each step's tool was started, by what its command line has.
    pub fn starts(&self, word: &str) -> usize {
        let record = std::fs::read_to_string(self.local("record")).unwrap_or_default();
        record.lines().filter(|line| line.contains(word)).count()
    }

    /// Each step was made once.
    pub fn assert_all_once(&self) {
        for step in ["-k fill ", "-k other ", "-l ", "-p "] {
            assert_eq!(self.starts(step), 1, "{step}");
        }
    }

    /// Has a job started again, as after a failure of its node.
    pub fn requeue(&self, job: &str) {
        self.cluster.ask("scontrol", &["requeue", job]);
        revoked();
    }

    /// Kills the processes whose command lines have all of these words, at once.
    pub fn kill_processes(&self, words: &[&str]) {
        for process in std::fs::read_dir("/proc").unwrap().flatten() {
            let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            if words.iter().all(|word| line.contains(word)) {
                signal("KILL", process.file_name().to_str().unwrap().parse().unwrap());
            }
        }
    }

    /// Slurm lets a job that is started again wait for two minutes; nobody waits here.
    pub fn hasten(&self) {
        let columns = "--Format=ArrayJobID:|,ArrayTaskID:|,RestartCnt:|,WorkDir:";
        let said =
            self.cluster.ask("squeue", &["--me", "--array", "--noheader", "--states=pending", columns]);
        let here = self.path("a b").display().to_string();
        for job in said.lines().map(str::trim_end).filter(|job| job.ends_with(&here)) {
            let [array, element, restarts, _] = job.split('|').collect::<Vec<_>>()[..] else { continue };
            if restarts != "0" {
                let number = format!("JobId={array}_{element}");
                self.cluster.ask("scontrol", &["update", &number, "StartTime=now"]);
            }
        }
    }

    /// Starts a node again: it sees what is mounted now.
    pub fn restart(&self, node: &str) {
        self.cluster.tell(&format!("kill {node}"));
        self.cluster.tell(&format!("start {node}"));
    }

    /// The job of the step that links.
    pub fn link(&self) -> String {
        let link = self.live_jobs().into_iter().find(|job| job.ends_with(".link")).unwrap();
        link.split(' ').next().unwrap().to_owned()
    }

    /// What the jobs of a task asked for, those that have ended among them: time and memory, sorted.
    pub fn limits(&self, folder: &str, task: &str) -> Vec<String> {
        let columns = "--Format=TimeLimit:|,MinMemory:|,WorkDir:|,Name:";
        let said = self.cluster.ask("squeue", &["--me", "--noheader", "--states=all", columns]);
        let here = format!("|{}|", self.path(folder).display());
        let jobs = said.lines().filter_map(|line| line.split_once(&here));
        let mut limits: Vec<String> =
            jobs.filter(|(_, name)| name.ends_with(task)).map(|(limits, _)| limits.to_owned()).collect();
        limits.sort();
        limits
    }

    pub fn image(&self) -> Vec<u8> {
        std::fs::read(self.path("a b/build/u200/hw/app.xclbin")).unwrap()
    }

    /// The name of the one run.
    pub fn run_name(&self) -> String {
        let folder = std::fs::read_dir(self.path("a b/build/.vitis/runs")).unwrap();
        let names: Vec<_> = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(names.len(), 1, "{names:?}");
        names.into_iter().next().unwrap()
    }

    /// The jobs of the project's runs that wait or run: number, state, name.
    pub fn live_jobs(&self) -> Vec<String> {
        let said = self.cluster.ask("squeue", &["--me", "--array", "--noheader", "--format=%F_%K %T %j %Z"]);
        let here = format!(" {}", self.path("a b").display());
        said.lines().filter_map(|line| line.strip_suffix(&here)).map(str::to_owned).collect()
    }
}

/// A node refuses what was granted in the second in which it was revoked: its job fails with the exit code 1, and has not begun. Slurm lets two
/// minutes pass, unless it is hastened.
pub fn revoked() {
    std::thread::sleep(Duration::from_secs(2));
}

/// Two kernels, so that steps run side by side.
pub fn two_kernels() -> String {
    let (head, tail) = KERNEL.split_once("#[kernel]").unwrap();
    let (kernel, end) = tail.rsplit_once('}').unwrap();
    let other = kernel.replace("fn fill", "fn other").replace('7', "8");
    format!("{head}#[kernel]{kernel}\n    #[kernel]{other}}}{end}")
}

/// Runs a command to its end, which comes.
pub fn output(mut command: Command) -> Output {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let id = child.id();
    let (sender, ended) = std::sync::mpsc::channel();
    let watch = std::thread::spawn(move || {
        if ended.recv_timeout(LIMIT) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            signal("KILL", id);
        }
    });
    let output = child.wait_with_output().unwrap();
    sender.send(()).unwrap();
    watch.join().unwrap();
    output
}

pub fn signal(name: &str, process: u32) {
    assert!(
        Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status().unwrap().success()
    );
}

/// Waits until something is so.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < LIMIT, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
