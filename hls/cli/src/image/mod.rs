//! Building an image: kernels to what an emulation runs, and that into an xclbin.

mod hw_emu;
mod manifest;
mod metadata;
mod objects;
mod place;
mod sw_emu;

use std::path::{Path, PathBuf};

use sycl_hls_boards::Board;
use sycl_hls_compiler::abi::AbiKernel;
use sycl_hls_compiler::tool::{Cancel, Cxx, Waves};
use sycl_hls_ir::Module;
use sycl_hls_types::{Digest, ModuleInterface, Target};
use xclbin_tools::{Mode, Xclbin};

use hw_emu::Hardware;
pub(crate) use manifest::{OfVitis, SourceDigest, path_of as manifest_path, write as write_manifest};
pub(crate) use metadata::{BUILD_KEY, TARGET_KEY, of_interfaces};
pub use objects::Objects;
use place::Place;
use sw_emu::Software;

use crate::failure::Failure;
use crate::folders::write_built;
use crate::kernels::Kernels;
use crate::placement::{check_board, check_ports};
use crate::progress::Progress;
use crate::sources::refuse;

/// Version of what [`BuildInputs::digest`] is computed from, and of the packaging.
const BUILD_SCHEMA: u32 = 5;

/// Name of the file whose lock a build holds, beside the image.
const LOCK: &str = ".lock";

/// Name of the folder of object files, beside the image.
const OBJECTS: &str = ".objects";

/// What to build.
#[derive(Debug)]
pub struct ImageRequest {
    /// The kernels.
    pub kernels: Kernels,
    /// The board to emulate.
    pub board: &'static Board,
    /// What runs it.
    pub target: ImageTarget,
    /// The file to write. The emitted text and the manifest go beside it.
    pub image: PathBuf,
    /// Where compiled files are kept; without one, beside the image.
    pub cache: Option<PathBuf>,
    /// The program that tells whether the image does what it should on a card, with its arguments; for the manifest.
    pub smoke: Vec<String>,
}

/// Where the user wants compiled files to be kept: the folder that the environment variable `SYCL_HLS_CACHE` names, if there is one.
#[must_use]
pub fn users_cache() -> Option<PathBuf> {
    std::env::var_os("SYCL_HLS_CACHE").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// The targets for which there are images.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImageTarget {
    /// Software emulation.
    SwEmu {
        /// True with checks.
        checks: bool,
    },
    /// Hardware emulation.
    HwEmu(SimulatorOptions),
}

/// What the simulators of hardware emulation can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SimulatorOptions {
    /// Simulate floats by the operators' gates, rather than with the host's own floats.
    pub gate_level: bool,
    /// The waveforms that can be recorded.
    pub waves: Waves,
}

/// The mode that an image for a target states.
pub const fn mode_of(target: Target) -> Mode {
    match target {
        Target::SwEmu => Mode::SwEmu,
        Target::HwEmu => Mode::HwEmu,
        Target::Hw => Mode::Flat,
    }
}

impl ImageTarget {
    /// The target.
    #[must_use]
    pub const fn target(self) -> Target {
        match self {
            Self::SwEmu { .. } => Target::SwEmu,
            Self::HwEmu(_) => Target::HwEmu,
        }
    }

    /// True if kernels have checks. Hardware has none.
    #[must_use]
    pub const fn checks(self) -> bool {
        matches!(self, Self::SwEmu { checks: true })
    }
}

/// Everything that goes into a build.
struct BuildInputs<'r> {
    request: &'r ImageRequest,
    payload: Payload,
    /// The kernels as they appear in the image.
    kernels: Vec<AbiKernel>,
    compiler: Cxx,
}

/// What the image's BITSTREAM is made of.
enum Payload {
    Software(Software),
    Hardware(Hardware),
}

/// Builds an image unless the file is up to date; gives its path.
///
/// # Errors
/// When two kernels have one name, the board lacks a bank or region that a kernel names, hardware lacks what a kernel holds, a tool is missing,
/// fails or is interrupted, or a file cannot be written.
/// Whatever happens, the file is either the old one or complete.
pub fn build_image(request: &ImageRequest, progress: &Progress, cancel: &Cancel) -> anyhow::Result<PathBuf> {
    let path = &request.image;
    let inputs = BuildInputs::prepare(request, cancel)?;
    let digest = inputs.digest();
    progress.detail("Compiler", &inputs.compiler.identity());
    progress.detail("Digest", digest.as_str());
    if is_up_to_date(path, &digest) {
        inputs.write_manifest(path, &digest)?;
        progress.done("Fresh", path);
        return Ok(path.clone());
    }
    let place = Place::create(path, request.cache.as_deref())?;
    let _lock = place.lock(progress, cancel)?;
    inputs.build(&place, &digest, progress, cancel).map_err(|error| {
        place.clean(&inputs.files().map(|(name, _)| name).collect::<Vec<_>>());
        place.named(error)
    })?;
    Ok(path.clone())
}

impl BuildInputs<'_> {
    /// Builds the image, unless whoever held the lock before has built it.
    fn build(
        &self,
        place: &Place<'_>,
        digest: &Digest,
        progress: &Progress,
        cancel: &Cancel,
    ) -> anyhow::Result<()> {
        let path = &self.request.image;
        if is_up_to_date(path, digest) {
            self.write_manifest(path, digest)?;
            progress.done("Fresh", path);
            return Ok(());
        }
        self.say_memory(progress);
        let objects = Objects::open(place.objects())?;
        let payload = self.make_payload(&objects, progress, cancel)?;
        let image = metadata::image(self, digest, payload)?;
        self.write_beside(path, digest)?;
        write_built(path, &image)?;
        objects.tidy(self.objects());
        progress.done("Built", path);
        Ok(())
    }

    /// Says where memory is emulated as ideal.
    fn say_memory(&self, progress: &Progress) {
        let request = self.request;
        if matches!(request.target, ImageTarget::HwEmu(_))
            && request.board.banks.iter().any(|bank| bank.timing.is_none())
        {
            let board = &request.board.name;
            progress.step(
                "Memory",
                &format!("when memory of {board} answers is not known: it is emulated as ideal"),
            );
        }
    }
}

/// True if the image of this digest is there, with what belongs beside it.
fn is_up_to_date(path: &Path, digest: &Digest) -> bool {
    if !manifest::path_of(path).is_file() {
        return false;
    }
    let Ok(image) = Xclbin::open(path) else { return false };
    image.key_values().is_ok_and(|values| values.get(metadata::BUILD_KEY) == Some(digest.as_str()))
}

impl<'r> BuildInputs<'r> {
    fn prepare(request: &'r ImageRequest, cancel: &Cancel) -> anyhow::Result<Self> {
        check_names(&request.kernels.modules)?;
        refuse(&request.kernels.modules, |module| check_board(module, request.board))?;
        check_ports(&request.kernels.modules, request.board)?;
        let compiler = Cxx::find(cancel)?;
        let (payload, kernels) = match request.target {
            ImageTarget::SwEmu { checks } => {
                let (software, kernels) = Software::new(&request.kernels.modules, request.board, checks);
                (Payload::Software(software), kernels)
            }
            ImageTarget::HwEmu(options) => {
                let (hardware, kernels) =
                    Hardware::new(&request.kernels.modules, request.board, options, cancel)?;
                (Payload::Hardware(hardware), kernels)
            }
        };
        Ok(Self { request, payload, kernels, compiler })
    }

    /// What the image is made of: equal digests, equal images.
    fn digest(&self) -> Digest {
        let board = self.request.board;
        let mut text = format!(
            "build {BUILD_SCHEMA}\n{}\n{}\n{}\n",
            env!("CARGO_PKG_VERSION"),
            board.platform,
            self.compiler.identity(),
        );
        // A project's own boards change without a new version of this program.
        text +=
            &format!("{} {} {} {:?}\n", board.part, board.kernel_clock_mhz, board.default_bank, board.banks);
        let built: Vec<ModuleInterface> =
            self.request.kernels.modules.iter().map(Module::interface).collect();
        for interface in built.iter().chain(&self.request.kernels.interfaces) {
            text += &interface.to_json();
        }
        text += &match &self.payload {
            Payload::Software(software) => software.text(),
            Payload::Hardware(hardware) => hardware.text(),
        };
        Digest::of(text)
    }

    fn make_payload(
        &self,
        objects: &Objects,
        progress: &Progress,
        cancel: &Cancel,
    ) -> anyhow::Result<Vec<u8>> {
        match &self.payload {
            Payload::Software(software) => software.make(&self.compiler, objects, progress, cancel),
            Payload::Hardware(hardware) => hardware.make(&self.compiler, objects, progress, cancel),
        }
    }

    /// How many cached files the build uses.
    fn objects(&self) -> usize {
        match &self.payload {
            Payload::Software(software) => software.objects(),
            Payload::Hardware(hardware) => hardware.objects(),
        }
    }

    /// What makes a simulator of hardware, if there is one.
    fn simulator(&self) -> Option<String> {
        match &self.payload {
            Payload::Software(_) => None,
            Payload::Hardware(hardware) => Some(hardware.simulator()),
        }
    }

    /// The emitted text and the manifest, for people and tools.
    fn write_beside(&self, image: &Path, digest: &Digest) -> anyhow::Result<()> {
        let folder = image.with_extension("kernels");
        for (name, text) in self.files() {
            write_built(&folder.join(name), text)?;
        }
        self.write_manifest(image, digest)
    }

    /// The emitted texts by their names.
    fn files(&self) -> impl Iterator<Item = (String, String)> {
        match &self.payload {
            Payload::Software(software) => software.files(),
            Payload::Hardware(hardware) => hardware.files(),
        }
        .into_iter()
    }

    /// The manifest, of which more may have changed than of the image.
    fn write_manifest(&self, image: &Path, digest: &Digest) -> anyhow::Result<()> {
        manifest::write(image, &manifest::manifest(self, digest)?)
    }
}

/// An image has one name for each kernel, and one module of each name.
pub(crate) fn check_names(modules: &[Module]) -> anyhow::Result<()> {
    for (index, module) in modules.iter().enumerate() {
        for earlier in &modules[..index] {
            let names: Vec<&str> = earlier.kernels().map(|(_, kernel)| kernel.name.as_str()).collect();
            let twice = module.kernels().find(|(_, kernel)| names.contains(&kernel.name.as_str()));
            if let Some((_, kernel)) = twice {
                let message = format!(
                    "two kernels are named `{}`: in `mod {}` ({}) and in `mod {}` ({})",
                    kernel.name, earlier.name, earlier.source.file, module.name, module.source.file
                );
                let help = "rename one, or put the files into images of their own in sycl-hls.toml: [image.NAME] sources = [..]";
                return Err(Failure::user(message).help(help).into());
            }
            if module.name == earlier.name {
                let message = format!(
                    "two kernels modules are named `{}`: in {} and in {}",
                    module.name, earlier.source.file, module.source.file
                );
                return Err(Failure::user(message).help("rename one of them").into());
            }
        }
    }
    Ok(())
}
