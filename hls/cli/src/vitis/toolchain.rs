//! Which Vitis builds, and for which platform.

use std::path::Path;

use sycl_hls_boards::{Board, Catalogue, nearest};
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_types::Target;
use sycl_hls_vitis::brief::Job;
use sycl_hls_vitis::plan::Plan;
use sycl_hls_vitis::tools::{Installation, Places};

use super::VitisArgs;
use crate::failure::Failure;

/// The newest version whose public examples were seen.
const NEWEST_SEEN: Version = Version::V2025_2;

/// How files of platforms end.
const XPFM: &str = ".xpfm";

/// The choice. Where Vitis is not there, a plan can still be written.
pub struct Toolchain {
    /// What is planned for.
    pub chosen: Chosen,
    installed: Result<Installation, Failure>,
}

/// What a plan is for.
pub struct Chosen {
    /// The version of Vitis.
    pub version: Version,
    /// The platform's name, or the path of its file.
    pub platform: String,
}

impl Toolchain {
    /// Chooses among what is there.
    ///
    /// # Errors
    /// When there is a Vitis, and the platform is not.
    pub fn find(args: &VitisArgs, board: &Board, target: Target) -> anyhow::Result<Self> {
        let places = Places::of_environment();
        let help =
            "see with `--dry-run` what would be run; hw_emu without `--toolchain vitis` needs no Vitis";
        let installed = choose(&places, args.version).map_err(|failure| failure.help(help));
        let found = installed.as_ref().ok().map(|tools| tools.version);
        let version = args.version.or(found).unwrap_or_else(|| planned_for(board, target));
        let platform = args.platform.clone().unwrap_or_else(|| board.platform.clone());
        let platform = if args.bundle.is_some() { name_of(platform) } else { platform };
        if platform == board.platform {
            check_support(board, target, version)?;
        }
        if installed.is_ok() && !args.dry_run && args.bundle.is_none() {
            check_platform(&platform, &places)?;
        }
        Ok(Self { chosen: Chosen { version, platform }, installed })
    }

    /// What is planned for, and the installation that runs the plan.
    ///
    /// # Errors
    /// When there is none of the version.
    pub fn installed(self) -> anyhow::Result<(Chosen, Installation)> {
        Ok((self.chosen, self.installed?))
    }
}

/// The installation of a plan's version, where the plan's platform is installed, too.
///
/// # Errors
/// When one of them is missing, or the plan is for a version that is not known.
pub fn for_plan(plan: &Plan) -> anyhow::Result<Installation> {
    let version: Version = plan.vitis.parse().map_err(|error| Failure::user(format!("the plan: {error}")))?;
    let places = Places::of_environment();
    let tools = choose(&places, Some(version)).map_err(|failure| {
        let failure = failure.help("bundle for a version that is there: `build --bundle --vitis VERSION`");
        failure.help("or run it as it is: `exec --vitis VERSION`")
    })?;
    check_platform(&plan.platform, &places)?;
    Ok(tools)
}

/// True if a version can run a job that is written for another one.
///
/// # Errors
/// When it has other commands, or does not build for the platform.
pub fn check_other(job: &Job, version: Version) -> anyhow::Result<()> {
    job.brief.needs.check_version(&job.plan, version).map_err(|why| {
        let help = format!("bundle for that version: `build --bundle --vitis {}`", version.name());
        Failure::usage(why.to_string()).help(help)
    })?;
    match Catalogue::default().by_platform(&job.plan.platform) {
        Some(known) if known.board.platform == job.plan.platform => {
            check_support(known.board, job.brief.target, version)
        }
        _ => Ok(()),
    }
}

/// True if this version builds for a board's default platform, as far as that is known.
fn builds(board: &Board, target: Target, version: Version) -> bool {
    match target {
        Target::Hw => board.vitis.builds_hw(version.name()),
        Target::HwEmu | Target::SwEmu => board.vitis.builds_hw_emu(version.name()),
    }
}

/// The version that a plan is written for where no Vitis is: the newest that builds for the board.
fn planned_for(board: &Board, target: Target) -> Version {
    let seen = Version::ALL.into_iter().rev().filter(|version| *version <= NEWEST_SEEN);
    seen.into_iter().find(|version| builds(board, target, *version)).unwrap_or(NEWEST_SEEN)
}

fn check_support(board: &Board, target: Target, version: Version) -> anyhow::Result<()> {
    if builds(board, target, version) {
        return Ok(());
    }
    let name = &board.name;
    let failure =
        Failure::unavailable(format!("Vitis {} does not build {target} for {name}", version.name()))
            .note(format!("`sycl-hls boards {name}` tells what is known"));
    let able: Vec<&str> =
        Version::ALL.into_iter().filter(|it| builds(board, target, *it)).map(Version::name).collect();
    Err(match able.as_slice() {
        [] => failure.help("no version does; emulate it with `--target sw_emu` or `--target hw_emu`"),
        some => failure.help(format!("say `--vitis VERSION`; what does: {}", some.join(", "))),
    }
    .into())
}

fn choose(places: &Places, version: Option<Version>) -> Result<Installation, Failure> {
    let all = places.vitis();
    let names: Vec<String> =
        all.iter().map(|found| format!("{} in {}", found.version.name(), found.root.display())).collect();
    let chosen = all.into_iter().find(|found| version.is_none_or(|version| found.version == version));
    chosen.ok_or_else(|| match (version, names.as_slice()) {
        (Some(version), [_, ..]) => Failure::unavailable(format!("Vitis {} was not found", version.name()))
            .note(format!("there is {}", names.join(", "))),
        _ => Failure::unavailable("Vitis was not found")
            .note(format!("looked at {}", places.looked_at()))
            .help("set XILINX_VITIS to its folder, or source its settings64.sh"),
    })
}

/// A platform travels by its name, and is looked for there: that of its file.
fn name_of(platform: String) -> String {
    match platform.strip_suffix(XPFM) {
        Some(path) => path.rsplit('/').next().unwrap_or(path).to_owned(),
        None => platform,
    }
}

/// A platform that is named by its file has to be there; one that is named by its name among those that are installed.
fn check_platform(platform: &str, places: &Places) -> anyhow::Result<()> {
    if platform.ends_with(XPFM) {
        let help = "name a platform's .xpfm file, or its name";
        let missing = || Failure::unavailable(format!("there is no platform {platform}")).help(help);
        return if Path::new(platform).is_file() { Ok(()) } else { Err(missing().into()) };
    }
    let files = places.platforms();
    let names: Vec<String> =
        files.iter().filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())).collect();
    if names.iter().any(|name| name == platform) {
        return Ok(());
    }
    let looked: Vec<String> = places.platforms.iter().map(|place| place.display().to_string()).collect();
    let failure = Failure::unavailable(format!("the platform {platform} is not installed"))
        .note(format!("looked at {}", looked.join(", ")));
    Err(match nearest(platform, names.iter().map(String::as_str)) {
        Some(nearest) => failure.help(format!("did you mean `--platform {nearest}`? it is installed")),
        None => failure.help("install it, or name its folder in PLATFORM_REPO_PATHS"),
    }
    .into())
}
