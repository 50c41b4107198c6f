//! Payloads with parts that are added and taken one by one: an image, and what is said of it.

use super::described::wrong;
use super::{Format, SectionError, ValueError, bytes};
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// A kind whose payload is a header with offsets of texts and of one image, which comes last.
pub(super) struct Image {
    pub kind: SectionKind,
    /// Bytes of the header.
    pub header: usize,
    /// The name of the part that is the image; empty if the section is named without a part.
    pub image: &'static str,
    /// Where the header has the image's offset and size.
    pub image_at: (usize, usize),
    /// The texts in the order in which they follow the header: their names in JSON, and where the header has their
    /// offsets. The first one is the section's name among others of its kind.
    pub texts: &'static [(&'static str, usize)],
    /// The node of the texts in JSON; none if there are no metadata to add.
    pub node: Option<&'static str>,
    /// A number among the metadata: its name in JSON, where the header has it, and the most that it may be.
    pub number: Option<(&'static str, usize, u32)>,
    /// The longest text that is supported, by its name in JSON.
    pub longest: Option<(&'static str, usize)>,
    /// The type at the start by which sections are told apart instead of by the first text.
    pub tag: Option<Tag>,
}

/// A type of which only one value is in use.
pub(super) struct Tag {
    /// Its name in JSON.
    pub key: &'static str,
    /// The value's name, and with it the section's.
    pub name: &'static str,
    /// The value in the file, of 16 bits.
    pub value: u16,
}

/// A part of a section is wrong, or there is no such part.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PartError {
    /// Sections of the kind have no such part.
    #[error("there is no part `{part}`")]
    NoPart {
        /// The part.
        part: String,
    },
    /// Sections of the kind have no parts.
    #[error("it has no parts, so no `{part}`")]
    NoParts {
        /// The part that is asked for.
        part: String,
    },
    /// The section does not have the part.
    #[error("there is no part `{part}` in it")]
    Absent {
        /// The part.
        part: String,
    },
    /// The number in place of a name is unknown.
    #[error("`{key}` is {value}, which this version does not know")]
    UnknownTag {
        /// Its name in JSON.
        key: &'static str,
        /// The number.
        value: u32,
    },
    /// The section is to have another name than the one it may have.
    #[error("`{name}` is not `{only}`, the only one there is")]
    OtherTag {
        /// The name.
        name: String,
        /// The only name.
        only: &'static str,
    },
    /// Metadata are added to a section without an image.
    #[error("add {image} before its metadata")]
    ImageFirst {
        /// The part that is the image.
        image: &'static str,
    },
    /// The payload ends within its header.
    #[error("{size} bytes are less than the header's {header}")]
    NoHeader {
        /// The size of the payload in bytes.
        size: usize,
        /// The size of the header in bytes.
        header: usize,
    },
    /// A text is longer than XRT takes.
    #[error("`{key}`: `{text}` is too long")]
    LongText {
        /// Its name in JSON.
        key: &'static str,
        /// The text.
        text: String,
    },
    /// Metadata state another name than the section's.
    #[error("`{key}` is `{stated}`, but the section is `{name}`")]
    OtherName {
        /// The node with the name.
        key: &'static str,
        /// The name that it states.
        stated: String,
        /// The section's name.
        name: String,
    },
    /// The image is larger than the payload can state.
    #[error("the image has more than 4 GiB")]
    LargeImage,
}

impl PartError {
    /// Sections of the kind have no such part.
    pub(super) fn no(part: &str) -> Self {
        Self::NoPart { part: part.to_owned() }
    }
}

/// The name of the part that is metadata.
pub(super) const METADATA: &str = "METADATA";

impl Image {
    /// The parts and their formats.
    pub(super) fn parts(&self) -> Vec<(&'static str, Format)> {
        let metadata = self.node.map(|_| (METADATA, Format::Json));
        [(self.image, Format::Raw)].into_iter().chain(metadata).collect()
    }

    /// The name of a section among others of its kind.
    pub(super) fn name(&self, payload: &[u8]) -> Result<String, Error> {
        let name = || match &self.tag {
            None => self.text(payload, self.texts[0].1),
            Some(tag) => {
                let value = self.word(payload, 0)? & 0xFFFF;
                if value == u32::from(tag.value) {
                    Ok(tag.name.to_owned())
                } else {
                    Err(PartError::UnknownTag { key: tag.key, value }.into())
                }
            }
        };
        name().map_err(wrong(self.kind))
    }

    /// A part of a payload: the image, or JSON.
    pub(super) fn get(&self, payload: &[u8], part: &str) -> Result<Vec<u8>, Error> {
        let get = || match self.node {
            _ if part == self.image => self.image(payload).map(<[u8]>::to_vec),
            Some(node) if part == METADATA => Ok(self.metadata(payload, node)?.pretty().into_bytes()),
            _ => Err(PartError::no(part).into()),
        };
        get().map_err(wrong(self.kind))
    }

    /// The payload with a part: a new one with an image, or that of before with other metadata.
    pub(super) fn set(
        &self,
        before: Option<&[u8]>,
        name: &str,
        part: &str,
        content: &[u8],
    ) -> Result<Vec<u8>, Error> {
        let set = || match (before, self.node) {
            (None, _) if part == self.image => match &self.tag {
                None => self.make(&[name], 0, content),
                Some(tag) if tag.name == name => self.make(&[], 0, content),
                Some(tag) => Err(PartError::OtherTag { name: name.to_owned(), only: tag.name }.into()),
            },
            (Some(_), _) if part == self.image => Err(ValueError::Present { node: name.to_owned() }.into()),
            (Some(before), Some(node)) if part == METADATA => self.with_metadata(before, node, name, content),
            (None, Some(_)) if part == METADATA => Err(PartError::ImageFirst { image: self.image }.into()),
            _ => Err(PartError::no(part).into()),
        };
        set().map_err(wrong(self.kind))
    }

    fn word(&self, payload: &[u8], at: usize) -> Result<u32, SectionError> {
        if payload.len() < self.header {
            return Err(PartError::NoHeader { size: payload.len(), header: self.header }.into());
        }
        Ok(bytes::at::<crate::endian::little::U32>(payload, at)?.get())
    }

    fn text(&self, payload: &[u8], at: usize) -> Result<String, SectionError> {
        Ok(bytes::text(payload, self.word(payload, at)?)?.to_owned())
    }

    fn image<'a>(&self, payload: &'a [u8]) -> Result<&'a [u8], SectionError> {
        let (offset, size) = self.image_at;
        Ok(bytes::slice(payload, self.word(payload, offset)?.into(), self.word(payload, size)?.into())?)
    }

    fn metadata(&self, payload: &[u8], node: &str) -> Result<Tree, SectionError> {
        let mut tree = Tree::new();
        if let Some(tag) = &self.tag {
            tree = tree.with_text(tag.key, tag.name);
        }
        for (name, at) in self.texts {
            tree = tree.with_text(*name, self.text(payload, *at)?);
        }
        if let Some((name, at, _)) = self.number {
            tree = tree.with_text(name, self.word(payload, at)?);
        }
        Ok(Tree::new().with(node, tree))
    }

    fn with_metadata(
        &self,
        before: &[u8],
        node: &str,
        name: &str,
        json: &[u8],
    ) -> Result<Vec<u8>, SectionError> {
        let root = Tree::parse(json)?;
        let tree = root.required(node)?;
        let mut texts = Vec::new();
        for (key, at) in self.texts {
            let text =
                tree.optional_text(key).map_or_else(|| self.text(before, *at), |text| Ok(text.into()))?;
            if self.longest.is_some_and(|(longest, most)| longest == *key && text.len() > most) {
                return Err(PartError::LongText { key, text }.into());
            }
            texts.push(text);
        }
        let (key, stated) = match &self.tag {
            None => (self.texts[0].0, texts[0].as_str()),
            Some(tag) => (tag.key, tree.optional_text(tag.key).unwrap_or(tag.name)),
        };
        if stated != name {
            let (stated, name) = (stated.to_owned(), name.to_owned());
            return Err(PartError::OtherName { key, stated, name }.into());
        }
        let number = match self.number {
            None => 0,
            Some((key, at, most)) => match tree.number_or(key, self.word(before, at)?)? {
                value if value > most => {
                    return Err(ValueError::TooLarge { node: key.to_owned(), value, most }.into());
                }
                number => number,
            },
        };
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        self.make(&texts, number, self.image(before)?)
    }

    /// A payload. Texts that are not there share one that is empty.
    fn make(&self, texts: &[&str], number: u32, image: &[u8]) -> Result<Vec<u8>, SectionError> {
        let mut payload = vec![0; self.header];
        let mut places = Vec::new();
        let shared = if texts.len() < self.texts.len() { Some("") } else { None };
        for text in texts.iter().copied().chain(shared) {
            places.push(bytes::position(&payload)?);
            bytes::push_text(&mut payload, text)?;
        }
        for (index, (_, at)) in self.texts.iter().enumerate() {
            let place = places[index.min(places.len() - 1)];
            payload[*at..*at + 4].copy_from_slice(&place.to_le_bytes());
        }
        if let Some((_, at, _)) = self.number {
            payload[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        if let Some(tag) = &self.tag {
            payload[..2].copy_from_slice(&tag.value.to_le_bytes());
        }
        let (offset, size) = self.image_at;
        let start = bytes::position(&payload)?;
        let length = u32::try_from(image.len()).map_err(|_| PartError::LargeImage)?;
        payload[offset..offset + 4].copy_from_slice(&start.to_le_bytes());
        payload[size..size + 4].copy_from_slice(&length.to_le_bytes());
        payload.extend_from_slice(image);
        Ok(payload)
    }
}
