//! The user's project: a Cargo package with kernels.

mod config;
mod keys;
mod placed;
mod vitis_table;

use std::path::{Path, PathBuf};

use sycl_hls_boards::{Board, Catalogue};
use sycl_hls_ir::Module;
use sycl_hls_types::Target;

use crate::args::ProjectArgs;
use crate::catalogue;
use crate::failure::{Failure, report};
use crate::kernels::Kernels;
use crate::package::{absolute, package_around, workspace};
use crate::sources::{SourceFile, translate_files};
pub use config::ClusterTable;
use config::Config;

/// A Cargo package.
#[derive(Debug)]
pub struct Project {
    /// Folder of its `Cargo.toml`.
    pub root: PathBuf,
    /// The package's name.
    pub name: String,
    /// `sycl-hls.toml`.
    pub config: Config,
    /// The boards that it can be built for.
    pub boards: Catalogue,
    /// What paths in messages start from: the workspace's folder, as for rustc.
    base: PathBuf,
}

/// An image that the project builds.
#[derive(Debug)]
pub struct ImageSources {
    pub name: String,
    pub files: Vec<SourceFile>,
}

impl Project {
    /// The project that is asked for: the one with this manifest, or the one that the folder lies in.
    ///
    /// # Errors
    /// When there is no `Cargo.toml` of a package, or `sycl-hls.toml` or a board of the project's own is wrong.
    pub fn find(args: &ProjectArgs) -> anyhow::Result<Self> {
        let Some(file) = &args.manifest_path else { return Self::around(&args.project) };
        if file.file_name().is_none_or(|name| name != "Cargo.toml") || !file.is_file() {
            let failure = Failure::usage(format!("{} is no Cargo.toml", file.display()));
            return Err(failure.help("`--manifest-path` takes the path of the project's Cargo.toml").into());
        }
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        Self::around(folder.unwrap_or(Path::new(".")))
    }

    /// The project that `folder` lies in.
    fn around(folder: &Path) -> anyhow::Result<Self> {
        let folder = absolute(folder)?;
        let Some((root, package)) = package_around(&folder)? else {
            let failure =
                Failure::usage(format!("there is no Cargo package in {} or above", folder.display()));
            let help =
                "name the project's folder with `--project DIR`, or make a project with `sycl-hls new NAME`";
            return Err(failure.help(help).into());
        };
        let config = Config::read(&root.join(config::FILE))?;
        let boards = catalogue::of_project(Some(root))?;
        let base = workspace(root)?.unwrap_or_else(|| root.to_owned());
        Ok(Self { root: root.to_owned(), name: package.name, config, boards, base })
    }

    /// The kernels of an image for a board: as they are written, and as `sycl-hls.toml` places them.
    ///
    /// # Errors
    /// When it places what is not there.
    pub fn kernels(
        &self,
        image: &ImageSources,
        modules: Vec<Module>,
        board: &Board,
    ) -> anyhow::Result<Kernels> {
        let mut kernels = Kernels::from(modules);
        self.config.place(&image.name, &mut kernels.modules, Some(board))?;
        Ok(kernels)
    }

    /// Shows what is wrong with the kernels and their tables in `sycl-hls.toml` whatever the board is.
    ///
    /// # Errors
    /// When something cannot be read.
    pub fn show_mistakes(&self) -> anyhow::Result<()> {
        for image in self.images()? {
            let placed = translate_files(&image.files, None)
                .and_then(|mut modules| self.config.place(&image.name, &mut modules, None));
            if let Err(error) = placed {
                report(&error);
            }
        }
        Ok(())
    }

    /// The images of the project: those of `sycl-hls.toml`, or else one of all kernels in `src`.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn images(&self) -> anyhow::Result<Vec<ImageSources>> {
        if self.config.image.is_empty() {
            let files = self.files(&self.root.join("src"))?;
            return Ok(vec![ImageSources { name: self.name.clone(), files }]);
        }
        let mut images = Vec::new();
        for (name, image) in &self.config.image {
            let files = match &image.sources {
                Some(sources) => sources.iter().map(|source| self.source(&self.root.join(source))).collect(),
                None => self.files(&self.root.join("src"))?,
            };
            images.push(ImageSources { name: name.clone(), files });
        }
        Ok(images)
    }

    /// True if Cargo has built something of the project before.
    pub fn was_built(&self) -> bool {
        let named = std::env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty());
        named.map_or_else(|| self.base.join("target"), PathBuf::from).exists()
    }

    /// Where the images of all boards and targets go.
    pub fn all_builds_folder(&self) -> PathBuf {
        self.root.join("build")
    }

    /// Where the images for a board and target go.
    pub fn build_folder(&self, board: &str, target: Target) -> PathBuf {
        self.all_builds_folder().join(board).join(target.name())
    }

    fn source(&self, path: &Path) -> SourceFile {
        let shown = path.strip_prefix(&self.base).unwrap_or(path);
        SourceFile { path: path.to_owned(), shown_as: shown.to_string_lossy().into_owned() }
    }

    /// All `.rs` files below a folder, in order of their paths.
    fn files(&self, folder: &Path) -> anyhow::Result<Vec<SourceFile>> {
        let mut paths = Vec::new();
        collect(folder, &mut paths)?;
        paths.sort();
        Ok(paths.iter().map(|path| self.source(path)).collect())
    }
}

/// `sycl-hls.toml` of the project with this folder.
///
/// # Errors
/// When it is wrong.
pub fn config_of(root: &Path) -> anyhow::Result<Config> {
    Config::read(&root.join(config::FILE))
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let failure = |error: std::io::Error| Failure::user(format!("cannot read {}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(failure)? {
        let entry = entry.map_err(failure)?;
        let path = entry.path();
        // A link may lead in a circle; Cargo's own sources are no links either.
        if entry.file_type().map_err(failure)?.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
    Ok(())
}
