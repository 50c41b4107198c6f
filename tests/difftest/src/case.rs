//! A kernels module as text, and what to run of it.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::{Module, Source};
use sycl_hls_tests::job::Job;

use crate::ast::{Program, module_text};

/// A file with one kernels module, and jobs.
#[derive(Clone, Debug)]
pub struct Case {
    /// The module's name.
    pub module: String,
    /// The file's text.
    pub text: String,
    /// What to run.
    pub jobs: Vec<Job>,
}

impl From<&Program> for Case {
    fn from(program: &Program) -> Self {
        Self { module: program.name.clone(), text: module_text(program), jobs: program.jobs.clone() }
    }
}

impl Case {
    /// The case that [`Case::write`] wrote to `<path>.rs` and `<path>.json`.
    ///
    /// # Errors
    /// When a file cannot be read or is none of [`Case::write`]'s.
    pub fn read(source: &Path) -> anyhow::Result<Self> {
        let named = |path: &Path| format!("cannot read {}", path.display());
        let text = fs::read_to_string(source).with_context(|| named(source))?;
        let jobs = source.with_extension("json");
        let json = fs::read_to_string(&jobs).with_context(|| named(&jobs))?;
        let jobs = serde_json::from_str(&json).with_context(|| named(&jobs))?;
        let Some(module) = find_modules(&text).ok().and_then(|modules| modules.into_iter().next()) else {
            bail!("{} has no kernels module", source.display());
        };
        Ok(Self { module: module.ident.to_string(), text, jobs })
    }

    /// Writes the text to `<folder>/<name>.rs` and the jobs to `<folder>/<name>.json`.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path, name: &str) -> anyhow::Result<()> {
        let write = |ending: &str, text: &str| {
            let path = folder.join(format!("{name}.{ending}"));
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
        };
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        write("rs", &self.text)?;
        write("json", &(serde_json::to_string(&self.jobs)? + "\n"))
    }

    /// What the front end makes of the module.
    ///
    /// # Errors
    /// Its first message, or why the text cannot be parsed.
    pub fn translate(&self) -> Result<Module, String> {
        let modules = find_modules(&self.text).map_err(|failure| format!("{failure:?}"))?;
        let Some(mut item) = modules.into_iter().next() else { return Err("no kernels module".to_owned()) };
        let source = Source::new(format!("{}.rs", self.module), Some(self.text.as_str().into()));
        let translation = translate(&mut item, source);
        let first = translation.errors().next().map(|first| {
            let at = first.span.start;
            format!("{}:{}: {} ({})", at.line, at.column, first.message, first.code.0)
        });
        match (translation.module, first) {
            (_, Some(first)) => Err(first),
            (Some(module), None) => Ok(module),
            (None, None) => Err("no module and no message".to_owned()),
        }
    }
}
