//! The loaded programs of a device: each kernels module is looked up once, each image loaded once.

use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use sycl_hls_backend::{Aspect, Device, DeviceKind, Image, LoadError, Program, Source};

use crate::environment::Environment;
use crate::image::{self, Wanted};
use crate::module::ModuleInfo;
use crate::{Error, Result};

/// Kernels that are ready to run on one device.
pub(crate) struct Programs {
    device: Arc<dyn Device>,
    images: Images,
    loaded: Mutex<Loaded>,
}

/// Where images come from.
enum Images {
    /// From this one file, already loaded.
    Named(Image, Arc<dyn Program>),
    /// From where the environment says.
    Found(Box<Environment>),
}

#[derive(Default)]
struct Loaded {
    modules: Vec<(&'static ModuleInfo, Arc<dyn Program>)>,
    images: Vec<(PathBuf, Arc<dyn Program>)>,
}

impl Programs {
    /// What runs on `device`, with images from where `environment` says.
    pub fn new(device: Arc<dyn Device>, environment: Environment) -> Self {
        Self { device, images: Images::Found(Box::new(environment)), loaded: Mutex::default() }
    }

    /// What runs on `device` when only the image at `path` may be used.
    ///
    /// # Errors
    /// When the file cannot be read or the device refuses it.
    pub fn of_image(device: &Arc<dyn Device>, path: &Path) -> Result<Self> {
        if device.info().kind == DeviceKind::Host {
            return Err(Error::Invalid(format!(
                "the host runs no images, so `with_image({})` has no use; leave it out, or select a board",
                path.display()
            )));
        }
        let image = image::open(path)?;
        let program = device.load(Source::Image(&image))?;
        let images = Images::Named(image, program);
        Ok(Self { device: Arc::clone(device), images, loaded: Mutex::default() })
    }

    /// The id of the device.
    fn device_id(&self) -> &str {
        &self.device.info().id
    }

    /// The one image that may be used, if there is one, and its program.
    pub fn named(&self) -> Option<(&Image, &Arc<dyn Program>)> {
        match &self.images {
            Images::Named(image, program) => Some((image, program)),
            Images::Found(_) => None,
        }
    }

    /// The program with the kernels of `module`.
    ///
    /// # Errors
    /// When no image has them, or the device refuses it.
    pub fn program(&self, module: &'static ModuleInfo) -> Result<Arc<dyn Program>> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, program)) = loaded.modules.iter().find(|(known, _)| ptr::eq(*known, module)) {
            return Ok(Arc::clone(program));
        }
        let program = self.load(module, &mut loaded.images)?;
        loaded.modules.push((module, Arc::clone(&program)));
        Ok(program)
    }

    /// The program with a kernel of `module`, by its number.
    ///
    /// # Errors
    /// As [`Programs::program`]; also when the device cannot run that kernel.
    pub fn program_with(&self, module: &'static ModuleInfo, kernel: usize) -> Result<Arc<dyn Program>> {
        let name = &module.kernel(kernel)?.name;
        let group = module.interface()?.group_of(name);
        let refuse = |what| LoadError::Unsupported { device: self.device_id().to_owned(), what }.into();
        if module.interface()?.needs_fp64(name) && !self.device.info().has(Aspect::Fp64) {
            return Err(refuse(format!(
                "`{name}`, which uses `f64`: it lacks the aspect `{}`",
                Aspect::Fp64
            )));
        }
        let program = self.program(module)?;
        match program.refusal(group.map_or(name, |group| &group.kernel)) {
            Some(what) => Err(refuse(what)),
            None => Ok(program),
        }
    }

    fn load(
        &self,
        module: &'static ModuleInfo,
        images: &mut Vec<(PathBuf, Arc<dyn Program>)>,
    ) -> Result<Arc<dyn Program>> {
        let DeviceKind::Board(on) = &self.device.info().kind else {
            return Ok(self.device.load(Source::Native(module.natives()))?);
        };
        let wanted = Wanted { module: module.interface()?, on };
        let image = match &self.images {
            Images::Named(image, program) => {
                image::check(image, &wanted)?;
                announce(image, &wanted);
                return Ok(Arc::clone(program));
            }
            Images::Found(environment) => image::find(&wanted, environment)?,
        };
        announce(&image, &wanted);
        if let Some((_, program)) = images.iter().find(|(path, _)| *path == image.path) {
            return Ok(Arc::clone(program));
        }
        let program = self.device.load(Source::Image(&image))?;
        images.push((image.path, Arc::clone(&program)));
        Ok(program)
    }
}

/// Logs which image runs, and whether it is quite the one that this program's sources give.
fn announce(image: &Image, wanted: &Wanted<'_>) {
    tracing::debug!(image = %image.path.display(), module = wanted.module.name, "using image");
    if let Some(warning) = wanted.other_directives(image) {
        tracing::warn!("{warning}");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use sycl_hls_backend::{Args, BoardInfo, DeviceInfo, LoadError};
    use sycl_hls_types::{Digest, Fault, KernelInterface, MODULE_KEY_PREFIX, ModuleInterface, Target};
    use xclbin_tools::section::KeyValues;
    use xclbin_tools::{Builder, Mode, Uuid};

    use super::*;
    use crate::Errc;

    /// A device that counts what it loads.
    struct Counting(DeviceInfo, AtomicUsize);

    struct Nothing;

    impl Device for Counting {
        fn info(&self) -> &DeviceInfo {
            &self.0
        }

        fn free_memory(&self) -> Vec<u64> {
            Vec::new()
        }

        fn load(&self, _: Source<'_>) -> Result<Arc<dyn Program>, LoadError> {
            self.1.fetch_add(1, Ordering::Relaxed);
            Ok(Arc::new(Nothing))
        }
    }

    impl Program for Nothing {
        fn run(&self, _: &str, _: Args<'_>) -> Result<(), Fault> {
            Ok(())
        }
    }

    fn device(kind: DeviceKind) -> Arc<Counting> {
        device_with(kind, vec![])
    }

    fn device_with(kind: DeviceKind, aspects: Vec<Aspect>) -> Arc<Counting> {
        let info = DeviceInfo {
            id: String::new(),
            name: String::new(),
            vendor: String::new(),
            driver_version: String::new(),
            kind,
            kernel_clock_mhz: None,
            memories: vec![],
            compute_units: 1,
            local_memory: 0,
            cache: None,
            aspects,
        };
        Arc::new(Counting(info, AtomicUsize::new(0)))
    }

    fn u200() -> DeviceKind {
        DeviceKind::Board(BoardInfo { target: Target::SwEmu, board: "u200".into(), platform: "p".into() })
    }

    fn module(name: &str) -> (ModuleInterface, &'static ModuleInfo) {
        let digest = Digest::of(name);
        let interface = ModuleInterface {
            name: name.into(),
            abi: digest.clone(),
            code: digest.clone(),
            directives: digest,
            kernels: vec![],
            links: vec![],
            fp64: vec![],
        };
        let json = interface.to_json().leak();
        (interface, Box::leak(Box::new(ModuleInfo::new(json, &[]))))
    }

    #[test]
    fn modules_are_looked_up_once_and_images_loaded_once() {
        let folder = tempfile::tempdir().unwrap();
        let images = folder.path().join("u200/sw_emu");
        std::fs::create_dir_all(&images).unwrap();
        let [(a, a_info), (b, b_info)] = [module("a"), module("b")];
        let keys: KeyValues =
            [a, b].iter().map(|m| (format!("{MODULE_KEY_PREFIX}{}", m.name), m.to_json())).collect();
        let image = Builder::new(Mode::SwEmu, "p", Uuid::nil(), 0).section(&keys).unwrap();
        std::fs::write(images.join("k.xclbin"), image.to_bytes().unwrap()).unwrap();

        let device = device(u200());
        let root = Some(folder.path().to_owned());
        let programs = Programs::new(device.clone(), Environment { images: root, ..Environment::default() });
        let first = programs.program(a_info).unwrap();
        assert!(Arc::ptr_eq(&first, &programs.program(b_info).unwrap()));
        // Known from now on, whatever becomes of the file.
        drop(folder);
        assert!(Arc::ptr_eq(&first, &programs.program(a_info).unwrap()));
        assert_eq!(device.1.load(Ordering::Relaxed), 1);
        assert!(matches!(programs.program(module("c").1), Err(Error::NoImage(_))));
    }

    #[test]
    fn native_functions_are_loaded_once_per_module() {
        let device = device(DeviceKind::Host);
        let programs = Programs::new(device.clone(), Environment::default());
        let [(_, a), (_, b)] = [module("a"), module("b")];
        for info in [a, b, a, b] {
            programs.program(info).unwrap();
        }
        assert_eq!(device.1.load(Ordering::Relaxed), 2);
    }

    /// Rows: F035, F360.
    #[test]
    fn only_the_kernels_that_need_an_aspect_are_refused_and_only_when_they_are_submitted() {
        let (mut interface, _) = module("m");
        interface.kernels = ["single", "double"].map(|name| KernelInterface::new(name, vec![])).into();
        interface.fp64 = vec!["double".into()];
        let info: &ModuleInfo = Box::leak(Box::new(ModuleInfo::new(interface.to_json().leak(), &[])));
        let lacking = device_with(DeviceKind::Host, vec![Aspect::Fp16]);
        let programs = Programs::new(lacking.clone(), Environment::default());
        assert!(programs.program_with(info, 0).is_ok());
        let error = programs.program_with(info, 1).err().unwrap();
        assert_eq!(error.code(), Errc::KernelNotSupported);
        assert!(
            error.to_string().ends_with("cannot run `double`, which uses `f64`: it lacks the aspect `fp64`")
        );
        assert!(programs.program_with(info, 0).is_ok());
        assert_eq!(lacking.1.load(Ordering::Relaxed), 1);
        let able = Programs::new(device_with(DeviceKind::Host, vec![Aspect::Fp64]), Environment::default());
        assert!(able.program_with(info, 0).is_ok() && able.program_with(info, 1).is_ok());
    }

    #[test]
    fn a_text_that_is_no_interface_is_an_error() {
        let module: &ModuleInfo = Box::leak(Box::new(ModuleInfo::new("{", &[])));
        let device = device(u200());
        let error = Programs::new(device, Environment::default()).program(module).err().unwrap();
        assert!(error.to_string().contains("use sycl-hls and sycl-hls-macros of one version"), "{error}");
    }
}
