//! Which board and target a command is for: that of its flags or the environment, or else that of the project.

use sycl_hls_boards::{Board, Catalogue};
use sycl_hls_compiler::tool::Waves;
use sycl_hls_types::Target;

use crate::args::{ChecksArgs, GateArgs, ImageArgs, Switch, Toolchain};
use crate::catalogue;
use crate::failure::Failure;
use crate::image::{ImageTarget, SimulatorOptions};
use crate::project::Project;

/// The board: flag or environment, then the project's configuration.
pub fn board(
    args: &ImageArgs,
    project: Option<&Project>,
    boards: Catalogue,
) -> anyhow::Result<&'static Board> {
    board_named(args.board.as_deref(), project, boards)
}

/// The board: this one, or else that of the project's configuration.
pub fn board_named(
    name: Option<&str>,
    project: Option<&Project>,
    boards: Catalogue,
) -> anyhow::Result<&'static Board> {
    let configured = project.and_then(|project| project.config.project.board.as_deref());
    match name.or(configured) {
        Some(name) => catalogue::find(boards, name),
        None => {
            let known: Vec<&str> = boards.boards().map(|board| board.name.as_str()).collect();
            let failure = Failure::usage("no board was named");
            let help = format!("say `--board NAME` ({}), or set it in sycl-hls.toml", known.join(", "));
            Err(failure.help(help).into())
        }
    }
}

/// What is built, for the target of the flag or environment, then of the project's configuration, then software emulation.
/// `waves` are those that simulators of hardware can record.
pub fn image_target(
    args: &ImageArgs,
    project: Option<&Project>,
    waves: Waves,
) -> anyhow::Result<ImageTarget> {
    if of_vitis(args, project)?.is_some() {
        return Err(not_run().into());
    }
    Ok(target_with(target(args, project), args.how.checks, args.how.gates, waves)?)
}

/// Where a program runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunTarget {
    /// On an emulated board, with an image of ours.
    Emulation(ImageTarget),
    /// On a card, with an image that Vitis has built.
    Card,
}

/// Where programs run, for the target as in [`image_target`].
pub fn run_target(args: &ImageArgs, project: Option<&Project>, waves: Waves) -> anyhow::Result<RunTarget> {
    if of_vitis(args, project)? != Some(Target::Hw) {
        return Ok(RunTarget::Emulation(image_target(args, project, waves)?));
    }
    options_fit(Target::Hw, args.how.checks, args.how.gates, waves)?;
    Ok(RunTarget::Card)
}

/// The target of the flag or environment, then of the project's configuration, then software emulation.
fn target(args: &ImageArgs, project: Option<&Project>) -> Target {
    let configured = project.and_then(|project| project.config.project.target);
    args.target.or(configured).unwrap_or(Target::SwEmu)
}

/// The target, if it is Vitis that builds for it.
pub fn of_vitis(args: &ImageArgs, project: Option<&Project>) -> anyhow::Result<Option<Target>> {
    made_by_vitis(target(args, project), args.how.toolchain)
}

/// This target, if it is Vitis that builds for it.
pub fn made_by_vitis(target: Target, toolchain: Toolchain) -> anyhow::Result<Option<Target>> {
    match (target, toolchain) {
        (Target::SwEmu, Toolchain::Vitis) => {
            let failure = Failure::usage("Vitis has no sw_emu: 2024.2 deprecated it, 2025.1 took it away");
            Err(failure.help("leave `--toolchain vitis` out: ours needs no Vitis").into())
        }
        (Target::Hw, _) => Ok(Some(Target::Hw)),
        (Target::HwEmu, Toolchain::Vitis) => Ok(Some(Target::HwEmu)),
        (_, Toolchain::Own) => Ok(None),
    }
}

/// A complaint that what Vitis builds is to run.
fn not_run() -> Failure {
    Failure::unavailable("this version builds with Vitis, and does not run what comes of it")
        .help("run with `--target sw_emu` or `--target hw_emu`")
}

/// What is built for a target.
pub fn target_with(
    target: Target,
    checks: ChecksArgs,
    gates: GateArgs,
    waves: Waves,
) -> Result<ImageTarget, Failure> {
    let built = match target {
        Target::SwEmu => ImageTarget::SwEmu { checks: checks.enabled() },
        Target::HwEmu => ImageTarget::HwEmu(SimulatorOptions { gate_level: gates.gate_level, waves }),
        Target::Hw => return Err(not_run()),
    };
    options_fit(target, checks, gates, waves).map(|()| built)
}

/// Checks that options have a use for a target.
fn options_fit(target: Target, checks: ChecksArgs, gates: GateArgs, waves: Waves) -> Result<(), Failure> {
    if target != Target::HwEmu && gates.gate_level {
        return Err(hw_emu_only("--gate-level"));
    }
    if target != Target::HwEmu && waves != Waves::None {
        return Err(hw_emu_only("waveforms"));
    }
    if target != Target::SwEmu && checks.checks == Some(Switch::On) {
        let message = format!("hardware has no checks, so `--checks on` has no use for {target}");
        let failure = Failure::usage(message);
        return Err(failure.help("leave it out, or find the mistake with `--target sw_emu`"));
    }
    Ok(())
}

/// A complaint about what only simulations of hardware have.
pub fn hw_emu_only(what: &str) -> Failure {
    Failure::usage(format!("{what} belong to simulated hardware")).help("say `--target hw_emu`, too")
}
