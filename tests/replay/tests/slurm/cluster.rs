//! The daemons, shared by all tests that run at the same time.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A cluster of four nodes: n1 to n4, in the partition `main`; `one` has n1 alone.
pub struct Cluster {
    folder: tempfile::TempDir,
    daemons: Mutex<Daemons>,
}

struct Daemons {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Cluster {
    /// The cluster that is running, or a new one; `None`, and why, where Slurm is not installed.
    pub fn shared() -> Option<Arc<Self>> {
        static SHARED: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cluster) = shared.upgrade() {
            return Some(cluster);
        }
        let cluster = Arc::new(Self::new(&[])?);
        *shared = Arc::downgrade(&cluster);
        Some(cluster)
    }

    /// A cluster with these settings besides; `None`, and why, where Slurm is not installed.
    pub fn new(settings: &[&str]) -> Option<Self> {
        let there = ["sbatch", "munged", "slurmctld", "slurmd"].iter().all(|program| {
            ["/usr/bin", "/usr/sbin"].iter().any(|folder| PathBuf::from(folder).join(program).is_file())
        });
        if !there {
            println!("skipped: Slurm is not installed (Debian: slurm-wlm, munge)");
            return None;
        }
        // Sockets have short paths.
        let folder = tempfile::Builder::new().prefix("slurm").tempdir_in("/tmp").unwrap();
        let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/slurm/cluster.py"));
        command.arg(folder.path()).args(settings).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let daemons = Mutex::new(Daemons { child, input, output });
        let cluster = Self { folder, daemons };
        cluster.hear("ready");
        Some(cluster)
    }

    fn hear(&self, expected: &str) {
        let mut line = String::new();
        self.daemons.lock().unwrap().output.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), expected, "{}", self.folder.path().display());
    }

    /// `start NAME`, `kill NAME`, `hide NAME PATH`: see `cluster.py`.
    pub fn tell(&self, command: &str) {
        self.daemons
            .lock()
            .unwrap()
            .input
            .as_mut()
            .unwrap()
            .write_all(format!("{command}\n").as_bytes())
            .unwrap();
        self.hear("ok");
    }

    /// The configuration's file: what `SLURM_CONF` names.
    pub fn conf(&self) -> PathBuf {
        self.folder.path().join("slurm.conf")
    }

    /// What a command of Slurm's says.
    pub fn ask(&self, program: &str, args: &[&str]) -> String {
        let output = Command::new(program).args(args).env("SLURM_CONF", self.conf()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let mut daemons = self.daemons.lock().unwrap_or_else(PoisonError::into_inner);
        daemons.input = None;
        let _ = daemons.child.wait();
    }
}
