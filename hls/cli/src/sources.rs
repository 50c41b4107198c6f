//! Source files and the kernels modules in them.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::{Module, Source};

use crate::diagnostics;
use crate::failure::{Failure, Reported};

/// A source file and the path that messages name it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Where it is.
    pub path: PathBuf,
    /// How messages name it.
    pub shown_as: String,
}

impl SourceFile {
    /// A file that messages name as the user did.
    pub fn named(path: &Path) -> Self {
        Self { path: path.to_owned(), shown_as: path.to_string_lossy().into_owned() }
    }
}

/// The kernels modules of these files as checked KIR, in order. All errors of all files are shown.
///
/// # Errors
/// When a file cannot be read, is not Rust, or breaks a rule of the kernel language.
pub fn translate_files(files: &[SourceFile]) -> anyhow::Result<Vec<Module>> {
    let mut modules = Vec::new();
    let mut errors = 0;
    for file in files {
        match translate_file(file) {
            Ok(found) => modules.extend(found),
            Err(error) => match error.downcast_ref::<Reported>() {
                Some(reported) => errors += reported.errors,
                None => return Err(error),
            },
        }
    }
    if errors > 0 { Err(Reported { errors }.into()) } else { Ok(modules) }
}

fn translate_file(file: &SourceFile) -> anyhow::Result<Vec<Module>> {
    let text = read(&file.path)?;
    let items = match find_modules(&text) {
        Ok(items) => items,
        Err(failure) => {
            diagnostics::show_parse_failure(&file.shown_as, &text, &failure);
            return Err(Reported { errors: 1 }.into());
        }
    };
    let mut modules = Vec::new();
    let mut errors = 0;
    for mut item in items {
        let source = Source { file: file.shown_as.clone(), text: Some(text.as_str().into()) };
        let translation = translate(&mut item, source);
        diagnostics::show(&file.shown_as, &text, &translation.diagnostics);
        errors += translation.diagnostics.len();
        modules.extend(translation.module);
    }
    if errors > 0 { Err(Reported { errors }.into()) } else { Ok(modules) }
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {}", path.display()))
        .map_err(|error| Failure::user(format!("{error:#}")).into())
}

/// The modules of one file, of which there must be some.
///
/// # Errors
/// As [`translate_files`]; also when the file has no kernels module.
pub fn translate_one(path: &Path) -> anyhow::Result<Vec<Module>> {
    let modules = translate_files(&[SourceFile::named(path)])?;
    if modules.is_empty() {
        let failure = Failure::user(format!("{} has no kernels module", path.display()));
        return Err(failure.help("mark an inline module with `#[sycl_hls::kernels]`").into());
    }
    Ok(modules)
}
