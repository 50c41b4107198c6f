//! Source files as images for emulation.

use std::fs;
use std::path::{Path, PathBuf};

use sycl_hls_boards::Board;
use sycl_hls_cli::image::{ImageRequest, ImageTarget, SimulatorOptions, build_image};
use sycl_hls_cli::progress::Progress;
use sycl_hls_cli::sources::translate_one;
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_ir::Module;

use crate::cache;

/// The board that the tests emulate, unless they need the banks of another one.
pub const BOARD: &str = "u200";

/// The kernels modules of a file; a relative path counts from `tests/kernels`.
///
/// # Panics
/// When that fails.
#[must_use]
pub fn translated(file: impl AsRef<Path>) -> Vec<Module> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels").join(file);
    translate_one(&path).expect("the file translates")
}

/// Every file with kernels below `tests/kernels`, in order: the corpus.
///
/// # Panics
/// When a file or folder cannot be read.
#[must_use]
pub fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if fs::read_to_string(&path)
                .expect("the file can be read")
                .contains("#[sycl_hls::kernels]")
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Builds an image for [`BOARD`], and gives its path.
///
/// # Panics
/// When that fails.
#[must_use]
pub fn write_image(modules: &[Module], checks: bool, image: PathBuf) -> PathBuf {
    write_image_for(BOARD, modules, checks, image)
}

/// Builds an image for a board, and gives its path.
///
/// # Panics
/// When that fails.
#[must_use]
pub fn write_image_for(board: &str, modules: &[Module], checks: bool, image: PathBuf) -> PathBuf {
    build(board, modules, ImageTarget::SwEmu { checks }, image)
}

/// Builds an image for hardware emulation of [`BOARD`], and gives its path.
///
/// # Panics
/// When that fails.
#[must_use]
pub fn write_hardware_image(modules: &[Module], image: PathBuf) -> PathBuf {
    build(BOARD, modules, ImageTarget::HwEmu(SimulatorOptions::default()), image)
}

/// Where compiled kernels of these modules are kept: builds of one folder take turns. What simulators share takes longer to compile
/// than what they do not, so that they are all in one.
fn kept(modules: &[Module], target: &ImageTarget) -> Option<PathBuf> {
    if matches!(target, ImageTarget::HwEmu(_)) {
        return cache::folder("images/simulators");
    }
    let names: Vec<&str> = modules.iter().map(|module| module.name.as_str()).collect();
    cache::folder(&format!("images/{}", names.join("-")))
}

fn build(board: &str, modules: &[Module], target: ImageTarget, image: PathBuf) -> PathBuf {
    let board = Board::by_name(board).expect("the board is known");
    let request = ImageRequest {
        kernels: modules.to_vec().into(),
        board,
        cache: kept(modules, &target),
        target,
        image,
        smoke: Vec::new(),
    };
    build_image(&request, &Progress::spinner_only(), &Cancel::new()).expect("the image can be built")
}
