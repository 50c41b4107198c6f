//! Running the program in a folder of its own.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use tempfile::TempDir;

/// Seconds that no command ever needs: whoever takes longer hangs.
const TIME_LIMIT: &str = "300";

/// A kernel of each kind of length, and one that stops.
pub const KERNELS: &str = r"#[sycl_hls::kernels]
mod kernels {
    #[kernel] #[hls_allow(missed_burst)]
    pub fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
        for i in 0..y.len() {
            y[i] = a * x[i] + y[i];
        }
    }

    #[kernel] #[hls_allow(missed_burst)]
    pub fn double(n: usize, #[len(n)] y: &mut [i32]) {
        for i in 0..n {
            y[i] = y[i] * 2;
        }
    }
}
";

/// A folder that the program is started in.
pub struct Folder {
    path: PathBuf,
    /// Removes the folder in the end.
    _temporary: Option<TempDir>,
}

/// How the program ended.
pub struct Outcome {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl Folder {
    /// A folder with [`KERNELS`] in `kernels.rs`.
    pub fn new() -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let folder = Self { path: temporary.path().to_owned(), _temporary: Some(temporary) };
        folder.write("kernels.rs", KERNELS);
        folder
    }

    /// Makes a private key and its certificate.
    pub fn make_key(&self, key: &str, certificate: &str) {
        let words =
            "req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=somebody -keyout KEY -out CERTIFICATE";
        let words = words.split(' ').map(|word| match word {
            "KEY" => key,
            "CERTIFICATE" => certificate,
            word => word,
        });
        let output = Command::new("openssl").args(words).current_dir(&self.path).output();
        let output = output.expect("this needs: apt-get install openssl");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// An empty folder that is always the same one, for projects that Cargo builds: it keeps what it built of packages
    /// by their paths.
    pub fn fixed(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.trim().replace(' ', "-"));
        let _ = std::fs::remove_dir_all(&path);
        let folder = Self { path, _temporary: None };
        // Projects are not formatted as this workspace is.
        folder.write("rustfmt.toml", "");
        folder
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// The names in a folder, in order.
    pub fn list(&self, name: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(name)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs `sycl-hls` with these arguments.
    pub fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Outcome {
        self.run_with(&[], args)
    }

    /// Runs `sycl-hls` with these environment variables and arguments.
    pub fn run_with<S: AsRef<OsStr>>(
        &self,
        environment: &[(&str, &OsStr)],
        args: impl IntoIterator<Item = S>,
    ) -> Outcome {
        let mut command = self.limited("", env!("CARGO_BIN_EXE_sycl-hls"));
        command.args(args).envs(environment.iter().copied());
        finish(start(command))
    }

    /// Runs `sycl-hls` with these arguments, which let Cargo build a project of `sycl-hls new`.
    pub fn run_project<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Outcome {
        let variables = of_projects();
        let variables: Vec<(&str, &OsStr)> =
            variables.iter().map(|(name, value)| (*name, value.as_os_str())).collect();
        self.run_with(&variables, args)
    }

    /// Starts `sycl-hls` and does not wait; the caller ends it.
    pub fn spawn<S: AsRef<OsStr>>(
        &self,
        environment: &[(&str, &OsStr)],
        args: impl IntoIterator<Item = S>,
    ) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sycl-hls"));
        command.args(args).current_dir(&self.path);
        without_ours(&mut command);
        command.envs(environment.iter().copied());
        start(command)
    }

    /// A program that is ended if it hangs, in a folder of this one.
    pub fn limited(&self, folder: &str, program: &str) -> Command {
        let mut command = Command::new("timeout");
        command.args(["--signal=KILL", TIME_LIMIT, program]).current_dir(self.path(folder));
        without_ours(&mut command);
        command
    }
}

/// Where all projects of `sycl-hls new` are built: what they depend on is compiled once, and kept.
pub fn projects_target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects")
}

/// Where the images of projects share what is the same for every kernel.
pub fn shared_cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

/// The environment in which they are built: there, as fast as Cargo can, and their images with what others have compiled.
pub fn of_projects() -> [(&'static str, OsString); 4] {
    [
        ("SYCL_HLS_CACHE", shared_cache().into_os_string()),
        ("CARGO_TARGET_DIR", projects_target().into_os_string()),
        ("CARGO_PROFILE_DEV_DEBUG", "0".into()),
        ("CARGO_INCREMENTAL", "0".into()),
    ]
}

/// The tests' own environment decides nothing: neither ours nor the compiler that `make test` sets.
fn without_ours(command: &mut Command) {
    let ours = ["BOARD", "BOARDS", "TARGET", "DEVICE", "CACHE"].map(|name| format!("SYCL_HLS_{name}"));
    let compilers = ["CXX", "RUSTC_WORKSPACE_WRAPPER", "CLIPPY_ARGS"].map(str::to_owned);
    for name in compilers.into_iter().chain(ours) {
        command.env_remove(name);
    }
}

/// Starts a program whose output is kept.
pub fn start(mut command: Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for the end.
pub fn finish(child: Child) -> Outcome {
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Outcome { status: output.status, stdout: text(output.stdout), stderr: text(output.stderr) }
}

impl Outcome {
    /// Fails unless the program succeeded.
    pub fn success(self) -> Self {
        assert!(self.status.success(), "{}: {}", self.status, self.stderr);
        self
    }

    /// Fails unless the program ended with this code and said all of this on standard error, and did not panic.
    pub fn fails(self, code: i32, words: &[&str]) -> Self {
        assert_eq!(self.status.code(), Some(code), "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "`{word}` is missing:\n{}", self.stderr);
        }
        assert!(self.stderr.lines().any(|line| line.starts_with("error")), "{}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self
    }
}
