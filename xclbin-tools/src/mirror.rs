//! The mirror: a copy of header and metadata as JSON behind the sections, which vendor tools write and migrate by.

use crate::header::Header;
use crate::layout::SectionEntry;
use crate::section::{Format, hex, to_json};
use crate::tree::Tree;
use crate::{Error, SectionKind, fixed};

/// What stands before the JSON.
pub(crate) const START: &str = "XCLBIN_MIRROR_DATA_START";

/// What stands behind it.
pub(crate) const END: &str = "XCLBIN_MIRROR_DATA_END";

/// The name of the interface's identity in newer mirrors.
const INTERFACE: &str = "InterfaceUUID";

/// The same in those of 2.13 and before.
const OLD_INTERFACE: &str = "FeatureRomUUID";

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

    /// The mirror of header and sections; `payload` gives a section's payload.
    ///
    /// # Errors
    /// When a payload cannot be read or is damaged.
    pub(crate) fn write(
        self,
        header: &Header,
        sections: &[SectionEntry],
        payload: impl Fn(usize) -> Result<Vec<u8>, Error>,
    ) -> Result<Vec<u8>, Error> {
        let version = Tree::new().with_text("major", 1).with_text("minor", 0).with_text("patch", 0);
        let mut tree = Tree::new().with("schema_version", version).with("header", self.header(header)?);
        for (index, entry) in sections.iter().enumerate() {
            tree.push("section_header", section(entry, || payload(index))?);
        }
        let mut mirror = START.to_owned();
        tree.write_compact(&mut mirror);
        mirror.push_str(if self.line_end { "\n" } else { "" });
        mirror.push_str(END);
        Ok(mirror.into_bytes())
    }

    fn header(self, header: &Header) -> Result<Tree, Error> {
        let text = |field, bytes| {
            fixed::read_text(bytes).map(str::to_owned).map_err(|problem| Error::Header { field, problem })
        };
        let (major, minor) = (header.version_major, header.version_minor);
        let version = if self.characters {
            format!("{}.{}.{}", char::from(major), char::from(minor), header.version_patch)
        } else {
            format!("{major}.{minor}.{}", header.version_patch)
        };
        Ok(Tree::new()
            .with_text("Magic", text("m_magic", &header.magic)?)
            .with_text("SignatureLength", hex(&header.signature_length.to_bytes()))
            .with_text("KeyBlock", hex(&header.key_block))
            .with_text("UniqueID", hex(&header.unique_id.to_bytes()))
            .with_text("TimeStamp", header.timestamp)
            .with_text("FeatureRomTimeStamp", header.feature_rom_timestamp)
            .with_text("Version", version)
            .with_text("Mode", header.mode)
            .with_text(if self.interface { INTERFACE } else { OLD_INTERFACE }, hex(&header.interface_uuid))
            .with_text("PlatformVBNV", text("m_platformVBNV", &header.platform_vbnv)?)
            .with_text("XclBinUUID", hex(&header.uuid))
            .with_text("DebugBin", String::from_utf8_lossy(until_nul(&header.debug_bin))))
    }
}

fn section(entry: &SectionEntry, payload: impl Fn() -> Result<Vec<u8>, Error>) -> Result<Tree, Error> {
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
