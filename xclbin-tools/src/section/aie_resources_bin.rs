//! AIE_RESOURCES_BIN: resources of the AI engines, and the columns they take.

use super::parts::Image;
use crate::SectionKind;

/// `struct aie_resources_bin` of xclbin.h. Its columns look like numbers there, and are offsets of texts.
pub(super) const IMAGE: Image = Image {
    kind: SectionKind::AIE_RESOURCES_BIN,
    header: 76,
    image: "OBJ",
    image_at: (4, 8),
    texts: &[("name", 0), ("version", 12), ("start_column", 16), ("num_columns", 20)],
    node: Some("aie_resources_bin_metadata"),
    number: None,
    longest: None,
    tag: None,
};
