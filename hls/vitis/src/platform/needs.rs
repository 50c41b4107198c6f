//! What a plan needs, and whether a platform has it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sycl_hls_boards::Board;
use sycl_hls_compiler::abi::AbiKernel;
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_compiler::link;
use sycl_hls_types::Target;

use super::{Memory, PlatformInfo, bus};
use crate::design::Hls;
use crate::flow::links_xsa;
use crate::plan::Plan;

/// What a plan needs of the platform and of Vitis. It travels with the plan: where that is run, nothing else is known of kernels
/// and board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Needs {
    /// The FPGA's full part name.
    pub part: String,
    /// True if the FPGA is a Versal; linkers differ between Versal and other devices.
    pub versal: bool,
    /// The banks that the user chose, and how many ports of kernels reach each of them alone.
    pub banks: BTreeMap<String, u32>,
    /// The super logic region with the highest number that the user chose.
    pub slr: Option<u32>,
    /// The clock, in MHz, for which hardware of our own is made that gets the platform's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled_mhz: Option<u32>,
}

/// Why a plan does not fit a platform.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// Another FPGA.
    #[error("it is for the FPGA {there}, and the plan for {part}")]
    Device {
        /// The platform's FPGA.
        there: String,
        /// The plan's part.
        part: String,
    },
    /// Another shell under the plan's name.
    #[error("it calls itself {there}, and the plan is for {wanted}")]
    Shell {
        /// Vendor, board, name and version, as the platform says them.
        there: String,
        /// The plan's platform.
        wanted: String,
    },
    /// It cannot be built for.
    #[error("it says that it does not support {0}")]
    Target(Target),
    /// A bank is missing.
    #[error("it has no memory bank {bank}; there are {}", there.join(", "))]
    Bank {
        /// The bank.
        bank: String,
        /// Those of its kind that are there.
        there: Vec<String>,
    },
    /// A bank serves fewer ports.
    #[error("{ports} ports of kernels reach {bank}, which serves {most}")]
    Ports {
        /// The bank.
        bank: String,
        /// How many reach it.
        ports: u32,
        /// How many it serves.
        most: u32,
    },
    /// A region is missing.
    #[error("kernels are placed in SLR{slr}, and it has {there} regions")]
    Region {
        /// The region.
        slr: u32,
        /// How many there are.
        there: u32,
    },
    /// Kernels would run faster than they are made for.
    #[error(
        "its kernels' clock is {there} MHz, and the hardware in the plan is scheduled for {scheduled} MHz"
    )]
    Clock {
        /// The platform's clock.
        there: u32,
        /// The clock of the schedules.
        scheduled: u32,
    },
}

/// Why a version of Vitis cannot run a plan that is written for another one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OtherVersion {
    /// It has no unified compiler of kernels.
    #[error("the plan asks for `v++ --mode hls`, which Vitis {} does not have", version.name())]
    NoUnified {
        /// The version that is to run the plan.
        version: Version,
    },
    /// Its linker makes an image where the other makes an XSA, or the other way round.
    #[error("for Versal, the linker of Vitis {} makes another file than that of {written}", version.name())]
    Linker {
        /// The version that is to run the plan.
        version: Version,
        /// The version that the plan is written for.
        written: String,
    },
}

impl Needs {
    /// What kernels need that are built for a board.
    #[must_use]
    pub fn of(board: &Board, kernels: &[AbiKernel]) -> Self {
        let units = || kernels.iter().flat_map(link::units);
        let chosen = units().flat_map(|unit| {
            let banks = unit.kernel.params.iter().filter_map(move |param| unit.bank(param));
            banks.flat_map(|bank| bank.tags().map(|tag| (tag, 0)).collect::<Vec<_>>())
        });
        let mut banks: BTreeMap<String, u32> = chosen.collect();
        banks.extend(link::ports(kernels));
        let slr = units().filter_map(|unit| unit.slr()).max();
        let versal = board.family.links_xsa();
        Self { part: board.part.clone(), versal, banks, slr, scheduled_mhz: None }
    }

    /// True if a version of Vitis other than the one that a plan is written for can run it.
    ///
    /// # Errors
    /// When that version has other commands.
    pub fn check_version(&self, plan: &Plan, version: Version) -> Result<(), OtherVersion> {
        if plan.steps.iter().any(|step| step.args.iter().any(|arg| arg == "--mode"))
            && !Hls::Unified.is_in(version)
        {
            return Err(OtherVersion::NoUnified { version });
        }
        let written = plan.vitis.parse().map_or(version, |written: Version| written);
        if self.versal && links_xsa(written) != links_xsa(version) {
            return Err(OtherVersion::Linker { version, written: plan.vitis.clone() });
        }
        Ok(())
    }
}

impl PlatformInfo {
    /// Why a plan for the platform with this name does not fit this one, as far as it says.
    #[must_use]
    pub fn unfit(&self, needs: &Needs, name: &str, target: Target) -> Vec<Unfit> {
        let mut unfit: Vec<Unfit> = self.other_device(needs).into_iter().collect();
        let is_name = !name.ends_with(".xpfm");
        let other = self.vbnv.as_ref().filter(|there| is_name && !there.eq_ignore_ascii_case(name));
        unfit.extend(other.map(|there| Unfit::Shell { there: there.clone(), wanted: name.to_owned() }));
        if self.supports(target) == Some(false) {
            unfit.push(Unfit::Target(target));
        }
        unfit.extend(needs.banks.iter().filter_map(|(bank, ports)| self.short_of(bank, *ports)));
        if let (Some(slr), Some(there)) = (needs.slr, self.slrs)
            && slr >= there
        {
            unfit.push(Unfit::Region { slr, there });
        }
        if let (Some(scheduled), Some(there)) = (needs.scheduled_mhz, self.kernel_mhz())
            && there > scheduled
        {
            unfit.push(Unfit::Clock { there, scheduled });
        }
        unfit
    }

    /// What cannot be told of how a plan fits this platform, for people.
    #[must_use]
    pub fn unsure(&self, needs: &Needs, name: &str, version: Version) -> Vec<String> {
        let mut unsure = Vec::new();
        if self.device.is_none() {
            unsure.push(format!("which FPGA {name} is for: `platforminfo` does not say"));
        }
        if let Some(interface) = self.interface.as_deref().filter(|it| !contains(name, it)) {
            unsure.push(format!("whether {name} is meant, which calls its interface {interface}"));
        }
        let made_by = self.made_by.as_deref().and_then(version_in);
        if let Some(made_by) = made_by.filter(|made_by| *made_by > version) {
            let (made, own) = (made_by.name(), version.name());
            unsure.push(format!("whether Vitis {own} reads {name}, which {made} made"));
        }
        if let (Some(scheduled), Some(there)) = (needs.scheduled_mhz, self.kernel_mhz())
            && there < scheduled
        {
            unsure.push(format!(
                "cycles at {there} MHz, the clock of {name}: the hardware is scheduled for {scheduled} MHz"
            ));
        }
        unsure
    }

    /// The kernels' clock, in whole MHz.
    fn kernel_mhz(&self) -> Option<u32> {
        self.kernel_clock_mhz.map(|mhz| mhz.round() as u32).filter(|mhz| *mhz > 0)
    }

    fn supports(&self, target: Target) -> Option<bool> {
        match target {
            Target::Hw => self.hw,
            Target::HwEmu => self.hw_emu,
            Target::SwEmu => None,
        }
    }

    /// `xcu200` is the device of `xcu200-fsgd2104-2-e`.
    fn other_device(&self, needs: &Needs) -> Option<Unfit> {
        let there = self.device.as_ref().filter(|_| !needs.part.is_empty())?;
        let own = needs.part.split('-').next().unwrap_or_default();
        let is_other = !there.eq_ignore_ascii_case(own) && !there.eq_ignore_ascii_case(&needs.part);
        is_other.then(|| Unfit::Device { there: there.clone(), part: needs.part.clone() })
    }

    /// Reports a bank that is missing, or has too few ports. Nothing is known of a bus without segments.
    fn short_of(&self, bank: &str, ports: u32) -> Option<Unfit> {
        let of_bus = || self.memories.iter().filter(|memory| bus(&memory.tag) == bus(bank));
        let (bank, there): (_, Option<&Memory>) =
            (bank.to_owned(), of_bus().find(|memory| memory.tag == bank));
        match there.map(|there| there.max_masters) {
            None if of_bus().next().is_some() => {
                Some(Unfit::Bank { bank, there: of_bus().map(|memory| memory.tag.clone()).collect() })
            }
            Some(Some(most)) if ports > most => Some(Unfit::Ports { bank, ports, most }),
            _ => None,
        }
    }
}

/// `2021.1`, or `Vivado 2018.3 (SW Build: 2388429)`.
fn version_in(text: &str) -> Option<Version> {
    text.split_whitespace().find_map(|word| word.parse().ok())
}

fn contains(text: &str, part: &str) -> bool {
    text.to_ascii_lowercase().contains(&part.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As UG1702 of 2026.1 shows it.
    const SHELL: &str = "Board: U200 (gen3x16_xdma_2)\nName: gen3x16_xdma_2\nVersion: 202110.1\nGenerated Version: 2021.1\n\
                         Supports Hardware Target: 1\nSupports Hardware Emulation Target: 1\nFPGA Device: xcu200\n";
    const NAME: &str = "xilinx_u200_gen3x16_xdma_2_202110_1";

    fn needs() -> Needs {
        Needs {
            part: "xcu200-fsgd2104-2-e".to_owned(),
            banks: BTreeMap::from([("DDR[0]".to_owned(), 2), ("HBM[3]".to_owned(), 0)]),
            slr: Some(2),
            scheduled_mhz: Some(300),
            ..Needs::default()
        }
    }

    fn unfit(text: &str) -> Vec<String> {
        let unfit = PlatformInfo::read(text).unfit(&needs(), NAME, Target::Hw);
        unfit.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_platform_that_fits_is_said_nothing_of() {
        let banks =
            "Clock Index: 0\nDefault Clock Index: 0\nBus SP Tag: DDR\nSegment Index: 0\nMax Masters: 2\n";
        let text = format!("{SHELL}{banks}Valid SLRs\nSLR0, SLR1, SLR2\n");
        assert_eq!(unfit(&text), Vec::<String>::new());
        assert_eq!(unfit(""), Vec::<String>::new(), "what is not said is no reason");
        let info = PlatformInfo::read(SHELL);
        assert_eq!(info.unsure(&needs(), NAME, Version::V2022_2), Vec::<String>::new());
    }

    #[test]
    fn each_reason_is_named() {
        for (text, words) in [
            ("FPGA Device: xcu250\n", "it is for the FPGA xcu250, and the plan for xcu200-fsgd2104-2-e"),
            ("Platform VBNV: xilinx_u200_xdma_201830_2\n", "it calls itself xilinx_u200_xdma_201830_2"),
            ("Supports Hardware Target: 0\n", "does not support hw"),
            ("Bus SP Tag: DDR\nSegment Index: 1\n", "no memory bank DDR[0]; there are DDR[1]"),
            (
                "Bus SP Tag: DDR\nSegment Index: 0\nMax Masters: 1\n",
                "2 ports of kernels reach DDR[0], which serves 1",
            ),
            ("Valid SLRs\nSLR0, SLR1\n", "placed in SLR2, and it has 2 regions"),
            (
                "Default Clock Index: 0\nClock Index: 0\nFrequency: 349.9\n",
                "clock is 350 MHz, and the hardware in the plan is scheduled for 300 MHz",
            ),
        ] {
            let said = unfit(text);
            assert!(said.len() == 1 && said[0].contains(words), "{text}: {said:?}");
        }
        let by_file = PlatformInfo::read("Platform VBNV: other\n");
        assert!(by_file.unfit(&needs(), "/a/p.xpfm", Target::Hw).is_empty(), "a file has any name");
    }

    #[test]
    fn what_cannot_be_told_is_said() {
        let said = |text: &str| PlatformInfo::read(text).unsure(&needs(), NAME, Version::V2020_2);
        assert!(said("")[0].contains("which FPGA"));
        let clock = "Default Clock Index: 0\nClock Index: 0\nFrequency: 250\n";
        let all =
            said(&format!("FPGA Device: xcu200\nName: qdma\nGenerated Version: Vivado 2021.1 (x)\n{clock}"));
        for (said, words) in all.iter().zip(["its interface qdma", "which 2021.1 made", "cycles at 250 MHz"])
        {
            assert!(said.contains(words), "{said}");
        }
        assert_eq!(all.len(), 3, "{all:?}");
    }
}
