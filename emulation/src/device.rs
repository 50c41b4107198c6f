//! Boards as devices that run `sw_emu` images.

use std::sync::Arc;

use sycl_hls_backend::{
    Aspect, Backend, BackendKind, Device, DeviceInfo, DeviceKind, Image, LoadError, MemoryInfo, PlatformInfo,
    Program, Source,
};
use sycl_hls_boards::{Bank, BankKind, Board};
use sycl_hls_types::Target;
use xclbin_tools::{Mode, SectionKind};

use crate::program::EmulatedProgram;

/// The backend with one emulated device for each known board, by name.
#[derive(Clone, Copy, Debug)]
pub struct SwEmulation;

impl Backend for SwEmulation {
    fn platform(&self) -> PlatformInfo {
        PlatformInfo {
            backend: BackendKind::SwEmu,
            name: "Software emulation of Alveo boards".to_owned(),
            vendor: "sycl-hls".to_owned(),
            version: VERSION.to_owned(),
        }
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        Board::all().iter().map(|board| Arc::new(EmulatedBoard::new(board)) as Arc<dyn Device>).collect()
    }
}

/// Version of the emulator.
const VERSION: &str = env!("CARGO_PKG_VERSION");

struct EmulatedBoard {
    info: DeviceInfo,
    platform: &'static str,
}

impl EmulatedBoard {
    fn new(board: &'static Board) -> Self {
        let target = Target::SwEmu;
        let kind =
            DeviceKind::Emulated { target, board: board.name.clone(), platform: board.platform.clone() };
        let info = DeviceInfo {
            id: format!("{target}/{}", board.name),
            name: format!("{} (software emulation)", board.title),
            vendor: "AMD".to_owned(),
            driver_version: VERSION.to_owned(),
            kind,
            kernel_clock_mhz: Some(board.kernel_clock_mhz),
            memories: board.banks.iter().map(memory).collect(),
            // Kernels run in this process, as C++ with `double`.
            aspects: vec![
                Aspect::Accelerator,
                Aspect::Emulated,
                Aspect::HostDebuggable,
                Aspect::Fp64,
                Aspect::QueueProfiling,
            ],
        };
        Self { info, platform: &board.platform }
    }

    /// Checks that the image is for this device.
    fn check(&self, image: &Image) -> Result<(), String> {
        let (mode, platform) = (image.xclbin.mode(), image.xclbin.platform_vbnv());
        if mode != Mode::SwEmu {
            return Err(format!(
                "{} runs images of mode SwEmu, and this one has mode {mode:?}",
                self.info.id
            ));
        }
        if platform != self.platform {
            return Err(format!(
                "{} is platform {}, and the image is for platform {platform}; build it for this board",
                self.info.id, self.platform
            ));
        }
        Ok(())
    }

    fn load_image(&self, image: &Image) -> Result<EmulatedProgram, String> {
        self.check(image)?;
        let object = image
            .xclbin
            .section(SectionKind::BITSTREAM)
            .ok_or("it has no BITSTREAM section, so nothing to run")?;
        EmulatedProgram::load(object, &image.modules)
    }
}

fn memory(bank: &Bank) -> MemoryInfo {
    let is_global = matches!(bank.kind, BankKind::Ddr4 | BankKind::Hbm);
    MemoryInfo { name: bank.tag.clone(), bytes: bank.size, is_global }
}

impl Device for EmulatedBoard {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn load(&self, source: Source<'_>) -> Result<Arc<dyn Program>, LoadError> {
        match source {
            Source::Image(image) => match self.load_image(image) {
                Ok(program) => Ok(Arc::new(program)),
                Err(reason) => Err(LoadError::BadImage { path: image.path.clone(), reason }),
            },
            Source::Native(_) => Err(LoadError::Unsupported {
                device: self.info.id.clone(),
                what: "native functions; it runs images".to_owned(),
            }),
        }
    }
}
