//! The C++ compiler that software emulation is built with.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Cancel, ToolError, run};

/// A C++ compiler.
#[derive(Clone, Debug)]
pub struct Cxx {
    program: PathBuf,
    version: String,
}

/// What decides the machine code besides the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CxxOptions {
    /// `-O` level.
    pub optimize: u8,
    /// True for debug information (`-g`).
    pub debug: bool,
}

impl Default for CxxOptions {
    fn default() -> Self {
        Self { optimize: 3, debug: false }
    }
}

/// Flags of every compilation. The language is what Vitis takes; nothing may change the floating-point results, and
/// no symbol but the entry points may meet another library's.
const FLAGS: [&str; 7] = [
    "-std=c++14",
    "-fPIC",
    "-fvisibility=hidden",
    "-ffp-contract=off",
    "-fno-exceptions",
    "-fno-rtti",
    "-Wno-unknown-pragmas",
];

impl Cxx {
    /// The compiler named by the environment variable `CXX`, or else `g++` or `clang++`.
    ///
    /// # Errors
    /// When none is installed, or it does not answer.
    pub fn find(cancel: &Cancel) -> Result<Self, ToolError> {
        let named = env::var("CXX").ok().filter(|name| !name.is_empty());
        let candidates =
            named.map_or_else(|| vec!["g++".to_owned(), "clang++".to_owned()], |name| vec![name]);
        for candidate in &candidates {
            let mut command = Command::new(candidate);
            match run(command.args(["-dumpfullversion", "-dumpversion", "-dumpmachine"]), cancel) {
                Ok(version) => {
                    return Ok(Self {
                        program: candidate.into(),
                        version: version.trim().replace('\n', " "),
                    });
                }
                Err(ToolError::NotStarted { .. }) => {}
                Err(other) => return Err(other),
            }
        }
        Err(ToolError::NoCompiler { looked_for: candidates })
    }

    /// What tells two compilers apart: program, version and machine.
    #[must_use]
    pub fn identity(&self) -> String {
        format!("{} {}", self.program.display(), self.version)
    }

    /// The flags that decide the machine code.
    #[must_use]
    pub fn flags(options: CxxOptions) -> Vec<String> {
        let mut flags: Vec<String> = FLAGS.iter().map(ToString::to_string).collect();
        flags.push(format!("-O{}", options.optimize));
        if options.debug {
            flags.push("-g".to_owned());
        }
        flags
    }

    /// Compiles one text to an object file.
    ///
    /// # Errors
    /// When the compiler fails or is interrupted.
    pub fn compile(
        &self,
        source: &Path,
        object: &Path,
        options: CxxOptions,
        cancel: &Cancel,
    ) -> Result<(), ToolError> {
        self.compile_with(&Self::flags(options), source, object, cancel)
    }

    /// Compiles one text to an object file with these flags and no others.
    ///
    /// # Errors
    /// When the compiler fails or is interrupted.
    pub fn compile_with(
        &self,
        flags: &[String],
        source: &Path,
        object: &Path,
        cancel: &Cancel,
    ) -> Result<(), ToolError> {
        let mut command = Command::new(&self.program);
        command.args(flags).arg("-c").arg(source).arg("-o").arg(object);
        run(&mut command, cancel).map(|_| ())
    }

    /// Links object files to a shared object without needless dependencies.
    ///
    /// # Errors
    /// When the linker fails or is interrupted.
    pub fn link_shared(&self, objects: &[PathBuf], output: &Path, cancel: &Cancel) -> Result<(), ToolError> {
        let mut command = Command::new(&self.program);
        command.args(["-shared", "-Wl,--as-needed", "-Wl,-z,defs"]).args(objects).arg("-o").arg(output);
        run(&mut command, cancel).map(|_| ())
    }

    /// Links object files to a program, without symbols.
    ///
    /// # Errors
    /// When the linker fails or is interrupted.
    pub fn link_program(
        &self,
        objects: &[PathBuf],
        libraries: &[&str],
        output: &Path,
        cancel: &Cancel,
    ) -> Result<(), ToolError> {
        let mut command = Command::new(&self.program);
        command.arg("-s").args(objects).args(libraries).arg("-o").arg(output);
        run(&mut command, cancel).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiles_and_links_a_library() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a b.cpp"), "extern \"C\" int answer() { return 42; }\n").unwrap();
        let cancel = Cancel::new();
        let cxx = Cxx::find(&cancel).unwrap();
        assert!(cxx.identity().contains(|c: char| c.is_ascii_digit()), "{}", cxx.identity());
        cxx.compile(&path("a b.cpp"), &path("a.o"), CxxOptions::default(), &cancel).unwrap();
        cxx.link_shared(&[path("a.o")], &path("a.so"), &cancel).unwrap();
        assert!(std::fs::read(path("a.so")).unwrap().starts_with(b"\x7fELF"));
    }

    #[test]
    fn a_failing_compilation_shows_the_compilers_words() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("bad.cpp");
        std::fs::write(&source, "int x = nonsense;\n").unwrap();
        let cancel = Cancel::new();
        let cxx = Cxx::find(&cancel).unwrap();
        let object = folder.path().join("bad.o");
        let error = cxx.compile(&source, &object, CxxOptions::default(), &cancel).unwrap_err();
        assert!(error.to_string().contains("nonsense"), "{error}");
    }
}
