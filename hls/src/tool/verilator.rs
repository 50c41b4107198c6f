//! Verilator, which makes a simulator of Verilog: a program of C++.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Cancel, ToolError, run};

/// Verilator.
#[derive(Clone, Debug)]
pub struct Verilator {
    program: PathBuf,
    version: String,
}

/// Which waveforms a simulator can record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Waves {
    /// None: the fastest.
    #[default]
    None,
    /// Value change dump: text, which everything reads.
    Vcd,
    /// GTKWave's format: far smaller.
    Fst,
}

/// What a simulator is made of.
#[derive(Clone, Debug)]
pub struct Simulator<'a> {
    /// The kernel's module.
    pub top: &'a str,
    /// The name of its C++ class.
    pub prefix: &'a str,
    /// The Verilog.
    pub verilog: &'a [PathBuf],
    /// The C++ file with `main`.
    pub main: &'a Path,
    /// Where that file's headers are.
    pub include: &'a Path,
    /// Where intermediate files go. GNU make takes no blanks in this path.
    pub folder: &'a Path,
    /// Macros that the Verilog sees.
    pub defines: &'a [&'a str],
    /// Is it to be fast, rather than built fast?
    pub optimized: bool,
    /// Waveforms.
    pub waves: Waves,
    /// How many files are compiled at a time.
    pub jobs: usize,
}

/// Flags of every simulator.
const FLAGS: [&str; 16] = [
    "--cc",
    "--exe",
    "--build",
    "--no-timing",
    "-O3",
    // What the Verilog leaves open starts at random.
    "--x-assign",
    "unique",
    "--x-initial",
    "unique",
    // Warnings are for who wrote the Verilog; lint says them.
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-style",
    "-Wno-SYMRSVDWORD",
    "+define+SYCL_HLS_SIMULATION",
    "-CFLAGS",
    // No product and sum in one: operators round each.
    "-std=c++17 -ffp-contract=off",
];

impl Verilator {
    /// The program named by the environment variable `VERILATOR`, or else `verilator`.
    ///
    /// # Errors
    /// When it is not installed, or does not answer.
    pub fn find(cancel: &Cancel) -> Result<Self, ToolError> {
        let named = env::var("VERILATOR").ok().filter(|name| !name.is_empty());
        Self::at(named.unwrap_or_else(|| "verilator".to_owned()).into(), cancel)
    }

    fn at(program: PathBuf, cancel: &Cancel) -> Result<Self, ToolError> {
        match run(Command::new(&program).arg("--version"), cancel) {
            Ok(version) => Ok(Self { program, version: version.trim().to_owned() }),
            Err(ToolError::NotStarted { program, .. }) => Err(ToolError::NoVerilator { looked_for: program }),
            Err(other) => Err(other),
        }
    }

    /// What tells two of them apart: program and version.
    #[must_use]
    pub fn identity(&self) -> String {
        format!("{} {}", self.program.display(), self.version)
    }

    /// The flags that decide the simulator, besides its files.
    #[must_use]
    pub fn flags(waves: Waves) -> Vec<String> {
        let wave = match waves {
            Waves::None => None,
            Waves::Vcd => Some("--trace"),
            Waves::Fst => Some("--trace-fst"),
        };
        FLAGS.into_iter().chain(wave).map(str::to_owned).collect()
    }

    /// Makes a simulator; gives the path of the program.
    ///
    /// # Errors
    /// When Verilator or the C++ compiler fails or is interrupted.
    pub fn build(&self, simulator: &Simulator<'_>, cancel: &Cancel) -> Result<PathBuf, ToolError> {
        let Simulator { top, prefix, verilog, main, include, folder, defines, optimized, waves, jobs } =
            simulator;
        let effort = if *optimized { "OPT_FAST=-O3" } else { "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" };
        let mut command = Command::new(&self.program);
        command
            .args(Self::flags(*waves))
            .args(["-MAKEFLAGS", effort])
            .args(defines.iter().map(|name| format!("+define+{name}")))
            .args(["--top-module", top, "--prefix", prefix])
            .arg("-CFLAGS")
            .arg(format!("-I{}", absolute(include)?.display()))
            .args(["-j", &jobs.max(&1).to_string()])
            .arg("--Mdir")
            .arg(absolute(folder)?)
            .arg(absolute(main)?)
            .args(verilog.iter());
        run(&mut command, cancel)?;
        Ok(folder.join(prefix))
    }
}

/// The C++ compiler runs in another folder.
fn absolute(path: &Path) -> Result<PathBuf, ToolError> {
    std::path::absolute(path).map_err(|source| ToolError::File { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(folder: &Path, verilog: &str, main: &str) -> Result<PathBuf, ToolError> {
        let path = |name: &str| folder.join(name);
        std::fs::write(path("top.v"), verilog).unwrap();
        std::fs::write(path("main.cpp"), main).unwrap();
        let cancel = Cancel::new();
        let simulator = Simulator {
            top: "top",
            prefix: "Vtop",
            verilog: &[path("top.v")],
            main: &path("main.cpp"),
            include: folder,
            folder: &path("obj"),
            defines: &[],
            optimized: true,
            waves: Waves::None,
            jobs: 1,
        };
        Verilator::find(&cancel)?.build(&simulator, &cancel)
    }

    #[test]
    fn builds_a_simulator() {
        let folder = tempfile::tempdir().unwrap();
        let verilog = "module top(input wire [7:0] x, output wire [7:0] y); assign y = x + 1; endmodule\n";
        let main = "#include \"Vtop.h\"\nint main() { Vtop top; top.x = 41; top.eval(); return top.y; }\n";
        let program = build(folder.path(), verilog, main).unwrap();
        assert_eq!(Command::new(program).status().unwrap().code(), Some(42));
    }

    #[test]
    fn a_failing_build_shows_the_words_of_the_tool() {
        let folder = tempfile::tempdir().unwrap();
        let error = build(folder.path(), "module top(); nonsense endmodule\n", "").unwrap_err().to_string();
        assert!(error.starts_with("verilator failed") && error.contains("top.v:1"), "{error}");
    }

    #[test]
    fn it_may_be_missing() {
        let error = Verilator::at("no-such-verilator".into(), &Cancel::new()).unwrap_err();
        assert_eq!(error.to_string(), "Verilator was not found (looked for no-such-verilator)");
        let found = Verilator::find(&Cancel::new()).unwrap();
        assert!(found.identity().contains("Verilator"), "{}", found.identity());
    }
}
