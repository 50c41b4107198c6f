//! A build of Vitis that is there: what was asked for, and what its reports tell.

use std::path::{Path, PathBuf};

use sycl_hls_vitis::brief::Job;
use sycl_hls_vitis::outcome::Outcome;

use super::{JOB, folder_of};
use crate::failure::Failure;
use crate::sources::SourceFile;

/// A build.
#[derive(Debug)]
pub struct Built {
    /// What was asked for.
    pub job: Job,
    folder: PathBuf,
}

impl Built {
    /// The build of an image, which itself need not be there: one that is not what was asked for never takes its place.
    ///
    /// # Errors
    /// When there is none, or it is one of another version.
    pub fn of(image: &Path) -> anyhow::Result<Self> {
        let folder = folder_of(image);
        let file = folder.join(JOB);
        let text = std::fs::read_to_string(&file).map_err(|error| {
            let failure = Failure::user(format!("Vitis has not built {}", image.display()));
            failure.note(format!("{}: {error}", file.display())).help("build it first: `sycl-hls build`")
        })?;
        let job = Job::from_json(&text).map_err(|error| {
            Failure::user(format!("{}: {error}", file.display())).help("build it again: `sycl-hls build`")
        })?;
        Ok(Self { job, folder })
    }

    /// What its reports tell.
    pub fn outcome(&self) -> Outcome<'_> {
        Outcome::read(&self.job, &self.folder)
    }

    /// Those of the files that are there with another text than the one that was built.
    pub fn changed<'f>(&self, files: &'f [SourceFile]) -> Vec<&'f SourceFile> {
        let built = |file: &&SourceFile| self.job.brief.sources.values().find(|it| it.file == file.shown_as);
        let is_other = |file: &&SourceFile| {
            let text = std::fs::read_to_string(&file.path);
            built(file).is_some_and(|built| text.is_ok_and(|text| text != built.text))
        };
        files.iter().filter(is_other).collect()
    }
}
