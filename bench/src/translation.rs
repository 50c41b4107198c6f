//! What the front end and the C++ emitter take for much code, in time and in memory.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use rayon::prelude::*;

use crate::front::emitted;
use crate::sample::{self, median};
use crate::{Figure, generated, root};

const ROUNDS: usize = 5;

/// The argument with which this program translates the file that follows, once, and says what that took.
pub const ONCE: &str = "translate-once";

/// Lines of the module that stands for a large project.
const LINES: usize = 20_000;

/// Translates a file, and prints how many nanoseconds that took and how many KiB of memory at most.
pub fn once(path: &Path) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(path)?;
    let start = Instant::now();
    emitted(&text)?;
    let time = start.elapsed();
    println!("{} {}", time.as_nanos(), peak_memory()?);
    Ok(())
}

/// The most memory that this process ever had, in KiB, as Linux counts it.
fn peak_memory() -> anyhow::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("Linux counts VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Every file of the repository with kernels.
fn kernel_files(folder: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            kernel_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && std::fs::read_to_string(&path)?.contains("#[sycl_hls::kernels]")
        {
            found.push(path);
        }
    }
    Ok(())
}

fn repository() -> anyhow::Result<Vec<Figure>> {
    let mut files = Vec::new();
    for folder in ["tests/kernels", "examples"] {
        kernel_files(&root().join(folder), &mut files)?;
    }
    let texts: Vec<String> = files.iter().map(std::fs::read_to_string).collect::<Result<_, _>>()?;
    let lines: usize = texts.iter().map(|text| text.lines().count()).sum();
    let one_by_one = sample::alone(ROUNDS * 4, || texts.iter().try_for_each(|text| emitted(text).map(drop)))?;
    // As `sycl-hls` translates the files of an image.
    let side_by_side =
        sample::alone(ROUNDS * 4, || texts.par_iter().try_for_each(|text| emitted(text).map(drop)))?;
    let what = format!("all kernels of the repository ({} files, {lines} lines)", files.len());
    let threads = rayon::current_num_threads();
    Ok(vec![
        Figure::time(format!("{what}, on {threads} threads"), side_by_side, "150 ms"),
        Figure::time("... on one thread".to_owned(), one_by_one, "150 ms"),
    ])
}

fn large_module() -> anyhow::Result<Vec<Figure>> {
    let file = tempfile::NamedTempFile::new()?;
    let text = generated::with_lines(LINES);
    std::fs::write(file.path(), &text)?;
    let (mut times, mut memory) = (Vec::new(), 0);
    for _ in 0..ROUNDS {
        let output = Command::new(std::env::current_exe()?).arg(ONCE).arg(file.path()).output()?;
        anyhow::ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout)?;
        let (nanos, kib) = said.trim().split_once(' ').ok_or_else(|| anyhow!("two numbers, not {said}"))?;
        times.push(Duration::from_nanos(nanos.parse()?));
        memory = memory.max(kib.parse::<u64>()?);
    }
    let what = format!("front end and HLS C++ of a module of {} lines", text.lines().count());
    Ok(vec![
        Figure::time(what, median(times), "2 s"),
        Figure {
            what: "... the most memory of it".to_owned(),
            measured: format!("{} MB", memory * 1024 / 1_000_000),
            target: "500 MB",
        },
    ])
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    let mut figures = large_module()?;
    figures.extend(repository()?);
    Ok(figures)
}
