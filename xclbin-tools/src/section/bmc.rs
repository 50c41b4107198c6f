//! BMC: firmware of the card's management controller, and what it is called.

use zerocopy::little_endian::U64;
use zerocopy::{FromBytes, FromZeros as _, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::described::wrong;
use super::parts::METADATA;
use super::{Format, bytes};
use crate::tree::Tree;
use crate::{Error, SectionKind, fixed};

/// The part that is the firmware.
const FIRMWARE: &str = "FW";

/// The node of the metadata in JSON.
const NODE: &str = "bmc_metadata";

/// The parts and their formats.
pub(super) const PARTS: [(&str, Format); 2] = [(FIRMWARE, Format::Raw), (METADATA, Format::Json)];

/// `struct bmc` of xclbin.h.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
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
    let get = || match part {
        FIRMWARE => firmware(payload).map(<[u8]>::to_vec),
        METADATA => Ok(metadata(payload)?.pretty().into_bytes()),
        _ => Err(format!("there is no part `{part}`")),
    };
    get().map_err(wrong(SectionKind::BMC))
}

/// The payload with a part: a new one with firmware, or that of before with other metadata.
pub(super) fn set(before: Option<&[u8]>, part: &str, content: &[u8]) -> Result<Vec<u8>, Error> {
    let set = || match (before, part) {
        (None, FIRMWARE) => make(RawBmc::new_zeroed(), content),
        (Some(_), FIRMWARE) => Err("the firmware is there already".to_owned()),
        (None, METADATA) => Err(format!("add {FIRMWARE} before its metadata")),
        (Some(before), METADATA) => make(from_json(content)?, firmware(before)?),
        _ => Err(format!("there is no part `{part}`")),
    };
    set().map_err(wrong(SectionKind::BMC))
}

fn firmware(payload: &[u8]) -> Result<&[u8], String> {
    let raw: &RawBmc = bytes::at(payload, 0)?;
    bytes::slice(payload, raw.offset.get(), raw.size.get())
}

fn metadata(payload: &[u8]) -> Result<Tree, String> {
    let raw: &RawBmc = bytes::at(payload, 0)?;
    let tree = Tree::new()
        .with_text("m_image_name", fixed::read_text(&raw.image_name)?)
        .with_text("m_device_name", fixed::read_text(&raw.device_name)?)
        .with_text("m_version", fixed::read_text(&raw.version)?)
        .with_text("m_md5value", fixed::read_text(&raw.md5)?);
    Ok(Tree::new().with(NODE, tree))
}

fn from_json(json: &[u8]) -> Result<RawBmc, String> {
    let root = Tree::parse(json)?;
    let tree = root.required(NODE)?;
    Ok(RawBmc {
        image_name: fixed::write_text(tree.required_text("m_image_name")?)?,
        device_name: fixed::write_text(tree.required_text("m_device_name")?)?,
        version: fixed::write_text(tree.required_text("m_version")?)?,
        md5: fixed::write_text(tree.required_text("m_md5value")?)?,
        ..RawBmc::new_zeroed()
    })
}

fn make(mut raw: RawBmc, firmware: &[u8]) -> Result<Vec<u8>, String> {
    raw.offset = (size_of::<RawBmc>() as u64).into();
    raw.size = (firmware.len() as u64).into();
    Ok([raw.as_bytes(), firmware].concat())
}
