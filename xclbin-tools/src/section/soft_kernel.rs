//! SOFT_KERNEL: a program for the card's processor, and what it is called.

use super::parts::Image;
use crate::SectionKind;

/// `struct soft_kernel` of xclbin.h.
pub(super) const IMAGE: Image = Image {
    kind: SectionKind::SOFT_KERNEL,
    header: 80,
    image: "OBJ",
    image_at: (4, 8),
    texts: &[("mpo_name", 0), ("mpo_version", 12), ("mpo_md5_value", 16), ("mpo_symbol_name", 20)],
    node: Some("soft_kernel_metadata"),
    number: Some(("m_num_instances", 24, 128)),
    longest: Some(("mpo_symbol_name", 19)),
    tag: None,
};
