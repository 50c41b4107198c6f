//! The kinds of artefact a kernel is built into.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What an image is built for and runs on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Software emulation: the emitted C++ as native code.
    SwEmu,
    /// Hardware emulation: cycle-accurate RTL.
    HwEmu,
    /// A bitstream for the card.
    Hw,
}

impl Target {
    /// Every target, in the order of effort.
    pub const ALL: [Self; 3] = [Self::SwEmu, Self::HwEmu, Self::Hw];

    /// The name in commands, paths and environment variables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SwEmu => "sw_emu",
            Self::HwEmu => "hw_emu",
            Self::Hw => "hw",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no target.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a target; targets are sw_emu, hw_emu and hw")]
pub struct ParseTargetError(String);

impl FromStr for Target {
    type Err = ParseTargetError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|t| t.name() == text).ok_or_else(|| ParseTargetError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_back() {
        for target in Target::ALL {
            assert_eq!(target.name().parse(), Ok(target));
        }
        assert!("csim".parse::<Target>().is_err());
    }
}
