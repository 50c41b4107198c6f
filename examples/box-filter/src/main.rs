//! The box filter on a photograph, or on as many synthetic frames as one likes: on the host and on an emulated board,
//! each result compared bit for bit with plain Rust.

mod filter;
mod image;
mod kernels;
mod progress;
mod reference;
mod report;

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Parser;
use sycl_hls::Selector;

use filter::{Measured, Pixel, filter_all};
use image::{Picture, Plane};
use progress::Progress;
use report::Row;

/// Filter a picture with a 3x3 box filter, on the host and on an emulated FPGA board.
#[derive(Parser)]
struct Arguments {
    /// The picture to filter
    #[arg(long, value_name = "FILE.png", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/data/chelsea.png"))]
    image: PathBuf,
    /// Filter this many synthetic frames of 512x256 pixels instead of a picture
    #[arg(long, value_name = "N", conflicts_with = "image")]
    frames: Option<usize>,
    /// Where the filtered picture goes
    #[arg(long, value_name = "FILE.png", default_value = "filtered.png")]
    output: PathBuf,
    /// Pixels of a row that are filtered at a time, at most 512
    #[arg(long, default_value_t = kernels::box_filter::MAX_CHUNK)]
    chunk: usize,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let picture = match arguments.frames {
        Some(_) => None,
        None => Some(Picture::read(&arguments.image)?),
    };
    let planes = match (&picture, arguments.frames) {
        (Some(picture), _) => picture.planes(),
        (None, frames) => (0..frames.unwrap_or_default()).map(Plane::synthetic).collect(),
    };
    // Two types of pixels, each on two devices and once as plain Rust.
    let progress = Progress::new(planes.len() as u64 * 6)?;
    let mut rows = Vec::new();
    let filtered = run::<i32>(&planes, arguments.chunk, &progress, &mut rows)?;
    run::<f32>(&planes, arguments.chunk, &progress, &mut rows)?;
    drop(progress);
    print!("{}", report::table(&rows));
    if let Some(picture) = picture {
        picture.with_planes(&filtered).write(&arguments.output)?;
        println!("filtered picture: {}", arguments.output.display());
    }
    anyhow::ensure!(rows.iter().all(|row| row.exact), "a result differs from the reference");
    Ok(())
}

/// The emulated board that `sycl-hls run` names, or else a U200.
fn emulated() -> Selector {
    match std::env::var("SYCL_HLS_DEVICE") {
        Ok(name) if name.contains("_emu/") => Selector::by_name(&name),
        _ => Selector::sw_emu("u200"),
    }
}

/// Filters all planes as pixels of one type on both devices, and compares; gives what the emulated board made.
fn run<P: Pixel>(
    planes: &[Plane],
    chunk: usize,
    progress: &Progress,
    rows: &mut Vec<Row>,
) -> anyhow::Result<Vec<Vec<P>>> {
    progress.stage(&format!("reference {}", P::NAME));
    let reference: Vec<Vec<P>> = planes.iter().map(P::reference).inspect(|_| progress.image_done()).collect();
    let pixels = planes.iter().map(Plane::pixels).sum();
    let mut emulated_results = Vec::new();
    for selector in [Selector::host(), emulated()] {
        let Measured { device, results, elapsed, kernel_time } =
            filter_all::<P>(&selector, planes, chunk, progress).context("filtering failed")?;
        let exact = same_bits(&results, &reference);
        rows.push(Row { device, pixel: P::NAME, images: planes.len(), pixels, elapsed, kernel_time, exact });
        emulated_results = results;
    }
    Ok(emulated_results)
}

/// True if equal to the last bit, so that -0 differs from 0.
fn same_bits<P: Pixel>(images: &[Vec<P>], others: &[Vec<P>]) -> bool {
    let bits = |image: &Vec<P>| image.iter().map(|pixel| pixel.bits()).collect::<Vec<_>>();
    images.iter().map(bits).eq(others.iter().map(bits))
}
