//! The files of a simulator, where Verilator finds them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::rtl::harness::Harness;
use crate::rtl::simulator::{self, KERNEL, PREFIX};
use crate::tool::{Simulator, ToolError, Waves};

/// A kernel's Verilog and the simulator's own C++, in a folder.
#[derive(Clone, Debug)]
pub struct Files {
    sources: Vec<PathBuf>,
    harness: PathBuf,
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
    /// Writes the Verilog with what it calls, by name, and the C++ around the kernel.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write<'t>(
        folder: &Path,
        verilog: impl IntoIterator<Item = (&'t str, &'t str)>,
        harness: &Harness,
    ) -> Result<Self, ToolError> {
        let include = folder.join("src");
        fs::create_dir_all(&include).map_err(|source| ToolError::File { path: include.clone(), source })?;
        let verilog = verilog.into_iter().map(|(name, text)| write(folder, name, text));
        let slave = |width: &u32| write(&include, &format!("slave{width}.cpp"), &simulator::slave(*width));
        let server = write(&include, "server.cpp", &simulator::server());
        let sources = verilog.chain([server]).chain(harness.data_widths.iter().map(slave));
        let sources = sources.collect::<Result<_, _>>()?;
        let (name, text) = KERNEL;
        write(&include, name, text)?;
        let harness = write(&include, "harness.cpp", &harness.text)?;
        Ok(Self { sources, harness, include, made: folder.join("obj") })
    }

    /// What Verilator is to make of the module `top`.
    #[must_use]
    pub fn simulator<'s>(&'s self, top: &'s str, features: Features<'s>) -> Simulator<'s> {
        let Features { defines, optimized, waves, jobs } = features;
        Simulator {
            top,
            prefix: PREFIX,
            sources: &self.sources,
            harness: &self.harness,
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
