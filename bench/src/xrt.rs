//! What XRT's software emulation adds to ours in the program's own process, through each of its interfaces.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use sycl_hls::{Buffer, Queue, Selector};
use sycl_hls_boards::Board;
use sycl_hls_cli::image::{ImageRequest, ImageTarget, build_image};
use sycl_hls_cli::progress::Progress;
use sycl_hls_cli::sources::translate_one;
use sycl_hls_compiler::tool::Cancel;

use crate::{Figure, root, sample};

/// The word that has this program measure in an emulation of XRT's.
pub const INSIDE: &str = "--inside-xrt";

/// What it says there before its figures.
const SAYS: &str = "nanoseconds:";

/// Runs of what takes tens of microseconds, of what copies, and of whole programs.
const ROUNDS: usize = 2001;
const COPIES: usize = 21;
const PROGRAMS: usize = 9;

/// Bytes that are copied.
const SIZE: usize = 64_000_000;

#[sycl_hls::kernels]
mod kernels {
    /// Looks at one element.
    #[kernel]
    pub fn touch(x: &[u8], y: &mut [u8]) {
        y[0] = y[0] + x[0];
    }

    /// Adds.
    #[kernel]
    pub fn vadd(#[len(n)] a: &[u32], #[len(n)] b: &[u32], #[len(n)] sum: &mut [u32], n: u32) {
        for i in 0..n as usize {
            sum[i] = a[i] + b[i];
        }
    }
}

/// A queue on a device of this kind, with the image.
fn queue(device: &str, image: &Path) -> anyhow::Result<Queue> {
    Ok(Queue::builder(Selector::by_name(device)).with_image(image).build()?)
}

/// Looks at slices of these sizes, on each queue in turn: how much longer does it take on the second one?
fn added(rounds: usize, queues: [&Queue; 2], read: usize, written: usize) -> anyhow::Result<Duration> {
    let run = |queue: &Queue, x: &Buffer<u8>, y: &Buffer<u8>| {
        queue
            .submit(|h| {
                let (x, y) = (x.read(h), y.read_write(h));
                h.single_task(kernels::touch::args(x, y))
            })?
            .wait()?;
        Ok(())
    };
    let buffers = || (Buffer::from_vec(vec![0; read]), Buffer::from_vec(vec![0; written]));
    let [(a, b), (c, d)] = [buffers(), buffers()];
    let [ours, xrt] =
        sample::in_turn(rounds, [&mut || run(queues[0], &a, &b), &mut || run(queues[1], &c, &d)])?;
    Ok(xrt.saturating_sub(ours))
}

/// Measures in an emulation of XRT's, if there is more to do there than one addition of vectors.
pub fn inside(interface: &str, image: &Path, what: &str) -> anyhow::Result<()> {
    let xrt = queue(&format!("{interface}/sw_emu/u200"), image)?;
    if what == "once" {
        return vadd(&xrt);
    }
    let ours = queue("sw_emu/u200", image)?;
    let queues = [&ours, &xrt];
    let run = added(ROUNDS, queues, 1, 1)?;
    let read = added(COPIES, queues, SIZE, 1)?.saturating_sub(run);
    let written = added(COPIES, queues, 1, SIZE)?.saturating_sub(run);
    println!("{SAYS} {} {} {}", run.as_nanos(), read.as_nanos(), written.as_nanos());
    Ok(())
}

fn vadd(queue: &Queue) -> anyhow::Result<()> {
    let n = 1024;
    let x = Buffer::from_vec((0..n).collect());
    let sum = Buffer::from_vec(vec![0; n as usize]);
    queue
        .submit(|h| {
            let (a, b, sum) = (x.read(h), x.read(h), sum.write(h));
            h.single_task(kernels::vadd::args(a, b, sum, n))
        })?
        .wait()?;
    ensure!(sum.into_vec()?.last() == Some(&2046), "it is wrong");
    Ok(())
}

/// This program in an emulation; gives what it prints.
fn outside(interface: &str, image: &Path, what: &str) -> anyhow::Result<String> {
    let program = std::env::current_exe()?;
    let tool = program.with_file_name("sycl-hls");
    ensure!(tool.exists(), "build the tool first: cargo build --release -p sycl-hls-cli");
    let mut command = Command::new(tool);
    command.args(["xrt", "run", "--board", "u200", "--"]).arg(program);
    let output = command.args([INSIDE, interface]).arg(image).arg(what).output()?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{interface}: {}\n{stderr}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

fn image(folder: &Path) -> anyhow::Result<PathBuf> {
    let request = ImageRequest {
        kernels: translate_one(&root().join("bench/src/xrt.rs"))?.into(),
        smoke: Vec::new(),
        board: Board::by_name("u200")?,
        target: ImageTarget::SwEmu { checks: false },
        image: folder.join("xrt.xclbin"),
        cache: None,
    };
    build_image(&request, &Progress::spinner_only(), &Cancel::new())
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    let folder = tempfile::tempdir()?;
    let image = image(folder.path())?;
    let mut figures = Vec::new();
    for interface in ["xrt", "opencl"] {
        let said = outside(interface, &image, "all")?;
        let line = said.lines().find_map(|line| line.strip_prefix(SAYS)).context("it says no figures")?;
        let times: Vec<u64> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let [run, read, written] = times[..] else { anyhow::bail!("it says other figures: {line}") };
        let per_mb = |time: u64| Duration::from_nanos(time) / (SIZE / 1_000_000) as u32;
        let device = format!("{interface}/sw_emu");
        let whole = sample::alone(PROGRAMS, || outside(interface, &image, "once").map(drop))?;
        figures.extend([
            Figure::time(format!("{device} against sw_emu: a run"), Duration::from_nanos(run), ""),
            Figure::time("... each MB that a kernel reads", per_mb(read), ""),
            Figure::time("... each MB that it may write", per_mb(written), ""),
            Figure::time(format!("vadd of 1024 elements on {device}, whole process"), whole, "0.25 s"),
        ]);
    }
    Ok(figures)
}
