//! Running a bundle, on the machine that has Vitis.

use std::io;
use std::path::{Path, PathBuf};

use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_vitis::brief::Job;
use sycl_hls_vitis::flow::{EMULATED_DEVICES, PLATFORM};
use sycl_hls_vitis::open::PACKAGER;
use sycl_hls_vitis::runner::{LOGS, REPORTS};
use sycl_hls_vitis::store::Store;
use sycl_hls_vitis::tools::Places;

use super::super::work::Work;
use super::super::{JOB, LOCK, folder_of, outcome, own, platform, toolchain};
use super::{About, BUNDLE, RESULTS, Unpacked};
use crate::archive::{self, Packed, Source};
use crate::failure::Failure;
use crate::lock::Lock;
use crate::progress::Progress;

/// Name of the folder, beside a bundle, in which results of steps are kept.
const STORE: &str = ".vitis";

/// The longest name of a file, and of its folders together, in an archive: those of tar are a little longer.
const MAX_NAME: usize = 100;
const MAX_FOLDERS: usize = 140;

/// What is to be run.
#[derive(Debug)]
pub struct ExecRequest<'r> {
    /// The bundle.
    pub bundle: &'r Path,
    /// The version of Vitis, if it is not to be the plan's.
    pub version: Option<Version>,
    /// The archive to write.
    pub results: PathBuf,
    /// How many steps run at a time.
    pub jobs: Option<usize>,
    /// Keep all intermediate files.
    pub keep: bool,
}

/// Runs a bundle and packs what came of it. What was finished before is not run again.
///
/// # Errors
/// When it is no bundle, Vitis or the platform is not there or does not fit the plan, a step fails or is interrupted, or a file cannot be written; when
/// the build is not what was asked for, after it was packed.
pub fn exec(request: &ExecRequest<'_>, progress: &Progress, cancel: &Cancel) -> anyhow::Result<()> {
    let folder = folder_of(request.bundle);
    let unpacked = Unpacked::new(request.bundle, BUNDLE, &folder)?;
    let mut job = unpacked.job.clone();
    if let Some(version) = request.version.filter(|version| version.name() != job.plan.vitis) {
        toolchain::check_other(&job, version)?;
        let (own, asked) = (&job.plan.vitis, version.name());
        progress
            .note("Version", &format!("the plan is written for Vitis {own}; {asked} runs it, as asked for"));
        job.plan.vitis = asked.to_owned();
    }
    let tools = toolchain::for_plan(&job.plan)?;
    if job.plan.steps.iter().any(|step| step.program == PACKAGER) {
        own::check_packager(&tools)?;
    }
    let _lock = Lock::take(&folder.join(LOCK), progress, cancel)?;
    job.plan.inputs.keys().try_for_each(|name| unpacked.move_to(name, &folder.join(name)))?;
    drop(unpacked);
    progress.note("Plan", &job.plan.title);
    let beside = request.bundle.parent().unwrap_or(Path::new(""));
    let store = Store::new(beside.join(STORE));
    let (jobs, keep) = (request.jobs, request.keep);
    let platform = Places::of_environment().state_of(&job.plan.platform);
    let work = Work { folder: &folder, tools: &tools, store: &store, platform, jobs, keep };
    let info = work.ask(&job.plan.only(PLATFORM), progress, cancel)?;
    work.run(&job, || platform::check(&info, &job, progress), progress, cancel)?;
    let judged = outcome::judge(&job, &folder, progress);
    pack(&request.results, &job, &folder, progress)?;
    progress.done("Packed", &request.results);
    judged
}

/// Packs what a plan's folder has to be brought back.
fn pack(path: &Path, job: &Job, folder: &Path, progress: &Progress) -> anyhow::Result<()> {
    let mut names = vec![JOB.to_owned(), job.plan.image.clone()];
    names.extend(
        [PLATFORM, EMULATED_DEVICES]
            .map(str::to_owned)
            .into_iter()
            .filter(|name| folder.join(name).is_file()),
    );
    for tree in [REPORTS, LOGS] {
        files(folder, tree, &mut names)
            .map_err(|error| Failure::user(format!("{}: {error}", folder.join(tree).display())))?;
    }
    let (short, long): (Vec<String>, Vec<String>) = names.into_iter().partition(|name| fits(name));
    for name in long {
        progress.note("Left out", &format!("{name}: its name is too long for an archive"));
    }
    let packed = short.into_iter().map(|name| {
        let source = Source::File(folder.join(&name));
        Packed { name, source, executable: false }
    });
    archive::pack(path, RESULTS, &About::of(job), &packed.collect::<Vec<_>>())?;
    Ok(())
}

fn fits(name: &str) -> bool {
    let (folders, file) = name.rsplit_once('/').unwrap_or(("", name));
    file.len() <= MAX_NAME && folders.len() <= MAX_FOLDERS && archive::check_name(name).is_ok()
}

/// The files below a folder of `root`, in the order of their names.
fn files(root: &Path, folder: &str, names: &mut Vec<String>) -> io::Result<()> {
    let entries = match std::fs::read_dir(root.join(folder)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            files(root, &name, names)?;
        } else if kind.is_file() {
            names.push(name);
        }
    }
    Ok(())
}
