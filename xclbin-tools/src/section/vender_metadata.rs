//! VENDER_METADATA: bytes of a vendor's, with a name.

use super::parts::Image;
use crate::SectionKind;

/// `struct vender_metadata` of xclbin.h.
pub(super) const IMAGE: Image = Image {
    kind: SectionKind::VENDER_METADATA,
    header: 48,
    image: "",
    image_at: (4, 8),
    texts: &[("mpo_name", 0)],
    node: None,
    number: None,
    longest: None,
    tag: None,
};
