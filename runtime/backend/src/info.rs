//! What platforms and devices are: the descriptors of S20 §4.6.2.4 and §4.6.4.4 as plain data.

use std::fmt;

use sycl_hls_boards::Fit;
use sycl_hls_types::Target;
use xclbin_tools::{Mode, Xclbin};

use crate::Aspect;

/// The families of devices that sycl-hls is made for (`enum class backend`, S20 §4.1). Not all of them can be
/// used in every version and process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BackendKind {
    /// The host's processor.
    Host,
    /// Boards in software emulation.
    SwEmu,
    /// Boards in hardware emulation.
    HwEmu,
    /// OpenCL devices.
    OpenCl,
    /// Cards, through XRT.
    Xrt,
}

impl BackendKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Host, Self::SwEmu, Self::HwEmu, Self::OpenCl, Self::Xrt];

    /// The name with which the ids of its devices begin: `sw_emu`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::SwEmu => Target::SwEmu.name(),
            Self::HwEmu => "hw_emu",
            Self::OpenCl => "opencl",
            Self::Xrt => "xrt",
        }
    }
}

impl fmt::Display for BackendKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a platform is (S20 §4.6.2.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlatformInfo {
    /// Its family of devices; each has one platform.
    pub backend: BackendKind,
    /// The name for people (`info::platform::name`).
    pub name: String,
    /// Who makes what drives its devices (`info::platform::vendor`).
    pub vendor: String,
    /// Version of what drives its devices (`info::platform::version`); empty when there is nothing.
    pub version: String,
}

/// What a device is (S20 §4.6.4.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceInfo {
    /// The name that selects it: `host`, `sw_emu/u200`.
    pub id: String,
    /// The name for people (`info::device::name`).
    pub name: String,
    /// Who makes the device, or the one that is emulated (`info::device::vendor`).
    pub vendor: String,
    /// Version of what drives it (`info::device::driver_version`).
    pub driver_version: String,
    /// Host or board.
    pub kind: DeviceKind,
    /// Clock of kernels in MHz, unless they say otherwise (`info::device::max_clock_frequency`); `None` when it
    /// is not fixed.
    pub kernel_clock_mhz: Option<u32>,
    /// Its memories. In emulation they are those of the board.
    pub memories: Vec<MemoryInfo>,
    /// How many kernels it runs at the same time for sure (`info::device::max_compute_units`): processors of the host. A board has as
    /// many compute units as its image says.
    pub compute_units: u32,
    /// Bytes of local memory that all kernels together have (`info::device::local_mem_size`): block RAM and UltraRAM, as far as the
    /// platform leaves it.
    pub local_memory: u64,
    /// The cache of global memory, if there is one and it is known (`info::device::global_mem_cache_type`).
    pub cache: Option<CacheInfo>,
    /// Its aspects (`info::device::aspects`).
    pub aspects: Vec<Aspect>,
}

/// A memory of a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryInfo {
    /// The name in connectivity options, `DDR[1]`, or what it is.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// True if it counts as global memory. Memory in the programmable logic and host memory do not.
    pub is_global: bool,
}

/// A cache for reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CacheInfo {
    /// Size in bytes (`info::device::global_mem_cache_size`).
    pub bytes: u64,
    /// Size of a line in bytes (`info::device::global_mem_cache_line_size`).
    pub line_bytes: u32,
}

/// The kind of a device, and with it what it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceKind {
    /// The host's processor, running the kernels' own Rust code.
    Host,
    /// A board, a card or emulated; it runs images.
    Board(BoardInfo),
}

/// What a board is, and with it which images it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardInfo {
    /// The kind of image it runs: [`Target::Hw`] on a card.
    pub target: Target,
    /// The board's short name: `u200`.
    pub board: String,
    /// The board's platform, which an image's header must state. A card's shell, which may be the first of two stages: then any
    /// platform that begins so may fit, and XRT's driver decides.
    pub platform: String,
}

/// An image is for another device.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OtherImage {
    /// It is of another kind than the device runs.
    #[error("it is an image for {mode:?}, not for {target}")]
    Mode {
        /// What the image is.
        mode: Mode,
        /// What the device runs.
        target: Target,
    },
    /// It is for another platform.
    #[error("it is for platform {built_for}, not for {platform} of board {board}")]
    Platform {
        /// The platform of the image.
        built_for: String,
        /// The platform of the device.
        platform: String,
        /// The short name of its board.
        board: String,
    },
    /// XRT has such images, and nothing here emulates them.
    #[error("it is an image for {mode:?}, which no emulation here runs")]
    NoEmulation {
        /// What the image is.
        mode: Mode,
    },
}

impl BoardInfo {
    /// Checks that an image is for this board.
    ///
    /// # Errors
    /// What it is for instead.
    pub fn check(&self, image: &Xclbin) -> Result<(), OtherImage> {
        let Self { target, board, platform } = self;
        let mode = image.mode();
        if !fits(mode, *target) {
            return Err(OtherImage::Mode { mode, target: *target });
        }
        let built_for = image.platform_vbnv();
        let may_fit = *target == Target::Hw && Fit::of(built_for, platform) != Fit::Other;
        if built_for != platform && !may_fit {
            return Err(OtherImage::Platform {
                built_for: built_for.to_owned(),
                platform: platform.clone(),
                board: board.clone(),
            });
        }
        Ok(())
    }
}

/// Whether an image of this mode is one for `target`.
const fn fits(mode: Mode, target: Target) -> bool {
    match target {
        Target::SwEmu => matches!(mode, Mode::SwEmu),
        Target::HwEmu => matches!(mode, Mode::HwEmu | Mode::HwEmuPr),
        Target::Hw => {
            matches!(mode, Mode::Flat | Mode::Pr | Mode::TandemStage2 | Mode::TandemStage2WithPr)
        }
    }
}

/// True if a name means the card with this address: the address, or its end where the domain is 0.
#[must_use]
pub fn is_address_of(name: &str, bdf: &str) -> bool {
    name.eq_ignore_ascii_case(bdf)
        || bdf.strip_prefix("0000:").is_some_and(|end| name.eq_ignore_ascii_case(end))
}

impl DeviceInfo {
    /// Whether the device has an aspect (`device::has`, S20 §4.6.4.2).
    #[must_use]
    pub fn has(&self, aspect: Aspect) -> bool {
        self.aspects.contains(&aspect)
    }

    /// Size of all global memories together in bytes (`info::device::global_mem_size`).
    #[must_use]
    pub fn global_memory(&self) -> u64 {
        self.memories.iter().filter(|memory| memory.is_global).map(|memory| memory.bytes).sum()
    }

    /// Short name of the board that the device is or emulates: `u200`.
    #[must_use]
    pub fn board(&self) -> Option<&str> {
        match &self.kind {
            DeviceKind::Host => None,
            DeviceKind::Board(info) => Some(&info.board),
        }
    }
}

#[cfg(test)]
mod tests {
    use xclbin_tools::{Builder, Uuid};

    use super::*;

    const PLATFORM: &str = "xilinx_u200_gen3x16_xdma_2_202110_1";

    #[test]
    fn addresses_may_lack_their_domain() {
        let bdf = "0000:b3:00.1";
        assert!(["0000:b3:00.1", "b3:00.1", "B3:00.1"].iter().all(|name| is_address_of(name, bdf)));
        assert!(["", "3:00.1", "0000:b3:00.0"].iter().all(|name| !is_address_of(name, bdf)));
        assert!(!is_address_of("b3:00.1", "0001:b3:00.1"));
    }

    #[test]
    fn modes_fit_their_targets() {
        let fitting = |target| {
            let modes = [
                Mode::Flat,
                Mode::Pr,
                Mode::TandemStage2,
                Mode::TandemStage2WithPr,
                Mode::HwEmu,
                Mode::SwEmu,
                Mode::HwEmuPr,
            ];
            modes.into_iter().filter(|&mode| fits(mode, target)).collect::<Vec<_>>()
        };
        assert_eq!(fitting(Target::SwEmu), [Mode::SwEmu]);
        assert_eq!(fitting(Target::HwEmu), [Mode::HwEmu, Mode::HwEmuPr]);
        assert_eq!(fitting(Target::Hw), [Mode::Flat, Mode::Pr, Mode::TandemStage2, Mode::TandemStage2WithPr]);
    }

    #[test]
    fn images_for_a_first_stage_are_for_cards_alone() {
        let checked = |target, mode, platform: &str| {
            let bytes = Builder::new(mode, PLATFORM, Uuid::nil(), 0).to_bytes().unwrap();
            let board = BoardInfo { target, board: "u200".into(), platform: platform.into() };
            board.check(&Xclbin::from_bytes(bytes).unwrap())
        };
        let base = "xilinx_u200_gen3x16_xdma_base_2";
        assert_eq!(checked(Target::SwEmu, Mode::SwEmu, PLATFORM), Ok(()));
        assert_eq!(checked(Target::Hw, Mode::Flat, PLATFORM), Ok(()));
        assert_eq!(checked(Target::Hw, Mode::Flat, base), Ok(()));
        assert!(checked(Target::Hw, Mode::SwEmu, base).unwrap_err().to_string().contains("not for hw"));
        assert!(checked(Target::SwEmu, Mode::SwEmu, base).unwrap_err().to_string().contains("of board u200"));
        let shouted = PLATFORM.to_uppercase();
        assert_eq!(checked(Target::Hw, Mode::Flat, &shouted), Ok(()));
        assert!(checked(Target::SwEmu, Mode::SwEmu, &shouted).is_err());
        assert!(checked(Target::Hw, Mode::Flat, "xilinx_u280_xdma_201920_3").is_err());
    }
}
