//! The fixed layouts at the start of a file: `struct axlf` and `struct axlf_section_header` of xclbin.h.

use bytemuck::{Pod, Zeroable};

use crate::endian::little::{I32, U16, U32, U64};

/// `m_magic`: version 2 of the container, the only one that tools accept.
pub(crate) const MAGIC: [u8; 8] = *b"xclbin2\0";

/// The header without the section header that `struct axlf` holds inline.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Header {
    pub magic: [u8; 8],
    pub signature_length: I32,
    pub reserved: [u8; 28],
    pub key_block: [u8; 256],
    pub unique_id: U64,
    pub length: U64,
    pub timestamp: U64,
    pub feature_rom_timestamp: U64,
    // The file has the patch number first.
    pub version_patch: U16,
    pub version_major: u8,
    pub version_minor: u8,
    pub mode: U16,
    pub action_mask: U16,
    pub interface_uuid: [u8; 16],
    pub platform_vbnv: [u8; 64],
    pub uuid: [u8; 16],
    pub debug_bin: [u8; 16],
    pub num_sections: U32,
    pub padding: [u8; 4],
}

/// An entry of the table of sections, which follows the header.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct SectionHeader {
    pub kind: U32,
    pub name: [u8; 16],
    pub padding: [u8; 4],
    pub offset: U64,
    pub size: U64,
}

const _: () = assert!(size_of::<Header>() == 456);
const _: () = assert!(size_of::<SectionHeader>() == 40);
