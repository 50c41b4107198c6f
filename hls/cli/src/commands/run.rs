//! `sycl-hls run`: the image and the host program are built side by side, then the program runs.

use std::process::{Child, Command, ExitCode};
use std::time::{Duration, Instant};

use sycl_hls_compiler::tool::{Cancel, ToolError};

use super::build::build_project;
use super::{board, target};
use crate::cli::Run;
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::project::Project;

/// How often a running program is looked after.
const POLL: Duration = Duration::from_millis(5);

/// How long a program may take to end by itself after an interrupt.
const GRACE: Duration = Duration::from_secs(10);

pub fn run(args: &Run) -> anyhow::Result<ExitCode> {
    let cancel = on_interrupt()?;
    let project = Project::find(&args.project.project)?;
    let device =
        format!("{}/{}", target(&args.image, Some(&project))?, board(&args.image, Some(&project))?.name);
    let mut compiling = start(cargo(args, &project, "build"))?;
    let built = build_project(&args.image, &project, &cancel);
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
    let mut command = cargo(args, &project, "run");
    command.arg("--quiet").env("SYCL_HLS_DEVICE", device).arg("--").args(&args.args);
    Ok(wait(&mut start(command)?, &cancel)?.into())
}

fn cargo(args: &Run, project: &Project, what: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // The program runs where the user is, as with `cargo run`.
    command.arg(what).arg("--manifest-path").arg(project.root.join("Cargo.toml"));
    if args.image.checks.release {
        command.arg("--release");
    }
    if let Some(name) = &args.bin {
        command.args(["--bin", name]);
    }
    if let Some(name) = &args.example {
        command.args(["--example", name]);
    }
    command
}

fn start(mut command: Command) -> anyhow::Result<Child> {
    command.spawn().map_err(|error| {
        let program = command.get_program().to_string_lossy().into_owned();
        let failure = Failure::unavailable(format!("{program} cannot be started: {error}"));
        failure.help("install Rust from https://rustup.rs").into()
    })
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
