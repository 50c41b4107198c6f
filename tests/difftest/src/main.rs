//! Runs random kernels on every target: `make fuzz ARGS="--programs 5000"`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_difftest::ast::Program;
use sycl_hls_difftest::bench::{Bench, Emulation};
use sycl_hls_difftest::campaign::{Campaign, Tally, Watch};
use sycl_hls_difftest::case::Case;
use sycl_hls_difftest::coverage::{Coverage, of_network};
use sycl_hls_difftest::finding::{Class, Finding};
use sycl_hls_difftest::generate;
use sycl_hls_difftest::network::network;
use sycl_hls_difftest::operators::Operators;
use sycl_hls_difftest::reduce::{BenchOracle, reduce};

/// Runs random kernels on every target, and keeps those on which targets differ, made small.
#[derive(Parser)]
#[command(name = "fuzz")]
struct Options {
    /// How many programs to run.
    #[arg(long, default_value_t = 1000)]
    programs: u64,
    /// The generator's seed; without it, another one every time.
    #[arg(long)]
    seed: Option<u64>,
    /// The number of the first program.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Where reduced programs are kept.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/regressions"))]
    out: PathBuf,
    /// How emulation takes part.
    #[arg(long, value_enum, default_value_t)]
    emulation: Emulation,
    /// Only write the programs, and run nothing.
    #[arg(long)]
    write_only: bool,
    /// Networks of processes in place of programs of everything else.
    #[arg(long)]
    networks: bool,
    /// Keep failing programs as they are.
    #[arg(long)]
    no_reduction: bool,
    /// Write how often operators were seen to this file, in place of the table.
    #[arg(long, value_name = "FILE")]
    operators: Option<PathBuf>,
    /// Run nothing: show the table of what such files have together.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    sum: Vec<PathBuf>,
}

/// A bar on a terminal, else a line now and then.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn new(programs: u64) -> Self {
        let bar = ProgressBar::new(programs);
        let template = "{bar:40} {pos}/{len} programs, {elapsed} of {duration}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar }
    }

    fn say(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }
}

impl Watch for Progress {
    fn ran(&self) {
        self.bar.inc(1);
        let (done, elapsed) = (self.bar.position(), self.bar.elapsed());
        if self.bar.is_hidden() && done.is_multiple_of(100) {
            eprintln!("{done} programs in {:.0} s", elapsed.as_secs_f64());
        }
    }

    fn found(&self, program: &Program, finding: &Finding) {
        self.say(&format!("{}: {finding}", program.name));
    }
}

fn main() -> ExitCode {
    match fuzz(&Options::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn fuzz(options: &Options) -> anyhow::Result<ExitCode> {
    if !options.sum.is_empty() {
        println!("{}", sum(&options.sum)?);
        return Ok(ExitCode::SUCCESS);
    }
    let cancel = Cancel::new();
    let raised = cancel.clone();
    ctrlc::set_handler(move || raised.cancel()).context("cannot listen to interrupts")?;
    let bench = Bench::new(cancel).with_emulation(options.emulation);
    let seed = options.seed.unwrap_or_else(any_seed);
    if options.networks {
        return networks(options, &bench, seed);
    }
    if options.write_only {
        for number in options.first..options.first + options.programs {
            let program = generate::program(seed, number);
            Case::from(&program).write(&options.out, &program.name)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let campaign = Campaign { seed, first: options.first, programs: options.programs };
    let progress = Progress::new(options.programs);
    progress.say(&format!("seed {seed}"));
    let tally = campaign.run(&bench, &progress)?;
    progress.bar.finish_and_clear();
    keep(&tally, options, &bench, &progress)?;
    println!("seed {seed}: {tally}");
    match &options.operators {
        Some(file) => std::fs::write(file, serde_json::to_vec(&tally.operators.counts())?)?,
        None => println!("{}", tally.operators),
    }
    if bench.is_cancelled() {
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::from(u8::from(!tally.findings.is_empty())))
}

/// The operators that several campaigns have seen.
fn sum(files: &[PathBuf]) -> anyhow::Result<Operators> {
    let mut sum = Operators::default();
    for file in files {
        let text = std::fs::read(file).with_context(|| file.display().to_string())?;
        let counts: Vec<u64> = serde_json::from_slice(&text).with_context(|| file.display().to_string())?;
        sum.add(&Operators::of_counts(&counts));
    }
    Ok(sum)
}

/// Networks of a batch.
const BATCH: u64 = 50;

/// Runs random networks of processes, and keeps those on which targets differ.
fn networks(options: &Options, bench: &Bench, seed: u64) -> anyhow::Result<ExitCode> {
    let end = options.first + options.programs;
    let (mut found, mut covered) = (0, Coverage::default());
    for first in (options.first..end).step_by(usize::try_from(BATCH)?) {
        let cases: Vec<Case> = (first..end.min(first + BATCH)).map(|number| network(seed, number)).collect();
        cases.iter().for_each(|case| covered.add(&of_network(&case.text)));
        if options.write_only {
            cases.iter().try_for_each(|case| case.write(&options.out, &case.module))?;
            continue;
        }
        let verdicts = match bench.run(&cases) {
            Err(_) if bench.is_cancelled() => return Ok(ExitCode::from(130)),
            verdicts => verdicts?,
        };
        for (case, finding) in
            cases.iter().zip(verdicts).filter_map(|(case, verdict)| Some((case, verdict.finding?)))
        {
            eprintln!("{}: {finding}", case.module);
            case.write(&options.out, &case.module)?;
            found += 1;
        }
        eprintln!("{} networks", end.min(first + BATCH) - options.first);
    }
    println!("seed {seed}: {} networks, {found} findings\n{covered}", options.programs);
    Ok(ExitCode::from(u8::from(found > 0)))
}

/// Keeps a failing program of each class, made small if there is time for that.
fn keep(tally: &Tally, options: &Options, bench: &Bench, progress: &Progress) -> anyhow::Result<()> {
    let mut kept: Vec<&Class> = Vec::new();
    for (program, finding) in &tally.findings {
        if kept.contains(&&finding.class) {
            continue;
        }
        kept.push(&finding.class);
        Case::from(program).write(&options.out, &program.name)?;
        if options.no_reduction || bench.is_cancelled() {
            continue;
        }
        progress.say(&format!("reducing {} ({})", program.name, finding.class));
        match reduce(program, &mut BenchOracle::new(bench, finding.class.clone())) {
            Err(_) if bench.is_cancelled() => {}
            reduced => Case::from(&reduced?).write(&options.out, &program.name)?,
        }
    }
    Ok(())
}

/// A seed that nobody has used, likely.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ (now.as_secs() << 20) & 0xffff_ffff
}
