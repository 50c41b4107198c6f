//! What tells CI servers to test a project: a file for each kind of server, in `hls/cli/ci`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use sycl_hls_vitis::shell::quoted;

/// Stands in the files for the repository of this tool, as a word of a shell's.
const REPOSITORY: &str = "SYCL_HLS_GIT";

/// A kind of CI server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Server {
    /// GitHub Actions
    Github,
    /// GitLab
    Gitlab,
}

impl Server {
    /// Where the server looks for its file, in the root of a repository.
    pub fn path(self) -> &'static Path {
        Path::new(match self {
            Self::Github => ".github/workflows/kernels.yml",
            Self::Gitlab => ".gitlab-ci.yml",
        })
    }

    /// The file, for a server that installs this tool from a git repository.
    pub fn text(self, repository: &str) -> String {
        let text = match self {
            Self::Github => include_str!("../ci/github.yml"),
            Self::Gitlab => include_str!("../ci/gitlab.yml"),
        };
        text.replace(REPOSITORY, &quoted(repository))
    }
}

/// The root of the git repository that a folder lies in, if it lies below of it.
pub fn repository_above(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    folder.ancestors().skip(1).find(|folder| folder.join(".git").exists()).map(Path::to_owned)
}
