//! Row 6: from Rust to an image for hardware emulation.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use sycl_hls_boards::Board;
use sycl_hls_cli::image::{ImageRequest, ImageTarget, SimulatorOptions, build_image};
use sycl_hls_cli::progress::Progress;
use sycl_hls_cli::sources::translate_one;
use sycl_hls_compiler::tool::Cancel;
use tempfile::TempDir;

use crate::root;

const ROUNDS: usize = 3;

/// Prints the medians for the box filter's two kernels: with nothing there, and again.
pub fn measure() -> anyhow::Result<()> {
    let (mut cold, mut cached) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let folder = TempDir::new()?;
        cold.push(build(&folder)?);
        cached.push(build(&folder)?);
    }
    println!("\nRow 6: an image of the box filter for hw_emu. Target: under 20 s cold, under 1 s cached.\n");
    println!("| cold, s | cached, s |\n|---|---|\n| {:.1} | {:.2} |", median(cold), median(cached));
    Ok(())
}

fn build(folder: &TempDir) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let request = ImageRequest {
        kernels: translate_one(&root().join("examples/box-filter/src/kernels.rs"))?.into(),
        board: Board::by_name("u200").context("there is a U200")?,
        target: ImageTarget::HwEmu(SimulatorOptions::default()),
        image: folder.path().join("box_filter.xclbin"),
        cache: None,
        smoke: Vec::new(),
    };
    build_image(&request, &Progress::spinner_only(), &Cancel::new())?;
    Ok(start.elapsed())
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}
