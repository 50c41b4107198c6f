//! Running the user's Cargo beside a build of the image.

use std::process::{Child, Command, ExitCode};
use std::time::{Duration, Instant};

use sycl_hls_compiler::tool::{Cancel, ToolError};
use sycl_hls_vitis::shell::quoted;

use crate::cli::{ImageArgs, ProjectArgs};
use crate::commands::build::build_project;
use crate::commands::{board, image_target};
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::project::Project;
use crate::simulation::SimulationArgs;
use crate::terminal::Terminal;

/// How often a running program is looked after.
const POLL: Duration = Duration::from_millis(5);

/// How long a program may take to end by itself after an interrupt.
const GRACE: Duration = Duration::from_secs(10);

/// A program of the user's that Cargo builds and runs on the emulated board.
pub struct Job<'a> {
    pub image: &'a ImageArgs,
    pub project: &'a ProjectArgs,
    pub simulation: &'a SimulationArgs,
    /// Cargo's subcommand that builds the program and does not run it, with its arguments.
    pub compile: Vec<String>,
    /// Cargo's subcommand that runs the program, with its arguments.
    pub run: Vec<String>,
}

impl Job<'_> {
    /// Builds the image and the program side by side, then runs the program with the board as its device. Gives the
    /// program's exit code, or Cargo's if the program does not compile.
    ///
    /// # Errors
    /// When the project or its kernels are wrong, or a tool is missing.
    pub fn run(&self, terminal: Terminal) -> anyhow::Result<ExitCode> {
        let cancel = on_interrupt()?;
        let project = Project::find(self.project)?;
        let board = board(self.image, Some(&project), project.boards)?;
        let waves = self.simulation.waves()?;
        let target = image_target(self.image, Some(&project), waves)?;
        let device = format!("{}/{}", target.target(), board.name);
        let mut compiling = start(self.cargo(&project, &self.compile, terminal), terminal)?;
        let built = build_project(self.image, waves, &project, terminal, &cancel);
        if built.is_err() {
            // The program's compilation is worth nothing without its image. It may have ended by itself.
            let _ = compiling.kill();
        }
        let compiled = wait(&mut compiling, &cancel);
        built?;
        let code = compiled?;
        if code != 0 {
            return Ok(code.into());
        }
        terminal.detail("Running", &format!("on the device {device}"));
        let mut command = self.cargo(&project, &self.run, terminal);
        command.env("SYCL_HLS_DEVICE", device).envs(self.simulation.environment());
        Ok(wait(&mut start(command, terminal)?, &cancel)?.into())
    }

    /// Cargo in the user's folder, as with `cargo run`, and with the project's manifest.
    fn cargo(&self, project: &Project, args: &[String], terminal: Terminal) -> Command {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        let (subcommand, rest) = args.split_at(args.len().min(1));
        command.args(subcommand).args(["--color", terminal.color_word()]);
        command.arg("--manifest-path").arg(project.root.join("Cargo.toml"));
        if self.image.checks.release {
            command.arg("--release");
        }
        command.args(rest);
        command
    }
}

fn start(mut command: Command, terminal: Terminal) -> anyhow::Result<Child> {
    terminal.detail("Running", &shown(&command));
    command.spawn().map_err(|error| {
        let program = command.get_program().to_string_lossy().into_owned();
        let failure = Failure::unavailable(format!("{program} cannot be started: {error}"));
        failure.help("install Rust from https://rustup.rs").into()
    })
}

/// A command line as one would type it.
fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let shown = words.map(|word| match word.to_string_lossy() {
        word if word.is_empty()
            || word.contains(|c: char| c.is_whitespace() || "'\"\\$&;|<>*?".contains(c)) =>
        {
            quoted(&word)
        }
        word => word.into_owned(),
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// Waits for a program and gives its exit code. An interrupt from the keyboard reaches the program by itself; it
/// decides how to end, but not whether.
fn wait(child: &mut Child, cancel: &Cancel) -> anyhow::Result<u8> {
    let mut interrupted = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return match status.code() {
                Some(code) => Ok(u8::try_from(code).unwrap_or(1)),
                None if cancel.is_cancelled() => Err(ToolError::Interrupted.into()),
                None => Err(Failure::user(format!("the program was ended by a signal ({status})")).into()),
            };
        }
        if cancel.is_cancelled() && interrupted.get_or_insert_with(Instant::now).elapsed() > GRACE {
            child.kill()?;
        }
        std::thread::sleep(POLL);
    }
}

/// Words of a command line.
pub fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}
