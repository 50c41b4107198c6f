//! Bringing results back into the project that they are of.

use std::path::Path;

use sycl_hls_boards::Board;
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_types::ModuleInterface;
use sycl_hls_vitis::brief::{Brief, Job};
use sycl_hls_vitis::flow::{EMULATED_DEVICES, PLATFORM};
use sycl_hls_vitis::runner::{LOGS, REPORTS};

use super::super::{BUNDLED, JOB, LOCK, folder_of, image, outcome, platform};
use super::{RESULTS, Unpacked};
use crate::failure::Failure;
use crate::folders::create_folder;
use crate::lock::Lock;
use crate::progress::Progress;

/// Results that were unpacked, and whose digests are right.
pub struct Results {
    unpacked: Unpacked,
}

impl Results {
    /// Unpacks to a folder in `near`, for a moment.
    ///
    /// # Errors
    /// When it is no archive of results, or not whole.
    pub fn open(path: &Path, near: &Path) -> anyhow::Result<Self> {
        Ok(Self { unpacked: Unpacked::new(path, RESULTS, near)? })
    }

    /// What they are of.
    pub const fn brief(&self) -> &Brief {
        &self.unpacked.job.brief
    }

    /// Puts the image to its place, and logs and reports beside it.
    ///
    /// # Errors
    /// When kernels have changed since, they are of another plan, are not what was asked for, or a file cannot be written. The
    /// image that is there then stays.
    pub fn take(
        &self,
        to: &Path,
        interfaces: &[ModuleInterface],
        board: &Board,
        progress: &Progress,
        cancel: &Cancel,
    ) -> anyhow::Result<()> {
        let job = &self.unpacked.job;
        compare_kernels(&job.brief, interfaces, progress)?;
        let folder = folder_of(to);
        create_folder(&folder)?;
        let _lock = Lock::take(&folder.join(LOCK), progress, cancel)?;
        compare_plan(job, &folder)?;
        self.move_to(&folder)?;
        platform::say(&platform::read(&folder)?.overrule(board).1, progress);
        outcome::judge(job, &folder, progress)?;
        image::finish(&folder.join(&job.plan.image), to, job)?;
        progress.done("Imported", to);
        Ok(())
    }

    /// Puts what there is into the plan's folder, in the place of what was there.
    fn move_to(&self, folder: &Path) -> Result<(), Failure> {
        for name in [REPORTS, LOGS, PLATFORM, EMULATED_DEVICES, &self.unpacked.job.plan.image, JOB] {
            self.unpacked.move_to(name, &folder.join(name))?;
        }
        Ok(())
    }
}

/// Programs would not find an image of other kernels.
fn compare_kernels(brief: &Brief, now: &[ModuleInterface], progress: &Progress) -> Result<(), Failure> {
    let other = |what: String| {
        Failure::user(what)
            .help("bundle it anew: `sycl-hls build --bundle`; or go back to the sources of then")
    };
    let mut names: Vec<&str> = now.iter().chain(&brief.interfaces).map(|it| it.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let find = |all: &'_ [ModuleInterface]| all.iter().find(|it| it.name == name).cloned();
        let (Some(then), Some(now)) = (find(&brief.interfaces), find(now)) else {
            return Err(other(format!("the results are not of the same modules: `{name}` is missing")));
        };
        if (&then.abi, &then.code) != (&now.abi, &now.code) {
            return Err(other(format!("the kernels in `{name}` have changed since they were bundled"))
                .note(format!("their code was {}, and is {}", then.code.short(), now.code.short())));
        }
        if then.directives != now.directives {
            progress
                .note("Changed", &format!("directives in `{name}`, since it was bundled: they are not in"));
        }
    }
    Ok(())
}

/// What was bundled last must be what was run, whichever version of Vitis ran it: plan, inputs, and what the results are judged
/// and tried by. So nothing of it is news that an archive from elsewhere brings.
fn compare_plan(job: &Job, folder: &Path) -> Result<(), Failure> {
    let file = folder.join(BUNDLED);
    let wrong = |problem: String| {
        let help =
            "the bundle that is written here, `sycl-hls build --bundle`, is the same if nothing has changed";
        Failure::user(problem).help(help)
    };
    let text = std::fs::read_to_string(&file).map_err(|error| {
        wrong("nothing was bundled here that these could be results of".to_owned())
            .note(format!("{}: {error}", file.display()))
    })?;
    let mut bundled = Job::from_json(&text).map_err(|error| wrong(format!("{}: {error}", file.display())))?;
    bundled.plan.vitis.clone_from(&job.plan.vitis);
    if bundled == *job {
        return Ok(());
    }
    Err(wrong("these are results of another plan than was bundled last".to_owned())
        .note(format!("that one is in {}", file.display())))
}
