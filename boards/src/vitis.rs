//! What Vitis builds for a board.

use serde::Deserialize;

/// A family of FPGAs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub enum Family {
    /// Virtex UltraScale+, and the Alveo cards with it.
    #[default]
    #[serde(rename = "ultrascale+")]
    UltraScalePlus,
    /// Versal: the linker makes an .xsa, of which the packager makes the .xclbin.
    #[serde(rename = "versal")]
    Versal,
}

impl Family {
    /// The name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UltraScalePlus => "UltraScale+",
            Self::Versal => "Versal",
        }
    }

    /// True if `v++ --link` makes an .xsa, of which `v++ --package` makes the .xclbin.
    #[must_use]
    pub const fn links_xsa(self) -> bool {
        matches!(self, Self::Versal)
    }
}

/// Which versions of Vitis build what for a board, and what is to be done after that.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VitisSupport {
    /// The versions that build hardware (`2024.1`); none: no restriction is known. Empty: no version does.
    pub hw: Option<Vec<String>>,
    /// The versions that build for hardware emulation; none: no restriction is known.
    pub hw_emu: Option<Vec<String>>,
    /// True if an Amazon FPGA image (AFI) has to be made of the .xclbin before it runs.
    pub afi: bool,
}

impl VitisSupport {
    /// True if this version of Vitis can build hardware for the board, as far as is known.
    #[must_use]
    pub fn builds_hw(&self, version: &str) -> bool {
        allows(self.hw.as_deref(), version)
    }

    /// True if this version of Vitis can build for hardware emulation of the board, as far as is known.
    #[must_use]
    pub fn builds_hw_emu(&self, version: &str) -> bool {
        allows(self.hw_emu.as_deref(), version)
    }
}

fn allows(versions: Option<&[String]>, version: &str) -> bool {
    versions.is_none_or(|versions| versions.iter().any(|it| it == version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_restricted_where_something_is_known() {
        let any = VitisSupport::default();
        assert!(any.builds_hw("2022.2") && any.builds_hw_emu("2026.1"));
        let one = VitisSupport { hw: Some(vec!["2024.1".to_owned()]), hw_emu: Some(Vec::new()), afi: true };
        assert!(one.builds_hw("2024.1") && !one.builds_hw("2025.2") && !one.builds_hw_emu("2024.1"));
    }
}
