//! The files of a simulator, where Verilator finds them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::rtl::simulator::{HARNESS, MAIN, PREFIX, SOURCES};
use crate::tool::{Simulator, ToolError, Waves};

/// A kernel's Verilog and the simulator's own C++, in a folder.
#[derive(Clone, Debug)]
pub struct Files {
    verilog: Vec<PathBuf>,
    main: PathBuf,
    include: PathBuf,
    made: PathBuf,
}

/// What a simulator can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features<'a> {
    /// Macros that the Verilog sees.
    pub defines: &'a [&'a str],
    /// True if it is to be fast, rather than built fast.
    pub optimized: bool,
    /// Waveforms.
    pub waves: Waves,
    /// How many files are compiled at a time.
    pub jobs: usize,
}

impl Files {
    /// Writes the Verilog with what it calls, by name, and the header that binds the kernel's ports.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write<'t>(
        folder: &Path,
        verilog: impl IntoIterator<Item = (&'t str, &'t str)>,
        harness: &str,
    ) -> Result<Self, ToolError> {
        let include = folder.join("src");
        fs::create_dir_all(&include).map_err(|source| ToolError::File { path: include.clone(), source })?;
        let verilog = verilog.into_iter().map(|(name, text)| write(folder, name, text));
        let verilog = verilog.collect::<Result<_, _>>()?;
        for (name, text) in SOURCES.into_iter().chain([(HARNESS, harness)]) {
            write(&include, name, text)?;
        }
        let (main, made) = (include.join(MAIN), folder.join("obj"));
        Ok(Self { verilog, main, include, made })
    }

    /// What Verilator is to make of the module `top`.
    #[must_use]
    pub fn simulator<'s>(&'s self, top: &'s str, features: Features<'s>) -> Simulator<'s> {
        let Features { defines, optimized, waves, jobs } = features;
        Simulator {
            top,
            prefix: PREFIX,
            verilog: &self.verilog,
            main: &self.main,
            include: &self.include,
            folder: &self.made,
            defines,
            optimized,
            waves,
            jobs,
        }
    }
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, ToolError> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(|source| ToolError::File { path: path.clone(), source })?;
    Ok(path)
}
