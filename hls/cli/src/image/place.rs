//! Where an image is built, and what a failed build leaves there: finished objects, if there are any, and nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Error;
use sycl_hls_compiler::tool::{Cancel, ToolError};

use super::{LOCK, OBJECTS, manifest};
use crate::failure::Failure;
use crate::folders::NewFolders;
use crate::lock::Lock;
use crate::progress::Progress;

/// What tools say where a disk is full.
const NO_SPACE: &str = "No space left on device";

/// What compilers say when they cannot write where TMPDIR points to.
const NO_TEMPORARY: &str = "Cannot create temporary file in";

/// The folders of an image.
pub struct Place<'r> {
    image: &'r Path,
    /// For what people read.
    beside: PathBuf,
    /// For objects and the lock.
    cache: PathBuf,
    folders: Vec<NewFolders>,
}

impl<'r> Place<'r> {
    /// Makes the folders.
    ///
    /// # Errors
    /// When one cannot be made.
    pub fn create(image: &'r Path, cache: Option<&Path>) -> Result<Self, Failure> {
        let beside = image.with_extension("kernels");
        let cache = cache.unwrap_or(&beside);
        // Temporary folders are named so, too.
        let cache = std::path::absolute(cache).unwrap_or_else(|_| cache.to_owned());
        let mut place = Self { image, beside, cache, folders: Vec::new() };
        for folder in [place.beside.clone(), place.cache.clone()] {
            match NewFolders::create(&folder) {
                Ok(folders) => place.folders.push(folders),
                Err(failure) => {
                    place.folders.iter().for_each(NewFolders::remove_empty);
                    return Err(failure);
                }
            }
        }
        Ok(place)
    }

    /// Waits until nobody else builds here.
    ///
    /// # Errors
    /// As [`Lock::take`].
    pub fn lock(&self, progress: &Progress, cancel: &Cancel) -> anyhow::Result<Lock> {
        let lock = Lock::take(&self.cache.join(LOCK), progress, cancel);
        if lock.is_err() {
            // Whoever holds it needs it, and its folder.
            self.folders.iter().rev().for_each(NewFolders::remove_empty);
        }
        lock
    }

    /// Where object files are kept.
    pub fn objects(&self) -> PathBuf {
        self.cache.join(OBJECTS)
    }

    /// Removes what a failed build left; `files` are those that it writes for people.
    pub fn clean(&self, files: &[String]) {
        // Folders with something in them stay, and what cannot be removed; beside an earlier image, all that it came with.
        if !self.image.exists() {
            let written = files.iter().map(|name| self.beside.join(name));
            let others = [manifest::path_of(self.image), self.cache.join(LOCK)];
            written.chain(others).for_each(|path| drop(fs::remove_file(path)));
        }
        let _ = fs::remove_dir(self.objects());
        self.folders.iter().rev().for_each(NewFolders::remove_empty);
    }

    /// An error that names the image instead of a temporary file.
    pub fn named(&self, error: Error) -> Error {
        let image = self.image.display();
        match error.downcast::<ToolError>() {
            Ok(ToolError::File { path, source }) if path.starts_with(&self.cache) => {
                Failure::user(format!("cannot build {image}: {source}")).into()
            }
            Ok(ToolError::Failed { program, output, .. }) if output.contains(NO_SPACE) => {
                Failure::user(format!("cannot build {image}: {program}: {NO_SPACE}")).into()
            }
            Ok(ToolError::Failed { program, output, .. }) if output.contains(NO_TEMPORARY) => {
                let failure = Failure::user(format!("cannot build {image}: {program}: {}", output.trim()));
                failure.help("the environment variable TMPDIR names the folder of temporary files").into()
            }
            Ok(error) => error.into(),
            Err(error) => error,
        }
    }
}
