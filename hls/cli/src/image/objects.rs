//! Object files of earlier builds, found again by what they were compiled from.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sycl_hls_compiler::tool::{Cancel, Cxx, CxxOptions, ToolError, Unit};
use sycl_hls_types::Digest;
use tempfile::TempDir;

/// Objects that are kept: those of some builds with and without checks.
const KEPT: usize = 16;

/// A folder of object files.
pub struct Objects {
    folder: PathBuf,
}

impl Objects {
    /// The objects in a folder, which is made.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn open(folder: PathBuf) -> Result<Self, ToolError> {
        fs::create_dir_all(&folder).map_err(|source| ToolError::File { path: folder.clone(), source })?;
        Ok(Self { folder })
    }

    /// The object file of a C++ text: an earlier one, or a new one.
    ///
    /// # Errors
    /// When the compiler fails or is interrupted, or a file cannot be written.
    pub fn compile(&self, cpp: &str, compiler: &Cxx, cancel: &Cancel) -> Result<PathBuf, ToolError> {
        let flags = Cxx::flags(CxxOptions::default());
        self.compile_with(cpp, compiler, &flags, cancel)
    }

    /// As [`compile`](Self::compile), with these flags.
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn compile_with(
        &self,
        cpp: &str,
        compiler: &Cxx,
        flags: &[String],
        cancel: &Cancel,
    ) -> Result<PathBuf, ToolError> {
        self.find_or_make(&format!("{}.o", object_key(cpp, compiler, flags).as_str()), |folder, compiled| {
            let source = folder.join("unit.cpp");
            fs::write(&source, cpp).map_err(|error| failed(&source, error))?;
            compiler.compile_with(flags, &source, compiled, cancel)
        })
    }

    /// The object file of a simulator's unit. What is the same for every kernel is kept; any other lies beside its source.
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn compile_unit(&self, unit: &Unit, compiler: &Cxx, cancel: &Cancel) -> Result<PathBuf, ToolError> {
        if unit.shared {
            let text = fs::read_to_string(&unit.source).map_err(|error| failed(&unit.source, error))?;
            return self.compile_with(&text, compiler, &unit.flags, cancel);
        }
        let object = unit.source.with_extension("o");
        compiler.compile_with(&unit.flags, &unit.source, &object, cancel)?;
        Ok(object)
    }

    /// The file of this name, if there is one; it counts as used.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let path = self.folder.join(name);
        let file = File::options().append(true).open(&path).ok()?;
        // Only the order of use suffers if this fails.
        let _ = file.set_modified(SystemTime::now());
        Some(path)
    }

    /// Where the file of this name is, or would be.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The file of this name, which `make` makes if there is none: it gets a temporary folder and where the file goes.
    ///
    /// # Errors
    /// When a file cannot be written, or what `make` gives.
    pub fn find_or_make(
        &self,
        name: &str,
        make: impl FnOnce(&Path, &Path) -> Result<(), ToolError>,
    ) -> Result<PathBuf, ToolError> {
        if let Some(path) = self.find(name) {
            return Ok(path);
        }
        let folder = self.temporary()?;
        let made = folder.path().join("made");
        make(folder.path(), &made)?;
        // A file in place is complete.
        let path = self.folder.join(name);
        fs::rename(&made, &path).map_err(|error| failed(&path, error))?;
        Ok(path)
    }

    /// A folder for what is on its way here.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn temporary(&self) -> Result<TempDir, ToolError> {
        tempfile::tempdir_in(&self.folder).map_err(|error| failed(&self.folder, error))
    }

    /// Removes what was not used for the longest time; what the last build used, of so many files, stays in any case.
    /// What cannot be removed stays, too.
    pub fn tidy(&self, used: usize) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut objects: Vec<(SystemTime, PathBuf)> = entries
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        objects.sort();
        for (_, old) in objects.iter().rev().skip(KEPT.max(2 * used)) {
            let _ = fs::remove_file(old);
        }
    }
}

fn failed(path: &Path, source: io::Error) -> ToolError {
    ToolError::File { path: path.to_owned(), source }
}

/// What decides the machine code. Comments do not: they name source lines, which move with the host's code.
fn object_key(cpp: &str, compiler: &Cxx, flags: &[String]) -> Digest {
    Digest::of(format!("{}\n{flags:?}\n{}", compiler.identity(), without_comments(cpp)))
}

/// A text of C++ or Verilog without the lines that are comments.
pub fn without_comments(text: &str) -> String {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    code.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiler() -> Cxx {
        Cxx::find(&Cancel::new()).unwrap()
    }

    #[test]
    fn comments_and_nothing_else_may_differ() {
        let cxx = compiler();
        let key = |cpp: &str| object_key(cpp, &cxx, &[]);
        assert_eq!(key("// 1: a\nint a;\n    // 2: b\n"), key("// 7: a\nint a;\n"));
        assert_ne!(key("int a;"), key("int b;"));
        assert_ne!(key("int a; // b"), key("int a;"), "only whole lines are taken for comments");
    }

    #[test]
    fn the_objects_used_last_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let objects = Objects::open(folder.path().join("objects")).unwrap();
        let (cxx, cancel) = (compiler(), Cancel::new());
        let compile = |number: usize| objects.compile(&format!("int a{number};"), &cxx, &cancel).unwrap();
        let first = compile(0);
        (1..=KEPT).for_each(|number| drop(compile(number)));
        assert_eq!(compile(0), first, "it is found, and used");
        fs::create_dir(folder.path().join("objects/left")).unwrap();
        objects.tidy(2);
        assert!(first.exists());
        assert_eq!(fs::read_dir(folder.path().join("objects")).unwrap().count(), KEPT);
        assert!(objects.compile("no C++", &cxx, &cancel).is_err());
    }
}
