//! Cards, and emulated ones, as XRT has them.
//!
//! XRT is called in processes of their own, which this program starts: whatever it does to a process, crashes included, is then a message.

mod child;
mod process;

use serde::{Deserialize, Serialize};
use sycl_hls_backend::is_address_of;
use sycl_hls_boards::{Board, Catalogue};
use sycl_hls_types::Target;
use xrt_sys::Place;

pub use child::{Found, answer};
pub use process::{find, program, within};

/// A card that XRT drives or emulates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Card {
    /// Its name for programs of this project: what SYCL_HLS_DEVICE says. `xrt/0000:65:00.1`, `xrt/sw_emu/u200`.
    pub device: String,
    /// Where XRT finds it.
    #[serde(flatten)]
    pub place: Place,
    /// The emulation, if it is emulated.
    pub emulation: Option<Target>,
    /// The name of its shell (VBNV).
    pub platform: Option<String>,
    /// Identities of the interfaces that the shell offers, where it has some.
    pub interface_uuids: Vec<String>,
    /// Bytes of its memory.
    pub memory_bytes: Option<u64>,
    /// Banks of its memory.
    pub banks: Option<u16>,
    /// Clocks of kernels, in MHz.
    pub clocks_mhz: Vec<u16>,
    /// Temperature of the FPGA, in degrees Celsius.
    pub celsius: Option<u16>,
    /// Identity of the image that it runs, if XRT knows of one.
    pub image: Option<String>,
    /// Why nothing else is known of it.
    pub problem: Option<String>,
}

impl Card {
    /// The board that has its shell, if that is known.
    pub fn board(&self, boards: Catalogue) -> Option<&'static Board> {
        boards.by_shell(self.platform.as_deref()?)
    }

    /// True if it is meant by a name of the user's: the device, with or without `xrt/`, or the end of its address.
    pub fn is_called(&self, name: &str) -> bool {
        let name = name.strip_prefix("xrt/").unwrap_or(name);
        let own = self.device.strip_prefix("xrt/").unwrap_or(&self.device);
        own.eq_ignore_ascii_case(name) || matches!(&self.place, Place::Bdf(bdf) if is_address_of(name, bdf))
    }
}

#[cfg(test)]
/// A card of which nothing is known but its place and its shell.
pub fn card_for_tests(device: &str, place: Place, platform: &str) -> Card {
    Card {
        device: device.to_owned(),
        place,
        emulation: None,
        platform: Some(platform.to_owned()),
        interface_uuids: Vec::new(),
        memory_bytes: None,
        banks: None,
        clocks_mhz: Vec::new(),
        celsius: None,
        image: None,
        problem: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_have_several_names() {
        let real = card_for_tests("xrt/0000:65:00.1", Place::Bdf("0000:65:00.1".to_owned()), "x");
        for name in ["xrt/0000:65:00.1", "0000:65:00.1", "65:00.1"] {
            assert!(real.is_called(name), "{name}");
        }
        let emulated = card_for_tests("xrt/sw_emu/u200/1", Place::Index(1), "x");
        assert!(emulated.is_called("sw_emu/u200/1") && !emulated.is_called("sw_emu/u200"));
        assert!(!real.is_called("5:00.1") && !real.is_called(""));
    }
}
