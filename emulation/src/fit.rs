//! Whether an image is for the emulated card on which it is loaded.

use crate::error::ImageError;

/// Refuses an image for another platform than the card's, if that is known.
///
/// # Errors
/// That it is for another one, with both names.
pub(crate) fn check_platform(image: &str, card: Option<&str>) -> Result<(), ImageError> {
    match card {
        Some(card) if card != image => {
            Err(ImageError::OtherPlatform { image: image.to_owned(), card: card.to_owned() })
        }
        _ => Ok(()),
    }
}
