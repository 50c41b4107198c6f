//! Cores of kernels as yosys synthesizes them, beside our own estimate of what they take up.
//!
//! The library's operators are black boxes in a core. Each is synthesized once with each set of parameters, and added for
//! each instance. What was synthesized is kept in a folder, by what it was.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sycl_hls_compiler::back::verilog;
use sycl_hls_compiler::pass::{self, HARDWARE};
use sycl_hls_compiler::rtl::area::{Area, area};
use sycl_hls_compiler::rtl::library::PROCESSES;
use sycl_hls_compiler::rtl::operators::library;
use sycl_hls_compiler::rtl::{self, Clock, hardware};
use sycl_hls_ir::Module;

/// The core of a kernel.
#[derive(Clone, Debug)]
pub struct Core {
    /// The kernel's name.
    pub name: String,
    /// Our estimate.
    pub estimate: Area,
    verilog: String,
}

/// The cores of a module's kernels that have hardware, at 300 MHz.
#[must_use]
pub fn cores(mut module: Module) -> Vec<Core> {
    pass::run_all(&mut module, HARDWARE);
    let cores = module.kernels().filter_map(|(_, func)| {
        let (design, plan) = hardware(&module, func, Clock::of_vitis(300.0)).ok()?;
        let estimate = area(&design, &plan).core();
        Some(Core { name: func.name.clone(), estimate, verilog: verilog::core(&design, &plan) })
    });
    cores.collect()
}

/// True if a kernel is of the half of the corpus by which the estimates are calibrated. It is if the sum of its name's bytes is
/// even.
#[must_use]
pub fn calibrates(kernel: &str) -> bool {
    kernel.bytes().map(u32::from).sum::<u32>().is_multiple_of(2)
}

/// How to synthesize.
pub struct Synthesis<'s> {
    /// Where results are kept.
    pub folder: PathBuf,
    /// The processor time that there is for each core, and for each operator.
    pub limit: Duration,
    /// How many times yosys runs at once.
    pub jobs: usize,
    /// Is told what is done, and how much there is.
    pub progress: &'s (dyn Fn(&str, usize, usize) + Sync),
}

/// Some text that yosys reads at a time, at most, and so many units. It spends seconds on its own libraries in each run.
const BATCH: usize = 60_000;
const UNITS: usize = 8;

/// The family of the boards' FPGAs, and what an estimate is of: no pads, and no buffers for the clock.
const SYNTH: &str = "synth_xilinx -family xcup -flatten -noiopad -noclkbuf -uram -top top -run";

/// What becomes of lines of registers ([`script`]).
const LINES: [(&str, &str); 3] = [
    ("bits.v", include_str!("synthesis/bits.v")),
    ("known.v", include_str!("synthesis/known.v")),
    ("registers.v", include_str!("synthesis/registers.v")),
];

/// What yosys does with cores, and with operators.
///
/// Of a line of a hundred registers yosys finds in a hundred rounds that what goes in is constant, and goes through all of
/// its modules in each. So a core's lines are black boxes, each of one bit, and those whose bit is known are taken away, until
/// its memories are mapped; only then they become registers.
fn script(is_core: bool) -> String {
    if !is_core {
        return format!("read_verilog *.v; {SYNTH} begin:check");
    }
    let known = ["techmap -map lines/known.v; opt_expr; opt_clean"; 2].join("; ");
    let opt = "opt -fast -mux_undef -undriven -fine";
    let steps = [
        "read_verilog -lib sh_*.v lines/registers.v; read_verilog units.v".to_owned(),
        format!("{SYNTH} begin:coarse; techmap -map lines/bits.v; opt_clean; {known}; opt; {known}"),
        format!("{SYNTH} coarse:fine; {known}; {opt}; {known}; {opt}; {known}"),
        "techmap -autoproc -map lines/registers.v; opt_clean; opt -undriven -fine".to_owned(),
        format!("{SYNTH} fine:check"),
    ];
    steps.join("; ")
}

/// What was synthesized; `None` if yosys took too long or failed, of which it has told then.
#[derive(Clone, Debug)]
pub struct Synthesized {
    /// The cores, in their order, with their operators.
    pub cores: Vec<Option<Area>>,
    /// The operators, by module and parameters, with the ports that are used.
    pub operators: BTreeMap<String, Option<Area>>,
}

impl Synthesis<'_> {
    /// Synthesizes cores, and the operators in them.
    #[must_use]
    pub fn synthesize(&self, cores: &[Core]) -> Synthesized {
        let operators: BTreeSet<String> = cores.iter().flat_map(|core| instances(&core.verilog)).collect();
        let own = cores.iter().map(|core| Unit { text: core.verilog.clone(), is_core: true });
        let library = operators.iter().map(|it| Unit { text: operator(it), is_core: false });
        let units: Vec<Unit> = own.chain(library).collect();
        let found = self.batches(&units);
        let of = |unit: &Unit| found.get(&unit.key()).copied().flatten();
        let (own, library) = units.split_at(cores.len());
        let operators: BTreeMap<String, Option<Area>> =
            operators.into_iter().zip(library.iter().map(of)).collect();
        let total = |core: &Core, own: &Unit| {
            let parts = instances(&core.verilog);
            let parts: Option<Vec<Area>> =
                parts.iter().map(|it| operators.get(it).copied().flatten()).collect();
            Some(of(own)? + parts?.into_iter().sum())
        };
        let cores = cores.iter().zip(own).map(|(core, own)| total(core, own)).collect();
        Synthesized { cores, operators }
    }

    fn batches(&self, units: &[Unit]) -> BTreeMap<u64, Option<Area>> {
        let mut found = BTreeMap::new();
        let (mut missing, mut failed) = (Vec::new(), Vec::new());
        for unit in units {
            let kept = fs::read_to_string(self.file(unit)).ok().and_then(|text| counted(&text).ok());
            if let Some(area) = kept {
                found.insert(unit.key(), Some(area));
            } else if let Some(why) = self.failed_before(unit) {
                found.insert(unit.key(), None);
                failed.push(why);
            } else {
                missing.push(unit);
            }
        }
        missing.sort_by_key(|unit| (unit.is_core, unit.longest_line()));
        let mut batches: Vec<Vec<&Unit>> = Vec::new();
        let size = |batch: &[&Unit]| batch.iter().map(|unit| unit.text.len()).sum::<usize>();
        for unit in missing {
            match batches.last_mut() {
                Some(last)
                    if last[0].is_core == unit.is_core
                        && last.len() < UNITS
                        && size(last) + unit.text.len() <= BATCH =>
                {
                    last.push(unit);
                }
                _ => batches.push(vec![unit]),
            }
        }
        failed.iter().for_each(|why| (self.progress)(why, 0, batches.len()));
        // What takes longest is not the last one that goes on.
        batches.sort_by_key(|batch| Reverse(size(batch)));
        let (next, done, results) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(&mut found));
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| {
                    while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let (areas, told) = self.batch_or_each(batch);
                        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                        (self.progress)(&told, done, batches.len());
                        let mut results = results.lock().expect("no thread panics");
                        results.extend(batch.iter().map(|unit| unit.key()).zip(areas));
                    }
                });
            }
        });
        found
    }

    fn file(&self, unit: &Unit) -> PathBuf {
        self.folder.join(format!("{:016x}.txt", unit.key()))
    }

    /// Why yosys has failed for a unit, and with how many seconds.
    fn failure(&self, unit: &Unit) -> PathBuf {
        self.folder.join(format!("{:016x}.failed", unit.key()))
    }

    /// Why yosys has failed for a unit in as much time as it has now, or in more.
    fn failed_before(&self, unit: &Unit) -> Option<String> {
        let file = self.failure(unit);
        let text = fs::read_to_string(&file).ok()?;
        let (seconds, why) = text.split_once(' ')?;
        let enough = seconds.parse::<u64>().ok()? >= self.limit.as_secs();
        enough.then(|| format!("{}, as before; remove {} to try again", why.trim_end(), file.display()))
    }

    /// The areas of a batch, with what is to be told. Of one that fails, each unit has a run of its own: it may not be the one
    /// for which yosys failed.
    fn batch_or_each(&self, batch: &[&Unit]) -> (Vec<Option<Area>>, String) {
        match self.batch(batch) {
            Ok(areas) => (areas, "done".to_owned()),
            Err(Failure { why, lasts }) if batch.len() == 1 => {
                if lasts {
                    let text = format!("{} {why}\n", self.limit.as_secs());
                    // Without the file the run is made again.
                    let _ = fs::write(self.failure(batch[0]), text);
                }
                (vec![None], why)
            }
            Err(_) => {
                let each = batch.iter().map(|unit| self.batch_or_each(&[*unit]));
                let (areas, told): (Vec<_>, Vec<_>) = each.unzip();
                (areas.concat(), told.join("; "))
            }
        }
    }

    /// Runs yosys once.
    fn batch(&self, batch: &[&Unit]) -> Result<Vec<Option<Area>>, Failure> {
        let failed = |error: std::io::Error| Failure { why: error.to_string(), lasts: false };
        fs::create_dir_all(&self.folder).map_err(failed)?;
        let folder = tempfile::tempdir().map_err(failed)?;
        for (name, text) in
            library().iter().filter(|(name, _)| Path::new(name).extension() == Some("v".as_ref()))
        {
            fs::write(folder.path().join(name), text).map_err(failed)?;
        }
        let lines = folder.path().join("lines");
        fs::create_dir(&lines).map_err(failed)?;
        LINES.iter().try_for_each(|(name, text)| fs::write(lines.join(name), text)).map_err(failed)?;
        let mut text = String::new();
        let mut top = "module top;\n".to_owned();
        for (index, unit) in batch.iter().enumerate() {
            // Each is synthesized by itself.
            let own = format!("(* keep_hierarchy *) module unit{index}");
            text += &unit.text.replacen(&format!("module {}", unit.module()), &own, 1);
            let _ = writeln!(top, "(* keep *) unit{index} u{index} ();");
        }
        let shared: String = of_processes(&text).map(|(_, text)| text).collect();
        fs::write(folder.path().join("units.v"), text + &shared + &top + "endmodule\n").map_err(failed)?;
        let script = format!("{}; tee -q -o stat stat", script(batch.iter().any(|unit| unit.is_core)));
        // Of processor time: the machine may have other work. SIGXCPU comes then, and SIGKILL only later.
        let seconds = (self.limit * batch.len() as u32).as_secs();
        let limit = format!("--cpu={seconds}:{}", seconds + 60);
        let output = Command::new("prlimit")
            .args([limit.as_str(), "yosys", "-q", "-p", script.as_str()])
            .current_dir(folder.path())
            .output()
            .map_err(failed)?;
        let names = || batch.iter().map(|unit| unit.module()).collect::<Vec<_>>().join(", ");
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let error = said.lines().find(|line| line.contains("ERROR"));
            let (what, lasts) = match (error, output.status.signal()) {
                (Some(error), _) => (error.to_owned(), true),
                (None, Some(SIGXCPU)) => (format!("yosys takes more than {seconds} s"), true),
                (None, _) => (format!("yosys ended early: {}", output.status), false),
            };
            return Err(Failure { why: format!("{}: {what}", names()), lasts });
        }
        let stat = fs::read_to_string(folder.path().join("stat")).map_err(failed)?;
        let areas = batch.iter().enumerate().map(|(index, unit)| self.keep(unit, &stat, index).map(Some));
        areas.collect::<Result<_, String>>().map_err(|why| Failure { why, lasts: true })
    }

    /// The area of a unit of a run, which is written down.
    fn keep(&self, unit: &Unit, stat: &str, index: usize) -> Result<Area, String> {
        let begin = format!("=== unit{index} ===");
        let section = stat.split_once(&begin).map_or("", |(_, rest)| rest);
        let section = section.split_once("===").map_or(section, |(own, _)| own);
        let area = counted(section).map_err(|cell| format!("{}: what is {cell}?", unit.module()))?;
        fs::write(self.file(unit), section).map_err(|error| error.to_string())?;
        Ok(area)
    }
}

/// Why there is no area.
struct Failure {
    why: String,
    /// True if it would be so again.
    lasts: bool,
}

/// The number of the signal that ends a process whose processor time is over (`signal(7)`).
const SIGXCPU: i32 = 24;

/// A module that is synthesized by itself.
struct Unit {
    text: String,
    is_core: bool,
}

impl Unit {
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.text, script(self.is_core), LINES, library()).hash(&mut hasher);
        of_processes(&self.text).for_each(|file| file.hash(&mut hasher));
        if self.modules().count() > 1 {
            self.module().hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The longest line of registers. In each of yosys' rounds, constants go a step further in it, and all of a batch is
    /// looked through again: units with lines of one length belong together.
    fn longest_line(&self) -> u32 {
        let lines = self.text.split(".LATENCY(").skip(1).filter_map(|rest| rest.split(')').next());
        lines.filter_map(|length| length.parse().ok()).max().unwrap_or(0)
    }

    /// The name of the module: of a core with modules for its processes, the one that has them.
    fn module(&self) -> &str {
        let mut names = self.modules();
        let first = names.next().unwrap_or_default();
        names.find(|name| self.is_core && name.ends_with("_core")).unwrap_or(first)
    }

    /// The names of all modules of its text.
    fn modules(&self) -> impl Iterator<Item = &str> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let rests = self.text.lines().filter_map(|line| line.strip_prefix("module "));
        rests.filter_map(move |rest| rest.split(|c: char| !is_word(c)).next())
    }
}

/// The files besides operators that a core uses: those of processes.
fn of_processes(core: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let files: Vec<_> = PROCESSES.iter().map(|file| (file.name, file.text)).collect();
    rtl::library::used(&files, &[core]).into_iter()
}

/// The operators of a core: each by its module, its parameters and the ports that are connected.
fn instances(core: &str) -> Vec<String> {
    let of = |line: &str| {
        let (head, ports) = line.trim().strip_prefix("sh_")?.split_once("_unit (.clk(clk), .ce(")?;
        let (module, _) = head.rsplit_once(' ')?;
        let ports = ports.split(", .").filter_map(|port| port.split_once('('));
        let used: Vec<&str> = ports.filter(|(_, to)| !to.starts_with(')')).map(|(name, _)| name).collect();
        Some(format!("sh_{module} {}", used.join(" ")))
    };
    core.lines().filter_map(of).collect()
}

/// A module around one operator. Its ports are as wide as the widest: of those of the operator, the lowest bits count.
fn operator(instance: &str) -> String {
    let (module, ports) = instance.split_once(") ").unwrap_or((instance, ""));
    let name: String = module.chars().filter(char::is_ascii_alphanumeric).collect();
    let (mut header, mut pins) = (String::new(), String::new());
    for port in ports.split(' ') {
        let direction = if matches!(port, "a" | "b" | "c") { "input" } else { "output" };
        let _ = write!(header, ", {direction} [63:0] {port}");
        let _ = write!(pins, ", .{port}({port})");
    }
    format!(
        "module {name} (input clk, input ce{header});\n{module}) unit (.clk(clk), .ce({{64{{ce}}}}){pins});\nendmodule\n"
    )
}

/// What cells take up, of a section of the text of yosys' `stat`; the name of a cell that is not known.
fn counted(section: &str) -> Result<Area, String> {
    let mut area = Area::default();
    let (_, cells) = section.split_once("Number of cells:").unwrap_or(("", ""));
    for line in cells.lines().skip(1) {
        let mut words = line.split_whitespace();
        let (Some(cell), Some(count)) = (words.next(), words.next()) else { continue };
        area += of_cell(cell).ok_or_else(|| cell.to_owned())? * count.parse().unwrap_or(0);
    }
    Ok(area)
}

/// A cell's area; that of a black box is counted elsewhere.
fn of_cell(cell: &str) -> Option<Area> {
    let luts = |luts| Area { luts, ..Area::default() };
    Some(match cell {
        "INV" | "SRL16E" | "SRLC32E" | "RAM64X1S" => luts(1),
        "RAM32X1D" | "RAM64X1D" | "RAM128X1S" => luts(2),
        "RAM32M" | "RAM64M" | "RAM128X1D" | "RAM256X1S" => luts(4),
        "RAM32M16" | "RAM64M8" | "RAM256X1D" | "RAM512X1S" | "RAM64X8SW" | "RAM32X16DR8" => luts(8),
        "DSP48E2" => Area { dsps: 1, ..Area::default() },
        "RAMB18E2" => Area { ramb18s: 1, ..Area::default() },
        "RAMB36E2" => Area { ramb18s: 2, ..Area::default() },
        "URAM288" => Area { urams: 1, ..Area::default() },
        "CARRY4" | "CARRY8" | "MUXF7" | "MUXF8" | "MUXF9" => Area::default(),
        _ if cell.starts_with("LUT") => luts(1),
        _ if cell.starts_with("FD") => Area { ffs: 1, ..Area::default() },
        _ if cell.starts_with("sh_") => Area::default(),
        _ => return None,
    })
}
