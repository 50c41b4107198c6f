//! Object files of earlier builds, found again by what they were compiled from.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sycl_hls_compiler::tool::{Cancel, Cxx, CxxOptions, ToolError};
use sycl_hls_types::Digest;

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
        let options = CxxOptions::default();
        let object = self.folder.join(format!("{}.o", key(cpp, compiler, options).as_str()));
        if let Ok(file) = File::options().append(true).open(&object) {
            // Only the order of use suffers if this fails.
            let _ = file.set_modified(SystemTime::now());
            return Ok(object);
        }
        let failed = |path: &Path, source| ToolError::File { path: path.to_owned(), source };
        let folder = tempfile::tempdir_in(&self.folder).map_err(|error| failed(&self.folder, error))?;
        let (source, compiled) = (folder.path().join("unit.cpp"), folder.path().join("unit.o"));
        fs::write(&source, cpp).map_err(|error| failed(&source, error))?;
        compiler.compile(&source, &compiled, options, cancel)?;
        // A file in place is complete.
        fs::rename(&compiled, &object).map_err(|error| failed(&object, error))?;
        Ok(object)
    }

    /// Removes the objects that were not used for the longest time. What cannot be removed stays.
    pub fn tidy(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut objects: Vec<(SystemTime, PathBuf)> = entries
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        objects.sort();
        for (_, old) in objects.iter().rev().skip(KEPT) {
            let _ = fs::remove_file(old);
        }
    }
}

/// What decides the machine code. Comments do not: they name source lines, which move with the host's code.
fn key(cpp: &str, compiler: &Cxx, options: CxxOptions) -> Digest {
    let code: Vec<&str> = cpp.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    Digest::of(format!("{}\n{:?}\n{}", compiler.identity(), Cxx::flags(options), code.join("\n")))
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
        let key = |cpp: &str| key(cpp, &cxx, CxxOptions::default());
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
        objects.tidy();
        assert!(first.exists());
        assert_eq!(fs::read_dir(folder.path().join("objects")).unwrap().count(), KEPT);
        assert!(objects.compile("no C++", &cxx, &cancel).is_err());
    }
}
