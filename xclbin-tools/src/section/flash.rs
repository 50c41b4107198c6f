//! FLASH: an image for a card's flash.

use super::parts::{Image, Tag};
use crate::SectionKind;

/// `struct flash` of xclbin.h.
pub(super) const IMAGE: Image = Image {
    kind: SectionKind::FLASH,
    header: 72,
    image: "DATA",
    image_at: (4, 8),
    texts: &[("name", 12), ("version", 16), ("md5", 20)],
    node: Some("flash_metadata"),
    number: None,
    longest: None,
    tag: Some(Tag { key: "flash_type", name: "BIN", value: 1 }),
};
