//! Builds on another machine: a bundle goes there, and results come back.

mod exec;
mod import;

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sycl_hls_vitis::brief::Job;
use sycl_hls_vitis::store;

pub use exec::{ExecRequest, exec};
pub use import::Results;

use super::{BUNDLED, JOB, folder_of};
use crate::archive::{self, Kind, Packed, Source};
use crate::failure::Failure;
use crate::folders::{create_folder, write_file};
use crate::progress::Progress;

/// A plan with its inputs, each at its place in the plan's folder.
const BUNDLE: Kind = Kind { name: "sycl-hls plan of Vitis", version: 1 };

/// What came of one.
const RESULTS: Kind = Kind { name: "sycl-hls results of Vitis", version: 1 };

/// What the list of files says, for people.
#[derive(Serialize, Deserialize)]
struct About {
    /// What is built.
    title: String,
    /// The version of Vitis: the one to run, or that ran.
    vitis: String,
    /// The platform.
    platform: String,
}

impl About {
    fn of(job: &Job) -> Self {
        let plan = &job.plan;
        Self { title: plan.title.clone(), vitis: plan.vitis.clone(), platform: plan.platform.clone() }
    }
}

/// Writes a bundle, and remembers beside the image's place what is in it, to know its results by.
///
/// # Errors
/// When a file cannot be written.
pub fn bundle(path: &Path, job: &Job, image: &Path, progress: &Progress) -> anyhow::Result<()> {
    let folder = folder_of(image);
    create_folder(&folder)?;
    let text = job.to_json();
    let mut files =
        vec![Packed { name: JOB.to_owned(), source: Source::Bytes(text.clone().into()), executable: false }];
    files.extend(job.plan.inputs.iter().map(|(name, input)| Packed {
        name: name.clone(),
        source: Source::File(input.from.clone()),
        executable: false,
    }));
    let digest = archive::pack(path, BUNDLE, &About::of(job), &files)?;
    write_file(&folder.join(BUNDLED), text)?;
    progress.detail("Digest", digest.as_str());
    progress.done("Bundled", path);
    Ok(())
}

/// The job of an archive that was unpacked to `folder`; `path` is how messages name the archive.
fn job_in(folder: &Path, path: &Path) -> Result<Job, Failure> {
    let wrong = |problem: String| Failure::user(format!("{}: {JOB}: {problem}", path.display()));
    let text = std::fs::read_to_string(folder.join(JOB)).map_err(|error| wrong(error.to_string()))?;
    Job::from_json(&text).map_err(|error| wrong(error.to_string()))
}

fn create_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), std::fs::create_dir_all)
}

/// An archive, unpacked for a moment.
struct Unpacked {
    folder: tempfile::TempDir,
    job: Job,
}

impl Unpacked {
    /// Unpacks to a folder in `near`, which is made if need be.
    fn new(path: &Path, kind: Kind, near: &Path) -> anyhow::Result<Self> {
        create_folder(near)?;
        let folder = tempfile::Builder::new().prefix(".unpacked-").tempdir_in(near)?;
        archive::unpack(path, kind, folder.path())?;
        let job = job_in(folder.path(), path)?;
        Ok(Self { folder, job })
    }

    /// Moves a file or folder of the archive to a place, instead of what was there.
    fn move_to(&self, name: &str, to: &Path) -> Result<(), Failure> {
        let moved = create_parent(to).and_then(|()| store::remove(to)).and_then(|()| {
            match std::fs::rename(self.path(name), to) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                moved => moved,
            }
        });
        moved.map_err(|error| Failure::user(format!("{}: {error}", to.display())))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}
