//! Running the user's Cargo beside a build of the image.

use std::process::{Child, Command};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use sycl_hls_compiler::tool::{Cancel, ToolError, Waves};
use sycl_hls_vitis::shell::quoted;

use crate::args::{HowArgs, ImageArgs, ProjectArgs, Switch};
use crate::building::{board_of_project, build_project, modules_of};
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::package::cargo;
use crate::project::Project;
use crate::simulation::SimulationArgs;
use crate::target::{RunTarget, run_target};
use crate::terminal::Terminal;

/// How often a running program is looked after.
const POLL: Duration = Duration::from_millis(5);

/// How long a program may take to end by itself after an interrupt.
const GRACE: Duration = Duration::from_secs(10);

/// What Cargo builds and runs on the emulated board, or on a card.
pub struct Job<'a> {
    image: &'a ImageArgs,
    simulation: &'a SimulationArgs,
    waves: Waves,
    terminal: Terminal,
    cancel: Cancel,
    target: RunTarget,
    /// The project.
    pub project: Project,
    /// The name of the board as a device.
    pub device: String,
}

impl<'a> Job<'a> {
    /// Finds out what is to be built.
    ///
    /// # Errors
    /// When the project is wrong, or there is no such board or target.
    pub fn new(
        image: &'a ImageArgs,
        project: &ProjectArgs,
        simulation: &'a SimulationArgs,
        terminal: Terminal,
    ) -> anyhow::Result<Self> {
        let cancel = on_interrupt()?;
        let project = Project::find(project)?;
        let board = board_of_project(image, &project)?;
        let waves = simulation.waves()?;
        let target = run_target(image, Some(&project), waves)?;
        let device = match target {
            RunTarget::Emulation(target) => format!("{}/{}", target.target(), board.name),
            RunTarget::Card => format!("xrt/{}", board.name),
        };
        Ok(Self { image, simulation, waves, terminal, cancel, target, project, device })
    }

    /// Builds the image beside what Cargo does for `compile`, whose exit code it gives. One for a card was built before: that
    /// takes hours.
    ///
    /// # Errors
    /// When the kernels are wrong, or a tool is missing.
    pub fn build(&self, compile: Command) -> anyhow::Result<u8> {
        if !self.project.was_built() {
            let crates = "the program, for the first time: with all crates that sycl-hls needs, half a minute on two cores";
            self.terminal.say("Building", crates);
        }
        let mut compiling = start(compile, self.terminal)?;
        if self.target == RunTarget::Card {
            return wait(&mut compiling, &self.cancel);
        }
        let built = build_project(self.image, self.waves, &self.project, self.terminal, &self.cancel);
        if built.is_err() {
            // The program's compilation is worth nothing without its image. It may have ended by itself.
            let _ = compiling.kill();
        }
        let compiled = wait(&mut compiling, &self.cancel);
        built?;
        compiled
    }

    /// Does what Cargo does for `compile`, whose exit code it gives. The image is built elsewhere: its kernels are only checked.
    ///
    /// # Errors
    /// When the kernels are wrong, or there is no Cargo.
    pub fn compile(&self, compile: Command) -> anyhow::Result<u8> {
        let mut compiling = start(compile, self.terminal)?;
        if self.target != RunTarget::Card {
            let board = board_of_project(self.image, &self.project)?;
            for image in self.project.images()? {
                modules_of(&image, Some(board.kernel_clock_mhz)).inspect_err(|_| drop(compiling.kill()))?;
            }
        }
        wait(&mut compiling, &self.cancel)
    }

    /// The words by which another process of this program builds the image; none if it was built before.
    ///
    /// # Errors
    /// When the project's folder has no absolute path.
    pub fn build_words(&self) -> anyhow::Result<Option<Vec<String>>> {
        if self.target == RunTarget::Card {
            return Ok(None);
        }
        let HowArgs { checks, gates, jobs, .. } = self.image.how;
        // The device is TARGET/BOARD.
        let (target, board) = self.device.split_once('/').unwrap_or_default();
        let mut all =
            words(&["build", "--board", board, "--target", target, "--on", "local", "--manifest-path"]);
        let manifest = std::path::absolute(self.project.root.join("Cargo.toml"))?;
        all.push(manifest.to_string_lossy().into_owned());
        all.extend(checks.release.then(|| "--release".to_owned()));
        let switch = |checks: Switch| if checks == Switch::On { "--checks=on" } else { "--checks=off" };
        all.extend(checks.checks.map(|checks| switch(checks).to_owned()));
        all.extend(gates.gate_level.then(|| "--gate-level".to_owned()));
        all.extend(jobs.map(|jobs| format!("--jobs={jobs}")));
        all.extend(match self.waves {
            Waves::None => None,
            Waves::Fst => Some("--waves=fst".to_owned()),
            Waves::Vcd => Some("--waves=vcd".to_owned()),
        });
        Ok(Some(all))
    }

    /// Tells whether the user wants it all to end.
    pub const fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Lets Cargo run a program with the board as its device, and gives its exit code.
    ///
    /// # Errors
    /// When there is no Cargo, or on an interrupt.
    pub fn run(&self, command: Command) -> anyhow::Result<u8> {
        wait(&mut self.start(command)?, &self.cancel)
    }

    /// The same for tests, which have no say in how they end.
    ///
    /// # Errors
    /// As of [`run`](Self::run).
    pub fn run_tests(&self, command: Command) -> anyhow::Result<u8> {
        let mut child = self.start(command)?;
        while child.try_wait()?.is_none() {
            if self.cancel.is_cancelled() {
                // Not every interrupt comes from a keyboard and reaches Cargo, too. It may have ended meanwhile.
                let _ = kill_process(Pid::from_child(&child), Signal::TERM);
                break;
            }
            std::thread::sleep(POLL);
        }
        wait(&mut child, &self.cancel)
    }

    fn start(&self, mut command: Command) -> anyhow::Result<Child> {
        self.terminal.detail("Running", &format!("on the device {}", self.device));
        command.env("SYCL_HLS_DEVICE", &self.device).envs(self.simulation.environment());
        start(command, self.terminal)
    }

    /// Cargo in the user's folder, as with `cargo run`, and with the project's manifest. The first of the words are
    /// its subcommand.
    pub fn cargo(&self, words: &[String]) -> Command {
        let mut command = Command::new(cargo());
        let subcommands = words.iter().take_while(|word| !word.starts_with('-')).count();
        let (subcommand, rest) = words.split_at(subcommands);
        command.args(subcommand).args(["--color", self.terminal.color_word()]);
        command.arg("--manifest-path").arg(self.project.root.join("Cargo.toml"));
        if self.image.how.checks.release {
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
