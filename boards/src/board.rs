//! What is known of a board.

use std::path::PathBuf;

use serde::Deserialize;

use crate::catalogue::{Catalogue, NoBoard};
use crate::memory::Bank;
use crate::vitis::{Family, VitisSupport};

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The short name used on command lines and in paths: `u200`.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The FPGA's full part name.
    pub part: String,
    /// Name of the default Vitis platform: what an image's header states (VBNV).
    pub platform: String,
    /// The board's other platforms.
    pub alternatives: Vec<Alternative>,
    /// The default platform's interface UUID, which an xclbin for it has, too; where it is known.
    pub interface_uuid: Option<String>,
    /// Default clock of kernels, in MHz.
    pub kernel_clock_mhz: u32,
    /// The highest clock that kernels can be given, in MHz; where it is known.
    pub max_kernel_clock_mhz: Option<u32>,
    /// Number of super logic regions (dies).
    pub slrs: u32,
    /// What kernels can have of the FPGA: all that the platform leaves; where it is known.
    pub resources: Option<Resources>,
    /// What they can have of each super logic region; empty where it is not known.
    pub regions: Vec<Resources>,
    /// Memory banks in the platform's order.
    pub banks: Vec<Bank>,
    /// Index in [`Board::banks`] of the bank that serves a kernel argument with no bank of its own.
    pub default_bank: usize,
    /// The FPGA's family.
    pub family: Family,
    /// What Vitis builds for the board.
    pub vitis: VitisSupport,
    /// What a user has to know.
    pub notes: Vec<String>,
    /// Where the figures are from.
    pub sources: Vec<String>,
    /// The file of a project's own board; none if sycl-hls has it built in.
    pub file: Option<PathBuf>,
}

/// A platform beside the default one: an older or another shell of the same board.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// Its name.
    pub platform: String,
    /// Its interface UUID, where it is known.
    pub interface_uuid: Option<String>,
    /// How it differs from the default one, where that matters.
    pub note: Option<String>,
}

/// Resources of an FPGA, or of a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resources {
    /// Look-up tables of 6 inputs.
    pub luts: u32,
    /// Flip-flops.
    pub ffs: u32,
    /// Block RAM, in halves of 18,432 bits.
    pub ramb18s: u32,
    /// Ultra RAM, of 294,912 bits.
    pub urams: u32,
    /// DSP slices.
    pub dsps: u32,
}

impl Resources {
    pub(crate) fn and(self, other: &Self) -> Self {
        Self {
            luts: self.luts.saturating_add(other.luts),
            ffs: self.ffs.saturating_add(other.ffs),
            ramb18s: self.ramb18s.saturating_add(other.ramb18s),
            urams: self.urams.saturating_add(other.urams),
            dsps: self.dsps.saturating_add(other.dsps),
        }
    }
}

impl Board {
    /// Bytes that arrays of kernels can have in block RAM and UltraRAM (UG573: 18,432 and 294,912 bits each); in an FPGA of unknown
    /// resources at least 32 KiB.
    #[must_use]
    pub fn local_memory(&self) -> u64 {
        let of = |resources: Resources| {
            (u64::from(resources.ramb18s) * 18_432 + u64::from(resources.urams) * 294_912) / 8
        };
        self.resources.map_or(32 << 10, of)
    }

    /// Every board that is built in.
    #[must_use]
    pub fn all() -> &'static [Self] {
        crate::built_in::boards()
    }

    /// The built-in board that is meant: see [`Catalogue::by_name`].
    ///
    /// # Errors
    /// When there is none.
    pub fn by_name(name: &str) -> Result<&'static Self, NoBoard> {
        Catalogue::default().by_name(name)
    }

    /// Position in [`Board::banks`] of the bank with this tag.
    #[must_use]
    pub fn bank(&self, tag: &str) -> Option<usize> {
        self.banks.iter().position(|bank| bank.tag == tag)
    }

    /// Bytes of the memory that is on the card.
    #[must_use]
    pub fn memory_on_card(&self) -> u64 {
        self.banks.iter().filter(|bank| bank.kind.is_on_card()).map(|bank| bank.size).sum()
    }

    /// The names of its platforms, the default one first.
    pub fn platforms(&self) -> impl Iterator<Item = &str> {
        let others = self.alternatives.iter().map(|other| other.platform.as_str());
        std::iter::once(self.platform.as_str()).chain(others)
    }
}
