//! Building a project with Vitis again, through `sycl-hls`, with the replay in the place of Vitis: what the tool itself takes.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use sycl_hls_boards::Board;

use crate::Figure;
use crate::sample::median;

/// Kernels of the project.
const KERNELS: usize = 10;

/// Builds of each kind.
const ROUNDS: usize = 11;

/// The version of Vitis that is played.
const VERSION: &str = "2022.2";

/// A project, and what it takes for Vitis.
struct Project {
    folder: tempfile::TempDir,
    program: PathBuf,
    board: &'static Board,
}

impl Project {
    fn new() -> anyhow::Result<Self> {
        let beside = |name: &str| {
            let path = std::env::current_exe()?.with_file_name(name);
            ensure!(
                path.exists(),
                "build it first: cargo build --release -p sycl-hls-cli -p sycl-hls-replay"
            );
            Ok(path)
        };
        let (program, replay) = (beside("sycl-hls")?, beside("sycl-hls-replay")?);
        let board = Board::by_name("u200").context("the board u200 is gone")?;
        let project = Self { folder: tempfile::tempdir()?, program, board };
        let bin = project.path(&format!("Vitis/{VERSION}/bin"));
        std::fs::create_dir_all(&bin)?;
        for name in ["v++", "platforminfo", "emconfigutil"] {
            symlink(&replay, bin.join(name))?;
        }
        let platform = &board.platform;
        project.write(&format!("platforms/{platform}/{platform}.xpfm"), "")?;
        project
            .write("p/Cargo.toml", "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n")?;
        project.write("p/src/kernels.rs", &kernels())?;
        project.write("p/src/main.rs", "fn main() {}\n")?;
        Ok(project)
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) -> anyhow::Result<()> {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("/")))?;
        Ok(std::fs::write(path, text)?)
    }

    /// Builds; gives the time, and how many steps of tools ran.
    fn build(&self) -> anyhow::Result<(Duration, usize)> {
        let mut command = Command::new(&self.program);
        command.args(["build", "--target", "hw", "--board", &self.board.name]);
        command.current_dir(self.path("p")).env("HOME", self.folder.path());
        command.env("PLATFORM_REPO_PATHS", self.path("platforms"));
        command.env("XILINX_VITIS", self.path(&format!("Vitis/{VERSION}")));
        let start = Instant::now();
        let output = command.output()?;
        let time = start.elapsed();
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{said}");
        Ok((time, said.matches("Running ").count()))
    }

    /// Builds several times, with something before each; gives the median of the times, and all steps of tools.
    fn rebuild(&self, before: impl Fn(usize) -> anyhow::Result<()>) -> anyhow::Result<(Duration, usize)> {
        let (mut times, mut steps) = (Vec::new(), 0);
        for round in 0..ROUNDS {
            before(round)?;
            let (time, ran) = self.build()?;
            times.push(time);
            steps += ran;
        }
        Ok((median(times), steps))
    }
}

fn kernels() -> String {
    let kernel = |number: usize| {
        format!(
            "    #[kernel]\n    pub fn axpy_{number}(a: f32, x: &[f32], y: &mut [f32]) {{\n        \
             for i in 0..y.len() {{\n            y[i] = a * x[i] + y[i];\n        }}\n    }}\n"
        )
    };
    format!("#[sycl_hls::kernels]\nmod kernels {{\n{}}}\n", (0..KERNELS).map(kernel).collect::<String>())
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    let project = Project::new()?;
    let (_, first) = project.build()?;
    ensure!(
        first == KERNELS + 3,
        "{first} steps: the platform, {KERNELS} kernels, link and package are expected"
    );
    let (same, no_steps) = project.rebuild(|_| Ok(()))?;
    let host = |round| project.write("p/src/main.rs", &format!("fn main() {{ println!(\"{round}\"); }}\n"));
    let (changed, host_steps) = project.rebuild(host)?;
    let row = |what: &str, time, steps| {
        let what =
            format!("a build with Vitis of {KERNELS} kernels, {what}; steps of tools in {ROUNDS} builds");
        let Figure { what, measured, target } = Figure::time(what, time, "100 ms; 0");
        Figure { what, measured: format!("{measured}; {steps}"), target }
    };
    Ok(vec![row("again", same, no_steps), row("after the host's code has changed", changed, host_steps)])
}
