//! Section kinds: the numbers that tell what a section's payload is.

use std::fmt;

/// What a section's payload is (`m_sectionKind`, `enum axlf_section_kind` of xclbin.h).
///
/// Any number is a kind: sections of a kind that has no name here are kept as raw bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SectionKind(
    /// The number in the file.
    pub u32,
);

/// Defines the named kinds and the table of their names from one list.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $name:ident = $number:literal,)+) => {
        impl SectionKind {
            $($(#[doc = $doc])+ pub const $name: Self = Self($number);)+

            /// All kinds that are known, in the order of their numbers.
            pub fn all() -> impl Iterator<Item = Self> {
                [$(Self($number),)+].into_iter()
            }

            /// The kind that tools spell so.
            pub fn named(name: &str) -> Option<Self> {
                Self::all().find(|kind| kind.name() == Some(name))
            }

            /// The kind's name as tools spell it; `None` for a kind that is not known.
            pub const fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($number => Some(stringify!($name)),)+
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    /// What is loaded: a bitstream, or the payload of an emulation.
    BITSTREAM = 0,
    /// Bitstream that clears a region before the next one is loaded.
    CLEARING_BITSTREAM = 1,
    /// XML: the project with its kernels, ports and arguments.
    EMBEDDED_METADATA = 2,
    /// Firmware of the card's management processor.
    FIRMWARE = 3,
    /// Data for debuggers.
    DEBUG_DATA = 4,
    /// Firmware of the scheduler.
    SCHED_FIRMWARE = 5,
    /// Memory banks.
    MEM_TOPOLOGY = 6,
    /// Which argument of which compute unit reaches which bank.
    CONNECTIVITY = 7,
    /// Compute units and other IP with register addresses.
    IP_LAYOUT = 8,
    /// Debug and profiling IP.
    DEBUG_IP_LAYOUT = 9,
    /// Design checkpoint of a routed or placed design.
    DESIGN_CHECKPOINT = 10,
    /// Clocks and their frequencies.
    CLOCK_FREQ_TOPOLOGY = 11,
    /// Images for the configuration flash.
    MCS = 12,
    /// Image for the card's management controller.
    BMC = 13,
    /// JSON: tools and platform that made the file.
    BUILD_METADATA = 14,
    /// JSON: pairs of keys and values.
    KEYVALUE_METADATA = 15,
    /// Data of the user's.
    USER_METADATA = 16,
    /// Cards that an encrypted design is licensed for.
    DNA_CERTIFICATE = 17,
    /// Programmable device image (Versal).
    PDI = 18,
    /// Programmable device image of a partition (Versal).
    BITSTREAM_PARTIAL_PDI = 19,
    /// Flattened device tree of a partition.
    PARTITION_METADATA = 20,
    /// Data for the emulation of a Versal device.
    EMULATION_DATA = 21,
    /// JSON: diagram of the system.
    SYSTEM_METADATA = 22,
    /// Kernel that runs on the card's processor.
    SOFT_KERNEL = 23,
    /// Image for a flash (`ASK_FLASH`).
    FLASH = 24,
    /// JSON: graphs for the AI engines.
    AIE_METADATA = 25,
    /// Memory banks and groups of banks (`ASK_GROUP_TOPOLOGY`).
    GROUP_TOPOLOGY = 26,
    /// Connectivity that refers to [`Self::GROUP_TOPOLOGY`].
    GROUP_CONNECTIVITY = 27,
    /// CBOR: configuration of a network card.
    SMARTNIC = 28,
    /// Resources of the AI engines.
    AIE_RESOURCES = 29,
    /// Overlay image.
    OVERLAY = 30,
    /// Data of a vendor's; the name is the format's spelling.
    VENDER_METADATA = 31,
    /// Partition of the AI engines with its images.
    AIE_PARTITION = 32,
    /// JSON: IP.
    IP_METADATA = 33,
    /// Resources of the AI engines, as a binary.
    AIE_RESOURCES_BIN = 34,
    /// JSON: tracing of the AI engines.
    AIE_TRACE_METADATA = 35,
    /// Device tree overlay.
    DTBO = 36,
}

impl fmt::Display for SectionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => write!(f, "kind {}", self.0),
        }
    }
}

impl fmt::Debug for SectionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
