//! Boards as devices that run `sw_emu` or `hw_emu` images.

use std::sync::Arc;

use sycl_hls_backend::{
    Aspect, Backend, BackendKind, BoardInfo, Device, DeviceInfo, DeviceKind, Image, LoadError, MemoryInfo,
    PlatformInfo, Program, Source,
};
use sycl_hls_boards::{Bank, Board, Catalogue};
use sycl_hls_types::Target;
use xclbin_tools::SectionKind;

use crate::error::ImageError;
use crate::hw_emu::{Options, SimulatedProgram};
use crate::program::EmulatedProgram;

/// The backend with one board in software emulation for each that is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct SwEmulation {
    /// The boards.
    pub boards: Catalogue,
}

impl Backend for SwEmulation {
    fn platform(&self) -> PlatformInfo {
        platform(BackendKind::SwEmu, "Software emulation of FPGA boards")
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        devices(self.boards, &Engine::Software)
    }
}

/// The backend with one board in hardware emulation for each that is known.
#[derive(Clone, Debug, Default)]
pub struct HwEmulation {
    /// The boards.
    pub boards: Catalogue,
    /// How kernels are simulated.
    pub options: Options,
}

impl Backend for HwEmulation {
    fn platform(&self) -> PlatformInfo {
        platform(BackendKind::HwEmu, "Hardware emulation of FPGA boards")
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        devices(self.boards, &Engine::Hardware(self.options.clone()))
    }
}

/// Version of the emulator.
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn platform(backend: BackendKind, name: &str) -> PlatformInfo {
    let (name, vendor, version) = (name.to_owned(), "sycl-hls".to_owned(), VERSION.to_owned());
    PlatformInfo { backend, name, vendor, version }
}

fn devices(boards: Catalogue, engine: &Engine) -> Vec<Arc<dyn Device>> {
    let device = |board| Arc::new(EmulatedBoard::new(board, engine.clone())) as Arc<dyn Device>;
    boards.boards().map(device).collect()
}

/// What runs kernels.
#[derive(Clone)]
enum Engine {
    /// Shared objects, in this process.
    Software,
    /// Simulators of hardware.
    Hardware(Options),
}

impl Engine {
    const fn target(&self) -> Target {
        match self {
            Self::Software => Target::SwEmu,
            Self::Hardware(_) => Target::HwEmu,
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Software => "software emulation",
            Self::Hardware(_) => "hardware emulation",
        }
    }
}

struct EmulatedBoard {
    info: DeviceInfo,
    board: &'static Board,
    engine: Engine,
}

impl EmulatedBoard {
    fn new(board: &'static Board, engine: Engine) -> Self {
        let target = engine.target();
        let (name, platform) = (board.name.clone(), board.platform.clone());
        let kind = DeviceKind::Board(BoardInfo { target, board: name, platform });
        let mut aspects = vec![
            Aspect::Accelerator,
            Aspect::Emulated,
            Aspect::Fp64,
            Aspect::QueueProfiling,
            Aspect::UsmDeviceAllocations,
        ];
        if matches!(engine, Engine::Software) {
            // Kernels run in this process, as C++.
            aspects.push(Aspect::HostDebuggable);
        }
        let info = DeviceInfo {
            id: format!("{target}/{}", board.name),
            name: format!("{} ({})", board.title, engine.name()),
            vendor: "AMD".to_owned(),
            driver_version: VERSION.to_owned(),
            kind,
            kernel_clock_mhz: Some(board.kernel_clock_mhz),
            memories: memories(board),
            compute_units: 1,
            local_memory: board.local_memory(),
            cache: None,
            aspects,
        };
        Self { info, board, engine }
    }

    fn load_image(&self, image: &Image) -> Result<Arc<dyn Program>, ImageError> {
        image.check_for(&self.info)?;
        let payload = image.xclbin.section(SectionKind::BITSTREAM).ok_or(ImageError::NoPayload)?;
        Ok(match &self.engine {
            Engine::Software => Arc::new(EmulatedProgram::load(payload, &image.modules)?),
            Engine::Hardware(options) => {
                let options = options.clone();
                Arc::new(SimulatedProgram::load(payload, &image.modules, self.board, options)?)
            }
        })
    }
}

/// The memories of a board.
#[must_use]
pub fn memories(board: &Board) -> Vec<MemoryInfo> {
    let memory = |bank: &Bank| MemoryInfo {
        name: bank.tag.clone(),
        bytes: bank.size,
        is_global: bank.kind.is_on_card(),
    };
    board.banks.iter().map(memory).collect()
}

impl Device for EmulatedBoard {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// All of it: kernels run on the host's copies, and nothing is kept on the board.
    fn free_memory(&self) -> Vec<u64> {
        self.info.memories.iter().map(|memory| memory.bytes).collect()
    }

    fn load(&self, source: Source<'_>) -> Result<Arc<dyn Program>, LoadError> {
        match source {
            Source::Image(image) => match self.load_image(image) {
                Ok(program) => Ok(program),
                Err(error) => {
                    Err(LoadError::BadImage { path: image.path.clone(), reason: error.to_string() })
                }
            },
            Source::Native(_) => Err(LoadError::Unsupported {
                device: self.info.id.clone(),
                what: "native functions; it runs images".to_owned(),
            }),
        }
    }
}
