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

/// Bytes that go through one buffer, and how often.
const MANY: usize = 1_000_000_000;
const THROUGH: usize = 5;

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

/// Runs the kernel that looks at one element of each.
fn touch(queue: &Queue, x: &Buffer<u8>, y: &Buffer<u8>) -> anyhow::Result<()> {
    let touched = queue.submit(|h| {
        let (x, y) = (x.read(h), y.read_write(h));
        h.single_task(kernels::touch::args(x, y))
    })?;
    Ok(touched.wait()?)
}

/// What slices are, to a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slices {
    /// As an earlier run left them.
    Left,
    /// Written by the host since.
    Fresh,
}

/// The added time on the second queue, for slices of these sizes on each queue in turn.
fn added(
    rounds: usize,
    queues: [&Queue; 2],
    slices: Slices,
    read: usize,
    written: usize,
) -> anyhow::Result<Duration> {
    let run = |queue: &Queue, x: &Buffer<u8>, y: &Buffer<u8>| {
        if slices == Slices::Fresh {
            (x.host_write()?[0], y.host_write()?[0]) = (1, 1);
        }
        touch(queue, x, y)
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
    let run = added(ROUNDS, queues, Slices::Left, 1, 1)?;
    let copied = |slices, read, written| {
        added(COPIES, queues, slices, read, written).map(|time| time.saturating_sub(run))
    };
    let read = copied(Slices::Fresh, SIZE, 1)?;
    let written = copied(Slices::Fresh, 1, SIZE)?;
    let again = copied(Slices::Left, 1, SIZE)?;
    let [through, copy] = through(&xrt)?;
    let times = [run, read, written, again, through, copy].map(|time| time.as_nanos().to_string());
    println!("{SAYS} {}", times.join(" "));
    Ok(())
}

/// The time that bytes take to the card and back, and from one memory of the host to another and back.
fn through(queue: &Queue) -> anyhow::Result<[Duration; 2]> {
    let (x, y) = (Buffer::from_vec(vec![1]), Buffer::from_vec(vec![1; MANY]));
    let (mut here, mut there) = (vec![1_u8; MANY], vec![2_u8; MANY]);
    let mut through = || {
        y.host_write()?[0] = 1;
        touch(queue, &x, &y)
    };
    let mut copy = || {
        std::hint::black_box(&mut there).copy_from_slice(&here);
        std::hint::black_box(&mut here).copy_from_slice(&there);
        Ok(())
    };
    sample::in_turn(THROUGH, [&mut through, &mut copy])
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
        let times: Vec<Duration> = times.into_iter().map(Duration::from_nanos).collect();
        let [run, read, written, again, through, copy] = times[..] else {
            anyhow::bail!("it says other figures: {line}")
        };
        let per_mb = |time: Duration| time / (SIZE / 1_000_000) as u32;
        let device = format!("{interface}/sw_emu");
        let whole = sample::alone(PROGRAMS, || outside(interface, &image, "once").map(drop))?;
        figures.extend([
            Figure::time(format!("{device} against sw_emu: a run"), run, ""),
            Figure::time("... each MB that a kernel reads and the host wrote", per_mb(read), ""),
            Figure::time("... each MB that it may write and the host wrote", per_mb(written), ""),
            Figure::time("... each MB that it may write and an earlier run wrote", per_mb(again), ""),
            Figure::ratio(
                format!("1 GB to {device} and back, against memcpy"),
                sample::ratio(through, copy),
                if interface == "xrt" { "1.5x" } else { "" },
            ),
            Figure::time(format!("vadd of 1024 elements on {device}, whole process"), whole, "0.25 s"),
        ]);
    }
    Ok(figures)
}
