//! The mirror: a copy of header and metadata as JSON behind the sections, which vendor tools write and migrate by.

use std::borrow::Cow;

use uuid::Uuid;

use crate::file::AtomicFile;
use crate::header::Header;
use crate::layout::SectionEntry;
use crate::section::{Format, hex, to_json, unhex};
use crate::tree::{Tree, TreeError};
use crate::{Error, Mode, SectionKind, TextError, UnknownNumber, builder, fixed};

/// What stands before the JSON.
pub(crate) const START: &str = "XCLBIN_MIRROR_DATA_START";

/// What stands behind it.
pub(crate) const END: &str = "XCLBIN_MIRROR_DATA_END";

/// The longest mirror that is looked into, in bytes.
pub(crate) const MAX_SIZE: u64 = 1 << 28;

/// The name of the interface's identity in newer mirrors.
const INTERFACE: &str = "InterfaceUUID";

/// The same in those of 2.13 and before.
const OLD_INTERFACE: &str = "FeatureRomUUID";

/// A mirror is damaged, or does not say what the file says.
#[derive(Debug, thiserror::Error)]
pub enum MirrorError {
    /// It is not JSON, or lacks what is needed.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// Its end is missing.
    #[error("its end is missing")]
    NoEnd,
    /// The mode is unknown.
    #[error("`Mode`: {0}")]
    Mode(UnknownNumber),
    /// A node does not state so many bytes.
    #[error("`{node}` is not {bytes} bytes in hexadecimal digits")]
    NoBytes {
        /// The node.
        node: String,
        /// How many bytes belong there.
        bytes: usize,
    },
    /// The version cannot be read.
    #[error("`Version`: `{}` is not one", text.escape_default())]
    Version {
        /// Its text.
        text: String,
    },
    /// The name of the debugger's file does not fit into the header.
    #[error("`DebugBin` is too long")]
    LongDebugBin,
    /// The header cannot be made.
    #[error("{0}")]
    Header(Box<Error>),
    /// The name of a section does not fit into the table.
    #[error("section {kind}, `Name`: {problem}")]
    SectionName {
        /// The section's kind.
        kind: SectionKind,
        /// What is wrong with the name.
        problem: TextError,
    },
    /// The image has another identity.
    #[error("its `XclBinUUID` is not {uuid}, as in the header")]
    OtherUuid {
        /// The identity in the header, in hexadecimal digits.
        uuid: String,
    },
    /// The image has another number of sections.
    #[error("it has {mirrored} sections of {there}")]
    OtherCount {
        /// How many sections the mirror has.
        mirrored: usize,
        /// How many sections the image has.
        there: usize,
    },
    /// A section lies at another place, or is of another kind.
    #[error("what it says of section {index} ({kind}) is not so")]
    OtherSection {
        /// The section's position in the table, from 0.
        index: usize,
        /// The section's kind.
        kind: SectionKind,
    },
}

/// How a mirror is written: tools differ in it, and cannot read each other's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MirrorForm {
    /// The interface's identity has its newer name.
    interface: bool,
    /// Major and minor version are characters instead of digits.
    characters: bool,
    /// A line end follows the JSON.
    line_end: bool,
}

impl MirrorForm {
    /// As xclbinutil 2.13 (2022.1) of Debian 12 writes it.
    pub const V2_13: Self = Self { interface: false, characters: false, line_end: true };

    /// As xclbinutil 2.25 of Debian writes it.
    pub const V2_25: Self = Self { interface: true, characters: true, line_end: false };

    /// As newer versions write it, with the version in digits as all of them read it.
    pub(crate) const NEWEST: Self = Self { interface: true, characters: false, line_end: false };

    /// The form of a version of xclbinutil, by its major and minor number.
    pub const fn of_version(major: u32, minor: u32) -> Self {
        if major > 2 || major == 2 && minor > 13 { Self::V2_25 } else { Self::V2_13 }
    }

    /// The form of a mirror that is there; `None` if it is none.
    pub(crate) fn of(mirror: &[u8]) -> Option<Self> {
        let json = mirror.strip_prefix(START.as_bytes())?.strip_suffix(END.as_bytes())?;
        let tree = Tree::parse(json).ok()?;
        let header = tree.get("header")?;
        Some(Self {
            interface: header.get(INTERFACE).is_some(),
            characters: !header.optional_text("Version")?.starts_with(|first: char| first.is_ascii_digit()),
            line_end: json.ends_with(b"\n"),
        })
    }

    /// Adds the mirror of header and sections to a file, and tells its size in bytes; `payload` gives a section's payload.
    /// What is said of one section is in memory at a time.
    ///
    /// # Errors
    /// When a payload cannot be read or is damaged, or the file cannot be written.
    pub(crate) fn write<'a>(
        self,
        header: &Header,
        sections: &[SectionEntry],
        payload: impl Fn(usize) -> Result<Cow<'a, [u8]>, Error>,
        out: &mut AtomicFile,
    ) -> Result<u64, Error> {
        let version = Tree::new().with_text("major", 1).with_text("minor", 0).with_text("patch", 0);
        let tree = Tree::new().with("schema_version", version).with("header", self.header(header)?);
        let mut size = out.write_text(|out| {
            out.write_str(START)?;
            out.write_char('{')?;
            tree.write_members(out)
        })?;
        for (index, entry) in sections.iter().enumerate() {
            let tree = Tree::new().with("section_header", section(entry, || payload(index))?);
            size += out.write_text(|out| {
                out.write_char(',')?;
                tree.write_members(out)
            })?;
        }
        size += out.write_text(|out| {
            out.write_str(if self.line_end { "}\n" } else { "}" })?;
            out.write_str(END)
        })?;
        Ok(size)
    }

    fn header(self, header: &Header) -> Result<Tree, Error> {
        let text = |field, bytes| {
            fixed::read_text(bytes)
                .map(str::to_owned)
                .map_err(|problem| Error::Header { field, problem: problem.into() })
        };
        let (major, minor) = (header.version_major, header.version_minor);
        let version = if self.characters {
            format!("{}.{}.{}", char::from(major), char::from(minor), header.version_patch.get())
        } else {
            format!("{major}.{minor}.{}", header.version_patch.get())
        };
        Ok(Tree::new()
            .with_text("Magic", text("m_magic", &header.magic)?)
            .with_text("SignatureLength", hex(&header.signature_length.get().to_le_bytes()))
            .with_text("KeyBlock", hex(&header.key_block))
            .with_text("UniqueID", hex(&header.unique_id.get().to_le_bytes()))
            .with_text("TimeStamp", header.timestamp.get())
            .with_text("FeatureRomTimeStamp", header.feature_rom_timestamp.get())
            .with_text("Version", version)
            .with_text("Mode", header.mode.get())
            .with_text(if self.interface { INTERFACE } else { OLD_INTERFACE }, hex(&header.interface_uuid))
            .with_text("PlatformVBNV", text("m_platformVBNV", &header.platform_vbnv)?)
            .with_text("XclBinUUID", hex(&header.uuid))
            .with_text("DebugBin", String::from_utf8_lossy(until_nul(&header.debug_bin))))
    }
}

/// The header that a mirror states, of whatever form; what it does not state is as in a new file.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn header(tree: &Tree) -> Result<Header, MirrorError> {
    let number = tree.number::<u16>("Mode")?;
    let mode = Mode::from_number(number).map_err(MirrorError::Mode)?;
    let platform = tree.required_text("PlatformVBNV")?;
    let interface = if tree.get(INTERFACE).is_some() { INTERFACE } else { OLD_INTERFACE };
    let uuid = Uuid::from_bytes(bytes(tree, "XclBinUUID")?);
    let (version_major, version_minor, version_patch) = version(tree.required_text("Version")?)?;
    let header = builder::header(mode, platform, uuid, tree.number("TimeStamp")?);
    Ok(Header {
        key_block: bytes(tree, "KeyBlock")?,
        unique_id: u64::from_le_bytes(bytes(tree, "UniqueID")?).into(),
        feature_rom_timestamp: tree.number::<u64>("FeatureRomTimeStamp")?.into(),
        version_patch: version_patch.into(),
        version_major,
        version_minor,
        interface_uuid: bytes(tree, interface)?,
        debug_bin: debug_bin(tree)?,
        ..header.map_err(|error| MirrorError::Header(Box::new(error)))?
    })
}

/// The bytes that a node states as hexadecimal digits.
fn bytes<const N: usize>(tree: &Tree, node: &str) -> Result<[u8; N], MirrorError> {
    let wrong = || MirrorError::NoBytes { node: node.to_owned(), bytes: N };
    unhex(tree.required_text(node)?).and_then(|bytes| bytes.try_into().ok()).ok_or_else(wrong)
}

/// Major, minor and patch number, or the latter alone. Some tools write the first two as characters.
fn version(text: &str) -> Result<(u8, u8, u16), MirrorError> {
    let part = |text: &str| match text.parse() {
        Ok(number) => Some(number),
        Err(_) => single(text).and_then(|character| u8::try_from(u32::from(character)).ok()),
    };
    let read = || {
        let Some((first, patch)) = text.rsplit_once('.') else { return Some((0, 0, text.parse().ok()?)) };
        // A version's number may be the character `.`.
        let at = first.char_indices().skip(1).find(|(_, character)| *character == '.')?.0;
        Some((part(&first[..at])?, part(&first[at + 1..])?, patch.parse().ok()?))
    };
    read().ok_or_else(|| MirrorError::Version { text: text.to_owned() })
}

fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

fn debug_bin(tree: &Tree) -> Result<[u8; 16], MirrorError> {
    let text = tree.optional_text("DebugBin").unwrap_or_default().as_bytes();
    let mut field = [0; 16];
    let start = field.get_mut(..text.len()).ok_or(MirrorError::LongDebugBin)?;
    start.copy_from_slice(text);
    Ok(field)
}

fn section<'a>(
    entry: &SectionEntry,
    payload: impl Fn() -> Result<Cow<'a, [u8]>, Error>,
) -> Result<Tree, Error> {
    let mut tree = Tree::new()
        .with_text("Kind", entry.kind().0)
        .with_text("Name", entry.name())
        .with_hex("Offset", entry.range().start)
        .with_hex("Size", entry.size());
    if is_mirrored(entry.kind())
        && entry.size() > 0
        && let Some(json) = to_json(entry.kind(), &payload()?)?
    {
        tree.push("payload", json.document);
    }
    Ok(tree)
}

/// Whether a mirror has the payload of such sections: those that are added and dumped whole as JSON.
fn is_mirrored(kind: SectionKind) -> bool {
    kind.added_as().contains(&Format::Json) && !kind.is_indexed()
}

fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}
