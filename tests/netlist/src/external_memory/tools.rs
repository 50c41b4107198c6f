//! Simulators that others made.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use sycl_hls_compiler::rtl::operators::library;
use sycl_hls_compiler::tool::{self, Cancel, Cxx, Simulator, Unit, Verilator, Waves};
use tempfile::TempDir;

use super::{temporary, write};
use crate::Error;

/// What computes with floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Floats {
    /// The gates.
    Gates,
    /// The host's floats, which are faster.
    Host,
}

const MAIN: &str = include_str!("bench.cpp");

/// Writes a bench and the operators into a folder; gives the files.
fn sources(bench: &str, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let texts = [("bench.v", bench)].into_iter().chain(library().iter().copied());
    let file = |(name, text): (&str, &str)| {
        let file = folder.join(name);
        write(&file, text).map(|()| file)
    };
    texts.map(file).collect()
}

/// A bench in Icarus, with the operators' gates.
///
/// # Errors
/// When Icarus is not there or does not accept the bench.
pub fn icarus(bench: &str, folder: &Path) -> Result<Command, Error> {
    let files = sources(bench, folder)?;
    let program = folder.join("bench");
    let mut compiler = Command::new("iverilog");
    compiler.args(["-g2001", "-s", "bench", "-o"]).arg(&program);
    compiler.args(files.iter().filter(|file| is_verilog(file)));
    tool::run(&mut compiler, &Cancel::new())?;
    let mut simulator = Command::new("vvp");
    simulator.arg(program);
    Ok(simulator)
}

/// Verilator, whose own library is compiled once for all benches.
pub struct Benches {
    verilator: Verilator,
    compiler: Cxx,
    cancel: Cancel,
    folder: TempDir,
    /// Compiled files of the library, each with its flags.
    library: Mutex<Vec<(Unit, PathBuf)>>,
}

impl Benches {
    /// With nothing compiled yet.
    ///
    /// # Errors
    /// When Verilator or the C++ compiler is not there.
    pub fn new() -> Result<Self, Error> {
        let cancel = Cancel::new();
        Ok(Self {
            verilator: Verilator::find(&cancel)?,
            compiler: Cxx::find(&cancel)?,
            cancel,
            folder: temporary()?,
            library: Mutex::default(),
        })
    }

    /// A bench in Verilator, made to be fast or to be built fast.
    ///
    /// # Errors
    /// When Verilator or the C++ compiler fails.
    pub fn build(
        &self,
        bench: &str,
        folder: &Path,
        floats: Floats,
        optimized: bool,
    ) -> Result<PathBuf, Error> {
        let mut files = sources(bench, folder)?;
        let defines: &[&str] = match floats {
            Floats::Gates => &[],
            Floats::Host => &["SYCL_HLS_DPI"],
        };
        if floats == Floats::Gates {
            files.retain(|file| is_verilog(file));
        }
        let main = folder.join("main.cpp");
        write(&main, MAIN)?;
        let simulator = Simulator {
            top: "bench",
            prefix: "Vbench",
            sources: &files,
            harness: &main,
            include: folder,
            folder,
            defines,
            optimized,
            waves: Waves::None,
            jobs: 1,
        };
        let units = self.verilator.translate(&simulator, &self.cancel)?;
        let objects: Result<Vec<PathBuf>, Error> =
            units.into_iter().map(|unit| self.object(unit, folder)).collect();
        let program = folder.join("Vbench");
        Verilator::link(&self.compiler, &objects?, &program, Waves::None, &self.cancel)?;
        Ok(program)
    }

    /// The object file of a C++ file.
    fn object(&self, unit: Unit, folder: &Path) -> Result<PathBuf, Error> {
        if !unit.shared {
            return self.compile(&unit, folder);
        }
        let mut library = self.library.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, object)) = library.iter().find(|(known, _)| *known == unit) {
            return Ok(object.clone());
        }
        let object = self.compile(&unit, self.folder.path())?;
        library.push((unit, object.clone()));
        Ok(object)
    }

    fn compile(&self, unit: &Unit, folder: &Path) -> Result<PathBuf, Error> {
        let stem = unit.source.file_stem().unwrap_or_default();
        let object = folder.join(stem).with_extension("o");
        self.compiler.compile_with(&unit.flags, &unit.source, &object, &self.cancel)?;
        Ok(object)
    }
}

/// The simulator that [`Benches`] built; registers start with what its seed says.
#[must_use]
pub fn verilator(program: &Path) -> Command {
    let mut simulator = Command::new(program);
    simulator.args(["+verilator+rand+reset+2", "+verilator+seed+7"]);
    simulator
}

fn is_verilog(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "v")
}
