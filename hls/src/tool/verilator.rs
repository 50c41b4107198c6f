//! Verilator, which makes a simulator of Verilog: a program of C++.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{Cancel, Cxx, ToolError, run};

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
    /// The Verilog, and C++ files that are the same for every kernel and include no file beside them.
    pub sources: &'a [PathBuf],
    /// The C++ file that knows the kernel's class. It is compiled together with that.
    pub harness: &'a Path,
    /// Where that file's headers are.
    pub include: &'a Path,
    /// Where intermediate files go.
    pub folder: &'a Path,
    /// Macros that the Verilog sees.
    pub defines: &'a [&'a str],
    /// True if it is to be fast, rather than built fast.
    pub optimized: bool,
    /// Waveforms.
    pub waves: Waves,
    /// How many files are compiled at a time.
    pub jobs: usize,
}

/// A C++ file of a simulator, and how it is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The file.
    pub source: PathBuf,
    /// The compiler's flags.
    pub flags: Vec<String>,
    /// True if it is the same for every kernel.
    pub shared: bool,
}

/// Flags of every simulator.
const FLAGS: [&str; 14] = [
    "--cc",
    "--no-timing",
    "-O3",
    // What the Verilog leaves open starts at random.
    "--x-assign",
    "unique",
    "--x-initial",
    "unique",
    // The enables of a pipeline that flushes are one vector, of which each cycle waits for the next one: Verilator passes through it
    // once for each cycle, and gives up after 100 otherwise.
    "--converge-limit",
    "100000",
    // Warnings are for who wrote the Verilog; lint says them.
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-style",
    "-Wno-SYMRSVDWORD",
    "+define+SYCL_HLS_SIMULATION",
];

/// Flags of every C++ file. No product and sum in one: operators round each. Warnings are for who wrote the C++.
const CXX_FLAGS: [&str; 6] =
    ["-std=c++17", "-ffp-contract=off", "-w", "-DVERILATOR=1", "-DVM_COVERAGE=0", "-DVM_SC=0"];

/// Options for what runs in every cycle, and for Verilator's own library, of which little does. More than `-O1` takes twice as long
/// to compile and makes simulations no faster: docs/qor.md, row 6.
const OPTIMIZED: [&str; 2] = ["-O1", "-O0"];

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

    /// The flags that decide an optimized simulator, besides its files.
    pub fn flags(waves: Waves) -> impl Iterator<Item = &'static str> {
        arguments(waves).chain(CXX_FLAGS).chain(OPTIMIZED)
    }

    /// Makes C++ of the Verilog; gives all that is to be compiled and [linked](Self::link).
    ///
    /// # Errors
    /// When Verilator fails or is interrupted, or a file cannot be read or written.
    pub fn translate(&self, simulator: &Simulator<'_>, cancel: &Cancel) -> Result<Vec<Unit>, ToolError> {
        let Simulator { top, prefix, sources, folder, defines, waves, .. } = simulator;
        let is_cpp = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "cpp");
        let mut command = Command::new(&self.program);
        command
            .args(arguments(*waves))
            .args(defines.iter().map(|name| format!("+define+{name}")))
            .args(["--top-module", top, "--prefix", prefix, "--Mdir"])
            .arg(folder)
            .args(sources.iter().filter(|path| !is_cpp(path)));
        run(&mut command, cancel)?;
        let root = root(&folder.join(format!("{prefix}.mk")))?;
        let made = read(&folder.join(format!("{prefix}_classes.mk")))?;
        let mut units = vec![simulator.own_unit(&root, &made)?];
        let [fast, common] = simulator.effort();
        let library = ["VM_GLOBAL_FAST", "VM_GLOBAL_SLOW"].into_iter().flat_map(|list| listed(&made, list));
        let library = library.map(|name| root.join(format!("{name}.cpp")));
        let common_sources = sources.iter().filter(is_cpp).cloned();
        let shared = |source: PathBuf, effort| Unit {
            source,
            flags: simulator.cxx_flags(&root, effort),
            shared: true,
        };
        units.extend(library.map(|source| shared(source, common)));
        units.extend(common_sources.map(|source| shared(source, fast)));
        Ok(units)
    }

    /// Links a simulator's object files.
    ///
    /// # Errors
    /// When the linker fails or is interrupted.
    pub fn link(
        compiler: &Cxx,
        objects: &[PathBuf],
        program: &Path,
        waves: Waves,
        cancel: &Cancel,
    ) -> Result<(), ToolError> {
        let libraries: &[&str] = match waves {
            Waves::Fst => &["-pthread", "-latomic", "-lz"],
            Waves::None | Waves::Vcd => &["-pthread", "-latomic"],
        };
        compiler.link_program(objects, libraries, program, cancel)
    }

    /// Makes a simulator; gives the path of the program.
    ///
    /// # Errors
    /// When Verilator or the C++ compiler fails or is interrupted.
    pub fn build(&self, simulator: &Simulator<'_>, cancel: &Cancel) -> Result<PathBuf, ToolError> {
        let compiler = Cxx::find(cancel)?;
        let units = self.translate(simulator, cancel)?;
        let objects: Vec<PathBuf> =
            (0..units.len()).map(|number| simulator.folder.join(format!("unit{number}.o"))).collect();
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), ToolError> {
            while let Some((unit, object)) = at(&units, &objects, next.fetch_add(1, Ordering::Relaxed)) {
                compiler.compile_with(&unit.flags, &unit.source, object, cancel)?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..simulator.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Err(ToolError::Interrupted)))
        })?;
        let program = simulator.folder.join(simulator.prefix);
        Self::link(&compiler, &objects, &program, simulator.waves, cancel)?;
        Ok(program)
    }
}

impl Simulator<'_> {
    /// As [`OPTIMIZED`].
    const fn effort(&self) -> [&'static str; 2] {
        if self.optimized { OPTIMIZED } else { ["-O0"; 2] }
    }

    /// The kernel's own C++: one file, since most of the time goes into reading the headers of each.
    fn own_unit(&self, root: &Path, made: &str) -> Result<Unit, ToolError> {
        const LISTS: [&str; 4] = ["VM_CLASSES_SLOW", "VM_SUPPORT_SLOW", "VM_CLASSES_FAST", "VM_SUPPORT_FAST"];
        let files = LISTS.into_iter().flat_map(|list| listed(made, list)).map(|file| format!("{file}.cpp"));
        let files: Vec<String> = files.chain([self.harness.display().to_string()]).collect();
        let source = joined(self.folder, "model.cpp", &files)?;
        let include = [self.folder, self.include].map(|path| format!("-I{}", path.display()));
        let [fast, _] = self.effort();
        let flags = self.cxx_flags(root, fast).into_iter().chain(include).collect();
        Ok(Unit { source, flags, shared: false })
    }

    fn cxx_flags(&self, root: &Path, effort: &str) -> Vec<String> {
        let flag = |name: &str, is: bool| format!("-D{name}={}", u8::from(is));
        let include = |path: &Path| format!("-I{}", path.display());
        let mut flags: Vec<String> = CXX_FLAGS.iter().map(ToString::to_string).collect();
        flags.extend([
            flag("VM_TRACE", self.waves != Waves::None),
            flag("VM_TRACE_FST", self.waves == Waves::Fst),
            flag("VM_TRACE_VCD", self.waves == Waves::Vcd),
            effort.to_owned(),
            include(root),
            include(&root.join("vltstd")),
        ]);
        flags
    }
}

/// Verilator's arguments but for files.
fn arguments(waves: Waves) -> impl Iterator<Item = &'static str> {
    let wave = match waves {
        Waves::None => None,
        Waves::Vcd => Some("--trace"),
        Waves::Fst => Some("--trace-fst"),
    };
    FLAGS.into_iter().chain(wave)
}

fn at<'a>(units: &'a [Unit], objects: &'a [PathBuf], number: usize) -> Option<(&'a Unit, &'a PathBuf)> {
    units.get(number).zip(objects.get(number))
}

/// Writes one file that includes others: that is compiled faster than each alone.
fn joined(folder: &Path, name: &str, files: &[String]) -> Result<PathBuf, ToolError> {
    let text: String = files.iter().map(|file| format!("#include \"{file}\"\n")).collect();
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(|source| ToolError::File { path: path.clone(), source })?;
    Ok(path)
}

/// The names in a list of Verilator's makefile `.._classes.mk`.
fn listed<'m>(made: &'m str, list: &str) -> Vec<&'m str> {
    let head = format!("{list} += \\");
    let lines = made.lines().skip_while(|line| line.trim() != head).skip(1);
    let names = lines.map(|line| line.trim().trim_end_matches('\\').trim());
    names.take_while(|name| !name.is_empty()).collect()
}

/// Where Verilator's own C++ is, from the makefile that it has written.
fn root(makefile: &Path) -> Result<PathBuf, ToolError> {
    let text = read(makefile)?;
    let root = text.lines().find_map(|line| line.strip_prefix("VERILATOR_ROOT = "));
    root.map(|root| Path::new(root.trim()).join("include")).ok_or_else(|| ToolError::File {
        path: makefile.to_owned(),
        source: io::Error::other("it does not say where Verilator's library is"),
    })
}

fn read(path: &Path) -> Result<String, ToolError> {
    std::fs::read_to_string(path).map_err(|source| ToolError::File { path: path.to_owned(), source })
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
            sources: &[path("top.v")],
            harness: &path("main.cpp"),
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
