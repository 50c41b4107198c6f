//! Which image runs: finding the file that holds a program's kernels for a device.
//!
//! An image serves when it holds the module with the same `abi` and `code` digests and was built for the
//! device's target and platform. Nothing else does; the runtime never compiles. Other directives are worth a
//! warning: they change how fast the kernels are, not what they compute.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sycl_hls_backend::{BoardInfo, Image, LoadError};
use sycl_hls_types::{MODULE_KEY_PREFIX, ModuleInterface};
use xclbin_tools::Xclbin;

use crate::environment::Environment;
use crate::error::{NoImage, StaleImage};
use crate::{Error, Result};

/// What an image has to hold and be built for.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// The kernels module.
    pub module: &'a ModuleInterface,
    /// The board to run on.
    pub on: &'a BoardInfo,
}

/// Why an image does not serve.
enum Mismatch {
    /// It is for something else; the reason completes `FILE: ..`.
    Other(String),
    /// It holds another version of the module.
    Stale(Arc<StaleImage>),
}

/// Reads an image file.
///
/// # Errors
/// [`Error::Load`] when the file cannot be read or is damaged.
pub(crate) fn open(path: &Path) -> Result<Image> {
    let damaged = |reason: String| LoadError::BadImage { path: path.to_owned(), reason };
    // The tool's messages begin with the path, as this error's does.
    let in_file = |error: xclbin_tools::Error| {
        let text = error.to_string();
        damaged(text.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&text).to_owned())
    };
    let xclbin = Xclbin::open(path).map_err(in_file)?;
    let keys = xclbin.key_values().map_err(in_file)?;
    let modules = keys
        .iter()
        .filter(|(key, _)| key.starts_with(MODULE_KEY_PREFIX))
        .map(|(key, json)| {
            serde_json::from_str(json)
                .map_err(|error| damaged(format!("key `{key}` in its metadata: {error}")))
        })
        .collect::<Result<Vec<ModuleInterface>, _>>()?;
    Ok(Image { path: path.to_owned(), xclbin, modules })
}

/// Checks an image that was named: it has to serve.
///
/// # Errors
/// [`Error::StaleImage`] when it holds another version of the module, [`Error::Load`] when it is for
/// something else.
pub(crate) fn check(image: &Image, wanted: &Wanted<'_>) -> Result<()> {
    wanted.compare(image).map_err(|mismatch| match mismatch {
        Mismatch::Stale(stale) => Error::StaleImage(stale),
        Mismatch::Other(reason) => Error::Load(LoadError::BadImage { path: image.path.clone(), reason }),
    })
}

/// The image to use when a queue names none: the one in `SYCL_HLS_XCLBIN` if that is set, else the first that
/// serves in the places for images.
///
/// # Errors
/// As [`open`] and [`check`] for `SYCL_HLS_XCLBIN`; [`Error::StaleImage`] or [`Error::NoImage`] when no image
/// serves.
pub(crate) fn find(wanted: &Wanted<'_>, environment: &Environment) -> Result<Image> {
    if let Some(path) = &environment.xclbin {
        let image = open(path)?;
        check(&image, wanted)?;
        return Ok(image);
    }
    let places = Place::all(wanted, environment);
    let mut stale = None;
    let mut skipped = Vec::new();
    for path in places.iter().filter_map(|place| place.folder.as_deref()).flat_map(images_in) {
        match open(&path).map(|image| (wanted.compare(&image), image)) {
            Ok((Ok(()), image)) => return Ok(image),
            Ok((Err(Mismatch::Stale(mismatch)), _)) => stale = stale.or(Some(mismatch)),
            Ok((Err(Mismatch::Other(reason)), _)) => skipped.push(format!("{}: {reason}", path.display())),
            Err(error) => skipped.push(error.to_string()),
        }
    }
    Err(match stale {
        Some(stale) => Error::StaleImage(stale),
        None => Error::NoImage(Arc::new(NoImage {
            module: wanted.module.name.clone(),
            device: format!("{}/{}", wanted.on.target, wanted.on.board),
            searched: places.into_iter().map(|place| place.text).collect(),
            skipped,
            command: wanted.build_command(),
        })),
    })
}

impl Wanted<'_> {
    fn compare(&self, image: &Image) -> Result<(), Mismatch> {
        self.on.check(&image.xclbin).map_err(|other| Mismatch::Other(other.to_string()))?;
        let Some(built) = self.module_in(image) else {
            let names: Vec<&str> = image.modules.iter().map(|module| module.name.as_str()).collect();
            let held = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(Mismatch::Other(format!("it has no module `{}`; modules: {held}", self.module.name)));
        };
        let digests = [("abi", &built.abi, &self.module.abi), ("code", &built.code, &self.module.code)];
        match digests.into_iter().find(|(_, built, expected)| built != expected) {
            None => Ok(()),
            Some((what, built, expected)) => Err(Mismatch::Stale(Arc::new(StaleImage {
                path: image.path.clone(),
                module: self.module.name.clone(),
                what,
                built: built.clone(),
                expected: expected.clone(),
                command: self.build_command(),
            }))),
        }
    }

    fn module_in<'i>(&self, image: &'i Image) -> Option<&'i ModuleInterface> {
        image.modules.iter().find(|module| module.name == self.module.name)
    }

    /// A warning about an image that serves, but was built with other directives.
    pub fn other_directives(&self, image: &Image) -> Option<String> {
        let built = self.module_in(image)?;
        (built.directives != self.module.directives).then(|| {
            format!(
                "{}: the directives of module `{}` have changed since this image was built; rebuild it with `{}`",
                image.path.display(),
                built.name,
                self.build_command()
            )
        })
    }

    fn build_command(&self) -> String {
        format!("sycl-hls build --board {} --target {}", self.on.board, self.on.target)
    }
}

/// A place for images.
struct Place {
    /// The folder; none when what it derives from is not set.
    folder: Option<PathBuf>,
    /// How messages name it.
    text: String,
}

impl Place {
    /// The places in the order of the search.
    fn all(wanted: &Wanted<'_>, environment: &Environment) -> [Self; 3] {
        let BoardInfo { target, board, .. } = wanted.on;
        let place = |root: Option<&PathBuf>, variable: &str, middle: &str| match root {
            Some(root) => {
                let folder = root.join(middle).join(board).join(target.name());
                Self { text: folder.display().to_string(), folder: Some(folder) }
            }
            None => Self { folder: None, text: format!("{variable}: not set") },
        };
        [
            place(environment.images.as_ref(), "$SYCL_HLS_IMAGES", ""),
            place(environment.exe_dir.as_ref(), "the program's folder", "images"),
            place(environment.manifest_dir.as_ref(), "$CARGO_MANIFEST_DIR", "build"),
        ]
    }
}

/// The image files in a folder, by name; none if there is no such folder.
fn images_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "xclbin"))
        .collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests;
