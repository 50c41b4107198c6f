//! Every kind's forms: what it may be added as, what it may be dumped as, and how one becomes the other.

use std::fmt;

use super::described::{Described, payload_to_tree, tree_to_payload, wrong};
use super::embedded_metadata::Project;
use super::{
    ClockFreqTopology, Connectivity, DebugIpLayout, GroupConnectivity, GroupTopology, IpLayout, MemTopology,
    PartError, Section as _, SectionError, aie_partition, aie_resources_bin, bmc, build_metadata,
    dna_certificate, flash, mcs, partition_metadata, parts::Image, smartnic, soft_kernel, text,
    vender_metadata,
};
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// The form of a section in a file of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The bytes as they are.
    Raw,
    /// JSON, with the names of xclbinutil.
    Json,
    /// A page with the JSON.
    Html,
}

impl Format {
    /// The format of a name in any case: `RAW`, `JSON`, `HTML`.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Raw, Self::Json, Self::Html]
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Raw => "RAW",
            Self::Json => "JSON",
            Self::Html => "HTML",
        }
    }
}

/// Gives the bytes of a file that JSON names.
pub type Loader<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, Error>;

/// The name of a file beside a document, and its bytes.
pub type NamedFile = (String, Vec<u8>);

/// A payload as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Json {
    /// The document: an object with the section's node.
    pub document: Tree,
    /// The files beside it that it names, and their bytes.
    pub files: Vec<NamedFile>,
}

impl Json {
    /// Writes the document, or a page with it if the format is [`Format::Html`].
    ///
    /// # Errors
    /// Those of what it is written to.
    pub fn write(&self, kind: SectionKind, format: Format, out: &mut dyn fmt::Write) -> fmt::Result {
        if format != Format::Html {
            return self.document.write_pretty(out);
        }
        writeln!(out, "<!DOCTYPE html><html><body><h1>Section: {kind} ({})</h1><pre>", kind.0)?;
        self.document.write_pretty(out)?;
        out.write_str("</pre></body></html>\n")
    }
}

/// A kind's forms.
impl SectionKind {
    /// The name of the node that holds the section in JSON.
    pub const fn node(self) -> Option<&'static str> {
        match self {
            Self::MEM_TOPOLOGY => Some(MemTopology::NODE),
            Self::CONNECTIVITY => Some(Connectivity::NODE),
            Self::IP_LAYOUT => Some(IpLayout::NODE),
            Self::DEBUG_IP_LAYOUT => Some(DebugIpLayout::NODE),
            Self::CLOCK_FREQ_TOPOLOGY => Some(ClockFreqTopology::NODE),
            Self::BUILD_METADATA => Some("build_metadata"),
            Self::KEYVALUE_METADATA => Some("keyvalue_metadata"),
            Self::DNA_CERTIFICATE => Some("dna_certificate"),
            Self::PARTITION_METADATA => Some("partition_metadata"),
            Self::AIE_METADATA => Some("aie_metadata"),
            Self::GROUP_TOPOLOGY => Some(GroupTopology::NODE),
            Self::GROUP_CONNECTIVITY => Some(GroupConnectivity::NODE),
            Self::SMARTNIC => Some("smartnic"),
            Self::AIE_PARTITION => Some("aie_partition"),
            Self::AIE_TRACE_METADATA => Some("aie_trace_metadata"),
            _ => None,
        }
    }

    /// The kind whose node has this name.
    pub fn of_node(node: &str) -> Option<Self> {
        Self::all().find(|kind| kind.node() == Some(node))
    }

    /// What a section of the kind can be added as.
    pub fn added_as(self) -> &'static [Format] {
        use Format::{Json, Raw};
        match self {
            Self::MEM_TOPOLOGY
            | Self::CONNECTIVITY
            | Self::IP_LAYOUT
            | Self::DEBUG_IP_LAYOUT
            | Self::CLOCK_FREQ_TOPOLOGY
            | Self::KEYVALUE_METADATA
            | Self::GROUP_TOPOLOGY
            | Self::GROUP_CONNECTIVITY
            | Self::BUILD_METADATA
            | Self::PARTITION_METADATA
            | Self::AIE_METADATA
            | Self::SMARTNIC
            | Self::AIE_TRACE_METADATA => &[Json, Raw],
            Self::AIE_PARTITION => &[Json],
            Self::BMC | Self::DNA_CERTIFICATE => &[],
            _ => &[Raw],
        }
    }

    /// What a section of the kind can be dumped as.
    pub fn dumped_as(self) -> &'static [Format] {
        use Format::{Html, Json, Raw};
        if self.node().is_some() { &[Json, Html, Raw] } else { &[Raw] }
    }

    /// Whether anything is known of such a section's payload.
    pub fn is_checked(self) -> bool {
        let texts = [Self::EMBEDDED_METADATA, Self::SYSTEM_METADATA, Self::IP_METADATA];
        self.node().is_some() || !self.parts().is_empty() || texts.contains(&self)
    }

    /// Whether there may be several sections of the kind, with names.
    pub const fn is_indexed(self) -> bool {
        matches!(
            self,
            Self::SOFT_KERNEL
                | Self::FLASH
                | Self::VENDER_METADATA
                | Self::AIE_PARTITION
                | Self::AIE_RESOURCES_BIN
        )
    }

    /// The parts that a section of the kind is added and dumped by, with their formats; none if it is whole.
    pub fn parts(self) -> Vec<(&'static str, Format)> {
        match (self, image(self)) {
            (_, Some(image)) => image.parts(),
            (Self::BMC, _) => bmc::PARTS.into(),
            (Self::MCS, _) => mcs::PARTS.into(),
            _ => Vec::new(),
        }
    }
}

/// The layout of a kind that is one image with metadata.
const fn image(kind: SectionKind) -> Option<&'static Image> {
    match kind {
        SectionKind::SOFT_KERNEL => Some(&soft_kernel::IMAGE),
        SectionKind::FLASH => Some(&flash::IMAGE),
        SectionKind::VENDER_METADATA => Some(&vender_metadata::IMAGE),
        SectionKind::AIE_RESOURCES_BIN => Some(&aie_resources_bin::IMAGE),
        _ => None,
    }
}

/// A payload as JSON; `None` for kinds that have no such form.
///
/// # Errors
/// [`Error::Section`] when the payload is damaged.
pub fn to_json(kind: SectionKind, payload: &[u8]) -> Result<Option<Json>, Error> {
    let Some(node) = kind.node() else { return Ok(None) };
    let (tree, files) = match kind {
        SectionKind::AIE_PARTITION => aie_partition::to_tree(payload)?,
        _ => (node_of(kind, node, payload)?, Vec::new()),
    };
    Ok(Some(Json { document: Tree::new().with(node, tree), files }))
}

fn node_of(kind: SectionKind, node: &str, payload: &[u8]) -> Result<Tree, Error> {
    match kind {
        SectionKind::MEM_TOPOLOGY => payload_to_tree::<MemTopology>(payload),
        SectionKind::CONNECTIVITY => payload_to_tree::<Connectivity>(payload),
        SectionKind::IP_LAYOUT => payload_to_tree::<IpLayout>(payload),
        SectionKind::DEBUG_IP_LAYOUT => payload_to_tree::<DebugIpLayout>(payload),
        SectionKind::CLOCK_FREQ_TOPOLOGY => payload_to_tree::<ClockFreqTopology>(payload),
        SectionKind::GROUP_TOPOLOGY => payload_to_tree::<GroupTopology>(payload),
        SectionKind::GROUP_CONNECTIVITY => payload_to_tree::<GroupConnectivity>(payload),
        SectionKind::KEYVALUE_METADATA => text::key_values_to_tree(payload),
        SectionKind::DNA_CERTIFICATE => dna_certificate::to_tree(payload),
        SectionKind::PARTITION_METADATA => partition_metadata::to_tree(payload),
        SectionKind::SMARTNIC => smartnic::to_tree(payload),
        // The text has the node of the other kind of metadata.
        SectionKind::AIE_TRACE_METADATA => text::rooted_to_tree(kind, "aie_metadata", payload),
        _ => text::rooted_to_tree(kind, node, payload),
    }
}

/// The payload of a document with a section's node. `name` is the section's, if its kind has names; `load` reads the
/// files that the document names.
///
/// # Errors
/// [`Error::Section`] when the kind cannot be added as JSON, or something in it is wrong.
pub fn from_json(kind: SectionKind, document: &Tree, name: &str, load: Loader<'_>) -> Result<Vec<u8>, Error> {
    let node = kind.node().filter(|_| kind.added_as().contains(&Format::Json));
    let node = node.ok_or_else(|| wrong(kind)(SectionError::NotOfJson))?;
    let tree = match kind {
        SectionKind::AIE_TRACE_METADATA => document.required("aie_metadata"),
        _ => document.required(node),
    }
    .map_err(wrong(kind))?;
    match kind {
        SectionKind::MEM_TOPOLOGY => tree_to_payload::<MemTopology>(tree),
        SectionKind::CONNECTIVITY => tree_to_payload::<Connectivity>(tree),
        SectionKind::IP_LAYOUT => tree_to_payload::<IpLayout>(tree),
        SectionKind::DEBUG_IP_LAYOUT => tree_to_payload::<DebugIpLayout>(tree),
        SectionKind::CLOCK_FREQ_TOPOLOGY => tree_to_payload::<ClockFreqTopology>(tree),
        SectionKind::GROUP_TOPOLOGY => tree_to_payload::<GroupTopology>(tree),
        SectionKind::GROUP_CONNECTIVITY => tree_to_payload::<GroupConnectivity>(tree),
        SectionKind::KEYVALUE_METADATA => text::tree_to_key_values(tree),
        SectionKind::PARTITION_METADATA => partition_metadata::from_tree(tree),
        SectionKind::AIE_PARTITION => aie_partition::from_tree(tree, name, load),
        SectionKind::SMARTNIC => smartnic::from_tree(tree, load),
        SectionKind::BUILD_METADATA => Ok(build_metadata::packaged(document)),
        // The whole document is the payload.
        _ => Ok(document.compact().into_bytes()),
    }
}

/// The name of a section among others of its kind; empty for kinds without names.
///
/// # Errors
/// [`Error::Section`] when the payload is damaged.
pub fn name_of(kind: SectionKind, payload: &[u8]) -> Result<String, Error> {
    match (kind, image(kind)) {
        (_, Some(image)) => image.name(payload),
        (SectionKind::AIE_PARTITION, _) => {
            super::AiePartition::from_bytes(payload).map(|partition| partition.name)
        }
        _ => Ok(String::new()),
    }
}

/// A part of a payload.
///
/// # Errors
/// [`Error::Section`] when the kind has no such part, or the payload is damaged.
pub fn part(kind: SectionKind, payload: &[u8], part: &str) -> Result<Vec<u8>, Error> {
    match (kind, image(kind)) {
        (_, Some(image)) => image.get(payload, part),
        (SectionKind::BMC, _) => bmc::get(payload, part),
        (SectionKind::MCS, _) => mcs::get(payload, part),
        _ => Err(wrong(kind)(PartError::NoParts { part: part.to_owned() })),
    }
}

/// A payload with one more part; `before` is that of the section with this name, if there is one.
///
/// # Errors
/// [`Error::Section`] when the kind has no such part, it is there already, or something in it is wrong.
pub fn with_part(
    kind: SectionKind,
    before: Option<&[u8]>,
    name: &str,
    part: &str,
    content: &[u8],
) -> Result<Vec<u8>, Error> {
    match (kind, image(kind)) {
        (_, Some(image)) => image.set(before, name, part, content),
        (SectionKind::BMC, _) => bmc::set(before, part, content),
        (SectionKind::MCS, _) => mcs::set(before, part, content),
        _ => Err(wrong(kind)(PartError::NoParts { part: part.to_owned() })),
    }
}

/// Checks all that this version knows of a payload.
///
/// # Errors
/// [`Error::Section`] when the payload is damaged.
pub fn check(kind: SectionKind, payload: &[u8]) -> Result<(), Error> {
    if payload.is_empty() {
        return Ok(());
    }
    match kind {
        SectionKind::EMBEDDED_METADATA => Project::from_bytes(payload).map(drop),
        SectionKind::MCS => mcs::check(payload),
        SectionKind::SYSTEM_METADATA | SectionKind::IP_METADATA => {
            Tree::parse(payload).map(drop).map_err(wrong(kind))
        }
        _ => {
            name_of(kind, payload)?;
            for (part, _) in kind.parts() {
                self::part(kind, payload, part)?;
            }
            to_json(kind, payload).map(drop)
        }
    }
}
