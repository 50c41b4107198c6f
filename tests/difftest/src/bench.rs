//! Runs cases on every target: all of them are compiled in one crate, `programs`, and the program that results runs each case in a process
//! of its own.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use anyhow::{Context as _, bail};
use rayon::prelude::*;
use serde_json::Value as Json;
use sycl_hls_compiler::tool::{Cancel, ToolError, run};
use sycl_hls_tests::cache::{self, CACHE, OBJECTS};
use sycl_hls_tests::serve::{Emulated, reports};
use tempfile::TempDir;

use crate::case::Case;
use crate::finding::{Class, Finding, Verdict};

/// Seconds that a case may take, with the compilation of its C++, and of simulators.
const TIME_LIMIT: u64 = 120;
const TIME_LIMIT_OF_HARDWARE: u64 = 900;

/// One case of so many has operators on floats as gates in hardware.
const GATE_LEVEL: usize = 10;

/// The emitted C++ has no warnings, except of what random programs themselves say: they compare what is always equal,
/// divide by a zero and leave arrays behind a check, or negate a constant twice. g++ before 13 ignores the text's own
/// diagnostic pragma for `#pragma HLS` (GCC bug 53431).
const COMPILER: &str = "#!/bin/sh
exec g++ -Wall -Wextra -Werror -Wno-unknown-pragmas -Wno-tautological-compare -Wno-type-limits -Wno-overflow \
    -Wno-div-by-zero -Wno-shift-count-overflow -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread \
    -Wno-parentheses -Wno-uninitialized -Wno-maybe-uninitialized -Wno-aggressive-loop-optimizations \"$@\"
";

/// The compiler for [`Emulation::Sanitized`]. Warnings are another matter: the sanitizers' own code causes some.
const SANITIZING_COMPILER: &str = "#!/bin/sh
unset LD_PRELOAD
exec g++ -fsanitize=undefined,address -fno-sanitize-recover=all -w \"$@\"
";

/// The cache of the cases.
const CACHE_FOLDER: &str = "cache";

/// The crate that cases are compiled in.
const PROGRAMS: &str = "sycl-hls-programs";

/// Where cases are compiled and run.
#[derive(Clone, Debug)]
pub struct Bench {
    root: PathBuf,
    cancel: Cancel,
    emulation: Emulation,
}

/// How emulation takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Emulation {
    /// As users have it.
    #[default]
    Plain,
    /// With UndefinedBehaviorSanitizer and AddressSanitizer in the emitted C++: what they find ends the process.
    Sanitized,
    /// Not at all: only the host and the interpreter are compared, many times faster.
    Without,
    /// In hardware, cycle by cycle, with ideal memory, with memory that answers by chance and with a board's; every tenth
    /// program with operators on floats as gates. Seconds for each kernel.
    Hardware,
}

/// Cases as a program.
pub struct Built {
    /// The sources, the jobs and the program.
    folder: TempDir,
    cases: usize,
    /// The verdicts on cases that are no part of the program.
    rejected: BTreeMap<usize, Verdict>,
}

/// What cargo made of a crate.
enum Cargo {
    Program(PathBuf),
    /// Cases that were not accepted, with their first errors.
    Rejected(BTreeMap<usize, Finding>),
}

impl Bench {
    /// A bench whose work ends early on `cancel`.
    #[must_use]
    pub fn new(cancel: Cancel) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        Self { root, cancel, emulation: Emulation::default() }
    }

    /// The bench with another way to emulate.
    #[must_use]
    pub fn with_emulation(self, emulation: Emulation) -> Self {
        Self { emulation, ..self }
    }

    /// True if someone has asked for the work to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Compiles the cases, and runs them; gives a verdict on each.
    ///
    /// # Errors
    /// When the work was interrupted, or something fails that is no case's fault.
    pub fn run(&self, cases: &[Case]) -> anyhow::Result<Vec<Verdict>> {
        let built = self.build(cases)?;
        self.run_built(&built, &|_| {})
    }

    /// Compiles the cases.
    ///
    /// # Errors
    /// As [`Bench::run`].
    pub fn build(&self, cases: &[Case]) -> anyhow::Result<Built> {
        let folder = TempDir::new().context("cannot create a temporary folder")?;
        for (number, case) in cases.iter().enumerate() {
            case.write(folder.path(), &format!("p{number}"))?;
        }
        make_cache(&folder.path().join(CACHE_FOLDER)).context("cannot make the cache")?;
        let compiler = folder.path().join("g++");
        fs::write(&compiler, self.compiler_script())?;
        fs::set_permissions(&compiler, Permissions::from_mode(0o755))?;
        let mut built = Built { folder, cases: cases.len(), rejected: BTreeMap::new() };
        while built.rejected.len() < cases.len() {
            match self.compile(&built, cases)? {
                Cargo::Program(_) => break,
                Cargo::Rejected(findings) => {
                    let verdict = |finding| Verdict { ends: Vec::new(), finding: Some(finding) };
                    built
                        .rejected
                        .extend(findings.into_iter().map(|(case, finding)| (case, verdict(finding))));
                }
            }
        }
        Ok(built)
    }

    /// Compiles the cases that were not rejected so far.
    fn compile(&self, built: &Built, cases: &[Case]) -> anyhow::Result<Cargo> {
        let target = self.root.join("target");
        fs::create_dir_all(&target).with_context(|| format!("cannot create {}", target.display()))?;
        // Another process may be at work, too.
        let lock = File::create(target.join("programs.lock")).context("cannot create the lock")?;
        lock.lock().context("cannot lock the crate of the programs")?;
        let text = built.folder.path().join("programs.rs");
        fs::write(&text, program_text(built, cases))
            .with_context(|| format!("cannot write {}", text.display()))?;
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        // As the tests of the workspace are built: then all that the crate depends on is there already.
        command.args(["test", "--workspace", "--bin", PROGRAMS, "--no-run"]);
        command.args(["--offline", "--quiet", "--message-format=json"]).current_dir(&self.root);
        command.env("SYCL_HLS_PROGRAMS", text);
        let result = cargo_result(run(&mut command, &self.cancel), built)?;
        if let Cargo::Program(program) = &result {
            fs::copy(program, built.program()).context("cannot copy the program")?;
        }
        Ok(result)
    }

    /// What runs as the C++ compiler.
    fn compiler_script(&self) -> &'static str {
        if self.emulation == Emulation::Sanitized { SANITIZING_COMPILER } else { COMPILER }
    }

    /// AddressSanitizer's library.
    fn sanitizer(&self) -> anyhow::Result<String> {
        let path = run(Command::new("g++").arg("-print-file-name=libasan.so"), &self.cancel)?;
        Ok(path.trim().to_owned())
    }

    /// Runs the cases, two or more at a time; gives a verdict on each. `each` is told of every case as it ends.
    ///
    /// # Errors
    /// As [`Bench::run`].
    pub fn run_built(&self, built: &Built, each: &(dyn Fn(usize) + Sync)) -> anyhow::Result<Vec<Verdict>> {
        let run = |number| {
            let verdict = self.run_case(built, number)?;
            each(number);
            Ok(verdict)
        };
        (0..built.cases).into_par_iter().map(run).collect()
    }

    fn run_case(&self, built: &Built, number: usize) -> anyhow::Result<Verdict> {
        if let Some(verdict) = built.rejected.get(&number) {
            return Ok(verdict.clone());
        }
        let mut command = Command::new(built.program());
        let (emulated, limit) = match self.emulation {
            Emulation::Plain | Emulation::Sanitized => (Emulated::Software, TIME_LIMIT),
            Emulation::Without => (Emulated::Nothing, TIME_LIMIT),
            Emulation::Hardware => {
                let gate_level = number.is_multiple_of(GATE_LEVEL);
                (Emulated::Hardware { gate_level }, TIME_LIMIT_OF_HARDWARE)
            }
        };
        command.args([number.to_string(), limit.to_string(), serde_json::to_string(&emulated)?]);
        command.env("RUST_BACKTRACE", "0").env(CACHE, built.folder.path().join(CACHE_FOLDER));
        if emulated == Emulated::Software {
            command.env("CXX", built.folder.path().join("g++"));
        }
        if self.emulation == Emulation::Sanitized {
            // The library must be there before the shared object that needs it.
            command.env("LD_PRELOAD", self.sanitizer()?).env("ASAN_OPTIONS", "detect_leaks=0");
        }
        match run(&mut command, &self.cancel) {
            Ok(output) => Ok(Verdict::of(reports(&output), "ended early", &output)),
            Err(ToolError::Failed { status, output, .. }) => {
                Ok(Verdict::of(reports(&output), &how(status), &output))
            }
            Err(other) => Err(other.into()),
        }
    }
}

impl Built {
    fn program(&self) -> PathBuf {
        self.folder.path().join("program")
    }
}

/// Makes the cases' cache. What is the same for all simulators stays with that of the tests; all else goes with the cases.
fn make_cache(cache: &Path) -> std::io::Result<()> {
    fs::create_dir_all(cache)?;
    let Some(objects) = cache::folder(OBJECTS) else { return Ok(()) };
    fs::create_dir_all(&objects)?;
    symlink(fs::canonicalize(objects)?, cache.join(OBJECTS))
}

fn how(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("signal {signal}"),
        None => format!("exit code {}", status.code().unwrap_or(-1)),
    }
}

/// The source of the program: a module for each case, named by its number.
fn program_text(built: &Built, cases: &[Case]) -> String {
    let mut modules = String::new();
    let mut table = String::new();
    for (number, case) in cases.iter().enumerate() {
        if built.rejected.contains_key(&number) {
            table += "        None,\n";
            continue;
        }
        let path = |ending: &str| built.folder.path().join(format!("p{number}.{ending}"));
        let _ = write!(modules, "#[path = {:?}]\nmod p{number};\n", path("rs"));
        let _ = write!(
            table,
            "        Some(sycl_hls_tests::serve::Case {{\n            source: {:?},\n            jobs: include_str!({:?}),\n            \
             module: &p{number}::{}::__SYCL_HLS_MODULE,\n        }}),\n",
            path("rs"),
            path("json"),
            case.module
        );
    }
    format!(
        "{modules}\nfn main() -> std::process::ExitCode {{\n    sycl_hls_tests::serve::main(&[\n{table}    ])\n}}\n"
    )
}

fn cargo_result(result: Result<String, ToolError>, built: &Built) -> anyhow::Result<Cargo> {
    let (output, failure) = match result {
        Ok(output) => (output, None),
        Err(ToolError::Failed { output, .. }) => (output.clone(), Some(output)),
        Err(other) => return Err(other.into()),
    };
    let messages = || output.lines().filter_map(|line| serde_json::from_str::<Json>(line).ok());
    let Some(failure) = failure else {
        let mut made = messages().filter(|message| message["target"]["name"] == PROGRAMS);
        let program = made.find_map(|message| Some(PathBuf::from(message["executable"].as_str()?)));
        return program.map(Cargo::Program).context("cargo names no program");
    };
    let mut findings = BTreeMap::new();
    for message in messages().filter(|message| message["message"]["level"] == "error") {
        if let Some((case, finding)) = rejection(&message["message"], built.folder.path()) {
            findings.entry(case).or_insert(finding);
        }
    }
    if findings.is_empty() {
        let rendered: Vec<String> = messages()
            .filter_map(|message| Some(message["message"]["rendered"].as_str()?.to_owned()))
            .collect();
        let why = if rendered.is_empty() { failure } else { rendered.join("\n") };
        bail!("the crate of generated programs cannot be compiled:\n{why}");
    }
    Ok(Cargo::Rejected(findings))
}

/// The case that an error is about.
fn rejection(message: &Json, folder: &Path) -> Option<(usize, Finding)> {
    let spans = message["spans"].as_array()?;
    let case = spans.iter().find_map(|span| case_of(span, folder))?;
    let text = message["rendered"].as_str().unwrap_or_default().to_owned();
    let code = message["code"]["code"].as_str().map(ToOwned::to_owned);
    // Our own errors have their code in the text.
    let own = || {
        let words = message["message"].as_str()?.split(|c: char| !c.is_ascii_alphanumeric());
        words.into_iter().find(|word| word.len() == 6 && word.starts_with("SH")).map(ToOwned::to_owned)
    };
    let code = code.or_else(own).unwrap_or_else(|| "no code".to_owned());
    Some((case, Finding { class: Class::Rejected(code), job: None, text }))
}

fn case_of(span: &Json, folder: &Path) -> Option<usize> {
    let file = Path::new(span["file_name"].as_str()?);
    if file.parent() == Some(folder) {
        return file.file_stem()?.to_str()?.strip_prefix('p')?.parse().ok();
    }
    // Code that a macro made stands where the macro was called.
    case_of(span.get("expansion")?.get("span")?, folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a C++ program that the sanitizing compiler made.
    fn ends_well(text: &str) -> bool {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("main.cpp"), text).unwrap();
        fs::write(path("compiler"), SANITIZING_COMPILER).unwrap();
        let cancel = Cancel::new();
        let mut compiler = Command::new("sh");
        compiler.arg(path("compiler")).arg(path("main.cpp")).arg("-o").arg(path("main"));
        run(&mut compiler, &cancel).unwrap();
        run(&mut Command::new(path("main")), &cancel).is_ok()
    }

    #[test]
    fn undefined_behaviour_ends_a_sanitized_program() {
        let program = |body: &str| format!("int main(int n, char **) {{ int x[2] = {{n, n}}; {body} }}");
        assert!(ends_well(&program("return x[0] - 1;")));
        assert!(!ends_well(&program("volatile int y = x[0] + 2147483647; return y & 0;")));
        assert!(!ends_well(&program("volatile int y = x[n + 4]; return y & 0;")));
    }
}
