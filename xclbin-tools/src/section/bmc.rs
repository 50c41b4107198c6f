//! BMC: firmware of the card's management controller, and what it is called.

use bytemuck::{Pod, Zeroable};

use super::described::wrong;
use super::parts::METADATA;
use super::{BytesError, Format, PartError, SectionError, ValueError, bytes};
use crate::endian::little::U64;
use crate::tree::Tree;
use crate::{Error, SectionKind, fixed};

/// The part that is the firmware.
const FIRMWARE: &str = "FW";

/// The node of the metadata in JSON.
const NODE: &str = "bmc_metadata";

/// The parts and their formats.
pub(super) const PARTS: [(&str, Format); 2] = [(FIRMWARE, Format::Raw), (METADATA, Format::Json)];

/// `struct bmc` of xclbin.h.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawBmc {
    offset: U64,
    size: U64,
    image_name: [u8; 64],
    device_name: [u8; 64],
    version: [u8; 64],
    md5: [u8; 33],
    padding: [u8; 7],
}

const _: () = assert!(size_of::<RawBmc>() == 248);

/// A part of a payload.
pub(super) fn get(payload: &[u8], part: &str) -> Result<Vec<u8>, Error> {
    let get = || -> Result<_, SectionError> {
        match part {
            FIRMWARE => Ok(firmware(payload)?.to_vec()),
            METADATA => Ok(metadata(payload)?.pretty().into_bytes()),
            _ => Err(PartError::no(part).into()),
        }
    };
    get().map_err(wrong(SectionKind::BMC))
}

/// The payload with a part: a new one with firmware, or that of before with other metadata.
pub(super) fn set(before: Option<&[u8]>, part: &str, content: &[u8]) -> Result<Vec<u8>, Error> {
    let set = || -> Result<_, SectionError> {
        match (before, part) {
            (None, FIRMWARE) => Ok(make(RawBmc::zeroed(), content)),
            (Some(_), FIRMWARE) => Err(ValueError::Present { node: FIRMWARE.to_owned() }.into()),
            (None, METADATA) => Err(PartError::ImageFirst { image: FIRMWARE }.into()),
            (Some(before), METADATA) => Ok(make(from_json(content)?, firmware(before)?)),
            _ => Err(PartError::no(part).into()),
        }
    };
    set().map_err(wrong(SectionKind::BMC))
}

fn firmware(payload: &[u8]) -> Result<&[u8], BytesError> {
    let raw: &RawBmc = bytes::at(payload, 0)?;
    bytes::slice(payload, raw.offset.get(), raw.size.get())
}

fn metadata(payload: &[u8]) -> Result<Tree, SectionError> {
    let raw: &RawBmc = bytes::at(payload, 0)?;
    let tree = Tree::new()
        .with_text("m_image_name", fixed::read_text(&raw.image_name)?)
        .with_text("m_device_name", fixed::read_text(&raw.device_name)?)
        .with_text("m_version", fixed::read_text(&raw.version)?)
        .with_text("m_md5value", fixed::read_text(&raw.md5)?);
    Ok(Tree::new().with(NODE, tree))
}

fn from_json(json: &[u8]) -> Result<RawBmc, SectionError> {
    let root = Tree::parse(json)?;
    let tree = root.required(NODE)?;
    Ok(RawBmc {
        image_name: fixed::write_text(tree.required_text("m_image_name")?)?,
        device_name: fixed::write_text(tree.required_text("m_device_name")?)?,
        version: fixed::write_text(tree.required_text("m_version")?)?,
        md5: fixed::write_text(tree.required_text("m_md5value")?)?,
        ..RawBmc::zeroed()
    })
}

fn make(mut raw: RawBmc, firmware: &[u8]) -> Vec<u8> {
    raw.offset = (size_of::<RawBmc>() as u64).into();
    raw.size = (firmware.len() as u64).into();
    [bytemuck::bytes_of(&raw), firmware].concat()
}
