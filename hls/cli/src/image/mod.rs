//! Building an image: kernels to C++, C++ to a shared object, and that into an xclbin.

mod manifest;
mod metadata;
mod objects;

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sycl_hls_boards::Board;
use sycl_hls_compiler::back::hls_cpp::CppKernel;
use sycl_hls_compiler::back::sw_emu;
use sycl_hls_compiler::pass;
use sycl_hls_compiler::tool::{Cancel, Cxx, CxxOptions, ToolError};
use sycl_hls_ir::Module;
use sycl_hls_types::Digest;
use xclbin_tools::{Xclbin, write_atomically};

use objects::Objects;

use crate::failure::Failure;
use crate::lock::Lock;
use crate::placement::check_board;
use crate::progress::Progress;
use crate::sources::refuse;

/// Version of what [`BuildInputs::digest`] is computed from, and of the packaging.
const BUILD_SCHEMA: u32 = 2;

/// Name of the manifest, beside the image. It is written after the C++.
const MANIFEST: &str = "manifest.json";

/// Name of the file whose lock a build holds, beside the image.
const LOCK: &str = ".lock";

/// Name of the folder of object files, beside the image.
const OBJECTS: &str = ".objects";

/// What to build.
#[derive(Debug)]
pub struct ImageRequest {
    /// The kernels, as checked KIR.
    pub modules: Vec<Module>,
    /// The board to emulate.
    pub board: &'static Board,
    /// With checks?
    pub checks: bool,
    /// The file to write. The emitted C++ and the manifest go beside it.
    pub image: PathBuf,
}

/// A module on its way into the image.
struct Unit {
    name: String,
    cpp: String,
}

/// Everything that goes into a build.
struct BuildInputs<'r> {
    request: &'r ImageRequest,
    units: Vec<Unit>,
    /// The kernels as they appear in the image.
    kernels: Vec<CppKernel>,
    compiler: Cxx,
}

/// Builds an image for software emulation unless the file is up to date; gives its path.
///
/// # Errors
/// When two kernels have one name, the board lacks a bank or region that a kernel names, the compiler is missing, fails or is interrupted, or a file cannot be written.
/// Whatever happens, the file is either the old one or complete.
pub fn build_image(request: &ImageRequest, progress: &Progress, cancel: &Cancel) -> anyhow::Result<PathBuf> {
    let path = &request.image;
    let inputs = BuildInputs::prepare(request, cancel)?;
    let digest = inputs.digest();
    progress.detail("Compiler", &inputs.compiler.identity());
    progress.detail("Digest", digest.as_str());
    if is_up_to_date(path, &digest) {
        progress.done("Fresh", path);
        return Ok(path.clone());
    }
    let beside = path.with_extension("kernels");
    create_folder(&beside)?;
    let _lock = Lock::take(&beside.join(LOCK), progress, cancel)?;
    // Whoever held the lock may have built the very image.
    if is_up_to_date(path, &digest) {
        progress.done("Fresh", path);
        return Ok(path.clone());
    }
    let objects = Objects::open(beside.join(OBJECTS))?;
    let library = inputs.compile(&objects, progress, cancel)?;
    let image = metadata::image(&inputs, &digest, library)?;
    inputs.write_beside(path, &digest)?;
    write_atomically(path, &image).map_err(|error| Failure::user(error.to_string()))?;
    objects.tidy();
    progress.done("Built", path);
    Ok(path.clone())
}

/// Is the image of this digest there, with what belongs beside it?
fn is_up_to_date(path: &Path, digest: &Digest) -> bool {
    if !path.with_extension("kernels").join(MANIFEST).is_file() {
        return false;
    }
    let Ok(image) = Xclbin::open(path) else { return false };
    image.key_values().is_ok_and(|values| values.get(metadata::BUILD_KEY) == Some(digest.as_str()))
}

fn create_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::user(format!("cannot create the folder {}: {error}", folder.display())).into()
    })
}

impl<'r> BuildInputs<'r> {
    fn prepare(request: &'r ImageRequest, cancel: &Cancel) -> anyhow::Result<Self> {
        check_names(&request.modules)?;
        refuse(&request.modules, |module| check_board(module, request.board))?;
        let compiler = Cxx::find(cancel)?;
        let passes = if request.checks { sw_emu::CHECKED } else { sw_emu::UNCHECKED };
        let mut manifest = sw_emu::new_manifest();
        let mut units = Vec::new();
        let mut kernels = Vec::new();
        for module in &request.modules {
            let mut module = module.clone();
            pass::run_all(&mut module, passes);
            let cpp = sw_emu::emit(&module, &mut manifest);
            kernels.extend(cpp.kernels);
            units.push(Unit { name: module.name, cpp: cpp.text });
        }
        units.push(Unit { name: "manifest".to_owned(), cpp: sw_emu::emit_manifest(&manifest) });
        Ok(Self { request, units, kernels, compiler })
    }

    /// What the image is made of: equal digests, equal images.
    fn digest(&self) -> Digest {
        let mut text = format!(
            "build {BUILD_SCHEMA}\n{}\n{}\n{}\n{:?}\n",
            env!("CARGO_PKG_VERSION"),
            self.request.board.platform,
            self.compiler.identity(),
            Cxx::flags(CxxOptions::default())
        );
        for module in &self.request.modules {
            text += &module.interface().to_json();
        }
        for unit in &self.units {
            text += &unit.cpp;
        }
        Digest::of(text)
    }

    /// Compiles the units side by side and links them; gives the shared object's bytes.
    fn compile(&self, objects: &Objects, progress: &Progress, cancel: &Cancel) -> anyhow::Result<Vec<u8>> {
        let names: Vec<&str> = self.request.modules.iter().map(|module| module.name.as_str()).collect();
        let checks = if self.request.checks { "with checks" } else { "without checks" };
        progress.step("Compiling", &format!("{} ({checks})", names.join(", ")));
        let flags = Cxx::flags(CxxOptions::default()).join(" ");
        progress.detail("Flags", &flags);
        let compile = |unit: &Unit| objects.compile(&unit.cpp, &self.compiler, cancel);
        let compiled: Vec<PathBuf> = self.units.par_iter().map(compile).collect::<Result<_, ToolError>>()?;
        let folder =
            tempfile::tempdir().map_err(|source| ToolError::File { path: std::env::temp_dir(), source })?;
        let library = folder.path().join("kernels.so");
        self.compiler.link_shared(&compiled, &library, cancel)?;
        std::fs::read(&library).map_err(|source| ToolError::File { path: library, source }.into())
    }

    /// The emitted C++ and the manifest, for people and tools.
    fn write_beside(&self, image: &Path, digest: &Digest) -> anyhow::Result<()> {
        let folder = image.with_extension("kernels");
        let write = |path: PathBuf, text: &str| {
            write_atomically(&path, text.as_bytes()).map_err(|error| Failure::user(error.to_string()))
        };
        for unit in &self.units {
            write(folder.join(format!("{}.cpp", unit.name)), &unit.cpp)?;
        }
        write(folder.join(MANIFEST), &manifest::manifest(self, digest)?)?;
        Ok(())
    }
}

/// An image has one name for each kernel, and one module of each name.
fn check_names(modules: &[Module]) -> anyhow::Result<()> {
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
