//! The texts that a report is about.

use sycl_hls_ir::Module;
use sycl_hls_vitis::brief::Brief;

/// Files by the names that messages give them, each with its text.
pub struct Sources<'s>(Vec<(&'s str, &'s str)>);

impl<'s> Sources<'s> {
    /// Those of modules.
    pub fn of_modules(modules: &'s [Module]) -> Self {
        let files = modules.iter().flat_map(|module| module.source.files());
        Self::new(files.map(|file| (file.file.as_str(), file.text.as_deref().unwrap_or_default())))
    }

    /// Those that were built.
    pub fn of_brief(brief: &'s Brief) -> Self {
        Self::new(brief.sources.values().map(|source| (source.file.as_str(), source.text.as_str())))
    }

    /// A file may have several modules.
    fn new(files: impl Iterator<Item = (&'s str, &'s str)>) -> Self {
        let mut each: Vec<(&str, &str)> = Vec::new();
        for (file, text) in files {
            if !each.iter().any(|(other, _)| *other == file) {
                each.push((file, text));
            }
        }
        Self(each)
    }

    /// All files.
    pub fn files(&self) -> &[(&'s str, &'s str)] {
        &self.0
    }

    /// What a line is called on the page; `None` if there is no such file, or it is no line.
    pub fn key(&self, file: &str, line: u32) -> Option<String> {
        let position = self.0.iter().position(|(name, _)| *name == file).filter(|_| line != 0)?;
        Some(if position == 0 { line.to_string() } else { format!("{position}-{line}") })
    }

    /// A line's text without its indentation; empty if there is none.
    pub fn line(&self, file: &str, line: u32) -> &'s str {
        let text = self.0.iter().find(|(name, _)| *name == file).map_or("", |(_, text)| *text);
        text.lines().nth((line as usize).wrapping_sub(1)).unwrap_or_default().trim()
    }
}
