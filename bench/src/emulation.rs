//! Software emulation against C++ written by hand, and against the emitted C++ as C simulations are built.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use bytemuck::Pod;
use sycl_hls_backend::{Args, Backend as _, Image, KernelArg, Program, Source};
use sycl_hls_boards::Board;
use sycl_hls_cli::image::{ImageRequest, ImageTarget, build_image};
use sycl_hls_cli::progress::Progress;
use sycl_hls_cli::sources::translate_one;
use sycl_hls_compiler::tool::{Cancel, CxxOptions};
use sycl_hls_emulation::SwEmulation;
use tempfile::TempDir;
use xclbin_tools::Xclbin;

use crate::handwritten::{Sources, image_with_code};
use crate::{Figure, root, sample};

const WIDTH: usize = 512;
const HEIGHT: usize = 256;
const CHUNK: usize = 512;
const ROUNDS: usize = 300;

/// The kernels as machine code of different origin.
struct Candidates {
    by_hand: Arc<dyn Program>,
    release: Arc<dyn Program>,
    checked: Arc<dyn Program>,
    simulation: Arc<dyn Program>,
    _folder: TempDir,
}

impl Candidates {
    fn build() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let release = emulated(folder.path(), "release", false)?;
        let checked = emulated(folder.path(), "checked", true)?;
        let emitted = Sources::beside(&release);
        let manifest = emitted.manifest.clone();
        let by_hand = Sources { kernels: root().join("bench/src/box_filter.cpp"), manifest };
        let by_hand = image_with_code(&release, "by-hand", &by_hand, CxxOptions::default())?;
        let debug = CxxOptions { optimize: 0, debug: true };
        let simulation = image_with_code(&release, "simulation", &emitted, debug)?;
        Ok(Self {
            by_hand: load(&by_hand)?,
            release: load(&release)?,
            checked: load(&checked)?,
            simulation: load(&simulation)?,
            _folder: folder,
        })
    }
}

fn emulated(folder: &Path, name: &str, checks: bool) -> anyhow::Result<std::path::PathBuf> {
    let modules = translate_one(&root().join("examples/box-filter/src/kernels.rs"))?;
    let image = folder.join(format!("{name}.xclbin"));
    let request = ImageRequest {
        kernels: modules.into(),
        board: Board::by_name("u200")?,
        target: ImageTarget::SwEmu { checks },
        image,
        cache: None,
        smoke: Vec::new(),
    };
    build_image(&request, &Progress::spinner_only(), &Cancel::new())
}

fn load(path: &Path) -> anyhow::Result<Arc<dyn Program>> {
    let image = Image { path: path.to_owned(), xclbin: Xclbin::open(path)?, modules: Vec::new() };
    let mut devices = SwEmulation::default().devices().into_iter();
    let device = devices.find(|device| device.info().id == "sw_emu/u200").context("the U200 is emulated")?;
    Ok(device.load(Source::Image(&image))?)
}

/// An image, and where the kernels put what they make of it.
struct Frame<T> {
    input: Vec<T>,
    output: Vec<T>,
}

impl<T: Pod> Frame<T> {
    fn args(&mut self) -> Args<'_> {
        let size = |size: usize| KernelArg::Scalar(size.into());
        vec![
            KernelArg::Slice(bytemuck::cast_slice(&self.input)),
            KernelArg::SliceMut(bytemuck::cast_slice_mut(&mut self.output)),
            size(WIDTH),
            size(HEIGHT),
            size(CHUNK),
        ]
    }
}

fn measure_type<T>(
    candidates: &Candidates,
    name: &str,
    pixel: impl Fn(u8) -> T,
) -> anyhow::Result<Vec<Figure>>
where
    T: Pod,
{
    let frame = || Frame {
        input: (0..WIDTH * HEIGHT).map(|i| pixel((i * 7 % 256) as u8)).collect::<Vec<T>>(),
        output: vec![pixel(0); WIDTH * HEIGHT],
    };
    let kernel = format!("box_filter_{name}");
    let run = |program: &Arc<dyn Program>, frame: &mut Frame<T>| Ok(program.run(&kernel, frame.args())?);
    let mut frames = [frame(), frame(), frame(), frame()];
    let [a, b, c, d] = &mut frames;
    let [by_hand, release, checked, simulation] = sample::in_turn(
        ROUNDS,
        [
            &mut || run(&candidates.by_hand, a),
            &mut || run(&candidates.release, b),
            &mut || run(&candidates.checked, c),
            &mut || run(&candidates.simulation, d),
        ],
    )?;
    let first = bytemuck::cast_slice::<_, u8>(&frames[0].output);
    anyhow::ensure!(
        frames.iter().all(|frame| bytemuck::cast_slice::<_, u8>(&frame.output) == first),
        "the results differ"
    );
    Ok(vec![
        Figure::time(format!("box filter of 512x256 {name}, C++ by hand, -O3"), by_hand, ""),
        Figure::ratio("... sw_emu `--release` against that", sample::ratio(release, by_hand), "1.1x"),
        Figure::ratio("... sw_emu with checks against that", sample::ratio(checked, by_hand), "2.5x"),
        Figure::ratio(
            "... the emitted C++ at `-O0 -g` against sw_emu `--release`",
            sample::ratio(simulation, release),
            "8x or more",
        ),
    ])
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    let candidates = Candidates::build()?;
    let mut figures = measure_type(&candidates, "i32", i32::from)?;
    figures.extend(measure_type(&candidates, "f32", f32::from)?);
    Ok(figures)
}
