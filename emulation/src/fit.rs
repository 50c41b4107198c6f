//! Whether an image is for the emulated card on which it is loaded.

use sycl_hls_types::Target;

/// The complaint about an image of another kind of emulation than the card's.
pub(crate) fn other_target(image: Target, card: Target) -> String {
    let (image, card) = (image.name(), card.name());
    format!("the image is for {image}, and this card is emulated by {card}; build it with `--target {card}`")
}

/// Refuses an image for another platform than the card's, if that is known.
///
/// # Errors
/// That it is for another one, with both names.
pub(crate) fn check_platform(image: &str, card: Option<&str>) -> Result<(), String> {
    match card {
        Some(card) if card != image => Err(format!(
            "the image is for the platform {image}, and this card has the platform {card}; build it for this board"
        )),
        _ => Ok(()),
    }
}
